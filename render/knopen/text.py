"""The board of Knopen in characters."""

from __future__ import annotations

from typing import Final

from engines.knopen.board import BIT, BLUE, COLUMNS, HOLES, INDEX, RED, SIZE
from engines.knopen.moves import Shift
from engines.knopen.position import KnopenPosition
from render.knopen.painting import taken_by
from render.scene import Scene
from render.textboard import grid_of_text, scores, told

_SIGNS: Final = {RED: "R", BLUE: "B"}
_OFFENDS, _THREATENED, _ARRIVED, _TAKEN, _MAY, _CHOSEN = "#!*x+*"


def text_board(scene: Scene[KnopenPosition]) -> str:
    """A square shows its stone, its holes, and one mark: the weightiest."""
    position = scene.position
    marks = _choice_marks(scene) if scene.choices else _marks(scene, position)
    turn = -1 if scene.seat == 1 else 1
    rows = [str(row) for row in range(SIZE, 0, -1)]
    board = grid_of_text(
        COLUMNS[::turn], rows[::turn], lambda column, row: _square(position, INDEX[column + row], marks)
    )
    plates = [f"{_sign(position, seat)} {position.taken[position.colour_of(seat)]}" for seat in (0, 1)]
    return "\n".join((scores(position, plates), board, *told(scene)))


def _sign(position: KnopenPosition, seat: int) -> str:
    return _SIGNS[position.colour_of(seat)] if position.side(seat) else "-"


def _square(position: KnopenPosition, square: int, marks: dict[str, int]) -> str:
    bit = BIT[square]
    stone = next((sign for side, sign in _SIGNS.items() if position.stones(side) & bit), " ")
    mark = next((mark for mark, squares in marks.items() if squares & bit), "")
    return f"{stone}{HOLES[square]}{mark}"


def _marks(scene: Scene[KnopenPosition], position: KnopenPosition) -> dict[str, int]:
    """Weightiest first; as in the picture, what a finished match threatens is of no weight."""
    taken = arrived = 0
    for ply in scene.last:
        taken |= taken_by(ply)
        if isinstance(ply.move, Shift):
            arrived |= BIT[ply.move.target]
    last = {_ARRIVED: arrived, _TAKEN: taken}
    if position.outcome:
        return last
    offending = position.offending(RED) | position.offending(BLUE)
    threatened = position.threatened(RED) | position.threatened(BLUE)
    return {_OFFENDS: offending, _THREATENED: threatened, **last}


def _choice_marks(scene: Scene[KnopenPosition]) -> dict[str, int]:
    assert scene.choices is not None
    places = {name for option in scene.choices.options for name in option.places}
    chosen = scene.choices.chosen
    return {
        _CHOSEN: sum(BIT[INDEX[name]] for name in chosen),
        _MAY: sum(BIT[INDEX[name]] for name in places),
    }
