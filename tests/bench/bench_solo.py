"""Fifty members play the computer at once, and others play each other meanwhile.

    python tests/bench/bench_solo.py [--first]

In three parts of one run: nobody plays alone; fifty do, who need a second or two for a move; fifty do, who
answer the moment their board comes, as no people can. The stand-in for Discord runs in this process, and so
do all members; what those who play alone want is thought out in another one (minds.py), which stands behind
everybody, as the one that thinks for the bot does. Where there are few cores they are all in each other's
way, and in that of whatever else runs there. So that a busy machine can be told from a slow bot the first
part is measured in the same run, and with each is told how late this process itself comes, how long the disk
takes for a page, and what else the machine does. `--first` has the bot and this process served before all
others, where that is allowed, as if the machine were theirs; TMPDIR says on which disk the file lies.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.club.thinker import PROCESSES
from engines import GAMES
from tests.bench.bench_turns import LENGTH, Line, QuietMatch, seconds
from tests.bench.minds import Minds, Wish
from tests.process.club import Club, Turn, club_with_bot
from tests.process.test_playing_alone import thinking
from tests.standin import launch, pondering
from tests.standin.pondering import Pondering

MATCHES = 50
LEVEL = 3
LASTS = 20.0
"""Seconds of each part."""
WARMS_UP = 3.0
PAIRS = 4
"""Who play each other meanwhile."""
BETWEEN = 0.2
"""Seconds between two turns of a pair."""
PEOPLE = (1.0, 2.0)
"""Seconds that somebody needs for a move, at least and at most."""
MACHINES = (0.0, 0.0)
_BEAT = 0.005
_NOW_AND_THEN = 0.1
_PAGE = 4096
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Part:
    """What was measured in a part of the run: milliseconds of others, seconds of those who play alone."""

    turns: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """By how many milliseconds this process came late."""
    synced: list[float] = field(default_factory=list)
    """Milliseconds in which the disk took a page that we wrote beside the bot."""
    bot: float = 0.0
    elsewhere: float = 0.0
    """Processors at work: for the bot itself, and for what is no part of this."""


class Night:
    """The run: which part of it is on, and how quick those are who play alone."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.part = Part()
        self.pause = PEOPLE

    @asynccontextmanager
    async def during(self) -> AsyncIterator[Part]:
        """Measured when it is warm."""
        await asyncio.sleep(WARMS_UP)
        self.part = Part()
        beside = [asyncio.create_task(beating) for beating in (self._beat(), self._sync())]
        began, before = time.perf_counter(), self._worked()
        yield self.part
        lasted, after = time.perf_counter() - began, self._worked()
        self.part.bot, self.part.elsewhere = (
            (then - now) / lasted for then, now in zip(after, before, strict=True)
        )
        for task in beside:
            task.cancel()

    def _worked(self) -> tuple[float, float]:
        """Seconds of the bot so far; and of whatever is neither the bot, nor thinks for it, nor is this."""
        bot = _seconds_of(self.club.bot.pid)
        ours = sum(map(_seconds_of, (os.getpid(), *thinking(os.getpid()), *thinking(self.club.bot.pid))))
        (line, *_) = Path("/proc/stat").read_text().splitlines()
        user, low, system, _, _, *interrupts = (int(ticks) / _TICKS for ticks in line.split()[1:8])
        return bot, user + low + system + sum(interrupts) - ours

    async def _beat(self) -> None:
        while True:
            late = await seconds(asyncio.sleep(_BEAT)) - _BEAT
            self.part.late.append(late * 1000)

    async def _sync(self) -> None:
        with tempfile.TemporaryFile() as page:
            while True:
                self.part.synced.append(await seconds(asyncio.to_thread(_written, page.fileno())) * 1000)
                await asyncio.sleep(_NOW_AND_THEN)


def _written(page: int) -> None:
    os.pwrite(page, os.urandom(_PAGE), 0)
    os.fsync(page)


def _seconds_of(process: int) -> float:
    """Of a processor, so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


class Player:
    """A member alone with the computer, in a channel of their own."""

    def __init__(self, night: Night, minds: Minds, number: int) -> None:
        games = list(GAMES)
        self._night = night
        self._minds = minds
        self._game = games[number % len(games)]
        self._discord = night.club.discord
        self._channel = self._discord.world.open_channel(f"alone-{number}")
        self._member = self._discord.join(f"Player{number}")
        self._chance = Random(number)  # noqa: S311 - the same pauses every time

    async def play(self) -> None:
        """Match after match."""
        while True:
            number, wish = await self._begun()
            while wish.text:
                await asyncio.sleep(self._chance.uniform(*self._night.pause))
                began = time.perf_counter()
                wish = await self._answered(number, wish)
                self._night.part.answers.append(time.perf_counter() - began)

    async def _begun(self) -> tuple[int, Wish]:
        before = self._shown
        await self._member.slash(f"play {self._game}", channel=self._channel, level=LEVEL)
        await self._discord.until(lambda: self._shown[0] != before[0])
        number = self._shown[0]
        return number, await self._theirs(number)

    async def _answered(self, number: int, wish: Wish) -> Wish:
        """Until the board has the answer, and asks them again or is the last."""
        assert wish.text
        await Turn(self._member, wish.text, wish.plies, self._channel, number).play()
        await self._discord.until(lambda: self._shown > (number, wish.plies))
        return await self._theirs(number)

    async def _theirs(self, number: int) -> Wish:
        while True:
            shown = self._shown
            wish = await self._minds.wish(number)
            if shown == (number, wish.plies) and not wish.waits:
                return wish
            with suppress(TimeoutError):
                await self._discord.until(lambda: self._shown != shown, 1)  # noqa: B023 - of this turn

    @property
    def _shown(self) -> tuple[int, int]:
        """The match that the newest board is of, and how many plies it shows."""
        posts = self._channel.messages
        names = (file.name for post in reversed(posts) for file in post.attachments)
        found = next(filter(None, (re.search(r"-(\d+)-(\d+)\.png$", name) for name in names)), None)
        return (int(found[1]), int(found[2])) if found else (0, 0)


async def pair(night: Night) -> None:
    """Two who play each other, match after match."""
    while True:
        match = QuietMatch(await night.club.begin())
        for _ in range(LENGTH):
            night.part.turns.append(await seconds(match.play_turn()) * 1000)
            await asyncio.sleep(BETWEEN)


async def main() -> list[Line]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ[launch.PONDERING] = "yes"
        os.environ[pondering.FOLDER] = str(folder)
        club = await stack.enter_async_context(club_with_bot(folder))
        minds = stack.enter_context(Minds(club.database))
        night = Night(club)
        doing = [asyncio.create_task(pair(night)) for _ in range(PAIRS)]
        lines = list(described("nobody alone", await measured(night)))
        doing += [asyncio.create_task(Player(night, minds, number).play()) for number in range(MATCHES)]
        lines += described(f"{MATCHES} people", await measured(night))
        night.pause = MACHINES
        lines += described(f"{MATCHES} at once", await measured(night))
        weight = max(_megabytes(process) for process in thinking(club.bot.pid))
        for task in doing:
            task.cancel()
        for ended in await asyncio.gather(*doing, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        thoughts = Pondering(folder).took
    thought = mean(thoughts)
    return [
        *lines,
        Line(f"thoughts of level {LEVEL}, {PROCESSES} at a time", f"{len(thoughts)}"),
        Line("a thought: mean", f"{thought * 1000:.0f} ms", "under 200 ms", thought < 0.2),
        Line("resident memory of a thinking process", f"{weight} MB", "under 200 MB", weight < 200),
    ]


async def measured(night: Night) -> Part:
    async with night.during() as part:
        await asyncio.sleep(LASTS)
    return part


def described(what: str, part: Part) -> Iterator[Line]:
    p50, p99 = median(part.turns), quantiles(part.turns, n=100)[98]
    yield Line(f"{what}: turns of others", f"{len(part.turns)}")
    yield Line(f"{what}: a turn of others: median", f"{p50:.1f} ms")
    yield Line(f"{what}: a turn of others: p99", f"{p99:.1f} ms", "under 60 ms", p99 < 60)
    if part.answers:
        longest = max(part.answers)
        yield Line(f"{what}: answers", f"{len(part.answers)}")
        yield Line(f"{what}: an answer: median", f"{median(part.answers):.2f} s")
        yield Line(f"{what}: an answer: longest", f"{longest:.2f} s", "under 15 s", longest < 15)
    late = quantiles(part.late, n=100)
    yield Line(f"{what}: this process is late: median, p99", f"{late[49]:.1f}, {late[98]:.1f} ms")
    synced = quantiles(part.synced, n=100)
    yield Line(f"{what}: a page to the disk: median, p99", f"{synced[49]:.1f}, {synced[98]:.1f} ms")
    yield Line(f"{what}: processors: the bot, all else", f"{part.bot:.2f}, {part.elsewhere:.2f}")


def _megabytes(process: int) -> int:
    (line,) = (
        line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS:")
    )
    return int(line.split()[1]) // 1000


if __name__ == "__main__":
    if "--first" in sys.argv[1:]:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    for line in asyncio.run(main()):
        print(line)  # noqa: T201 - it speaks to a terminal
