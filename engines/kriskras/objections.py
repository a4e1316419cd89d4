"""Why a fighter may not go where somebody wants it to: the rule that stands against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.game import IllegalMove
from engines.kriskras.board import BIT, GREEN, MUSKETEER, RED, SOLDIER, SQUARES, ZONES, nearest
from engines.kriskras.moves import Retreat, Walk

if TYPE_CHECKING:
    from engines.kriskras.position import KriskrasPosition


def objection(position: KriskrasPosition, move: Walk | Retreat) -> IllegalMove:
    """What is wrong with a walk that is not legal here."""
    return (
        _to_the_fighter(position, move.source)
        or _to_the_red_way(position, move.source, move.knee if isinstance(move, Walk) else move.target)
        or (_to_the_green_way(position, move) if isinstance(move, Walk) else _must_go_on(move))
    )


def _to_the_fighter(position: KriskrasPosition, source: int) -> IllegalMove | None:
    if source not in range(len(SQUARES)) or not position.fighters.of(position.turn) & BIT[source]:
        return IllegalMove("not_your_fighter", square=_name(source))
    if BIT[source] & ZONES[1 - position.turn]:
        return IllegalMove("is_home", square=SQUARES[source])
    return None


def _to_the_red_way(position: KriskrasPosition, source: int, knee: int) -> IllegalMove | None:
    red, _ = position.dice or (0, 0)
    ways = dict(RED[position.turn][_kind(position, source)][red][source])
    if knee not in ways:
        return IllegalMove("red_out_of_reach", source=SQUARES[source], target=_name(knee), red=red)
    met = ways[knee] & position.fighters.everybody
    if met:
        return IllegalMove("red_blocked", source=SQUARES[source], target=SQUARES[knee])
    return None


def _must_go_on(move: Retreat) -> IllegalMove:
    return IllegalMove("must_go_on", square=SQUARES[move.target])


def _to_the_green_way(position: KriskrasPosition, move: Walk) -> IllegalMove:
    _, green = position.dice or (0, 0)
    fighters = position.fighters
    for end, way in GREEN[position.turn][_kind(position, move.source)][green][move.knee]:
        met = way & fighters.everybody & ~BIT[move.source]
        first = nearest(met, position.turn) if met else 0
        if end == move.target or (move.target in range(len(SQUARES)) and way & BIT[move.target]):
            if first & fighters.can_be_captured(1 - position.turn):
                return IllegalMove("green_stops", target=_name(move.target), square=_name_of(first))
            if first:
                return IllegalMove("green_blocked", target=_name(move.target), square=_name_of(first))
    return IllegalMove("green_out_of_reach", source=_name(move.knee), target=_name(move.target), green=green)


def _kind(position: KriskrasPosition, source: int) -> int:
    return MUSKETEER if position.fighters.kind_on(source) == MUSKETEER else SOLDIER


def _name(square: int) -> str:
    return SQUARES[square] if square in range(len(SQUARES)) else "?"


def _name_of(bit: int) -> str:
    return SQUARES[bit.bit_length() - 1]
