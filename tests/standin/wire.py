"""The socket of the gateway, compressed as Discord does it: one stream as long as the connection lasts."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from aiohttp import web

_FASTEST: Final = 1
"""What it takes to compress is the stand-in's own work, and nobody measures it."""

Squeeze = Callable[[bytes], bytes]


class Wire(web.WebSocketResponse):
    """What the bot has not asked for, or cannot be done here, is sent as it is."""

    def __init__(self, asked: str) -> None:
        super().__init__()
        self._squeeze = _squeezing(asked)

    async def send_str(self, data: str, compress: int | None = None) -> None:
        if self._squeeze is None:
            await super().send_str(data, compress)
        else:
            await self.send_bytes(self._squeeze(data.encode()))


def _squeezing(asked: str) -> Squeeze | None:
    if asked == "zlib-stream":
        return _zlib()
    return _zstd() if asked == "zstd-stream" and find_spec("zstandard") else None


def _zlib() -> Squeeze:
    stream = zlib.compressobj(_FASTEST)
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Squeeze:
    zstandard: Any = import_module("zstandard")
    stream = zstandard.ZstdCompressor(level=_FASTEST).compressobj()
    return lambda data: bytes(stream.compress(data) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
