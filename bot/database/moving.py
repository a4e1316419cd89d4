"""A file is poured into another one, of the same driver or not, and both are compared row by row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from bot.database.driver import Reading, Row, Table, Writing


class NotEmpty(Exception):
    """Something lies in the file that was to be filled."""


class Unequal(Exception):
    """A row came to be another one, or is missing; the message says of which table."""


async def pour(source: Reading, target: Writing) -> dict[str, int]:
    """All its rows, and the numbers that the next ones get. Returns how many rows of which table."""
    counts: dict[str, int] = {}
    owed: set[str] = set()
    for table in _in_order(await source.tables()):
        owed.update(table.belongs_to)
        await (target.references_now() if owed <= counts.keys() else target.references_later())
        counts[table.name] = 0
        async for rows in source.pages(table):
            await target.fill(table, rows)
            counts[table.name] += len(rows)
        last = await source.last_number(table.name)
        if last is not None:
            await target.go_on_after(table.name, last)
    return counts


def _in_order(tables: Sequence[Table]) -> list[Table]:
    """First those that others belong to, as far as may be: two may belong to each other. A server keeps in
    its memory what is owed.
    """
    waiting, ordered = list(tables), dict[str, Table]()
    while waiting:
        first = min(waiting, key=lambda table: len(set(table.belongs_to) - ordered.keys()))
        waiting.remove(first)
        ordered[first.name] = first
    return list(ordered.values())


async def move(source: Reading, target: Writing) -> dict[str, int]:
    """The same into an empty file, and then it is looked whether all is there. Raises both of the above."""
    await target.hold()
    there = target.seen()
    for table in await there.tables():
        async for _ in there.pages(table):
            raise NotEmpty
    counts = await pour(source, target)
    await _compare(source, there)
    # Another file is known as something else, which is no sign that this one was lost.
    await target.execute("DELETE FROM house WHERE name = 'known_as'")
    return counts


async def _compare(source: Reading, target: Reading) -> None:
    tables = await source.tables()
    if tables != await target.tables():
        raise Unequal("the tables")
    for table in tables:
        theirs = _rows(target.pages(table))
        async for row in _rows(source.pages(table)):
            if row != await anext(theirs, None):
                raise Unequal(table.name)
        if await anext(theirs, None) is not None:
            raise Unequal(table.name)
        if await source.last_number(table.name) != await target.last_number(table.name):
            raise Unequal(table.name)


async def _rows(pages: AsyncIterator[Sequence[Row]]) -> AsyncIterator[tuple[object, ...]]:
    async for page in pages:
        for row in page:
            yield tuple(row)
