"""The HTTP interface: the part of it that a table for board games needs."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from aiohttp import BodyPartReader, web

from tests.standin.faults import Answer, Call, ConnectionLostError, Faults, When, limited
from tests.standin.gateway import Gateway
from tests.standin.interactions import Interaction, Reply
from tests.standin.world import (
    EPHEMERAL,
    FORUM,
    LOADING,
    TEXT,
    THREAD,
    Channel,
    Message,
    Payload,
    RefusedError,
    Upload,
    World,
    new_id,
)

PREFIX: Final = "/api/v10"

Handle = Callable[[Call], Awaitable[Any]]
"""What is returned is sent as JSON; None is sent as 'no content'."""


class Rest:
    def __init__(self, world: World, gateway: Gateway, faults: Faults, wake: Callable[[], None]) -> None:
        self.calls: list[Call] = []
        """Every request of the bot's, oldest first."""
        self.interactions: dict[str, Interaction] = {}
        """By token."""
        self.a_second = 0
        """Counted requests that are taken in a second, by whichever of its processes; 0: any number."""
        self._world = world
        self._gateway = gateway
        self._faults = faults
        self._wake = wake
        self._full_at = 0.0
        """When as much may come at once again as in a second."""

    def routes(self) -> list[web.RouteDef]:
        message = "/channels/{channel}/messages/{message}"
        webhook = "/webhooks/{application}/{token}"
        table: dict[str, Handle] = {
            "GET /gateway": self._name_gateway,
            "GET /gateway/bot": self._name_gateway,
            "GET /users/@me": self._me,
            "GET /users/{user}": self._user,
            "POST /users/@me/channels": self._open_direct,
            "GET /applications/@me": self._application,
            "GET /oauth2/applications/@me": self._application,
            "PUT /applications/{application}/commands": self._put_commands,
            "GET /applications/{application}/commands": self._commands,
            "PUT /applications/{application}/guilds/{guild}/commands": self._put_commands,
            "GET /guilds/{guild}": self._guild,
            "GET /guilds/{guild}/members/{user}": self._member,
            "GET /guilds/{guild}/roles": self._roles,
            "POST /guilds/{guild}/roles": self._make_role,
            "PUT /guilds/{guild}/members/{user}/roles/{role}": self._give_role,
            "DELETE /guilds/{guild}/members/{user}/roles/{role}": self._take_role,
            "GET /channels/{channel}": self._channel,
            "PATCH /channels/{channel}": self._edit_channel,
            "DELETE /channels/{channel}": self._delete_channel,
            "GET /channels/{channel}/messages": self._messages,
            "POST /channels/{channel}/messages": self._post,
            f"GET {message}": self._message,
            f"PATCH {message}": self._edit,
            f"DELETE {message}": self._delete,
            f"POST {message}/threads": self._open_thread_from_message,
            "POST /channels/{channel}/threads": self._open_thread,
            "PUT /channels/{channel}/thread-members/{user}": self._nod,
            "DELETE /channels/{channel}/thread-members/{user}": self._nod,
            "POST /channels/{channel}/typing": self._nod,
            "POST /interactions/{id}/{token}/callback": self._answer,
            f"POST {webhook}": self._follow_up,
            f"GET {webhook}/messages/{{message}}": self._webhook_message,
            f"PATCH {webhook}/messages/{{message}}": self._edit_webhook_message,
            f"DELETE {webhook}/messages/{{message}}": self._delete_webhook_message,
        }
        doors = [
            web.route(method, PREFIX + path, self._door(handle))
            for (method, path), handle in ((key.split(), handle) for key, handle in table.items())
        ]
        return [*doors, web.route("*", PREFIX + "/{rest:.*}", self._door(self._unknown))]

    def _door(self, handle: Handle) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def enter(request: web.Request) -> web.Response:
            try:
                call = await _read(request)
            except ConnectionError:  # whoever sent it has died in the middle
                return web.Response()
            self.calls.append(call)
            try:
                answer = await self._answer_to(call, handle)
            except ConnectionLostError:
                if request.transport:
                    request.transport.abort()
                return web.Response()
            finally:
                self._wake()
            return _written(answer)

        return enter

    async def _answer_to(self, call: Call, handle: Handle) -> Answer:
        self._wake()
        answer = self._limited(call) or await self._faults.meet(call, When.BEFORE)
        if answer is None:
            answer = await _done(handle, call)
            self._wake()
            answer = await self._faults.meet(call, When.AFTER) or answer
        call.status = answer.status
        return answer

    def _limited(self, call: Call) -> Answer | None:
        """As much as comes in a second may come at once, and what is left of that grows by the second."""
        if not self.a_second or not call.is_counted:
            return None
        now = time.monotonic()
        self._full_at = max(self._full_at, now) + 1 / self.a_second
        if self._full_at - now <= 1:
            return None
        retry_after = self._full_at - now - 1
        said = {"message": "You are being rate limited.", "retry_after": retry_after, "global": True}
        return Answer(HTTPStatus.TOO_MANY_REQUESTS, said, limited("global", retry_after))

    # Who and where

    async def _name_gateway(self, _: Call) -> Payload:
        return self._gateway.invitation()

    async def _me(self, _: Call) -> Payload:
        return self._world.bot.payload()

    async def _user(self, call: Call) -> Payload:
        return self._world.user(call.ids["user"]).payload()

    async def _member(self, call: Call) -> Payload:
        self._world.check_guild()
        return self._world.user(call.ids["user"]).member_payload()

    async def _roles(self, _: Call) -> list[Payload]:
        self._world.check_guild()
        return [self._world.everyone_payload(), *(role.payload() for role in self._world.roles.values())]

    async def _make_role(self, call: Call) -> Payload:
        role = self._world.new_role(call.data)
        guild = {"guild_id": str(self._world.guild_id)}
        await self._gateway.tell("GUILD_ROLE_CREATE", guild | {"role": role.payload()})
        for other in self._world.roles.values():
            if other is not role:
                await self._gateway.tell("GUILD_ROLE_UPDATE", guild | {"role": other.payload()})
        return role.payload()

    async def _give_role(self, call: Call) -> None:
        user, role = self._world.role_to_hand(call.ids["user"], call.ids["role"])
        if role not in user.roles:
            user.roles.append(role)

    async def _take_role(self, call: Call) -> None:
        user, role = self._world.role_to_hand(call.ids["user"], call.ids["role"])
        if role in user.roles:
            user.roles.remove(role)

    async def _guild(self, call: Call) -> Payload:
        self._world.check_guild()
        return self._world.guild_payload(int(call.ids["guild"]))

    async def _application(self, _: Call) -> Payload:
        bot = self._world.bot
        return {
            "id": str(bot.id),
            "name": bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "owner": bot.payload(),
            "team": None,
            "rpc_origins": [],
        }

    async def _put_commands(self, call: Call) -> list[Payload]:
        same = {"application_id": str(self._world.bot.id), "version": "1", "dm_permission": True}
        self._world.commands = [{"description": "", **one, **same, "id": str(new_id())} for one in call.body]
        return self._world.commands

    async def _commands(self, _: Call) -> list[Payload]:
        return self._world.commands

    async def _nod(self, call: Call) -> None:
        self._world.channel(call.ids["channel"])

    async def _unknown(self, _: Call) -> None:
        raise RefusedError(404, 0, "404: Not Found")

    # Channels and threads

    async def _channel(self, call: Call) -> Payload:
        return self._world.channel(call.ids["channel"]).payload()

    async def _edit_channel(self, call: Call) -> Payload:
        channel = self._world.channel(call.ids["channel"])
        if call.data.get("archived", channel.archived):
            self._world.check_unfolded(channel)
        elif channel.archived:
            self._world.check_unlocked(channel)
            self._world.check_room()
        channel.name = call.data.get("name", channel.name)
        channel.archived = call.data.get("archived", channel.archived)
        channel.locked = call.data.get("locked", channel.locked)
        channel.folds_after = call.data.get("auto_archive_duration", channel.folds_after)
        await self._gateway.tell("THREAD_UPDATE", channel.payload())
        return channel.payload()

    async def _delete_channel(self, call: Call) -> Payload:
        channel = self._world.channel(call.ids["channel"])
        self._world.check_may("manage_threads" if channel.is_thread else "manage_channels", channel)
        self._world.remove(channel)
        await self._gateway.tell(
            "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel.payload()
        )
        return channel.payload()

    async def _open_direct(self, call: Call) -> Payload:
        return self._world.open_direct(self._world.user(call.data["recipient_id"])).payload()

    async def _open_thread_from_message(self, call: Call) -> Payload:
        message = self._world.message(call.ids["channel"], call.ids["message"])
        self._check_may_open(message.channel)
        thread = self._world.open_thread(call.data["name"], message.channel, message)
        return await self._announced(thread, call.data["auto_archive_duration"])

    async def _open_thread(self, call: Call) -> Payload:
        """In a forum it begins with a message, and has its id."""
        channel = self._world.channel(call.ids["channel"])
        if channel.kind != FORUM:
            self._check_may_open(channel)
            return await self._announced(self._world.open_thread(call.data["name"], channel))
        self._world.check_may("send_messages", channel)
        if call.uploads:
            self._world.check_may("attach_files", channel)
        self._world.check_room()
        thread = Channel(call.data["name"], channel.guild_id, THREAD, channel, self._world.bot.id)
        first = self._world.new_message(thread, call.data["message"], call.uploads)
        thread.id = first.id
        thread.posts[first.id] = first
        self._world.channels[thread.id] = thread
        return await self._announced(thread) | {"message": first.payload()}

    def _check_may_open(self, channel: Channel) -> None:
        if channel.kind != TEXT:
            raise RefusedError(400, 50024, "Cannot execute action on this channel type")
        self._world.check_may("create_public_threads", channel)
        self._world.check_room()

    async def _announced(self, thread: Channel, folds_after: int = 1440) -> Payload:
        thread.folds_after = folds_after
        await self._gateway.tell("THREAD_CREATE", thread.payload() | {"newly_created": True})
        return thread.payload()

    # Messages

    async def _messages(self, call: Call) -> list[Payload]:
        """Newest first, as Discord lists them; `after` turns the end that is kept.

        Who may not look back is not refused, but finds nothing.
        """
        channel = self._world.channel(call.ids["channel"])
        messages = channel.messages if self._world.may("read_message_history", channel) else []
        limit = int(call.query.get("limit", 50))
        if "after" in call.query:
            messages = [one for one in messages if one.id > int(call.query["after"])][:limit]
        if "before" in call.query:
            messages = [one for one in messages if one.id < int(call.query["before"])]
        return [one.payload() for one in reversed(messages[-limit:])]

    async def _post(self, call: Call) -> Payload:
        """A nonce that was used lately brings the message that is there, where that is asked for."""
        channel = self._world.channel(call.ids["channel"])
        self._world.check_may_post(channel, call.uploads)
        nonce = str(call.data.get("nonce", ""))
        known = self._world.nonces.get(nonce) if call.data.get("enforce_nonce") else None
        if known:
            return known.payload() | {"nonce": nonce}
        message = self._world.new_message(channel, call.data, call.uploads)
        channel.posts[message.id] = message
        await self._unfold(channel)
        written = message.payload()
        if nonce:
            self._world.nonces[nonce] = message
            written["nonce"] = nonce
        await self._gateway.tell("MESSAGE_CREATE", self._in_guild(written, message))
        return written

    async def _unfold(self, thread: Channel) -> None:
        if thread.archived:
            thread.archived = False
            await self._gateway.tell("THREAD_UPDATE", thread.payload())

    async def _message(self, call: Call) -> Payload:
        return self._world.message(call.ids["channel"], call.ids["message"]).payload()

    async def _edit(self, call: Call) -> Payload:
        message = self._world.message(call.ids["channel"], call.ids["message"])
        self._world.check_may_edit(message)
        message.write(call.data, call.uploads)
        message.edits += 1
        await self._gateway.tell("MESSAGE_UPDATE", self._in_guild(message.payload(), message))
        return message.payload()

    async def _delete(self, call: Call) -> None:
        message = self._world.message(call.ids["channel"], call.ids["message"])
        del message.channel.posts[message.id]
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        await self._gateway.tell("MESSAGE_DELETE", self._in_guild(gone, message))

    def _in_guild(self, written: Payload, message: Message) -> Payload:
        guild = message.channel.guild_id
        return written | {"guild_id": str(guild)} if guild else written

    # Interactions

    async def _answer(self, call: Call) -> Payload:
        interaction = self._interaction(call)
        message = interaction.answer(self._world, call.data, call.uploads)
        echo: Payload = {"id": str(interaction.id), "type": int(interaction.kind)}
        if message is None:
            return {"interaction": echo}
        echo["response_message_id"] = str(message.id)
        echo["response_message_loading"] = bool(message.flags & LOADING)
        echo["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        reply = interaction.reply or Reply.MESSAGE
        return {"interaction": echo, "resource": {"type": int(reply), "message": message.payload()}}

    async def _follow_up(self, call: Call) -> Payload:
        return self._interaction(call).follow_up(self._world, call.data, call.uploads).payload()

    async def _webhook_message(self, call: Call) -> Payload:
        return self._interaction(call).find(self._world, call.ids["message"]).payload()

    async def _edit_webhook_message(self, call: Call) -> Payload:
        interaction = self._interaction(call)
        message = interaction.find(self._world, call.ids["message"])
        interaction.edit(message, call.data, call.uploads)
        return message.payload()

    async def _delete_webhook_message(self, call: Call) -> None:
        interaction = self._interaction(call)
        interaction.remove(interaction.find(self._world, call.ids["message"]))

    def _interaction(self, call: Call) -> Interaction:
        try:
            return self.interactions[call.ids["token"]]
        except KeyError:
            raise RefusedError(404, 10015, "Unknown Webhook") from None


async def _done(handle: Handle, call: Call) -> Answer:
    try:
        payload = await handle(call)
    except RefusedError as refused:
        limit = refused.payload.get("retry_after")
        headers = {} if limit is None else limited("user", limit)
        return Answer(refused.status, refused.payload, headers)
    return Answer(204 if payload is None else 200, payload)


def _written(answer: Answer) -> web.Response:
    """discord.py reads JSON only where the type is exactly this one, without a charset."""
    if answer.status == 204:
        return web.Response(status=204)
    body = json.dumps(answer.payload).encode() if answer.raw is None else answer.raw
    return web.Response(
        body=body, status=answer.status, headers=answer.headers, content_type=answer.content_type
    )


async def _read(request: web.Request) -> Call:
    path = request.path.removeprefix(PREFIX)
    call = Call(request.method, path, dict(request.match_info), dict(request.query))
    if request.content_type.startswith("multipart/"):
        async for part in _parts(request):
            if part.name == "payload_json":
                call.body = await part.json()
            elif part.name and part.name.startswith("files["):
                index = int(part.name.removeprefix("files[").removesuffix("]"))
                call.uploads.append(Upload(index, part.filename or "", bytes(await part.read())))
    elif request.can_read_body:
        with suppress(json.JSONDecodeError):
            call.body = await request.json()
    return call


async def _parts(request: web.Request) -> AsyncIterator[BodyPartReader]:
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert isinstance(part, BodyPartReader)
        yield part
