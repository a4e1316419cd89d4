"""From one database to another: both are made of the same tables, and not a row is another one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.club.club import Club
from bot.database.driver import Clash, Reading, Row, Table
from bot.database.file import File
from bot.database.house import House
from bot.database.moving import Unequal, move, pour
from bot.database.numbers import Numbers
from bot.database.postgres.dialect import of_schema, translated
from bot.database.where import Server, Where
from bot.hosting.lock import locked
from tests.bot.finishing import begun, moved, won
from tests.databases import PostgresServer, setting_of

ANN, BEN, CAS = 1100, 2200, 3300
NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left beside a database on a server is left there, not beside whoever runs the tests."""
    monkeypatch.setenv("SPELTAFEL_FOLDER", str(tmp_path))


@pytest.fixture
def server(postgres_server: PostgresServer) -> Iterator[Server]:
    database = postgres_server.empty()
    yield database
    postgres_server.drop(database)


def club_over(file: File) -> Club:
    return Club(file, lambda: NOW)


async def filled(where: Where) -> None:
    """With some of everything."""
    file = await File.open(where)
    club = club_over(file)
    await club.preferences.load()
    await won(club, (ANN, BEN))
    await won(club, (BEN, ANN, CAS), game="cubus")
    running = await moved(club, await begun(club, (ANN, BEN)))
    await club.offers.offer(running.id, ANN, "draw")
    await club.preferences.change_server(1, language="nl", channels=(7, 2), window=300)
    await club.preferences.change_member(ANN, turned=True)
    await club.names.meet(1, ANN, "Änne ☃", "anne")
    face = (
        "INSERT INTO faces (guild, member, avatar, met_at, picture) VALUES (0, ?, 'a', 1, ?)",
        ANN,
        b"\0\xff",
    )
    await file.change(*face)
    await file.close()


async def content(where: Where) -> dict[Table, list[tuple[Any, ...]]]:
    file = await File.open(where)
    async with file.reading() as reading:
        found = {
            table: [tuple(row) async for rows in reading.pages(table) for row in rows]
            for table in await reading.tables()
        }
    await file.close()
    return found


# The tables


async def _tables(file: File) -> list[Table]:
    async with file.reading() as reading:
        return await reading.tables()


@pytest.mark.postgres
async def test_both_are_made_of_the_same_tables(tmp_path: Path, server: Server) -> None:
    """With the same columns in the same order, the same keys, and the same indexes."""
    here, there = await File.open(tmp_path / "club.sqlite3"), await File.open(server)
    assert await _tables(here) == await _tables(there)
    types = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
    for table in await _tables(here):
        ours = {
            name: (types[kind], bool(needed or key))
            for _, name, kind, needed, _, key in await here.rows(f"PRAGMA table_info({table.name})")
        }
        theirs = {
            name: (kind, needed == "NO")
            for name, kind, needed in await there.rows(
                "SELECT column_name::text, data_type::text, is_nullable::text"
                " FROM information_schema.columns WHERE table_name = ?",
                table.name,
            )
        }
        assert ours == theirs, table.name
    indexes = await here.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    assert _as_set(indexes) == _as_set(
        await there.rows(
            "SELECT indexname::text FROM pg_indexes WHERE schemaname = 'public'"
            " AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
        )
    )
    belongs = await here.rows(
        'SELECT sqlite_master.name, foreign_keys."from", foreign_keys."table" FROM sqlite_master,'
        " pragma_foreign_key_list(sqlite_master.name) AS foreign_keys WHERE type = 'table'"
    )
    assert _as_set(belongs) == _as_set(
        await there.rows(
            "SELECT conrelid::regclass::text, attname::text, confrelid::regclass::text FROM pg_constraint"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'"
        )
    )
    for file in (here, there):
        await file.close()


def _as_set(rows: Iterable[Row]) -> set[tuple[object, ...]]:
    return {tuple(row) for row in rows}


def test_marks_are_numbered_by_what_they_stand_for() -> None:
    sql, pick = translated(
        "SELECT '?', window FROM m WHERE a = ?2 AND b = ?1 OR a > ?2 AND m.window = 1 -- ?"
    )
    assert sql == "SELECT '?', \"window\" FROM m WHERE a = $1 AND b = $2 OR a > $1 AND m.window = 1 -- ?"
    assert list(pick((7, 8, 9))) == [8, 7]
    sql, pick = translated("SELECT :b, :a, :b, CAST(x AS BIGINT), y::text FROM m")
    assert sql == "SELECT $1, $2, $1, CAST(x AS BIGINT), y::text FROM m"
    assert list(pick({"a": 1, "b": 2})) == [2, 1]
    sql, pick = translated("SELECT ?, ?")
    assert (sql, list(pick((1, 2)))) == ("SELECT $1, $2", [1, 2])


def test_a_migration_is_written_once_for_both() -> None:
    written = of_schema(
        "CREATE TABLE new (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, face BLOB,"
        " odds REAL, match INTEGER REFERENCES matches (id)) STRICT, WITHOUT ROWID;"
    )
    assert written == (
        "CREATE TABLE new (id BIGINT PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,"
        ' what TEXT COLLATE "C" NOT NULL, face BYTEA, odds DOUBLE PRECISION,'
        " match BIGINT REFERENCES matches (id) DEFERRABLE);"
    )


# The rows


@pytest.fixture(params=["there", pytest.param("there and back", marks=pytest.mark.postgres)])
async def way(request: pytest.FixtureRequest, tmp_path: Path) -> list[Where]:
    """From a file of SQLite's into another one, or by way of a PostgreSQL."""
    first, last = tmp_path / "first.sqlite3", tmp_path / "last.sqlite3"
    await filled(first)
    return [first, last] if request.param == "there" else [first, request.getfixturevalue("server"), last]


async def test_not_a_row_is_another_one(way: list[Where], capsys: pytest.CaptureFixture[str]) -> None:
    for source, target in pairwise(way):
        moved = ["move-database", setting_of(source), setting_of(target)]
        assert await asyncio.to_thread(main, moved) == 0
        assert "were compared one by one" in capsys.readouterr().out
    before, after = await content(way[0]), await content(way[-1])
    assert before == after
    assert sum(len(rows) for rows in before.values()) > 50


async def test_one_plays_on_where_one_stopped(way: list[Where]) -> None:
    for source, target in pairwise(way):
        assert await asyncio.to_thread(main, ["move-database", setting_of(source), setting_of(target)]) == 0
        file = await File.open(target)
        await Numbers(file).begin(int(NOW.timestamp()))
        club = club_over(file)
        number = len(await file.numbers("SELECT id FROM matches"))
        running = await club.matches.load(3)
        (seat,) = running.position.to_move
        move = running.position.legal_moves(seat)[0]
        assert (await club.matches.play(running, running.members[seat], move)).ply == running.ply + 1
        assert (await begun(club, (BEN, CAS))).id == number + 1, "numbers go on by one"
        await Numbers(file).end()
        await file.close()


async def test_nothing_is_moved_into_what_is_not_empty(
    way: list[Where], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target, *_ = way
    file = await File.open(target)
    await House(file).note(some=1)
    await file.close()
    assert await asyncio.to_thread(main, ["move-database", setting_of(source), setting_of(target)]) == 2
    assert "already" in capsys.readouterr().err
    assert sum(len(rows) for rows in (await content(target)).values()) == 1


async def test_nothing_is_moved_while_a_bot_plays(
    way: list[Where], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target, *_ = way
    with locked(source):
        assert await asyncio.to_thread(main, ["move-database", setting_of(source), setting_of(target)]) == 2
    assert "Stop it first" in capsys.readouterr().err
    assert not any((await content(target)).values())


async def test_a_row_that_came_to_be_another_one_is_noticed_and_nothing_is_moved(way: list[Where]) -> None:
    source, target = await File.open(way[0]), await File.open(way[1])

    async with source.reading() as reading:
        for change in (
            "UPDATE plies SET text = 'x' WHERE match = 3 AND ply = 1",
            "DELETE FROM plies WHERE match = 3 AND ply = 1",
        ):
            with pytest.raises(Unequal, match="plies"):
                await _moved_and_changed(reading, target, change)
    assert await target.numbers("SELECT count(*) FROM plies") == [0]
    for file in (source, target):
        await file.close()


async def _moved_and_changed(reading: Reading, target: File, change: str) -> None:
    async with target.transaction() as writing:
        fill = writing.fill

        async def fill_and_change(table: Table, rows: list[Row]) -> None:
            await fill(table, rows)
            if table.name == "plies":
                await writing.execute(change)

        with pytest.MonkeyPatch.context() as patching:
            patching.setattr(writing, "fill", fill_and_change)
            await move(reading, writing)


def orphaned(path: Path) -> None:
    """As if somebody had been in the file without asking SQLite to look after it."""
    with closing(sqlite3.connect(path)) as writing, writing:
        writing.execute("INSERT INTO plies (match, ply, text, at) VALUES (4711, 0, 'x', 0)")


async def test_a_row_that_belongs_to_none_is_said_and_nothing_is_moved(
    way: list[Where], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target, *_ = way
    assert isinstance(source, Path)
    orphaned(source)
    assert await asyncio.to_thread(main, ["move-database", setting_of(source), setting_of(target)]) == 2
    assert "belongs to" in capsys.readouterr().err
    assert not any((await content(target)).values())


@pytest.mark.postgres
async def test_a_server_need_not_remember_what_rows_belong_to(tmp_path: Path, server: Server) -> None:
    path = tmp_path / "first.sqlite3"
    await filled(path)
    orphaned(path)
    source, target = await File.open(path), await File.open(server)
    async with source.reading() as reading:
        with pytest.raises(Clash):
            await _poured_and_given_up(reading, target)
    for file in (source, target):
        await file.close()


class _GivenUpError(Exception):
    pass


async def _poured_and_given_up(reading: Reading, target: File) -> None:
    async with target.transaction() as writing:
        await pour(reading, writing)
        raise _GivenUpError  # before all that is owed is looked after


async def test_what_came_from_elsewhere_is_not_taken_for_a_backup(
    way: list[Where], caplog: pytest.LogCaptureFixture
) -> None:
    for source, target in pairwise(way):
        await asyncio.to_thread(main, ["move-database", setting_of(source), setting_of(target)])
        file = await File.open(target)
        await Numbers(file).begin(int(NOW.timestamp()))
        await Numbers(file).end()
        await file.close()
    assert "old buttons" not in caplog.text
