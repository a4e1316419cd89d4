"""A wire between a bot and its PostgreSQL, which can be cut at the worst moment."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from bot.database.where import Server

_SOCKET = ".s.PGSQL.5432"


class Cut(Enum):
    BEFORE = auto()
    """The server never hears of it."""
    AFTER = auto()
    """It does so, and its answer is lost."""
    LATE = auto()
    """It does so when it `arrives`: the bot has come back long ago."""


class Wire:
    def __init__(self, server: Server, folder: Path) -> None:
        parts = urlsplit(server.address)
        self._beyond = Path(parse_qs(parts.query)["host"][0]) / _SOCKET
        self._here = folder / _SOCKET
        self.where = Server(f"postgresql://speltafel@{parts.path}?host={folder}")
        self._planned: deque[tuple[bytes, Cut]] = deque()
        self.cuts = 0
        self.messages = 0
        """That the bot has sent."""
        self._may_arrive = asyncio.Event()
        self._has_arrived = asyncio.Event()
        self._ends: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[Wire]:
        listening = await asyncio.start_unix_server(self._connect, self._here)
        try:
            yield self
        finally:
            listening.close()
            self.lose_all()

    def cut_at(self, words: bytes, when: Cut) -> None:
        """When the bot next says this, after what was planned before."""
        self._planned.append((words, when))

    async def arrives(self) -> None:
        """What was cut off to come late: the server has done it, or refused to."""
        self._may_arrive.set()
        await self._has_arrived.wait()

    def lose_all(self) -> None:
        """Every connection there is at this moment."""
        for end in self._ends:
            end.close()
        self._ends.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, beyond = await asyncio.open_unix_connection(self._beyond)
        self._ends |= {writer, beyond}
        lost = asyncio.Event()
        with suppress(OSError):
            await asyncio.gather(self._carry(reader, beyond, writer, lost), self._bring(there, writer, lost))
        writer.close()
        beyond.close()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        beyond: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        lost: asyncio.Event,
    ) -> None:
        while said := await reader.read(1 << 16):
            self.messages += 1
            cut = self._next_cut(said)
            if cut:
                self.cuts += 1
                lost.set()
                writer.close()
            if cut is Cut.LATE:
                self._has_arrived.clear()
                await self._may_arrive.wait()
                self._may_arrive.clear()
            if cut is not Cut.BEFORE:
                beyond.write(said)
                await beyond.drain()
            if cut:
                break
        if lost.is_set():
            await asyncio.sleep(0.2)  # the server is still at it when the bot comes back
        beyond.close()

    def _next_cut(self, said: bytes) -> Cut | None:
        if self._planned and self._planned[0][0] in said:
            return self._planned.popleft()[1]
        return None

    async def _bring(
        self, there: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        while answer := await there.read(1 << 16):
            if lost.is_set():
                self._has_arrived.set()
            else:
                writer.write(answer)
                await writer.drain()
        writer.close()
