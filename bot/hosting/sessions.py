"""Sessions: one for each shard, and Discord counts how many are begun a day.

Who begins more than it allows loses the token. So before the bot connects, and before a shard begins a new
session later on, it asks how many are left, and stops while there are some in reserve.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket

from bot.hosting import metrics
from bot.hosting.leases import Leases

_IN_RESERVE: Final = 20
"""One in so many of the day's sessions is never begun: what happens at once is not counted yet."""


class SessionsSpent(Exception):
    """Too few are left to connect with; more in so many seconds."""

    def __init__(self, left: int, needed: int, seconds: float) -> None:
        super().__init__(left, needed, seconds)
        self.left = left
        self.needed = needed
        self.seconds = seconds


class SparingClient(discord.AutoShardedClient):
    """In as many shards as Discord recommends at the start, unless it was made with a number of them; where
    several processes play, in those that it gets by its leases.
    """

    leases: Leases | None = None

    def __init__(self, **options: Any) -> None:
        if trace := metrics.tracing():
            options["http_trace"] = trace
        # Whoever waits for others to begin their sessions may wait for long.
        super().__init__(shard_connect_timeout=None, **options)
        self._is_launched = False
        self._connected: set[int] = set()
        self._news = asyncio.Event()
        self._complete: set[int] = set()

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        if event == "interaction":
            metrics.count_interaction(args[0])
        elif event == "shard_connect":
            self._connected.add(args[0])
            self._news.set()
            if self.leases:
                self.leases.has_begun(args[0])
        elif event == "shard_ready":
            self._complete.add(args[0])
        super().dispatch(event, *args, **more)
        if event == "shard_ready" and self.leases:
            self._is_ready_again()

    def _is_ready_again(self) -> None:
        """discord.py waits for all shards that were asked for at the start; here they come and go."""
        self._connection.call_handlers("ready")
        self.dispatch("ready")
        if self.leases:
            self.leases.look_now()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises SessionsSpent, now or later."""
        recommended, _, limit = await self.http.get_bot_gateway()
        limits = discord.SessionStartLimits(**limit)
        self.shard_count = self.shard_count or recommended
        if self.leases is None:
            _check(limits, needed=self.shard_count)
            await super().connect(reconnect=reconnect)
        else:
            self.leases.max_concurrency = limits.max_concurrency
            await _until_one_ends(self.leases.keep(), super().connect(reconnect=reconnect))

    async def launch_shards(self) -> None:
        if self.leases:
            self._connection.shard_count = self.shard_count
        else:
            await super().launch_shards()
        self._is_launched = True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The first sessions of all shards were asked for together."""
        if self._is_launched:
            _check(await self.fetch_session_start_limits(), needed=1)
        if self.leases and shard_id is not None:
            await self.leases.may_begin(shard_id)
        else:
            await super().before_identify_hook(shard_id, initial=initial)
        self._forget_guilds(shard_id)

    def _forget_guilds(self, shard_id: int | None) -> None:
        """A new session names them anew. Unlike a client without shards this one would keep what is gone."""
        self._connected.discard(shard_id or 0)
        self._complete.discard(shard_id or 0)
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self._connection._remove_guild(guild)  # noqa: SLF001 - discord.py has no public way

    # Shards that come and go

    def is_connected(self, shard: int) -> bool:
        return shard in self._connected

    def is_complete(self, shard: int) -> bool:
        """All its servers were told of."""
        return shard in self._complete

    async def join(self, shard: int) -> None:
        """Connect there; returns when it is connected. Raises SessionsSpent."""
        _check(await self.fetch_session_start_limits(), needed=1)
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
        while shard not in self._connected:
            self._news.clear()
            await self._news.wait()

    async def part(self, shard: int) -> None:
        """The connection there ends."""
        shards: dict[int, Any] = vars(self)["_AutoShardedClient__shards"]  # discord.py lets none go
        connection = shards.pop(shard, None)
        if connection is not None:
            await connection.disconnect()
        self._forget_guilds(shard)


async def _until_one_ends(*doing: Coroutine[Any, Any, None]) -> None:
    """Raises what that one raises."""
    tasks = [asyncio.ensure_future(each) for each in doing]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


def _check(limits: discord.SessionStartLimits, needed: int) -> None:
    left = limits.remaining - limits.total // _IN_RESERVE
    if left < needed:
        raise SessionsSpent(max(0, left), needed, limits.reset_after / 1000)
