"""How members and servers like it, and what is stored about them."""

from __future__ import annotations

from typing import Final

from bot.features.preferences import house, mine, privacy
from bot.features.preferences.commands import COMMANDS
from bot.ui.feature import Feature

FEATURE: Final = Feature("preferences", COMMANDS, {**mine.VERBS, **house.VERBS, **privacy.VERBS})
