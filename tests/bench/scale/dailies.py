"""The daily of many servers that like it at the same hour, while matches are played, and over a kill."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Final

from bot.club.days import day_of
from tests.bench.bench_turns import QuietMatch, seconds
from tests.bench.scale.processes import crowded, idle, killed_and_begun, processor
from tests.bench.scale.turns import GLOBAL_LIMIT
from tests.process.club import Club
from tests.standin.world import Channel

SERVERS: Final = (1_000, 2_000)
MATCHES: Final = 10
BETWEEN: Final = 2.0
"""Seconds between two turns of a match."""
_QUIET: Final = 20.0
"""Seconds of matches without dailies."""
_GENERAL: Final = 25
"""How the number of a channel ends in which people talk, where that of its server ends in two naughts."""
_PATIENCE: Final = 1_800.0


async def dailies(sizes: tuple[int, ...] = SERVERS) -> AsyncIterator[str]:
    for servers in sizes:
        with TemporaryDirectory() as folder:
            async with crowded(Path(folder), servers) as club:
                async for line in _of(club, servers):
                    yield f"{servers:,} servers: {line}"


async def _of(club: Club, servers: int) -> AsyncIterator[str]:
    world, shards = club.discord.world, club.discord.gateway.shards
    channels = [
        Channel("general", guild, id=guild + _GENERAL)
        for shard in range(shards)
        for guild in club.discord.gateway.crowd.ids(shard, shards)
    ]
    world.channels |= {channel.id: channel for channel in channels}
    places = [world.open_channel(f"channel-{number}") for number in range(MATCHES)]
    matches = [QuietMatch(await club.begin(channel=place)) for place in places]
    await killed_and_begun(club.bot, meanwhile=lambda: _like_it(club, channels))
    await idle(club.bot.pid)
    club.discord.limit(GLOBAL_LIMIT)
    began = perf_counter()
    alone = await _played(matches, lambda: perf_counter() < began + _QUIET)
    yield f"turns without dailies {_told(alone)}"
    for is_killed in (False, True):
        _make_due(club, channels)
        await club.discord.until(lambda: _hanging(channels) > 0, _PATIENCE)
        began, worked, asked = perf_counter(), processor(club.bot.pid), len(club.discord.calls)
        if is_killed:
            await club.discord.until(lambda: _hanging(channels) > servers // 2, _PATIENCE)
            await killed_and_begun(club.bot, meanwhile=club.discord.forget_nonces)
            await club.discord.until(lambda: _hanging(channels) == servers, _PATIENCE)
            how = f"killed when half had it, all have it {perf_counter() - began:.0f} s after the first"
        else:
            turns = await _played(matches, lambda: _hanging(channels) < servers)
            took, spent = perf_counter() - began, 1000 * (processor(club.bot.pid) - worked)
            calls = Counter(call.status for call in club.discord.calls[asked:])
            yield f"turns beside {_told(turns)}; processor for both {spent:,.0f} ms; answers {dict(calls)}"
            how = f"all have it {took:.0f} s after the first, {servers / took:.0f} a second"
        await club.told("SELECT 1 FROM servers WHERE NOT EXISTS (SELECT 1 FROM daily_posts WHERE posted = 0)")
        twice = sum(len(channel.posts) > 1 for channel in channels)
        yield f"{how}; {twice} have it twice, {servers - _hanging(channels)} do not have it"


def _like_it(club: Club, channels: list[Channel]) -> None:
    """From midnight on, which is over; but it was posted already."""
    club.write(
        "INSERT OR REPLACE INTO servers (guild, daily_channel, daily_hour)"
        f" SELECT value, value + {_GENERAL}, 0 FROM json_each(?)",
        json.dumps([channel.guild_id for channel in channels]),
    )
    club.write(
        "INSERT OR REPLACE INTO daily_posts (guild, day, posted, failed) SELECT guild, ?, 1, 0 FROM servers",
        day_of(int(time())),
    )


def _make_due(club: Club, channels: list[Channel]) -> None:
    """At the bot's next look at the clock."""
    for channel in channels:
        channel.posts.clear()
    club.discord.forget_nonces()
    club.write("UPDATE daily_posts SET posted = 0, channel = NULL, message = NULL")


def _hanging(channels: list[Channel]) -> int:
    return sum(bool(channel.posts) for channel in channels)


async def _played(matches: list[QuietMatch], goes_on: Callable[[], bool]) -> list[float]:
    """Seconds that each turn took, of all of them, at the pace of people."""
    took: list[float] = []

    async def play(match: QuietMatch, first: float) -> None:
        await asyncio.sleep(first)
        while goes_on():
            took.append(await seconds(match.play_turn()))
            await asyncio.sleep(BETWEEN)

    await asyncio.gather(*(play(match, BETWEEN * place / MATCHES) for place, match in enumerate(matches)))
    return took


def _told(turns: list[float]) -> str:
    return f"{1000 * median(turns):.0f} ms, p95 {1000 * quantiles(turns, n=20)[-1]:.0f} ms ({len(turns)})"
