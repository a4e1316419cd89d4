"""The coach's sentence on a board: there if it is known, else edited in when it is. No board waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.club.coach import Coach
from bot.club.match import Match
from bot.ui.background import Background
from bot.words import coaching
from bot.words.language import Language

_PAUSES: Final = (5.0, 20.0)
"""Seconds until an edit that Discord let wait is tried once more: where many play, it takes few of them."""


class Coaching:
    def __init__(
        self, coach: Coach, background: Background, show_anew: Callable[[int], Awaitable[bool]]
    ) -> None:
        self._coach = coach
        self._background = background
        self._show_anew = show_anew

    def said(self, match: Match, words: Language) -> str:
        """On the board as it is laid out just now; empty where there is nothing to be said, or not yet."""
        if self._coach.begins(match):
            self._background.start(self._look(match), "the coach failed", match=match.id)
        remark = self._coach.remark(match)
        return coaching.said(match, remark, words) if remark else ""

    async def _look(self, match: Match) -> None:
        if not await self._coach.look(match) or await self._show_anew(match.id):
            return
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            if not await self._coach.still_speaks_of(match) or await self._show_anew(match.id):
                return
