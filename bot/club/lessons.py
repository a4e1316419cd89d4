"""Lessons: which tasks a member has done, and who is offered them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from bot.club.challenge import Challenge
from bot.club.computers import computer, is_member
from bot.club.match import Match
from bot.database.lessons import StoredLessons
from lessons import LESSONS, Task

TEACHER: Final = computer(1)
"""Who sits on the other side."""


class Lessons:
    """`now` tells the time, in seconds."""

    def __init__(self, stored: StoredLessons, now: Callable[[], int]) -> None:
        self._stored = stored
        self._now = now

    async def done(self, member: int, game: str) -> frozenset[str]:
        """The tasks of a lesson they have done."""
        done = await self._stored.done(member)
        return frozenset(task for of, task in done if of == game and task in LESSONS[game].names)

    async def tallies(self, member: int) -> list[tuple[str, int]]:
        """By game, in the order of the register: how many tasks they have done, where there are any."""
        stored = await self._stored.done(member)
        done = Counter(game for game, task in stored if game in LESSONS and task in LESSONS[game].names)
        return [(game, done[game]) for game in LESSONS if done[game]]

    async def note_done(self, member: int, task: Task, *, shown: bool) -> None:
        """`shown`: they did not find it themselves."""
        await self._stored.note_done(member, task.game_name, task.name, self._now(), shown=shown)

    async def fits(self, match: Match) -> bool:
        """Somebody plays the game for the first time in it, and has not moved."""
        if match.outcome or not match.is_new_to_its_members:
            return False
        return await self._has_newcomer(match.people, match.game.name, match=match.id)

    async def fits_challenge(self, challenge: Challenge) -> bool:
        """Somebody asks for the game for the first time, or is asked for it."""
        return await self._has_newcomer(challenge.involved, challenge.game_name, challenge=challenge.id)

    async def _has_newcomer(self, members: Iterable[int], game: str, **before: int) -> bool:
        if game not in LESSONS:
            return False
        for member in filter(is_member, members):
            if await self._stored.is_new_to(member, game, **before):
                return True
        return False
