"""Courses at hand: what was replayed need not be replayed again, as long as there is room for it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.club.course import Course

_MOST: Final = 20_000
"""Plies of all of them together. A ply is half a kilobyte or so: a match of an hour has fifty, the longest
some ten thousand."""

_Kept = tuple[int, Course]
"""And of which era of its match it is."""


class Courses:
    """The newest stays; of the others those go first that are over, and then those nobody has asked for."""

    def __init__(self) -> None:
        self._running: OrderedDict[int, _Kept] = OrderedDict()
        self._over: OrderedDict[int, _Kept] = OrderedDict()
        self.plies = 0
        """Of all that are at hand."""

    def of(self, match: int, era: int) -> Course | None:
        """None, too, where plies were taken back since, perhaps by another process."""
        of_era, course = self._running.get(match) or self._over.get(match) or (era, None)
        return course if of_era == era else None

    def keep(self, match: int, era: int, course: Course) -> None:
        self._drop(match)
        kept = self._running if course.position.to_move else self._over
        kept[match] = era, course
        self.plies += len(course.played)
        while self.plies > _MOST and len(self._running) + len(self._over) > 1:
            self._drop(next(other for other in (*self._over, *self._running) if other != match))

    def forget(self) -> None:
        self._running.clear()
        self._over.clear()
        self.plies = 0

    def _drop(self, match: int) -> None:
        kept = self._running.pop(match, None) or self._over.pop(match, None)
        if kept is not None:
            self.plies -= len(kept[1].played)
