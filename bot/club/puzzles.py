"""Puzzles: which one fits a member, and what a try does to the ratings of both.

A puzzle and whoever tries it rate each other as two players do. Only the first try counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.club.days import WHOLE, day_of
from bot.club.ratings import Skill, rated
from bot.club.standings import SolverTally
from bot.database.puzzles import Noted, Rated, StoredPuzzles
from engines import GAMES
from engines.chance import TextSource
from puzzles.daily import daily
from puzzles.puzzle import Puzzle, puzzles_of

_HALF: Final = 500
"""From here on it is a draw with the puzzle."""
_NEAREST: Final = 12
"""Puzzles of about a member's strength, of which the lot takes one."""
_LATELY: Final = 14
"""Days for which a daily is not asked as a puzzle afterwards,"""
_SOON: Final = 60
"""and before."""
_SPREAD: Final = 20.0
"""Between the easiest and the hardest puzzle, of the model of the ratings, before anybody has tried them."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a first try did to the rating of whoever made it."""

    before: Skill
    after: Skill

    @classmethod
    def of(cls, noted: Noted | None) -> Tried | None:
        return cls(noted[0] or Skill(), noted[1]) if noted else None


class Puzzles:
    """`now` tells the time, in seconds."""

    def __init__(self, stored: StoredPuzzles, now: Callable[[], int]) -> None:
        self._stored = stored
        self._now = now

    @property
    def games(self) -> tuple[str, ...]:
        """That have puzzles, in the order of the register."""
        return tuple(game for game in GAMES if puzzles_of(game))

    async def fitting(self, member: int, game: str | None = None) -> Puzzle | None:
        """One they have not tried, about as strong as they are; the same one until it is tried.

        No game: the one of which they have tried fewest. None where they have tried them all.
        """
        tried = await self._stored.tried(member)
        numbers = {number for _, number in tried} | await self._kept()
        times = Counter(of for of, _ in tried)
        games = [game] if game else sorted(self.games, key=lambda one: times[one])
        for of in games:
            left = [puzzle for puzzle in puzzles_of(of) if puzzle.number not in numbers]
            if left:
                return await self._one_of(left, member, of, times[of])
        return None

    async def _kept(self) -> set[int]:
        """Of days that were lately, and of days to come: nobody is asked these here."""
        today = day_of(self._now())
        days = range(today - _LATELY, today + _SOON + 1)
        return {daily(day).number for day in days} | await self._stored.of_days(days.start)

    async def _one_of(self, puzzles: list[Puzzle], member: int, game: str, times: int) -> Puzzle:
        known = await self._stored.puzzles()
        own = await self._stored.solver(member, game) or Skill()
        puzzles.sort(key=lambda one: abs((known.get(one.number) or guessed(one)).mu - own.mu))
        nearest = puzzles[:_NEAREST]
        return nearest[TextSource(f"puzzle {member} {game} {times}").below(len(nearest))]

    async def skill(self, puzzle: Puzzle) -> Skill:
        return await self._stored.puzzle(puzzle.number) or guessed(puzzle)

    async def note_try(self, member: int, puzzle: Puzzle, share: float) -> Tried | None:
        """None where they had tried it before."""
        whole = round(WHOLE * share)
        after = rated_by(puzzle, whole)
        noted = await self._stored.note_try(member, puzzle.game, puzzle.number, whole, self._now(), after)
        return Tried.of(noted)

    async def tallies(self, member: int) -> list[SolverTally]:
        """By game."""
        return await self._stored.tallies(member)


def rated_by(puzzle: Puzzle, share: int) -> Rated:
    """What a first try does to the ratings of both; `share` in thousandths."""
    ranked = (1, 2) if share == WHOLE else (1, 1) if share >= _HALF else (2, 1)

    def after(solver: Skill | None, known: Skill | None) -> tuple[Skill, Skill]:
        first, second = rated((solver or Skill(), known or guessed(puzzle)), ranked)
        return first, second

    return after


def guessed(puzzle: Puzzle) -> Skill:
    """What is believed of a puzzle that nobody has tried."""
    return Skill(Skill().mu + _SPREAD * (puzzle.hardness - 0.5))
