"""What a position of Krabcek is worth at a glance, in thousandths of log odds.

A plan among the others as they stand won 72 of 100 matches against a sum of distances, as far as both looked.
The numbers come from a logistic regression over ten thousand matches of players that look one move ahead with
this evaluation; they were found twice, each time in matches of players with the numbers before.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from engines.krabcek.distances import Distances, distances_in
from engines.krabcek.freedom import Uses, stuck, uses
from engines.krabcek.labyrinth import ALLEY, MOST_STEPS, STREET, boxes_of
from engines.krabcek.pieces import BIG_STACK, BIGBOY, LITTLE_STACK, SKINNYBOY, Force
from engines.krabcek.plans import IN_HAND, MOST_THROWS, ON_AVENUE, ON_GATE, STACKED, Plans
from engines.outlook import WON, worth_of

_STAGES: Final = {IN_HAND: 0, ON_GATE: 540, ON_AVENUE: 645, STACKED: -195}
_THROWS: Final = {IN_HAND: -615, ON_GATE: -780, ON_AVENUE: -600, STACKED: -150}
"""By stage, for every time that the throws the plan takes are e times as many."""
_ELSEWHERE: Final = 600
"""The plan begins with a change to another avenue, and then where the tower is was counted as lost."""
_BARRED: Final = -645
"""Others stand wherever a Middleman could step onto the tower from."""
_BESIDE: Final = 370
"""For a Middleman or Little Stack that stands there itself: nobody can bar its way."""
_WAITS: Final = {IN_HAND: 240, ON_GATE: 180}
"""Somebody waits on an avenue for the Bigboy."""
_EARLY: Final = 43
"""For a Skinnyboy that is about before the tower has begun."""
_LITTLE: Final = -145
"""For a Little Stack beyond the plan: two pieces less to move and to bar with."""
_FINISHING: Final = 745
"""For each throw that will build the tower, if the other side does nothing about it."""
_STUCK: Final = -855
"""For each throw that could not be used, were it one's turn."""
INITIATIVE: Final = 95
"""It is the other's turn."""
PARTS: Final = 64
"""Of a throw: logarithms are rounded once, where no machine rounds them differently."""
_LOGS: Final = tuple(
    round(1_000 * math.log(max(parts, 1) / PARTS)) for parts in range(MOST_THROWS * PARTS + 1)
)
_MOST_KEPT: Final = 25_000
"""Hopes, 20 MB with all that belongs to them, before a thought begins anew."""
_WIDEST: Final = 8_000
_WORTHS: Final = tuple(worth_of(thousandths / 1_000) for thousandths in range(_WIDEST + 1))


class Side(NamedTuple):
    """A side as if it were alone in the labyrinth."""

    standing: int
    """All boxes where it stands."""
    score: int
    finishing: Uses
    """Its walks that build the tower."""
    uses: Uses
    beside: int
    """Where a Middleman would step onto its Bigboy from."""


class Judge:
    """Remembers sides and plans."""

    def __init__(self, distances: Distances) -> None:
        self._distances = distances
        self._sides: dict[tuple[Force, int], Side] = {}
        self._plans = Plans(distances)
        self._hopes: dict[tuple[Force, int, int], int] = {}

    @property
    def is_full(self) -> bool:
        return len(self._hopes) > _MOST_KEPT

    def worth(self, own: Force, own_gates: int, other: Force, other_gates: int) -> int:
        """To the side that has just moved: throws that end the match at once, and else how far both are."""
        mine, theirs = self._side(own, own_gates), self._side(other, other_gates)
        finishing = _finishing(theirs, mine.standing)
        lapsing = stuck(theirs.uses, mine.standing)
        score = (
            self._hope(own, own_gates, mine, theirs.standing)
            - self._hope(other, other_gates, theirs, mine.standing)
            + _FINISHING * _finishing(mine, theirs.standing)
            + _STUCK * stuck(mine.uses, theirs.standing)
            - INITIATIVE
        )
        rest = _WORTHS[min(score, _WIDEST)] if score >= 0 else -_WORTHS[min(-score, _WIDEST)]
        return (rest * (MOST_STEPS - finishing - lapsing) + WON * (lapsing - finishing)) // MOST_STEPS

    def _hope(self, force: Force, gates: int, side: Side, others: int) -> int:
        key = force, gates, others & self._distances.watched
        found = self._hopes.get(key)
        if found is None:
            plan = self._plans[key]
            throws = _LOGS[int(plan.throws * PARTS)]
            found = side.score + _STAGES[plan.stage] + _THROWS[plan.stage] * throws // 1_000
            if plan.stage == ON_AVENUE:
                found += _ELSEWHERE * plan.is_elsewhere + _BARRED * (not side.beside & ~others)
            self._hopes[key] = found
        return found

    def _side(self, force: Force, gates: int) -> Side:
        key = force, gates
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = self._seen(force, gates)
        return found

    def _seen(self, force: Force, gates: int) -> Side:
        skinny, middle, big, little, big_stack, tower = force
        distances = self._distances
        standing = skinny | middle | big | little | big_stack | tower
        score = _LITTLE * (little != 0)
        beside = 0
        if big & distances.avenues:
            beside = distances.approaches[big.bit_length() - 1] & distances.wide
            score += _BESIDE * (beside & (middle | little)).bit_count()
        elif not big_stack & distances.avenues:
            stage = ON_GATE if big | big_stack else IN_HAND
            is_waited_for = (skinny | middle | little) & distances.avenues != 0
            score += _WAITS[stage] * is_waited_for + _EARLY * skinny.bit_count()
        return Side(standing, score, self._towers(force, standing), uses(distances, force, gates), beside)

    def _towers(self, force: Force, standing: int) -> Uses:
        """By throw, for the walks that build the tower: the boxes where nobody may stand."""
        avenues, ways = self._distances.avenues, self._distances.ways
        pairs = ((ALLEY, force[SKINNYBOY], force[BIG_STACK]), (STREET, force[LITTLE_STACK], force[BIGBOY]))
        by_throw: list[list[int]] = [[] for _ in range(MOST_STEPS + 1)]
        for width, pieces, towers in pairs:
            target = towers & avenues
            for box in boxes_of(pieces if target else 0):
                for steps in range(1, MOST_STEPS + 1):
                    for end, over in ways[width][steps][box]:
                        if end == target and not over & standing:
                            by_throw[steps].append(over)
        return tuple(tuple(overs) for overs in by_throw if overs)


def judge_in(layout: str) -> Judge:
    """With what earlier thoughts have found: positions of one match have most sides in common."""
    if _judge_in(layout).is_full:
        _judge_in.cache_clear()
    return _judge_in(layout)


@lru_cache(maxsize=4)
def _judge_in(layout: str) -> Judge:
    return Judge(distances_in(layout))


def _finishing(side: Side, others: int) -> int:
    """The throws with which it builds its tower, while the others stand there."""
    found = 0
    for overs in side.finishing:
        for over in overs:
            if not over & others:
                found += 1
                break
    return found


def gates_worth(distances: Distances, own: int, other: int) -> int:
    """While gates are chosen: a gate is good that leads somewhere."""
    return 20_000 * (_exits(distances, own) - _exits(distances, other))


def _exits(distances: Distances, gates: int) -> int:
    return sum(len(distances.maze.links[gate]) for gate in boxes_of(gates))
