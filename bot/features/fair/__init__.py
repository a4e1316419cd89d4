"""Fair play: how anybody can check the lots and dice of a match."""

from __future__ import annotations

from typing import Final

from bot.features.fair.check import COMMANDS, VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature("fair", COMMANDS, VERBS, of_matches={"check"}, of_challenges={"seal"})
