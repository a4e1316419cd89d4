"""Logs: one JSON object a line, and never the token."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

from bot.hosting.environment import JSON, Settings

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_HIDDEN: Final = "[token]"


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
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _without(self._secret, json.dumps(line, default=str, ensure_ascii=False))


class _PlainLines(logging.Formatter):
    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        return _without(self._secret, super().format(record))


def _without(secret: str, line: str) -> str:
    return line.replace(secret, _HIDDEN) if secret else line


def set_up(settings: Settings) -> None:
    handler = logging.StreamHandler(sys.stderr)
    lines = _JsonLines if settings.log_format == JSON else _PlainLines
    handler.setFormatter(lines(settings.token))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    # At DEBUG discord.py writes every frame of the gateway, with people's names in it, and aiosqlite every
    # value it saves, with the secrets of running matches.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, root.level))
