"""What is left of somebody in a file: in its tables, and in its bytes."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.database.file import File

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def path_of(file: File) -> Path:
    assert isinstance(file.where, Path)
    return file.where


async def places_in(file: File, *whose: int | str) -> set[str]:
    """The columns, with their tables, where one of these still stands, alone or in a text."""
    async with file.reading() as reading:
        return {
            f"{table.name}.{column}"
            for table in await reading.tables()
            async for rows in reading.pages(table)
            for row in rows
            for column, value in zip(table.columns, row, strict=True)
            if any(str(each) in str(value) for each in whose)
        }


def places_of(path: Path, *whose: int | str) -> set[str]:
    """The same, of a file that may be open elsewhere."""
    found = set()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reading:
        for (table,) in reading.execute(_TABLES).fetchall():
            cursor = reading.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in cursor.description]
            for row in cursor:
                found |= {
                    f"{table}.{column}"
                    for column, value in zip(columns, row, strict=True)
                    if any(str(each) in str(value) for each in whose)
                }
    return found


def traces_of(path: Path, *whose: int | str) -> dict[str, list[str]]:
    """The files in whose bytes one of these still stands, as SQLite writes it, and which.

    A number may be a value (big-endian), the key of a row (seven bits a byte) or text.
    """
    files = (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"))
    left = {}
    for file in files:
        data = file.read_bytes() if file.exists() else b""
        here = [str(each) for each in whose if any(form in data for form in _forms(each))]
        if here:
            left[file.name] = here
    return left


def _forms(each: int | str) -> tuple[bytes, ...]:
    if isinstance(each, str):
        return (each.encode(),)
    assert 1 << 56 <= each < 1 << 63, "a number of Discord's of today has eight bytes"
    bits = f"{each:064b}"
    sevens = re.findall(".{7}", bits[:56])
    key = bytes([*(int(seven, 2) | 0x80 for seven in sevens), int(bits[56:], 2)])
    return str(each).encode(), each.to_bytes(8, "big"), key
