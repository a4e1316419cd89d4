"""How people stand: `/leaderboard` and `/profile`."""

from __future__ import annotations

from typing import Final

from bot.features.ladder import leaderboard, profile
from bot.features.ladder.commands import COMMANDS
from bot.ui.feature import Feature

FEATURE: Final = Feature("ladder", COMMANDS, {**leaderboard.VERBS, **profile.VERBS})
