"""What servers cost that are only there: memory, and processor time to ready."""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

import discord

from bot.app import make_bot
from bot.database.file import File
from tests.bench.scale.processes import crowded, megabytes, processor, shards_for
from tests.standin.crowd import Crowd
from tests.standin.world import User

SIZES: Final = (0, 1_000, 10_000, 50_000)
KEPT: Final = 2_000
"""Servers whose caches are looked into."""
RESTS: Final = 60.0
"""Seconds: every errand comes round once. The first round after a start is longer."""
BETWEEN_SHARDS: Final = 5.0
"""Seconds: Discord lets so many pass between two sessions of a bot, unless it has granted it more."""


async def servers(sizes: tuple[int, ...] = SIZES) -> AsyncIterator[str]:
    heads = ("servers", "shards", "memory", "processor", "on the clock", "and waits", "a minute's rest")
    yield "".join(f"{head:>16}" for head in heads)
    for size in sizes:
        with TemporaryDirectory() as folder:
            began = perf_counter()
            async with crowded(Path(folder), size) as club:
                took, pid = perf_counter() - began, club.bot.pid
                cells = [
                    *(f"{size:,}", f"{shards_for(size)}", f"{megabytes(pid):.0f} MB"),
                    *(f"{processor(pid):.1f} s", f"{took:.1f} s"),
                    f"{BETWEEN_SHARDS * (shards_for(size) - 1):.0f} s",
                    f"{await _rest(pid):.2f} s",
                ]
                yield "".join(f"{cell:>16}" for cell in cells)


async def _rest(pid: int) -> float:
    """Seconds of processor in a minute in which nobody does anything: what goes round by itself."""
    await asyncio.sleep(RESTS)
    before = processor(pid)
    await asyncio.sleep(RESTS)
    return processor(pid) - before


# What discord.py keeps of them


async def caches() -> AsyncIterator[str]:
    """With the bot's own settings, and with those that discord.py has by itself."""
    with TemporaryDirectory() as folder:
        file = await File.open(Path(folder) / "speltafel.sqlite3")
        try:
            ours = make_bot(file)
            usual = discord.AutoShardedClient(intents=discord.Intents.default())
            for what, client in (("the bot's settings", ours), ("discord.py's own", usual)):
                yield f"{what}: {_kept(client):,.0f} bytes a server in discord.py's caches"
            yield f"of that {_share(ours)}"
            yield _collected(ours)
        finally:
            await file.close()


def _told(client: discord.AutoShardedClient, servers: int) -> Any:
    """The state of a client that is about to hear of its servers."""
    state: Any = client._connection
    bot = User("Speltafel", bot=True)
    payload: Any = bot.payload()
    state.user = discord.ClientUser(state=state, data=payload)
    state.shard_count, state.dispatch = 1, lambda *_, **__: None
    state._users[bot.id] = state.user
    return state, Crowd(servers).told(0, 1, bot.member_payload())


def _hear(client: discord.AutoShardedClient, servers: int) -> None:
    state, told = _told(client, servers)
    for server in told:
        state._add_guild_from_data(json.loads(server)["d"])


def _kept(client: discord.AutoShardedClient) -> float:
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    _hear(client, KEPT)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / KEPT


def _share(client: discord.AutoShardedClient) -> str:
    parts = {
        "channels": sum(len(guild._channels) for guild in client.guilds),
        "roles": sum(len(guild._roles) for guild in client.guilds),
        "members": sum(len(guild._members) for guild in client.guilds),
        "emojis": len(client.emojis),
    }
    return ", ".join(f"{count / len(client.guilds):.0f} {what}" for what, count in parts.items())


def _collected(client: discord.AutoShardedClient) -> str:
    """How much of it is Python's search for what nobody needs any more."""
    spent = {True: 0.0, False: 0.0}
    for collects in spent:
        client._connection._guilds.clear()
        gc.collect()
        began = process_time()
        if not collects:
            gc.disable()
        _hear(client, KEPT)
        gc.enable()
        spent[collects] = process_time() - began
    began = process_time()
    gc.collect()
    whole = process_time() - began
    return (
        f"{KEPT:,} servers read in {spent[True]:.2f} s of processor, {spent[False]:.2f} s without garbage"
        f" collection; a whole collection then takes {whole * 1000:.0f} ms"
    )
