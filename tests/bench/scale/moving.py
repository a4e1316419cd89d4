"""A large file moved to a PostgreSQL, and back into a file: what `move-database` takes, and whether more rows
take more memory.

A match of Knopen is copied, with its review, as in sizes.py. Memory is the most that the command had at a
moment, and what the processes of the server had for themselves, looked at all the while.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.database.where import Where
from tests.bench.scale.sizes import copy, played, review
from tests.costs import used
from tests.databases import PostgresServer, setting_of, started

MATCHES: Final = (500, 2_000)
_GAME: Final = "knopen"
_LOOK: Final = 0.05
"""Seconds."""
_OWN: Final = re.compile(r"RssAnon:\s+(\d+) kB")


async def moving(matches: Sequence[int]) -> AsyncIterator[str]:
    for copies in matches:
        with TemporaryDirectory() as folder, started(fsync="on", full_page_writes="on") as server:
            first, last = Path(folder) / "first.sqlite3", Path(folder) / "last.sqlite3"
            await played(first, _GAME)
            copy(first, copies)
            review(first)
            between = server.empty()
            yield f"{copies} matches, {first.stat().st_size / 1e6:.0f} MB"
            yield await _moved(server, first, between)
            yield await _moved(server, between, last)


async def _moved(server: PostgresServer, source: Where, target: Where) -> str:
    command = [sys.executable, "-m", "bot", "move-database", setting_of(source), setting_of(target)]
    began, before = time.monotonic(), used()
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    reading = asyncio.create_task(process.stdout.read())
    own, its = 0, 0
    while not reading.done():
        own, its = max(own, _own(process.pid)), max(its, max(map(_own, server.pids), default=0))
        await asyncio.sleep(_LOOK)
    assert await process.wait() == 0
    *_, said = (await reading).decode().splitlines()
    return (
        f"  {said.split(' of ')[0]} {'there' if isinstance(source, Path) else 'back'}:"
        f" {time.monotonic() - began:.0f} s, {used() - before:.1f} s of processor;"
        f" at most {own / 1e3:.0f} MB, of the server {its / 1e3:.0f} MB"
    )


def _own(pid: int) -> int:
    """Kilobytes that it shares with nobody."""
    try:
        found = _OWN.search(Path(f"/proc/{pid}/status").read_text())
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) if found else 0
