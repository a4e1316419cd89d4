"""The archive: `/replay` with its film, steps, record and review, and `/history`."""

from __future__ import annotations

from typing import Final

from bot.features.archive import history, record, replay, review
from bot.features.archive.commands import COMMANDS
from bot.ui.feature import Feature

FEATURE: Final = Feature(
    "archive",
    COMMANDS,
    {**replay.VERBS, **history.VERBS, **record.VERBS, **review.VERBS},
    on_servers={"share", "share_review"},
    of_matches=(replay.VERBS.keys() | record.VERBS.keys() | review.VERBS.keys()) - {"chosen"},
)
