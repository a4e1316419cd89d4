"""What happened to the pile in the last turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.cubus.moves import Build, Draw, Lower
from engines.cubus.pile import Heights, shift_between
from engines.cubus.position import CubusPosition
from engines.moves import CHANCE
from engines.record import Ply


@dataclass(frozen=True, slots=True)
class LastBuild:
    """In the frame of the present pile."""

    before: Heights | None = None
    """How high the columns were before the pile grew."""
    lowered: tuple[int, int, int] | None = None
    """The crate that was taken away."""
    drawn: str = ""
    """The tile that was drawn since, by its letter."""


def last_build(position: CubusPosition, plies: Sequence[Ply[CubusPosition]]) -> LastBuild:
    changing = next((ply for ply in reversed(plies) if ply.before.pile != position.pile), None)
    drawn = next(
        (ply.move.tile for ply in reversed(plies) if ply.who == CHANCE and isinstance(ply.move, Draw)), ""
    )
    if changing is None:
        return LastBuild(drawn=drawn)
    before = _before_all(plies, changing).pile
    x, y = shift_between(before, position.pile)
    old = {(column[0] + x, column[1] + y): height for column, height in before.heights.items()}
    if isinstance(changing.move, Lower):
        column = changing.move.column[0] + x, changing.move.column[1] + y
        return LastBuild(lowered=(*column, old[column] - 1))
    return LastBuild(before=old, drawn=drawn)


def _before_all(plies: Sequence[Ply[CubusPosition]], changing: Ply[CubusPosition]) -> CubusPosition:
    """Where several turns are told, the last build of each seat is new."""
    if not isinstance(changing.move, Build):
        return changing.before
    newest = {ply.who: number for number, ply in enumerate(plies) if isinstance(ply.move, Build)}
    return plies[min(newest.values())].before
