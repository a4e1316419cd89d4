"""The file: whose it is, what is in it without its journal, and that its numbers never begin again."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot.club.club import Club
from bot.database.file import File
from bot.database.house import House
from bot.database.numbers import Numbers
from bot.database.sqlite import Sqlite

NOW = 1_790_000_000


def clock() -> datetime:
    return datetime.fromtimestamp(NOW, UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "speltafel.sqlite3"


@pytest.fixture
def _anybody_may_read() -> Iterator[None]:
    """What this process makes, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@asynccontextmanager
async def opened(path: Path, now: int = NOW) -> AsyncIterator[File]:
    """As a bot opens it, and closes it tidily."""
    file = await File.open(path)
    try:
        numbers = Numbers(file)
        await numbers.begin(now)
        yield file
        await numbers.end()
    finally:
        await file.close()


STRANGERS = count(3)
"""Each comes once: nobody may have many challenges open."""


async def challenge(file: File) -> int:
    challenged = await Club(file, clock).challenges.challenge(
        "knopen", {}, guild=1, channel=2, locale="en", challenger=next(STRANGERS), opponent=None
    )
    return challenged.id


async def match(file: File) -> int:
    return (await Club(file, clock).challenges.accept(await challenge(file), next(STRANGERS))).id


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def beside(path: Path) -> list[Path]:
    return [path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")]


# Whose it is


@pytest.mark.usefixtures("_anybody_may_read")
async def test_only_its_owner_reads_the_file_its_journal_and_its_copies(path: Path) -> None:
    async with opened(path) as file:
        await challenge(file)
        copy = path.with_name("copy.sqlite3")
        await file.backup(copy)
        assert [mode(each) for each in (*beside(path), copy)] == ["0o600"] * 4


async def test_a_file_that_others_could_read_is_closed_to_them(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with opened(path):
        for each in beside(path):
            each.chmod(0o644)
        await (await File.open(path)).close()
        assert [mode(each) for each in beside(path)] == ["0o600"] * 3
    assert sum("only its owner" in record.message for record in caplog.records) == 3


async def test_no_copy_is_written_over(path: Path) -> None:
    async with opened(path) as file:
        await file.backup(path.with_name("copy.sqlite3"))
        with pytest.raises(FileExistsError):
            await file.backup(path.with_name("copy.sqlite3"))


# Without its journal


async def test_a_young_file_is_whole_without_its_journal(path: Path) -> None:
    file = await File.open(path)
    alone = path.with_name("alone.sqlite3")
    shutil.copy(path, alone)
    await file.close()
    with closing(sqlite3.connect(alone)) as copy:
        assert copy.execute("SELECT count(*) FROM challenges").fetchall() == [(0,)]


# Numbers


def killed(path: Path, *, with_journal: bool) -> Path:
    """What is left of a file whose bot is killed at this moment."""
    left = path.with_name("left.sqlite3")
    shutil.copy(path, left)
    if with_journal:
        shutil.copy(beside(path)[1], beside(left)[1])
    return left


async def test_numbers_go_on_by_one_after_a_tidy_end(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(path) as file:
        assert (await challenge(file), await match(file)) == (1, 1)
    async with opened(path) as file:
        assert (await challenge(file), await match(file)) == (3, 2)
    assert not caplog.records


async def test_numbers_go_on_by_one_after_a_crash(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(path) as file:
        assert (await challenge(file), await match(file)) == (1, 1)
        left = killed(path, with_journal=True)
    async with opened(left) as file:
        assert (await challenge(file), await match(file)) == (3, 2)
    assert not caplog.records


async def test_numbers_do_not_begin_again_when_the_journal_is_lost(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as file:
        assert (await challenge(file), await match(file)) == (1, 1)
        left = killed(path, with_journal=False)
    async with opened(left) as file:
        assert await challenge(file) > 2
        assert await match(file) > 1
    assert "has no journal" in caplog.text


async def test_more_numbers_are_set_aside_before_they_are_used_up(path: Path) -> None:
    async with opened(path) as file:
        for _ in range(120):
            last = await challenge(file)
        left = killed(path, with_journal=False)
    async with opened(left) as file:
        assert await challenge(file) > last


async def test_numbers_do_not_begin_again_when_a_backup_is_restored(path: Path) -> None:
    """The bot went on for an hour, and gave more numbers than any that were set aside."""
    copy = path.with_name("copy.sqlite3")
    async with opened(path) as file:
        await House(file).note(alive=NOW)
        await file.backup(copy)
        for _ in range(130):
            last = await challenge(file)
    async with opened(copy, NOW + 3600) as file:
        assert await challenge(file) > last
        assert await match(file) > 1


async def test_a_reader_beside_the_bot_leaves_the_numbers_alone(path: Path) -> None:
    async with opened(path) as file:
        beside_it = await File.open(path)
        await challenge(beside_it)
        await beside_it.close()
        assert await House(file).value("open") == 1


async def test_no_cursor_outlives_its_statement(path: Path) -> None:
    """One that is let go of in another thread would reset a statement that the writer may be using again."""
    sql = "INSERT INTO house (name, value) VALUES (?, ?)"
    async with opened(path) as file, file.transaction() as writing:
        await writing.execute(sql, ("executed", 1))
        await writing.executemany(sql, [("many", 1), ("more", 2)])
        assert await writing.change("UPDATE house SET value = 7 WHERE name IN ('many', 'more')") == 2
        assert len(list(await writing.execute_fetchall("SELECT 1 FROM house WHERE value = 7"))) == 2
        kept = [one for one in gc.get_objects() if isinstance(one, sqlite3.Cursor)]
        assert isinstance(file._driver, Sqlite)
        assert not [one for one in kept if one.connection is file._driver._writer._conn]
