"""All that a side may do with any throw, found at once: each walk is a number, behind what it is worth.

Nearly all of a thought is spent here. What a walk is worth is what its end is worth, less its beginning, and
more by whom it captures: three numbers that are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from engines.kriskras.board import (
    BIT,
    DIE,
    FIELD,
    GREEN,
    KINDS,
    MUSKETEER,
    MUSKETEERS,
    RED,
    SIZE,
    SOLDIER,
    WHITE,
    ZONES,
)
from engines.kriskras.evaluation import SURE, TEMPO, Tally, counted, numbers, places, standing
from engines.kriskras.moves import LAPSE, Retreat, Walk
from engines.kriskras.pairs import ABOVE, LANE, SHIFT, SQUARES, lanes, pair, rows_to_go, spread
from engines.moves import Move
from engines.squares import squares_of

Sides = tuple[int, int, int, int, int]
"""Musketeers and soldiers of the side that throws, those of the other, and which side it is."""
Fighter = tuple[int, int]
"""Kind and square."""

_HIGH: Final = 4 * SURE
"""Added to what a walk is worth, so that it is never below nought."""
_DIE: Final = DIE[-1]
_SQUARE: Final = 9
"""Bits of a square."""
_ANY: Final = (1 << _SQUARE) - 1
_NOWHERE: Final = _ANY
"""Where a throw leads that lapses."""


def score_of(code: int) -> int:
    return (code >> SHIFT) - _HIGH


def ends_of(code: int) -> int:
    """Source and target: two walks that agree in these bring the same."""
    return code >> _SQUARE & (1 << 2 * _SQUARE) - 1


def move_of(code: int) -> Move:
    source, target, knee = code >> 2 * _SQUARE & _ANY, code >> _SQUARE & _ANY, code & _ANY
    if target == _NOWHERE:
        return LAPSE
    return Retreat(source, target) if target == knee else Walk(source, knee, target)


Ray = tuple[int, tuple[int, ...]]
"""A green way of six eyes, as far as the board goes: as a set, and square by square."""


@cache
def _rays(side: int, kind: int) -> Sequence[tuple[Ray, ...]]:
    return tuple(
        tuple(
            (over, tuple(squares_of(over)) if side == WHITE else tuple(squares_of(over))[::-1])
            for _, over in ways
            if over
        )
        for ways in GREEN[side][kind][_DIE]
    )


@cache
def _reds(side: int, kind: int, source: int) -> Sequence[tuple[int, int, int, tuple[Ray, ...]]]:
    """Each red way: the first throw with it, its knee, the squares it goes over, the green ways after it."""
    rays = _rays(side, kind)
    return tuple(
        ((red - 1) * _DIE, knee, over, rays[knee])
        for red in DIE
        for knee, over in RED[side][kind][red][source]
    )


@cache
def _place_lanes(side: int, kind: int, how: int) -> int:
    """What a fighter is worth on each square, and the square itself, where a target stands in a move."""
    values = places(kind, how)
    found = lanes(values[rows_to_go(side, square)] for square in range(SQUARES))
    return found + sum(square << LANE * square + _SQUARE for square in range(SQUARES))


class Prospect:
    """Of the side that throws, or has thrown; the other throws after it."""

    def __init__(self, sides: Sides, sight: int) -> None:
        own_musketeers, own_soldiers, other_musketeers, other_soldiers, side = sides
        self._side, self._sight = side, sight
        self._fighters = _walking(own_musketeers, own_soldiers, ZONES[1 - side])
        self._others = _walking(other_musketeers, other_soldiers, ZONES[side])
        self._own = _tally(own_musketeers, own_soldiers, ZONES[1 - side])
        self._other = _tally(other_musketeers, other_soldiers, ZONES[side])
        self._everybody = own_musketeers | own_soldiers | other_musketeers | other_soldiers
        self._prey = (other_musketeers | other_soldiers) & FIELD
        self._gained: dict[int, Mapping[int, int]] = {}
        self._is_counted = _ends_the_match(self._other)
        if self._is_counted:
            self.score = counted(self._own, self._other)
            """What it is worth to the side, were its turn over."""
            self._squares = [[square << _SQUARE for square in range(SQUARES)] for _ in KINDS]
        else:
            self._squares = self._worth_of_squares()
            self.score = self._as_it_stands()
        for kind, squares in enumerate(self._squares):
            self._bring_home(kind, squares)

    def walks(self) -> list[list[int]]:
        """By throw, in the order of THROWS. Where none can be made, it lapses."""
        found: list[list[int]] = [[] for _ in range(_DIE * _DIE)]
        side, everybody, prey = self._side, self._everybody, self._prey
        for kind, source in self._fighters:
            squares = self._squares[kind]
            from_here = (self.score + _HIGH << SHIFT) - squares[source] + (source << _SQUARE)
            from_here += source << 2 * _SQUARE
            occupied = everybody ^ BIT[source]
            haven = 0 if ZONES[side] & BIT[source] else ZONES[side]
            for first, knee, over, rays in _reds(side, kind, source):
                if over & occupied:
                    continue
                by_green = found[first : first + _DIE]
                code = from_here + knee
                for ray, targets in rays:
                    met = ray & occupied
                    if not met:
                        for target, into in zip(targets, by_green, strict=False):
                            into.append(code + squares[target])
                        continue
                    nearest = met & -met if side == WHITE else 1 << met.bit_length() - 1
                    square = nearest.bit_length() - 1
                    steps = targets.index(square)
                    for target, into in zip(targets[:steps], by_green, strict=False):
                        into.append(code + squares[target])
                    if nearest & prey:
                        captures = code + squares[square] + (self._gains(square)[source] << SHIFT)
                        for into in by_green[steps:]:
                            into.append(captures)
                if haven & BIT[knee]:
                    for into in by_green:
                        into.append(code + squares[knee])
        lapses = (self.score + _HIGH << SHIFT) + (_NOWHERE << _SQUARE)
        return [walks or [lapses] for walks in found]

    # What it is worth where all stand

    def _worth_of_squares(self) -> list[list[int]]:
        """By kind and square, of a fighter that stands there; all of them the same too much."""
        pairs = [pair(1 - self._side, kind, square, self._sight) for kind, square in self._others]
        how = standing(self._own, self._other)
        return [
            list(spread(sum((each.lanes[kind] for each in pairs), _place_lanes(self._side, kind, how))))
            for kind in range(len(KINDS))
        ]

    def _as_it_stands(self) -> int:
        too_much = ABOVE * (len(self._others) + 1)
        own = sum((self._squares[kind][square] >> SHIFT) - too_much for kind, square in self._fighters)
        how = standing(self._other, self._own)
        return own - _placed(self._others, 1 - self._side, how) + numbers(self._own, self._other) - TEMPO

    def _bring_home(self, kind: int, squares: list[int]) -> None:
        """Squares at home are worth what it is to have one more there."""
        if not (self._own.musketeers, self._own.soldiers)[kind]:
            return
        more = _one_home(self._own, kind)
        if more.musketeers_home == MUSKETEERS:
            gain = 2 * SURE
        elif self._is_counted:
            gain = counted(more, self._other) - self.score
        else:
            gain = numbers(more, self._other) - numbers(self._own, self._other)
            gain += ABOVE * (len(self._others) + 1)
        first, last = (SQUARES - SIZE, SQUARES) if self._side == WHITE else (0, SIZE)
        squares[first:last] = [(gain << SHIFT) + (square << _SQUARE) for square in range(first, last)]

    def _gains(self, square: int) -> Mapping[int, int]:
        """More for who captures there, by where they come from."""
        if square in self._gained:
            return self._gained[square]
        kind = next(kind for kind, place in self._others if place == square)
        left = _one_less(self._other, kind)
        if left.has_lost:
            gain = 2 * SURE
        elif _ends_the_match(left):
            gain = 2 * counted(self._own, left)
        else:
            gain = self._regrouped(left)
            gain += places(kind, standing(self._other, self._own))[rows_to_go(1 - self._side, square)]
        values = pair(1 - self._side, kind, square, self._sight).values
        together = sum(values[each][place] for each, place in self._fighters)
        found = {place: gain - together + values[each][place] for each, place in self._fighters}
        self._gained[square] = found
        return found

    def _regrouped(self, left: Tally) -> int:
        """What it changes that the other side has one less, but for the place that it stood on."""
        own, other, side = self._own, self._other, self._side
        gain = numbers(own, left) - numbers(own, other)
        if standing(own, left) != standing(own, other):
            for sign, tally in ((1, left), (-1, other)):
                gain += sign * _placed(self._fighters, side, standing(own, tally))
                gain -= sign * _placed(self._others, 1 - side, standing(tally, own))
        return gain


def _walking(musketeers: int, soldiers: int, home: int) -> list[Fighter]:
    return [
        (kind, square)
        for kind, squares in ((MUSKETEER, musketeers), (SOLDIER, soldiers))
        for square in squares_of(squares & ~home)
    ]


def _tally(musketeers: int, soldiers: int, home: int) -> Tally:
    return Tally(
        (musketeers & ~home).bit_count(),
        (soldiers & ~home).bit_count(),
        (musketeers & home).bit_count(),
        (soldiers & home).bit_count(),
    )


def _placed(fighters: Iterable[Fighter], side: int, how: int) -> int:
    return sum(places(kind, how)[rows_to_go(side, square)] for kind, square in fighters)


def _one_home(tally: Tally, kind: int) -> Tally:
    musketeers, soldiers, musketeers_home, soldiers_home = tally
    if kind == MUSKETEER:
        return Tally(musketeers - 1, soldiers, musketeers_home + 1, soldiers_home)
    return Tally(musketeers, soldiers - 1, musketeers_home, soldiers_home + 1)


def _one_less(tally: Tally, kind: int) -> Tally:
    musketeers, soldiers, musketeers_home, soldiers_home = tally
    if kind == MUSKETEER:
        return Tally(musketeers - 1, soldiers, musketeers_home, soldiers_home)
    return Tally(musketeers, soldiers - 1, musketeers_home, soldiers_home)


def _ends_the_match(tally: Tally) -> bool:
    """Its turn is next, nobody of it walks, and nobody can return."""
    return tally.walking == 0 and not tally.can_exchange
