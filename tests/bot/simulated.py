"""A game club on simulated Discord: members who press, choose and read, and the real bot as their host."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
import simcord.interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType, InteractionType, OptionType, OverwriteType

from bot.app import Speltafel, make_bot
from bot.club import timekeeper
from bot.database.file import File, Row, Writing
from bot.database.matches import StoredMatches
from bot.database.pen import Hurry
from bot.database.where import Where
from bot.hosting.environment import ONE_SHARD
from bot.ui import sweep
from bot.words.language import LANGUAGES, Language, language
from tests.bot.copies import copied

_ASIDE = {(language(code).say("everywhere.settings"),) for code in LANGUAGES}
"""The one button of what is told besides."""
_SIGHT = discord.Permissions(view_channel=True).value
_HOUR = 3600
_ROUNDS = 12
"""Of the bot, at least, through hours."""
_AT_ITS_END = 3
"""One errand finds out what is due, another shows it, and a third has waited for that."""
_AT_ONCE = 0.001
"""Seconds. What shall be done now is done at the next moment of simulated time."""

# What people see


@dataclass(frozen=True)
class Picture:
    name: str
    alt: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Button:
    label: str
    custom_id: str
    disabled: bool
    url: str = ""
    """Of one that leads somewhere, and tells the bot nothing."""


@dataclass(frozen=True)
class Menu:
    custom_id: str
    placeholder: str
    labels: tuple[str, ...]
    values: tuple[str, ...]
    several: bool


@dataclass(frozen=True)
class Field:
    """Of a form."""

    name: str
    label: str
    hint: str
    kind: int
    labels: tuple[str, ...]
    values: tuple[str, ...]
    chosen: tuple[str, ...]
    """What is chosen already."""
    required: bool


@dataclass(frozen=True)
class Form:
    title: str
    custom_id: str
    text: str
    """What only stands there."""
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


@dataclass(frozen=True)
class Shown:
    """A message as it was seen at one moment. It keeps its buttons, also when the message has lost them."""

    id: int
    channel_id: int
    content: str
    """All its text, wherever it stands."""
    pictures: tuple[Picture, ...]
    buttons: tuple[Button, ...]
    menus: tuple[Menu, ...]
    private: bool
    pinged: frozenset[int]
    """The ids of the users whom the message notified."""
    payload: dict[str, Any] = field(repr=False, compare=False)

    @property
    def is_aside(self) -> bool:
        """It tells somebody, after what they asked for, that they stand on the board of all servers."""
        return self.private and self.labels in _ASIDE

    @property
    def picture(self) -> Picture:
        """The only picture."""
        (picture,) = self.pictures
        return picture

    @property
    def menu(self) -> Menu:
        """The only select menu."""
        (menu,) = self.menus
        return menu

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the buttons that can be pressed."""
        return tuple(button.label for button in self.buttons if not button.disabled)

    def button(self, what: str) -> Button:
        """The one button with this label, or else with this part in its custom_id."""
        found = [button for button in self.buttons if button.label == what]
        found = found or [button for button in self.buttons if what in button.custom_id]
        assert len(found) == 1, f"{what!r} is not one button of {self.buttons}"
        return found[0]

    def menu_with(self, part: str) -> Menu:
        """The one select menu with this part in its custom_id."""
        found = [menu for menu in self.menus if part in menu.custom_id]
        assert len(found) == 1, f"{part!r} is not one menu of {self.menus}"
        return found[0]


@dataclass(frozen=True)
class Answer:
    """What came of one interaction. It stays live: after a later edit it shows the edited message."""

    result: simcord.InteractionResult
    club: Club = field(repr=False)

    @property
    def messages(self) -> tuple[Shown, ...]:
        """The first answer and all that followed."""
        first = self.result.response
        following = self.result.followups
        answers = [*([first] if first is not None else []), *following]
        return tuple(self.club.see(answer) for answer in answers)

    @property
    def private(self) -> Shown:
        """The latest answer that only the asker can see."""
        private = [message for message in self.messages if message.private and not message.is_aside]
        assert private, f"nothing was answered privately: {self.messages}"
        return private[-1]

    @property
    def form(self) -> Form:
        """The form that was the answer."""
        form = self.result.modal
        assert form is not None, f"no form was shown, but {self.messages}"
        parts = list(walk_components(form["components"]))
        return Form(
            form["title"],
            form["custom_id"],
            text_of(form),
            tuple(_field(part) for part in parts if part["type"] == ComponentType.LABEL),
        )

    @property
    def aside(self) -> Shown | None:
        """What the asker was told besides: that they have come to stand on the board of all servers."""
        return next((message for message in self.messages if message.is_aside), None)

    def asks(self, what: str) -> bool:
        """An answer that is still there has a button with this part in its address."""
        return any(what in button.custom_id for shown in self.messages for button in shown.buttons)

    @property
    def public(self) -> Shown:
        """The latest answer that everybody can see."""
        public = [message for message in self.messages if not message.private]
        assert public, f"nothing was answered in public: {self.messages}"
        return public[-1]


Seen = Shown | Answer | discord.Message
"""What a member can press on; of an answer it is the latest private message, else the public one."""


Chosen = str | int | simcord.ChannelHandle | simcord.RoleHandle | simcord.MemberActor
"""In a menu: a value, a label or a place (from 0); where Discord names what is chosen, that."""


# What people do


@dataclass(frozen=True)
class Click:
    """A press or a choice that is on its way to the bot."""

    member: Member
    on: Shown
    data: dict[str, Any]
    kind: InteractionType = InteractionType.MESSAGE_COMPONENT


@dataclass(frozen=True)
class Member:
    actor: simcord.MemberActor
    club: Club = field(repr=False)

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def mention(self) -> str:
        return self.actor.mention

    async def command(
        self, name: str, /, *, where: simcord.ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Run a slash command; a member, as an option, is a `Member`."""
        wire = {key: value.actor if isinstance(value, Member) else value for key, value in options.items()}
        return Answer(await self._typed(name, where, wire), self.club)

    async def _typed(
        self, name: str, where: simcord.ChannelHandle | None, wire: dict[str, Any]
    ) -> simcord.InteractionResult:
        return await self.actor.slash(where or self.club.channel, name, **wire)

    async def in_menu_of(
        self, other: Member, name: str, where: simcord.ChannelHandle | None = None
    ) -> Answer:
        """Choose a command in the menu of somebody."""
        shown = await self.actor.context_menu(where or self.club.channel, name, other.actor)
        return Answer(shown, self.club)

    async def suggestions(
        self,
        name: str,
        option: str,
        typed: str,
        /,
        *,
        where: simcord.ChannelHandle | None = None,
        **filled: Any,
    ) -> dict[str, Any]:
        """What autocomplete offers for what was typed: names and values."""
        offered = await self._offered(name, option, typed, where, filled)
        return {choice["name"]: choice["value"] for choice in offered}

    async def _offered(
        self, name: str, option: str, typed: str, where: simcord.ChannelHandle | None, filled: dict[str, Any]
    ) -> list[dict[str, Any]]:
        return await self.actor.autocomplete(where or self.club.channel, name, option, typed, **filled)

    @property
    def hands(self) -> simcord.MemberActor | simcord.UserHandle:
        """With which they press and choose."""
        return self.actor

    @property
    def directly(self) -> Direct:
        """The same person in a direct message with the bot."""
        return Direct(self.actor, self.club)

    async def press(self, on: Seen, what: str) -> Answer:
        """Press the button with this label or this part in its custom_id; it must still be there."""
        seen = self.club.see(on)
        button = seen.button(what)
        result = await self.hands.click(self.club.message(seen), custom_id=button.custom_id)
        return Answer(result, self.club)

    async def choose(self, on: Seen, *what: Chosen, menu: str = "") -> Answer:
        """Choose by value, by label or by place (from 0), in the one menu with `menu` in its custom_id."""
        seen = self.club.see(on)
        chosen_in = seen.menu_with(menu)
        values = [_value_in(chosen_in, one) for one in what]
        result = await self.hands.select(self.club.message(seen), values, custom_id=chosen_in.custom_id)
        return Answer(result, self.club)

    async def answer(self, on: Seen, what: str | int) -> Answer:
        """Answer what the composer asks, by a key or by place (from 0): with its button or in the menu."""
        seen = self.club.see(on)
        if seen.menus:
            in_menu = seen.menu.values if isinstance(what, str) else ()
            if isinstance(what, int) or what in in_menu:
                return await self.choose(on, what)
        return await self.press(
            on, _answers(seen)[what] if isinstance(what, int) else _button_for(seen, what)
        )

    async def submit(self, shown: Answer, **values: Any) -> Answer:
        """Fill in the modal that was the answer, by custom_id."""
        return Answer(await self.hands.submit_modal(shown.result, values), self.club)

    async def fill_in(self, shown: Answer, **values: Chosen | Sequence[Chosen]) -> Answer:
        """As above; what is not named stays as it is chosen already, as on Discord."""
        filled = {field.name: self._left(field) for field in shown.form.fields}
        filled |= {name: _entered(shown.form.field(name), value) for name, value in values.items()}
        return await self.submit(
            shown, **{name: value for name, value in filled.items() if value is not None}
        )

    def _left(self, field: Field) -> Any:
        if field.kind == ComponentType.CHANNEL_SELECT:
            return [self.club.channel_of(int(chosen)) for chosen in field.chosen]
        if field.kind == ComponentType.ROLE_SELECT:
            return [self.club.role_of(int(chosen)) for chosen in field.chosen]
        return list(field.chosen) if field.kind in SELECT_TYPES else next(iter(field.chosen), None)

    def filling(self, on: Seen, custom_id: str, **fields: str) -> Click:
        """A form for `Club.deliver` that was never there, filled in."""
        radio = int(ComponentType.RADIO_GROUP)
        parts = [
            {"type": 18, "id": number, "component": {"type": radio, "custom_id": name, "value": value}}
            for number, (name, value) in enumerate(fields.items(), start=1)
        ]
        data = {"custom_id": custom_id, "components": parts}
        return Click(self, self.club.see(on), data, InteractionType.MODAL_SUBMIT)

    def pressing(self, on: Seen, what: str) -> Click:
        """A press for `Club.deliver`: on a button that was seen, whether it is still there or not."""
        seen = self.club.see(on)
        data = {"component_type": int(ComponentType.BUTTON), "custom_id": seen.button(what).custom_id}
        return Click(self, seen, data)

    def choosing(self, on: Seen, *what: Chosen, menu: str = "") -> Click:
        """A choice for `Club.deliver`: in a menu that was seen, whether it is still there or not."""
        seen = self.club.see(on)
        chosen_in = seen.menu_with(menu)
        data = {
            "component_type": int(ComponentType.STRING_SELECT),
            "custom_id": chosen_in.custom_id,
            "values": [_value_in(chosen_in, one) for one in what],
        }
        return Click(self, seen, data)

    def typing(self, below: Seen, name: str, options: Mapping[str, Any]) -> Click:
        """A command for `Club.deliver`, where something was seen, with options that Discord offers nobody."""
        root, _, leaf = name.partition(" ")
        command = next(one for one in self.club.env.backend.commands[None].values() if one["name"] == root)
        declared = command["options"]
        if leaf:
            declared = next(one for one in declared if one["name"] == leaf)["options"]
        kinds = {one["name"]: one["type"] for one in declared}
        filled = [{"name": one, "type": kinds[one], "value": value} for one, value in options.items()]
        if leaf:
            filled = [{"name": leaf, "type": int(OptionType.SUBCOMMAND), "options": filled}]
        data = {"id": command["id"], "name": root, "type": command["type"], "options": filled}
        return Click(self, self.club.see(below), data, InteractionType.APPLICATION_COMMAND)

    def forging(self, on: Seen, custom_id: str, values: tuple[str, ...] | None = None) -> Click:
        """A press for `Club.deliver` on a button, or a choice in a menu, that was never there."""
        seen = self.club.see(on)
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        item: dict[str, Any] = {"type": int(kind), "custom_id": custom_id}
        item |= {"label": "?", "style": 2} if values is None else {"options": []}
        rows = [{"type": int(ComponentType.ACTION_ROW), "components": [item]}]
        data: dict[str, Any] = {"component_type": int(kind), "custom_id": custom_id}
        data |= {} if values is None else {"values": list(values)}
        return Click(self, replace(seen, payload={**seen.payload, "components": rows}), data)

    def private_messages(self, where: simcord.ChannelHandle | None = None) -> tuple[Shown, ...]:
        """Every private answer that this member still sees in a channel, oldest first."""
        history = (where or self.club.channel).history(viewer=self.actor)
        return tuple(self.club.see(message) for message in history if message.flags.ephemeral)


@dataclass(frozen=True)
class Direct(Member):
    """A member in a direct message with the bot: there is nobody else, and no server."""

    @property
    def hands(self) -> simcord.UserHandle:
        return self.actor.user

    @property
    def posts(self) -> tuple[Shown, ...]:
        """What stands there, oldest first, without what only its reader sees."""
        return self.club.direct_messages(self)

    async def _typed(
        self, name: str, where: simcord.ChannelHandle | None, wire: dict[str, Any]
    ) -> simcord.InteractionResult:
        assert where is None
        handles = {key: getattr(value, "user", value) for key, value in wire.items()}
        result: simcord.InteractionResult = await self.actor.user.slash(name, **handles)
        return result

    async def _offered(
        self, name: str, option: str, typed: str, where: simcord.ChannelHandle | None, filled: dict[str, Any]
    ) -> list[dict[str, Any]]:
        assert where is None
        return await self.actor.user.autocomplete(name, option, typed, **filled)


def _answers(seen: Shown) -> list[str]:
    """The addresses of the buttons that answer a question, and of those that lead back."""
    return [button.custom_id for button in seen.buttons if ":compose:" in button.custom_id]


def _button_for(seen: Shown, key: str) -> str:
    """Of all buttons that add this key, the one that has come furthest: the others lead back."""
    adding = [(keys, address) for address in _answers(seen) if (keys := _keys(address))[-1:] == [key]]
    assert adding, f"{key!r} is no answer among {seen.buttons}"
    return max(adding, key=lambda found: len(found[0]))[1]


def _keys(address: str) -> list[str]:
    return address.split(":")[4].split(",")


def _field(label: dict[str, Any]) -> Field:
    part = label["component"]
    options = part.get("options") or ()
    chosen = [option["value"] for option in options if option.get("default")]
    chosen += [one["id"] for one in part.get("default_values") or ()]
    return Field(
        part["custom_id"],
        label["label"],
        label.get("description") or "",
        part["type"],
        tuple(option["label"] for option in options),
        tuple(option["value"] for option in options),
        tuple(map(str, chosen)),
        part.get("required", True),
    )


def _entered(field: Field, value: Chosen | Sequence[Chosen]) -> Any:
    if field.kind not in SELECT_TYPES:
        return value
    return [value] if isinstance(value, str) or not isinstance(value, Sequence) else list(value)


def _value_in(menu: Menu, what: Chosen) -> Any:
    if isinstance(what, simcord.ChannelHandle | simcord.RoleHandle | simcord.MemberActor):
        return what
    if isinstance(what, int):
        return menu.values[what]
    return menu.values[menu.labels.index(what)] if what in menu.labels else what


# Where they meet


class HeardFile(File):
    """It can be listened to."""

    @cached_property
    def asked(self) -> list[str]:
        """All that was read from it, as SQL."""
        return []

    writers = 0
    """How many write to it, or wait until they may."""

    async def rows(self, sql: str, *values: object) -> Iterable[Row]:
        self.asked.append(sql)
        return await super().rows(sql, *values)

    @asynccontextmanager
    async def transaction(self, hurry: Hurry = Hurry.PEOPLE) -> AsyncIterator[Writing]:
        self.writers += 1
        try:
            async with super().transaction(hurry) as writing:
                yield writing
        finally:
            self.writers -= 1


class Database:
    """One file, and as what the bot of this moment has opened it."""

    def __init__(self, where: Where, file: HeardFile) -> None:
        self.where = where
        self.file = file

    @property
    def path(self) -> Path:
        """Of SQLite's."""
        assert isinstance(self.where, Path)
        return self.where

    @asynccontextmanager
    async def reopened(self) -> AsyncIterator[File]:
        """The same file opened once more; the first is closed when the new bot has taken over."""
        before, self.file = self.file, await HeardFile.open(self.where)
        try:
            yield self.file
        finally:
            await before.close()


class Club:
    """A guild with one text channel, three members, and the real bot over a real file."""

    def __init__(self, env: simcord.Env, database: Database, locales: dict[int, str]) -> None:
        self.env = env
        self.database = database
        self._locales = locales
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("games")
        self.alice = self.join("Alice")
        self.bram = self.join("Bram", locale="nl")
        self.stranger = self.join("Stranger")

    @property
    def file(self) -> HeardFile:
        """As it is open at this moment: another one after a restart."""
        return self.database.file

    @property
    def stored(self) -> StoredMatches:
        return StoredMatches(self.file)

    async def rewrite(self, match: int, record: Sequence[str]) -> None:
        """Another record takes the place of what was played, and nobody has seen it yet."""
        await self.file.change("DELETE FROM plies WHERE match = ?", match)
        now = int(self.env.now().timestamp())
        await self.stored.add_plies(match, 0, record, outcome=None, keeps_offer_of=0, now=now)
        await self.file.change("UPDATE matches SET posted_ply = 0 WHERE id = ?", match)
        self.bot.table.matches.forget_courses()

    @property
    def bot(self) -> Speltafel:
        """The bot of this moment: another one after a restart."""
        assert isinstance(self.env.bot, Speltafel)
        return self.env.bot

    @property
    def itself(self) -> simcord.MemberActor:
        """The bot, as it is named by members."""
        return simcord.MemberActor(
            self.env, self.guild, simcord.UserHandle(self.env, self.env.backend.bot_user)
        )

    def join(self, name: str, *, locale: str = "en-US", roles: Sequence[simcord.RoleHandle] = ()) -> Member:
        user = self.env.create_user(name.lower(), global_name=name)
        self._locales[user.id] = locale
        return Member(self.guild.add_member(user, roles=roles), self)

    @property
    def bot_member(self) -> Member:
        """The bot, as others see it among the members."""
        user = simcord.UserHandle(self.env, self.env.backend.bot_user)
        return Member(simcord.MemberActor(self.env, self.guild, user), self)

    @property
    def bot_name(self) -> str:
        return self.env.backend.bot_user.name

    def words_of(self, member: Member) -> Language:
        """Their own language, in which public buttons are named as they stand here."""
        here = self.env.backend.get_guild(self.guild.id).preferred_locale
        return language(self._locales.get(member.id, "en-US")).beside(language(here))

    def join_manager(self, name: str, *, locale: str = "en-US") -> Member:
        """Somebody who may manage the server."""
        role = self.guild.create_role(f"{name}s", permissions=discord.Permissions(manage_guild=True))
        return self.join(name, locale=locale, roles=[role])

    def elsewhere(self, name: str) -> tuple[Member, simcord.ChannelHandle]:
        """Somebody who is a member of another server only, and the channel there."""
        guild = self.env.create_guild("Elsewhere")
        user = self.env.create_user(name.lower(), global_name=name)
        return Member(guild.add_member(user), self), guild.create_text_channel("games")

    def channel_of(self, number: int) -> simcord.ChannelHandle:
        return simcord.ChannelHandle(self.env, self.guild, self.env.backend.get_channel(number))

    def role_of(self, number: int) -> simcord.RoleHandle:
        return simcord.RoleHandle(
            self.env, self.guild, self.env.backend.get_guild(self.guild.id).roles[number]
        )

    def show_to_everybody(self, command: str) -> None:
        """The owners of all servers show a command to all, whatever right it asks for by itself."""
        ((_, stored),) = [
            item for item in self.env.backend.commands[None].items() if item[1]["name"] == command
        ]
        for guild in self.env.backend.guilds:
            shown = {"id": str(guild), "type": 1, "permission": True}
            self.env.backend.set_command_permissions(guild, int(stored["id"]), [shown])

    def direct_messages(self, member: Member) -> tuple[Shown, ...]:
        """What the bot wrote to a member alone, oldest first."""
        return self.posts(member.actor.user.dm_channel)

    def refuse_direct_messages(self, member: Member) -> None:
        """The member takes none from the bot."""
        path = f"/channels/{member.actor.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, message="Cannot send", times=None)

    def take_direct_messages(self) -> None:
        """Everybody takes them again."""
        self.env.backend.faults[:] = [fault for fault in self.env.backend.faults if fault["code"] != 50007]

    async def wait(self, **length: float) -> None:
        """Let time pass, as `timedelta` counts it: `wait(hours=25)`.

        Through hours the bot goes its rounds less often than every minute, and a few more at their end: what
        is due still comes when it is due, and what comes of it is seen.
        """
        passing = timedelta(**length).total_seconds()
        if passing < _HOUR:
            await self.env.advance_time(passing)
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                timekeeper, "_LONGEST_GAP", passing
            )  # else it would count as away between two rounds
            with patch.context() as seldom:
                seldom.setattr(sweep, "MINUTE", passing / _ROUNDS)
                await self.env.advance_time(passing)
            for _ in range(_AT_ITS_END):
                for errand in self.bot.sweep._errands.values():
                    errand.hurry()
                await self.env.advance_time(_AT_ONCE)

    async def restart(self) -> None:
        """Stop the bot and start a new one over the same file."""
        await self.bot.table.timekeeper.note_stop()  # SimCord does not close it
        async with self.database.reopened() as file:
            await self.env.restart_bot(make_bot(file, self.env.now, shards=ONE_SHARD))

    async def show_board(self, match: int) -> None:
        """For what was saved in the bot's own room; and all that follows from showing it."""
        posts = self.bot.table.posts
        await posts.boards.show(match)
        await posts.background.done()

    # What the owner of the server may do

    def speak(self, locale: str) -> None:
        """The server's own language."""
        self.env.backend.get_guild(self.guild.id).preferred_locale = locale

    async def take_right(self, right: str, where: simcord.ChannelHandle | None = None) -> None:
        """The bot loses a right in a channel."""
        await self._overwrite(where, deny=discord.Permissions(**{right: True}))

    async def give_rights_back(self, where: simcord.ChannelHandle | None = None) -> None:
        await self._overwrite(where, deny=discord.Permissions.none())

    async def _overwrite(self, where: simcord.ChannelHandle | None, deny: discord.Permissions) -> None:
        own = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, allow=0, deny=deny.value)
        self.env.backend.set_overwrite((where or self.channel).id, own)
        await self.env.settle()

    def channel_hidden_from(self, member: Member) -> simcord.ChannelHandle:
        hidden = discord.PermissionOverwrite(view_channel=False)
        return self.guild.create_text_channel("hidden", overwrites={member.actor: hidden})

    def hide(self, channel: simcord.ChannelHandle, *whom: Member | simcord.RoleHandle) -> None:
        """From these alone."""
        self._set_sight(channel, *whom, deny=_SIGHT)

    def show(self, channel: simcord.ChannelHandle, *whom: Member | simcord.RoleHandle) -> None:
        """To these, whatever others may."""
        self._set_sight(channel, *whom, allow=_SIGHT)

    def let_bot_in(self, channel: simcord.ChannelHandle) -> None:
        own = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, allow=_SIGHT, deny=0)
        self.env.backend.set_overwrite(channel.id, own)

    def _set_sight(
        self,
        channel: simcord.ChannelHandle,
        *whom: Member | simcord.RoleHandle,
        allow: int = 0,
        deny: int = 0,
    ) -> None:
        for one in whom:
            kind = OverwriteType.MEMBER if isinstance(one, Member) else OverwriteType.ROLE
            self.env.backend.set_overwrite(channel.id, Overwrite(one.id, kind, allow=allow, deny=deny))

    def archive(self, thread: simcord.ChannelHandle) -> None:
        """Discord folds it away, and tells nothing of it from then on."""
        self.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})

    def requests(self, part: str) -> list[str]:
        """The addresses with this part that Discord was asked for, oldest first."""
        return [request.path for request in self.env.http_requests if part in request.path]

    async def delete(self, seen: Shown) -> None:
        self.env.backend.delete_message(seen.channel_id, seen.id)
        await self.env.settle()

    async def delete_channel(self, where: simcord.ChannelHandle) -> None:
        self.env.backend.delete_channel(where.id)
        await self.env.settle()

    def lock(self, thread: simcord.ChannelHandle, status: int = 403, code: int = 160005) -> None:
        """A moderator closes the thread. SimCord lets everybody go on writing in it; Discord does not."""
        path = f"/channels/{thread.id}/messages*"
        self.env.inject_error("POST", path, status=status, code=code, message="Thread is locked", times=None)

    def dress(self, member: Member, avatar: str | None, picture: bytes = b"", *, here: bool = False) -> None:
        """They choose an avatar, for all of Discord or for this server alone; or take it off. Without
        `picture` Discord has none of that name.
        """
        backend, size = self.env.backend, "size=128"
        if here:
            place = f"guilds/{self.guild.id}/users/{member.id}/avatars"
            backend.get_guild(self.guild.id).members[member.id].avatar = avatar
        else:
            place = f"avatars/{member.id}"
            backend.get_user(member.id).avatar = avatar
        if picture:
            backend.cdn._blobs[f"{discord.Asset.BASE}/{place}/{avatar}.png?{size}"] = picture

    # Reading

    def see(self, what: Seen | simcord.ResponseMessage) -> Shown:
        """The message as it is now; something already seen stays as it was seen."""
        if isinstance(what, Shown):
            return what
        if isinstance(what, Answer):
            private = [message for message in what.messages if message.private and not message.is_aside]
            return private[-1] if private else what.public
        channel_id = what.channel_id if isinstance(what, simcord.ResponseMessage) else what.channel.id
        return self._shown(self.env.backend.get_message(channel_id, what.id))

    def again(self, seen: Shown) -> Shown:
        """The same message as it is by now."""
        return self._shown(self.env.backend.get_message(seen.channel_id, seen.id))

    def posts(self, where: simcord.ChannelHandle | None = None) -> tuple[Shown, ...]:
        """What everybody sees in a channel, oldest first."""
        return tuple(self.see(message) for message in (where or self.channel).history())

    @property
    def threads(self) -> tuple[simcord.ChannelHandle, ...]:
        """The threads of the channel, oldest first."""
        return tuple(self.channel.threads)

    def message(self, seen: Shown) -> discord.Message:
        """The message that was seen, for SimCord's own verbs."""
        stored = self.env.backend.get_message(seen.channel_id, seen.id)
        return simcord.ResponseMessage(self.env, stored).message

    def _shown(self, stored: Any) -> Shown:
        payload = copied(dict(serializers.message_payload(self.env.backend, stored)))
        return Shown(
            id=stored.id,
            channel_id=stored.channel_id,
            content=text_of(payload),
            pictures=tuple(self._pictures(payload)),
            buttons=tuple(_buttons(payload)),
            menus=tuple(_menus(payload)),
            private=stored.is_ephemeral,
            pinged=frozenset(stored.ping_user_ids),
            payload=payload,
        )

    def _pictures(self, payload: dict[str, Any]) -> Iterator[Picture]:
        for attachment in payload["attachments"]:
            data = self.env.backend.cdn.get(attachment["url"])
            assert data is not None
            yield Picture(attachment["filename"], attachment["description"] or "", data)

    # Doing several things at once

    async def deliver(self, *clicks: Click) -> tuple[Answer, ...]:
        """Send clicks as raw events, all before the bot answers any of them.

        Nothing looks whether the button is still there: so a click can be stale.
        """
        records = [self._emit(click) for click in clicks]
        await self.env.settle()
        return tuple(Answer(simcord.InteractionResult(self.env, record), self) for record in records)

    def _emit(self, click: Click) -> Any:
        record, payload = simcord.interactions.base_payload(
            self.env.backend,
            type=click.kind,
            channel_id=click.on.channel_id,
            guild_id=None if isinstance(click.member, Direct) else click.member.actor.guild.id,
            user_id=click.member.id,
            data=click.data,
        )
        if click.kind is not InteractionType.APPLICATION_COMMAND:
            record.source_message_id = click.on.id
            payload["message"] = copied(click.on.payload)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record


def text_of(payload: dict[str, Any]) -> str:
    """All text of a message, also of one that is laid out of parts, or of a form."""
    parts = [
        part for part in walk_components(payload["components"]) if part["type"] == ComponentType.TEXT_DISPLAY
    ]
    return "\n".join([*filter(None, [payload.get("content")]), *(str(part["content"]) for part in parts)])


def _buttons(payload: dict[str, Any]) -> Iterator[Button]:
    for component in walk_components(payload["components"]):
        if component["type"] == ComponentType.BUTTON:
            label, custom_id = component.get("label") or "", component.get("custom_id") or ""
            yield Button(label, custom_id, bool(component.get("disabled")), component.get("url") or "")


def _menus(payload: dict[str, Any]) -> Iterator[Menu]:
    for component in walk_components(payload["components"]):
        if component["type"] in SELECT_TYPES:
            options = component.get("options") or ()
            yield Menu(
                component["custom_id"],
                component.get("placeholder") or "",
                tuple(option["label"] for option in options),
                tuple(option["value"] for option in options),
                component.get("max_values", 1) > 1,
            )
