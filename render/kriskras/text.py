"""The board of Kris-kras in characters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.kriskras.board import BIT, COLUMNS, INDEX, MUSKETEER, SIZE, SOLDIER, WHITE, ZONES
from engines.kriskras.position import KriskrasPosition
from render.kriskras.lastturn import LastTurn
from render.kriskras.squares import is_dark
from render.scene import Scene
from render.textboard import grid_of_text, scores, told

_SIGNS: Final = ({MUSKETEER: "W", SOLDIER: "w"}, {MUSKETEER: "Z", SOLDIER: "z"})
"""By side, with the letters that stand for them in written positions."""
_ZONE, _DARK, _LIGHT = "=. "
_ENDANGERED, _LOST, _ARRIVED, _LEFT, _MAY, _CHOSEN = "!x*'+*"


def text_board(scene: Scene[KriskrasPosition]) -> str:
    """A square shows its fighter and one mark: the weightiest."""
    position = scene.position
    marks = _choice_marks(scene) if scene.choices else _marks(scene, position)
    turn = -1 if scene.seat == 1 else 1
    rows = [str(row) for row in range(SIZE, 0, -1)]

    def cell(column: str, row: str) -> str:
        return _square(position, INDEX[column + row], marks)

    board = grid_of_text(COLUMNS[::turn], rows[::turn], cell, width=2)
    plates = [_plate(position, seat) for seat in (0, 1)]
    return "\n".join((scores(position, plates), board, *told(scene)))


def _plate(position: KriskrasPosition, seat: int) -> str:
    side = position.side_of(seat)
    plate = f"{_SIGNS[side][MUSKETEER]} {position.score(side)}"
    if position.dice and seat in position.to_move:
        red, green = position.dice
        return f"{plate} [{red}][{green}]"
    return plate


def _square(position: KriskrasPosition, square: int, marks: dict[str, set[int]]) -> str:
    mark = next((mark for mark, squares in marks.items() if square in squares), "")
    return f"{_sign(position, square)}{mark}"


def _sign(position: KriskrasPosition, square: int) -> str:
    fighters, bit = position.fighters, BIT[square]
    if fighters.everybody & bit:
        side = 0 if fighters.of(WHITE) & bit else 1
        return _SIGNS[side][fighters.kind_on(square)]
    if (ZONES[0] | ZONES[1]) & bit:
        return _ZONE
    return _DARK if is_dark(square) else _LIGHT


def _marks(scene: Scene[KriskrasPosition], position: KriskrasPosition) -> dict[str, set[int]]:
    """Weightiest first; as in the picture, what a finished match threatens is of no weight."""
    turn = LastTurn(scene.last)
    last = {
        _LOST: {walk.target for _, walk in turn.losses()} | {square for _, square in turn.given()},
        _ARRIVED: set(turn.arrivals()),
        _LEFT: {walk.source for _, walk in turn.walks()},
    }
    if position.outcome:
        return last
    return {_ENDANGERED: _numbers(position.endangered(0) + position.endangered(1)), **last}


def _choice_marks(scene: Scene[KriskrasPosition]) -> dict[str, set[int]]:
    assert scene.choices is not None
    places = (name for option in scene.choices.options for name in option.places)
    return {_CHOSEN: _numbers(scene.choices.chosen), _MAY: _numbers(places)}


def _numbers(names: Iterable[str]) -> set[int]:
    return {INDEX[name] for name in names}
