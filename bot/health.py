"""A sign of life for containers: a file beside the database, touched while Discord answers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

import discord

_BEAT: Final = 20.0
"""Seconds."""
_DEAD_AFTER: Final = 90.0


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}-alive")


async def keep_beating(client: discord.Client, database: Path) -> None:
    while True:
        if client.is_ready() and not client.is_closed():
            await asyncio.to_thread(_file(database).touch)
        await asyncio.sleep(_BEAT)


def is_alive(database: Path) -> bool:
    """Whether the bot that uses this database was connected a moment ago."""
    file = _file(database)
    return file.exists() and time.time() - file.stat().st_mtime < _DEAD_AFTER
