"""How the database grows with the bot, and what it needs before anything can be written there."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from bot.database.driver import NewerFile, migrations
from bot.database.postgres.dialect import of_schema
from bot.database.postgres.lines import Connection

PEN: Final = 0x5350454C
"""The advisory lock of whoever writes."""
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


async def migrate(connection: Connection) -> None:
    """Apply the numbered files that the database has not seen: all of them, or none."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({PEN})")
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
