"""Fairness: how long a turn takes while others flood the bot with all that costs much.

    python tests/bench/bench_fairness.py

Two members play on quietly, while a third asks for films, hints, leaderboards, profiles and impossible moves
of six thousand characters, eight of these at a time, each again as soon as it is answered; and then while
four members do so, for which there is no bar. The bot is a real process; the stand-in for Discord and all
members share this one, so that every number includes their work. A turn is measured from the command to its
answer, and to its board on the table.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.words.language import language
from tests.bench.bench_turns import Line, QuietMatch, quiet_match
from tests.process.club import Club, Match, Turn, club_with_bot
from tests.standin import Person

WARM_UP = 10
TURNS = 100
LENGTH = 60
"""Plies of the match whose film the others ask for."""
AT_ONCE = 8
"""Requests of each member who floods."""
MANY = 4
"""Members who flood together."""
BAR = 250.0
"""Milliseconds, of p99."""
NONSENSE = "b7-c6 " * 1000


class Flood:
    """Members who ask for whatever costs much, as fast as they are answered."""

    def __init__(self, club: Club, film: int) -> None:
        self._answers: Counter[tuple[str, str]] = Counter()
        self._club = club
        self._film = film

    @asynccontextmanager
    async def of(self, members: int) -> AsyncIterator[None]:
        flooders = [await self._flooder() for _ in range(members)]
        tasks = [asyncio.create_task(self._ask(*one)) for one in flooders for _ in range(AT_ONCE)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks)

    async def _flooder(self) -> tuple[Person, int]:
        """Who begins a match of Cubus that allows hints, and its number."""
        pair = [self._club.discord.join(name) for name in ("Gijs", "Hans")]
        await pair[0].slash("play cubus", None, hints="on")
        post = self._club.discord.table.last
        await pair[1].click(post, "challenge:join:")
        await pair[0].click(post, "challenge:start:")
        await self._club.told("SELECT 1 FROM matches WHERE game = 'cubus' AND post IS NOT NULL")
        ((number, lot),) = self._club.rows(
            "SELECT match, text FROM plies WHERE ply = 0 AND match = (SELECT max(id) FROM matches)"
        )
        return pair[int(lot.removeprefix("lot "))], number

    async def _ask(self, person: Person, own: int) -> None:
        """The first impossible move is in a match of others, the second is read where it could be one."""
        asked: list[tuple[str, dict[str, object]]] = [
            ("replay", {"match": self._film}),
            ("hint", {"match": own}),
            ("leaderboard", {}),
            ("profile", {}),
            ("move", {"text": NONSENSE, "match": self._film}),
            ("move", {"text": NONSENSE, "match": own}),
        ]
        for command, options in cycle(asked):
            self._answers[command, (await person.slash(command, None, **options)).text] += 1

    @property
    def lines(self) -> list[Line]:
        """What came of it all."""
        outcomes: Counter[str] = Counter()
        for (command, said), count in self._answers.items():
            outcomes[_outcome(command, said)] += count
        return [Line(f"  {outcome}", str(count)) for outcome, count in sorted(outcomes.items())]


def _outcome(command: str, said: str) -> str:
    """Such as `replay: enough_films`; what takes long is `on its way` when it is first answered."""
    for key, text in language("en").sentences.items():
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(text))
        if key.startswith("refusals.") and re.fullmatch(pattern, said):
            return f"{command}: {key.removeprefix('refusals.')}"
    return f"{command}: on its way"


class Played:
    """Turns of a quiet match, each in milliseconds."""

    def __init__(self, match: Match) -> None:
        red_seat = int(match.record[0].removeprefix("lot "))
        people = (match.anna, match.ben) if red_seat == 0 else (match.ben, match.anna)
        self._match = match
        self._turns = zip(cycle(people), quiet_match(), strict=False)
        self.answers: list[float] = []
        self.boards: list[float] = []

    async def play(self, turns: int) -> None:
        for _ in range(turns):
            person, text = next(self._turns)
            venue, before = self._match.venue, self._match.venue.last
            began = time.perf_counter()
            answering = asyncio.create_task(Turn(person, text, 0, venue).play())
            await self._match.discord.until(lambda: venue.last is not before)  # noqa: B023 - of this turn
            self.boards.append((time.perf_counter() - began) * 1000)
            await answering
            self.answers.append((time.perf_counter() - began) * 1000)

    def lines(self, what: str, bar: str) -> Iterator[Line]:
        for name, times in (("answers", self.answers[WARM_UP:]), ("boards", self.boards[WARM_UP:])):
            p50, p99 = median(times), quantiles(times, n=100)[-1]
            yield Line(f"{what}: p50 and p99 of {name}", f"{p50:.0f}, {p99:.0f} ms", bar, p99 <= BAR)


async def measured(club: Club, what: str, bar: str = "") -> list[Line]:
    """The times of a whole quiet match."""
    played = Played(await club.begin())
    await played.play(WARM_UP + TURNS)
    return list(played.lines(what, bar))


async def long_match(club: Club) -> int:
    """One to make films of."""
    match = await club.begin()
    quiet = QuietMatch(match)
    for _ in range(LENGTH):
        await quiet.play_turn()
    return match.number


async def main() -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        async with club_with_bot(Path(folder)) as club:
            film = await long_match(club)
            lines = await measured(club, "alone")
            for members, bar in ((1, f"p99 {BAR:.0f} ms"), (MANY, "")):
                flood = Flood(club, film)
                async with flood.of(members):
                    lines += await measured(club, f"while {members} flood", bar)
                lines += flood.lines
            return lines


if __name__ == "__main__":
    for line in asyncio.run(main()):
        print(line)  # noqa: T201 - it speaks to a terminal
