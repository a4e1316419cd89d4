"""Playing: the board's buttons, the private composer, `/move`, `/board`, `/games`."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import BOARDS, LOOKS
from bot.features.play.buttons import VERBS
from bot.features.play.commands import COMMANDS
from bot.ui.feature import Feature

FEATURE: Final = Feature(
    "play",
    COMMANDS,
    VERBS,
    of_matches=VERBS,
    sparing={"again": BOARDS, "more": LOOKS, "claim": LOOKS, "call_off": LOOKS},
)
