"""The WebSocket over which Discord tells a bot what happens."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.standin.crowd import Crowd
from tests.standin.wire import Wire
from tests.standin.world import Payload, World

DISPATCH: Final = 0
HEARTBEAT: Final = 1
IDENTIFY: Final = 2
RESUME: Final = 6
REQUEST_MEMBERS: Final = 8
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

_IN_GUILDS: Final = 1 << 9
_DIRECT: Final = 1 << 12
_INTENTS: Final = {
    "MESSAGE_CREATE": _IN_GUILDS,
    "MESSAGE_UPDATE": _IN_GUILDS,
    "MESSAGE_DELETE": _IN_GUILDS,
    "GUILD_CREATE": 1,
    "GUILD_DELETE": 1,
    "GUILD_ROLE_CREATE": 1,
    "GUILD_ROLE_UPDATE": 1,
    "GUILD_ROLE_DELETE": 1,
    "THREAD_CREATE": 1,
    "THREAD_UPDATE": 1,
    "THREAD_DELETE": 1,
    "CHANNEL_CREATE": 1,
    "CHANNEL_UPDATE": 1,
    "CHANNEL_DELETE": 1,
}
"""Who hears what; an event that is not named here is heard by all."""


@dataclass(slots=True)
class Session:
    """What one IDENTIFY began. It outlives its socket, so that it can be resumed."""

    intents: int
    socket: web.WebSocketResponse | None
    shard: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    events: list[Payload] = field(default_factory=list)

    async def tell(self, name: str, data: Payload) -> None:
        needed = _INTENTS.get(name)
        if needed == _IN_GUILDS and "guild_id" not in data:
            needed = _DIRECT
        if needed and not self.intents & needed:
            return
        self.events.append({"op": DISPATCH, "s": len(self.events) + 1, "t": name, "d": data})
        await self.send(self.events[-1])

    async def send(self, frame: Payload) -> None:
        if self.socket is not None and not self.socket.closed:
            try:
                await self.socket.send_json(frame)
            except ConnectionError:
                self.socket = None

    @property
    def is_connected(self) -> bool:
        return self.socket is not None and not self.socket.closed


class Gateway:
    def __init__(self, world: World, wake: Callable[[], None]) -> None:
        self.url = ""
        self.shards = 1
        """How many are recommended to a bot."""
        self.remaining = 1000
        """How many sessions may still be begun today."""
        self.reset_after = 0.0
        """Seconds until it may begin as many as ever."""
        self.max_concurrency = 1
        """How many sessions may begin at once: one of the shards with each remainder."""
        self.spacing = 0.0
        """Seconds that must lie between two of them; who comes sooner gets no session."""
        self.too_early: list[int] = []
        """Shards that did."""
        self.invited = True
        """Whether the bot is in the guild."""
        self.refusal: int | None = None
        """The code with which the next IDENTIFY is answered, instead of a session."""
        self.sessions: list[Session] = []
        """One for each IDENTIFY. Several of one shard are told the same, as long as they are connected; of
        those that are not only the newest can be resumed.
        """
        self.resumes = 0
        self.heartbeats = 0
        self.crowd = Crowd()
        """Where else the bot is a member."""
        self._world = world
        self._wake = wake
        self._begun: dict[int, float] = {}
        """When a session began last, by the remainder of its shard."""
        self._count = 1
        """In how many shards the bot is connected."""

    @property
    def session(self) -> Session | None:
        """That of the shard to which the guild belongs, if it is connected."""
        return self._session_of(self._shard_of(self._world.guild_id))

    def invitation(self) -> Payload:
        """Where to connect, in how many shards, and how often."""
        limit = {
            "total": 1000,
            "remaining": self.remaining,
            "reset_after": int(self.reset_after * 1000),
            "max_concurrency": self.max_concurrency,
        }
        return {"url": self.url, "shards": self.shards, "session_start_limit": limit}

    async def tell(self, name: str, data: Payload) -> None:
        """The shard of the guild; what happens in no guild is told to the first."""
        shard = self._shard_of(int(data["guild_id"])) if "guild_id" in data else 0
        newest = self._session_of(shard)
        for session in [one for one in self.sessions if one.shard == shard]:
            if session is newest or session.is_connected:
                await session.tell(name, data)

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % self._count

    async def drop(self) -> None:
        """The connections break; the sessions can be resumed."""
        await self.hang_up(4000)

    async def forget(self) -> None:
        """The connections break, and no session can be resumed."""
        sessions, self.sessions = self.sessions, []
        for session in sessions:
            if session.socket:
                await session.socket.close(code=4000)

    async def hang_up(self, code: int) -> None:
        """Close the connections, and say why."""
        for session in self.sessions:
            if session.socket and session.is_connected:
                await session.socket.close(code=code)

    def _session_of(self, shard: int) -> Session | None:
        return next((session for session in reversed(self.sessions) if session.shard == shard), None)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = Wire(request.query.get("compress", ""))
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._hear(socket, frame.json())
        return socket

    async def _hear(self, socket: web.WebSocketResponse, frame: Payload) -> None:
        data: Any = frame.get("d")
        match frame["op"]:
            case op if op == HEARTBEAT:
                self.heartbeats += 1
                await socket.send_json({"op": HEARTBEAT_ACK})
            case op if op == IDENTIFY:
                await self._welcome(socket, data)
            case op if op == RESUME:
                await self._resume(socket, data)
            case op if op == REQUEST_MEMBERS:
                await self._name_members(data)

    async def _welcome(self, socket: web.WebSocketResponse, data: Payload) -> None:
        self.remaining -= 1
        if self.refusal is not None:
            code, self.refusal = self.refusal, None
            await socket.close(code=code)
            return
        shard, self._count = data.get("shard", (0, 1))
        if self._is_too_early(shard % self.max_concurrency):
            self.too_early.append(shard)
            await socket.send_json({"op": INVALID_SESSION, "d": False})
            return
        session = Session(data["intents"], socket, shard)
        self.sessions.append(session)
        homes = [guild for guild in self._world.homes if self._shard_of(guild) == shard and self.invited]
        application = {"id": str(self._world.bot.id), "flags": 0}
        ready: Payload = {
            "v": 10,
            "user": self._world.bot.payload(),
            "application": application,
            "guilds": self.crowd.unavailable(shard, self._count)
            + [{"id": str(guild), "unavailable": True} for guild in homes],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, self._count],
        }
        await session.tell("READY", ready)
        for guild in homes:
            await session.tell("GUILD_CREATE", self._world.guild_payload(guild))
        for server in self.crowd.told(shard, self._count, self._world.bot.member_payload()):
            await socket.send_str(server)
        self._wake()

    def _is_too_early(self, key: int) -> bool:
        """Discord counts from the last that began."""
        now = time.monotonic()
        if now - self._begun.get(key, -self.spacing) < self.spacing:
            return True
        self._begun[key] = now
        return False

    async def _resume(self, socket: web.WebSocketResponse, data: Payload) -> None:
        session = next((one for one in self.sessions if one.id == data["session_id"]), None)
        if session is None or session is not self._session_of(session.shard):
            await socket.send_json({"op": INVALID_SESSION, "d": False})
            return
        self.resumes += 1
        session.socket = socket
        for event in session.events[data["seq"] :]:
            await session.send(event)
        await session.tell("RESUMED", {})
        self._wake()

    async def _name_members(self, data: Payload) -> None:
        wanted = data.get("user_ids") or []
        ids = [int(one) for one in (wanted if isinstance(wanted, list) else [wanted])]
        people = [user for user in self._world.people.values() if not ids or user.id in ids]
        chunk: Payload = {
            "guild_id": str(self._world.guild_id),
            "members": [user.member_payload() for user in people],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        await self.tell("GUILD_MEMBERS_CHUNK", chunk)
