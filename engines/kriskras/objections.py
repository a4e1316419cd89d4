"""Why a fighter may not go where somebody wants it to: the rule that stands against it."""

from __future__ import annotations

from engines.codes import IllegalMove
from engines.kriskras.board import BIT, GREEN, RED, SQUARES, ZONES, nearest
from engines.kriskras.fighters import Dice
from engines.kriskras.moves import Retreat, Walk
from engines.kriskras.state import KriskrasState


def objection(position: KriskrasState, move: Walk | Retreat) -> IllegalMove:
    """What is wrong with a walk that is not legal here."""
    return (
        _to_the_fighter(position, move.source)
        or _to_the_red_way(position, move.source, move.knee if isinstance(move, Walk) else move.target)
        or (_to_the_green_way(position, move) if isinstance(move, Walk) else _must_go_on(move))
    )


def _to_the_fighter(position: KriskrasState, source: int) -> IllegalMove | None:
    if source not in range(len(SQUARES)) or not position.fighters.of(position.turn) & BIT[source]:
        return IllegalMove("not_your_fighter", square=_name(source))
    if BIT[source] & ZONES[1 - position.turn]:
        return IllegalMove("is_home", square=SQUARES[source])
    return None


def _to_the_red_way(position: KriskrasState, source: int, knee: int) -> IllegalMove | None:
    red, _ = _dice(position)
    ways = dict(RED[position.turn][position.fighters.kind_on(source)][red][source])
    if knee not in ways:
        return IllegalMove("red_out_of_reach", source=SQUARES[source], target=_name(knee), red=red)
    if ways[knee] & position.fighters.everybody:
        return IllegalMove("red_blocked", source=SQUARES[source], target=SQUARES[knee])
    return None


def _must_go_on(move: Retreat) -> IllegalMove:
    return IllegalMove("must_go_on", square=SQUARES[move.target])


def _to_the_green_way(position: KriskrasState, move: Walk) -> IllegalMove:
    _, green = _dice(position)
    fighters, target = position.fighters, _name(move.target)
    aim = BIT[move.target] if move.target in range(len(BIT)) else 0
    for _, way in GREEN[position.turn][fighters.kind_on(move.source)][green][move.knee]:
        met = way & fighters.everybody & ~BIT[move.source]
        if aim & way and met:
            first = nearest(met, position.turn)
            stops = first & fighters.can_be_captured(1 - position.turn)
            square = SQUARES[first.bit_length() - 1]
            return IllegalMove("green_stops" if stops else "green_blocked", target=target, square=square)
    return IllegalMove("green_out_of_reach", source=SQUARES[move.knee], target=target, green=green)


def _dice(position: KriskrasState) -> Dice:
    assert position.dice, "no walk without a throw"
    return position.dice


def _name(square: int) -> str:
    return SQUARES[square] if square in range(len(SQUARES)) else "?"
