"""What each task of Cubus asks, once more in plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.lessons.goals import Goal, by_writing


def _gains(points: int) -> Goal:
    def gains(before: Any, _: str, after: Any) -> bool:
        (builder,) = before.to_move
        return bool(after.totals()[builder] - before.totals()[builder] >= points)

    return gains


def _frees(tiles: int) -> Goal:
    return lambda before, _, after: bool(before.pile.tiles.total - after.pile.tiles.total >= tiles)


GOALS: Final[Mapping[str, Goal]] = {
    "crate": lambda before, _, after: after.pile.tiles.lids > before.pile.tiles.lids,
    "more": _gains(4),
    "gift": lambda before, text, after: _gains(3)(before, text, after) and after.hands == before.hands,
    "gap": _gains(5),
    "large": _gains(9),
    "under": _gains(8),
    "knock": by_writing("knock"),
    "show": _gains(3),
    "lower": _frees(2),
}
