"""How people stand: `/leaderboard` and `/profile`."""

from __future__ import annotations

from typing import Final

from bot.features.ladder.commands import COMMANDS
from bot.features.ladder.leaderboard import VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature("ladder", COMMANDS, VERBS)
