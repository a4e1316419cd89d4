"""The guide: `/rules`, `/rating`, `/help`, and the [Rules] button."""

from __future__ import annotations

from typing import Final

from bot.features.guide.commands import COMMANDS
from bot.features.guide.pages import VERBS
from bot.ui.feature import Feature

FEATURE: Final = Feature(
    "guide",
    COMMANDS,
    VERBS,
    everywhere={"page", "contents"},
    of_matches={"rules"},
    of_challenges={"rules_first"},
)
