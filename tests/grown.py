"""A young database of this version: else every test would pay for all migrations there ever were.

How a database grows is for tests/bot/test_migrations.py.
"""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bot.database.file import File
from bot.database.sqlite import make_private


def lay_out(path: Path) -> None:
    """As `File.open` makes it, and nothing in it yet. Raises FileExistsError."""
    make_private(path)
    path.write_bytes(_grown())


@cache
def _grown() -> bytes:
    """In a thread, as a loop may be running in this one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "grown"
        growing = Thread(target=asyncio.run, args=(_grow(path),))
        growing.start()
        growing.join()
        return path.read_bytes()


async def _grow(path: Path) -> None:
    await (await File.open(path)).close()
