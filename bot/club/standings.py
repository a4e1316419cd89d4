"""Ratings and standings as the ledger keeps them: what it is told of a match, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Self

from bot.club import ratings
from bot.club.computers import is_computer
from bot.club.ratings import SETTLED, SEVERAL, Skill
from engines.game import Outcome
from engines.record import Ply

PAGE: Final = 10
"""Standings on a page."""
EVERYWHERE: Final = 0
"""The scope of all guilds together; any other scope is a guild."""
ALL_TIME: Final = "all"
WITNESSES: Final = 5
"""Others whom somebody must have met to be well known."""
_A_DAY: Final = 24 * 60 * 60
_A_WHILE: Final = 6 * 60 * 60
LONG_AWAY: Final = 365 * _A_DAY
"""Seconds without a match, after which a rating is provisional again."""
PERIODS: Final = (ALL_TIME, "year", "half", "quarter", "month")
"""The kinds of periods, in the order of `periods`."""


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
    absent: frozenset[int] = frozenset()
    """Seats that left before they had moved: it is not their match."""

    @property
    def present(self) -> list[int]:
        """The seats whose match it is."""
        return [seat for seat in range(len(self.members)) if seat not in self.absent]

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
        rated = ratings.is_rated(*played) and not any(map(is_computer, members))
        ranks, results = ratings.ranks(*played), ratings.results(*played)
        absent = ratings.absent(record)
        return cls(match, game, guild, members, at, rated, ranks, results, absent)


@dataclass(frozen=True, slots=True)
class Rating:
    """Of a member at one game, in one scope."""

    skill: Skill = field(default_factory=Skill)
    matches: int = 0
    streak: int = 0
    """Matches won in a row or, below zero, lost."""
    best_streak: int = 0
    proven: int = 0
    """Matches since the member began or came back from a long absence."""
    opponents: int = 0
    """Members met, each counted once."""
    witnesses: int = 0
    """Of these, those who had been there for a while."""
    known: int = 0
    """Of these, those who were well known."""
    strangers: float = 0.0
    """Points that came from those who were not, as if they were not bounded."""
    first_at: int = 0
    last_at: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.proven < SETTLED or self.opponents < SEVERAL

    def at(self, moment: int) -> Self:
        """As sure as it is then. Whoever was away for long has to be seen again."""
        if not self.matches:
            return self
        away = moment - self.last_at
        proven = 0 if away >= LONG_AWAY else self.proven
        return replace(self, skill=self.skill.after(away), proven=proven)

    def is_witness(self, at: int) -> bool:
        """It has been there for a while: an account that is forgotten after each match never is."""
        return bool(self.matches) and at - self.first_at >= _A_WHILE

    def is_known(self, at: int, *, without: bool) -> bool:
        """For a day it has been there, and has met so many others, `without` the one who asks.

        An account that was made for the wins of that one has not.
        """
        return at - self.first_at >= _A_DAY and self.witnesses - without >= WITNESSES

    def after(self, skill: Skill, result: str, at: int) -> Self:
        """One match later."""
        streak = {
            "won": max(self.streak, 0) + 1,
            "drawn": 0,
            "lost": min(self.streak, 0) - 1,
        }[result]
        return replace(
            self,
            skill=skill,
            matches=self.matches + 1,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            proven=self.proven + 1,
            first_at=self.first_at if self.matches else at,
            last_at=max(self.last_at, at),
        )


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
    """`all`, or such as `2026`, `2026-H2`, `2026-Q4` and `2026-11`; they change at midnight UTC."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a leaderboard. Equal standings share a rank."""

    rank: int
    member: int
    points: int
    """The rating; of a shorter stretch of time, how one played in it, as a rating."""
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


def periods(at: int) -> tuple[str, ...]:
    """The periods that a moment belongs to: all time, its year, half-year, quarter and month."""
    day = datetime.fromtimestamp(at, UTC)
    half, quarter = ((day.month - 1) // months + 1 for months in (6, 3))
    return ALL_TIME, f"{day:%Y}", f"{day:%Y}-H{half}", f"{day:%Y}-Q{quarter}", f"{day:%Y-%m}"


@dataclass(frozen=True, slots=True)
class SolverTally:
    """Of a member at the puzzles of a game."""

    game: str
    skill: Skill
    tried: int
    solved: int
