"""Kris-kras: a race with two dice. 'Kreuz und quer', Sicco v. Huelst, Pelikan 1975."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engines.game import FIRST, HINTS, Game
from engines.kriskras import notation
from engines.kriskras.board import MUSKETEERS, SOLDIERS
from engines.kriskras.moves import THROWS
from engines.kriskras.outlook import KriskrasOutlook
from engines.kriskras.position import QUIET_TURNS, KriskrasPosition
from engines.kriskras.state import MUSKETEER_POINTS, PRICE, SOLDIER_POINTS
from engines.moves import Move


class Kriskras(Game[KriskrasPosition]):
    name = "kriskras"
    title = "Kris-kras"
    seats = (2, 2)
    longest_move = 60
    settings = (HINTS, FIRST)
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
        return KriskrasPosition(first=FIRST.of(self.read_options(options)))

    def outlook(self, level: int) -> KriskrasOutlook:
        return KriskrasOutlook(level)

    def find_move(self, position: KriskrasPosition, who: int, text: str) -> Move | None:
        return notation.find_move(position, who, text)

    def write_move(self, move: Move) -> str:
        return notation.write_move(move)

    def find_position(self, text: str) -> KriskrasPosition | None:
        return notation.find_position(text)

    def find_fault(self, position: KriskrasPosition) -> str | None:
        return notation.find_fault(position)

    def write_position(self, position: KriskrasPosition) -> str:
        return notation.write_position(position)
