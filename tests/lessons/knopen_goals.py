"""What each task of Knopen asks, once more in plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.engines import knopen_reference
from tests.engines.test_knopen_reference import told_to_the_reference as knopen_told
from tests.lessons.goals import Goal, by_winning, by_writing


def _threatened(position: Any, by: str = "R") -> set[str]:
    stones = knopen_told(position).stones
    return {knopen_reference.name(square) for square in knopen_reference.threatened(stones, by)}


def _are_apart(position: Any) -> bool:
    return not knopen_reference.offenders(knopen_told(position).stones, "R")


def _threatens(least: int) -> Goal:
    return lambda _, __, after: len(_threatened(after)) >= least and _are_apart(after)


def _nobody_is_lost(_: Any, __: str, after: Any) -> bool:
    return not _threatened(after, "B") and _are_apart(after)


GOALS: Final[Mapping[str, Goal]] = {
    "holes": by_writing("f9-f5"),
    "jump": by_writing("e5-e8"),
    "pair": _threatens(1),
    "both": _threatens(2),
    "capture": lambda _, __, after: after.taken[0] == 9,
    "two": _threatens(2),
    "penalty": lambda _, __, after: after.taken[0] == 9 and not _threatened(after, "B"),
    "escape": _nobody_is_lost,
    "tempo": lambda before, text, after: (
        _threatens(2)(before, text, after) and _nobody_is_lost(before, text, after)
    ),
    "win": by_winning("target"),
}
