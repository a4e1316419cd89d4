"""The SQLite file: how it is opened, read, changed and copied.

Two connections to one file. Whoever writes has the one pen from BEGIN IMMEDIATE to COMMIT and awaits nothing
but the database meanwhile. Readers have a connection of their own and see only what is
committed. With synchronous=FULL a committed ply survives the power cord. Only its owner may read it. What is
deleted is overwritten.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self

import aiosqlite

from bot.club.refused import Refused
from bot.database.pen import Hurry, Pen

log = logging.getLogger(__name__)

_PRIVATE: Final = 0o600
"""To be read and written by its owner, and by nobody else."""
_COMPANIONS: Final = ("-wal", "-shm")
"""The journal and its index. SQLite makes them with the rights of the file."""
_PATIENCE: Final = 5000
"""Milliseconds to wait while another process writes."""
_SOON: Final = 100
"""Milliseconds to wait where nobody here can write meanwhile."""

Row = Sequence[Any]
Values = Sequence[object] | Mapping[str, object]


class Writing:
    """A transaction under way: what is written with it is committed together, or not at all.

    Every statement ends in the thread of the connection. A cursor that is let go of in another one resets a
    statement that may be in use again by then, and SQLite says that it was misused.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def execute(self, sql: str, values: Values = ()) -> None:
        await self._connection.execute_fetchall(sql, values)

    async def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        async with self._connection.executemany(sql, rows):
            pass

    async def execute_fetchall(self, sql: str, values: Values = ()) -> Iterable[Row]:
        return await self._connection.execute_fetchall(sql, values)

    async def change(self, sql: str, values: Values = ()) -> int:
        """Returns how many rows it changed."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.rowcount


@dataclass(frozen=True, slots=True)
class _Note:
    sql: str
    values: Values
    written: asyncio.Future[None]


class NewerFile(Exception):
    """A later version of the bot has written this file; this one would spoil it."""


class File:
    """Open it with `await File.open(path)`; `close()` it, or the interpreter waits for its threads."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, *, had_journal: bool
    ) -> None:
        self.path = path
        self.had_journal = had_journal
        """Whether there was anything in the journal when it was opened."""
        self._writer = writer
        self._writing = Writing(writer)
        self._reader = reader
        self._pen = Pen()
        self._notes: list[_Note] = []
        self._noting: asyncio.Task[None] | None = None
        self.committed: Callable[[float], None] = _nobody_asks
        """Told how many seconds each commit took."""

    @classmethod
    async def open(cls, path: Path) -> Self:
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
        if self._noting:
            await asyncio.wait({self._noting})
        async with self._pen.taken():
            await self._reader.close()
            await self._writer.close()

    async def checkpoint(self) -> None:
        """What is committed goes from the journal into the file itself; it waits for nobody who reads."""
        async with self._pen.taken():
            with _saved_or_refused():
                await self._writer.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def write_back(self) -> bool:
        """The journal goes into the file, and nothing stays in it. False: somebody still reads there."""
        async with self._pen.taken():
            with _saved_or_refused():
                await self._writer.execute_fetchall(f"PRAGMA busy_timeout = {_SOON}")
                try:
                    ((busy, *_),) = await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
                finally:
                    await self._writer.execute_fetchall(f"PRAGMA busy_timeout = {_PATIENCE}")
                return not busy

    async def write_anew(self) -> None:
        """Every page of it, without whatever lies between the rows. Whoever writes waits for it."""
        async with self._pen.taken():
            with _saved_or_refused():
                await self._writer.execute_fetchall("VACUUM")

    async def backup(self, path: Path) -> None:
        """A whole copy, taken while matches go on. Raises FileExistsError."""
        make_private(path)
        async with aiosqlite.connect(path) as copy:
            await self._reader.backup(copy)

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[File]:
        """All that is committed now, to be worked on beside it: nobody who plays waits for that.

        The copy has no name, so nobody else can open it, and it is gone with the process, however that ends.
        """
        async with aiosqlite.connect("", isolation_level=None) as copy:
            async with aiosqlite.connect(self.path) as source:
                await source.backup(copy)
            yield File(self.path, copy, copy, had_journal=False)

    @asynccontextmanager
    async def transaction(self, hurry: Hurry = Hurry.PEOPLE) -> AsyncIterator[Writing]:
        async with self._pen.taken(hurry):
            with _saved_or_refused():
                try:
                    await self._writing.execute("BEGIN IMMEDIATE")
                    yield self._writing
                    began = time.perf_counter()
                    await self._writing.execute("COMMIT")
                    self.committed(time.perf_counter() - began)
                except BaseException:
                    # Waits behind whatever a cancelled task had begun, and does nothing after a COMMIT.
                    await self._writer.rollback()
                    raise

    async def change(self, sql: str, *values: object) -> int:
        """One statement, which is a transaction by itself. Returns how many rows it changed."""
        async with self._pen.taken():
            with _saved_or_refused():
                began = time.perf_counter()
                changed = await self._writing.change(sql, values)
                self.committed(time.perf_counter() - began)
                return changed

    async def note(self, sql: str, *values: object) -> None:
        """One statement that keeps nobody waiting. What gathers while others write is committed together:
        it is the disk that takes long.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._notes.append(_Note(sql, values, written))
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._write_notes())
        await written

    async def _write_notes(self) -> None:
        """Raises nothing: whoever waits for a note is told."""
        while self._notes:
            notes: list[_Note] = []
            try:
                async with self.transaction(Hurry.NOTES) as writing:
                    notes, self._notes = self._notes, []
                    for note in notes:
                        await writing.execute(note.sql, note.values)
            except Exception:  # noqa: BLE001 - what fails for one fails for that one alone
                if not notes:
                    notes, self._notes = self._notes, []
                for note in notes:
                    await self._write_alone(note)
            else:
                for note in notes:
                    _tell(note)

    async def _write_alone(self, note: _Note) -> None:
        try:
            await self.change(note.sql, *note.values)
        except Exception as error:  # noqa: BLE001 - as above
            _tell(note, error)
        else:
            _tell(note)

    async def rows(self, sql: str, *values: object) -> Iterable[Row]:
        try:
            return await self._reader.execute_fetchall(sql, values)
        except sqlite3.DatabaseError as error:  # a page of it, not all
            if isinstance(error, sqlite3.ProgrammingError):
                raise
            raise Refused("damaged") from error

    async def named_rows(self, sql: str, **values: object) -> list[dict[str, Any]]:
        """With the names of the columns; the values are named, too."""
        async with self._reader.execute(sql, values) as cursor:
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) async for row in cursor]

    async def row(self, sql: str, *values: object) -> Row | None:
        rows = list(await self.rows(sql, *values))
        return rows[0] if rows else None

    async def numbers(self, sql: str, *values: object) -> list[int]:
        """Of rows with one number each."""
        return [row[0] for row in await self.rows(sql, *values)]


def _nobody_asks(_: float) -> None:
    pass


def _tell(note: _Note, error: Exception | None = None) -> None:
    if note.written.done():  # nobody waits any more
        return
    if error is None:
        note.written.set_result(None)
    else:
        note.written.set_exception(error)


def marks(values: Collection[object]) -> str:
    """A mark for each value, for `IN`."""
    return ", ".join("?" * len(values))


@contextmanager
def _saved_or_refused() -> Iterator[None]:
    """The disk is full, the file is read-only, or locked by a stranger for too long; or a page is damaged."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Refused("unsaved") from error
    except sqlite3.DatabaseError as error:
        if _is_of_a_page(error):
            raise Refused("damaged") from error
        raise


def _is_of_a_page(error: sqlite3.DatabaseError) -> bool:
    """One page cannot be read, and others can: of that SQLite has no kind of its own."""
    return type(error) is sqlite3.DatabaseError


def make_private(path: Path) -> None:
    """A new and empty file, which nobody else could read for a moment. Raises FileExistsError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE))


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
    scripts = [
        file for file in (files("bot.database") / "migrations").iterdir() if file.name.endswith(".sql")
    ]
    if version > len(scripts):
        raise NewerFile
    for number, script in enumerate(sorted(scripts, key=lambda file: file.name), start=1):
        if number > version:
            await connection.executescript(
                f"BEGIN IMMEDIATE; {script.read_text('utf-8')}; PRAGMA user_version = {number}; COMMIT;"
            )
    return bool(version < len(scripts))
