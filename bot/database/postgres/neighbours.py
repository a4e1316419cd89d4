"""The neighbours over a PostgreSQL: all that they claim and tell are its advisory locks and
notifications, over one connection that does nothing else. No table has to be tidied.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from socket import gethostname
from typing import Any, Final

import asyncpg

from bot.database.driver import NEWS, NewerFile
from bot.database.neighbours import Claim, Lost, Neighbours, Process, Seen
from bot.database.postgres.driver import look
from bot.database.postgres.growth import has_grown
from bot.database.postgres.lines import LOST
from bot.database.where import Server

log = logging.getLogger(__name__)

_OURS: Final = 0x53500000
"""From here on the locks are of this bot; PostgreSQL asks nobody whose they are."""
_ASIDE: Final = 1 << 16
"""A lock names a shard and, before it, of how many: who counts otherwise claims other locks."""
_PATIENCE: Final = 5.0
"""Seconds for an answer of the database. Whoever gets none has nothing any more."""
_SETTINGS: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""A machine that is gone says nothing: after twenty seconds its claims are gone, too."""
_BROKEN: Final = (asyncpg.PostgresError, *LOST)
_LISTED: Final = (
    "SELECT classid::bigint, objid::bigint, pid = pg_backend_pid() FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint BETWEEN $1 AND $2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

_PLAYING: Final = (
    "SELECT application_name, extract(epoch FROM backend_start)::bigint, objid::bigint,"
    f" classid::bigint = {_OURS + Claim.HOLDS} FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    f" AND classid::bigint IN ({_OURS + Claim.PLAYS}, {_OURS + Claim.HOLDS})"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY 2, 1, 3"
)
_NAMED: Final = "speltafel on "
_LONGEST_NAME: Final = 40
"""PostgreSQL takes some sixty letters in all."""


def processes(server: Server) -> list[Process]:
    """Those that play over it just now. Raises Unopened."""
    ((rows,), _) = look(server, _PLAYING)
    found: dict[tuple[str, int], list[tuple[int, int, bool]]] = {}
    for name, since, key, is_held in rows:
        found.setdefault((name.removeprefix(_NAMED), since), []).append((*divmod(key, _ASIDE), is_held))
    return [
        Process(name, since, tuple(shard for _, shard, is_held in claims if is_held), claims[0][0])
        for (name, since), claims in found.items()
    ]


class PostgresNeighbours(Neighbours):
    def __init__(self, server: Server, count: int) -> None:
        """In a bot of `count` shards."""
        self._server = server
        self._count = count
        self._connection: Any = None
        self._asking = asyncio.Lock()
        self.heard = _nobody_listens
        self.lost = _nobody_cares

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def open(self) -> None:
        try:
            self._connection = await asyncpg.connect(
                self._server.address,
                timeout=_PATIENCE,
                command_timeout=_PATIENCE,
                server_settings=_SETTINGS
                | {"application_name": f"{_NAMED}{gethostname()[:_LONGEST_NAME]} {os.getpid()}"},
            )
            is_behind = await has_grown(self._connection)
            self._connection.add_termination_listener(lambda _: self.lost())
            await self._connection.add_listener(NEWS, lambda _, __, ___, told: self.heard(told))
            await self._connection.execute(
                "SELECT pg_advisory_lock_shared($1, $2)", *self._key(Claim.PLAYS, 0)
            )
        except _BROKEN as error:
            self._give_up()
            raise Lost from error
        if is_behind:
            self._give_up()
            raise NewerFile

    async def close(self) -> None:
        if self.is_open:
            self.lost = _nobody_cares
            with suppress(*_BROKEN):
                await self._connection.close(timeout=_PATIENCE)

    async def claim(self, what: Claim, shard: int) -> bool:
        async with self._asked() as connection:
            taken = await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", *self._key(what, shard))
            return bool(taken)

    async def drop(self, what: Claim, shard: int) -> None:
        async with self._asked() as connection:
            await connection.fetchval("SELECT pg_advisory_unlock($1, $2)", *self._key(what, shard))

    async def leave(self) -> None:
        async with self._asked() as connection:
            await connection.fetchval("SELECT pg_advisory_unlock_shared($1, $2)", *self._key(Claim.PLAYS, 0))

    async def look(self) -> Seen:
        async with self._asked() as connection:
            rows = await connection.fetch(_LISTED, _OURS, _OURS + max(Claim))
        locks = [(Claim(kind - _OURS), *divmod(key, _ASIDE), is_own) for kind, key, is_own in rows]
        own = [(claim, shard, is_own) for claim, count, shard, is_own in locks if count == self._count]
        return Seen(
            ours=frozenset((claim, shard) for claim, shard, is_own in own if is_own),
            theirs=frozenset((claim, shard) for claim, shard, is_own in own if not is_own),
            counts=frozenset(count for _, count, _, is_own in locks if not is_own),
        )

    async def tell(self, what: str) -> None:
        async with self._asked() as connection:
            await connection.execute("SELECT pg_notify($1, $2)", NEWS, what)

    def _key(self, what: Claim, shard: int) -> tuple[int, int]:
        return _OURS + what, self._count * _ASIDE + shard

    @asynccontextmanager
    async def _asked(self) -> AsyncIterator[Any]:
        """One question at a time."""
        async with self._asking:
            if not self.is_open:
                raise Lost
            try:
                yield self._connection
            except _BROKEN as error:
                self._give_up()
                raise Lost from error

    def _give_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()


def _nobody_listens(_: str) -> None:
    pass


def _nobody_cares() -> None:
    pass
