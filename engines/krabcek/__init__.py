"""Krabcek: pieces of three widths in a labyrinth. 'Krabcek', Paul Clark, Push the Button 2004."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from engines.game import FIRST, HINTS, Game, Setting
from engines.krabcek import notation
from engines.krabcek.labyrinth import GATES, TILES
from engines.krabcek.moves import FLY, SWITCH
from engines.krabcek.outlook import KrabcekOutlook
from engines.krabcek.pieces import BIGBOY, IN_THE_SET, MIDDLEMAN, SKINNYBOY
from engines.krabcek.position import QUIET_MOVES, KrabcekPosition
from engines.moves import Move

LAYOUT: Final[Setting[str | None]] = Setting("layout", (None,), reader=notation.read_layout)
"""Left open the labyrinth is drawn; else it is this one."""


class Krabcek(Game[KrabcekPosition]):
    name = "krabcek"
    title = "Krabcek"
    seats = (2, 2)
    settings = (LAYOUT, HINTS, FIRST)
    numbers: ClassVar = {
        "tiles": TILES,
        "gates": len(GATES),
        "gates_each": len(GATES) // 2,
        "pieces": sum(IN_THE_SET),
        "skinnyboys": IN_THE_SET[SKINNYBOY],
        "middlemen": IN_THE_SET[MIDDLEMAN],
        "bigboys": IN_THE_SET[BIGBOY],
        "fly": FLY,
        "switch": SWITCH,
        "quiet_moves": QUIET_MOVES,
    }
    bound = 19 * 300 * 2 + 100
    """At most 14 pieces brought on and 4 stacks that do not win, with at most 300 moves up to each of these
    and after the last, two plies a move; and the lay, the lot, seven gates and the starting throws. Nothing
    bounds equal starting throws, but ninety in a row do not happen."""

    write_move = staticmethod(notation.write_move)
    find_position = staticmethod(notation.find_position)
    find_fault = staticmethod(notation.find_fault)
    write_position = staticmethod(notation.write_position)

    def start(self, options: Mapping[str, object], seats: int) -> KrabcekPosition:
        self.check_seats(seats)
        chosen = self.read_options(options)
        return KrabcekPosition(given=LAYOUT.of(chosen), first=FIRST.of(chosen))

    def outlook(self, level: int) -> KrabcekOutlook:
        return KrabcekOutlook(level)

    def find_move(self, position: KrabcekPosition, who: int, text: str) -> Move | None:  # noqa: ARG002 - a text says all
        return notation.find_move(text)
