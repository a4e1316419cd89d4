"""A sign of life for containers: a file beside the database, touched while Discord answers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

import discord

_BEAT: Final = 20.0
"""Seconds between two signs."""
_LOOK: Final = 1.0
"""Seconds between two looks whether Discord is back."""
_DEAD_AFTER: Final = 90.0


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}-alive")


async def keep_beating(client: discord.Client, database: Path) -> None:
    while True:
        connected = client.is_ready() and not client.is_closed()
        if connected:
            await asyncio.to_thread(_file(database).touch)
        await asyncio.sleep(_BEAT if connected else _LOOK)


def is_alive(database: Path) -> bool:
    """Whether the bot that uses this database was connected a moment ago."""
    file = _file(database)
    return file.exists() and time.time() - file.stat().st_mtime < _DEAD_AFTER
