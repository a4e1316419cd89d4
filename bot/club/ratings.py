"""What a finished match does to the ratings of its seats. Pure: no file, no clock, no Discord.

A skill is what is believed of somebody: a mean and how unsure it is (openskill, Plackett-Luce). People see
it as a number of a chess-like scale, where everybody begins at 1500. Why so: docs/decisions/0012.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, permutations, product
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from engines.game import Outcome
from engines.moves import Leave
from engines.record import Ply

SETTLED: Final = 10
"""Rated matches until a rating is no longer provisional."""
LEAST_MOVES: Final = 2
"""Of every seat, for a match to be rated."""
ABORTED: Final = "aborted"
"""The reason of an outcome that nobody is to win or lose by."""
FULL_WEIGHT: Final = 3
"""Matches of the same people on one day that count in full; each further one counts half the one before."""

_MODEL: Final = PlackettLuce()
_START: Final = 1500
_SCALE: Final = 30
"""Of two well-known seats, the one 200 points ahead wins three matches in four, as in chess."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of somebody: a mean, and its standard deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """As people see it."""
        return round(_START + _SCALE * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """The true skill is as near as this to the shown one, nineteen times out of twenty."""
        return round(2 * _SCALE * self.sigma)


def is_rated(seats: int, record: Sequence[Ply[Any]], outcome: Outcome) -> bool:
    """Not an aborted match, nor one that ended before every seat had moved twice.

    An answer to another seat is no move; a turn that begins by itself is one, where the game says so. Seats
    without which the match went on are not waited for.
    """
    moved = Counter(ply.mover for ply in record)
    excused = _left(record[:-1])
    return outcome.reason != ABORTED and all(
        moved[seat] >= LEAST_MOVES for seat in range(seats) if seat not in excused
    )


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


def weight(before: int) -> float:
    """What a match counts, when the same people have finished so many others of the game on that day."""
    return 0.5 ** max(0, before + 1 - FULL_WEIGHT)


def rated(skills: Sequence[Skill], ranked: Sequence[int], share: float = 1.0) -> tuple[Skill, ...]:
    """The skills after a match with these ranks, of which a share counts.

    openskill divides one win among all who share a rank: of six seats, two who win together would gain less
    than the third. So who shares a rank is rated in every order, and the mean is taken.
    """
    after = [_in_order(skills, order) for order in _orders(ranked)]
    return tuple(
        Skill(
            mu=skill.mu + share * (fmean(one[seat].mu for one in after) - skill.mu),
            sigma=skill.sigma + share * (fmean(one[seat].sigma for one in after) - skill.sigma),
        )
        for seat, skill in enumerate(skills)
    )


def _orders(ranked: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The seats from the first to the last, in every order that the ranks allow."""
    seats = sorted(range(len(ranked)), key=ranked.__getitem__)
    groups = [tuple(group) for _, group in groupby(seats, key=ranked.__getitem__)]
    for order in product(*(permutations(group) for group in groups)):
        yield tuple(chain.from_iterable(order))


def _in_order(skills: Sequence[Skill], order: Sequence[int]) -> dict[int, Skill]:
    teams = [[_MODEL.rating(skills[seat].mu, skills[seat].sigma)] for seat in order]
    after = _MODEL.rate(teams, ranks=list(range(len(order))))
    return {seat: Skill(one.mu, one.sigma) for seat, (one,) in zip(order, after, strict=True)}
