"""What a review says: of each seat, of where it tipped, and of the curve for who cannot see it."""

from __future__ import annotations

from bot.club.match import Match
from bot.words import sentences
from bot.words.language import Language
from engines.moves import CHANCE
from engines.players.review import Review, Turning


def pieces_of(review: Review, seat: int, words: Language) -> tuple[str, str, str]:
    """Its accuracy, its luck and what moves did, in points of odds."""
    accuracy = review.accuracy[seat]
    said = words.say("review.nothing")
    if accuracy is not None:
        whole, tenth = divmod(round(10 * accuracy), 10)
        said = words.say("review.tenths", whole=whole, tenth=tenth)
    return said, _signed(review.luck[seat]), _signed(review.skill[seat])


def seat_of(match: Match, review: Review, seat: int, words: Language) -> str:
    accuracy, luck, skill = pieces_of(review, seat, words)
    who = sentences.who(match, seat, words)
    return words.say("review.seat", who=who, accuracy=accuracy, luck=luck, skill=skill)


def tipped(match: Match, review: Review, turning: Turning, words: Language) -> str:
    """Who played what, what was better, and what that would have brought."""
    ply = match.played[turning.ply]
    turn = next(
        (number for number, after in enumerate(match.turns, start=1) if after > turning.ply), len(match.turns)
    )
    before, after = review.odds[turning.ply], review.odds[turning.ply + 1]
    changes = [there - here for here, there in zip(before, after, strict=True)]
    gained = max(range(len(changes)), key=changes.__getitem__)
    seat = gained if ply.who == CHANCE else ply.who
    key = "chance" if ply.who == CHANCE else "better" if turning.better else "played"
    return words.say(
        f"review.tipped_{key}",
        turn=turn,
        who=sentences.who(match, seat, words),
        played=turning.played,
        better=turning.better or "",
        gives=max(1, _points(turning.gives)),
        before=_points(before[seat]),
        after=_points(after[seat]),
    )


def curve_in_words(match: Match, review: Review, words: Language) -> str:
    """Where the odds began, how high and how low they were, and where it tipped."""
    names = sentences.names(match.stored, words)
    said = [words.say("review.alt", game=match.game.title, number=match.id)]
    for seat, name in enumerate(names):
        odds = [_points(each[seat]) for each in review.odds]
        accuracy, luck, skill = pieces_of(review, seat, words)
        said.append(
            words.say(
                "review.alt_seat",
                who=name or words.say("former_member"),
                start=odds[0],
                most=max(odds[:-1]),
                least=min(odds[:-1]),
                end=odds[-1],
                accuracy=accuracy,
                luck=luck,
                skill=skill,
            )
        )
    said += [
        words.say("review.alt_better", played=turning.played, better=turning.better)
        if turning.better
        else words.say("review.alt_tipped", played=turning.played)
        for turning in review.turning
    ]
    return " ".join(said)


def _points(odds: float) -> int:
    return round(100 * odds)


def _signed(odds: float) -> str:
    return f"{_points(odds):+d}" if _points(odds) else "0"
