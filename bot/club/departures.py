"""What becomes of all that is stored when a member wants it gone, and when a server sends the bot away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.club.challenges import Challenges
from bot.club.leaving import Leaving
from bot.club.matches import Matches
from bot.club.names import Names
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.club.whereabouts import DIRECT
from bot.database.deadlines import StoredDeadlines
from bot.database.erasure import Erasure
from bot.database.house import House
from bot.database.matches import StoredMatches
from bot.database.wiping import Wiping

KEPT: Final = timedelta(days=30)
"""How long the data of a server stay that the bot was removed from."""
RESTS: Final = timedelta(days=1)
"""How long matches wait for a server that removed the bot, perhaps by mistake."""
_CHANGES: Final = "forgotten_elsewhere"
"""What the house calls the number of times that another process has forgotten somebody."""


@dataclass(frozen=True, slots=True)
class Departed:
    """The challenges and matches that a member has left: the others are to see it."""

    challenges: list[int]
    matches: list[int]
    wiped: bool
    """Nothing of them is left in the bytes of the file."""
    was_known: bool = True
    """Anything was stored of them."""


@dataclass(frozen=True, slots=True)
class Vanished:
    """How many matches and challenges there were of a server that is forgotten."""

    matches: int
    challenges: int
    wiped: bool
    """Nothing of it is left in the bytes of the file."""


class Departures:
    def __init__(
        self,
        erasure: Erasure,
        wiping: Wiping,
        house: House,
        stored: StoredMatches,
        matches: Matches,
        leaving: Leaving,
        challenges: Challenges,
        preferences: Preferences,
        names: Names,
        deadlines: StoredDeadlines,
        turn_time: TurnTime,
        troubles: Troubles,
    ) -> None:
        self._deadlines = deadlines
        self._troubles = troubles
        self._erasure = erasure
        self._house = house
        self._changes = 0
        self._stored = stored
        self._matches = matches
        self._leaving = leaving
        self._challenges = challenges
        self._preferences = preferences
        self._names = names
        self._turn_time = turn_time
        self._wiping = wiping
        self._is_alone = True
        self.forgetting: Callable[[], None] = _nobody_else_remembers
        """Called when somebody is forgotten: for what else keeps people at hand."""

    # Members

    async def forget_member(self, member: int) -> Departed:
        """They leave everything; then nothing tells who they were."""
        challenges: list[int] = []
        left: set[int] = set()
        while True:
            challenges += await self._challenges.leave_all(member)
            running = await self._stored.running_of(member)
            left |= await self._leave_matches(member, running)
            erased = await self._erasure.forget_member(member, running)
            if erased is not None:
                break
        await self.reload()
        wiped = await self._wipe(erased.forms)
        return Departed(challenges, sorted(left), wiped=wiped, was_known=erased.rows > 0)

    async def _leave_matches(self, member: int, running: Sequence[int]) -> set[int]:
        """Returns which were left, without those under older rules and those that they had left before.

        Those of their direct messages are nobody else's: they need not end to be erased.
        """
        left = set()
        for match in await self._matches.load_all(running):
            seat = match.seat_of(member)
            if seat in match.left or match.stored.guild == DIRECT:
                continue
            with suppress(Refused):
                await self._leaving.leave(match.id, seat)
                left.add(match.id)
        return left

    # Servers

    async def leave_server(self, guild: int) -> None:
        """The bot was removed, perhaps by mistake: for a day, everything there rests."""
        if self._preferences.server(guild).left_at is None:
            await self._preferences.change_server(guild, left_at=self._turn_time.now())

    async def welcome(self, guild: int) -> None:
        """The bot is there, perhaps again: then nobody has lost any time."""
        left_at = self._preferences.server(guild).left_at
        if left_at is not None:
            await self._deadlines.set_on(guild, max(0, self._turn_time.now() - left_at))
            await self._preferences.change_server(guild, left_at=None)

    async def compare_servers(self, present: Collection[int]) -> None:
        """With those that removed the bot, or took it back, while it was down."""
        for guild in await self._erasure.servers():
            if guild in present:
                await self.welcome(guild)
            else:
                await self.leave_server(guild)

    async def close_left_servers(self) -> None:
        """Those that did not take the bot back within a day."""
        before = self._turn_time.now() - int(RESTS.total_seconds())
        for guild in await self._erasure.open_servers_left_before(before):
            await self.close_server(guild)

    async def close_server(self, guild: int) -> None:
        """Its matches end without a result; nobody can be told."""
        for number in await self._stored.running_on(guild):
            try:
                await self._leaving.close(number)
            except Refused:
                pass  # one under older rules stays as it is
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one is not the others' loss
                self._troubles.note("match", number, error, level=logging.ERROR)
        await self._erasure.close_server(guild)

    async def close_left_direct_messages(self) -> None:
        """Who has taken no messages since a match there ended is not told any more how."""
        await self._erasure.close_direct_messages(self._turn_time.now() - int(RESTS.total_seconds()))

    async def forget_left_servers(self) -> None:
        """Those that removed the bot long enough ago."""
        before = self._turn_time.now() - int(KEPT.total_seconds())
        for guild in await self._erasure.servers_left_before(before):
            await self.forget_server(guild)

    async def forget_server(self, guild: int) -> Vanished:
        """As if the bot had never been there."""
        forgotten = await self._erasure.forget_server(guild)
        await self.reload()
        return Vanished(forgotten.matches, forgotten.challenges, wiped=await self._wipe(forgotten.forms))

    # What is left in the bytes of the file

    async def _wipe(self, erased: Collection[bytes]) -> bool:
        """Whether nothing is. Else, and if it cannot be written just now, it is done again later."""
        with suppress(Refused):
            return await self._wiping.wipe(erased, anew=self._is_alone)
        return False

    async def wipe_again(self) -> None:
        """What could not be wiped at once, or was erased by another process. To be asked every minute."""
        if await self._wiping.is_due():
            await self._wiping.wipe()

    # Beside a running bot

    def mind_the_bot(self) -> None:
        """One runs over this file: it, and nobody else, may keep the others from writing for long."""
        self._is_alone = False

    async def announce_changes(self) -> None:
        """Another process has forgotten somebody: the bot that runs over this file is to know it."""
        await self._house.count(_CHANGES)

    async def notice_changes(self) -> None:
        """What another process has forgotten is not kept at hand here either. To be asked every minute."""
        changes = await self._house.value(_CHANGES) or 0
        if changes != self._changes:
            await self.reload()
            self._changes = changes

    async def reload(self) -> None:
        """Whatever is kept at hand may have been changed elsewhere."""
        self.forget_at_hand()
        await self._preferences.load()

    def forget_at_hand(self) -> None:
        """All but how people like it."""
        self.forgetting()
        self._names.forget()
        self._matches.forget_courses()


def _nobody_else_remembers() -> None:
    pass
