"""What each task asks, said once more in plain code: a judge of the conditions in lessons/<game>.toml.

A game's stand in `<game>_goals.py`, found by its name. What threatens, captures and leads away is asked there
of the engines that were written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

Goal = Callable[[Any, str, Any], bool]
"""Of the position before, the move as it is written, and the position after."""


@cache
def goals_of(game: str) -> Mapping[str, Goal]:
    """By the names of its tasks."""
    goals: Mapping[str, Goal] = import_module(f"tests.lessons.{game}_goals").GOALS
    return goals


def by_writing(*texts: str) -> Goal:
    return lambda _, text, __: text in texts


def by_winning(reason: str) -> Goal:
    return lambda before, _, after: bool(
        after.outcome and after.outcome.reason == reason and after.outcome.winners == tuple(before.to_move)
    )
