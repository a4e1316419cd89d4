"""PostgreSQL: a database of a server, which several processes may share.

SQLite has one writer, and every room relies on it. So has this: whoever begins a transaction waits for the
pen of the database, an advisory lock that ends with the transaction, whatever becomes of the process. Every
statement behind it sees all that was committed before.

A connection that is lost is made anew. What was not committed is gone with it, and refused as unsaved. If it
is lost while a COMMIT is under way, nobody knows. So every transaction writes down its number; whoever has
lost one waits for the pen, which comes when nothing can become of the lost one any more, and looks for that
number.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, TypeVar

import asyncpg
from asyncpg.exceptions import (
    DataCorruptedError,
    IndexCorruptedError,
    InsufficientPrivilegeError,
    IntegrityConstraintViolationError,
    SyntaxOrAccessError,
)

from bot.club.refused import Refused
from bot.database.dialect import of_schema, translated
from bot.database.driver import (
    NEWS,
    Clash,
    Driver,
    NewerFile,
    Reading,
    Row,
    Table,
    Taken,
    Unopened,
    Values,
    Writing,
    migrations,
)
from bot.database.moving import pour
from bot.database.sqlite import Sqlite, make_private, nameless_file
from bot.database.where import Server

log = logging.getLogger(__name__)

Connection: TypeAlias = Any
"""Of asyncpg, which tells no types."""
_T = TypeVar("_T")

_PEN: Final = 0x5350454C
"""The advisory lock of whoever writes."""
_BOT: Final = 0x5350454D
"""That of the bot that plays with it."""
_SQUASHED: Final = 20
"""A new database begins with what the migrations up to this one come to."""
_VERSION: Final = "file_version"
_WRITERS: Final = "file_writers"
_OURS: Final = (_VERSION, _WRITERS)
"""Tables of the driver's own."""
_MAKE_OURS: Final = (
    f"CREATE TABLE IF NOT EXISTS {_VERSION} (number BIGINT NOT NULL);"
    f" CREATE TABLE IF NOT EXISTS {_WRITERS}"
    " (writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now());"
    f" DELETE FROM {_WRITERS} WHERE at < now() - INTERVAL '7 days';"
)
_BEGIN: Final = f"BEGIN; SELECT pg_advisory_xact_lock({_PEN})"
_READERS: Final = 4
"""Who may read at once."""
_A_PAGE: Final = 1000
"""Rows that are read at once."""
_STATEMENTS: Final = 1000
"""That a connection keeps prepared: those of the rooms are fewer."""
_PATIENCE: Final = 5.0
"""Seconds to wait while another process writes, or for a connection."""
_LONGEST: Final = 120.0
"""Seconds that a statement may take."""
_AWAY: Final = 2.5
"""Seconds from when the server was found away until that is said: Discord waits for three."""
_DYING: Final = 40.0
"""Seconds in which the server notices that a process is gone: see the keepalives below."""
_UNSURE: Final = 20.0
"""Seconds until whoever asked to save is told that nobody knows."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two tries to connect."""
_NAMES: Final = ("member", "guild", "scope", "venue")
"""A table without any of these columns names nobody."""
_SETTINGS: Final = {
    "application_name": "speltafel",
    "synchronous_commit": "on",
    "jit": "off",
    "lock_timeout": f"{_PATIENCE:g}s",
    # Of a process that hangs, or a machine that is gone, the pen comes back.
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


_CLAIM: Final = f"SELECT pg_try_advisory_lock({_BOT})"
_CLAIM_A_SHARE: Final = f"SELECT pg_try_advisory_lock_shared({_BOT})"


class _Away(Exception):
    """The server cannot be reached, or not just now."""


_LOST: Final = (OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, _Away)


class _Door:
    """Where connections come from: tried again by and by, and not by everybody at once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._pause = 0.0
        self._shut_until = 0.0
        self._away_since: float | None = None

    async def connect(self) -> Connection:
        """Raises _Away."""
        if time.monotonic() < self._shut_until:
            raise _Away
        try:
            connection = await opened(self._server)
        except Exception as error:
            now = time.monotonic()
            if self._away_since is None:
                self._away_since = now
                log.warning("the database cannot be reached", extra={"why": repr(error)})
            self._pause = min(max(_FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
            self._shut_until = now + self._pause
            raise _Away from error
        if self._away_since is not None:
            log.warning("the database is there again")
        self._pause, self._away_since = 0.0, None
        return connection

    async def insist(self, seconds: float = _AWAY) -> Connection:
        """So long since it was found away, or once if that is longer ago."""
        while True:
            try:
                return await self.connect()
            except _Away:
                assert self._away_since is not None
                if time.monotonic() - self._away_since > seconds:
                    raise
                await asyncio.sleep(max(0.0, self._shut_until - time.monotonic()))


async def opened(server: Server) -> Connection:
    return await asyncpg.connect(
        server.address,
        timeout=_PATIENCE,
        command_timeout=_LONGEST,
        statement_cache_size=_STATEMENTS,
        server_settings=_SETTINGS,
    )


class _Line:
    """A connection, made anew when it was lost."""

    def __init__(self, door: _Door, connection: Connection | None = None) -> None:
        self._door = door
        self._connection = connection
        self.claim: str | None = None
        """How it is claimed, if only that bot may write whose connection this is."""

    @property
    def connection(self) -> Connection:
        """As it is, open or lost."""
        assert self._connection is not None
        return self._connection

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def open(self) -> Connection:
        if not self.is_open:
            connection = await self._door.insist()
            if self.claim and not await connection.fetchval(self.claim):
                connection.terminate()
                log.error("another bot plays with the database now")
                raise _Away
            self._connection = connection
        return self.connection

    def was_lost(self, error: BaseException) -> bool:
        """Whether the error says so. What hangs is given up."""
        if isinstance(error, TimeoutError):
            self.connection.terminate()
        return isinstance(error, _LOST) or not self.is_open

    async def close(self) -> None:
        if self._connection is None:
            return
        try:
            await self._connection.close(timeout=_PATIENCE)
        except (asyncpg.PostgresError, *_LOST):
            self._connection.terminate()


class PostgresWriting(Writing):
    def __init__(self, line: _Line) -> None:
        self._line = line

    async def execute(self, sql: str, values: Values = ()) -> None:
        written, pick = translated(sql)
        with _clashes():
            await self._line.connection.execute(written, *pick(values))

    async def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        written, pick = translated(sql)
        with _clashes():
            await self._line.connection.executemany(written, [pick(values) for values in rows])

    async def execute_fetchall(self, sql: str, values: Values = ()) -> Iterable[Row]:
        written, pick = translated(sql)
        with _clashes():
            found: list[Row] = await self._line.connection.fetch(written, *pick(values))
        return found

    async def change(self, sql: str, values: Values = ()) -> int:
        written, pick = translated(sql)
        with _clashes():
            # The server says what it did, and to how many rows, such as `UPDATE 3`.
            *_, rows = (await self._line.connection.execute(written, *pick(values))).split()
        return int(rows) if rows.isdecimal() else 0

    async def last_number(self, table: str) -> int:
        return await _last_number(self._line.connection, table) or 0

    async def go_on_after(self, table: str, number: int) -> None:
        await self._line.connection.execute(
            "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, 1), $2::bigint > 0)",
            *(table, number),
        )

    async def references_later(self) -> None:
        await self._line.connection.execute("SET CONSTRAINTS ALL DEFERRED")

    async def fill(self, table: Table, rows: Sequence[Row]) -> None:
        await self._line.connection.copy_records_to_table(table.name, columns=table.columns, records=rows)

    def seen(self) -> Reading:
        return PostgresReading(self._line.connection)


class PostgresReading(Reading):
    """Within a transaction that sees one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def tables(self) -> list[Table]:
        rows = await self._connection.fetch(
            "SELECT relname, attname, array_position(indkey::int2[], attnum) AS place"
            " FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped"
            " LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary"
            " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> ALL ($1)"
            ' ORDER BY relname COLLATE "C", attnum',
            list(_OURS),
        )
        tables: dict[str, list[Row]] = {}
        for row in rows:
            tables.setdefault(row[0], []).append(row)
        return [_table(name, columns) for name, columns in tables.items()]

    async def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        columns = ", ".join(f'"{name}"' for name in table.columns)
        key = ", ".join(f'"{name}"' for name in table.key)
        cursor = await self._connection.cursor(f"SELECT {columns} FROM {table.name} ORDER BY {key}")
        while rows := await cursor.fetch(_A_PAGE):
            yield rows

    async def last_number(self, table: str) -> int | None:
        return await _last_number(self._connection, table)


def _table(name: str, columns: Sequence[Row]) -> Table:
    in_key = sorted((row for row in columns if row[2] is not None), key=lambda row: row[2])
    return Table(name, tuple(row[1] for row in columns), tuple(row[1] for row in in_key))


async def _last_number(connection: Connection, table: str) -> int | None:
    """None if its rows have no `id` that is given to them."""
    numbered = "attname = 'id' AND attidentity <> ''"
    if not await connection.fetchval(
        f"SELECT 1 FROM pg_attribute WHERE attrelid = $1::text::regclass AND {numbered}", table
    ):
        return None
    sequence = await connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table)
    last, is_given = await connection.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
    return int(last) if is_given else 0


class Postgres(Driver):
    def __init__(self, door: _Door, writer: Connection) -> None:
        self._door = door
        self._line = _Line(door, writer)
        self.writing = PostgresWriting(self._line)
        self._writer = secrets.token_hex(8)
        self._number = 0
        """Of the transaction."""
        self._readers: asyncio.LifoQueue[_Line] = asyncio.LifoQueue()
        for _ in range(_READERS):
            self._readers.put_nowait(_Line(door))

    @classmethod
    async def open(cls, server: Server) -> Self:
        try:
            connection = await opened(server)
            try:
                await _migrate(connection)
            except BaseException:
                connection.terminate()
                raise
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, ValueError) as error:
            raise Unopened(str(error) or repr(error)) from error
        return cls(_Door(server), connection)

    async def close(self) -> None:
        if self._line.is_open and self._number:
            with suppress(asyncpg.PostgresError, *_LOST):
                await self._line.connection.execute(f"DELETE FROM {_WRITERS} WHERE writer = '{self._writer}'")
        await self._line.close()
        for _ in range(_READERS):
            await (await self._readers.get()).close()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        try:
            yield
        except (DataCorruptedError, IndexCorruptedError) as error:
            raise Refused("damaged") from error
        except asyncpg.DataError:
            raise
        except (asyncpg.PostgresError, *_LOST) as error:
            _tell_of_mistake(error)
            raise Refused("unsaved") from error

    # Writing

    async def begin(self) -> None:
        connection = await self._line.open()
        try:
            await connection.execute(_BEGIN)
        except Exception as error:
            if not self._line.was_lost(error):
                raise
            # Nothing has been done yet: it may have been lost long ago.
            await (await self._line.open()).execute(_BEGIN)

    async def commit(self) -> None:
        self._number += 1
        noted = (
            f"INSERT INTO {_WRITERS} (writer, number) VALUES ('{self._writer}', {self._number})"
            " ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at"
        )
        try:
            await self._line.connection.execute(f"{noted}; COMMIT")
        except Exception as error:
            if not self._line.was_lost(error) or not await self._has_landed():
                raise

    async def _has_landed(self) -> bool:
        """Whether the transaction was committed that the connection was lost in. Raises Refused("unsure")."""
        until = time.monotonic() + _UNSURE
        while True:
            try:
                connection = await self._line.open()
                await connection.execute(_BEGIN)  # comes when nothing can become of the lost one any more
                number = await connection.fetchval(
                    f"SELECT number FROM {_WRITERS} WHERE writer = $1", self._writer
                )
                await connection.execute("ROLLBACK")
            except (asyncpg.PostgresError, *_LOST) as error:
                await self.roll_back()
                if time.monotonic() > until:
                    raise Refused("unsure") from error
                await asyncio.sleep(_FIRST_PAUSE)
            else:
                return bool(number == self._number)

    async def roll_back(self) -> None:
        if not self._line.is_open:
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
        until, claim = time.monotonic() + _DYING, _CLAIM_A_SHARE if shared else _CLAIM
        while not await (await self._line.open()).fetchval(claim):
            if time.monotonic() > until:
                raise Taken
            await asyncio.sleep(_FIRST_PAUSE)
        self._line.claim = claim

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
            was_new = not line.is_open
            connection = await line.open()
            try:
                return await asking(connection)
            except Exception as error:
                if was_new or not line.was_lost(error):
                    raise
            return await asking(await line.open())
        except (DataCorruptedError, IndexCorruptedError) as error:
            raise Refused("damaged") from error
        except asyncpg.DataError:
            raise
        except (asyncpg.PostgresError, *_LOST) as error:
            _tell_of_mistake(error)
            raise Refused("unread") from error
        finally:
            self._readers.put_nowait(line)

    async def tell(self, what: str) -> None:
        await self._read(lambda connection: connection.execute("SELECT pg_notify($1, $2)", NEWS, what))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        with self.refusals():
            line = _Line(self._door)
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

    async def write_anew(self) -> None:
        """Those that may name somebody, one after the other."""
        connection = await self._line.open()
        for table in await PostgresReading(connection).tables():
            if not set(_NAMES).isdisjoint(table.columns):
                await connection.execute(f"VACUUM (FULL) {table.name}", timeout=_LONGEST)

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
def _clashes() -> Iterator[None]:
    try:
        yield
    except IntegrityConstraintViolationError as error:
        raise Clash from error


def _tell_of_mistake(error: Exception) -> None:
    """What the server does not understand is no fault of its own."""
    if isinstance(error, SyntaxOrAccessError) and not isinstance(error, InsufficientPrivilegeError):
        log.error("the database does not understand", extra={"why": repr(error)})


async def _migrate(connection: Connection) -> None:
    """Apply the numbered files that the database has not seen: all of them, or none."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({_PEN})")
        await connection.execute(_MAKE_OURS)
        version = await connection.fetchval(f"SELECT max(number) FROM {_VERSION}") or 0
        scripts = migrations()
        if version > len(scripts):
            raise NewerFile
        if version < _SQUASHED:
            await connection.execute(of_schema(_squashed()))
        for number, script in scripts:
            if number > max(version, _SQUASHED):
                await connection.execute(of_schema(script))
        if version < len(scripts):
            await connection.execute(f"INSERT INTO {_VERSION} (number) VALUES ({len(scripts)})")


def _squashed() -> str:
    return (files("bot.database") / "migrations" / f"postgresql_{_SQUASHED:04}.sql").read_text("utf-8")


def look(server: Server, *queries: str) -> tuple[list[list[Row]], tuple[int, int]]:
    """What these find, and the size of the database; its journal is the server's. Raises Unopened."""
    with ThreadPoolExecutor(1) as elsewhere:  # whoever asks may have a loop of events of their own
        return elsewhere.submit(asyncio.run, _looked(server, queries)).result()


async def _looked(server: Server, queries: Sequence[str]) -> tuple[list[list[Row]], tuple[int, int]]:
    try:
        connection = await opened(server)
        try:
            found = [await connection.fetch(translated(sql)[0]) for sql in queries]
            size = await connection.fetchval("SELECT pg_database_size(current_database())")
        finally:
            await connection.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, ValueError) as error:
        raise Unopened(str(error) or repr(error)) from error
    return found, (size, 0)
