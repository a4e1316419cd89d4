"""Ratings and standings as the ledger keeps them: what it is told of a match, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Self

from bot.club import ratings
from bot.club.ratings import Skill
from engines.game import Outcome
from engines.record import Ply

PAGE: Final = 10
"""Standings on a page."""
EVERYWHERE: Final = 0
"""The scope of all guilds together; any other scope is a guild."""
ALL_TIME: Final = "all"


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match, as far as the ledger asks."""

    match: int
    game: str
    guild: int
    members: tuple[int, ...]
    at: int
    is_rated: bool
    ranks: tuple[int, ...]
    results: tuple[str, ...]

    @classmethod
    def of(
        cls,
        match: int,
        game: str,
        guild: int,
        members: tuple[int, ...],
        at: int,
        record: Sequence[Ply[Any]],
        outcome: Outcome,
    ) -> Self:
        played = (len(members), record, outcome)
        rated, ranks, results = ratings.is_rated(*played), ratings.ranks(*played), ratings.results(*played)
        return cls(match, game, guild, members, at, rated, ranks, results)


@dataclass(frozen=True, slots=True)
class Rating:
    """Of a member at one game, in one scope."""

    skill: Skill = field(default_factory=Skill)
    matches: int = 0
    streak: int = 0
    """Matches won in a row or, below zero, lost."""
    best_streak: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.matches < ratings.SETTLED

    def after(self, skill: Skill, result: str) -> Self:
        streak = {
            "won": max(self.streak, 0) + 1,
            "drawn": 0,
            "lost": min(self.streak, 0) - 1,
        }[result]
        return type(self)(skill, self.matches + 1, streak, max(self.best_streak, streak))


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to the rating of a seat, in the guild it was played in."""

    member: int
    rating: int
    gained: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """One of the leaderboards."""

    game: str
    scope: int
    period: str = ALL_TIME
    """`all`, a year such as `2026`, or a month such as `2026-11`; they change at midnight UTC."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a leaderboard. Equal standings share a rank."""

    rank: int
    member: int
    points: int
    """The rating; of a month or a year, what it brought."""
    settled: bool
    matches: int
    won: int
    drawn: int
    lost: int
    last_at: int


@dataclass(frozen=True, slots=True)
class Result:
    """Of one member in one match."""

    match: int
    game: str
    at: int
    result: str
    rating: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A member at one game."""

    game: str
    here: Rating
    everywhere: Rating
    standing: Standing
    """Its rank is not looked up: 0."""


def periods(at: int) -> tuple[str, str, str]:
    """The periods that a moment belongs to: all time, its year, its month."""
    day = datetime.fromtimestamp(at, UTC)
    return ALL_TIME, f"{day:%Y}", f"{day:%Y-%m}"
