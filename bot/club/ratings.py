"""What a finished match does to the ratings of its seats. Pure: no file, no clock, no Discord.

A skill is what is believed of somebody: a mean and how unsure it is. People see it as a number of a
chess-like scale, where everybody begins at 1500. Why so: docs/decisions/0012.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from engines.game import Outcome
from engines.moves import Leave
from engines.record import Ply

RULES: Final = 3
"""Of all that decides a rating. Whoever changes any of that counts one on: then all are made anew."""
LEARNING: Final = 20
"""So many matches are looked at again with each new one: by then more is known of the opponents."""
SETTLED: Final = 10
"""Rated matches until a rating is no longer provisional."""
SEVERAL: Final = 3
"""Opponents of whom that takes at least so many."""
LEAST_MOVES: Final = 2
"""Of every seat, for a match to be rated."""
ABORTED: Final = "aborted"
"""The reason of an outcome that nobody is to win or lose by."""

START: Final = 1500
SCALE: Final = 30
"""Points that people see, of one of the model."""
_MEAN: Final = 25.0
_UNSURE: Final = 165 / SCALE
"""Of a newcomer to a club of which nothing is known."""
_GUESSED: Final = 5
"""As many members as that guess is worth."""
_NARROWEST: Final = 60 / SCALE
_WIDEST: Final = 350 / SCALE
_OF_DOUBT: Final = math.pi / 8
"""A logistic curve seen through doubt is nearly one again, wider by so much of the variance."""
_NEVER_SURE: Final = 1e-4
"""Of the variance, what is left at least after a match."""
_LOGISTIC: Final = 400 / math.log(10)
"""Of two well-known seats, the one 200 points ahead wins three matches in four, as in chess."""
_FADES: Final = 5 / SCALE**2
"""What a day adds to the variance of a skill."""
_A_DAY: Final = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of somebody: a mean, and its standard deviation."""

    mu: float = _MEAN
    sigma: float = _UNSURE

    @property
    def shown(self) -> int:
        """As people see it."""
        return round(self.points)

    @property
    def points(self) -> float:
        return START + SCALE * (self.mu - _MEAN)

    @property
    def margin(self) -> int:
        """The true skill is as near as this to the shown one, nineteen times out of twenty."""
        return round(2 * SCALE * self.sigma)

    def after(self, seconds: int) -> Skill:
        """As sure as one is of it after so long: the mean stays."""
        variance = self.sigma**2 + _FADES * max(0, seconds) / _A_DAY
        return Skill(self.mu, min(max(_UNSURE, self.sigma), math.sqrt(variance)))


def is_rated(seats: int, record: Sequence[Ply[Any]], outcome: Outcome) -> bool:
    """Not an aborted match, nor one that ended before every seat had moved twice, or with one that had moved.

    An answer to another seat is no move; a turn that begins by itself is one, where the game says so. Seats
    without which the match went on are not waited for.
    """
    moved = Counter(ply.mover for ply in record)
    excused = _left(record[:-1])
    return (
        outcome.reason != ABORTED
        and all(moved[seat] >= LEAST_MOVES for seat in range(seats) if seat not in excused)
        and seats - len(absent(record)) > 1
    )


def absent(record: Sequence[Ply[Any]]) -> frozenset[int]:
    """Seats that left before they had moved: they were never in it."""
    moved = {ply.mover for ply in record}
    return frozenset(seat for seat in _left(record) if seat not in moved)


def ranks(seats: int, record: Sequence[Ply[Any]], outcome: Outcome) -> tuple[int, ...]:
    """Where each seat ended, from 1; equal seats share a rank, and those that left share the last one."""
    left = _left(record)

    def worth(seat: int) -> tuple[bool, bool, int]:
        # Points count among several losers only: a draw is a draw, and a shared win is shared.
        points = outcome.scores[seat] if outcome.winners and seat not in outcome.winners else 0
        return (seat not in left, seat in outcome.winners, 0 if seat in left else points)

    worths = [worth(seat) for seat in range(seats)]
    return tuple(1 + sum(other > own for other in worths) for own in worths)


def results(seats: int, record: Sequence[Ply[Any]], outcome: Outcome) -> tuple[str, ...]:
    """`won`, `drawn` or `lost`, for each seat. A draw is one for those who stayed."""
    left = _left(record)
    return tuple(
        "won" if seat in outcome.winners else "lost" if outcome.winners or seat in left else "drawn"
        for seat in range(seats)
    )


def _left(record: Sequence[Ply[Any]]) -> set[int]:
    return {line.move.seat for line in record if isinstance(line.move, Leave)}


def expected(points: float, of_other: float) -> float:
    """How much of a match against the other is to be expected; a draw is half of one."""
    return 1 / (1 + 10 ** ((of_other - points) / 400))


def rated(skills: Sequence[Skill], ranked: Sequence[int]) -> tuple[Skill, ...]:
    """The skills after a match with these ranks (Plackett-Luce, by its moments).

    Whoever is first was drawn from all, the second from those who remain, and so on. Who shares a rank was
    drawn in any order: the mean is taken of all. A lead means the same however many sit at the table.
    """
    return _rated(tuple(skills), tuple(ranked))


@lru_cache(128)
def _rated(skills: tuple[Skill, ...], ranked: tuple[int, ...]) -> tuple[Skill, ...]:
    """Kept, for most people have the same ratings on their server as everywhere."""
    wide = math.sqrt(_LOGISTIC**2 / SCALE**2 + _OF_DOUBT * sum(skill.sigma**2 for skill in skills))
    best = max(skill.mu for skill in skills)
    odds = [math.exp((skill.mu - best) / wide) for skill in skills]
    surprises = [0.0] * len(skills)
    tells = [0.0] * len(skills)
    for among, weight in _draws(ranked):
        total = sum(odds[seat] for seat in among)
        for seat in among:
            chance = odds[seat] / total
            surprises[seat] -= weight * chance
            tells[seat] += weight * chance * (1 - chance)
    return tuple(
        Skill(
            skill.mu + skill.sigma**2 / wide * (1 + surprise),
            skill.sigma * math.sqrt(max(_NEVER_SURE, 1 - (skill.sigma / wide) ** 2 * told)),
        )
        for skill, surprise, told in zip(skills, surprises, tells, strict=True)
    )


@lru_cache(256)
def _draws(ranked: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The seats that one is drawn from, at any time, and how likely it is that those were left then."""
    found = []
    for rank in sorted(set(ranked)):
        equals = [seat for seat, own in enumerate(ranked) if own == rank]
        behind = tuple(seat for seat, own in enumerate(ranked) if own > rank)
        for left in range(len(equals), 0, -1):
            likely = 1 / math.comb(len(equals), left)
            found += [((*some, *behind), likely) for some in combinations(equals, left)]
    return tuple(found)


# How far apart the members of a club are


@dataclass(frozen=True, slots=True)
class Spread:
    """Of the skills of all who are settled: what is believed of a newcomer before their first match.

    In a club of equals a few wins are luck, and in one of unequals they are not. Without it 200 points would
    mean less in the one and more in the other.
    """

    members: int = 0
    squares: float = 0.0
    """Of how far each may be from the start, added up."""

    @property
    def newcomer(self) -> Skill:
        variance = (_GUESSED * _UNSURE**2 + self.squares) / (_GUESSED + self.members)
        return Skill(sigma=max(_NARROWEST, min(_WIDEST, math.sqrt(variance))))

    def plus(self, skill: Skill) -> Spread:
        return Spread(self.members + 1, self.squares + _square(skill))

    def minus(self, skill: Skill) -> Spread:
        return Spread(self.members - 1, self.squares - _square(skill))


def _square(skill: Skill) -> float:
    return (skill.mu - _MEAN) ** 2 + skill.sigma**2
