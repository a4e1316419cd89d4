"""Challenges: `/play`, and the buttons Accept, Decline and Withdraw."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import LOOKS
from bot.features.challenge import buttons, host
from bot.features.challenge.commands import COMMANDS
from bot.ui.feature import Feature

_VERBS: Final = {**buttons.VERBS, **host.VERBS}
_AGAIN: Final = {"rematch", "level"}
"""On a board that is over."""

FEATURE: Final = Feature(
    "challenge",
    COMMANDS,
    _VERBS,
    on_servers=_VERBS.keys() - _AGAIN,
    of_matches=_AGAIN,
    of_challenges=_VERBS.keys() - _AGAIN,
    sparing={"accept": LOOKS, "join": LOOKS, "start": LOOKS},
)
