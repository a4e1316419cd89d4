"""Lessons: `/learn`, the tasks of a game with its real board, and what can be pressed in them."""

from __future__ import annotations

from typing import Final

from bot.features.learn.commands import COMMANDS
from bot.features.learn.tasks import VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature("learn", COMMANDS, VERBS, everywhere=VERBS)
