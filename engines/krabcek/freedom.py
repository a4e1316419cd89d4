"""How free a side of Krabcek is: who cannot use a throw loses, so each is told with what it asks for."""

from __future__ import annotations

from engines.krabcek.distances import Distances
from engines.krabcek.labyrinth import BIT, GATE_SET, MOST_STEPS, boxes_of
from engines.krabcek.moves import FLY, SWITCH
from engines.krabcek.pieces import BIGGER, WIDTH, Force, hand_of

Uses = tuple[tuple[int, ...], ...]
"""By throw, from one: of everything it could be used for, the boxes where nobody of the others may stand."""


def uses(distances: Distances, own: Force, gates: int) -> Uses:
    """What a side can use its throws for, as far as it does not stand in its own way."""
    standing = 0
    for boxes in own:
        standing |= boxes
    found: list[set[int]] = [set() for _ in range(MOST_STEPS)]
    _add_entering(distances, own, gates, standing, found)
    for kind, boxes in enumerate(own):
        if boxes:
            ways, shut = distances.ways[WIDTH[kind]], closed(own, kind, standing)
            for box in boxes_of(boxes):
                for steps, asked in enumerate(found, start=1):
                    for end, over in ways[steps][box]:
                        if not (over & standing or end & shut):
                            asked.add((over | end) & ~standing)
    for here, there in ((gates, GATE_SET & ~gates), (GATE_SET & ~gates, gates)):
        if standing & here:
            found[FLY - 1].update(BIT[gate] for gate in boxes_of(there & ~standing))
    if _can_switch(distances, own):
        found[SWITCH - 1].add(0)
    return tuple((0,) if 0 in asked else tuple(asked) for asked in found)


def stuck(asked: Uses, others: int) -> int:
    """Of the six throws, how many cannot be used while the others stand there."""
    found = 0
    for boxes in asked:
        for asked_for in boxes:
            if not asked_for & others:
                break
        else:
            found += 1
    return found


def _add_entering(distances: Distances, own: Force, gates: int, standing: int, found: list[set[int]]) -> None:
    """The smallest piece of the hand fits wherever others do; the gate counts as one."""
    kind = next((kind for kind, left in enumerate(hand_of(own)) if left), None)
    if kind is None:
        return
    ways, shut = distances.ways[WIDTH[kind]], closed(own, kind, standing)
    for gate in boxes_of(gates & ~standing):
        for steps, asked in enumerate(found):
            for end, over in ways[steps][gate]:
                if not (over & standing or end & shut):
                    asked.add((over | end | BIT[gate]) & ~standing)


def closed(own: Force, kind: int, standing: int) -> int:
    """Where such a piece may not end: a bigger own one is no obstacle, but on a gate."""
    shut = standing
    for lower in BIGGER[kind]:
        shut &= ~own[lower] | GATE_SET
    return shut


def _can_switch(distances: Distances, own: Force) -> bool:
    widths = distances.maze.widths
    pieces = [(kind, box) for kind, boxes in enumerate(own) for box in boxes_of(boxes)]
    return any(
        kind != other_kind and WIDTH[kind] <= widths[other] and WIDTH[other_kind] <= widths[box]
        for place, (kind, box) in enumerate(pieces)
        for other_kind, other in pieces[place + 1 :]
    )
