"""What is told of a match by what the file knows of it, without its record: who played, and how it went."""

from __future__ import annotations

from bot.club.stored import Seat, Stored
from bot.words.language import Language
from bot.words.naming import harmless, in_text
from bot.words.sentences import name_of


def others(match: Stored, member: int, words: Language, *, by_name: bool = False) -> tuple[str, ...]:
    """Who plays with a member. `by_name`: as they were last called where it is played, for Discord may know
    nobody where this is read.
    """
    seats = (seat for seat in match.seats if seat.member != member)
    return tuple(_listed(seat, words, by_name=by_name) for seat in seats)


def _listed(seat: Seat, words: Language, *, by_name: bool) -> str:
    return (in_text(seat.name) if by_name else "") or words.mention(seat.member)


def listed(match: Stored, member: int, state: str, words: Language) -> str:
    """A match in a list that shows no mentions: with the others as they were last called."""
    others = (seat for seat in match.seats if seat.member != member)
    called = (
        harmless(name_of(seat, words)) if seat.member > 0 else words.say("former_member") for seat in others
    )
    return " · ".join([f"#{match.id} {match.game.title}", *filter(None, called), state])


def result(match: Stored, member: int, words: Language) -> str:
    """How a finished match went for a member, and why: `won, by captures`. Knows no position."""
    return _with_reason(match, words.say(f"results.{match.result(member)}"), words)


def won_by(match: Stored, member: int, words: Language, *, by_name: bool = False) -> str:
    """Who won a finished match, told to a member of it, and why: `You won, by captures`."""
    winners = (match.seats[seat] for seat in match.winners)
    named = tuple(_listed(seat, words, by_name=by_name) for seat in winners if seat.member != member)
    said = words.say(f"list.{match.result(member)}", winners=named)
    return _with_reason(match, said[:1].upper() + said[1:], words)


def _with_reason(match: Stored, said: str, words: Language) -> str:
    key = f"reasons.{match.reason}"
    if match.voided or not words.has_of_game(match.game.name, key):
        return said
    return words.say("results.why", result=said, reason=words.of_game(match.game.name, key))
