"""What is written and read there, row by row: in a transaction under way, and of all that was committed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from asyncpg.exceptions import IntegrityConstraintViolationError

from bot.database.driver import Clash, Reading, Row, Table, Values, Writing
from bot.database.postgres.dialect import spelled_out, translated
from bot.database.postgres.growth import OURS, PEN
from bot.database.postgres.lines import Connection, Line

BEGIN: Final = f"BEGIN;\nSELECT pg_advisory_xact_lock({PEN})"
_A_MESSAGE: Final = 100
"""Statements that are sent at once."""
_A_PAGE: Final = 1000
"""Rows that are read at once."""


class PostgresWriting(Writing):
    """What need not be answered waits for what must be, and for the commit, and goes in one message with it.

    While a question is under way the pen is held, and all processes wait: each that is not asked makes
    everybody's turns quicker.
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._waiting: list[str] = []
        self.is_whole = False
        """Nothing of the transaction has been sent yet."""

    def begin(self) -> None:
        self._waiting, self.is_whole = [BEGIN], True

    def rest(self) -> list[str]:
        """What is not sent yet."""
        rest, self._waiting, self.is_whole = self._waiting, [], False
        return rest

    async def hold(self) -> None:
        if self._waiting:
            await self._send()

    async def _send(self) -> str:
        """Returns what the server says of the last, such as `UPDATE 3`."""
        is_whole, message = self.is_whole, ";\n".join(self.rest())
        connection = await self._line.open() if is_whole else self._line.connection
        with clashes():
            try:
                said: str = await connection.execute(message)
            except Exception as error:
                if not (is_whole and self._line.was_lost(error)):
                    raise
                # Nothing has been done yet: it may have been lost long ago.
                said = await (await self._line.open()).execute(message)
        return said

    async def execute(self, sql: str, values: Values = ()) -> None:
        written, pick = translated(sql)
        picked = pick(values)
        if spelled := spelled_out(written, picked):
            self._waiting.append(spelled)
            if len(self._waiting) == _A_MESSAGE:
                await self._send()
            return
        await self.hold()
        with clashes():
            await self._line.connection.execute(written, *picked)

    async def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        written, pick = translated(sql)
        await self.hold()
        with clashes():
            await self._line.connection.executemany(written, [pick(values) for values in rows])

    async def execute_fetchall(self, sql: str, values: Values = ()) -> Iterable[Row]:
        written, pick = translated(sql)
        await self.hold()
        with clashes():
            found: list[Row] = await self._line.connection.fetch(written, *pick(values))
        return found

    async def change(self, sql: str, values: Values = ()) -> int:
        written, pick = translated(sql)
        picked = pick(values)
        if spelled := spelled_out(written, picked):
            self._waiting.append(spelled)
            said = await self._send()
        else:
            await self.hold()
            with clashes():
                said = await self._line.connection.execute(written, *picked)
        rows = said.split()[-1]
        return int(rows) if rows.isdecimal() else 0

    async def last_number(self, table: str) -> int:
        await self.hold()
        return await _last_number(self._line.connection, table) or 0

    async def go_on_after(self, table: str, number: int) -> None:
        await self.hold()
        await self._line.connection.execute(
            "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, 1), $2::bigint > 0)",
            *(table, number),
        )

    async def references_later(self) -> None:
        await self.execute("SET CONSTRAINTS ALL DEFERRED")

    async def references_now(self) -> None:
        await self.hold()
        with clashes():
            await self._line.connection.execute("SET CONSTRAINTS ALL IMMEDIATE")

    async def fill(self, table: Table, rows: Sequence[Row]) -> None:
        await self.hold()
        with clashes():
            await self._line.connection.copy_records_to_table(table.name, columns=table.columns, records=rows)

    def seen(self) -> Reading:
        return PostgresReading(self._line.connection)


@contextmanager
def clashes() -> Iterator[None]:
    try:
        yield
    except IntegrityConstraintViolationError as error:
        raise Clash from error


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
            list(OURS),
        )
        tables: dict[str, list[Row]] = {}
        for row in rows:
            tables.setdefault(row[0], []).append(row)
        belongs = await self._connection.fetch(
            'SELECT DISTINCT ours.relname, theirs.relname COLLATE "C" AS other FROM pg_constraint'
            " JOIN pg_class AS ours ON ours.oid = conrelid JOIN pg_class AS theirs ON theirs.oid = confrelid"
            " WHERE contype = 'f' AND ours.relnamespace = current_schema()::regnamespace ORDER BY other"
        )
        others = {name: tuple(other for one, other in belongs if one == name) for name in tables}
        return [_table(name, columns, others[name]) for name, columns in tables.items()]

    async def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        columns = ", ".join(f'"{name}"' for name in table.columns)
        key = ", ".join(f'"{name}"' for name in table.key)
        cursor = await self._connection.cursor(f"SELECT {columns} FROM {table.name} ORDER BY {key}")
        while rows := await cursor.fetch(_A_PAGE):
            yield rows

    async def last_number(self, table: str) -> int | None:
        return await _last_number(self._connection, table)


def _table(name: str, columns: Sequence[Row], belongs_to: tuple[str, ...]) -> Table:
    in_key = sorted((row for row in columns if row[2] is not None), key=lambda row: row[2])
    key = tuple(row[1] for row in in_key)
    return Table(name, tuple(row[1] for row in columns), key, belongs_to)


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
