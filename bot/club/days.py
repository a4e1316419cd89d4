"""Days of UTC, by which dailies come and go, and what a member's days come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.club.deadlines import DAY
from puzzles.puzzle import Puzzle

WHOLE: Final = 1000
"""The share of a try that was right."""
USUAL_HOUR: Final = 8
"""At which a daily is posted, where the server did not say."""
_EVE: Final = 20_453
"""The last day of 2025: dailies are counted from the one after it."""


def day_of(moment: int) -> int:
    """Of UTC, counted from 1970."""
    return moment // DAY


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of a day."""

    day: int
    puzzle: Puzzle

    @property
    def seat(self) -> int:
        return self.puzzle.seat

    @property
    def number(self) -> int:
        """As people call it."""
        return number_of(self.day)

    @property
    def ends_at(self) -> int:
        return (self.day + 1) * DAY


def number_of(day: int) -> int:
    return day - _EVE


@dataclass(frozen=True, slots=True)
class Score:
    """How those who have tried it did."""

    tried: int = 0
    solved: int = 0

    @property
    def percent(self) -> int:
        """That solved it."""
        return round(100 * self.solved / self.tried) if self.tried else 0


@dataclass(frozen=True, slots=True)
class DailyRow:
    """Of the table of a day."""

    member: int
    share: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row with a try, whether it was right or not."""

    now: int = 0
    best: int = 0
    played: int = 0
    solved: int = 0

    @classmethod
    def of(cls, shares: Mapping[int, int], today: int) -> Streak:
        """From the shares of all their days. What was played until yesterday can still go on today."""
        best = run = before = 0
        for day in sorted(shares):
            run = run + 1 if day == before + 1 else 1
            best, before = max(best, run), day
        now = run if before >= today - 1 else 0
        solved = sum(share == WHOLE for share in shares.values())
        return cls(now, best, len(shares), solved)
