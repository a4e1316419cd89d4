"""Twenty thousand turns in one process: does its memory grow, or its files, threads and tasks?

    python tests/bench/bench_growth.py [TURNS]

Short matches of random moves at all games, many at a time. The five hundred matches that the bot remembers
fill up first; after that nothing should grow any more.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.process.club import Club, Match, club_with_bot
from tests.process.killing import SEATS

TURNS = 20_000
LINES = 10
AT_ONCE = 10
LENGTH = 24
"""Turns of a match: five hundred of them have been remembered well before the end."""


class Load:
    def __init__(self, club: Club, turns: int) -> None:
        self.turns = 0
        self._club = club
        self._most = turns

    async def play(self, number: int) -> None:
        """One match after the other."""
        chance = Random(number)  # noqa: S311 - nothing is at stake
        while self.turns < self._most:
            game, seats = SEATS[chance.randrange(len(SEATS))]
            channel = self._club.discord.world.open_channel(f"{game}-{number}")
            match = await self._club.begin(game=game, seats=seats, channel=channel)
            for _ in range(LENGTH):
                if match.is_over or self.turns >= self._most:
                    break
                await match.next_turn(chance).play()
                await match.settled()
                self.turns += 1
            await self._end(match)
            self._club.discord.forget(channel)

    async def _end(self, match: Match) -> None:
        """One after the other resigns."""
        for person in match.seated[:-1]:
            if not match.is_over:
                address = f"play:resign_yes:{match.number}:{len(match.record)}"
                await person.send(person.pressing(person.whisper(match.venue), address))
                await match.settled()


def weight(pid: int) -> dict[str, Any]:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {
        "MB": int(status["VmRSS"].split()[0]) // 1000,
        "files": len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208 - a number of links, which need lead nowhere
        "threads": int(status["Threads"]),
    }


async def main(turns: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        async with club_with_bot(Path(name)) as club:
            await club.bot.said('"ready"')
            load = Load(club, turns)
            playing = asyncio.gather(*(load.play(number) for number in range(AT_ONCE)))
            began, step = time.monotonic(), turns // LINES
            print(f"{'turns':>8}{'MB':>8}{'files':>8}{'threads':>8}{'matches':>9}{'a second':>10}")  # noqa: T201
            for line in range(1, LINES + 1):
                await reached(load, line * step, playing)
                ((matches,),) = club.rows("SELECT count(*) FROM matches")
                cells = [f"{value:>8}" for value in weight(club.bot.pid).values()]
                rate = load.turns / (time.monotonic() - began)
                print(f"{load.turns:>8}", *cells, f"{matches:>9}{rate:>10.0f}", sep="", flush=True)  # noqa: T201
            await playing


async def reached(load: Load, turns: int, playing: asyncio.Future[Any]) -> None:
    while load.turns < turns and not playing.done():  # noqa: ASYNC110 - it is looked at now and then
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS))
