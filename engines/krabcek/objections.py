"""Why a piece may not do what somebody wants of it: the rule that stands against it."""

from __future__ import annotations

from engines.codes import IllegalMove
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET
from engines.krabcek.moves import FLY, SWITCH, Enter, Fly, Switch, Walk
from engines.krabcek.pieces import KIND_CODES, KINDS, SINGLE, WIDTH
from engines.krabcek.state import KrabcekState


def objection(position: KrabcekState, move: Enter | Walk | Fly | Switch) -> IllegalMove:
    """What is wrong with a move that is not legal here."""
    boxes = [move.target] if isinstance(move, Enter) else _both(move)
    if any(box not in range(len(BOXES)) for box in boxes):
        return IllegalMove("no_such_box")
    match move:
        case Enter(kind, target):
            return _to_entering(position, kind, target)
        case Walk(source, target):
            return _to_the_piece(position, source) or _to_walking(position, source, target)
        case Fly(source, target):
            return _to_the_piece(position, source) or _to_flying(position, source, target)
        case Switch(one, other):
            return (
                _to_the_piece(position, one)
                or _to_the_piece(position, other)
                or _to_switching(position, one, other)
            )


def _both(move: Walk | Fly | Switch) -> list[int]:
    return [move.one, move.other] if isinstance(move, Switch) else [move.source, move.target]


def _to_the_piece(position: KrabcekState, box: int) -> IllegalMove | None:
    if not position.standing.of(position.turn) & BIT[box]:
        return IllegalMove("not_your_piece", box=BOXES[box])
    return None


def _to_entering(position: KrabcekState, kind: int, target: int) -> IllegalMove:
    if kind not in SINGLE or not position.standing.hand(position.turn)[kind]:
        return IllegalMove("none_left", kind=KIND_CODES[kind] if kind in range(len(KINDS)) else "?")
    if not list(position.open_gates()):
        return IllegalMove("no_open_gate")
    return _to_the_end(position, kind, target) or IllegalMove(
        "no_way_on", kind=KIND_CODES[kind], target=BOXES[target], throw=position.throw or 0
    )


def _to_walking(position: KrabcekState, source: int, target: int) -> IllegalMove:
    if source == target:
        return IllegalMove("no_return", box=BOXES[source])
    kind, steps = position.kind_on(source), position.throw or 0
    end = _to_the_end(position, kind, target)
    if end:
        return end
    is_blocked = position.maze.route(source, target, steps, WIDTH[kind], closed=0) is not None
    return IllegalMove(
        "blocked" if is_blocked else "out_of_reach",
        source=BOXES[source],
        target=BOXES[target],
        throw=steps,
    )


def _to_the_end(position: KrabcekState, kind: int, target: int) -> IllegalMove | None:
    """Against the box where a piece would end, however it came there."""
    if WIDTH[kind] > position.maze.widths[target]:
        return IllegalMove("too_narrow", kind=KIND_CODES[kind], box=BOXES[target])
    if not position.standing.everybody & ~position.standing.bases(position.turn, kind) & BIT[target]:
        return None
    if position.standing.of(position.turn) & BIT[target] & GATE_SET:
        return IllegalMove("occupied_gate", box=BOXES[target])
    return IllegalMove("occupied", box=BOXES[target])


def _to_flying(position: KrabcekState, source: int, target: int) -> IllegalMove:
    if position.throw != FLY:
        return IllegalMove("no_five")
    for box in (source, target):
        if not BIT[box] & GATE_SET:
            return IllegalMove("no_gate", box=BOXES[box])
    if BIT[target] & position.standing.everybody:
        return IllegalMove("occupied", box=BOXES[target])
    return IllegalMove("same_colour", source=BOXES[source], target=BOXES[target])


def _to_switching(position: KrabcekState, one: int, other: int) -> IllegalMove:
    if position.throw != SWITCH:
        return IllegalMove("no_six")
    kinds = position.kind_on(one), position.kind_on(other)
    if kinds[0] == kinds[1]:
        return IllegalMove("same_kind", one=BOXES[one], other=BOXES[other])
    kind, box = max((kinds[0], other), (kinds[1], one), key=lambda moved: WIDTH[moved[0]])
    return IllegalMove("too_narrow", kind=KIND_CODES[kind], box=BOXES[box])
