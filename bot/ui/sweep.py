"""The sweep: what the table does by itself, again and again. Each errand goes its own round.

None waits for another, and none ends because something went wrong: that is noted, and tried again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from discord.ext import tasks
from discord.utils import utcnow

from bot.club.refused import Refused
from bot.club.timekeeper import AT_A_TIME
from bot.club.troubles import CHALLENGE, MATCH
from bot.ui.dailies import DAILY
from bot.ui.podiums import PODIUM
from bot.ui.posts import Waiting
from bot.ui.table import Table

log = logging.getLogger(__name__)

MINUTE: float = 60.0
"""Seconds. Errands go once a minute or every few, unless something is due before."""
_AT_ONCE: Final = 16
"""Boards that are shown at once: one that Discord lets wait holds up nobody."""
_SHOWN_WITHIN: Final = 120.0
"""Seconds after which a board is given up, and tried again later."""
_SERVERS: Final = "servers"
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
        self._loop = tasks.loop(seconds=MINUTE)(self.go_round)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.cancel()

    def hurry(self) -> None:
        """It goes at once or, if it is under way, once more right after."""
        self._again = True
        self._loop.change_interval(seconds=0)

    async def go_round(self) -> None:
        """Raises nothing: what goes wrong is noted."""
        self._again = False
        due: int | None = None
        # If the disk is full, say, those who play are told.
        with self._troubles.alone(ERRAND, self._name, Refused, level=logging.INFO):
            due = await self._go()
        self._rounds[self._name] = self._clock()
        usual = MINUTE * self._minutes
        wait = usual if due is None else min(usual, max(1, due))
        self._loop.change_interval(seconds=0 if self._again else self._late() + wait)

    def _late(self) -> float:
        """Seconds since this round was due: discord.py counts from there, and after a night for which the
        machine slept it would go hundreds of rounds in a row.
        """
        if self._loop.next_iteration is None:  # it has not begun to go by itself
            return 0.0
        due = self._loop.next_iteration - timedelta(seconds=self._loop.seconds or 0)
        return max(0.0, (utcnow() - due).total_seconds())


def _posts(kind: str) -> str:
    """The errand that shows what waits of a kind."""
    return f"{kind} posts"


class Sweep:
    def __init__(self, table: Table, servers: Callable[[], Collection[int] | None]) -> None:
        """`servers`: where the bot is a member, by their numbers; None: that is not known just now."""
        self._table = table
        self._servers = servers
        self._are_compared = False
        self._knows_who_thinks = False
        self._rounds: dict[str, datetime] = {}
        self._showing: dict[Waiting, asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._is_started = False
        errands: list[tuple[str, Round, int]] = [
            (_SERVERS, self._compare_servers, 1),
            ("alive", self._once_for_all(self._stay_alive), 1),
            ("silence", self._answer_silence, 1),
            ("expiries", table.timekeeper.let_challenges_expire, 1),
            *((_posts(kind), partial(self._show, kind), 1) for kind in (MATCH, CHALLENGE)),
            ("thoughts", self._think_again, 1),
            ("reviews", self._go_on_with_reviews, 1),
            ("reminders", table.posts.notices.remind, 1),
            ("changes", table.departures.notice_changes, 1),
            ("wiping", self._once_for_all(table.departures.wipe_again), 1),
            ("departures", self._once_for_all(self._close_and_forget), 4),
            ("absences", self._look_who_is_back, 4),
            ("seasons", table.podiums.end_seasons, 1),
            ("crowns", table.crowns.settle, 1),
            ("dailies", table.daily_posts.post_due, 1),
            ("logbook", table.posts.logbook.tell, 1),
            ("ratings", self._once_for_all(table.recount.start_if_due), 1),
            ("traces", table.posts.traces.cover_next, 1),
            ("threads", table.folding.fold_next, 4),
        ]
        self._errands = {
            name: _Errand(name, go, table, self._rounds, minutes=minutes) for name, go, minutes in errands
        }

    @property
    def rounds(self) -> Mapping[str, datetime]:
        """When each errand last came round."""
        return self._rounds

    async def start(self) -> None:
        """Once; from then on it goes by itself."""
        if not self._is_started:
            self._is_started = True
            self._rounds.update(dict.fromkeys(self._errands, self._table.clock()))
            # Before silence is answered: on a server that has sent the bot away everything rests.
            await self._errands[_SERVERS].go_round()
            for errand in self._errands.values():
                errand.start()

    def stop(self) -> None:
        for errand in self._errands.values():
            errand.stop()
        for task in self._showing.values():
            task.cancel()
        self._table.posts.background.stop()
        self._table.avatars.stop()
        self._table.posts.answers.stop()
        self._table.reviews.stop()
        self._table.recount.stop()

    def compare_servers(self) -> None:
        """Discord has told anew where the bot is a member."""
        self._are_compared = False
        self._errands[_SERVERS].hurry()

    def begin_anew(self) -> None:
        """Servers have become ours: whatever is due there is done at once."""
        self._are_compared = False
        self._knows_who_thinks = False
        if self._is_started:
            for errand in self._errands.values():
                errand.hurry()

    def think_anew(self) -> None:
        """No computer thinks any more."""
        self._knows_who_thinks = False
        self._errands["thoughts"].hurry()

    def look_again(self, *places: int) -> None:
        """Discord tells of a change there, or everywhere: what waits because of it is tried at once."""
        if self._table.posts.look_again(*places):
            self.hurry()

    async def look_again_on(self, guild: int, channel: int | None = None) -> None:
        """As above, for a server: something changed in this channel, or in all."""
        if await self._table.posts.look_again_on(guild, channel):
            self.hurry()
        if self._table.troubles.hurry(PODIUM):
            self._errands["seasons"].hurry()
        if self._table.troubles.hurry(DAILY, guild):
            self._errands["dailies"].hurry()
        if self._table.crowns.look_again_on(guild):
            self._errands["crowns"].hurry()

    def hurry(self) -> None:
        """Something is to be shown."""
        for kind in (MATCH, CHALLENGE):
            self._errands[_posts(kind)].hurry()

    # The errands

    def _once_for_all(self, go: Round) -> Round:
        """What concerns all servers at once: of many processes one does it."""

        async def gone() -> int | None:
            return await go() if self._table.ours.has_first else None

        return gone

    async def _compare_servers(self) -> None:
        if not self._are_compared:
            present = self._servers()
            if present is not None:
                await self._table.departures.compare_servers(present)
                self._are_compared = True

    async def _stay_alive(self) -> None:
        if away := await self._table.timekeeper.note_alive():
            log.info("was away", extra={"seconds": away})

    async def _answer_silence(self) -> int | None:
        answered = await self._table.timekeeper.let_time_pass()
        if await self._table.timekeeper.end_forsaken() or answered:
            self.hurry()
        return 0 if answered == AT_A_TIME else await self._table.timekeeper.seconds_to_next_due()

    async def _show(self, kind: str) -> int | None:
        """What was saved and not shown."""
        for number in await self._table.posts.waiting(kind):
            waiting = (kind, number)
            if waiting not in self._showing:
                self._showing[waiting] = asyncio.create_task(self._show_one(waiting))
        return self._table.troubles.seconds_to_next(kind)

    async def _show_one(self, waiting: Waiting) -> None:
        try:
            async with self._free, asyncio.timeout(_SHOWN_WITHIN):
                await self._table.posts.show_waiting(*waiting)
        except TimeoutError as error:
            self._table.troubles.note(*waiting, error)
        finally:
            del self._showing[waiting]

    async def _think_again(self) -> int | None:
        """After a start what computers have to answer anywhere, for a thought ends with the process that has
        it; from then on what went wrong.
        """
        answers, opponents = self._table.posts.answers, self._table.opponents
        if not self._knows_who_thinks:
            for number in await self._table.matches.awaiting_computers():
                began = time.perf_counter()
                with suppress(Refused):
                    match = await self._table.matches.load(number)
                    if match.computers_to_move and not match.outcome:
                        answers.begin(number)
                await asyncio.sleep(time.perf_counter() - began)  # the others have at least as much
            self._knows_who_thinks = True
        for number in opponents.troubled():
            answers.begin(number)
        return opponents.seconds_to_next()

    async def _go_on_with_reviews(self) -> None:
        await self._table.reviews.go_on()
        self._table.reviews.go_ahead()

    async def _look_who_is_back(self) -> None:
        """Who has left a server, and comes back in time, has lost nothing."""
        for match in await self._table.waiting.with_somebody_gone():
            members = [match.members[seat] for seat in match.playing if match.seats[seat].gone_at]
            gone = await self._table.people.who_left_server(match.stored.guild, members)
            if gone is not None:
                await self._table.waiting.note_gone(match, gone)

    async def _close_and_forget(self) -> None:
        await self._table.departures.close_left_servers()
        await self._table.departures.close_left_direct_messages()
        await self._table.departures.forget_left_servers()
        await self._table.timekeeper.forget_old_vacations()
        await self._table.faces.clear()
