"""Several processes over one PostgreSQL, killed again and again: is anything lost, shown twice, or missing?

    python tests/bench/bench_many.py [--processes 4] [--shards 4] [--servers 2000] [--matches 400]
        [--kills 100] [--database-kills 10] [--computers 40] [--turns 2000] [--clicking 20] [--haste 1]
        [--seed 1]

Members of all servers play, two against each other or one against a computer; so many of them click at the
same time, and the others think. First so many turns in peace,
for the processor time of a turn, beside one process over SQLite; then processes die at random instants, and
the database, while everybody else plays on. At the end the ratings are computed anew. A short run:

    python tests/bench/bench_many.py --processes 2 --servers 40 --matches 30 --kills 10 --database-kills 2
        --computers 4 --turns 300 --haste 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from asyncio import Semaphore
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.record import BadRecord, replay
from tests.bench.bench_kills import RATINGS
from tests.databases import PostgresServer, setting_of
from tests.patience import PATIENCE
from tests.process.club import PLAYED, Club, Match, club_with_bot
from tests.process.killing import BOARD, UNSHOWN
from tests.process.many import ManyClub, many_bots
from tests.standin import BotProcess, Channel, Person, launch
from tests.standin.stem import ROOT

SAFELY: Final = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB", "max_connections": "100"}
ANSWERED_WITHIN: Final = 10.0
"""Seconds after which nobody waits any more who pressed something, while processes are killed."""
GAMES_OF_TWO: Final = ("knopen", "krabcek", "kriskras")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Interrupted(Exception):
    """No answer came, for whoever was to give it was killed."""


@dataclass
class Toll:
    acknowledged: dict[tuple[int, int], str] = field(default_factory=dict)
    """Plies that somebody was told are saved, by match and number."""
    turns: int = 0
    interrupted: int = 0
    kills: int = 0
    database_kills: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    """Boards that an edit brought which Discord let wait: another post had followed by then."""
    missing: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    boards: int = 0
    records: int = 0


class Alone(Match):
    """A match of one member against a computer, in a channel."""

    async def challenge(self) -> Any:
        return await self.anna.slash(f"play {self._game.name}", channel=self.table, level=1)

    @property
    def seated(self) -> list[Person]:
        """Whoever is asked for is no computer."""
        return [self.anna, self.anna]


class Table:
    """One match after the other in a channel of some server."""

    def __init__(
        self, club: Club, channel: Channel, toll: Toll, chance: Random, clicks: Semaphore, *, alone: bool
    ) -> None:
        self._club = club
        self._channel = channel
        self._toll = toll
        self._chance = chance
        self._clicks = clicks
        self._is_alone = alone
        self.patience = PATIENCE
        """Seconds until somebody gives up who pressed something."""

    async def play(self) -> None:
        while True:
            with suppress(Interrupted):
                await self._play_one()

    async def _play_one(self) -> None:
        kind = Alone if self._is_alone else Match
        match = kind(self._club, game=self._chance.choice(GAMES_OF_TWO), channel=self._channel)
        async with self._clicks:
            await self._begun(match)
        while not match.is_over:
            with suppress(Interrupted):
                await self._ready(match)
                async with self._clicks:
                    await self._turn(match)

    async def _begun(self, match: Match) -> None:
        asked = await self._answered(match.challenge())
        if not self._is_alone:
            await self._answered(match.accept(asked))
        member = match.anna.user.id
        seated = "SELECT match FROM seats WHERE member = ?"
        if not await self._told(seated, member):
            raise Interrupted
        ((match.number,),) = self._club.rows(seated, member)
        await self._shown(match)

    async def _ready(self, match: Match) -> None:
        """A computer is waited for."""
        moves = "SELECT 1 FROM matches WHERE id = ? AND awaits_computer = 0"
        if self._is_alone and not await self._told(moves, match.number):
            raise Interrupted

    async def _turn(self, match: Match) -> None:
        """Whoever is to move does so."""
        if match.is_over:
            return
        turn = match.next_turn(self._chance)
        answer = await self._answered(turn.play())
        if PLAYED in answer.text:
            self._toll.acknowledged[match.number, turn.ply] = turn.text
        self._toll.turns += 1
        await self._shown(match)

    async def _answered(self, doing: Any) -> Any:
        """Raises Interrupted."""
        try:
            async with asyncio.timeout(self.patience):
                return await doing
        except TimeoutError:
            self._toll.interrupted += 1
            raise Interrupted from None

    async def _shown(self, match: Match) -> None:
        await self._told("SELECT 1 FROM matches WHERE id = ? AND posted_ply = plies", match.number)

    async def _told(self, sql: str, *values: object) -> bool:
        """Wait until there is such a row; False: there was none for long."""
        ends = time.monotonic() + PATIENCE
        while not self._club.rows(sql, *values):
            if time.monotonic() > ends:
                return False
            await asyncio.sleep(0.05)
        return True


def tables(club: Club, channels: list[Channel], asked: argparse.Namespace, toll: Toll) -> list[Table]:
    clicks = Semaphore(asked.clicking)
    return [
        Table(
            *(club, channels[number % len(channels)], toll, Random(asked.seed + number), clicks),  # noqa: S311
            alone=number < asked.computers,
        )
        for number in range(asked.matches)
    ]


# In peace


async def processor_time(bots: list[BotProcess], playing: list[Table], toll: Toll, turns: int) -> str:
    """Of the bots, a turn; and how many turns a second there were."""
    tasks = [asyncio.create_task(table.play()) for table in playing]
    await _turns(toll, turns // 4, tasks)
    before, began, first = sum(map(_spent, bots)), time.monotonic(), toll.turns
    await _turns(toll, turns, tasks)
    spent, took, played = sum(map(_spent, bots)) - before, time.monotonic() - began, toll.turns - first
    await _stopped(tasks)
    return f"{1000 * spent / played:.1f} ms, {played / took:.1f} turns/s"


def _spent(bot: BotProcess) -> float:
    """Seconds of processor time, without those of who thinks for it."""
    fields = Path(f"/proc/{bot.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


async def _turns(toll: Toll, more: int, tasks: list[asyncio.Task[None]]) -> None:
    wanted = toll.turns + more
    while toll.turns < wanted:
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.02)


async def _stopped(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# Killed


async def kill(club: ManyClub, server: PostgresServer, playing: list[Table], asked: Any, toll: Toll) -> None:
    chance = Random(asked.seed)  # noqa: S311
    for table in playing:
        table.patience = ANSWERED_WITHIN
    tasks = [asyncio.create_task(table.play()) for table in playing]
    whom = ["process"] * asked.kills + ["database"] * asked.database_kills
    chance.shuffle(whom)
    for killed, victim in enumerate(whom, start=1):
        await _turns(toll, chance.randint(2, 20), tasks)
        await asyncio.sleep(chance.uniform(0, 0.1))
        if victim == "database":
            server.kill()
            time.sleep(chance.uniform(0, 1))  # noqa: ASYNC251 - whoever asks the database would never let go
            server.start()
            toll.database_kills += 1
        else:
            number = chance.randrange(len(club.bots))
            bot, held = club.bots[number], club.holders(number)
            await bot.kill()
            if chance.random() < 0.3:
                club.discord.forget_nonces(held)  # minutes pass for nobody else
            if chance.random() < 0.5:  # another has its shards before it is back
                await club.held()
            await bot.start()
            toll.kills += 1
        if killed % 5 == 0 or len(whom) < 10:
            said = f"{killed} kills, {toll.turns} turns, {toll.interrupted} clicks that nobody answered"
            print(said, file=sys.stderr, flush=True)  # noqa: T201
    await _stopped(tasks)


async def count(club: ManyClub, toll: Toll) -> None:
    with suppress(AssertionError):
        await club.told(f"SELECT 1 WHERE NOT EXISTS ({UNSHOWN})")
    toll.missing += [f"{number} (unshown)" for (number,) in club.rows(UNSHOWN)]
    records: dict[int, list[str]] = {}
    for match, text in club.rows("SELECT match, text FROM plies ORDER BY match, ply"):
        records.setdefault(match, []).append(text)
    for (match, ply), text in toll.acknowledged.items():
        line = (records.get(match, [])[ply : ply + 1] or ["nothing"])[0]
        if not line.endswith(text):
            toll.lost.append(f"{match}.{ply} {text}, but there stands {line}")
    posts = [post for channel in club.discord.world.channels.values() for post in channel.messages]
    boards = Counter(file.name for post in posts for file in post.attachments if BOARD.fullmatch(file.name))
    sent = Counter(name for post in posts for name in post.came_with if BOARD.fullmatch(name))
    toll.boards, toll.records = boards.total(), len(records)
    toll.twice = [name for name, times in sent.items() if times > 1]
    toll.late = [name for name, times in boards.items() if times > 1 and sent[name] <= 1]
    for number, game, options, plies in club.rows("SELECT id, game, options, plies FROM matches"):
        if f"{game}-{number}-{plies}.png" not in boards:
            toll.missing.append(f"{number}.{plies}")
        ((seats,),) = club.rows("SELECT count(*) FROM seats WHERE match = ?", number)
        try:
            replay(GAMES[game], json.loads(options), seats, records[number])
        except BadRecord as bad:
            toll.unreadable.append(f"{number}: {bad}")


def ratings(club: Club) -> list[list[tuple[object, ...]]]:
    return [sorted(club.rows(f"SELECT * FROM {table}"), key=repr) for table in RATINGS]


def rebuild(database: str) -> None:
    """As a host does it."""
    environment = {**os.environ, "SPELTAFEL_DATABASE": database}
    subprocess.run(
        [sys.executable, "-m", "bot", "ratings", "rebuild"],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )


async def main(asked: argparse.Namespace) -> bool:
    toll, haste = Toll(), str(asked.haste)
    peaceful = argparse.Namespace(**{**vars(asked), "computers": 0})
    lines: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as name:
        if asked.turns:
            async with club_with_bot(Path(name), test_haste=haste) as single:
                channels = [single.discord.world.open_channel(f"table {number}") for number in range(8)]
                alone, calm = tables(single, channels, peaceful, calm_toll := Toll()), asked.turns
                measured = await processor_time([single.bot], alone, calm_toll, calm)
                lines["one process, SQLite"] = measured
                print(measured, file=sys.stderr, flush=True)  # noqa: T201
    folder = Path(tempfile.mkdtemp(prefix="speltafel-"))
    server = PostgresServer(folder, **SAFELY)
    server.make()
    try:
        where = server.new()
        many = many_bots(
            *(folder, where),
            processes=asked.processes,
            shards=asked.shards,
            servers=asked.servers,
            test_haste=haste,
        )
        async with many as club:
            channels = list(club.tables)
            Random(asked.seed).shuffle(channels)  # noqa: S311
            if asked.turns:
                playing = tables(club, channels, peaceful, toll)
                measured = await processor_time(list(club.bots), playing, toll, asked.turns)
                lines[f"{asked.processes} processes, PostgreSQL"] = measured
                print(measured, file=sys.stderr, flush=True)  # noqa: T201
            await kill(club, server, tables(club, channels, asked, toll), asked, toll)
            await count(club, toll)
            for bot in club.bots:
                await bot.stop()
            before = ratings(club)
            rebuild(setting_of(where))
            are_equal = ratings(club) == before
    finally:
        server.stop()
    lines |= {
        "kills of processes, of the database": f"{toll.kills}, {toll.database_kills}",
        "plies acknowledged": len(toll.acknowledged),
        "lost": len(toll.lost),
        "clicks that whoever was killed left unanswered": toll.interrupted,
        "boards posted": toll.boards,
        "twice": len(toll.twice),
        "brought by an edit beside a post that had followed": len(toll.late),
        "missing": len(toll.missing),
        "records replayed": f"{toll.records - len(toll.unreadable)} of {toll.records}",
        "ratings equal to those made anew": are_equal,
    }
    for what, measured_ in lines.items():
        print(f"{what:<48} {measured_!s:>24}")  # noqa: T201
    for what in (*toll.lost, *toll.twice, *toll.late, *toll.missing, *toll.unreadable):
        print(what)  # noqa: T201
    return are_equal and not (toll.lost or toll.twice or toll.missing or toll.unreadable)


if __name__ == "__main__":
    asking = argparse.ArgumentParser()
    for option, usual in (
        *(("processes", 4), ("shards", 4), ("servers", 2000), ("matches", 400), ("kills", 100)),
        *(("database-kills", 10), ("computers", 40), ("turns", 2000), ("clicking", 20), ("seed", 1)),
    ):
        asking.add_argument(f"--{option}", type=int, default=usual)
    asking.add_argument("--haste", type=float, default=1)
    chosen = asking.parse_args()
    os.environ[launch.LATE_PAINTS] = "yes"
    sys.exit(not asyncio.run(main(chosen)))
