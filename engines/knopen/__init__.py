"""Knopen: buttons on a board of buttonholes. 'Kopf oder Knopf', Manfred Ludwig, F.X. Schmid 1992."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engines.game import FIRST, HINTS, Game, Setting
from engines.knopen import notation
from engines.knopen.board import HOLES, STONES
from engines.knopen.outlook import KnopenOutlook
from engines.knopen.position import QUIET_TURNS, KnopenPosition

TARGET = Setting("target", notation.TARGETS)


class Knopen(Game[KnopenPosition]):
    name = "knopen"
    title = "Knopen"
    seats = (2, 2)
    settings = (TARGET, HINTS, FIRST)
    numbers: ClassVar = {
        "stones": STONES,
        "most_holes": max(HOLES),
        "target": notation.TARGETS[0],
        "shortest_target": min(notation.TARGETS),
        "quiet_turns": QUIET_TURNS,
    }
    bound = 19 * 150 * 3 + 1
    """At most 18 stones leave before the end; 150 turns a stone, three plies a turn, and the lot."""

    find_move = staticmethod(notation.find_move)
    write_move = staticmethod(notation.write_move)
    find_position = staticmethod(notation.find_position)
    find_fault = staticmethod(notation.find_fault)
    write_position = staticmethod(notation.write_position)

    def start(self, options: Mapping[str, object], seats: int) -> KnopenPosition:
        self.check_seats(seats)
        chosen = self.read_options(options)
        return KnopenPosition(target=TARGET.of(chosen), first=FIRST.of(chosen))

    def outlook(self, level: int) -> KnopenOutlook:
        return KnopenOutlook(level)
