"""Knopen: buttons on a board of buttonholes. 'Kopf oder Knopf', Manfred Ludwig, F.X. Schmid 1992."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from engines.game import FIRST, Game, Move, Position, Setting
from engines.knopen import notation
from engines.knopen.board import HOLES, STONES
from engines.knopen.position import QUIET_TURNS, KnopenPosition

TARGET = Setting("target", notation.TARGETS)


class Knopen(Game):
    name = "knopen"
    title = "Knopen"
    seats = (2, 2)
    settings = (TARGET, FIRST)
    numbers: ClassVar = {
        "stones": STONES,
        "most_holes": max(HOLES),
        "target": notation.TARGETS[0],
        "short_target": notation.TARGETS[1],
        "quiet_turns": QUIET_TURNS,
    }
    bound = 19 * 150 * 3 + 1
    """At most 18 stones leave before the end; 150 turns a stone, three plies a turn, and the lot."""

    def start(self, options: Mapping[str, object], seats: int) -> KnopenPosition:
        self.check_seats(seats)
        chosen = self.read_options(options)
        return KnopenPosition(target=cast("int", chosen["target"]), first=cast("int | None", chosen["first"]))

    def read_move(self, position: Position, who: int, text: str) -> Move:
        assert isinstance(position, KnopenPosition)
        return notation.read_move(position, who, text)

    def write_move(self, move: Move) -> str:
        return notation.write_move(move)

    def read_position(self, text: str) -> KnopenPosition:
        return notation.read_position(text)

    def write_position(self, position: Position) -> str:
        assert isinstance(position, KnopenPosition)
        return notation.write_position(position)
