"""What the owner of the bot may set, from the environment or a `.env` file. Documented in `.env.example`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from dotenv import dotenv_values

from bot.database.where import Where, of_one, read_where

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
PLAIN: Final = "plain"
JSON: Final = "json"
AHEAD: Final = "ahead"
ASKED: Final = "asked"
_THIS_MACHINE: Final = "127.0.0.1"
_LAST_PORT: Final = 65_535
_SHARDS: Final = re.compile(r"(?:(\d{1,5})(?:-(\d{1,5}))?)?/(\d{1,5})")
_NO_SHARDS: Final = (
    "SPELTAFEL_SHARDS must say which shards this process has, and of how many: 0-3/8 has the first four"
    " of eight, 4/8 the fifth, /8 all of them."
)


class BadSetting(Exception):
    """A setting is missing or makes no sense; the message is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Those that a process has, and how many there are."""

    own: range
    count: int

    def __str__(self) -> str:
        return f"{self.own[0]}-{self.own[-1]}of{self.count}"

    @property
    def are_all(self) -> bool:
        return len(self.own) == self.count


ONE_SHARD: Final = Shards(range(1), 1)


@dataclass(frozen=True, slots=True)
class Settings:
    token: str
    database: Where
    log_level: str
    log_format: str
    metrics: tuple[str, int] | None = None
    """Where they are served, if they are."""
    reviews: str = AHEAD
    """Made ahead, or when they are asked for."""
    folder: Path = Path()
    """Where the bot leaves what it would leave beside a file."""
    shards: Shards | None = None
    """None: all, and as many as Discord recommends."""

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The environment wins over `.env` in the working directory. Raises BadSetting."""
        values = {**dotenv_values(".env"), **os.environ} if environment is None else dict(environment)
        folder = Path(values.get("SPELTAFEL_FOLDER") or ".")
        database = where(values.get("SPELTAFEL_DATABASE") or "speltafel.sqlite3", folder)
        shards = _shards((values.get("SPELTAFEL_SHARDS") or "").replace(" ", ""))
        settings = cls(
            token=(values.get("SPELTAFEL_TOKEN") or "").strip(),
            database=of_one(database, str(shards or "")),
            folder=folder,
            log_level=(values.get("SPELTAFEL_LOG_LEVEL") or "INFO").upper(),
            log_format=(values.get("SPELTAFEL_LOG_FORMAT") or JSON).lower(),
            metrics=_address("SPELTAFEL_METRICS", (values.get("SPELTAFEL_METRICS") or "").strip()),
            reviews=(values.get("SPELTAFEL_REVIEWS") or AHEAD).lower(),
            shards=shards,
        )
        if settings.log_level not in LEVELS:
            raise BadSetting(f"SPELTAFEL_LOG_LEVEL must be one of {', '.join(LEVELS)}.")
        if settings.log_format not in (JSON, PLAIN):
            raise BadSetting(f"SPELTAFEL_LOG_FORMAT must be {JSON} or {PLAIN}.")
        if settings.reviews not in (AHEAD, ASKED):
            raise BadSetting(f"SPELTAFEL_REVIEWS must be {AHEAD} or {ASKED}.")
        return settings

    def __repr__(self) -> str:
        """Without the token, so that no log can show it."""
        return f"Settings(database={self.database}, log_level={self.log_level}, log_format={self.log_format})"


def where(written: str, folder: Path) -> Where:
    """Raises BadSetting."""
    try:
        return read_where(written, folder)
    except ValueError:
        raise BadSetting(
            "A PostgreSQL is written as postgresql://user:password@host:5432/database."
        ) from None


def _address(name: str, written: str) -> tuple[str, int] | None:
    """A port alone is one of this machine, which nobody outside can reach."""
    if not written:
        return None
    host, _, port = written.rpartition(":")
    if not port.isdecimal() or int(port) > _LAST_PORT:
        raise BadSetting(f"{name} must be a port, or an address and a port such as 127.0.0.1:9464.")
    return host.strip("[]") or _THIS_MACHINE, int(port)


def _shards(written: str) -> Shards | None:
    if not written:
        return None
    if not (found := _SHARDS.fullmatch(written)):
        raise BadSetting(_NO_SHARDS)
    first, last, count = (None if number is None else int(number) for number in found.groups())
    if first is None:
        first, last = 0, (count or 0) - 1
    own = range(first, (first if last is None else last) + 1)
    if not count or not own or own[-1] >= count:
        raise BadSetting(_NO_SHARDS)
    return Shards(own, count)
