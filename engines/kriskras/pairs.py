"""What fighters of both sides are to each other at a glance: who may be captured, as if nobody were between.

All of it lies in numbers with a lane for each square, so that what a whole side is to a fighter on any square
is found by adding a few of them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from engines.kriskras.board import BIT, BLACK, DIE, FIELD, GREEN, KINDS, OFF, RED, SIZE, WHITE
from engines.kriskras.evaluation import FARTHEST, danger, threat

SQUARES: Final = SIZE * SIZE
"""Lanes of a number."""
LANE: Final = 64
_PACKED: Final = struct.Struct(f"<{SQUARES}Q")
SHIFT: Final = 27
"""Worth stands above so many bits of a lane: room for a move."""
ABOVE: Final = 4_000
"""Added to each lane, so that none is below nought."""

# What is seen coming
NOTHING: Final = 0
ASIDE: Final = 1
"""Red aside and green straight forward, as soldiers mostly go."""
WIDE: Final = 2


def rows_to_go(side: int, square: int) -> int:
    row = square // SIZE
    return row if side == BLACK else FARTHEST - row


def lanes(values: Iterable[int]) -> int:
    """A number with a value for each square; those of several may be added."""
    return int.from_bytes(_PACKED.pack(*((value + ABOVE) << SHIFT for value in values)), "little")


def spread(number: int) -> Sequence[int]:
    """The lanes of a sum; what was added to each is the same in all."""
    return _PACKED.unpack(number.to_bytes(_PACKED.size, "little"))


@cache
def hits(side: int, kind: int, source: int, sight: int) -> dict[int, int]:
    """How many throws capture somebody on a square of the field, by square."""
    if sight == NOTHING or rows_to_go(side, source) == 0:
        return {}
    if side == BLACK:
        turned = hits(WHITE, kind, _turned(source), sight)
        return {_turned(square): count for square, count in turned.items()}
    throws: dict[int, int] = {}
    for red in DIE:
        for knee, _ in RED[WHITE][kind][red][source]:
            if sight == ASIDE and not _is_aside(source, knee):
                continue
            for green in DIE:
                with_it = (1 << DIE[-1]) - (1 << green - 1) << DIE[-1] * (red - 1)
                for target, _ in GREEN[WHITE][kind][green][knee]:
                    if sight == WIDE or (target - knee) % SIZE == 0:
                        throws[target] = throws.get(target, 0) | with_it
    throws.pop(source, None)
    return {
        square: found.bit_count() for square, found in throws.items() if square != OFF and BIT[square] & FIELD
    }


def _is_aside(source: int, knee: int) -> bool:
    return source // SIZE == knee // SIZE


def _turned(square: int) -> int:
    return (FARTHEST - square // SIZE) * SIZE + square % SIZE


class Pair:
    """A fighter and whoever of the other side stands anywhere: the other has moved, the fighter is next."""

    __slots__ = ("lanes", "values")

    def __init__(self, side: int, kind: int, square: int, sight: int) -> None:
        found = tuple(self._values(side, kind, square, other_kind, sight) for other_kind in range(len(KINDS)))
        self.values: tuple[Sequence[int], ...] = found
        """By kind and square of the other: what the pair is worth to the other."""
        self.lanes = tuple(map(lanes, found))

    def _values(self, side: int, kind: int, square: int, other_kind: int, sight: int) -> Sequence[int]:
        other, rows = 1 - side, rows_to_go(side, square)
        found = [0] * SQUARES
        for target, throws in hits(side, kind, square, sight).items():
            found[target] -= danger(other_kind, rows_to_go(other, target), throws)
        for source, throws in _hitting(other, other_kind, sight)[square].items():
            found[source] += threat(kind, rows, throws)
        return found


@cache
def _hitting(side: int, kind: int, sight: int) -> Sequence[dict[int, int]]:
    """The same as `hits`, by the square of who is captured."""
    found: list[dict[int, int]] = [{} for _ in range(SQUARES)]
    for source in range(SQUARES):
        for target, throws in hits(side, kind, source, sight).items():
            found[target][source] = throws
    return found


@cache
def pair(side: int, kind: int, square: int, sight: int) -> Pair:
    return Pair(side, kind, square, sight)
