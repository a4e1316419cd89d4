"""The bot is killed, a thousand times: is anything lost that was acknowledged, or shown twice, or not at all?

    python tests/bench/bench_kills.py [KILLS] [--seconds SECONDS] [--seed SEED]

Tables of all games, two and six at Cubus, with challenges, lobbies, films and hints, at random instants and
at requests, before and after Discord did them. A kill costs a start and whatever was to be shown: seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.process.club import club_with_bot
from tests.process.killing import Killing
from tests.standin import launch
from tests.standin.stem import ROOT

RATINGS = ("ratings", "standings", "results", "exchanges", "spreads")
EVERY = 20
"""Kills between two lines of progress."""


async def main(kills: int, seconds: float, seed: int) -> bool:
    ends = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as name:
        async with club_with_bot(Path(name)) as club:
            killing = Killing(club, seed)
            toll = killing.toll
            while toll.kills < kills and time.monotonic() < ends:
                await killing.go()
                if toll.kills % EVERY == 0:
                    said = f"{toll.kills} kills, {toll.acknowledged} plies, {len(toll.lost)} lost"
                    print(said, file=sys.stderr, flush=True)  # noqa: T201 - it speaks to a terminal
            await club.bot.stop()
            killing.count()
            before = ratings(club.database)
            await rebuild(club.database)
            is_whole = integrity(club.database) == "ok"
            are_equal = ratings(club.database) == before
    lines = {
        "kills": toll.kills,
        "at a request": toll.aimed,
        "plies acknowledged": toll.acknowledged,
        "lost": len(toll.lost),
        "films, hints": f"{toll.films}, {toll.hints}",
        "boards posted": toll.boards,
        "twice": len(toll.twice),
        "missing": len(toll.missing),
        "records replayed": f"{toll.records - len(toll.unreadable)} of {toll.records} ({toll.over} over)",
        "ratings equal to those made anew": are_equal,
        "integrity_check": "ok" if is_whole else "FAILED",
    }
    for what, measured in lines.items():
        print(f"{what:<34} {measured!s:>12}")  # noqa: T201
    for what in (*toll.lost, *toll.twice, *toll.missing, *toll.unreadable):
        print(what)  # noqa: T201
    return toll.is_nothing and is_whole and are_equal


def ratings(database: Path) -> list[list[tuple[object, ...]]]:
    with closing(sqlite3.connect(database)) as reading:
        return [sorted(reading.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in RATINGS]


def integrity(database: Path) -> object:
    with closing(sqlite3.connect(database)) as reading:
        broken = reading.execute("PRAGMA foreign_key_check").fetchall()
        return broken or reading.execute("PRAGMA integrity_check").fetchone()[0]


async def rebuild(database: Path) -> None:
    """As a host does it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "ratings", "rebuild"),
        cwd=ROOT,
        env={**os.environ, "SPELTAFEL_DATABASE": str(database)},
        stdout=asyncio.subprocess.DEVNULL,
    )
    assert await process.wait() == 0


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("kills", type=int, nargs="?", default=1000)
    asked.add_argument("--seconds", type=float, default=float("inf"))
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()
    os.environ[launch.LATE_PAINTS] = "yes"
    sys.exit(not asyncio.run(main(chosen.kills, chosen.seconds, chosen.seed)))
