"""Playing: the board's buttons, the private composer, `/move`, `/board`, `/games`."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import BOARDS, LOOKS
from bot.features.play import games, leaving, look, menu, moves, offers
from bot.features.play.commands import COMMANDS
from bot.ui.feature import Feature

_OF_MATCHES: Final = {**moves.VERBS, **menu.VERBS, **offers.VERBS, **leaving.VERBS, **look.VERBS}

FEATURE: Final = Feature(
    "play",
    COMMANDS,
    {**_OF_MATCHES, **games.VERBS},
    everywhere=games.VERBS,
    of_matches=_OF_MATCHES,
    sparing={"again": BOARDS, "more": LOOKS, "claim": LOOKS, "call_off": LOOKS},
)
