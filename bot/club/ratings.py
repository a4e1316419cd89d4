"""What a finished match does to the ratings of its seats. Pure: no file, no clock, no Discord.

A skill is what is believed of somebody: a mean and how unsure it is (openskill, Plackett-Luce). People see
it as a number of a chess-like scale, where everybody begins at 1500. Why so: docs/decisions/0012.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, groupby, permutations, product
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from engines.game import Outcome
from engines.moves import Leave
from engines.record import Ply

RULES: Final = 2
"""Of all that decides a rating. Whoever changes any of that counts one on: then all are made anew."""
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
"""Of a newcomer. If it is wider, a club of equals is spread too far; narrower, one of unequals too little."""
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
        return Skill(self.mu, min(_UNSURE, math.sqrt(variance)))


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
    """The skills after a match with these ranks.

    openskill divides one win among all who share a rank: of six seats, two who win together would gain less
    than the third. So who shares a rank is rated in every order, and the mean is taken.
    """
    return _rated(tuple(skills), tuple(ranked))


@lru_cache(16)
def _rated(skills: tuple[Skill, ...], ranked: tuple[int, ...]) -> tuple[Skill, ...]:
    """Kept, for most people have the same ratings on their server as everywhere."""
    after = [_in_order(skills, order) for order in _orders(ranked)]
    return tuple(
        Skill(mu=fmean(one[seat].mu for one in after), sigma=fmean(one[seat].sigma for one in after))
        for seat in range(len(skills))
    )


def _orders(ranked: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The seats from the first to the last, in every order that the ranks allow."""
    seats = sorted(range(len(ranked)), key=ranked.__getitem__)
    groups = [tuple(group) for _, group in groupby(seats, key=ranked.__getitem__)]
    for order in product(*(permutations(group) for group in groups)):
        yield tuple(chain.from_iterable(order))


def _in_order(skills: Sequence[Skill], order: Sequence[int]) -> dict[int, Skill]:
    model = _model(len(order))
    teams = [[model.rating(skills[seat].mu, skills[seat].sigma)] for seat in order]
    after = model.rate(teams, ranks=list(range(len(order))))
    return {seat: Skill(one.mu, one.sigma) for seat, (one,) in zip(order, after, strict=True)}


@cache
def _model(seats: int) -> PlackettLuce:
    """A lead means the same however many sit at the table: openskill would have it mean less among many.

    Certainty grows as fast as the match tells anything; openskill's usual gamma keeps ratings restless.
    """
    return PlackettLuce(
        mu=_MEAN,
        sigma=_UNSURE,
        beta=_LOGISTIC / SCALE / math.sqrt(seats),
        tau=0.0,
        gamma=_all_that_it_tells,
    )


def _all_that_it_tells(*_: object) -> float:
    return 1.0
