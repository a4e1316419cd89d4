"""The sweep: what the table does by itself, again and again. Each errand goes its own round.

None waits for another, and none ends because something went wrong: that is noted, and tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Final

from discord.ext import tasks

from bot.club.refused import Refused
from bot.ui.posts import Waiting
from bot.ui.table import Table

log = logging.getLogger(__name__)

MINUTE: float = 60.0
"""Seconds. Errands go once a minute or every few, unless something is due before."""
_AT_ONCE: Final = 16
"""Boards that are shown at once: one that Discord lets wait holds up nobody."""
_SHOWN_WITHIN: Final = 120.0
"""Seconds after which a board is given up, and tried again later."""
ERRAND: Final = "errand"
"""A kind of trouble: a whole round goes wrong."""

Round = Callable[[], Awaitable[int | None]]
"""Returns in how many seconds it is due again, if that is sooner than usual."""


class _Errand:
    def __init__(
        self, name: str, go: Round, table: Table, rounds: dict[str, datetime], *, minutes: int
    ) -> None:
        """`minutes` between two rounds, where nothing is known to be due before."""
        self._name = name
        self._go = go
        self._minutes = minutes
        self._troubles = table.troubles
        self._clock = table.clock
        self._rounds = rounds
        self._again = False
        self._loop = tasks.loop(seconds=MINUTE)(self._round)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.cancel()

    def hurry(self) -> None:
        """It goes at once or, if it is under way, once more right after."""
        self._again = True
        self._loop.change_interval(seconds=0)

    async def _round(self) -> None:
        self._again = False
        due: int | None = None
        try:
            due = await self._go()
        except Refused as refused:  # the disk is full, say: those who play are told
            self._troubles.note(ERRAND, self._name, refused, level=logging.INFO)
        except Exception as error:  # noqa: BLE001 - whatever it was, the next round comes
            self._troubles.note(ERRAND, self._name, error, level=logging.ERROR)
        else:
            self._troubles.settle(ERRAND, self._name)
        self._rounds[self._name] = self._clock()
        usual = MINUTE * self._minutes
        wait = usual if due is None else min(usual, max(1, due))
        self._loop.change_interval(seconds=0 if self._again else wait)


class Sweep:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._rounds: dict[str, datetime] = {}
        self._showing: dict[Waiting, asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._has_shown = False
        self._is_started = False
        self._errands = {
            name: _Errand(name, go, table, self._rounds, minutes=minutes)
            for name, go, minutes in (
                ("alive", self._stay_alive, 1),
                ("silence", self._answer_silence, 1),
                ("posts", self._show, 1),
                ("reminders", self._remind, 1),
                ("changes", self._notice_changes, 1),
                ("departures", self._close_and_forget, 4),
            )
        }

    @property
    def rounds(self) -> Mapping[str, datetime]:
        """When each errand last came round."""
        return self._rounds

    def start(self) -> None:
        """Once; from then on it goes by itself."""
        if not self._is_started:
            self._is_started = True
            for errand in self._errands.values():
                errand.start()

    def stop(self) -> None:
        for errand in self._errands.values():
            errand.stop()
        for task in self._showing.values():
            task.cancel()
        self._table.posts.background.stop()

    def look_again(self, *places: int) -> None:
        """Discord tells of a change there, or everywhere: what waits because of it is tried at once."""
        if self._table.posts.look_again(*places):
            self._errands["posts"].hurry()

    async def look_again_on(self, guild: int, channel: int | None = None) -> None:
        """As above, for a server: something changed in this channel, or in all."""
        if await self._table.posts.look_again_on(guild, channel):
            self._errands["posts"].hurry()

    def hurry(self) -> None:
        """Something is to be shown."""
        self._errands["posts"].hurry()

    # The errands

    async def _stay_alive(self) -> None:
        if away := await self._table.timekeeper.note_alive():
            log.info("was away", extra={"seconds": away})

    async def _answer_silence(self) -> int | None:
        if await self._table.timekeeper.let_time_pass():
            self.hurry()
        return await self._table.timekeeper.seconds_to_next_due()

    async def _show(self) -> int | None:
        """What was saved and not shown; first of all what a process before this one left."""
        for waiting in await self._table.posts.waiting():
            if not self._has_shown:
                self._table.posts.look_first(*waiting)
            if waiting not in self._showing:
                self._showing[waiting] = asyncio.create_task(self._show_one(waiting))
        self._has_shown = True
        return self._table.posts.seconds_to_next()

    async def _show_one(self, waiting: Waiting) -> None:
        try:
            async with self._free, asyncio.timeout(_SHOWN_WITHIN):
                await self._table.posts.show_waiting(*waiting)
        except TimeoutError as error:
            self._table.troubles.note(*waiting, error)
        finally:
            del self._showing[waiting]

    async def _remind(self) -> None:
        await self._table.posts.notices.remind()

    async def _notice_changes(self) -> None:
        await self._table.departures.notice_changes()

    async def _close_and_forget(self) -> None:
        await self._table.departures.close_left_servers()
        await self._table.departures.forget_left_servers()
