"""One bot of several processes over one PostgreSQL, with servers on every shard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from bot.database.where import Server
from bot.hosting.leases import SPACING
from tests.databases import setting_of
from tests.patience import PATIENCE
from tests.process.club import Club
from tests.standin import BotProcess, Channel, StandIn

HOLDS: Final = 0x53500001
"""The lock that says who holds a shard, as bot/database/postgres/neighbours.py claims it."""
COMES: Final = HOLDS + 1
"""The one of whoever is about to connect."""
_HOLDERS: Final = (
    "SELECT (objid::bigint % 65536)::bigint, application_name FROM pg_locks"
    " JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    f" AND classid::bigint = {HOLDS} ORDER BY 1"
)
_CLAIMS: Final = (
    "SELECT classid::bigint % 16, objid::bigint % 65536, application_name FROM pg_locks"
    " JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objsubid = 2"
)


class ManyClub(Club):
    """`bots` hold the shards; `tables` are one channel a server, server by server of the next shard."""

    def __init__(
        self, discord: StandIn, bots: Sequence[BotProcess], server: Server, tables: Sequence[Channel]
    ) -> None:
        super().__init__(discord, bots[0], server)
        self.bots = bots
        self.tables = tables

    async def held(self, by: int | None = None, shards: Sequence[int] | None = None) -> None:
        """Wait until every shard, or these, are held, by whomever or by the one of this number."""
        wanted = set(range(self.discord.gateway.shards) if shards is None else shards)
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted <= self.holders(by):  # noqa: ASYNC110 - another process claims them
                    await asyncio.sleep(0.02)
        except TimeoutError:
            said = "\n".join(line for bot in self.bots for line in ("", *bot.log[-20:]))
            raise AssertionError(f"{self.rows(_CLAIMS)} {said}") from None

    async def shared_out(self) -> None:
        """Wait until every process has its own shards."""
        each = self.discord.gateway.shards // len(self.bots)
        for number in range(len(self.bots)):
            await self.held(by=number, shards=range(number * each, (number + 1) * each))

    def holders(self, by: int | None = None) -> set[int]:
        """The shards that are held, by whomever or by one."""
        rows = self.rows(_HOLDERS)
        return {shard for shard, name in rows if by is None or name.endswith(f" {self.bots[by].pid}")}


@asynccontextmanager
async def many_bots(
    folder: Path, server: Server, *, processes: int = 2, shards: int = 4, servers: int = 4, **settings: str
) -> AsyncIterator[ManyClub]:
    """Each has as many shards as the next, and all are started at once."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(StandIn())
        discord.gateway.shards = shards
        discord.gateway.spacing = SPACING / float(settings.get("test_haste", 1))
        tables = [discord.world.open_guild(number % shards, shards) for number in range(servers)]
        each = shards // processes
        bots = []
        for number in range(processes):
            own = f"{number * each}-{(number + 1) * each - 1}/{shards}"
            beside = {"database": setting_of(server), "folder": str(folder)}
            bots.append(BotProcess(discord, shards=own, **beside, **settings))
        club = ManyClub(discord, bots, server, tables)
        stack.callback(club.stranger.close)
        await asyncio.gather(*map(stack.enter_async_context, bots))
        await club.shared_out()
        yield club
