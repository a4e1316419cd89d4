"""The sign of life: a file beside the database with what only the running bot knows. No people are in it.

It is replaced as a whole every twenty seconds, and within a second when a connection or the holder of a shard
comes or goes, or a warning is logged. `status` and `health` read it, also when the bot is long gone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock
from typing import Any, Final

import discord

from bot.club.refused import Refused
from bot.club.troubles import Trouble
from bot.database.sqlite import make_private
from bot.database.where import Where
from bot.hosting import metrics
from bot.hosting.lock import touch
from bot.hosting.log import Remembered

log = logging.getLogger(__name__)

_BEAT: Final = 20.0
"""Seconds between two signs."""
_LOOK: Final = 1.0
"""Seconds between two looks at the connections."""
_one_at_a_time: Final = Lock()
"""A thread that writes goes on when nobody waits for it any more."""


@dataclass(frozen=True, slots=True)
class Inside:
    """What the bot knows of itself, asked at each sign."""

    unshown_boards: Callable[[], Awaitable[Sequence[int]]]
    unshown_challenges: Callable[[], Awaitable[Sequence[int]]]
    rounds: Mapping[str, datetime]
    """When each errand of the sweep last came round."""
    troubles: Callable[[], Sequence[Trouble]]
    shards_held: Callable[[], int] | None = None
    """None: all that are connected."""
    unheld_since: Callable[[], Mapping[int, float]] = dict
    """Shards that no process holds."""


@dataclass(frozen=True, slots=True)
class Shard:
    connected: bool
    latency_ms: int | None


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """Times are seconds, UTC."""

    at: float
    began_at: float
    version: str
    connected_at: float | None = None
    """When all shards were last connected."""
    first_connected_at: float | None = None
    shards: dict[str, Shard] = field(default_factory=dict)
    unheld_since: dict[str, float] = field(default_factory=dict)
    """By the shards that no process holds, for all that this one sees."""
    rounds: dict[str, float] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    errors: list[Remembered] = field(default_factory=list)
    challenges_wait_since: dict[str, float] = field(default_factory=dict)
    """By their numbers: of these the file does not know it."""
    ended: str = ""
    """The sentence with which it has ended."""


def file_beside(database: Where) -> Path:
    return database.with_name(f"{database.name}-alive")


def write(database: Where, sign: SignOfLife) -> None:
    """Readers see the former or this one, never a half."""
    file = file_beside(database)
    draft = file.with_name(f"{file.name}-draft")
    with _one_at_a_time:
        draft.unlink(missing_ok=True)
        make_private(draft)
        draft.write_text(json.dumps(asdict(sign)), "utf-8")
        draft.replace(file)


def read(database: Where) -> SignOfLife | None:
    """None if there is none, or one that cannot be read."""
    try:
        told: dict[str, Any] = json.loads(file_beside(database).read_text("utf-8"))
        return SignOfLife(
            **{
                **told,
                "shards": {number: Shard(**shard) for number, shard in told["shards"].items()},
                "troubles": [Trouble(**trouble) for trouble in told["troubles"]],
                "errors": [Remembered(**error) for error in told["errors"]],
            }
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


class Heart:
    """Beats as long as the bot lives."""

    def __init__(
        self,
        bot: discord.AutoShardedClient,
        database: Where,
        inside: Inside,
        errors: Callable[[], Sequence[Remembered]],
    ) -> None:
        self._bot = bot
        self._database = database
        self._inside = inside
        self._errors = errors
        self._is_failing = False
        self._sign = SignOfLife(at=0, began_at=time.time(), version=_version())

    async def beat_on(self) -> None:
        connected, written_at = False, -math.inf
        known, unheld = self._errors(), set[int]()
        while True:
            if self._inside.rounds:  # from its first round on; before that nobody can play
                touch(self._database)
            shards = {str(number): _shard(info) for number, info in self._bot.shards.items()}
            was, connected = connected, self._bot.is_ready() and all(one.connected for one in shards.values())
            before, unheld = unheld, set(self._inside.unheld_since())
            is_news = connected != was or unheld != before or self._errors() != known
            if is_news or time.monotonic() - written_at >= _BEAT:
                written_at = time.monotonic()
                await self._try_to_beat(shards, connected=connected)
                known = self._errors()  # with what has just failed: that is no reason to try again at once
            await asyncio.sleep(_LOOK)

    async def stop(self, why: str = "") -> None:
        """The last sign: how it came to an end."""
        ended = why or "It was stopped."
        last = replace(self._sign, at=time.time(), errors=list(self._errors()), ended=ended)
        with suppress(OSError):
            await asyncio.to_thread(write, self._database, last)

    async def _try_to_beat(self, shards: dict[str, Shard], *, connected: bool) -> None:
        """A disk that is full, or a page that is damaged, is told once; the next sign may be better."""
        try:
            await self._beat(shards, connected=connected)
        except Refused as refused:
            if not self._is_failing:
                log.warning("no sign of life", extra={"why": repr(refused)})
            self._is_failing = True
        except Exception:
            if not self._is_failing:
                log.exception("no sign of life")
            self._is_failing = True
        else:
            self._is_failing = False

    async def _beat(self, shards: dict[str, Shard], *, connected: bool) -> None:
        now = time.time()
        before = self._sign.challenges_wait_since
        challenges = await self._inside.unshown_challenges()
        up, held = sum(shard.connected for shard in shards.values()), self._inside.shards_held
        unheld_since = self._inside.unheld_since()
        metrics.note_shards(up, held() if held else up, len(unheld_since))
        metrics.note_unshown(len(await self._inside.unshown_boards()), len(challenges))
        self._sign = replace(
            self._sign,
            at=now,
            connected_at=now if connected else self._sign.connected_at,
            first_connected_at=self._sign.first_connected_at or (now if connected else None),
            shards=shards,
            unheld_since={str(shard): since for shard, since in unheld_since.items()},
            rounds={name: at.timestamp() for name, at in self._inside.rounds.items()},
            troubles=list(self._inside.troubles()),
            errors=list(self._errors()),
            challenges_wait_since={str(number): before.get(str(number), now) for number in challenges},
        )
        await asyncio.to_thread(write, self._database, self._sign)


def _shard(info: discord.ShardInfo) -> Shard:
    latency = info.latency
    return Shard(not info.is_closed(), round(latency * 1000) if math.isfinite(latency) else None)


def _version() -> str:
    try:
        return version("speltafel")
    except PackageNotFoundError:
        return "unknown"
