"""Who moves, and the moves that every game has: lots, and what the table writes down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.codes import Unreadable

CHANCE: Final = -1
"""Who moves when a die, a tile or a lot is next."""
TABLE: Final = -2
"""Who plays the plies that every game has: `leave N`, `drawn`, `aborted` and `awarded N`."""


class Move:
    """A value. Each game has its own; equality is by content."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Lot(Move):
    """Chance: which seat begins. `lot 0`, `lot 1`, ..."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Table: a seat resigned or is forfeited. `leave 1`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drawn(Move):
    """Table: the seats agreed on a draw. `drawn`."""


@dataclass(frozen=True, slots=True)
class Aborted(Move):
    """Table: the match ends without a result, and nobody has lost. `aborted`."""


@dataclass(frozen=True, slots=True)
class Awarded(Move):
    """Table: whoever watches over the match gives it to these seats. `awarded 0`, `awarded 0 2`."""

    seats: tuple[int, ...]
    """In their order, each once."""


def read_table_ply(text: str) -> Move | None:
    """The table's own plies, the same in every game."""
    match text.split():
        case ["drawn"]:
            return Drawn()
        case ["aborted"]:
            return Aborted()
        case ["leave", seat] if _is_seat(seat):
            return Leave(int(seat))
        case ["awarded", *seats] if seats and all(map(_is_seat, seats)):
            return _awarded([int(seat) for seat in seats])
    return None


def _is_seat(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 3


def _awarded(seats: list[int]) -> Awarded | None:
    return Awarded(tuple(seats)) if seats == sorted(set(seats)) else None


def write_common_move(move: Move) -> str:
    """The text of the moves that several games share. Raises Unreadable for a move of another game."""
    match move:
        case Lot(seat):
            return f"lot {seat}"
        case Leave(seat):
            return f"leave {seat}"
        case Drawn():
            return "drawn"
        case Aborted():
            return "aborted"
        case Awarded(seats):
            return " ".join(["awarded", *map(str, seats)])
    raise Unreadable("move", text=type(move).__name__)
