"""What a move of Kris-kras has done for its side, and against it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.codes import Deed, Note
from engines.kriskras.board import BIT, names_of
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import Retreat, Walk
from engines.kriskras.state import KriskrasState
from engines.moves import Move


def deed(position: KriskrasState, who: int, move: Move) -> Deed:  # noqa: ARG001 - only one can have played it
    if not isinstance(move, Walk | Retreat):
        return Deed()
    side, before = position.turn, position.fighters
    after = before.moved(side, move.source, move.target)
    source, target = BIT[move.source], BIT[move.target]
    was = before.in_danger(side)
    was = was & ~source | target if was & source else was
    danger = after.in_danger(side)
    aimed, aims = before.in_danger(1 - side), after.in_danger(1 - side)
    gains = (
        *_named("saves", after, side, was & ~danger),
        *_named("aims", after, 1 - side, aims & ~aimed),
    )
    costs = (
        *_named("exposes", after, side, danger & ~was),
        *_named("leaves", after, side, danger & was & after.musketeers[side]),
    )
    return Deed(gains, costs)


def _named(code: str, fighters: Fighters, side: int, squares: int) -> Iterator[Note]:
    """Musketeers count for more: where there are any, they alone are told."""
    for kind, those in (("musketeer", fighters.musketeers[side]), ("soldier", fighters.soldiers[side])):
        if found := squares & those:
            yield Note(f"{code}_{kind}", {"count": found.bit_count(), "squares": names_of(found)})
            return
