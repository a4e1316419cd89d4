"""What a film says to those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.club.match import Match
from bot.words import sentences
from bot.words.language import Language
from bot.words.reviews import curve_in_words
from engines.players.review import Review


def described_film(match: Match, turns: int, words: Language, review: Review | None = None) -> str:
    """Who played, how it ended, in so many turns, how the odds went, and the last board of it."""
    result = "replay.alt_running"
    if match.outcome:
        result = "replay.alt_won" if match.outcome.winners else "replay.alt_drawn"
    winners = match.outcome.winners if match.outcome else ()
    odds = f" {curve_in_words(match, review, words)}" if review else ""
    return words.say(
        "replay.alt",
        game=match.game.title,
        players=_players(match, range(len(match.seats)), words),
        turns=turns,
        result=f"{words.say(result, winners=_players(match, winners, words))}{odds}",
        last=sentences.described(match, words),
    )


def _players(match: Match, seats: Iterable[int], words: Language) -> tuple[str, ...]:
    """Plainly, where nobody can be mentioned: `Anneke (Red)`. Of whom no name is known what they play."""
    return tuple(_player(match, seat, words) for seat in seats)


def _player(match: Match, seat: int, words: Language) -> str:
    name = sentences.names(match.stored, words)[seat]
    side = words.side(match.game.name, match.position.side(seat))
    if name and side:
        return f"{name} ({side})"
    return name or side or words.mention(-1)
