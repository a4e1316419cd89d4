"""Numbers for Prometheus, if whoever hosts the bot asks for them: counted where things happen.

While nobody has asked, each of these does nothing. No number tells of a person, a server or a match.
"""

from __future__ import annotations

import asyncio
import logging
import time
from http import HTTPStatus
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.hosting.environment import BadSetting

if TYPE_CHECKING:
    from prometheus_client import Counter, Gauge, Histogram

log = logging.getLogger(__name__)

_MISSING: Final = (
    "SPELTAFEL_METRICS needs a part that is not installed here. In a copy of the repository,"
    " pip install '.[metrics]' brings it."
)
_SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "button",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "suggestions",
}


class _Numbers:
    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram  # noqa: PLC0415 - only where it is asked for

        self.turns: Histogram = Histogram(
            "speltafel_turn_seconds", "From what a member did to the board that shows it", buckets=_SECONDS
        )
        self.commits: Histogram = Histogram(
            "speltafel_commit_seconds", "To save what was done", buckets=_SECONDS
        )
        self.interactions: Counter = Counter("speltafel_interactions", "What members did", ["kind"])
        self.refusals: Counter = Counter("speltafel_refusals", "What was refused to them", ["code"])
        self.requests: Counter = Counter("speltafel_requests", "To Discord", ["method", "outcome"])
        self.unshown: Gauge = Gauge("speltafel_unshown", "Saved and seen by nobody yet", ["what"])
        self.shards: Gauge = Gauge("speltafel_shards_connected", "Shards that are connected to Discord")
        self.held: Gauge = Gauge("speltafel_shards_held", "Shards where this process answers")
        self.unheld: Gauge = Gauge("speltafel_shards_unheld", "Shards where no process answers")


_numbers: _Numbers | None = None


def switch_on(host: str, port: int) -> None:
    """Serve them from now on. Raises BadSetting."""
    global _numbers  # noqa: PLW0603 - one process, one place where its numbers are counted
    try:
        from prometheus_client import start_http_server  # noqa: PLC0415 - only where it is asked for
    except ImportError:
        raise BadSetting(_MISSING) from None
    try:
        server, _ = start_http_server(port, host)
    except OSError as error:
        raise BadSetting(f"There can be no metrics at {host}:{port}: {error}.") from None
    _numbers = _Numbers()
    log.info("metrics", extra={"port": server.server_port})


def count_interaction(interaction: discord.Interaction) -> None:
    if _numbers:
        _numbers.interactions.labels(_KINDS.get(interaction.type, "other")).inc()


def count_refusal(code: str) -> None:
    if _numbers:
        _numbers.refusals.labels(code).inc()


def note_commit(seconds: float) -> None:
    if _numbers:
        _numbers.commits.observe(seconds)


def note_turn(showing: asyncio.Task[None], since: float) -> None:
    """A turn that is being shown, and when it began by `time.perf_counter`. One that is not shown is none."""

    def shown(task: asyncio.Task[None]) -> None:
        if _numbers and not task.cancelled() and task.exception() is None:
            _numbers.turns.observe(time.perf_counter() - since)

    if _numbers:
        showing.add_done_callback(shown)


def note_shards(connected: int, held: int, unheld: int) -> None:
    if _numbers:
        _numbers.unheld.set(unheld)
        _numbers.shards.set(connected)
        _numbers.held.set(held)


def note_unshown(boards: int, challenges: int) -> None:
    if _numbers:
        _numbers.unshown.labels("board").set(boards)
        _numbers.unshown.labels("challenge").set(challenges)


def tracing() -> aiohttp.TraceConfig | None:
    """For the client, to count what it asks of Discord: by method, and by how that was answered."""
    if _numbers is None:
        return None
    requests = _numbers.requests
    trace = aiohttp.TraceConfig()

    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        requests.labels(ended.method, _outcome(ended.response.status)).inc()

    async def lost(
        _: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestExceptionParams
    ) -> None:
        requests.labels(ended.method, "lost").inc()

    trace.on_request_end.append(answered)
    trace.on_request_exception.append(lost)
    return trace


def _outcome(status: int) -> str:
    """Of what was refused, its code: 403 and 429 want other things of whoever hosts the bot."""
    return str(status) if status >= HTTPStatus.BAD_REQUEST else f"{status // 100}xx"
