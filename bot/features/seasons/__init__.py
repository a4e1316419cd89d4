"""Stretches of time that end with a podium: `/season`."""

from __future__ import annotations

from typing import Final

from bot.features.seasons.commands import COMMANDS
from bot.features.seasons.season import VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature("seasons", COMMANDS, VERBS, on_servers=VERBS)
"""`/season`, and what can be pressed under it and under the podiums."""
