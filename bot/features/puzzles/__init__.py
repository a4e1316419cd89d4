"""Puzzles: `/puzzle`, a position with something to find, and what can be pressed there."""

from __future__ import annotations

from typing import Final

from bot.features.puzzles.commands import COMMANDS
from bot.features.puzzles.tries import VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature("puzzle", COMMANDS, VERBS, everywhere=VERBS)
