"""How the database grows with the bot, and what it needs before anything can be written there.

Nobody plays while it grows, and who plays knows all of it: a process that has never heard of a table would
not forget in it whoever wants to be forgotten.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from bot.database.driver import InPlay, NewerFile, migrations
from bot.database.postgres.dialect import of_schema
from bot.database.postgres.lines import Connection

PEN: Final = 0x5350454C
"""The advisory lock of whoever writes."""
BOT: Final = 0x5350454D
"""That of the bot that plays with it, or of each of its processes a share."""
_SQUASHED: Final = 20
"""A new database begins with what the migrations up to this one come to."""
_VERSION: Final = "file_version"
WRITERS: Final = "file_writers"
OURS: Final = (_VERSION, WRITERS)
"""Tables of the driver's own."""
_MAKE_OURS: Final = (
    f"CREATE TABLE IF NOT EXISTS {_VERSION} (number BIGINT NOT NULL);"
    f" CREATE TABLE IF NOT EXISTS {WRITERS}"
    " (writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now());"
    f" DELETE FROM {WRITERS} WHERE at < now() - INTERVAL '7 days';"
)
_LONGEST: Final = 3600.0
"""Seconds in which it grows, of however many matches; who opens it meanwhile waits."""


async def migrate(connection: Connection) -> None:
    """Apply the numbered files that the database has not seen: all of them, or none. Raises NewerFile and,
    while a bot plays with it that has not seen them either, InPlay.
    """
    scripts = migrations()
    async with connection.transaction():
        await connection.execute(f"SET LOCAL lock_timeout = '{_LONGEST:g}s'")
        await connection.execute(f"SELECT pg_advisory_xact_lock({PEN})", timeout=_LONGEST)
        await connection.execute(_MAKE_OURS)
        version = await _version(connection)
        if version > len(scripts):
            raise NewerFile
        if version == len(scripts):
            return
        if not await connection.fetchval(f"SELECT pg_try_advisory_xact_lock({BOT})"):
            raise InPlay
        if version < _SQUASHED:
            await connection.execute(of_schema(_squashed()))
        for number, script in scripts:
            if number > max(version, _SQUASHED):
                await connection.execute(of_schema(script), timeout=_LONGEST)
        await connection.execute(f"INSERT INTO {_VERSION} (number) VALUES ({len(scripts)})")


async def has_grown(connection: Connection) -> bool:
    """Since it was opened: it is of a newer version now."""
    return await _version(connection) > len(migrations())


async def _version(connection: Connection) -> int:
    version: int | None = await connection.fetchval(f"SELECT max(number) FROM {_VERSION}")
    return version or 0


def _squashed() -> str:
    return (files("bot.database") / "migrations" / f"postgresql_{_SQUASHED:04}.sql").read_text("utf-8")
