"""One picture of Skeleton."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.skeleton.moves import COUNTERS, Take
from engines.skeleton.position import SkeletonPosition
from render.board import SIDE
from render.tablepainting import TablePainting
from render.panels import GO, IDLE, LIT, Panel
from render.reading import Point
from render.scene import Scene
from render.skeleton.art import Art
from render.sprite import stamp

_COLUMNS: Final = 6
_APART: Final = 116
_TOP: Final = 300
"""The middle of the upper row."""


class SkeletonPainting(TablePainting[SkeletonPosition]):
    def __init__(self, art: Art, scene: Scene[SkeletonPosition]) -> None:
        super().__init__(scene, art.ground, art.fittings)
        self._art = art

    def _panels(self) -> Sequence[Panel]:
        position = self._scene.position
        outcome = position.outcome
        lit = outcome.winners if outcome else position.to_move
        return [
            Panel(
                seat,
                position.taken[seat],
                LIT if seat in lit else IDLE,
                mark=GO if seat in position.to_move else None,
                person=self._person(seat),
            )
            for seat in (0, 1)
        ]

    def _paint_table(self) -> None:
        left = self._scene.position.left
        for number in range(COUNTERS - left + 1, COUNTERS + 1):
            stamp(self._picture, self._art.counter, *_middle(number))
        if not self._scene.choices:
            for number in range(COUNTERS - left - self._taken_last() + 1, COUNTERS - left + 1):
                stamp(self._picture, self._art.gone, *_middle(number))
        for number, option in self._numbered():
            for name in option.places:
                stamp(self._picture, self._fittings.badges[number - 1], *self._badge_on(name))

    def _badge_on(self, name: str) -> Point:
        return _middle(int(name))

    def _taken_last(self) -> int:
        """What happened last is drawn in."""
        return sum(ply.move.counters for ply in self._scene.last if isinstance(ply.move, Take))


def _middle(number: int) -> tuple[int, int]:
    """Of a counter, numbered from 1 from the upper left."""
    row, column = divmod(number - 1, _COLUMNS)
    left = (SIDE - (_COLUMNS - 1) * _APART) // 2
    return left + column * _APART, _TOP + row * _APART
