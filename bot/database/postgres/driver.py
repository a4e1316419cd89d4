"""PostgreSQL: a database of a server, which several processes may share.

SQLite has one writer, and every room relies on it. So has this: whoever begins a transaction waits for the
pen of the database, an advisory lock that ends with the transaction, whatever becomes of the process. Every
statement behind it sees all that was committed before.

A connection that is lost is made anew. What was not committed is gone with it, and refused as unsaved. If it
is lost while a COMMIT is under way, nobody knows. So every transaction writes down its number, and fails if
the one before it is not there; whoever has lost one takes the pen, looks for its number and, where it is not,
writes down a higher one: from then on nothing can become of the lost one any more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import asyncpg
from asyncpg.exceptions import (
    DataCorruptedError,
    IndexCorruptedError,
    InsufficientPrivilegeError,
    SyntaxOrAccessError,
)

from bot.club.refused import Refused
from bot.database.driver import (
    NEWS,
    Driver,
    NewerFile,
    Reading,
    Row,
    Taken,
    Values,
)
from bot.database.moving import pour
from bot.database.postgres import lines
from bot.database.postgres.dialect import translated
from bot.database.postgres.growth import BOT, WRITERS, has_grown, migrate
from bot.database.postgres.lines import FIRST_PAUSE, LONGEST, LOST, Connection, Door, Line, opened, unopened
from bot.database.postgres.rows import BEGIN, PostgresReading, PostgresWriting, clashes
from bot.database.sqlite import Sqlite, make_private, nameless_file
from bot.database.where import Server

log = logging.getLogger(__name__)

_T = TypeVar("_T")

_READERS: Final = 4
"""Who may read at once."""
_UNSURE: Final = 20.0
"""Seconds until whoever asked to save is told that nobody knows."""
_NAMES: Final = ("member", "guild", "scope", "venue")
"""A table without any of these columns names nobody."""
_CLAIM: Final = f"SELECT pg_try_advisory_lock({BOT})"
_CLAIM_A_SHARE: Final = f"SELECT pg_try_advisory_lock_shared({BOT})"
_SMALL: Final = 64 << 20
"""Bytes of a table that is written anew in a second or so."""
_QUIET: Final = 3
"""The hour of UTC in which larger ones are."""
_MOMENT: Final = (
    "SELECT coalesce(max(pg_total_relation_size(pg_class.oid)), 0) <= $1"
    " OR extract(hour FROM now() AT TIME ZONE 'UTC') = $2 FROM pg_class"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND EXISTS"
    " (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = ANY ($3))"
)
_GENTLY: Final = "SET lock_timeout = '1s'"
"""Who wants a table for itself keeps all others waiting until it has it."""


class Postgres(Driver):
    is_alone_when_written_anew = False
    writing: PostgresWriting

    def __init__(self, door: Door, writer: Connection) -> None:
        self._door = door
        self._line = Line(door, writer)
        self.writing = PostgresWriting(self._line)
        self._writer = secrets.token_hex(8)
        self._number = 0
        """Of the transaction."""
        self._readers: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for _ in range(_READERS):
            self._readers.put_nowait(Line(door))

    @classmethod
    async def open(cls, server: Server) -> Self:
        with unopened():
            connection = await opened(server)
            try:
                await migrate(connection)
            except BaseException:
                connection.terminate()
                raise
        return cls(Door(server), connection)

    async def close(self) -> None:
        await self._line.close()
        for _ in range(_READERS):
            await (await self._readers.get()).close()

    def refusals(self) -> AbstractContextManager[None]:
        return _refused_as("unsaved")

    # Writing

    async def begin(self) -> None:
        self.writing.begin()

    async def commit(self) -> None:
        is_whole, rest = self.writing.is_whole, self.writing.rest()
        if rest == [BEGIN]:
            return  # nothing was asked
        for is_last_try in (not is_whole, True):
            connection = await self._line.open() if is_whole else self._line.connection
            self._number += 1
            try:
                with clashes():
                    await connection.execute(";\n".join((*rest, self._noted(), "COMMIT")))
            except Exception as error:
                if not self._line.was_lost(error):
                    raise
                if await self._has_landed():
                    return
                # What is whole may have been lost long ago, before it was sent.
                if is_last_try:
                    raise
            else:
                return

    def _noted(self) -> str:
        """A statement that fails where a higher number is written down already: then this one is lost."""
        return (
            f"INSERT INTO {WRITERS} (writer, number) VALUES ('{self._writer}', {self._number})"
            " ON CONFLICT (writer) DO UPDATE SET at = excluded.at,"
            f" number = CASE WHEN {WRITERS}.number < excluded.number THEN excluded.number END"
        )

    async def _has_landed(self) -> bool:
        """Whether the transaction was committed that the connection was lost in; if not, it never will be,
        also if the server has yet to come to it. Raises Refused("unsure").
        """
        lost, until = self._number, time.monotonic() + _UNSURE
        self._number += 1
        while True:
            try:
                connection = await self._line.open()
                await connection.execute(BEGIN)
                found = await connection.fetchval(
                    f"SELECT coalesce(max(number), 0) FROM {WRITERS} WHERE writer = $1", self._writer
                )
                await connection.execute("ROLLBACK" if found >= lost else f"{self._noted()};\nCOMMIT")
            except (asyncpg.PostgresError, *LOST) as error:
                await self.roll_back()
                if time.monotonic() > until:
                    raise Refused("unsure") from error
                await asyncio.sleep(FIRST_PAUSE)
            else:
                return bool(found == lost)

    async def roll_back(self) -> None:
        was_sent = not self.writing.is_whole
        self.writing.rest()
        if not (was_sent and self._line.is_open):
            return
        try:
            await self._line.connection.execute("ROLLBACK")
        except BaseException as error:
            self._line.connection.terminate()
            if not isinstance(error, Exception):
                raise

    async def change_alone(self, sql: str, values: Values) -> int:
        try:
            await self.begin()
            changed = await self.writing.change(sql, values)
            await self.commit()
        except BaseException:
            await self.roll_back()
            raise
        return changed

    async def claim(self, *, shared: bool) -> None:
        """A bot that was killed holds it until the server has noticed: at once, unless its machine died."""
        until, claim = time.monotonic() + lines.DYING, _CLAIM_A_SHARE if shared else _CLAIM
        with unopened():
            while not await self._has_claimed(claim):
                if time.monotonic() > until:
                    raise Taken
                await asyncio.sleep(FIRST_PAUSE)
        self._line.claim = self._claimed_by(claim)

    async def _has_claimed(self, claim: str) -> bool:
        """False: others have it, or the connection was lost with whatever was claimed by it."""
        connection = await self._line.open()
        try:
            is_ours, is_newer = await connection.fetchval(claim), await has_grown(connection)
        except Exception as error:
            if not self._line.was_lost(error):
                raise
            return False
        if is_newer:
            raise NewerFile
        return bool(is_ours)

    @staticmethod
    def _claimed_by(claim: str) -> Callable[[Connection], Awaitable[bool]]:
        async def claimed(connection: Connection) -> bool:
            if not await connection.fetchval(claim):
                log.error("another bot plays with the database now")
                return False
            if await has_grown(connection):
                log.error("a newer version of the bot has changed the database")
                return False
            return True

        return claimed

    async def until_taken(self) -> None:
        await self._line.was_taken.wait()

    # Reading

    async def rows(self, sql: str, values: Values) -> Iterable[Row]:
        found: list[Row] = await self._rows(sql, values)
        return found

    async def named_rows(self, sql: str, values: Values) -> list[dict[str, Any]]:
        return [dict(row.items()) for row in await self._rows(sql, values)]

    async def _rows(self, sql: str, values: Values) -> Any:
        written, pick = translated(sql)
        picked = pick(values)
        return await self._read(lambda connection: connection.fetch(written, *picked))

    async def _read(self, asking: Callable[[Connection], Awaitable[_T]]) -> _T:
        line = await self._readers.get()
        try:
            with _refused_as("unread"):
                was_new = not line.is_open
                connection = await line.open()
                try:
                    return await asking(connection)
                except Exception as error:
                    if was_new or not line.was_lost(error):
                        raise
                return await asking(await line.open())
        finally:
            self._readers.put_nowait(line)

    async def tell(self, what: str) -> None:
        await self._read(lambda connection: connection.execute("SELECT pg_notify($1, $2)", NEWS, what))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        with self.refusals():
            line = Line(self._door)
            connection = await line.open()
            try:
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield PostgresReading(connection)
            finally:
                await line.close()

    # The bytes

    async def may_have_lost(self, known_as: int | None, *, was_open: bool) -> bool:  # noqa: ARG002 - that says less
        return known_as is not None and known_as != await self.known_as()

    async def known_as(self) -> int:
        """Tables that came from a dump have other numbers; a server that was set back, another history."""
        table = await self._read(lambda each: each.fetchval("SELECT 'matches'::regclass::oid::bigint"))
        history = 0
        with suppress(asyncpg.PostgresError, Refused):  # not every PostgreSQL that is rented tells
            name = await self._read(
                lambda each: each.fetchval("SELECT pg_walfile_name(pg_current_wal_lsn())")
            )
            history = int(name[:8], 16)
        return int(table) | (history & 0x7FFFFFFF) << 32

    async def checkpoint(self) -> None:
        """The server keeps its own journal."""

    async def write_back(self) -> bool:
        return True

    async def may_be_written_anew(self) -> bool:
        return bool(await self._read(lambda each: each.fetchval(_MOMENT, _SMALL, _QUIET, list(_NAMES))))

    async def write_anew(self) -> None:
        """Those tables that may name somebody, one after the other: whoever wants that one waits for it."""
        line = Line(self._door)
        connection = await line.open()
        try:
            await connection.execute(_GENTLY)
            for table in await PostgresReading(connection).tables():
                if not set(_NAMES).isdisjoint(table.columns):
                    await connection.execute(f"VACUUM (FULL) {table.name}", timeout=LONGEST)
                    # Which pages all can see is noted by this one only: without it no index is enough.
                    await connection.execute(f"VACUUM {table.name}", timeout=LONGEST)
        finally:
            await line.close()

    async def may_hold(self, forms: Collection[bytes]) -> bool:  # noqa: ARG002 - nobody may look into its files
        return True

    async def back_up(self, path: Path) -> None:
        make_private(path)
        copy = await Sqlite.open(path)
        try:
            await self._pour_into(copy)
        finally:
            await copy.close()

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[Driver]:
        async with nameless_file() as copy:
            await self._pour_into(copy)
            yield copy

    async def _pour_into(self, copy: Driver) -> None:
        async with self.reading() as reading:
            await copy.begin()
            await pour(reading, copy.writing)
            await copy.commit()


@contextmanager
def _refused_as(code: str) -> Iterator[None]:
    """What the server cannot do just now."""
    try:
        yield
    except (DataCorruptedError, IndexCorruptedError) as error:
        raise Refused("damaged") from error
    except asyncpg.DataError:
        raise
    except (asyncpg.PostgresError, *LOST) as error:
        _tell_of_mistake(error)
        raise Refused(code) from error


def _tell_of_mistake(error: Exception) -> None:
    """What the server does not understand is no fault of its own."""
    if isinstance(error, SyntaxOrAccessError) and not isinstance(error, InsufficientPrivilegeError):
        log.error("the database does not understand", extra={"why": repr(error)})


def look(server: Server, *queries: str) -> tuple[list[list[Row]], tuple[int, int]]:
    """What these find, and the size of the database; its journal is the server's. Raises Unopened."""
    with ThreadPoolExecutor(1) as elsewhere:  # whoever asks may have a loop of events of their own
        return elsewhere.submit(asyncio.run, _looked(server, queries)).result()


async def _looked(server: Server, queries: Sequence[str]) -> tuple[list[list[Row]], tuple[int, int]]:
    with unopened():
        connection = await opened(server)
        try:
            found = [await connection.fetch(translated(sql)[0]) for sql in queries]
            size = await connection.fetchval("SELECT pg_database_size(current_database())")
        finally:
            await connection.close()
    return found, (size, 0)
