"""What stands on cards of people, and what is said of them to those who cannot see the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.club.match import Match
from bot.club.standings import Change
from bot.words import histories, outcomes
from bot.words.language import Language


def reason(match: Match, words: Language) -> str:
    """How it ended: `Won, by captures`."""
    assert match.outcome is not None
    seat = next(iter(match.outcome.winners), 0)
    said = histories.result(match.stored, match.members[seat], words)
    return said[:1].upper() + said[1:]


def about(match: Match, words: Language) -> tuple[str, ...]:
    """When it was, whether it counts, its number."""
    what = "practice" if match.is_practice else "rated" if match.is_rated else "unrated"
    number = words.say("cards.number", number=match.id)
    return _date(match.stored.ended_at or match.stored.moved_at, words), words.say(f"cards.{what}"), number


def _date(at: int, words: Language) -> str:
    """In UTC, as seasons are."""
    day = datetime.fromtimestamp(at, UTC)
    return words.say("cards.date", day=day.day, month=words.say(f"periods.{day:%m}", year=f"{day:%Y}"))


def rating(change: Change, words: Language) -> str:
    """Before and after."""
    mark = "?" if change.provisional else ""
    return words.say("cards.rating", before=change.rating - change.gained, after=change.rating, mark=mark)


@dataclass(frozen=True, slots=True)
class Seated:
    """What is told of a seat when it is over."""

    seat: int
    name: str
    result: str
    """`won`, `lost` or `drawn`."""
    score: str
    """Empty in a game without points."""
    change: Change | None


def described(match: Match, seats: Sequence[Seated], words: Language) -> str:
    """The whole card."""
    return words.say(
        "cards.result",
        game=match.game.title,
        number=match.id,
        reason=reason(match, words),
        seats="; ".join(_seat(match, one, words) for one in seats),
    )


def _seat(match: Match, one: Seated, words: Language) -> str:
    name = words.plainly(match.members[one.seat]) if one.seat in match.computers else one.name
    said = words.say(f"cards.{one.result}", name=name)
    told = [one.score] if one.score else []
    if one.change:
        points = outcomes.gained(one.change.gained)
        told.append(words.say("cards.rated_seat", rating=rating(one.change, words), gained=points))
    return words.say("cards.seat", name=said, told=", ".join(told)) if told else said
