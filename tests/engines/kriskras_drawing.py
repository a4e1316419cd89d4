"""A Kris-kras position in a test is drawn, not coded."""

from __future__ import annotations

from dataclasses import replace

from engines.kriskras.board import BIT, COLUMNS, INDEX, SIDES
from engines.kriskras.fighters import Dice, Fighters
from engines.kriskras.moves import Step
from engines.kriskras.position import KriskrasPosition


def drawn(
    board: str,
    dice: Dice | None = None,
    *,
    turn: str = "white",
    quiet: int = 0,
    exchanges: tuple[int, int] = (0, 0),
) -> KriskrasPosition:
    """The beginning of a turn, or with dice the throw that is to be used.

    Lines are `5 . M . s`, a row each: White's musketeers and soldiers are M and S, Black's m and s. Rows
    without fighters are left out, and so are the ends of rows. Fighters that are not drawn are captured.
    """
    sets = dict.fromkeys("MmSs", 0)
    for line in board.strip().splitlines():
        row, *signs = line.split()
        for column, sign in zip(COLUMNS, signs, strict=False):
            if sign != ".":
                sets[sign] |= BIT[INDEX[f"{column}{row}"]]
    position = KriskrasPosition(
        fighters=Fighters((sets["M"], sets["m"]), (sets["S"], sets["s"])),
        turn=SIDES.index(turn),
        step=Step.MOVE,
        dice=dice,
        quiet=quiet,
        exchanges=exchanges,
    )
    return position if dice else replace(position, step=position.first_step())
