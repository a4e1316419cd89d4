"""The puzzle of the day: `/daily`, one try that counts, and how everybody did."""

from __future__ import annotations

from typing import Final

from bot.features.daily import results, today
from bot.features.daily.commands import COMMANDS
from bot.ui.feature import Feature

_ALONE: Final = {**today.VERBS, **results.ALONE}

FEATURE: Final = Feature(
    "daily",
    COMMANDS,
    {**_ALONE, **results.AMONG_MEMBERS},
    everywhere=_ALONE,
    on_servers=results.AMONG_MEMBERS,
)
