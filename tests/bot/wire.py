"""A wire between a bot and its PostgreSQL, which can be cut at the worst moment."""

from __future__ import annotations

import asyncio
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


class Wire:
    def __init__(self, server: Server, folder: Path) -> None:
        parts = urlsplit(server.address)
        self._beyond = Path(parse_qs(parts.query)["host"][0]) / _SOCKET
        self._here = folder / _SOCKET
        self.where = Server(f"postgresql://speltafel@{parts.path}?host={folder}")
        self._cut: tuple[bytes, Cut] | None = None
        self.cuts = 0
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
        """When the bot next says this."""
        self._cut = words, when

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
            cut = self._cut if self._cut and self._cut[0] in said else None
            if cut:
                self._cut = None
                self.cuts += 1
                lost.set()
            if not cut or cut[1] is Cut.AFTER:
                beyond.write(said)
                await beyond.drain()
            if cut:
                writer.close()
                break
        if lost.is_set():
            await asyncio.sleep(0.2)  # the server is still at it when the bot comes back
        beyond.close()

    @staticmethod
    async def _bring(there: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event) -> None:
        while answer := await there.read(1 << 16):
            if not lost.is_set():
                writer.write(answer)
                await writer.drain()
        writer.close()
