"""The WebSocket over which Discord tells a bot what happens."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.standin.world import Payload, World

DISPATCH: Final = 0
HEARTBEAT: Final = 1
IDENTIFY: Final = 2
RESUME: Final = 6
REQUEST_MEMBERS: Final = 8
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

_INTENTS: Final = {
    "MESSAGE_CREATE": 1 << 9,
    "MESSAGE_UPDATE": 1 << 9,
    "MESSAGE_DELETE": 1 << 9,
    "GUILD_CREATE": 1,
    "GUILD_DELETE": 1,
    "GUILD_ROLE_UPDATE": 1,
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
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    events: list[Payload] = field(default_factory=list)

    async def tell(self, name: str, data: Payload) -> None:
        needed = _INTENTS.get(name)
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
        self.sessions: list[Session] = []
        """One for each IDENTIFY; only the newest is told anything."""
        self.resumes = 0
        self.heartbeats = 0
        self._world = world
        self._wake = wake

    @property
    def session(self) -> Session | None:
        return self.sessions[-1] if self.sessions else None

    async def tell(self, name: str, data: Payload) -> None:
        if self.session:
            await self.session.tell(name, data)

    async def drop(self) -> None:
        """The connection breaks; the session can be resumed."""
        if self.session and self.session.socket:
            await self.session.socket.close(code=4000)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
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
        session = Session(data["intents"], socket)
        self.sessions.append(session)
        application = {"id": str(self._world.bot.id), "flags": 0}
        ready: Payload = {
            "v": 10,
            "user": self._world.bot.payload(),
            "application": application,
            "guilds": [{"id": str(self._world.guild_id), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": data.get("shard", [0, 1]),
        }
        await session.tell("READY", ready)
        await session.tell("GUILD_CREATE", self._world.guild_payload())
        self._wake()

    async def _resume(self, socket: web.WebSocketResponse, data: Payload) -> None:
        session = self.session
        if session is None or session.id != data["session_id"]:
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
