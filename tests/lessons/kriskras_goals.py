"""What each task of Kris-kras asks, once more in plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.engines import kriskras_reference
from tests.engines.test_kriskras_reference import told_to_the_reference as kriskras_told
from tests.lessons.goals import Goal, by_winning, by_writing


def _fewer(kind: str) -> Goal:
    def fewer(before: Any, _: str, after: Any) -> bool:
        counts = [
            len(kriskras_reference.squares(kriskras_told(each).board, "Z", kind)) for each in (before, after)
        ]
        return counts[1] == counts[0] - 1

    return fewer


def _home(position: Any, kinds: str) -> int:
    board = kriskras_told(position).board
    return sum(
        kriskras_reference.is_home(square, "W") for square in kriskras_reference.squares(board, "W", kinds)
    )


def _is_in_shelter(before: Any, text: str, _: Any) -> bool:
    end = kriskras_reference.square_named(text.rsplit("-", maxsplit=1)[-1])
    return text.startswith("f4-") and end[1] == kriskras_reference.OWN_ZONE["W"]


GOALS: Final[Mapping[str, Goal]] = {
    "hook": by_writing("m9-j9-j11"),
    "slant": lambda _, text, __: text.startswith("e9-") and text.endswith("-e12"),
    "capture": _fewer("S"),
    "choose": _fewer("M"),
    "arrive": lambda before, _, after: _home(after, "MS") > _home(before, "MS"),
    "exact": lambda before, _, after: _home(after, "M") > _home(before, "M"),
    "retreat": _is_in_shelter,
    "exchange": lambda before, _, after: after.exchanges[0] > before.exchanges[0],
    "win": by_winning("home"),
}
