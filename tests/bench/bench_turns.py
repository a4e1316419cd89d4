"""The bot as a real process: how long a turn takes, how many it manages, how soon and how small it starts.

    python tests/bench/bench_turns.py

The stand-in for Discord runs in this process, so every number includes its share of the work.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.knopen.moves import Step
from engines.knopen.position import KnopenPosition
from engines.moves import CHANCE, Lot
from tests.process.club import GAME, Club, Match, Turn, club_with_bot
from tests.standin import BotProcess, StandIn

LENGTH = 120
"""Turns of the quiet match; at 150 the rules would end it."""
UPLOADER = "tests.bench.uploader"
WARM_UP = 20
SINGLE_MATCHES = 3
"""Played one after the other, turn by turn."""
MATCHES = 20
"""Played at once."""
ROUNDS = 5
TURNS_A_ROUND = 10
"""Of each match."""
STARTS = 3
RUNNING = 10_000
PLIES = 40
"""Of each running match."""


@dataclass(frozen=True, slots=True)
class Line:
    what: str
    measured: str
    bar: str = ""
    is_met: bool = True

    def __str__(self) -> str:
        verdict = ("ok" if self.is_met else "MISSED") if self.bar else ""
        return f"{self.what:<48} {self.measured:>10}   {self.bar:<14} {verdict}".rstrip()


# One long quiet match, the same for all


def quiet_match() -> list[str]:
    """Moves without captures, penalties and warnings, so that every ply is a whole turn."""
    start = KnopenPosition().play(CHANCE, Lot(0))
    found = quiet_moves(start, LENGTH, Random(1))  # noqa: S311 - the same match every time
    assert found is not None
    return found


def quiet_moves(position: KnopenPosition, turns: int, chance: Random) -> list[str] | None:
    """So many from here on; None where every way leads to a fight."""
    if not turns:
        return []
    moves = position.legal_moves(position.seat)
    for move in chance.sample(moves, k=len(moves)):
        after = position.play(position.seat, move)
        if after.step is Step.MOVE and not after.outcome and not position.warning(position.seat, move):
            rest = quiet_moves(after, turns - 1, chance)
            if rest is not None:
                return [GAMES[GAME].write_move(move), *rest]
    return None


class QuietMatch:
    """A match of the club that follows the script."""

    def __init__(self, match: Match) -> None:
        red_seat = int(match.record[0].removeprefix("lot "))
        people = (match.anna, match.ben) if red_seat == 0 else (match.ben, match.anna)
        self._place = match.place
        self._discord = match.discord
        self._turns = zip(cycle(people), quiet_match(), strict=False)

    async def play_turn(self) -> None:
        """From the command to the board on the table."""
        person, text = next(self._turns)
        before = self._place.last
        await Turn(person, text, 0, self._place).play()
        await self._discord.until(lambda: self._place.last is not before)

    async def tidied(self) -> None:
        """The older boards have lost their buttons: the turn is wholly done."""
        await self._discord.until(lambda: sum(bool(post.buttons) for post in self._place.messages) == 1)


# Turns


async def seconds(doing: Awaitable[object]) -> float:
    began = time.perf_counter()
    await doing
    return time.perf_counter() - began


class Uploads:
    """The measure: the bare minimum a bot can do to put the same picture on a table."""

    def __init__(self) -> None:
        self.discord = StandIn()
        self._person = self.discord.join("Anna")
        self._channels = [self.discord.world.open_channel(f"channel-{number}") for number in range(MATCHES)]

    async def upload(self, number: int, command: str = "upload") -> None:
        channel = self._channels[number]
        before = len(channel.posts)
        await self._person.slash(command, channel=channel)
        await self.discord.until(lambda: len(channel.posts) > before)


async def one_at_a_time(club: Club, uploads: Uploads) -> list[Line]:
    took, bare = [], []
    for _ in range(SINGLE_MATCHES):
        match = QuietMatch(await club.begin())
        for _ in range(LENGTH):
            took.append(await seconds(match.play_turn()) * 1000)
            await match.tidied()
            bare.append(await seconds(uploads.upload(0)) * 1000)
    percentiles = quantiles(took[WARM_UP:], n=100)
    p50, p99 = percentiles[49], percentiles[98]
    return [
        Line("one turn: p50", f"{p50:.1f} ms", "under 10 ms", p50 < 10),
        Line("one turn: p99", f"{p99:.1f} ms", "under 40 ms", p99 < 40),
        Line("one bare upload of the same picture: p50", f"{median(bare[WARM_UP:]):.1f} ms"),
    ]


async def many_at_once(club: Club, uploads: Uploads) -> list[Line]:
    """In alternation, so that a busy machine slows all of them; the first round only warms up."""
    matches = [QuietMatch(await club.begin()) for _ in range(MATCHES)]
    doing: dict[str, Callable[[int], Awaitable[None]]] = {
        "turns": lambda number: matches[number].play_turn(),
        "bare uploads": uploads.upload,
        "drawn uploads": partial(uploads.upload, command="draw"),
    }
    rates: dict[str, list[float]] = {what: [] for what in doing}
    for _ in range(1 + ROUNDS):
        for what, do in doing.items():
            rates[what].append(await rate(do))
            await asyncio.gather(*(match.tidied() for match in matches))
    per_second = {what: median(rates[what][1:]) for what in doing}
    ratio = per_second["turns"] / per_second["bare uploads"]
    return [
        *(Line(f"{what}, {MATCHES} at once", f"{count:.0f} /s") for what, count in per_second.items()),
        Line("turns beside bare uploads", f"{ratio:.2f}", "over 0.5", ratio > 0.5),
        Line("turns beside drawn uploads", f"{per_second['turns'] / per_second['drawn uploads']:.2f}"),
    ]


async def rate(doing: Callable[[int], Awaitable[None]]) -> float:
    """How many a second, done by all matches at once."""

    async def do_all(number: int) -> None:
        for _ in range(TURNS_A_ROUND):
            await doing(number)

    return MATCHES * TURNS_A_ROUND / await seconds(asyncio.gather(*map(do_all, range(MATCHES))))


# The start


async def start(what: str, folder: Path) -> list[Line]:
    """From nothing to the first answer, and what the process weighs then."""
    took, weights = [], []
    for _ in range(STARTS):
        began = time.perf_counter()
        async with club_with_bot(folder) as club:
            await club.discord.join("Anna").slash("games")
            took.append(time.perf_counter() - began)
            await club.bot.said('"ready"')
            weights.append(resident(club.bot.pid))
    return [
        Line(f"start to first answer, {what}", f"{median(took):.2f} s", "under 1 s", median(took) < 1),
        Line(f"resident memory, {what}", f"{median(weights):.0f} MB", "under 150 MB", median(weights) < 150),
    ]


def resident(pid: int) -> float:
    """Megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1000


async def fill(folder: Path) -> None:
    """One match is played by the bot itself, and its rows are copied."""
    async with club_with_bot(folder) as club:
        match = QuietMatch(await club.begin())
        for _ in range(PLIES):
            await match.play_turn()
        await match.tidied()
        await club.bot.stop()
        with closing(sqlite3.connect(club.database)) as writing, writing:
            for table, key in (("matches", "id"), ("seats", "match"), ("plies", "match")):
                copy_rows(writing, table, key)


def copy_rows(writing: sqlite3.Connection, table: str, key: str) -> None:
    """All that belongs to match 1, once for each number up to RUNNING."""
    names = [name for (_, name, *_) in writing.execute(f"PRAGMA table_info({table})")]
    copied = ", ".join({key: "number", "challenge": "NULL"}.get(name, name) for name in names)
    writing.execute(
        f"WITH RECURSIVE numbers (number) AS (VALUES (2) UNION ALL SELECT number + 1 FROM numbers LIMIT ?)"
        f" INSERT INTO {table} SELECT {copied} FROM numbers, {table} WHERE {key} = 1",
        (RUNNING - 1,),
    )


async def main() -> list[Line]:
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / part for part in ("turns", "empty", "full")]
        turns, empty, full = folders
        for folder in folders:
            folder.mkdir()
        uploads = Uploads()
        async with club_with_bot(turns) as club, uploads.discord, BotProcess(uploads.discord, UPLOADER):
            lines = await one_at_a_time(club, uploads) + await many_at_once(club, uploads)
        lines += await start("no matches", empty)
        await fill(full)
        lines += await start(f"{RUNNING:,} running matches", full)
        return lines


if __name__ == "__main__":
    for line in asyncio.run(main()):
        print(line)  # noqa: T201 - it speaks to a terminal
