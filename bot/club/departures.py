"""What becomes of all that is stored when a member wants it gone, and when a server sends the bot away."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.club.challenges import Challenges
from bot.club.matches import Matches
from bot.club.names import Names
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.database.deadlines import StoredDeadlines
from bot.database.erasure import Erasure
from bot.database.house import House
from bot.database.matches import StoredMatches

KEPT: Final = timedelta(days=30)
"""How long the data of a server stay that the bot was removed from."""
RESTS: Final = timedelta(days=1)
"""How long matches wait for a server that removed the bot, perhaps by mistake."""
_CHANGES: Final = "forgotten_elsewhere"
"""What the house calls the number of times that another process has forgotten somebody."""
_TIMES: Final = {"expires_at", "began_at", "ended_at", "due", "played_at", "away_until", "last_at", "at"}
"""Columns that hold times."""


@dataclass(frozen=True, slots=True)
class Departed:
    """The challenges and matches that a member has left: the others are to see it."""

    challenges: list[int]
    matches: list[int]


class Departures:
    def __init__(
        self,
        erasure: Erasure,
        house: House,
        stored: StoredMatches,
        matches: Matches,
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
        self._challenges = challenges
        self._preferences = preferences
        self._names = names
        self._turn_time = turn_time

    # Members

    async def export(self, member: int) -> dict[str, Any]:
        """All that is stored about a member, by kind."""
        exported = await self._erasure.stored_of(member)
        for match in exported["matches"]:
            if match["ended_at"] is None:
                match["record"] = await self._open_record(match["id"])
        readable = {kind: [_readable(row) for row in rows] for kind, rows in exported.items()}
        return {"member": member, **readable}

    async def _open_record(self, number: int) -> tuple[str, ...]:
        """What others have sealed in a running match is not theirs yet. Under older rules nobody reads it."""
        with suppress(Refused):
            return (await self._matches.load(number)).open_record
        return ()

    async def forget_member(self, member: int) -> Departed:
        """They leave everything; then nothing tells who they were."""
        left = Departed(await self._challenges.leave_all(member), await self._leave_matches(member))
        await self._erasure.forget_member(member)
        await self._reload()
        return left

    async def _leave_matches(self, member: int) -> list[int]:
        """All that run, everywhere."""
        matches = await self._matches.load_all(await self._stored.running_of(member))
        for match in matches:
            seat = match.seat_of(member)
            if seat in match.left:
                continue
            with suppress(Refused):
                if match.has_begun:
                    await self._matches.forfeit(match.id, seat)
                else:
                    await self._matches.close(match.id)
        return [match.id for match in matches]

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
                await self._matches.close(number)
            except Refused:
                pass  # one under older rules stays as it is
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one is not the others' loss
                self._troubles.note("match", number, error, level=logging.ERROR)
        await self._erasure.close_server(guild)

    async def forget_left_servers(self) -> None:
        """Those that removed the bot long enough ago."""
        before = self._turn_time.now() - int(KEPT.total_seconds())
        for guild in await self._erasure.servers_left_before(before):
            await self.forget_server(guild)

    async def forget_server(self, guild: int) -> None:
        """As if the bot had never been there."""
        await self._erasure.forget_server(guild)
        await self._reload()

    # Beside a running bot

    async def announce_changes(self) -> None:
        """Another process has forgotten somebody: the bot that runs over this file is to know it."""
        await self._house.count(_CHANGES)

    async def notice_changes(self) -> None:
        """What another process has forgotten is not kept at hand here either. To be asked every minute."""
        changes = await self._house.value(_CHANGES) or 0
        if changes != self._changes:
            await self._reload()
            self._changes = changes

    async def _reload(self) -> None:
        self._names.forget()
        self._matches.forget_courses()
        await self._preferences.load()


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    """As somebody reads it who wants to know what is stored: times as dates."""
    return {name: _dates(value) if name in _TIMES else value for name, value in row.items()}


def _dates(value: Any) -> Any:
    if value is None:
        return None
    return [_date(time) for time in value] if isinstance(value, list) else _date(value)


def _date(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).isoformat()
