"""What events cost that Discord tells of: on servers where nobody plays, as fast as the bot takes them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.scale.processes import crowded, idle, processor
from tests.process.club import Club
from tests.standin import Payload

SERVERS: Final = 1_000
EVENTS: Final = 3_000
_ROUND: Final = 100
"""Events after which the bot is let come after, as at Discord, where they are never all there at once."""

Event = Callable[[Payload, int], Payload]
"""Made of the server where it happens, and its number."""


async def events() -> AsyncIterator[str]:
    with TemporaryDirectory() as folder:
        async with crowded(Path(folder), SERVERS) as club:
            yield f"events on {SERVERS:,} servers, {EVENTS:,} of each kind, {_ROUND} at once"
            for name, event in EVENTS_OF.items():
                spent = await _told(club, name, event)
                yield f"  {spent * 1000:5.2f} ms  {1 / spent:6,.0f} a second of processor  {name}"


async def _told(club: Club, name: str, event: Event) -> float:
    """Seconds of processor for one."""
    gateway, pid = club.discord.gateway, club.bot.pid
    (session,) = gateway.sessions
    assert session.socket
    told = list(gateway.crowd.told(0, 1, club.discord.world.bot.member_payload()))
    somebody = club.discord.join("Somebody")
    await idle(pid)
    before = processor(pid)
    for number in range(EVENTS):
        guild = json.loads(told[number % len(told)])["d"]
        await session.socket.send_json({"op": 0, "s": None, "t": name, "d": event(guild, number)})
        if number % _ROUND == _ROUND - 1:
            await somebody.slash("help")
    await idle(pid)
    return (processor(pid) - before) / EVENTS


def _channel(guild: Payload, number: int) -> Payload:
    return {**guild["channels"][5], "guild_id": guild["id"], "topic": f"Topic {number}"}


def _thread(guild: Payload, number: int) -> Payload:
    above = guild["channels"][5]
    return {
        "id": f"{int(above['id']) + 70 + number // SERVERS}",
        "guild_id": guild["id"],
        "parent_id": above["id"],
        "owner_id": guild["owner_id"],
        "type": 11,
        "name": f"Thread {number}",
        "last_message_id": None,
        "message_count": 3,
        "member_count": 2,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": False,
        },
    }


def _role(guild: Payload, number: int) -> Payload:
    return {"guild_id": guild["id"], "role": guild["roles"][4] | {"name": f"Role {number}"}}


def _guild(guild: Payload, number: int) -> Payload:
    left_out = ("channels", "members", "threads", "voice_states", "presences")
    return {key: value for key, value in guild.items() if key not in left_out} | {"name": f"Club {number}"}


EVENTS_OF: Final[dict[str, Event]] = {
    "GUILD_UPDATE": _guild,
    "GUILD_ROLE_UPDATE": _role,
    "CHANNEL_UPDATE": _channel,
    "THREAD_CREATE": _thread,
    "THREAD_UPDATE": _thread,
    "THREAD_DELETE": _thread,
}
"""Of what a bot is told with the one intent that this one has: no members, messages and reactions."""
