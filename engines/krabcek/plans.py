"""How many throws a side of Krabcek still needs for its tower, while the others stand where they stand.

The Bigboy does not walk: it comes on with a 1, and with a 6 it changes places with somebody who waits on an
avenue. There a Middleman comes on top, and then a Skinnyboy; or both together, as a Little Stack.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.krabcek.distances import Distances
from engines.krabcek.labyrinth import ALLEY, BIT, GATE_SET, MOST_STEPS, STREET, boxes_of
from engines.krabcek.pieces import BIG_STACK, BIGBOY, LITTLE_STACK, MIDDLEMAN, SKINNYBOY, Force, hand_of

IN_HAND: Final = 0
ON_GATE: Final = 1
ON_AVENUE: Final = 2
STACKED: Final = 3
"""The stages of a tower: where the Bigboy is, and that a Middleman stands on it."""

_ONE_THROW: Final = float(MOST_STEPS)
"""Throws until one number comes."""
_NO_GATE: Final = 9.0
"""Until the Bigboy comes on, if no gate is free for it."""
_BOTH: Final = 0.35
"""Of the shorter of two waits: how much longer it takes until both are over."""
_LONGEST: Final = 25.0
_LONGEST_STACKED: Final = 40.0
"""Throws until something else is tried, where there is no way; a Little Stack is not even there."""
MOST_THROWS: Final = 100
"""No plan takes more."""


class Plan(NamedTuple):
    stage: int
    throws: float
    """What its quickest way takes, about."""
    is_elsewhere: bool
    """That begins with a change to another avenue."""


class Plans(dict[tuple[Force, int, int], Plan]):
    """By the pieces of a side, its gates, and the watched boxes on which others stand."""

    def __init__(self, distances: Distances) -> None:
        super().__init__()
        self._distances = distances
        self._rates: dict[tuple[int, int, int, int, int, int], float] = {}

    def __missing__(self, key: tuple[Force, int, int]) -> Plan:
        found = self[key] = _Planner(self._distances, self._rates, *key).plan()
        return found


class _Planner:
    """One side, for one plan."""

    def __init__(
        self,
        distances: Distances,
        rates: dict[tuple[int, int, int, int, int, int], float],
        force: Force,
        gates: int,
        others: int,
    ) -> None:
        self._distances = distances
        self._rates = rates
        self._force = force
        self._gates = gates
        self._others = others
        standing = 0
        for boxes in force:
            standing |= boxes
        self._free = gates & ~standing & ~others
        skinnies, middlemen, _ = hand_of(force)
        self._gates_of = {SKINNYBOY: self._free if skinnies else 0, MIDDLEMAN: self._free if middlemen else 0}

    def plan(self) -> Plan:
        force, avenues = self._force, self._distances.avenues
        waiting = (force[SKINNYBOY] | force[MIDDLEMAN] | force[LITTLE_STACK]) & avenues
        stacked = force[BIG_STACK] != 0
        tower = (force[BIGBOY] | force[BIG_STACK]) & avenues
        if not tower:
            return self._from_a_gate(waiting, stacked=stacked)
        here = self._built(tower.bit_length() - 1, stacked=stacked)
        changes = (_ONE_THROW + self._built(box, stacked=stacked) for box in boxes_of(waiting))
        there = min(changes, default=_LONGEST_STACKED)
        return Plan(STACKED if stacked else ON_AVENUE, min(here, there), there < here)

    def _from_a_gate(self, waiting: int, *, stacked: bool) -> Plan:
        """Somebody waits on an avenue, the Bigboy on a gate, and then they change places."""
        is_on_gate = ((self._force[BIGBOY] | self._force[BIG_STACK]) & GATE_SET) != 0
        gate = 0.0 if is_on_gate else _ONE_THROW if self._free else _NO_GATE
        best = float(MOST_THROWS)
        for box in boxes_of(self._distances.avenues & ~self._others):
            avenue = 0.0 if waiting & BIT[box] else 1.0 / max(self._occupied(box), 1.0 / _LONGEST)
            both = max(gate, avenue) + _BOTH * min(gate, avenue)
            best = min(best, both + _ONE_THROW + self._built(box, stacked=stacked))
        return Plan(ON_GATE if is_on_gate else IN_HAND, best, is_elsewhere=False)

    def _occupied(self, box: int) -> float:
        force = self._force
        return (
            self._rate(ALLEY, box, force[SKINNYBOY], self._gates_of[SKINNYBOY])
            + self._rate(STREET, box, force[MIDDLEMAN], self._gates_of[MIDDLEMAN])
            + self._rate(STREET, box, force[LITTLE_STACK], 0)
        )

    def _built(self, box: int, *, stacked: bool) -> float:
        """The throws for what is to come upon a Bigboy on an avenue; who stands there now is not of it."""
        force, elsewhere = self._force, ~BIT[box]
        skinny = 0.0
        if self._distances.approaches[box] & ~self._others:
            skinny = self._rate(ALLEY, box, force[SKINNYBOY] & elsewhere, self._gates_of[SKINNYBOY])
        skinny_throws = 1.0 / max(skinny, 1.0 / _LONGEST)
        if stacked:
            return skinny_throws
        middle = self._rate(STREET, box, force[MIDDLEMAN] & elsewhere, self._gates_of[MIDDLEMAN])
        little = self._rate(STREET, box, force[LITTLE_STACK] & elsewhere, 0)
        one_by_one = 1.0 / max(middle, 1.0 / _LONGEST) + skinny_throws
        return 1.0 / (1.0 / one_by_one + max(little, 1.0 / _LONGEST_STACKED))

    def _rate(self, width: int, box: int, pieces: int, gates: int) -> float:
        """Of so many throws one brings one of these pieces there, or one from the hand."""
        if not pieces and not gates:
            return 0.0
        barred = self._others & self._distances.wide if width == STREET else 0
        key = width, box, pieces, gates, self._gates, barred
        found = self._rates.get(key)
        if found is None:
            rates = self._distances.rates(width, box, self._gates, barred)
            found = 0.0
            for piece in boxes_of(pieces):
                found += rates[piece]
            if gates:
                found += self._distances.entering(width, box, self._gates, barred, gates)
            self._rates[key] = found
        return found
