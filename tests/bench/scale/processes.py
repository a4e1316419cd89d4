"""Processes of the bot, and what the system says of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from tests.process.club import Club
from tests.standin import BotProcess, StandIn, launch

READY: Final = '"what": "ready"'
_LONG: Final = 900.0
"""Seconds that fifty thousand servers may take on a busy machine."""
_A_SHARD: Final = 1_000
"""Servers for which Discord recommends one shard."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_QUIET: Final = 1.0
"""Seconds without work after which a process has nothing more to do."""


def shards_for(servers: int) -> int:
    return max(1, -(-servers // _A_SHARD))


@contextmanager
def surroundings(**variables: str) -> Iterator[None]:
    """What the processes find in their environment that are started meanwhile."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@asynccontextmanager
async def crowded(folder: Path, servers: int = 0, **variables: str) -> AsyncIterator[Club]:
    """A bot on so many servers, ready, and the one where people play. `variables` of its environment."""
    database = folder / "speltafel.sqlite3"
    async with StandIn() as discord:
        discord.gateway.crowd.servers = servers
        discord.gateway.shards = shards_for(servers)
        with surroundings(**{launch.CROWDED: "yes"}, **variables):
            bot = BotProcess(discord, database=str(database))
            await bot.start(_LONG)
        try:
            await bot.said(READY, _LONG)
            yield Club(discord, bot, database)
        finally:
            await bot.stop()


async def killed_and_begun(bot: BotProcess, *, meanwhile: Callable[[], None]) -> None:
    """`meanwhile` there is no bot."""
    await bot.kill()
    meanwhile()
    with surroundings(**{launch.CROWDED: "yes"}):
        await bot.start(_LONG)


def processor(*pids: int) -> float:
    """Seconds so far, of all their threads, and without those that think for them."""
    return sum(map(_ticks, pids)) / _TICKS


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def megabytes(pid: int) -> float:
    """Of memory that it really has."""
    return int(_status(pid)["VmRSS"].split()[0]) / 1000


def _status(pid: int) -> Mapping[str, str]:
    return dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())


async def idle(*pids: int) -> None:
    """Returns when they have done what there was to do."""
    before = -1.0
    while (now := processor(*pids)) > before + 1 / _TICKS:
        before = now
        await asyncio.sleep(_QUIET)
