"""What a person does with the bot - a command, a click, a form - and what the bot answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from tests.patience import PATIENCE
from tests.standin.layouts import BUTTON, SELECTS, walk
from tests.standin.rights import ALL_RIGHTS, RIGHTS
from tests.standin.world import (
    DIRECT,
    EPHEMERAL,
    LOADING,
    Channel,
    Message,
    Payload,
    RefusedError,
    Upload,
    User,
    World,
    new_id,
)

_SUBCOMMANDS: Final = (1, 2)
_TO_ANSWER: Final = 3
"""Seconds until a first answer comes too late, by the clock of the world."""
_TO_GO_ON: Final = 15 * 60
"""Seconds for which the token is good."""
_USER: Final = 6
_IN_MENUS: Final = 2
"""The type of a command that stands in the menus of members."""
_WHOSE: Final = "member"
_IN_TALKS: Final = RIGHTS["attach_files"] | RIGHTS["embed_links"]
"""What an application is told that it may do where there is no guild: writing is not named among it."""


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    FORM = 5


class Reply(IntEnum):
    MESSAGE = 4
    LATER = 5
    NOTHING_YET = 6
    UPDATE = 7
    SUGGESTIONS = 8
    FORM = 9


@dataclass(slots=True)
class Interaction:
    kind: Kind
    user: User
    channel: Channel
    data: Payload
    source: Message | None = None
    """The message whose button was clicked."""
    seen: Payload | None = None
    """That message as it was when the finger came down; by now it may be another."""
    reply: Reply | None = None
    original: Message | None = None
    """What `@original` means: the first answer, or the source where that is updated."""
    followups: list[Message] = field(default_factory=list)
    taken_back: list[str] = field(default_factory=list)
    """What was answered and deleted."""
    suggestions: list[Payload] = field(default_factory=list)
    form: Payload | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    id: int = field(default_factory=new_id)
    sent_at: float = 0.0
    """By the clock of the world, which only a test moves: a slow machine makes nobody late."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def messages(self) -> list[Message]:
        """What the bot said to it, finished or not."""
        first = [self.original] if self.original and self.original is not self.source else []
        return first + self.followups

    @property
    def private(self) -> list[Message]:
        """What only this person sees."""
        return [message for message in self.messages if message.is_private]

    @property
    def text(self) -> str:
        """What it was answered, also what was deleted since."""
        return "\n".join([*self.taken_back, *(message.text for message in self.messages)])

    def answer(self, world: World, data: Payload, uploads: list[Upload]) -> Message | None:
        """The callback: once. Returns the message it made or changed."""
        if self.reply is not None:
            raise RefusedError(400, 40060, "Interaction has already been acknowledged.")
        if world.passed - self.sent_at >= _TO_ANSWER:
            raise RefusedError(404, 10062, "Unknown interaction")
        reply = Reply(data["type"])
        content: Payload = data.get("data") or {}
        match reply:
            case Reply.MESSAGE:
                self.original = self._show(world.new_message(self.channel, content, uploads))
            case Reply.LATER:
                flags = content.get("flags", 0) & EPHEMERAL | LOADING
                self.original = self._show(Message(self.channel, world.bot, world.cdn, flags=flags))
            case Reply.NOTHING_YET | Reply.UPDATE:
                if self.source is None:
                    raise RefusedError(400, 50035, "There is no message to update")
                self.original = self.source
                if reply is Reply.UPDATE:
                    self.edit(self.source, content, uploads)
            case Reply.SUGGESTIONS:
                self.suggestions = content["choices"]
            case Reply.FORM:
                self.form = content
        self.reply = reply
        self.answered.set()
        return self.original

    def follow_up(self, world: World, data: Payload, uploads: list[Upload]) -> Message:
        """The first follow-up of a deferred answer takes its place, as on Discord."""
        self._check_open(world)
        if self.original and self.original.flags & LOADING:
            self.edit(self.original, data, uploads)
            return self.original
        message = self._show(world.new_message(self.channel, data, uploads))
        self.followups.append(message)
        return message

    def find(self, world: World, message_id: str) -> Message:
        self._check_open(world)
        wanted = (
            [self.original]
            if message_id == "@original"
            else [one for one in self.messages if one.id == int(message_id)]
        )
        if not wanted or wanted[0] is None:
            raise RefusedError(404, 10008, "Unknown Message")
        return wanted[0]

    def edit(self, message: Message, data: Payload, uploads: list[Upload]) -> None:
        message.write(data, uploads)
        message.flags &= ~LOADING
        message.edits += 1

    def remove(self, message: Message) -> None:
        self.taken_back.append(message.text)
        message.channel.posts.pop(message.id, None)
        if message is self.original:
            self.original = None
        else:
            self.followups.remove(message)

    def _show(self, message: Message) -> Message:
        if not message.is_private:
            message.channel.posts[message.id] = message
        return message

    def _check_open(self, world: World) -> None:
        """A token that was never used is unknown; one that was good for long enough is no longer valid."""
        if self.reply is None:
            raise RefusedError(404, 10015, "Unknown Webhook")
        if world.passed - self.sent_at >= _TO_GO_ON:
            raise RefusedError(401, 50027, "Invalid Webhook Token")

    def payload(self, world: World) -> Payload:
        written: Payload = {
            "id": str(self.id),
            "application_id": str(world.bot.id),
            "type": int(self.kind),
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": self.channel.payload(),
            "app_permissions": str(_rights_of_bot(self.channel, world)),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if self.source:
            written["message"] = self.seen or self.source.payload()
        himself = {"1": str(self.user.id)}
        if self.channel.kind == DIRECT:
            by_itself = self.channel.is_with_bot
            return written | {
                "user": self.user.payload(),
                "context": 1 if by_itself else 2,
                "authorizing_integration_owners": {"0": "0"} | himself if by_itself else himself,
            }
        guild = str(self.channel.guild_id)
        return written | {
            "guild_id": guild,
            "guild": {"id": guild, "locale": world.locale, "features": []},
            "guild_locale": world.locale,
            "member": self.user.member_payload(ALL_RIGHTS),
            "context": 0,
            "authorizing_integration_owners": {"0": guild} if world.is_home(self.channel) else himself,
        }


Send = Callable[[Interaction], Awaitable[None]]


class NoAnswerError(Exception):
    """Discord would show 'The application did not respond'."""


class Person:
    """A member of the guild, with hands."""

    def __init__(self, user: User, world: World, send: Send) -> None:
        self.user = user
        self._world = world
        self._send = send

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    def wear(self, avatar: str, picture: bytes | None, *, here: bool = False) -> None:
        """Choose an avatar, for all of Discord or for the guild alone. None: there is none of that name."""
        place, name = f"avatars/{self.user.id}", f"{avatar}.png"
        if here:
            self.user.own_avatar = avatar
            place = f"guilds/{self._world.guild_id}/users/{self.user.id}/avatars"
        else:
            self.user.avatar = avatar
        if picture is not None:
            self._world.avatars[f"{place}/{name}"] = picture

    async def slash(self, name: str, channel: Channel | None = None, **options: Any) -> Interaction:
        """Type a command, `play knopen` with its subcommand; returns when the bot has answered."""
        return await self._ask(Kind.COMMAND, channel, self._command(name, options, channel))

    async def complete(
        self, name: str, focused: str, typed: str, channel: Channel | None = None
    ) -> list[str]:
        """The values that autocomplete offers for an option."""
        data = self._command(name, {focused: typed}, channel, focused)
        asked = await self._ask(Kind.AUTOCOMPLETE, channel, data)
        return [choice["value"] for choice in asked.suggestions]

    async def click(self, message: Message, what: str) -> Interaction:
        """Click the button with that label, or whose address so begins; returns when the bot has answered."""
        return await self.send(self.clicking(message, what))

    def clicking(self, message: Message, what: str) -> Interaction:
        """The click before it is sent: for those who click at once, and for one who comes too late."""
        data = {"component_type": BUTTON, "custom_id": _address(message, what)}
        return self._on(message, data)

    def pressing(self, message: Message, address: str, *values: str) -> Interaction:
        """A press of a button with that address, or a choice from such a menu, as if it hung there."""
        part: Payload = {"type": BUTTON, "style": 2, "label": "?", "custom_id": address}
        if values:
            options = [{"label": value, "value": value} for value in values]
            part = {"type": SELECTS[0], "custom_id": address, "options": options}
        data = {"component_type": part["type"], "custom_id": address, "values": list(values)}
        seen = message.payload() | {"components": [{"type": 1, "components": [part]}]}
        return Interaction(Kind.COMPONENT, self.user, message.channel, data, message, seen)

    def writing(self, message: Message, address: str, **fields: str) -> Interaction:
        """A form that was filled in."""
        filled = [
            {"type": 18, "id": 0, "component": {"type": 4, "custom_id": key, "id": 0, "value": value}}
            for key, value in fields.items()
        ]
        data = {"custom_id": address, "components": filled}
        return Interaction(Kind.FORM, self.user, message.channel, data, message)

    def asking(self, name: str, channel: Channel | None = None, **options: Any) -> Interaction:
        """A command before it is sent."""
        data = self._command(name, options, channel)
        return Interaction(Kind.COMMAND, self.user, channel or self._world.table, data)

    def typing(self, name: str, focused: str, channel: Channel | None = None) -> Interaction:
        """The question what could be written there."""
        data = self._command(name, {focused: ""}, channel, focused)
        return Interaction(Kind.AUTOCOMPLETE, self.user, channel or self._world.table, data)

    def whisper(self, channel: Channel) -> Message:
        """A private message of the bot's to this person."""
        return Message(channel, self._world.bot, self._world.cdn, content="?", flags=EPHEMERAL)

    async def select(self, message: Message, *values: str, nth: int = 0) -> Interaction:
        part = message.selects[nth]
        data = {"component_type": part["type"], "custom_id": part["custom_id"], "values": list(values)}
        return await self.send(self._on(message, data))

    async def submit(self, asked: Interaction, **fields: str) -> Interaction:
        """Fill in the form that an interaction brought, by the `custom_id` of its fields."""
        assert asked.form is not None
        filled = [_filled(part, fields) for part in asked.form["components"]]
        data = {"custom_id": asked.form["custom_id"], "components": filled}
        return await self.send(Interaction(Kind.FORM, self.user, asked.channel, data, asked.source))

    async def send(self, interaction: Interaction) -> Interaction:
        """Let it happen, and wait for the answer. Raises NoAnswerError."""
        await self._send(interaction)
        try:
            async with asyncio.timeout(PATIENCE):
                await interaction.answered.wait()
        except TimeoutError:
            raise NoAnswerError(interaction.kind.name, interaction.data) from None
        return interaction

    async def _ask(self, kind: Kind, channel: Channel | None, data: Payload) -> Interaction:
        return await self.send(Interaction(kind, self.user, channel or self._world.table, data))

    def _on(self, message: Message, data: Payload) -> Interaction:
        return Interaction(Kind.COMPONENT, self.user, message.channel, data, message, message.payload())

    def _command(
        self, name: str, options: dict[str, Any], channel: Channel | None = None, focused: str = ""
    ) -> Payload:
        root, *path = name.split()
        found = [command for command in self._world.commands if command["name"] == root]
        assert found, f"no command {root!r} among {[command['name'] for command in self._world.commands]}"
        data: Payload = {"id": found[0]["id"], "name": root, "type": found[0].get("type", 1)}
        in_guild = channel is None or channel.guild_id is not None
        if in_guild:
            data["guild_id"] = str(channel.guild_id if channel else self._world.guild_id)
        level, declared = data, found[0]
        for step in path:
            declared = next(one for one in declared["options"] if one["name"] == step)
            assert declared["type"] in _SUBCOMMANDS
            level["options"] = [{"name": step, "type": declared["type"]}]
            level = level["options"][0]
        if data["type"] == _IN_MENUS:
            data["target_id"] = str(options[_WHOSE].user.id)
        else:
            types = {one["name"]: one["type"] for one in options_of(declared)}
            level["options"] = [_option(key, types[key], value, focused) for key, value in options.items()]
        people = [value.user for value in options.values() if isinstance(value, Person)]
        if people:
            data["resolved"] = {"users": {str(user.id): user.payload() for user in people}}
            if in_guild:
                members = {str(user.id): user.member_payload() for user in people}
                data["resolved"]["members"] = members
        return data


def options_of(command: Payload) -> list[Payload]:
    """What it may be told; one that stands in the menus of members, in whose."""
    if command.get("type") == _IN_MENUS and "options" not in command:
        return [{"name": _WHOSE, "type": _USER, "required": True}]
    options: list[Payload] = command.get("options", [])
    return options


def _rights_of_bot(channel: Channel, world: World) -> int:
    return _IN_TALKS if channel.kind == DIRECT else world.rights_in(channel)


def _address(message: Message, what: str) -> str:
    """The `custom_id` of the button that is meant."""
    for part in message.buttons:
        address = str(part.get("custom_id", ""))
        if part.get("label") == what or address.startswith(what):
            assert not part.get("disabled"), f"{what!r} is disabled"
            return address
    raise AssertionError(f"no {what!r} among {[part.get('label') for part in message.buttons]}")


def _option(name: str, kind: int, value: Any, focused: str) -> Payload:
    written = str(value.user.id) if kind == _USER else value
    option: Payload = {"name": name, "type": kind, "value": written}
    return option | {"focused": True} if name == focused else option


def _filled(part: Payload, fields: dict[str, str]) -> Payload:
    """A row or label of a form, with what was typed into its fields."""
    answers = [
        {
            "type": one["type"],
            "custom_id": one["custom_id"],
            "id": one.get("id", 0),
            "value": fields[one["custom_id"]],
        }
        for one in walk(part)
        if "custom_id" in one
    ]
    if "component" in part:
        return {"type": part["type"], "id": part.get("id", 0), "component": answers[0]}
    return {"type": part["type"], "id": part.get("id", 0), "components": answers}
