"""The file, opened for a host: what stands in the way of that is said in one sentence."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.database.file import File, NewerFile, Taken, Unopened
from bot.database.where import Where
from bot.hosting.environment import BadSetting
from bot.hosting.lock import locked


def look_for(database: Where) -> None:
    if not database.exists():
        raise BadSetting(f"There is no database at {database}.")


@contextmanager
def alone(database: Where) -> Iterator[None]:
    try:
        with locked(database):
            yield
    except Taken:
        raise BadSetting(
            f"A bot is playing with {database}, and two would spoil each other's matches. Stop it first."
        ) from None


@asynccontextmanager
async def opened(database: Where) -> AsyncIterator[File]:
    try:
        file = await File.open(database)
    except NewerFile:
        raise BadSetting(
            f"{database} was written by a newer version; install that one, or restore a backup."
        ) from None
    except Unopened as error:
        raise BadSetting(f"The database {database} cannot be opened: {error}.") from None
    try:
        yield file
    finally:
        await file.close()
