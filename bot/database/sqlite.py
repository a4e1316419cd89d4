"""SQLite: a file, with a journal beside it.

Two connections to one file. Readers have a connection of their own and see only what is committed. With
synchronous=FULL a committed ply survives the power cord. Only its owner may read it. What is deleted is
overwritten.
"""

from __future__ import annotations

import asyncio
import logging
import mmap
import os
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

import aiosqlite

from bot.club.refused import Refused
from bot.database.driver import (
    Clash,
    Driver,
    NewerFile,
    Reading,
    Row,
    Table,
    Unopened,
    Values,
    Writing,
    migrations,
)

log = logging.getLogger(__name__)

_PRIVATE: Final = 0o600
"""To be read and written by its owner, and by nobody else."""
_COMPANIONS: Final = ("-wal", "-shm")
"""The journal and its index. SQLite makes them with the rights of the file."""
_PATIENCE: Final = 5000
"""Milliseconds to wait while another process writes."""
_SOON: Final = 100
"""Milliseconds to wait where nobody here can write meanwhile."""
_A_PAGE: Final = 1000
"""Rows that are read at once."""


class SqliteWriting(Writing):
    """Every statement ends in the thread of the connection. A cursor that is let go of in another one resets
    a statement that may be in use again by then, and SQLite says that it was misused.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def hold(self) -> None:
        """It is so from the begin on."""

    async def execute(self, sql: str, values: Values = ()) -> None:
        await self.execute_fetchall(sql, values)

    async def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        try:
            async with self._connection.executemany(sql, rows):
                pass
        except sqlite3.IntegrityError as error:
            raise Clash from error

    async def execute_fetchall(self, sql: str, values: Values = ()) -> Iterable[Row]:
        try:
            return await self._connection.execute_fetchall(sql, values)
        except sqlite3.IntegrityError as error:
            raise Clash from error

    async def change(self, sql: str, values: Values = ()) -> int:
        try:
            async with self._connection.execute(sql, values) as cursor:
                return cursor.rowcount
        except sqlite3.IntegrityError as error:
            raise Clash from error

    async def last_number(self, table: str) -> int:
        rows = await self.execute_fetchall("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return next((row[0] for row in rows), 0)

    async def go_on_after(self, table: str, number: int) -> None:
        await self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        await self.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))

    async def references_later(self) -> None:
        await self.execute("PRAGMA defer_foreign_keys = ON")

    async def references_now(self) -> None:
        """It only counts what is owed."""

    async def fill(self, table: Table, rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(table.columns))
        await self.executemany(f"INSERT INTO {table.name} ({_names(table)}) VALUES ({marks})", rows)

    def seen(self) -> Reading:
        return SqliteReading(self._connection)


class SqliteReading(Reading):
    """Within a transaction of the connection, whose first statement settles the moment."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def tables(self) -> list[Table]:
        names = await self._connection.execute_fetchall(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        return [await self._table(name) for (name,) in names]

    async def _table(self, name: str) -> Table:
        columns = list(await self._connection.execute_fetchall(f"PRAGMA table_info({name})"))
        key = sorted((column for column in columns if column[5]), key=lambda column: column[5])
        belongs = await self._connection.execute_fetchall(
            'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?) ORDER BY 1', (name,)
        )
        return Table(
            name,
            tuple(column[1] for column in columns),
            tuple(column[1] for column in key),
            tuple(other for (other,) in belongs),
        )

    async def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        sql = f"SELECT {_names(table)} FROM {table.name} ORDER BY {', '.join(table.key)}"
        async with self._connection.execute(sql) as cursor:
            while rows := list(await cursor.fetchmany(_A_PAGE)):
                yield rows

    async def last_number(self, table: str) -> int | None:
        made = await self._connection.execute_fetchall(
            "SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", (table,)
        )
        return await SqliteWriting(self._connection).last_number(table) if list(made) else None


class Sqlite(Driver):
    is_alone_when_written_anew = True

    def __init__(
        self,
        path: Path,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        *,
        had_journal: bool = False,
    ) -> None:
        self._path = path
        self._had_journal = had_journal
        """Whether there was anything in the journal when it was opened."""
        self._writer = writer
        self._reader = reader
        self.writing = SqliteWriting(writer)

    @classmethod
    async def open(cls, path: Path) -> Self:
        try:
            return await cls._open(path)
        except (sqlite3.DatabaseError, OSError) as error:
            raise Unopened(str(error)) from error

    @classmethod
    async def _open(cls, path: Path) -> Self:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            make_private(path)
        _narrow(path)
        had_journal = _size(_beside(path, "-wal")) > 0
        writer = await _connect(path)
        try:
            if await _migrate(writer):
                # Else a young database would lie in its journal alone, and a copy of the file be empty.
                await writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            reader = await _connect(path)
        except BaseException:
            await writer.close()
            raise
        await reader.execute("PRAGMA query_only = ON")
        return cls(path, writer, reader, had_journal=had_journal)

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """The disk is full, the file read-only, or locked by a stranger for too long; a page is damaged."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise Refused("unsaved") from error
        except sqlite3.DatabaseError as error:
            if _is_of_a_page(error):
                raise Refused("damaged") from error
            raise

    # Writing

    async def begin(self) -> None:
        await self.writing.execute("BEGIN IMMEDIATE")

    async def commit(self) -> None:
        await self.writing.execute("COMMIT")

    async def roll_back(self) -> None:
        # Waits behind whatever a cancelled task had begun.
        await self._writer.rollback()

    async def change_alone(self, sql: str, values: Values) -> int:
        return await self.writing.change(sql, values)

    async def claim(self, *, shared: bool) -> None:
        """It is locked by a file beside it, before it is opened: see bot/hosting/lock.py."""

    async def until_taken(self) -> None:
        """Such a lock is not lost."""
        await asyncio.Event().wait()

    # Reading

    async def rows(self, sql: str, values: Values) -> Iterable[Row]:
        try:
            return await self._reader.execute_fetchall(sql, values)
        except sqlite3.DatabaseError as error:  # a page of it, not all
            if isinstance(error, sqlite3.ProgrammingError):
                raise
            raise Refused("damaged") from error

    async def named_rows(self, sql: str, values: Values) -> list[dict[str, Any]]:
        async with self._reader.execute(sql, values) as cursor:
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) async for row in cursor]

    async def tell(self, what: str) -> None:
        """Nobody: it is one process's alone."""

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        async with aiosqlite.connect(self._path, isolation_level=None) as connection:
            await connection.execute_fetchall("BEGIN")
            yield SqliteReading(connection)
            await connection.rollback()

    # The bytes

    async def may_have_lost(self, known_as: int | None, *, was_open: bool) -> bool:  # noqa: ARG002 - it has none
        return was_open and not self._had_journal

    async def known_as(self) -> int:
        return 0

    async def checkpoint(self) -> None:
        await self._writer.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def write_back(self) -> bool:
        await self._writer.execute_fetchall(f"PRAGMA busy_timeout = {_SOON}")
        try:
            ((busy, *_),) = await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self._writer.execute_fetchall(f"PRAGMA busy_timeout = {_PATIENCE}")
        return not busy

    async def may_be_written_anew(self) -> bool:
        return True

    async def write_anew(self) -> None:
        await self._writer.execute_fetchall("VACUUM")

    async def may_hold(self, forms: Collection[bytes]) -> bool:
        return await asyncio.to_thread(_is_in, self._path, forms)

    async def back_up(self, path: Path) -> None:
        make_private(path)
        async with aiosqlite.connect(path) as copy:
            await self._reader.backup(copy)

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[Driver]:
        # Without a name nobody else can open it, and it is gone with the process.
        async with aiosqlite.connect("", isolation_level=None) as copy:
            async with aiosqlite.connect(self._path) as source:
                await source.backup(copy)
            yield Sqlite(self._path, copy, copy)


# Errors


def _is_of_a_page(error: sqlite3.DatabaseError) -> bool:
    """One page cannot be read, and others can: of that SQLite has no kind of its own."""
    return type(error) is sqlite3.DatabaseError


# Files


def make_private(path: Path) -> None:
    """A new and empty file, which nobody else could read for a moment. Raises FileExistsError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE))


@asynccontextmanager
async def nameless_file() -> AsyncIterator[Sqlite]:
    """An empty one that nobody else can open, gone with the process, however that ends."""
    async with aiosqlite.connect("", isolation_level=None) as connection:
        await _migrate(connection)
        yield Sqlite(Path(), connection, connection)


def look(path: Path, *queries: str) -> list[list[Row]]:
    """What these find in a file that may be open elsewhere. The journal is not touched. Raises Unopened."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as reading:
            return [reading.execute(sql).fetchall() for sql in queries]
    except sqlite3.DatabaseError as error:
        raise Unopened(str(error)) from error


def sizes(path: Path) -> tuple[int, int]:
    """Of the file and its journal, in bytes."""
    return _size(path), _size(_beside(path, "-wal"))


def _narrow(path: Path) -> None:
    """An older version let others read it."""
    if os.name != "posix":
        return
    for each in (path, *(_beside(path, companion) for companion in _COMPANIONS)):
        if each.exists() and each.stat().st_mode & 0o077:
            try:
                each.chmod(_PRIVATE)
            except OSError as error:
                log.warning("others may read it", extra={"file": str(each), "why": repr(error)})
            else:
                log.info("others could read it, and now only its owner can", extra={"file": str(each)})


def _beside(path: Path, companion: str) -> Path:
    return path.with_name(path.name + companion)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _is_in(path: Path, erased: Collection[bytes]) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        return any(mapped.find(each) >= 0 for each in erased)


def _names(table: Table) -> str:
    return ", ".join(table.columns)


# How it is opened


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",
            f"busy_timeout = {_PATIENCE}",
        ):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _migrate(connection: aiosqlite.Connection) -> bool:
    """Apply the numbered files that the database has not seen, each in one transaction.

    Returns whether there were any.
    """
    (version,) = next(iter(await connection.execute_fetchall("PRAGMA user_version")))
    scripts = migrations()
    if version > len(scripts):
        raise NewerFile
    for number, script in scripts:
        if number > version:
            await connection.executescript(
                f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;"
            )
    return bool(version < len(scripts))
