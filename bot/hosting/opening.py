"""The file, opened for a host: what stands in the way of that is said in one sentence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Final

from bot.database.file import File, InPlay, NewerFile, Taken, Unopened
from bot.database.where import Where
from bot.hosting.environment import BadSetting
from bot.hosting.lock import locked
from bot.hosting.stopping import stopped_within

log = logging.getLogger(__name__)

PAUSE: float = 1.0
"""Seconds between two looks whether others have ended."""
_IN_PLAY: Final = (
    "Processes of an older version play with %s. This version brings it up to date when the last of them has"
    " ended."
)


class _Waits(BadSetting):
    """For others to end."""


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
async def opened_when_free(database: Where, stop: asyncio.Event) -> AsyncIterator[File | None]:
    """When no bot of an older version plays with it, which this one brings up to date. None: it was asked to
    stop before. Raises BadSetting.
    """
    async with AsyncExitStack() as stack:
        is_told, file = False, None
        while file is None and not stop.is_set():
            try:
                file = await stack.enter_async_context(opened(database))
            except _Waits:
                if not is_told:
                    log.warning(_IN_PLAY, database)
                is_told = True
                await stopped_within(stop, PAUSE)
        yield file


@asynccontextmanager
async def opened(database: Where) -> AsyncIterator[File]:
    try:
        file = await File.open(database)
        try:
            yield file
        finally:
            await file.close()
    except NewerFile:
        raise BadSetting(
            f"{database} was written by a newer version; install that one, or restore a backup."
        ) from None
    except InPlay:
        raise _Waits(f"{_IN_PLAY % database} Stop these first, or ask one of that version.") from None
    except Unopened as error:
        raise BadSetting(f"The database {database} cannot be opened: {error}.") from None
