"""Logs: one JSON object a line, never the token, and nobody: no numbers, names or words of people.

Of people nothing is written to it on purpose. But errors quote what they choke on, and libraries show the
addresses that they ask for. So whatever may be of somebody is left out of every line, whoever writes it. The
last troubles are remembered, for `status`.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

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
_OF_SOMEBODY: Final = re.compile(r"\d{15,}|[\w-]{32,}")
"""Numbers of Discord, and the keys in its addresses with which an interaction is answered."""
_QUOTED: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
"""What somebody may have written, as errors quote it."""
_LEFT_OUT: Final = "…"
_PLACES: Final = frozenset({"guild", "place", "venue", "edits"})
"""What is said besides, and is a number of Discord's, but nobody's."""


def _without_people(record: logging.LogRecord) -> str:
    said = _OF_SOMEBODY.sub(_LEFT_OUT, record.getMessage())
    return said if record.name.startswith("bot") else _QUOTED.sub(_LEFT_OUT, said)


def _traceback(error: BaseException) -> str:
    """Where it happened, and what; but not what was quoted there."""
    return "\n".join(_told(error, set()))


def _told(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _told(before, seen)
        yield "and then"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    said = _OF_SOMEBODY.sub(_LEFT_OUT, _QUOTED.sub(_LEFT_OUT, str(error)))
    yield f"{type(error).__name__}: {said}"
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _told(each, seen)


class _JsonLines(logging.Formatter):
    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "what": _without_people(record),
        }
        line |= _more(record)
        if error := _error(record):
            line["error"] = _traceback(error)
        return _without(self._secret, json.dumps(line, default=str, ensure_ascii=False))


class _PlainLines(logging.Formatter):
    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        record.message = _without_people(record)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        error = _error(record)
        record.exc_text = _traceback(error) if error else None
        try:
            return _without(self._secret, super().format(record))
        finally:
            record.exc_text = None


def _error(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _more(record: logging.LogRecord) -> dict[str, object]:
    """What was said besides, by name."""
    more: Mapping[str, Any] = vars(record)
    return {name: _about_nobody(name, value) for name, value in more.items() if name not in _STANDARD}


def _about_nobody(name: str, value: object) -> object:
    if name in _PLACES and isinstance(value, int):
        return value
    told = _OF_SOMEBODY.sub(_LEFT_OUT, str(value))
    return value if told == str(value) else told


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
        parts = [_without_people(record), *(f"{name}: {value}" for name, value in _more(record).items())]
        if record.exc_info and record.exc_info[0]:
            parts.append(record.exc_info[0].__name__)
        what = _OF_SOMEBODY.sub(_LEFT_OUT, _without(self._secret, ", ".join(parts)))
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
