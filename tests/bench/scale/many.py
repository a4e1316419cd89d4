"""Several processes over one PostgreSQL: turns a second, and who does the work of direct messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from tests.bench.bench_turns import QuietMatch
from tests.bench.scale.processes import idle, processor
from tests.bench.scale.turns import AT_ONCE, TURNS, WARM, measured
from tests.databases import started
from tests.process.many import ManyClub, many_bots
from tests.process.test_direct import Alone

SHARDS: Final = 4
SAFELY: Final = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB", "max_connections": "100"}
HASTE: Final = "10"
"""Sessions need not be five seconds apart here."""
BOUNDLESS: Final = "100000"
"""Requests a second: what the processor allows is measured, not what Discord does."""
LEVELS: Final = (1, 3)


async def turns(counts: Iterable[int]) -> AsyncIterator[str]:
    for processes in counts:
        yield await _turns(processes)


async def _turns(processes: int) -> str:
    async with _playing(processes) as club:
        tables = club.tables
        places = [tables[number % len(tables)] for number in range(AT_ONCE)]
        matches = [QuietMatch(await club.begin(channel=place)) for place in places]
        await measured(club, matches, WARM, club.bots[1:])
        found = await measured(club, matches, TURNS, club.bots[1:])
        each = f"{found.turns / found.seconds:.1f} a second; processor {found.a_turn:.1f} ms a turn"
        return f"turns in writing, {AT_ONCE} matches at once, {processes} processes: {each}"


async def direct(players: int, turns: int) -> AsyncIterator[str]:
    """Half of the shards are of the first process, and with them all direct messages."""
    async with _playing(2) as club:
        for level in LEVELS:
            alone = [Alone(club) for _ in range(players)]
            await asyncio.gather(*(match.begin(level) for match in alone))
            pids = [bot.pid for bot in club.bots]
            await idle(*pids)
            before, thought = [processor(pid) for pid in pids], _thought(pids)
            asked, began = len(club.discord.calls), perf_counter()
            played = sum(await asyncio.gather(*(_play(match, turns) for match in alone)))
            took = perf_counter() - began
            await idle(*pids)
            spent = [1000 * (processor(pid) - was) / played for pid, was in zip(pids, before, strict=True)]
            counted = sum(call.is_counted for call in club.discord.calls[asked:]) / played
            yield (
                f"{players} alone with level {level} in direct messages: {played / took:.1f} turns a second;"
                f" processor a turn {spent[0]:.1f} ms, of the other process {spent[1]:.1f} ms,"
                f" of thoughts {1000 * (_thought(pids) - thought) / played:.1f} ms;"
                f" {counted:.2f} requests that count"
            )


async def _play(alone: Alone, turns: int) -> int:
    """Returns how many there were until it was over."""
    for turn in range(turns):
        if alone.is_over:
            return turn
        await alone.move()
        await alone.answered()
    return turns


def _thought(pids: Iterable[int]) -> float:
    """Seconds of processor of those that think for these processes."""
    return sum(processor(int(mind)) for pid in pids for mind in _children(pid))


def _children(pid: int) -> list[str]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for task in tasks for child in task.read_text().split()]


@asynccontextmanager
async def _playing(processes: int) -> AsyncIterator[ManyClub]:
    with TemporaryDirectory() as folder, started(**SAFELY) as server:
        how = {"processes": processes, "shards": SHARDS, "test_haste": HASTE, "test_pace": BOUNDLESS}
        async with many_bots(Path(folder), server.new(), **how) as club:  # type: ignore[arg-type]
            yield club
