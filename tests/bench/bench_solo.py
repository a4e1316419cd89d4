"""Fifty members play the computer at once, as fast as they can, and two others play each other meanwhile.

    python tests/bench/bench_solo.py

The stand-in for Discord runs in this process, and all members with it: on a machine with few cores they, the
bot and the processes that think for it are in each other's way. What counts is told beside its bar.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.club.thinker import PROCESSES
from engines import GAMES
from tests.bench.bench_turns import LENGTH, Line, QuietMatch, seconds
from tests.process.club import Club, club_with_bot
from tests.process.test_playing_alone import Alone, thinking
from tests.standin import launch, pondering
from tests.standin.pondering import Pondering

MATCHES = 50
LEVEL = 3
TURNS = 8
"""Of each member."""
BETWEEN = 0.05
"""Seconds between two turns of those who play each other."""
_A_LOOK = 0.5
"""Seconds."""


class Player(Alone):
    """A member in a channel of their own."""

    def __init__(self, club: Club, number: int) -> None:
        games = list(GAMES)
        channel = club.discord.world.open_channel(f"alone-{number}")
        super().__init__(club, game=games[number % len(games)], channel=channel)
        self.anna = club.discord.join(f"Player{number}")
        self._chance = Random(number)  # noqa: S311 - the same moves every time

    async def begin(self) -> None:
        await self.anna.slash(f"play {self._game.name}", channel=self._channel, level=LEVEL)
        await self.club.told("SELECT 1 FROM seats WHERE member = ?", self.anna.user.id)
        ((self.number,),) = self.club.rows("SELECT match FROM seats WHERE member = ?", self.anna.user.id)
        await self.hers()

    async def answer(self) -> float:
        """Seconds from a move of theirs until the board has the answer and asks them again."""
        board, turn = self.board, self.next_turn(self._chance)
        began = time.perf_counter()
        edits = board.edits
        await turn.play()
        while not (self.is_hers or self.is_over):
            with suppress(TimeoutError):  # a board that was posted anew is not the one that is looked at
                await self.discord.until(lambda edits=edits: board.edits > edits, _A_LOOK)  # type: ignore[misc]
            edits = board.edits
        return time.perf_counter() - began


async def play(player: Player) -> list[float]:
    took = []
    for _ in range(TURNS):
        if not player.is_over:
            took += [await player.answer()]
    return took


async def others(club: Club, took: list[float]) -> None:
    """Until nobody wants to know any more: match after match."""
    with suppress(asyncio.CancelledError):
        while True:
            match = QuietMatch(await club.begin())
            for _ in range(LENGTH):
                took.append(await seconds(match.play_turn()) * 1000)
                await asyncio.sleep(BETWEEN)


async def main() -> list[Line]:
    with tempfile.TemporaryDirectory() as name:
        os.environ[launch.PONDERING] = "yes"
        os.environ[pondering.FOLDER] = name
        async with club_with_bot(Path(name)) as club:
            turns: list[float] = []
            beside = asyncio.create_task(others(club, turns))
            players = [Player(club, number) for number in range(MATCHES)]
            for player in players:
                await player.begin()
            turns.clear()
            answers = [one for some in await asyncio.gather(*map(play, players)) for one in some]
            beside.cancel()
            await beside
            thoughts = Pondering(Path(name)).took
            weight = max(_megabytes(process) for process in thinking(club.bot.pid))
    longest, p99, thought = max(answers), quantiles(turns, n=100)[98], mean(thoughts)
    return [
        Line(f"thoughts of level {LEVEL}, {PROCESSES} at a time", f"{len(thoughts)}"),
        Line("a thought: mean", f"{thought * 1000:.0f} ms", "under 200 ms", thought < 0.2),
        Line(f"an answer, {MATCHES} matches at once: median", f"{median(answers):.2f} s"),
        Line(
            f"an answer, {MATCHES} matches at once: longest", f"{longest:.2f} s", "under 15 s", longest < 15
        ),
        Line("turns of others meanwhile", f"{len(turns)}"),
        Line("a turn of others meanwhile: median", f"{median(turns):.1f} ms"),
        Line("a turn of others meanwhile: p99", f"{p99:.1f} ms", "under 60 ms", p99 < 60),
        Line("resident memory of a thinking process", f"{weight} MB", "under 200 MB", weight < 200),
    ]


def _megabytes(process: int) -> int:
    (line,) = (
        line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS:")
    )
    return int(line.split()[1]) // 1000


if __name__ == "__main__":
    for line in asyncio.run(main()):
        print(line)  # noqa: T201 - it speaks to a terminal
