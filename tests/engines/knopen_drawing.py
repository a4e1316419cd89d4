"""A Knopen position in a test is drawn, not coded."""

from __future__ import annotations

from dataclasses import replace

from engines.knopen.board import BIT, COLUMNS, INDEX, SIDES
from engines.knopen.moves import Step
from engines.knopen.position import KnopenPosition


def drawn(
    board: str,
    *,
    turn: str = "red",
    taken: tuple[int, int] = (0, 0),
    quiet: int = 0,
    passes: int = 0,
    target: int = 10,
) -> KnopenPosition:
    """The beginning of a turn. Lines are `9 . r . b ...`, a row each and rows without stones left out.

    Red sits on seat 0. Stones that are not drawn are not there, whatever was taken.
    """
    stones = {"r": 0, "b": 0}
    for line in board.strip().splitlines():
        row, *signs = line.split()
        assert len(signs) == len(COLUMNS), line
        for column, sign in zip(COLUMNS, signs, strict=True):
            if sign != ".":
                stones[sign] |= BIT[INDEX[f"{column}{row}"]]
    position = KnopenPosition(
        red=stones["r"],
        blue=stones["b"],
        colour=SIDES.index(turn),
        taken=taken,
        quiet=quiet,
        passes=passes,
        red_seat=0,
        target=target,
    )
    return replace(position, step=position.next_step(Step.PENALTY))
