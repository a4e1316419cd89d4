"""How members and servers like it, and what is stored about them."""

from __future__ import annotations

from typing import Final

from bot.features.preferences import house, mine, privacy
from bot.features.preferences.commands import COMMANDS
from bot.ui.feature import Feature

_THEIR_OWN: Final = {**mine.VERBS, **privacy.VERBS}

FEATURE: Final = Feature(
    "preferences",
    COMMANDS,
    {**_THEIR_OWN, **house.VERBS},
    everywhere=_THEIR_OWN,
    on_servers=house.VERBS,
)
