"""Challenges: `/play`, and the buttons Accept, Decline and Withdraw."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import LOOKS
from bot.features.challenge import buttons, host
from bot.features.challenge.commands import COMMANDS
from bot.ui.feature import Feature

_VERBS: Final = {**buttons.VERBS, **host.VERBS}

FEATURE: Final = Feature(
    "challenge",
    COMMANDS,
    _VERBS,
    of_matches={"rematch"},
    of_challenges=_VERBS.keys() - {"rematch"},
    sparing={"accept": LOOKS, "join": LOOKS, "start": LOOKS},
)
