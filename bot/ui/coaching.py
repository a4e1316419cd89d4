"""The coach's sentence on a board: there if it is known, else edited in when it is. No board waits for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.club.coach import Coach
from bot.club.match import Match
from bot.ui.background import Background
from bot.words import coaching
from bot.words.language import Language


class Coaching:
    def __init__(
        self, coach: Coach, background: Background, show_anew: Callable[[int], Awaitable[None]]
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
        if await self._coach.look(match):
            await self._show_anew(match.id)
