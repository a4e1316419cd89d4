"""Boards in characters of one width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.game import TABLE, Position
from engines import GAMES
from render.scene import Scene


def grid_of_text(columns: Sequence[str], rows: Sequence[str], cell: Callable[[str, str], str]) -> str:
    """A board of cells two or three characters wide, the names of its columns and rows round it."""
    margin = max(map(len, rows))
    head = " " * margin + " " + "".join(f"{column:^3}" for column in columns)
    lines = [f"{row:>{margin}} " + "".join(f"{cell(column, row):<3}" for column in columns) for row in rows]
    return "\n".join(line.rstrip() for line in (head, *lines))


def told(scene: Scene) -> str:
    """The plies of the last turn as they stand in the record."""
    game = GAMES[scene.game]
    return " / ".join(game.write_move(ply.move) for ply in scene.last if ply.who != TABLE)


def turn_sign(position: Position, seat: int) -> str:
    """Before the seat to move, before a winner, before the others."""
    if position.outcome:
        return "#" if seat in position.outcome.winners else " "
    return ">" if seat in position.to_move else " "
