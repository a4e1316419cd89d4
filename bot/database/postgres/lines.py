"""The lines to the server: connections that are made anew when they were lost."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import asyncpg

from bot.database.driver import Unopened
from bot.database.where import Server

log = logging.getLogger(__name__)

Connection: TypeAlias = Any
"""Of asyncpg, which tells no types."""

LONGEST: Final = 120.0
"""Seconds that a statement may take."""
FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
"""Seconds between two tries to connect."""
_STATEMENTS: Final = 1000
"""That a connection keeps prepared: those of the rooms are fewer."""
_PATIENCE: Final = 5.0
"""Seconds to wait while another process writes, or for a connection."""
DYING: Final = 40.0
"""Seconds in which the server notices that a process is gone: see the keepalives below."""
_AWAY: Final = 2.5
"""Seconds from when the server was found away until that is said: Discord waits for three."""
_SETTINGS: Final = {
    "application_name": "speltafel",
    "synchronous_commit": "on",
    "jit": "off",
    "lock_timeout": f"{_PATIENCE:g}s",
    # Of a process that hangs, or a machine that is gone, the pen comes back.
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Away(Exception):
    """Or not just now."""

    def __init__(self) -> None:
        super().__init__("the server cannot be reached")


LOST: Final = (
    *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, Away),
    asyncpg.InternalClientError,  # where it breaks in the middle of a question
    # What a server says last: it ends, or was told to end this one, or comes back from a crash.
    *(asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError),
    asyncpg.IdleInTransactionSessionTimeoutError,
)


class Door:
    """Where connections come from: tried again by and by, and not by everybody at once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._pause = 0.0
        self._shut_until = 0.0
        self._away_since: float | None = None

    async def connect(self) -> Connection:
        """Raises Away."""
        if time.monotonic() < self._shut_until:
            raise Away
        try:
            connection = await opened(self._server)
        except Exception as error:
            now = time.monotonic()
            if self._away_since is None:
                self._away_since = now
                log.warning("the database cannot be reached", extra={"why": repr(error)})
            self._pause = min(max(FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
            self._shut_until = now + self._pause
            raise Away from error
        if self._away_since is not None:
            log.warning("the database is there again")
        self._pause, self._shut_until, self._away_since = 0.0, 0.0, None
        return connection

    async def insist(self) -> Connection:
        """So long since it was found away, or once if that is longer ago."""
        while True:
            try:
                return await self.connect()
            except Away:
                assert self._away_since is not None
                if time.monotonic() - self._away_since > _AWAY:
                    raise
                await asyncio.sleep(max(0.0, self._shut_until - time.monotonic()))


async def opened(server: Server) -> Connection:
    return await asyncpg.connect(
        server.address,
        timeout=_PATIENCE,
        command_timeout=LONGEST,
        statement_cache_size=_STATEMENTS,
        server_settings=_SETTINGS,
    )


@contextmanager
def unopened() -> Iterator[None]:
    """Whatever keeps the database from being opened becomes Unopened."""
    try:
        yield
    except (asyncpg.PostgresError, *LOST, ValueError) as error:
        raise Unopened(str(error) or repr(error)) from error


class Line:
    """A connection, made anew when it was lost."""

    def __init__(self, door: Door, connection: Connection | None = None) -> None:
        self._door = door
        self._connection = connection
        self.claim: Callable[[Connection], Awaitable[bool]] | None = None
        """Whether that bot may write whose connection this is, if not everybody may."""
        self.was_taken = asyncio.Event()
        """It may not for so long that no dead connection of ours is to blame."""
        self._taken_since: float | None = None

    @property
    def connection(self) -> Connection:
        """As it is, open or lost."""
        assert self._connection is not None
        return self._connection

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def open(self) -> Connection:
        if not self.is_open:
            connection = await self._door.insist()
            if self.claim and not await self.claim(connection):
                connection.terminate()
                self._note_taken()
                raise Away
            self._taken_since = None
            self._connection = connection
        return self.connection

    def _note_taken(self) -> None:
        now = time.monotonic()
        if self._taken_since is None:
            self._taken_since = now
        if now - self._taken_since >= DYING:
            self.was_taken.set()

    def was_lost(self, error: BaseException) -> bool:
        """Whether the error says so. What hangs, or lies in pieces, is given up."""
        if isinstance(error, LOST):
            self.connection.terminate()
        return not self.is_open

    async def close(self) -> None:
        if self._connection is None:
            return
        try:
            await self._connection.close(timeout=_PATIENCE)
        except (asyncpg.PostgresError, *LOST):
            self._connection.terminate()
