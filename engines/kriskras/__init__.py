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

    find_move = staticmethod(notation.find_move)
    write_move = staticmethod(notation.write_move)
    find_position = staticmethod(notation.find_position)
    find_fault = staticmethod(notation.find_fault)
    write_position = staticmethod(notation.write_position)

    def start(self, options: Mapping[str, object], seats: int) -> KriskrasPosition:
        self.check_seats(seats)
        return KriskrasPosition(first=FIRST.of(self.read_options(options)))

    def outlook(self, level: int) -> KriskrasOutlook:
        return KriskrasOutlook(level)
