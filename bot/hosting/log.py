"""Logs: one JSON object a line, and never the token. The last troubles are remembered, for `status`."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import aiohttp
import discord

from bot.hosting.environment import JSON, Settings

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_HIDDEN: Final = "[token]"
_REMEMBERED: Final = 10
_CONNECTING: Final = ("discord.shard", "discord.gateway")
_OF_THE_NETWORK: Final = (
    *(aiohttp.ClientError, OSError),
    *(discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed),
)
_OF_SOMEBODY: Final = re.compile(r"\d{15,}|[\w-]{40,}")
"""Numbers of Discord, and the keys in its addresses with which an interaction is answered."""


class _JsonLines(logging.Formatter):
    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= _more(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _without(self._secret, json.dumps(line, default=str, ensure_ascii=False))


class _PlainLines(logging.Formatter):
    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        return _without(self._secret, super().format(record))


def _more(record: logging.LogRecord) -> dict[str, object]:
    """What was said besides, by name."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD}


@dataclass(frozen=True, slots=True)
class Remembered:
    """A line of the log, without people."""

    at: float
    level: str
    source: str
    what: str


class Memory(logging.Handler):
    """The last lines that were more than information."""

    def __init__(self, secret: str) -> None:
        super().__init__(logging.WARNING)
        self._secret = secret
        self._lines: deque[Remembered] = deque(maxlen=_REMEMBERED)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(self._remembered(record))
        except Exception:  # noqa: BLE001 - as every handler: what cannot be logged breaks nothing
            self.handleError(record)

    def _remembered(self, record: logging.LogRecord) -> Remembered:
        parts = [record.getMessage(), *(f"{name}: {value}" for name, value in _more(record).items())]
        if record.exc_info and record.exc_info[0]:
            parts.append(record.exc_info[0].__name__)
        what = _OF_SOMEBODY.sub("…", _without(self._secret, ", ".join(parts)))
        return Remembered(record.created, record.levelname, record.name, what)

    def lines(self) -> Sequence[Remembered]:
        """Oldest first."""
        return tuple(self._lines)


def _without(secret: str, line: str) -> str:
    return line.replace(secret, _HIDDEN) if secret else line


class _Shorter(logging.Filter):
    """While Discord cannot be reached discord.py shows a traceback every few seconds."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.name in _CONNECTING and isinstance(error, _OF_THE_NETWORK):
            record.msg, record.args, record.exc_info = f"{record.getMessage()} {error!r}", None, None
        return True


def set_up(settings: Settings) -> Memory:
    handler = logging.StreamHandler(sys.stderr)
    lines = _JsonLines if settings.log_format == JSON else _PlainLines
    handler.setFormatter(lines(settings.token))
    handler.addFilter(_Shorter())
    root = logging.getLogger()
    memory = Memory(settings.token)
    root.handlers[:] = [handler, memory]
    root.setLevel(settings.log_level)
    # At DEBUG discord.py writes every frame of the gateway, with people's names in it, and aiosqlite every
    # value it saves, with the secrets of running matches.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, root.level))
    # Nobody speaks here: what is missing for that is no trouble.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    return memory
