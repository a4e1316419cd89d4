"""Short rounds in turns, so that whatever else the machine does slows all of them alike: what a turn costs
several processes over PostgreSQL beside one over SQLite, and what a second core brings.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from tests.bench.bench_turns import QuietMatch
from tests.bench.scale.many import BOUNDLESS, SAFELY
from tests.bench.scale.processes import idle
from tests.bench.scale.turns import AT_ONCE, WARM
from tests.databases import PostgresServer, started
from tests.process.club import Club, club_with_bot
from tests.process.many import many_bots
from tests.standin import Channel

PROCESSES: Final = 4
TURNS: Final = 5
"""Of each match in a round."""
_AFTER: Final = 0.5
"""Seconds in which the last turns of a round come to their end."""


@dataclass(frozen=True, slots=True)
class Round:
    a_second: float
    bot: float
    """Milliseconds of processor a turn, of all processes of the bot."""
    server: float
    """Those of PostgreSQL."""

    @property
    def together(self) -> float:
        return self.bot + self.server


class Side:
    """A bot, its processes, and its matches."""

    def __init__(
        self, pids: Sequence[int], matches: Sequence[QuietMatch], server: PostgresServer | None
    ) -> None:
        self._pids = pids
        self._matches = matches
        self._server = server

    @property
    def pids(self) -> list[int]:
        return [*self._pids, *self._servers()]

    def _servers(self) -> list[int]:
        return self._server.pids if self._server else []

    async def calm(self) -> None:
        await idle(*self._pids)

    async def play(self, turns: int = TURNS) -> Round:
        bot, server, began = _spent(self._pids), _spent(self._servers()), perf_counter()

        async def play(match: QuietMatch) -> None:
            for _ in range(turns):
                await match.play_turn()

        await asyncio.gather(*map(play, self._matches))
        took, played = perf_counter() - began, turns * len(self._matches)
        await asyncio.sleep(_AFTER)
        spent = [_spent(self._pids) - bot, _spent(self._servers()) - server]
        return Round(played / took, *(1000 * each / played for each in spent))


def _spent(pids: Collection[int]) -> float:
    """Seconds of processor so far, to the nanosecond: a round is short."""
    tasks = [task for pid in pids for task in _tasks(pid)]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").glob("*"))


async def price(rounds: int, matches: int = AT_ONCE) -> AsyncIterator[str]:
    async with _alone(matches) as alone, _several(matches) as several:
        for side in (alone, several):
            await side.play(WARM)
            await side.calm()
        found = [(await alone.play(), await several.play()) for _ in range(rounds)]
    alone_in, several_in = [one for one, _ in found], [many for _, many in found]
    for said, its in (("one process over SQLite", alone_in), (f"{PROCESSES} over PostgreSQL", several_in)):
        yield (
            f"{said}: processor of a turn {median(each.bot for each in its):.1f} ms,"
            f" with the server's {median(each.together for each in its):.1f} ms;"
            f" {median(each.a_second for each in its):.0f} a second"
        )
    yield f"times the processor: {_range([many.bot / one.bot for one, many in found])}"
    yield f"with the server's: {_range([many.together / one.bot for one, many in found])}"


async def cores(rounds: int) -> AsyncIterator[str]:
    """The same processes, database and Discord on one core, then on two, and so on in turns."""
    usable = sorted(os.sched_getaffinity(0))
    steps = (set(usable[:1]), set(usable[:2]))
    async with _several() as several:
        await several.play(WARM)
        await several.calm()
        one: list[float] = []
        two: list[float] = []
        for _ in range(rounds):
            for step, rates in zip(steps, (one, two), strict=True):
                _pin([os.getpid(), *several.pids], step)
                rates.append((await several.play()).a_second)
        _pin([os.getpid(), *several.pids], set(usable))
    growth = _range([rate / first for first, rate in zip(one, two, strict=True)])
    yield f"{PROCESSES} processes on one core: {median(one):.0f} turns a second"
    yield f"on two: {median(two):.0f} a second, {growth} times as many"


def _pin(pids: Collection[int], cores: set[int]) -> None:
    for pid in pids:
        for task in _tasks(pid):
            os.sched_setaffinity(int(task.name), cores)


def _range(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


@asynccontextmanager
async def _alone(matches: int) -> AsyncIterator[Side]:
    with TemporaryDirectory() as folder:
        async with club_with_bot(Path(folder), test_pace=BOUNDLESS) as club:
            tables = [club.discord.world.open_channel(f"table {number}") for number in range(PROCESSES)]
            yield Side([club.bot.pid], await _matches(club, tables, matches), None)


@asynccontextmanager
async def _several(matches: int = AT_ONCE) -> AsyncIterator[Side]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        server = stack.enter_context(started(**SAFELY))
        how = {"processes": PROCESSES, "test_pace": BOUNDLESS}
        many = many_bots(Path(folder), server.new(), **how)  # type: ignore[arg-type]
        club = await stack.enter_async_context(many)
        yield Side([bot.pid for bot in club.bots], await _matches(club, club.tables, matches), server)


async def _matches(club: Club, tables: Sequence[Channel], count: int) -> list[QuietMatch]:
    places = [tables[number % len(tables)] for number in range(count)]
    return [QuietMatch(await club.begin(channel=place)) for place in places]
