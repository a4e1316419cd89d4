"""Boards in characters of one width: at most WIDTH of them a line, so that a phone does not break it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Final

from engines import GAMES
from engines.game import Position
from render.scene import Scene

WIDTH: Final = 37
_APART: Final = "   "
"""Between what is said of two seats."""


def grid_of_text(
    columns: Sequence[str], rows: Sequence[str], cell: Callable[[str, str], str], width: int = 3
) -> str:
    """A board of cells up to so many characters wide, with the names of its columns and rows."""
    margin = max(map(len, rows))
    head = " " * (margin + 1) + "".join(f"{column:^{width}}" for column in columns)
    lines = [
        f"{row:>{margin}} " + "".join(f"{cell(column, row):<{width}}" for column in columns) for row in rows
    ]
    return "\n".join(line.rstrip() for line in (head, *lines))


def scores(position: Position, plates: Sequence[str]) -> str:
    """What is said of each seat, with a sign before those to move, or at the end before the winners.

    As many beside each other as a line holds.
    """
    lines: list[str] = []
    for said in (f"{sign(position, seat)} {plate}" for seat, plate in enumerate(plates)):
        if lines and len(lines[-1]) + len(_APART) + len(said) <= WIDTH:
            lines[-1] += _APART + said
        else:
            lines.append(said)
    return "\n".join(lines)


def sign(position: Position, seat: int) -> str:
    outcome = position.outcome
    if outcome is None:
        return ">" if seat in position.to_move else " "
    if not outcome.winners:
        return "="
    return "*" if seat in outcome.winners else " "


def told(scene: Scene[Any]) -> list[str]:
    """The plies of the last turn as they stand in the record, in lines."""
    game = GAMES[scene.game]
    moves = (ply.move for ply in scene.last if not scene.position.seals(ply.move))
    return textwrap.wrap(" / ".join(map(game.write_move, moves)), WIDTH)
