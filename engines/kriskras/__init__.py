"""Kris-kras: a race with two dice. 'Kreuz und quer', Sicco v. Huelst, Pelikan 1975."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from engines.game import FIRST, Game, Move, Position
from engines.kriskras import notation
from engines.kriskras.board import MUSKETEERS, SOLDIERS
from engines.kriskras.moves import THROWS
from engines.kriskras.position import (
    MUSKETEER_POINTS,
    PRICE,
    QUIET_TURNS,
    SOLDIER_POINTS,
    KriskrasPosition,
)


class Kriskras(Game):
    name = "kriskras"
    title = "Kris-kras"
    seats = (2, 2)
    settings = (FIRST,)
    numbers: ClassVar = {
        "musketeers": MUSKETEERS,
        "soldiers": SOLDIERS,
        "throws": len(THROWS),
        "price": PRICE,
        "musketeer_points": MUSKETEER_POINTS,
        "soldier_points": SOLDIER_POINTS,
        "quiet_turns": QUIET_TURNS,
    }
    bound = 39 * 100 * 3 + 8 + 1
    """At most 38 events (30 captures or arrivals, 8 exchanges) with at most 100 turns before each of them and
    after the last, three plies a turn; the exchanges themselves, and the lot."""

    def start(self, options: Mapping[str, object], seats: int) -> KriskrasPosition:
        self.check_seats(seats)
        return KriskrasPosition(first=cast("int | None", self.read_options(options)["first"]))

    def read_move(self, position: Position, who: int, text: str) -> Move:
        assert isinstance(position, KriskrasPosition)
        return notation.read_move(position, who, text)

    def write_move(self, move: Move) -> str:
        return notation.write_move(move)

    def read_position(self, text: str) -> KriskrasPosition:
        return notation.read_position(text)

    def write_position(self, position: Position) -> str:
        assert isinstance(position, KriskrasPosition)
        return notation.write_position(position)
