"""Twenty thousand turns in one process: does its memory grow, or its files, threads and tasks?

    python tests/bench/bench_growth.py [TURNS]

Short matches of random moves at all games, many at a time, with hints at Cubus. What is kept at hand fills up
first: grounds of Krabcek, and twenty thousand plies. After that nothing should grow any more, and the last
third is looked at: more than a few megabytes, a file or a thread there are a leak.
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
"""Turns of a match."""
LAST = 3
"""In the last of so many parts nothing grows."""
FEW = {"MB": 6, "thinkers": 6, "files": 4, "threads": 1}
"""What the allocator and open connections may make of it."""
HINTED = 0.2


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
            options = {"hints": "on"} if game == "cubus" else {}
            match = await self._club.begin(game=game, seats=seats, channel=channel, **options)
            for _ in range(LENGTH):
                if match.is_over or self.turns >= self._most:
                    break
                turn = match.next_turn(chance)
                if options and chance.random() < HINTED:
                    await turn.person.slash("hint", channel=turn.venue, match=match.number)
                await turn.play()
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


def weight(pid: int) -> dict[str, int]:
    """Of the bot, and of the processes that think for it."""
    children = [
        child for path in Path(f"/proc/{pid}/task").glob("*/children") for child in path.read_text().split()
    ]
    return {
        "MB": megabytes(pid),
        "thinkers": sum(megabytes(int(child)) for child in children),
        "files": len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208 - a number of links, which need lead nowhere
        "threads": int(status(pid)["Threads"]),
    }


def megabytes(pid: int) -> int:
    return int(status(pid)["VmRSS"].split()[0]) // 1000


def status(pid: int) -> dict[str, str]:
    return dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())


async def main(turns: int) -> bool:
    weights: list[dict[str, int]] = []
    with tempfile.TemporaryDirectory() as name:
        async with club_with_bot(Path(name)) as club:
            await club.bot.said('"ready"')
            load = Load(club, turns)
            playing = asyncio.gather(*(load.play(number) for number in range(AT_ONCE)))
            began, step = time.monotonic(), turns // LINES
            heads = "".join(f"{what:>9}" for what in ("turns", *FEW, "matches", "a second"))
            print(heads)  # noqa: T201 - it speaks to a terminal
            for line in range(1, LINES + 1):
                await reached(load, line * step, playing)
                ((matches,),) = club.rows("SELECT count(*) FROM matches")
                weights.append(weight(club.bot.pid))
                rate = round(load.turns / (time.monotonic() - began))
                cells = [load.turns, *weights[-1].values(), matches, rate]
                print("".join(f"{cell:>9}" for cell in cells), flush=True)  # noqa: T201
            await playing
    first = weights[-1 - LINES // LAST]
    grown = {what: weights[-1][what] - first[what] for what in FEW}
    print(f"grown in the last part: {grown}")  # noqa: T201
    return all(grown[what] <= most for what, most in FEW.items())


async def reached(load: Load, turns: int, playing: asyncio.Future[Any]) -> None:
    while load.turns < turns and not playing.done():  # noqa: ASYNC110 - it is looked at now and then
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)))
