"""Skeleton: take counters, and take the last.

TITLE OF THE ORIGINAL, its author, publisher and year.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engines.game import FIRST, HINTS, Game
from engines.moves import Move
from engines.skeleton import notation
from engines.skeleton.moves import COUNTERS, MOST
from engines.skeleton.position import SkeletonPosition


class Skeleton(Game[SkeletonPosition]):
    name = "skeleton"
    title = "Skeleton"
    seats = (2, 2)  # the least and the most; FIRST is for two, more draw lots anew
    settings = (HINTS, FIRST)  # what people may choose has words in the language files
    numbers: ClassVar = {"counters": COUNTERS, "most": MOST}  # the pages of rules say `{counters:word}`
    bound = COUNTERS + 2
    """The lot, a ply a counter, and a ply of the table. An endless game needs a rule that ends it."""
    has_sides = False  # nobody sees the board from another side

    write_move = staticmethod(notation.write_move)
    find_position = staticmethod(notation.find_position)
    find_fault = staticmethod(notation.find_fault)
    write_position = staticmethod(notation.write_position)

    def start(self, options: Mapping[str, object], seats: int) -> SkeletonPosition:
        self.check_seats(seats)
        return SkeletonPosition(first=FIRST.of(self.read_options(options)))

    def find_move(self, position: SkeletonPosition, who: int, text: str) -> Move | None:  # noqa: ARG002 - a text says all
        return notation.find_move(text)
