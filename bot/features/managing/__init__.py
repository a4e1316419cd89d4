"""Managing the table: what those who manage a server decide about members and matches, and who did what."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import RULINGS
from bot.features.managing import acts, matches, members, panel
from bot.ui.feature import Feature

_VERBS: Final = {**panel.VERBS, **members.VERBS, **matches.VERBS, **acts.VERBS}

FEATURE: Final = Feature(
    "managing",
    [],
    _VERBS,
    on_servers=_VERBS,
    of_matches=matches.OF_A_MATCH,
    sparing=dict.fromkeys(("bar_yes", "end_yes", "award_yes", "void_yes", "restore_yes"), RULINGS),
)
"""All that can be pressed under [Manage the table] in `/server`."""
