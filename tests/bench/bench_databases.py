"""Turns a second through the real store, in SQLite and in PostgreSQL, and what a turn costs.

    python tests/bench/bench_databases.py [PLIES] [--before FOLDER]

Every round plays as many plies in each, one after the other, so that a busy machine slows all of them.
Counted are processor time of this process (that of the server is its own), and turns a second on the clock,
which a busy machine makes fewer. With `--before` SQLite is measured once more with the code of that folder.
Where psycopg and SQLAlchemy are installed, the statements of a turn are measured bare, through each driver.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(os.environ.get("SPELTAFEL_BENCHED", Path(__file__).parents[2]))
sys.path.insert(0, str(ROOT))

from bot.club.deadlines import Deadline  # noqa: E402 - of that folder
from bot.database.file import File  # noqa: E402 - of that folder
from bot.database.matches import StoredMatches  # noqa: E402 - of that folder
from bot.database.where import Where  # noqa: E402 - as above

ROUNDS = 5
WARM_UP = 50
ONE_MATCH = (
    "INSERT INTO matches (guild, channel, locale, game, rules_version, options, secret, began_at, plies)"
    " VALUES (1, 2, 'en', 'knopen', 1, '{}', ?, 1, 1)"
)


class Store:
    """Plies are added to a match as the club adds them, and then the match and its record are read."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._stored = StoredMatches(file)
        self._ply = 1

    async def begin(self) -> None:
        await self._file.change(ONE_MATCH, b"secret")
        for seat in (0, 1):
            await self._file.change(
                "INSERT INTO seats (match, seat, member) VALUES (1, ?, ?)", seat, 1000 + seat
            )
        await self._file.change("INSERT INTO plies (match, ply, text, at) VALUES (1, 0, 'lot 0', 1)")

    async def turn(self) -> None:
        await self._stored.add_plies(
            1, self._ply, ["b7-c6"], outcome=None, keeps_offer_of=0, deadline=lambda: Deadline(1, None), now=1
        )
        self._ply += 1
        assert await self._stored.load(1)
        assert await self._stored.record(1, since=self._ply - 1)
        # The board hangs.
        await self._file.note("UPDATE matches SET posted_ply = ?, post = 5 WHERE id = 1", self._ply)


async def measured(turn: Callable[[], Awaitable[None]], plies: int) -> tuple[float, float]:
    """Microseconds of processor a turn, and turns a second."""
    began, used = time.perf_counter(), time.process_time()
    for _ in range(plies):
        await turn()
    return 1e6 * (time.process_time() - used) / plies, plies / (time.perf_counter() - began)


async def of_this_folder(plies: int) -> None:
    """SQLite alone, a line a round: asked by the bench of another folder."""
    with tempfile.TemporaryDirectory() as name:
        file = await File.open(Path(name) / "bench.sqlite3")
        store = Store(file)
        await store.begin()
        await measured(store.turn, WARM_UP)
        for _ in sys.stdin:
            used, per_second = await measured(store.turn, plies)
            sys.stdout.write(f"{used} {per_second}\n")
            sys.stdout.flush()
        await file.close()


class Before:
    """The same, by the code of another folder, in a process of its own."""

    def __init__(self, folder: Path, plies: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(plies), "--alone"],
            env={**os.environ, "SPELTAFEL_BENCHED": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self) -> tuple[float, float]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        used, per_second = map(float, self._process.stdout.readline().split())
        return used, per_second

    def end(self) -> None:
        self._process.communicate()


# The statements of a turn, through bare drivers

ADD = "INSERT INTO plies (match, ply, text, at) VALUES ({}, {}, {}, {})"
GO_ON = "UPDATE matches SET plies = {}, due = {} WHERE id = {}"
LAPSE = "DELETE FROM offers WHERE match = {} AND seat <> {}"
LOAD = "SELECT * FROM matches JOIN seats ON seats.match = matches.id WHERE matches.id = {}"
LOCK = "SELECT pg_advisory_xact_lock(1)"
Bare = Callable[[int], Awaitable[None]]


def _statements(mark: Callable[[int], str]) -> list[str]:
    return [sql.format(*(mark(number) for number in range(1, 5))) for sql in (ADD, GO_ON, LAPSE, LOAD)]


def _values(ply: int) -> list[tuple[object, ...]]:
    return [(1, ply, "b7-c6", 1), (ply + 1, 1, 1), (1, 0), (1,)]


async def bare_asyncpg(address: str) -> Bare:
    import asyncpg  # noqa: PLC0415 - measured where they are there

    writer, reader = await asyncpg.connect(address), await asyncpg.connect(address)
    *writes, load = _statements("${}".format)

    async def turn(ply: int) -> None:
        await writer.execute(f"BEGIN; {LOCK}")
        *values, of_load = _values(ply)
        for sql, each in zip(writes, values, strict=True):
            await writer.execute(sql, *each)
        await writer.execute("COMMIT")
        await reader.fetch(load, *of_load)

    return turn


async def bare_psycopg(address: str) -> Bare:
    import psycopg  # noqa: PLC0415

    writer = await psycopg.AsyncConnection.connect(address, autocommit=True)
    reader = await psycopg.AsyncConnection.connect(address, autocommit=True)
    *writes, load = _statements(lambda _: "%s")

    async def turn(ply: int) -> None:
        await writer.execute(f"BEGIN; {LOCK}")
        *values, of_load = _values(ply)
        for sql, each in zip(writes, values, strict=True):
            await writer.execute(sql, each)
        await writer.execute("COMMIT")
        await (await reader.execute(load, of_load)).fetchall()

    return turn


async def bare_sqlalchemy(address: str) -> Bare:
    from sqlalchemy import text  # noqa: PLC0415
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

    _, _, rest = address.partition("@/")
    name, _, host = rest.partition("?host=")
    engine = create_async_engine(f"postgresql+asyncpg://speltafel@/{name}", connect_args={"host": host})
    writer, reader = await engine.connect(), await engine.connect()
    reader = await reader.execution_options(isolation_level="AUTOCOMMIT")
    *writes, load = [text(sql) for sql in _statements(":p{}".format)]

    def named(values: Iterable[object]) -> dict[str, object]:
        return {f"p{number}": value for number, value in enumerate(values, start=1)}

    async def turn(ply: int) -> None:
        async with writer.begin():
            await writer.execute(text(LOCK))
            *values, of_load = _values(ply)
            for sql, each in zip(writes, values, strict=True):
                await writer.execute(sql, named(each))
        (await reader.execute(load, named(of_load))).fetchall()

    return turn


async def bare(address: Callable[[], Any], plies: int) -> dict[str, list[tuple[float, float]]]:
    doing: dict[str, Bare] = {}
    for name, make in (("asyncpg", bare_asyncpg), ("psycopg", bare_psycopg), ("SQLAlchemy", bare_sqlalchemy)):
        with suppress(ModuleNotFoundError):
            where = address()
            file = await File.open(where)
            await Store(file).begin()
            await file.close()
            doing[name] = await make(where.address)
    counted = dict.fromkeys(doing, 0)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in doing}
    for number in range(1 + ROUNDS):
        for name, turn in doing.items():

            async def one(name: str = name, turn: Bare = turn) -> None:
                counted[name] += 1
                await turn(counted[name])

            took = await measured(one, plies if number else WARM_UP)
            if number:
                found[name].append(took)
    return found


def told(found: dict[str, list[tuple[float, float]]], measure: str) -> Iterable[str]:
    """Beside the measure, round by round."""
    for name, rounds in found.items():
        beside = median(own[0] / its[0] for own, its in zip(rounds, found[measure], strict=True))
        used, per_second = median(each[0] for each in rounds), median(each[1] for each in rounds)
        yield f"{name:<24} {used:7.0f} us a turn   {beside:5.2f} of {measure}   {per_second:6.0f} turns/s"


async def main(plies: int, before: Path | None) -> list[str]:
    # Only here: whoever measures the code of another folder has none of it.
    from tests.databases import started  # noqa: PLC0415

    found: dict[str, list[tuple[float, float]]] = {"SQLite": [], "PostgreSQL": []}
    older = Before(before, plies) if before else None
    with tempfile.TemporaryDirectory() as folder, started(fsync="on", full_page_writes="on") as server:
        lies: dict[str, Where] = {"SQLite": Path(folder) / "bench.sqlite3", "PostgreSQL": server.new()}
        files = {name: await File.open(where) for name, where in lies.items()}
        stores = {name: Store(file) for name, file in files.items()}
        for store in stores.values():
            await store.begin()
            await measured(store.turn, WARM_UP)
        for _ in range(ROUNDS):
            for name, store in stores.items():
                found[name].append(await measured(store.turn, plies))
            if older:
                found.setdefault("SQLite before", []).append(await asyncio.to_thread(older.measure))
        for file in files.values():
            await file.close()
        if older:
            older.end()
        drivers = await bare(server.new, plies)
    return [*told(found, "SQLite"), *told(drivers, "asyncpg")]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("plies", type=int, nargs="?", default=300)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.alone:
        asyncio.run(of_this_folder(asked.plies))
    else:
        for line in asyncio.run(main(asked.plies, asked.before)):
            print(line)  # noqa: T201 - it speaks to a terminal
