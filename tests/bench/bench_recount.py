"""Ratings computed anew after a ruling, beside somebody who writes all the time.

    python tests/bench/bench_recount.py [matches]

One match of Knopen is played to its end; the others are copies of its record among other members. Then the
result of the first is voided, so that nearly every row changes. A writer begins a transaction every ten
milliseconds, as a turn would: told is how long it waits for the lock, before the recount and during it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.club.club import Club
from bot.database.file import File
from bot.database.ledger import TABLES
from tests.bot.finishing import GUILD, won

MATCHES = 2000
MEMBERS = 300
MANAGER = 99
BAR = 500.0
"""Milliseconds that anybody waits, at most."""

COPIED = (
    "INSERT INTO matches (id, guild, channel, locale, game, rules_version, options, secret, began_at,"
    " ended_at, reason, plies, posted_ply, ended_as)"
    " SELECT ?, guild, channel, locale, game, rules_version, options, secret, began_at + ?, ended_at + ?,"
    " reason, plies, plies, ? FROM matches WHERE id = 1"
)


async def copy_matches(file: File, matches: int) -> None:
    chance = Random(1)  # noqa: S311 - nothing is at stake
    async with file.transaction() as writing:
        for number in range(2, matches + 1):
            later = number * 600
            await writing.execute(COPIED, (number, later, later, number - 1))
            members = chance.sample(range(1000, 1000 + MEMBERS), 2)
            for seat, member in enumerate(members):
                await writing.execute(
                    "INSERT INTO seats (match, seat, member, won)"
                    " SELECT ?, seat, ?, won FROM seats WHERE match = 1 AND seat = ?",
                    (number, member, seat),
                )
            await writing.execute(
                "INSERT INTO plies SELECT ?, ply, text, at FROM plies WHERE match = 1", (number,)
            )


async def write_all_the_time(file: File, waits: list[float]) -> None:
    while True:
        began = time.perf_counter()
        async with file.transaction():
            waits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.01)


async def measured(file: File, doing: asyncio.Task[object]) -> list[float]:
    waits: list[float] = []
    writer = asyncio.create_task(write_all_the_time(file, waits))
    await doing
    writer.cancel()
    with suppress(asyncio.CancelledError):
        await writer
    return sorted(waits)


def waited(waits: list[float]) -> str:
    p99 = waits[int(len(waits) * 0.99)]
    return f"{len(waits)} waits, median {median(waits):.1f} ms, p99 {p99:.1f} ms, longest {waits[-1]:.1f} ms"


def tell(line: str) -> None:
    print(line)  # noqa: T201 - it speaks to a terminal


async def main(matches: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        file = await File.open(Path(folder) / "bench.sqlite3")
        club = Club(file, lambda: datetime.now(UTC))
        await won(club, (1000, 1001))
        await copy_matches(file, matches)
        began = time.perf_counter()
        await club.recount.rebuild()
        tell(f"{matches} matches, a rebuild holds the lock for {time.perf_counter() - began:.1f} s")
        alone = await measured(file, asyncio.create_task(asyncio.sleep(3)))
        tell(f"alone: {waited(alone)}")
        await club.rulings.void(1, GUILD, MANAGER)
        began = time.perf_counter()
        club.recount.start()
        waits = await measured(file, asyncio.create_task(club.recount.done()))
        tell(f"the recount takes {time.perf_counter() - began:.1f} s")
        tell(f"during it: {waited(waits)}")
        now = [list(await file.rows(f"SELECT * FROM {table}")) for table in TABLES]
        await club.recount.rebuild()
        assert [list(await file.rows(f"SELECT * FROM {table}")) for table in TABLES] == now
        await file.close()
        return waits[-1] <= BAR


if __name__ == "__main__":
    passed = asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES))
    tell("passed" if passed else f"above the bar of {BAR:.0f} ms")
    sys.exit(not passed)
