"""Kris-kras in writing, there and back. Moves and positions are file formats: they may grow, never change."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engines.codes import Ambiguous, IllegalMove
from engines.kriskras.board import (
    BIT,
    BLACK,
    INDEX,
    MUSKETEERS,
    SQUARES,
    WHITE,
    ZONES,
    names_of,
    read_rows,
    set_of,
    write_rows,
)
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import KEEP, LAPSE, Keep, Lapse, Retreat, Step, Swap, Throw, Walk
from engines.kriskras.position import QUIET_TURNS, KriskrasPosition
from engines.moves import Lot, Move, write_common_move
from engines.writing import read_number, read_outcome, write_fields, write_numbers

_SQUARE = r"([a-q](?:1[0-7]|[1-9]))"
_GAP = r"\s*[-–—>, ]?\s*"  # noqa: RUF001 - dashes as phones type them
_WALK = re.compile(rf"{_SQUARE}{_GAP}{_SQUARE}(?:{_GAP}{_SQUARE})?")


def write_move(move: Move) -> str:
    match move:
        case Walk(source, knee, target):
            return f"{SQUARES[source]}-{SQUARES[knee]}-{SQUARES[target]}"
        case Retreat(source, target):
            return f"{SQUARES[source]}-{SQUARES[target]}"
        case Swap(square, soldiers):
            return f"swap {SQUARES[square]} {' '.join(names_of(soldiers))}"
        case Keep():
            return "keep"
        case Lapse():
            return "lapse"
        case Throw(red, green):
            return f"throw {red} {green}"
    return write_common_move(move)


def find_move(position: KriskrasPosition, who: int, text: str) -> Move | None:
    """Reads what is written and what people type: any case and spacing, only where a walk begins and ends."""
    words = text.lower().split()
    return _read_words(words) or _read_walk(position, who, " ".join(words))


def _read_words(words: list[str]) -> Move | None:
    match words:
        case ["lot", "0" | "1" as seat]:
            return Lot(int(seat))
        case ["throw", red, green] if {red, green} <= set("123456"):
            return Throw(int(red), int(green))
        case ["keep"]:
            return KEEP
        case ["lapse"]:
            return LAPSE
        case ["swap", *squares] if len(squares) == 3 and set(squares) <= set(INDEX):
            square, *soldiers = squares
            return Swap(INDEX[square], set_of(set(soldiers)))
    return None


def _read_walk(position: KriskrasPosition, who: int, text: str) -> Move | None:
    found = _WALK.fullmatch(text)
    if found is None:
        return None
    squares = [INDEX[name] for name in found.groups() if name]
    return Walk(*squares) if len(squares) == 3 else _between(position, who, *squares)


def _between(position: KriskrasPosition, who: int, source: int, end: int) -> Move:
    """The only walk between two squares; for a red move that may end there, these are all its squares."""
    position.check_turn(who)
    if position.step is not Step.MOVE:
        raise IllegalMove(f"step_{position.step}")
    found = [move for move in position.walks_from(source) if move.target == end]
    if len(found) > 1:
        raise Ambiguous("move", moves=tuple(write_move(move) for move in found))
    if found:
        return found[0]
    if position.fighters.walking(position.turn) & BIT[source] and not BIT[end] & ZONES[position.turn]:
        raise IllegalMove("nobody_goes", source=SQUARES[source], target=SQUARES[end])
    return Retreat(source, end)


# Positions


_SIGNS: Final = "MmSs"
"""White's and Black's musketeers, White's and Black's soldiers."""
_LETTERS: Final = "WZ"
"""The sides, by the Dutch words for white and black."""


def write_position(position: KriskrasPosition) -> str:
    """Such as `17/m7m7m/.../17 W throw dice=- quiet=0 stirred=0 exchanges=0,0 first=-`."""
    fields = {
        "dice": write_numbers(position.dice or ()),
        "quiet": position.quiet,
        "stirred": int(position.stirred),
        "exchanges": f"{position.exchanges[WHITE]},{position.exchanges[BLACK]}",
        "first": position.first,
    }
    fighters = position.fighters
    board = write_rows(dict(zip(_SIGNS, (*fighters.musketeers, *fighters.soldiers), strict=True)))
    return f"{board} {_LETTERS[position.turn]} {position.step} {write_fields(fields, position.outcome)}"


_POSITION = re.compile(
    r"(?P<board>[MmSs0-9/]{33,305}) (?P<turn>[WZ]) (?P<step>lot|exchange|throw|move)"
    r" dice=(?P<dice>-|[1-6],[1-6]) quiet=(?P<quiet>[0-9]{1,3}) stirred=(?P<stirred>[01])"
    r" exchanges=(?P<white>[0-4]),(?P<black>[0-4]) first=(?P<first>[01-])"
    r"(?: over=(?P<reason>home|lost|no_move|quiet|left|awarded|agreed|aborted):(?P<winners>[01-]))?"
)


def find_position(text: str) -> KriskrasPosition | None:
    found = _POSITION.fullmatch(text)
    return _build(found) if found else None


def find_fault(position: KriskrasPosition) -> str | None:
    if not _has_no_fighter_too_many(position):
        return "fighters"
    return None if _has_due_step(position) and _has_due_end(position) else "position"


def _build(found: re.Match[str]) -> KriskrasPosition | None:
    sets = read_rows(found["board"], _SIGNS)
    if sets is None:
        return None
    position = KriskrasPosition(
        fighters=Fighters((sets[0], sets[1]), (sets[2], sets[3])),
        turn=_LETTERS.index(found["turn"]),
        step=Step(found["step"]),
        dice=None if found["dice"] == "-" else (int(found["dice"][0]), int(found["dice"][2])),
        quiet=int(found["quiet"]),
        stirred=found["stirred"] == "1",
        exchanges=(int(found["white"]), int(found["black"])),
        first=read_number(found["first"]),
    )
    return replace(position, outcome=read_outcome(found, position.totals()))


def _has_no_fighter_too_many(position: KriskrasPosition) -> bool:
    return all(min(position.lost(side)) >= 0 for side in (WHITE, BLACK))


def _has_due_step(position: KriskrasPosition) -> bool:
    """Before the lot all is as at the start; after it, only who can exchange is asked to."""
    turn = position.turn
    if position.step is Step.LOT:
        return replace(position, outcome=None) == KriskrasPosition(first=position.first)
    if position.first is not None or (position.dice is not None) != (position.step is Step.MOVE):
        return False
    if position.stirred and not position.exchanges[turn]:
        return False
    if position.step is Step.EXCHANGE:
        return position.can_exchange(turn)
    if _has_ended_by_the_last_turn(position):
        return position.step is position.first_step()
    return True


def _has_ended_by_the_last_turn(position: KriskrasPosition) -> bool:
    return position.outcome is not None and position.outcome.reason in ("home", "lost", "quiet")


def _has_due_end(position: KriskrasPosition) -> bool:
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
            return reason == due and position.outcome == position.ended(reason)


def _due_reason(position: KriskrasPosition) -> str | None:
    """Why the match must be over; empty where the counts contradict each other."""
    if position.quiet > QUIET_TURNS or _has_gone_on_too_long(position):
        return ""
    if position.step is Step.MOVE:
        return None if replace(position, step=Step.THROW).due_end() is None else ""
    due = position.due_end()
    if due in ("home", "lost"):
        return "" if position.stirred or position.quiet else due
    return "" if position.stirred and due == "quiet" else due


def _has_gone_on_too_long(position: KriskrasPosition) -> bool:
    """Somebody won before the last turn."""
    own, other = position.turn, 1 - position.turn
    return (
        position.home(own).musketeers == MUSKETEERS
        or position.must_exchange(other)
        or (position.home(other).musketeers == MUSKETEERS and position.must_exchange(own))
    )
