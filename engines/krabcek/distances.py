"""How far it is in a labyrinth: throws until a piece ends exactly on a box, with gates to fly between."""

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
from engines.krabcek.moves import FLY

FAR: Final = 40.0
"""Throws, where there is no way at all."""
_SWEEPS: Final = 20
_SETTLED: Final = 0.001
_MOST_KEPT: Final = 2_000
"""Of answers for one labyrinth, before they are found anew."""

Ends = dict[int, tuple[tuple[int, ...], ...]]
"""By box and throw, the boxes where a walk may end; throws count from one."""
Rates = tuple[float, ...]
"""By box: of so many throws one brings a piece there, as a fraction. Nothing where there is no way."""
NEVER: Final = 0.0


class Distances:
    """Found when they are first asked for, and kept with the labyrinth."""

    def __init__(self, maze: Labyrinth) -> None:
        self.maze = maze
        self.ways: Mapping[int, Ways] = {width: maze.ways(width) for width in (ALLEY, STREET, AVENUE)}
        """By width: at hand for those who ask a million times."""
        self.avenues = sum(BIT[box] for box, width in enumerate(maze.widths) if width == AVENUE) & ~GATE_SET
        """Where a tower can be built."""
        self.wide = sum(BIT[box] for box, width in enumerate(maze.widths) if width >= STREET)
        """Where Middlemen can be: so few boxes that whoever stands on one bars their way."""
        self.approaches = tuple(sum(BIT[box] for box in touching) for touching in maze.links)
        """By box, those that touch it."""
        self.watched = self.wide
        """Where it matters for a tower that somebody stands."""
        for avenue in boxes_of(self.avenues):
            self.watched |= self.approaches[avenue]
        self._ends: dict[tuple[int, int], Ends] = {}
        self._rates: dict[tuple[int, int, int, int], Rates] = {}
        self._entering: dict[tuple[int, int, int, int, int], float] = {}

    def rates(self, width: int, target: int, gates: int, barred: int) -> Rates:
        """How soon a piece comes from each box to an avenue, if nobody walks over the barred ones.

        It may fly between these gates and all others; throws that do not help it are used by other pieces.
        """
        key = width, target, gates, barred
        if key not in self._rates:
            if len(self._rates) > _MOST_KEPT:
                self._rates.clear()
            self._rates[key] = self._found(width, target, gates, barred)
        return self._rates[key]

    def entering(self, width: int, target: int, gates: int, barred: int, free: int) -> float:
        """The same for who is brought on through one of the free gates: the gate counts as one."""
        key = width, target, gates, barred, free
        if key not in self._entering:
            if len(self._entering) > _MOST_KEPT:
                self._entering.clear()
            self._entering[key] = self._entered(width, target, gates, barred, free)
        return self._entering[key]

    def _entered(self, width: int, target: int, gates: int, barred: int, free: int) -> float:
        rates, ends = self.rates(width, target, gates, barred), self._open_ends(width, barred)
        throws = 0.0
        for steps in range(MOST_STEPS):
            best = FAR
            for gate in boxes_of(free):
                for end in (gate,) if steps == 0 else ends[gate][steps - 1]:
                    best = min(best, _throws(rates, end, target))
            throws += best
        throws = min(1.0 + throws / MOST_STEPS, FAR)
        return 1.0 / throws if throws < FAR else NEVER

    def _open_ends(self, width: int, barred: int) -> Ends:
        key = width, barred
        if key not in self._ends:
            if len(self._ends) > _MOST_KEPT // 10:
                self._ends.clear()
            ways, widths = self.ways[width], self.maze.widths
            self._ends[key] = {
                box: tuple(
                    tuple(
                        {end.bit_length() - 1 for end, over in ways[steps][box] if not (over | end) & barred}
                    )
                    for steps in range(1, MOST_STEPS + 1)
                )
                for box in range(len(BOXES))
                if widths[box] >= width
            }
        return self._ends[key]

    def _found(self, width: int, target: int, gates: int, barred: int) -> Rates:
        """Better and better, until nothing changes any more."""
        ends = self._open_ends(width, barred)
        flights = {
            gate: tuple(boxes_of(GATE_SET & ~barred & ~(gates if gates & BIT[gate] else ~gates)))
            for gate in boxes_of(GATE_SET)
        }
        found = [FAR] * len(BOXES)
        found[target] = 0.0
        asked = [
            (box, _with_flights(by_throw, flights[box]) if box in flights else by_throw)
            for box, by_throw in ends.items()
            if box != target
        ]
        for _ in range(_SWEEPS):
            change = 0.0
            for box, by_throw in asked:
                here = found[box]
                total = 0.0
                for reached in by_throw:
                    best = here
                    for end in reached:
                        if found[end] < best:
                            best = found[end]
                    total += best
                better = 1.0 + total / MOST_STEPS
                if better < here:
                    found[box] = better
                    change = max(change, here - better)
            if change < _SETTLED:
                break
        return tuple(1.0 / throws if 0.0 < throws < FAR else NEVER for throws in found)


def _with_flights(
    by_throw: tuple[tuple[int, ...], ...], flights: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*by_throw[: FLY - 1], by_throw[FLY - 1] + flights, *by_throw[FLY:])


def _throws(rates: Rates, box: int, target: int) -> float:
    if box == target:
        return 0.0
    return 1.0 / rates[box] if rates[box] else FAR


@lru_cache(maxsize=32)
def distances_in(layout: str) -> Distances:
    return Distances(lay(layout))
