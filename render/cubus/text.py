"""The pile of Cubus in characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.cubus.moves import Step
from engines.cubus.pile import BACK, LETTERS
from engines.cubus.position import CubusPosition
from engines.cubus.tiles import LETTERS as KINDS
from render.cubus.plan import Plan
from render.cubus.subject import Subject, plan_of, subject_of
from render.scene import Scene
from render.textboard import WIDTH, grid_of_text, sign, told

_OPEN, _NEW, _LOWERED, _CHOSEN, _FAULTY = "*+-<!"
_LEFT, _PASSED, _KNOCKED = "x-!"
_FREE: Final = "."
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def text_board(scene: Scene[CubusPosition]) -> str:
    """The seats with their tiles, crates and stack, the heights; a column has one mark, the weightiest."""
    position = scene.position
    subject = subject_of(scene)
    counts = f"  [] {position.pile.crates}"
    if subject.verdict:
        counts += f" > {subject.verdict.crates}  {subject.verdict.points:+}"
    lines = [*_seats(position), f"{counts}   = {position.stack.total}"]
    if subject.sketch.heights or subject.free:
        lines.append(_heights(subject, plan_of(subject)))
    return "\n".join((*lines, *told(scene)))


def _seats(position: CubusPosition) -> Iterator[str]:
    for seat, (hand, score) in enumerate(zip(position.hands, position.totals(), strict=True)):
        tiles = " ".join(f"{kind}{count}" for kind, count in zip(KINDS, hand, strict=True))
        yield f"{_sign(position, seat)} {seat + 1}{score:>5}   {tiles}"


def _sign(position: CubusPosition, seat: int) -> str:
    if seat in position.left:
        return _LEFT
    if position.step in (Step.WINDOW, Step.KNOCK) and not position.outcome:
        if seat == position.turn:
            return _PASSED
        if seat == position.knocker:
            return _KNOCKED
    return sign(position, seat)


def _heights(subject: Subject, plan: Plan) -> str:
    columns = [LETTERS[column - BACK] for column in plan.columns]
    rows = [str(row - BACK + 1) for row in plan.rows]
    width = max(1, min(3, (WIDTH - 3) // len(columns)))

    def cell(column: str, row: str) -> str:
        place = LETTERS.index(column) + BACK, int(row) + BACK - 1
        height = plan.heights.get(place, 0)
        return f"{_DIGITS[height] if height else _FREE}{_mark(subject, plan, place)}"[:width]

    return grid_of_text(columns, rows, cell, width)


def _mark(subject: Subject, plan: Plan, column: tuple[int, int]) -> str:
    marks = (
        (_FAULTY, column == plan.faulty),
        (_CHOSEN, column == plan.chosen),
        (_OPEN, column in plan.open),
        (_NEW, column in plan.new),
        (_LOWERED, subject.told.lowered is not None and column == subject.told.lowered[:2]),
    )
    return next((mark for mark, is_due in marks if is_due), "")
