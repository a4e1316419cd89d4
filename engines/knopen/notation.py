"""Knopen in writing: moves and positions, there and back. Both are file formats: they may grow, never change."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engines.game import (
    Ambiguous,
    IllegalMove,
    Lot,
    Move,
    Outcome,
    Unreadable,
    write_common_move,
)
from engines.knopen.board import BIT, INDEX, SIZE, SQUARES, STONES, names_of
from engines.knopen.moves import PASS, Hit, Pass, Shift, Take
from engines.knopen.position import BLUE, QUIET_TURNS, RED, SIDES, KnopenPosition, Step

TARGETS: Final = (10, 8)

_SQUARE = r"[a-j](?:10|[1-9])"
_SHIFT = re.compile(rf"({_SQUARE})\s*[-–—> ]?\s*({_SQUARE})")  # noqa: RUF001 - dashes as phones type them
_LONGEST: Final = 120
"""Characters a readable move can have, with room for spaces: `hit` and fourteen squares."""


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
    text = write_common_move(move)
    if text is None:
        raise Unreadable("move", text=type(move).__name__)
    return text


def read_move(position: KnopenPosition, who: int, text: str) -> Move:
    """Reads what is written, and what people type: any case, spaces, `hit all`, or only the square to go to."""
    words = " ".join(text.lower().split()) if len(text) <= _LONGEST else ""
    move = _read_words(position, words)
    if move is None:
        raise Unreadable("move", text=text[:40])
    position.check(who, move)
    return move


def _read_words(position: KnopenPosition, words: str) -> Move | None:
    match words.split():
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
            return _only_shift_to(position, square)
    shift = _SHIFT.fullmatch(words)
    return Shift(INDEX[shift[1]], INDEX[shift[2]]) if shift else None


def _only_shift_to(position: KnopenPosition, square: str) -> Move:
    if position.step is not Step.MOVE or position.outcome:
        raise IllegalMove("over" if position.outcome else f"step_{position.step}")
    found = [
        move
        for move in position.legal_moves(position.seat)
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
        "red": _or_dash(position.red_seat),
        "target": position.target,
        "first": _or_dash(position.first),
    }
    if position.outcome:
        fields["over"] = f"{position.outcome.reason}:{','.join(map(str, position.outcome.winners)) or '-'}"
    written = " ".join(f"{name}={value}" for name, value in fields.items())
    return f"{_write_board(position)} {SIDES[position.colour]} {position.step} {written}"


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _write_board(position: KnopenPosition) -> str:
    rows = []
    for row in range(SIZE - 1, -1, -1):
        signs = "".join(
            "r" if position.red & bit else "b" if position.blue & bit else " "
            for bit in BIT[row * SIZE : (row + 1) * SIZE]
        )
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), signs))
    return "/".join(rows)


_POSITION = re.compile(
    r"(?P<board>[rb0-9/]{19,120}) (?P<side>red|blue) (?P<step>lot|penalty|capture|move)"
    r" taken=(?P<by_red>\d{1,2}),(?P<by_blue>\d{1,2}) quiet=(?P<quiet>\d{1,3}) passes=(?P<passes>[012])"
    r" stirred=(?P<stirred>[01]) red=(?P<red>[01-]) target=(?P<target>8|10) first=(?P<first>[01-])"
    r"(?: over=(?P<reason>target|no_moves|quiet|left|agreed):(?P<winners>[01-]))?",
    re.ASCII,
)


def read_position(text: str) -> KnopenPosition:
    found = _POSITION.fullmatch(text.strip())
    if not found:
        raise Unreadable("position", text=text[:80])
    red, blue = _read_board(found["board"])
    taken = int(found["by_red"]), int(found["by_blue"])
    if red.bit_count() + taken[BLUE] != STONES or blue.bit_count() + taken[RED] != STONES:
        raise Unreadable("stones", text=text[:80])
    position = KnopenPosition(
        red=red,
        blue=blue,
        colour=SIDES.index(found["side"]),
        step=Step(found["step"]),
        taken=taken,
        quiet=int(found["quiet"]),
        passes=int(found["passes"]),
        stirred=found["stirred"] == "1",
        red_seat=None if found["red"] == "-" else int(found["red"]),
        target=int(found["target"]),
        first=None if found["first"] == "-" else int(found["first"]),
    )
    if found["reason"]:
        winners = () if found["winners"] == "-" else (int(found["winners"]),)
        scores = position.taken[position.colour_of(0)], position.taken[position.colour_of(1)]
        return replace(position, outcome=Outcome(found["reason"], winners, scores))
    _check_step(position, text)
    return position


def _check_step(position: KnopenPosition, text: str) -> None:
    """A position stands on a step that has something to do, and is not over unsaid."""
    idle = (
        (position.step is Step.PENALTY and not position.offending(1 - position.colour))
        or (position.step is Step.CAPTURE and not position.threatened(1 - position.colour))
        or ((position.step is Step.LOT) != (position.red_seat is None))
    )
    if idle or max(position.taken) >= position.target or position.quiet >= QUIET_TURNS or position.passes > 1:
        raise Unreadable("position", text=text[:80])


def _read_board(text: str) -> tuple[int, int]:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise Unreadable("position", text=text[:80])
    red = blue = 0
    for row, signs in zip(range(SIZE - 1, -1, -1), rows, strict=True):
        column = 0
        for sign in re.findall(r"10|[1-9]|r|b", signs):
            if sign in "rb" and column < SIZE:
                red |= BIT[row * SIZE + column] if sign == "r" else 0
                blue |= BIT[row * SIZE + column] if sign == "b" else 0
            column += 1 if sign in "rb" else int(sign)
        if column != SIZE or "0" in signs.replace("10", ""):
            raise Unreadable("position", text=text[:80])
    return red, blue
