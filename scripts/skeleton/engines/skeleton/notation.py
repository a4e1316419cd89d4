"""Skeleton in writing, there and back.

Moves and positions are file formats: they may grow, never change.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engines.moves import Lot, Move, write_common_move
from engines.skeleton.moves import COUNTERS, Take
from engines.skeleton.position import SkeletonPosition
from engines.writing import read_number, read_outcome, write_fields


def write_move(move: Move) -> str:
    match move:
        case Take(counters):
            return f"take {counters}"
    return write_common_move(move)


def find_move(text: str) -> Move | None:
    """Reads what is written and what people type: any case, any spaces, the number alone."""
    match text.lower().split():
        case ["lot", "0" | "1" as seat]:
            return Lot(int(seat))
        case ["take", number] | [number] if re.fullmatch("[1-9]", number):
            return Take(int(number))
    return None


def write_position(position: SkeletonPosition) -> str:
    """Such as `12 taken=0,0 turn=- first=-`."""
    fields = {
        "taken": f"{position.taken[0]},{position.taken[1]}",
        "turn": position.turn,
        "first": position.first,
    }
    return f"{position.left} {write_fields(fields, position.outcome)}"


_POSITION = re.compile(
    r"(?P<left>[0-9]{1,2}) taken=(?P<disc>[0-9]{1,2}),(?P<triangle>[0-9]{1,2}) turn=(?P<turn>[01-])"
    r" first=(?P<first>[01-])(?: over=(?P<reason>last|left|awarded|agreed|aborted):(?P<winners>[01-]))?"
)


def find_position(text: str) -> SkeletonPosition | None:
    found = _POSITION.fullmatch(text)
    if found is None:
        return None
    position = SkeletonPosition(
        left=int(found["left"]),
        taken=(int(found["disc"]), int(found["triangle"])),
        turn=read_number(found["turn"]),
        first=read_number(found["first"]),
    )
    return replace(position, outcome=read_outcome(found, position.totals()))


def find_fault(position: SkeletonPosition) -> str | None:
    """Why no match can have this position: counters lost, or an end that is none."""
    if position.left + sum(position.taken) != COUNTERS:
        return "counters"
    return None if _has_due_turn(position) and _has_due_end(position) else "position"


def _has_due_turn(position: SkeletonPosition) -> bool:
    """Before the lot nothing is taken; after it, a first taker was who had to be."""
    if position.turn is None:
        return position.left == COUNTERS
    begins = position.left == COUNTERS
    return position.first is None or not begins or position.turn == position.first


def _has_due_end(position: SkeletonPosition) -> bool:
    outcome = position.outcome
    if outcome is None:
        return position.left > 0
    match outcome.reason:
        case "last":
            return (
                position.left == 0 and position.turn is not None and outcome.winners == (1 - position.turn,)
            )
        case "left" | "awarded":
            return position.left > 0 and len(outcome.winners) == 1
    return position.left > 0 and not outcome.winners
