"""Cubus: one pile of crates for all. Reinhold Wittig, Franckh-Kosmos 1987, Kallmeyer 2005."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engines.cubus import composing, notation
from engines.cubus.builds import CRATE_POINTS
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.outlook import CubusOutlook
from engines.cubus.pile import ONE_CRATE
from engines.cubus.position import FALSE_KNOCK, CubusPosition, start
from engines.cubus.quiz import MostPoints
from engines.cubus.state import Rules
from engines.cubus.tiles import box
from engines.game import HINTS, OFF, ON, Game, Setting

CLAIMS = Setting("claims", ("guarded", "free"))
YOUNG = Setting("young", (OFF, ON))
ENDING = Setting("ending", ("none", "poorest", "bid"))
ALONE = "alone"
DEMOLITION = Setting("demolition", (OFF, ON, ALONE))
"""Freed tiles are points beside those of building or, alone, all that counts."""
_BOX = box(young=False)


class Cubus(Game[CubusPosition]):
    name = "cubus"
    title = "Cubus"
    seats = (2, 6)
    longest_move = 400
    numbers: ClassVar = {
        "fewest_seats": seats[0],
        "most_seats": seats[1],
        "tiles": _BOX.total,
        "lids": _BOX.lids,
        "open_lids": _BOX.open,
        "left_sides": _BOX.left,
        "right_sides": _BOX.right,
        "crate_tiles": ONE_CRATE.tiles.total,
        "stack": _BOX.minus(ONE_CRATE.tiles).total,
        "most_crates": MOST_CRATES[_BOX.lids + _BOX.open][_BOX.left][_BOX.right],
        "crate_points": CRATE_POINTS,
        "false_knock": FALSE_KNOCK,
    }
    settings = (CLAIMS, YOUNG, ENDING, DEMOLITION, HINTS)
    has_sides = False
    bound = 5300
    """At most 63 builds and 429 turns of at most 12 plies; the lot, six bids, 64 crates pulled down, five
    seats that leave."""

    find_move = staticmethod(notation.find_move)
    write_move = staticmethod(notation.write_move)
    find_position = staticmethod(notation.find_position)
    find_fault = staticmethod(notation.find_fault)
    write_position = staticmethod(notation.write_position)

    def outlook(self, level: int) -> CubusOutlook:
        return CubusOutlook(level)

    def quiz(self) -> MostPoints:
        return MostPoints()

    def start(self, options: Mapping[str, object], seats: int) -> CubusPosition:
        chosen = self.read_options(options)
        self.check_seats(seats)
        rules = Rules(
            claims=CLAIMS.of(chosen),
            young=YOUNG.of(chosen) == ON,
            ending=ENDING.of(chosen),
            demolition=DEMOLITION.of(chosen) != OFF,
            freed_alone=DEMOLITION.of(chosen) == ALONE,
        )
        return start(rules, seats)

    def suggestions(self, position: CubusPosition, seat: int, typed: str) -> tuple[str, ...]:
        if position.is_building(seat):
            return tuple(composing.suggestions(position, typed))
        return super().suggestions(position, seat, typed)
