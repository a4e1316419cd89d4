"""How free a side of Krabcek is: who cannot use a throw loses, so those are counted that it cannot use."""

from __future__ import annotations

from engines.krabcek.distances import Distances
from engines.krabcek.labyrinth import GATE_SET, MOST_STEPS, boxes_of
from engines.krabcek.moves import FLY, SWITCH
from engines.krabcek.pieces import BIGGER, WIDTH, Force, hand_of


def stuck(distances: Distances, own: Force, gates: int, other_gates: int, everybody: int) -> int:
    """Of the six throws, how many a side cannot use as all stand now."""
    open_throws = list(range(MOST_STEPS, 0, -1))
    _strike_entering(distances, own, gates & ~everybody, everybody, open_throws)
    if open_throws:
        _strike_walking(distances, own, everybody, open_throws)
    if FLY in open_throws and _can_fly(own, gates, other_gates, everybody):
        open_throws.remove(FLY)
    if SWITCH in open_throws and _can_switch(distances, own):
        open_throws.remove(SWITCH)
    return len(open_throws)


def _strike_entering(distances: Distances, own: Force, gates: int, everybody: int, throws: list[int]) -> None:
    """Strikes out the throws with which somebody can be brought on; the gate counts as one."""
    if not gates:
        return
    kinds = [kind for kind, left in enumerate(hand_of(own)) if left]
    if not kinds:
        return
    kind = kinds[0]
    ways, closed_end = distances.ways[WIDTH[kind]], closed(own, kind, everybody)
    for throw in throws[:]:
        by_box = ways[throw - 1]
        for gate in boxes_of(gates):
            if any(not (over & everybody or end & closed_end) for end, over in by_box[gate]):
                throws.remove(throw)
                break


def _strike_walking(distances: Distances, own: Force, everybody: int, throws: list[int]) -> None:
    for kind, boxes in enumerate(own):
        if boxes:
            ways, closed_end = distances.ways[WIDTH[kind]], closed(own, kind, everybody)
            for box in boxes_of(boxes):
                for throw in throws[:]:
                    for end, over in ways[throw][box]:
                        if not (over & everybody or end & closed_end):
                            throws.remove(throw)
                            break
                if not throws:
                    return


def closed(own: Force, kind: int, everybody: int) -> int:
    """Where such a piece may not end: a bigger own one is no obstacle, but on a gate."""
    closed = everybody
    for lower in BIGGER[kind]:
        closed &= ~own[lower] | GATE_SET
    return closed


def _can_fly(own: Force, gates: int, other_gates: int, everybody: int) -> bool:
    standing = 0
    for boxes in own:
        standing |= boxes
    here, there = standing & gates, standing & other_gates
    return bool((here and other_gates & ~everybody) or (there and gates & ~everybody))


def _can_switch(distances: Distances, own: Force) -> bool:
    widths = distances.maze.widths
    pieces = [(kind, box) for kind, boxes in enumerate(own) for box in boxes_of(boxes)]
    return any(
        kind != other_kind and WIDTH[kind] <= widths[other] and WIDTH[other_kind] <= widths[box]
        for place, (kind, box) in enumerate(pieces)
        for other_kind, other in pieces[place + 1 :]
    )
