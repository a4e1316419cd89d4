"""The tiles of Cubus, counted by kind."""

from __future__ import annotations

from typing import Final, NamedTuple

LETTERS: Final = "TOLR"
"""Closed lids, open lids, left sides, right sides: the order in which a lack of tiles is told."""


class Tiles(NamedTuple):
    """How many there are of each kind. As a difference, numbers may be negative."""

    lids: int = 0
    open: int = 0
    left: int = 0
    right: int = 0

    def plus(self, other: Tiles) -> Tiles:
        return Tiles(*(own + others for own, others in zip(self, other, strict=True)))

    def minus(self, other: Tiles) -> Tiles:
        return Tiles(*(own - others for own, others in zip(self, other, strict=True)))

    @property
    def total(self) -> int:
        return sum(self)


NONE: Final = Tiles()
ONE: Final = {letter: Tiles(*(int(letter == other) for other in LETTERS)) for letter in LETTERS}
"""One tile, by its letter."""


def box(*, young: bool) -> Tiles:
    """All tiles of the game; the children's game has no open lids."""
    return Tiles(12, 0 if young else 4, 16, 16)


def sum_of(tiles: tuple[Tiles, ...]) -> Tiles:
    return Tiles(*(sum(kind) for kind in zip(*tiles, strict=True)))


def write_tiles(tiles: Tiles) -> str:
    """Such as `T2L1`; `-` for none."""
    return "".join(f"{letter}{count}" for letter, count in zip(LETTERS, tiles, strict=True) if count) or "-"
