"""What a move of Krabcek has done for its side, and against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engines.codes import Deed, Note
from engines.krabcek.composing import made_by
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET
from engines.krabcek.moves import THROWS, ChooseGate, Enter, Fly, Step, Switch, Walk
from engines.krabcek.pieces import KRABCEK
from engines.krabcek.state import KrabcekState
from engines.moves import Move

Eyes = frozenset[int]
_TOWER: Final = frozenset({KRABCEK})


def deed(position: KrabcekState, who: int, move: Move) -> Deed:
    match move:
        case ChooseGate(gate):
            return _chosen(position, BOXES[gate])
        case Enter() | Walk() | Fly() | Switch():
            after = position.play(who, move)
            return Deed() if after.outcome else _moved(position, move, after)
    return Deed()


def _chosen(position: KrabcekState, gate: str) -> Deed:
    exits = position.maze.neighbours(gate)
    if not exits:
        return Deed(costs=(Note("island", {"gate": gate}),))
    return Deed((Note("exits", {"gate": gate, "count": len(exits)}),))


def _moved(before: KrabcekState, move: Enter | Walk | Fly | Switch, after: KrabcekState) -> Deed:
    side, other = before.turn, 1 - before.turn
    wins, blocks = _eyes(after, side, _TOWER), _stuck(after, other)
    stacks = _eyes(after, side) - wins
    gains = [
        *_named("wins_with", wins - _eyes(before, side, _TOWER)),
        *_named("stops", _eyes(before, other, _TOWER) - _eyes(after, other, _TOWER)),
        *_named("blocks_with", blocks),
        *_gates(before, move, own=False),
        *_named("stacks_with", stacks - _eyes(before, side)),
    ]
    costs = [
        *_named("lets_win", _eyes(after, other, _TOWER)),
        *_named("stuck_with", _stuck(after, side)),
        *_gates(before, move, own=True),
    ]
    return Deed(tuple(gains), tuple(costs))


def _gates(position: KrabcekState, move: Enter | Walk | Fly | Switch, *, own: bool) -> Iterator[Note]:
    """The gate on which it ends is shut for whoever brings pieces on there."""
    if isinstance(move, Switch) or not BIT[move.target] & GATE_SET:
        return
    if bool(BIT[move.target] & position.gates[position.turn]) is own:
        yield Note("shuts_own" if own else "shuts", {"gate": BOXES[move.target]})


def _eyes(position: KrabcekState, side: int, kinds: frozenset[int] | None = None) -> Eyes:
    """The throws with which the side, were it to move, could make a stack of these kinds; of any (None)."""
    return frozenset(
        throw.eyes
        for throw in THROWS
        if any(_makes(to_move, move, kinds) for to_move, move in _moves(position, side, throw.eyes))
    )


def _moves(position: KrabcekState, side: int, eyes: int) -> Iterator[tuple[KrabcekState, Move]]:
    to_move = replace(position, turn=side, step=Step.MOVE, throw=eyes, outcome=None)
    return ((to_move, move) for move in to_move.legal_moves(to_move.seat))


def _makes(position: KrabcekState, move: Move, kinds: frozenset[int] | None) -> bool:
    made = made_by(position, move) if isinstance(move, Enter | Walk) else None
    return made is not None and (kinds is None or made in kinds)


def _stuck(position: KrabcekState, side: int) -> Eyes:
    """The throws that it could not use."""
    return frozenset(throw.eyes for throw in THROWS if not any(_moves(position, side, throw.eyes)))


def _named(code: str, eyes: Eyes) -> Iterator[Note]:
    if eyes:
        yield Note(code, {"count": len(eyes), "eyes": tuple(map(str, sorted(eyes)))})
