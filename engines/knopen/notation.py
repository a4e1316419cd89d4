"""Knopen in writing, there and back. Moves and positions are file formats: they may grow, never change."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engines.codes import Ambiguous, IllegalMove
from engines.knopen.board import (
    BIT,
    BLUE,
    INDEX,
    RED,
    SIDES,
    SQUARES,
    STONES,
    names_of,
    read_rows,
    write_rows,
)
from engines.knopen.moves import PASS, Hit, Pass, Shift, Step, Take
from engines.knopen.position import BOTH, QUIET_TURNS, KnopenPosition
from engines.moves import Lot, Move, write_common_move
from engines.writing import read_number, read_outcome, write_fields

TARGETS: Final = (10, 9, 8, 7, 6, 5)
"""The usual one, and those of short matches."""

_SQUARE = r"[a-j](?:10|[1-9])"
_SHIFT = re.compile(rf"({_SQUARE})\s*[-–—> ]?\s*({_SQUARE})")  # noqa: RUF001 - dashes as phones type them


def write_move(move: Move) -> str:
    match move:
        case Take(square):
            return f"take {'-' if square is None else SQUARES[square]}"
        case Hit(stones):
            return f"hit {' '.join(names_of(stones)) or '-'}"
        case Shift(source, target):
            return f"{SQUARES[source]}-{SQUARES[target]}"
        case Pass():
            return "pass"
    return write_common_move(move)


def find_move(position: KnopenPosition, who: int, text: str) -> Move | None:
    """Reads what is written and what people type: any case, spaces, `hit all`, only the square to go to."""
    words = text.lower().split()
    match words:
        case ["pass"]:
            return PASS
        case ["lot", "0" | "1" as seat]:
            return Lot(int(seat))
        case ["take", "-"]:
            return Take(None)
        case ["take", square] if square in INDEX:
            return Take(INDEX[square])
        case ["hit", "-"]:
            return Hit(0)
        case ["hit", "all"]:
            return Hit(position.threatened(1 - position.colour))
        case ["hit", *squares] if (
            squares and len(set(squares)) == len(squares) and set(squares) <= set(INDEX)
        ):
            return Hit(sum(BIT[INDEX[square]] for square in squares))
        case [square] if square in INDEX:
            return _only_shift_to(position, who, square)
    shift = _SHIFT.fullmatch(" ".join(words))
    return Shift(INDEX[shift[1]], INDEX[shift[2]]) if shift else None


def _only_shift_to(position: KnopenPosition, who: int, square: str) -> Move:
    position.check_turn(who)
    if position.step is not Step.MOVE:
        raise IllegalMove(f"step_{position.step}")
    found = [
        move
        for move in position.legal_moves(who)
        if isinstance(move, Shift) and SQUARES[move.target] == square
    ]
    if not found:
        raise IllegalMove("nobody_reaches", square=square)
    if len(found) > 1:
        raise Ambiguous("move", moves=tuple(write_move(move) for move in found))
    return found[0]


# Positions


def write_position(position: KnopenPosition) -> str:
    """Such as `1rbrbrbrb1/.../10 red move taken=0,0 quiet=0 passes=0 stirred=0 red=0 target=10 first=-`."""
    fields = {
        "taken": f"{position.taken[RED]},{position.taken[BLUE]}",
        "quiet": position.quiet,
        "passes": position.passes,
        "stirred": int(position.stirred),
        "red": position.red_seat,
        "target": position.target,
        "first": position.first,
    }
    board = write_rows({"r": position.red, "b": position.blue})
    return f"{board} {SIDES[position.colour]} {position.step} {write_fields(fields, position.outcome)}"


_POSITION = re.compile(
    r"(?P<board>[rb0-9/]{19,109}) (?P<side>red|blue) (?P<step>lot|penalty|capture|move)"
    r" taken=(?P<by_red>[0-9]{1,2}),(?P<by_blue>[0-9]{1,2}) quiet=(?P<quiet>[0-9]{1,3})"
    r" passes=(?P<passes>[012]) stirred=(?P<stirred>[01]) red=(?P<red>[01-]) target=(?P<target>[5-9]|10)"
    r" first=(?P<first>[01-])"
    r"(?: over=(?P<reason>target|no_moves|quiet|left|awarded|agreed|aborted):(?P<winners>[01-]))?"
)


def find_position(text: str) -> KnopenPosition | None:
    found = _POSITION.fullmatch(text)
    return _build(found) if found else None


def find_fault(position: KnopenPosition) -> str | None:
    if not _has_all_stones(position):
        return "stones"
    return None if _has_due_step(position) and _has_due_end(position) else "position"


def _build(found: re.Match[str]) -> KnopenPosition | None:
    board = read_rows(found["board"], "rb")
    if board is None:
        return None
    red, blue = board
    position = KnopenPosition(
        red=red,
        blue=blue,
        colour=SIDES.index(found["side"]),
        step=Step(found["step"]),
        taken=(int(found["by_red"]), int(found["by_blue"])),
        quiet=int(found["quiet"]),
        passes=int(found["passes"]),
        stirred=found["stirred"] == "1",
        red_seat=read_number(found["red"]),
        target=int(found["target"]),
        first=read_number(found["first"]),
    )
    return replace(position, outcome=read_outcome(found, position.totals()))


def _has_all_stones(position: KnopenPosition) -> bool:
    by_red, by_blue = position.taken
    return position.red.bit_count() + by_blue == STONES == position.blue.bit_count() + by_red


def _has_due_step(position: KnopenPosition) -> bool:
    """Before the lot all is as at the start; after it, a step is only stood on with something to do."""
    if (position.step is Step.LOT) != (position.red_seat is None):
        return False
    if position.first is not None and position.red_seat not in (None, position.first):
        return False
    untouched = replace(position, outcome=None)
    if position.step is Step.LOT:
        return untouched == KnopenPosition(target=position.target, first=position.first)
    if position.outcome and position.outcome.reason == "target":
        return position.step is not Step.MOVE and position.stirred
    if position.stirred and (position.step is Step.PENALTY or not position.taken[position.colour]):
        return False
    return untouched.next_step(position.step) is position.step


def _has_due_end(position: KnopenPosition) -> bool:
    """The match is over by the counts exactly when it says so, and for that reason."""
    due = _due_reason(position)
    if position.outcome is None:
        return due is None
    match position.outcome.reason:
        case "left" | "awarded":
            return due is None and len(position.outcome.winners) == 1
        case "agreed" | "aborted":
            return due is None and not position.outcome.winners
        case reason:
            return reason == due and position.outcome == position.counted(reason)


def _due_reason(position: KnopenPosition) -> str | None:
    """Why the match must be over; empty where the counts contradict each other."""
    own, other = position.taken[position.colour], position.taken[1 - position.colour]
    if other >= position.target or position.quiet > QUIET_TURNS:
        return ""
    if own >= position.target:
        return "target"
    if position.passes == BOTH:
        return "no_moves"
    return "quiet" if position.quiet == QUIET_TURNS else None
