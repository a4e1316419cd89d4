"""A file is poured into another one, of the same driver or not, and both are compared row by row."""

from __future__ import annotations

from bot.database.driver import Reading, Writing


async def pour(source: Reading, target: Writing) -> dict[str, int]:
    """All its rows, and the numbers that the next ones get. Returns how many rows of which table."""
    await target.references_later()
    counts = {}
    for table in await source.tables():
        counts[table.name] = 0
        async for rows in source.pages(table):
            await target.fill(table, rows)
            counts[table.name] += len(rows)
        last = await source.last_number(table.name)
        if last is not None:
            await target.go_on_after(table.name, last)
    return counts
