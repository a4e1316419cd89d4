"""How far it is in a labyrinth: throws until a piece ends exactly on a box, if nobody is in its way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engines.krabcek.labyrinth import (
    ALLEY,
    AVENUE,
    BIT,
    BOXES,
    GATE_SET,
    MOST_STEPS,
    STREET,
    Labyrinth,
    Ways,
    boxes_of,
    lay,
)

FAR: Final = 40.0
"""Throws, where there is no way at all."""
_SWEEPS: Final = 14

Ends = tuple[tuple[tuple[int, ...], ...], ...]
"""By box and throw, the boxes where a walk may end; throws count from one."""


class Distances:
    """Found when they are first asked for, and kept with the labyrinth."""

    def __init__(self, maze: Labyrinth) -> None:
        self.maze = maze
        self.ways: Mapping[int, Ways] = {width: maze.ways(width) for width in (ALLEY, STREET, AVENUE)}
        """By width: at hand for those who ask a million times."""
        self.avenues = sum(BIT[box] for box, width in enumerate(maze.widths) if width == AVENUE) & ~GATE_SET
        """Where a tower can be built."""
        self._ends: dict[int, Ends] = {}
        self._throws: dict[tuple[int, int], tuple[float, ...]] = {}

    def ends(self, width: int) -> Ends:
        """For what is so wide."""
        if width not in self._ends:
            ways = self.ways[width]
            self._ends[width] = tuple(
                tuple(
                    tuple(sorted({end.bit_length() - 1 for end, _ in ways[steps][box]}))
                    for steps in range(1, MOST_STEPS + 1)
                )
                for box in range(len(BOXES))
            )
        return self._ends[width]

    def throws(self, width: int, targets: int) -> tuple[float, ...]:
        """By box: the throws to any of a set of boxes, while other pieces use those that do not help."""
        key = width, targets
        if key not in self._throws:
            self._throws[key] = self._swept(width, targets)
        return self._throws[key]

    def entering(self, width: int, targets: int, gates: int) -> float:
        """The throws from the hand, where these gates are open: the gate counts as one."""
        throws, ends = self.throws(width, targets), self.ends(width)
        found = 0.0
        for steps in range(MOST_STEPS):
            best = FAR
            for gate in boxes_of(gates):
                reached = (gate,) if steps == 0 else ends[gate][steps - 1]
                for end in reached:
                    best = min(best, throws[end])
            found += best
        return min(1.0 + found / MOST_STEPS, FAR)

    def _swept(self, width: int, targets: int) -> tuple[float, ...]:
        ends = self.ends(width)
        found = [0.0 if targets & BIT[box] else FAR for box in range(len(BOXES))]
        for _ in range(_SWEEPS):
            for box, by_throw in enumerate(ends):
                if not targets & BIT[box]:
                    here = found[box]
                    total = 0.0
                    for reached in by_throw:
                        best = here
                        for end in reached:
                            if found[end] < best:
                                best = found[end]
                        total += best
                    found[box] = min(1.0 + total / MOST_STEPS, here)
        return tuple(found)


@lru_cache(maxsize=64)
def distances_in(layout: str) -> Distances:
    return Distances(lay(layout))
