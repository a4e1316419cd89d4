"""The file: how rooms read and change it, whether it is SQLite's or PostgreSQL's.

Whoever writes has the one pen from the begin of a transaction to its end and awaits nothing but the database
meanwhile. Readers see only what is committed.
"""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from bot.database import sqlite
from bot.database.driver import (
    Clash,
    Driver,
    InPlay,
    NewerFile,
    Plain,
    Reading,
    Row,
    Taken,
    Unopened,
    Values,
    Writing,
)
from bot.database.neighbours import Neighbours, Process
from bot.database.ours import Ours
from bot.database.pen import Hurry, Pen
from bot.database.where import Server, Where

__all__ = [
    "Clash",
    "File",
    "InPlay",
    "NewerFile",
    "Plain",
    "Row",
    "Taken",
    "Unopened",
    "Values",
    "Writing",
    "marks",
]


@dataclass(frozen=True, slots=True)
class _Note:
    sql: str
    values: Values
    written: asyncio.Future[None]


class File:
    """Open it with `await File.open(where)`; `close()` it, or the interpreter waits for its threads."""

    def __init__(self, where: Where, driver: Driver) -> None:
        self.where = where
        self._driver = driver
        self._pen = Pen()
        self.ours = Ours()
        """Whose matches this process looks after: all, unless others do so beside it."""
        self._notes: list[_Note] = []
        self._noting: asyncio.Task[None] | None = None
        self.committed: Callable[[float], None] = _nobody_asks
        """Told how many seconds each commit took."""

    @classmethod
    async def open(cls, where: Where) -> Self:
        """Raises NewerFile, InPlay and Unopened."""
        if isinstance(where, Server):
            return cls(where, await _postgres("driver").Postgres.open(where))
        return cls(where, await sqlite.Sqlite.open(where))

    async def close(self) -> None:
        if self._noting:
            await asyncio.wait({self._noting})
        async with self._pen.taken():
            await self._driver.close()

    async def claim(self, *, shared: bool = False) -> None:
        """From now on until it is closed no other bot plays with it; but, if it is `shared`, all processes
        that say so. Raises Taken, NewerFile and Unopened.
        """
        async with self._pen.taken():
            await self._driver.claim(shared=shared)

    async def until_taken(self) -> None:
        """Until another bot has taken it, once it was lost: this one can write no more."""
        await self._driver.until_taken()

    # The bytes

    async def may_have_lost(self, known_as: int | None, *, was_open: bool) -> bool:
        """Whether rows may be missing that were there, as after a backup was restored: nobody has closed it,
        or it is not what was `known_as` this.
        """
        return await self._driver.may_have_lost(known_as, was_open=was_open)

    async def known_as(self) -> int:
        """A number that tells it from its backups, if they are restored; 0 where nothing does."""
        return await self._driver.known_as()

    async def checkpoint(self) -> None:
        """What is committed goes from the journal into the file itself; it waits for nobody who reads."""
        async with self._pen.taken():
            with self._driver.refusals():
                await self._driver.checkpoint()

    async def write_back(self) -> bool:
        """The journal goes into the file, and nothing stays in it. False: somebody still reads there."""
        async with self._pen.taken():
            with self._driver.refusals():
                return await self._driver.write_back()

    async def may_be_written_anew(self) -> bool:
        """Nobody would have to wait for long, or as few do as at any hour."""
        return await self._driver.may_be_written_anew()

    async def write_anew(self) -> None:
        """Every page of it, without whatever lies between the rows. Whoever writes may wait for it."""
        is_alone = self._driver.is_alone_when_written_anew
        async with self._pen.taken() if is_alone else nullcontext():
            with self._driver.refusals():
                await self._driver.write_anew()

    async def may_hold(self, forms: Collection[bytes]) -> bool:
        """Whether one of these may be in the bytes of the file."""
        return await self._driver.may_hold(forms)

    async def backup(self, path: Path) -> None:
        """A whole copy, a file of SQLite's, taken while matches go on. Raises FileExistsError."""
        await self._driver.back_up(path)

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[File]:
        """All that is committed now, to be worked on beside it: nobody who plays waits for that.

        The copy has no name, so nobody else can open it, and it is gone with the process, however that ends.
        """
        async with self._driver.copied() as copy:
            yield File(self.where, copy)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """All of it as it is at one moment, table by table."""
        async with self._driver.reading() as reading:
            yield reading

    # Writing

    @asynccontextmanager
    async def transaction(self, hurry: Hurry = Hurry.PEOPLE) -> AsyncIterator[Writing]:
        async with self._pen.taken(hurry):
            with self._driver.refusals():
                try:
                    await self._driver.begin()
                    yield self._driver.writing
                    began = time.perf_counter()
                    await self._driver.commit()
                    self.committed(time.perf_counter() - began)
                except BaseException:
                    await self._driver.roll_back()
                    raise

    async def change(self, sql: str, *values: object) -> int:
        """One statement, which is a transaction by itself. Returns how many rows it changed."""
        async with self._pen.taken():
            with self._driver.refusals():
                began = time.perf_counter()
                changed = await self._driver.change_alone(sql, values)
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

    # Other processes that have it open

    async def tell(self, what: str) -> None:
        """All of them, this one included; nobody, where it is this one's alone. Raises Refused."""
        await self._driver.tell(what)

    def neighbours(self, count: int) -> Neighbours | None:
        """With whom this process may share `count` shards; None: the file cannot be shared."""
        if not isinstance(self.where, Server):
            return None
        made: Neighbours = _postgres("neighbours").PostgresNeighbours(self.where, count)
        return made

    # Reading

    async def rows(self, sql: str, *values: object) -> Iterable[Row]:
        return await self._driver.rows(sql, values)

    async def named_rows(self, sql: str, **values: object) -> list[dict[str, Any]]:
        """With the names of the columns; the values are named, too."""
        return await self._driver.named_rows(sql, values)

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


def look(where: Where, *queries: str) -> tuple[list[list[Row]], tuple[int, int]]:
    """What these find in a file that may be open elsewhere, and the sizes of it and of its journal, in bytes.

    Nothing is changed by that. Raises Unopened.
    """
    if isinstance(where, Server):
        found: tuple[list[list[Row]], tuple[int, int]] = _postgres("driver").look(where, *queries)
        return found
    return sqlite.look(where, *queries), sqlite.sizes(where)


def processes(where: Where) -> list[Process]:
    """Those that share it and play just now; none, where it is one process's alone. Raises Unopened."""
    if not isinstance(where, Server):
        return []
    found: list[Process] = _postgres("neighbours").processes(where)
    return found


def _postgres(name: str) -> ModuleType:
    """Loaded where it is asked for: nobody else needs what it brings along. Raises Unopened."""
    try:
        return importlib.import_module(f"bot.database.postgres.{name}")
    except ModuleNotFoundError as missing:
        raise Unopened(
            f"{missing.name} is not installed here; pip install '.[postgres]' brings what PostgreSQL needs"
        ) from missing
