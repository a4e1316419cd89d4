"""Sessions: one for each shard, and Discord counts how many are begun a day.

Who begins more than it allows loses the token. So before the bot connects, and before a shard begins a new
session later on, it asks how many are left, and stops while there are some in reserve.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.hosting import metrics

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
    """In as many shards as Discord recommends at the start, unless it was made with a number of them."""

    def __init__(self, **options: Any) -> None:
        if trace := metrics.tracing():
            options["http_trace"] = trace
        super().__init__(**options)
        self._is_launched = False

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        if event == "interaction":
            metrics.count_interaction(args[0])
        super().dispatch(event, *args, **more)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises SessionsSpent, now or later."""
        recommended, _, limit = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or recommended
        _check(discord.SessionStartLimits(**limit), needed=self.shard_count)
        await super().connect(reconnect=reconnect)

    async def launch_shards(self) -> None:
        await super().launch_shards()
        self._is_launched = True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The first sessions of all shards were asked for together."""
        await super().before_identify_hook(shard_id, initial=initial)
        if self._is_launched:
            _check(await self.fetch_session_start_limits(), needed=1)
        self._forget_guilds(shard_id)

    def _forget_guilds(self, shard_id: int | None) -> None:
        """A new session names them anew. Unlike a client without shards this one would keep what is gone."""
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self._connection._remove_guild(guild)  # noqa: SLF001 - discord.py has no public way


def _check(limits: discord.SessionStartLimits, needed: int) -> None:
    left = limits.remaining - limits.total // _IN_RESERVE
    if left < needed:
        raise SessionsSpent(max(0, left), needed, limits.reset_after / 1000)
