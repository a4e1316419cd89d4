"""The fighters of both sides: where they stand, and where a throw may take them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from engines.kriskras.board import (
    BIT,
    BLACK,
    DIE,
    EVERYWHERE,
    FIELD,
    GREEN,
    MUSKETEER,
    MUSKETEER_SQUARES,
    OFF,
    RED,
    SOLDIER,
    SOLDIER_SQUARES,
    WHITE,
    ZONES,
    nearest,
    set_of,
)
from engines.kriskras.moves import Retreat, Walk
from engines.squares import squares_of

Dice = tuple[int, int]
"""Red, green."""
Pair = tuple[int, int]
"""Something of White and of Black."""


class Count(NamedTuple):
    """So many fighters of each kind."""

    musketeers: int
    soldiers: int


@dataclass(frozen=True, slots=True)
class Fighters:
    """Sets of squares, by side."""

    musketeers: Pair
    soldiers: Pair

    def of(self, side: int) -> int:
        return self.musketeers[side] | self.soldiers[side]

    @property
    def everybody(self) -> int:
        return self.of(WHITE) | self.of(BLACK)

    def kind_on(self, square: int) -> int:
        """MUSKETEER or SOLDIER; somebody must stand there."""
        is_musketeer = (self.musketeers[WHITE] | self.musketeers[BLACK]) & BIT[square]
        return MUSKETEER if is_musketeer else SOLDIER

    def home(self, side: int) -> int:
        """Those who reached the zone behind the other's lines."""
        return self.of(side) & ZONES[1 - side]

    def walking(self, side: int) -> int:
        """Those who are not home: home is home."""
        return self.of(side) & ~ZONES[1 - side]

    def free_in_zone(self, side: int) -> int:
        return ZONES[side] & ~self.everybody

    def can_be_captured(self, side: int) -> int:
        """Those in the field: nobody in a zone can be."""
        return self.of(side) & FIELD

    def count(self, side: int, squares: int = EVERYWHERE) -> Count:
        """How many of a side stand on these squares."""
        return Count(
            (self.musketeers[side] & squares).bit_count(), (self.soldiers[side] & squares).bit_count()
        )

    # Where they may go

    def _walkers(self, side: int) -> Iterator[tuple[int, int]]:
        """Kind and square of all who are not home."""
        for square in squares_of(self.musketeers[side] & ~ZONES[1 - side]):
            yield MUSKETEER, square
        for square in squares_of(self.soldiers[side] & ~ZONES[1 - side]):
            yield SOLDIER, square

    def walks(self, side: int, dice: Dice) -> list[Walk | Retreat]:
        """All that a side may do with a throw."""
        found: list[Walk | Retreat] = []
        for kind, source in self._walkers(side):
            found += self._walks_of(side, kind, source, dice)
        return found

    def walks_from(self, side: int, source: int, dice: Dice) -> list[Walk | Retreat]:
        """All that the fighter on a square may do with a throw; nothing if none of this side walks there."""
        if not self.walking(side) & BIT[source]:
            return []
        return self._walks_of(side, self.kind_on(source), source, dice)

    def _walks_of(self, side: int, kind: int, source: int, dice: Dice) -> list[Walk | Retreat]:
        red, green = dice
        occupied = self.everybody ^ BIT[source]
        prey = self.can_be_captured(1 - side)
        haven = 0 if ZONES[side] & BIT[source] else ZONES[side]
        found: list[Walk | Retreat] = []
        for knee, red_way in RED[side][kind][red][source]:
            if red_way & occupied:
                continue
            for target, green_way in GREEN[side][kind][green][knee]:
                met = green_way & occupied
                if not met:
                    if target != OFF:
                        found.append(Walk(source, knee, target))
                elif (first := nearest(met, side)) & prey:
                    found.append(Walk(source, knee, first.bit_length() - 1))
            if haven & BIT[knee]:
                found.append(Retreat(source, knee))
        return found

    def can_walk(self, side: int) -> bool:
        """Whether any of the 36 throws could be used.

        Where a green one is closed, so are all longer ones. A fighter that could be brought back to its own
        zone needs no look of its own: if the square before it there is closed, an own fighter stands on
        it, which can go back and forth.
        """
        prey = self.can_be_captured(1 - side)
        for kind, source in self._walkers(side):
            occupied = self.everybody ^ BIT[source]
            for knee in self._knees(side, kind, source):
                for _, way in GREEN[side][kind][1][knee]:
                    if way & prey or way & ~occupied:
                        return True
        return False

    def _knees(self, side: int, kind: int, source: int) -> Iterator[int]:
        """Wherever some red die may take a fighter."""
        everybody = self.everybody
        for eyes in DIE:
            for knee, way in RED[side][kind][eyes][source]:
                if not way & everybody:
                    yield knee

    def in_danger(self, side: int) -> int:
        """Those of a side that some throw would let the other side capture."""
        other = 1 - side
        prey, found = self.can_be_captured(side), 0
        for kind, source in self._walkers(other):
            occupied = self.everybody ^ BIT[source]
            farthest = GREEN[other][kind][DIE[-1]]
            for knee in self._knees(other, kind, source):
                for _, way in farthest[knee]:
                    if way & prey:
                        found |= nearest(way & occupied, other) & prey
        return found

    # What moving makes of them

    def moved(self, side: int, source: int, target: int) -> Fighters:
        """A fighter stands elsewhere; whoever of the other side stood there is captured."""
        change = BIT[source] ^ BIT[target]
        own = (change, 0) if self.musketeers[side] & BIT[source] else (0, change)
        kept = ~BIT[target]
        other = 1 - side
        return Fighters(
            _pair(side, self.musketeers[side] ^ own[MUSKETEER], self.musketeers[other] & kept),
            _pair(side, self.soldiers[side] ^ own[SOLDIER], self.soldiers[other] & kept),
        )

    def swapped(self, side: int, square: int, soldiers: int) -> Fighters:
        """A musketeer has returned for these soldiers."""
        other = 1 - side
        return Fighters(
            _pair(side, self.musketeers[side] | BIT[square], self.musketeers[other]),
            _pair(side, self.soldiers[side] & ~soldiers, self.soldiers[other]),
        )


def _pair(side: int, own: int, other: int) -> Pair:
    return (own, other) if side == WHITE else (other, own)


def _start() -> Fighters:
    musketeers = tuple(set_of(names) for names in MUSKETEER_SQUARES)
    soldiers = tuple(set_of(names) for names in SOLDIER_SQUARES)
    return Fighters((musketeers[WHITE], musketeers[BLACK]), (soldiers[WHITE], soldiers[BLACK]))


START: Final = _start()
