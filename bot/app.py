"""The bot: Discord on one side, the table on the other, and the features between them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, Self

import discord
from discord import app_commands, ui

from bot.club.refused import Refused
from bot.database.file import File
from bot.database.neighbours import Neighbours
from bot.features import (
    archive,
    challenge,
    daily,
    fair,
    guide,
    ladder,
    learn,
    managing,
    play,
    preferences,
    puzzles,
    seasons,
)
from bot.hosting.commands import Commands
from bot.hosting.environment import Shards
from bot.hosting.gate import Gate
from bot.hosting.leases import HEARD, SHARDS, Leases
from bot.hosting.pace import Pace
from bot.hosting.sessions import SparingClient
from bot.ui.addresses import ANY, Address
from bot.ui.installs import is_let_in
from bot.ui.newcomers import tell_newcomer
from bot.ui.pictures import lay_out_paints
from bot.ui.refusals import refuse
from bot.ui.requests import guard, limit_answers
from bot.ui.sweep import Sweep
from bot.ui.table import Interaction, Table, meet
from bot.ui.told_once import ToldOnce
from bot.words.command_names import Translations

log = logging.getLogger(__name__)

A_WHILE: float = 5.0
"""Seconds since it began that a board on its way may take before its shard is handed over all the same."""
_A_MOMENT: Final = 1.0
"""Seconds in which what is under way in a shard may end before another process has it."""
AT_PARTING: float = 2.5
"""Seconds in which what was heard may be done, and shown, before the bot ends."""

FEATURES: Final = {
    module.FEATURE.name: module.FEATURE
    for module in (
        challenge,
        play,
        archive,
        guide,
        learn,
        puzzles,
        daily,
        fair,
        ladder,
        seasons,
        preferences,
        managing,
    )
}
"""By the names that their addresses begin with."""


class _Pressed(ui.DynamicItem[ui.Item[Any]], template=ANY):
    """Whatever of ours is pressed or chosen from."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Self:
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        await _hear(interaction, self.custom_id)


async def _hear(interaction: Interaction, custom_id: str) -> None:
    """What is not ours, such as a form that discord.py answers by itself, is left alone."""
    if ANY.fullmatch(custom_id) and _is_new(interaction):
        address, client = Address.read(custom_id), interaction.client
        if address.feature in FEATURES:
            with client.gate.at_work(interaction.id, interaction.guild_id):
                await FEATURES[address.feature].hear(interaction, address)
            if address.feature != play.FEATURE.name:  # nobody is told anything in the middle of a turn
                await tell_newcomer(interaction)


def _is_new(interaction: Interaction) -> bool:
    client: Speltafel = interaction.client
    return client.told_once.is_new(interaction.id)


class _Tree(app_commands.CommandTree["Speltafel"]):
    async def interaction_check(self, interaction: Interaction) -> bool:
        if not _is_new(interaction):
            return False
        gate: Gate = interaction.client.gate
        gate.begin(interaction.id, interaction.guild_id)
        if interaction.type is discord.InteractionType.application_command:
            await meet(interaction)
        is_in = await is_let_in(interaction)
        if not is_in or interaction.type is not discord.InteractionType.application_command:
            gate.end(interaction.id)
        return is_in

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        try:
            await refuse(interaction, error)
        finally:
            interaction.client.gate.end(interaction.id)


class Speltafel(SparingClient):
    """Asks for no privileged intent: it knows guilds and channels, and of people only those who act."""

    def __init__(
        self,
        file: File,
        clock: Callable[[], datetime],
        *,
        paints_ahead: bool = True,
        shards: Shards | None = None,
        neighbours: Neighbours | None = None,
    ) -> None:
        """`paints_ahead`: nobody waits for the art at the first picture of a game.

        `shards`: those that this process has; all, and as many as Discord recommends, if it is not said.
        `neighbours`: the other processes with which it shares them.
        """
        if shards:
            file.ours.divide(shards.count, shards.own)
        super().__init__(
            shard_count=shards.count if shards else None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        guard(self, Pace(file.ours, is_alone=neighbours is None).wait)
        if neighbours and shards:
            self.leases = Leases(neighbours, shards, file.ours, self)
            neighbours.heard = self.hear_news
        self.table = Table(self, file, clock)
        self.sweep = Sweep(self.table, self._servers)
        parsers = self._connection.parsers  # by the names of what Discord tells: it has no public door
        hear = parsers["INTERACTION_CREATE"]
        self.gate = Gate(file.ours, lambda guild: self.get_guild(guild) is not None, hear)
        parsers["INTERACTION_CREATE"] = self.gate.come
        self.tree = _Tree(self)
        for feature in FEATURES.values():
            for command in feature.commands:
                self.tree.add_command(command)
        self.add_dynamic_items(_Pressed)
        self.told_once = ToldOnce()
        self._has_begun = False
        self._paints_ahead = paints_ahead

    async def setup_hook(self) -> None:
        limit_answers(self)
        await self.table.preferences.load()
        await self.table.posts.note_left_over()
        await self.tree.set_translator(Translations())
        self._commands = Commands(self.tree, self.table.house)
        await self._commands.tell()

    async def on_ready(self) -> None:
        """Comes again after every lost connection."""
        log.info("ready", extra={"guilds": len(self.guilds)})
        self.sweep.compare_servers()
        self.sweep.look_again()
        if not self._has_begun:
            self._has_begun = True
            await self.sweep.start()
            if self._paints_ahead:
                await lay_out_paints()

    def _servers(self) -> set[int] | None:
        """Where the bot is a member, of those that are ours; None: not all of them are known just now."""
        ours = self.table.ours
        if self.leases and not all(map(self.is_complete, ours.shards)):
            return None
        return {guild.id for guild in self.guilds if ours.has(guild.id)}

    async def on_app_command_completion(self, interaction: Interaction, command: Any) -> None:
        self.gate.end(interaction.id)
        if command not in play.FEATURE.commands:
            await tell_newcomer(interaction)

    async def on_interaction(self, interaction: Interaction) -> None:
        """discord.py knows no form from before a restart: ours are heard by their addresses, like buttons."""
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            await _hear(interaction, data["custom_id"])

    # What Discord tells of: whatever waited for it is tried at once

    async def on_resumed(self) -> None:
        self.sweep.look_again()

    async def on_guild_available(self, _: discord.Guild) -> None:
        self.sweep.look_again()

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Without the intent it tells only of the bot itself: it has got a role, or lost one."""
        await self.sweep.look_again_on(member.guild.id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        await self.sweep.look_again_on(channel.guild.id, channel.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        self.table.known_venues.forget(channel.id)
        await self.sweep.look_again_on(channel.guild.id, channel.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Its threads are gone with it. What was played there goes on elsewhere on the server."""
        if not self.table.ours.has(channel.guild.id):
            return
        for match in await self.table.matches.running_below(channel.id):
            if self.get_channel(match.stored.venue or channel.id) is None:
                await self.table.posts.venue_is_gone(match)

    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        if before.permissions != role.permissions:
            self.table.known_venues.forget()
        await self.sweep.look_again_on(role.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self.sweep.look_again(payload.thread_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A match whose thread is deleted goes on in the channel above it."""
        if not self.table.ours.has(payload.guild_id):
            return
        for match in await self.table.matches.running_at(payload.thread_id):
            await self.table.posts.venue_is_gone(match, payload.parent_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server has sent the bot away."""
        if self.table.ours.has(guild.id):
            await self.table.departures.leave_server(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Also when it comes back: then everything is as it was."""
        if not self.table.ours.has(guild.id):
            return
        await self.table.departures.welcome(guild.id)
        self.sweep.look_again()
        self.sweep.hurry()

    # Several processes, each with its shards

    async def take_over(self, shard: int) -> None:
        """What people have done there a moment ago is heard now, unless whoever held it has done it."""
        log.info("a shard is ours", extra={"shard": shard})
        self.table.departures.forget_at_hand()
        with suppress(Refused):
            await self.table.posts.note_left_over()
        self.gate.open()
        self.sweep.begin_anew()

    async def settle(self) -> None:
        await self.table.posts.settled(A_WHILE)

    async def hand_over(self, shard: int) -> list[int]:
        """Whoever gets it is told what was heard there, and shows and thinks what is left."""
        await asyncio.gather(self.gate.drained(_A_MOMENT, shard), self.table.posts.settled(_A_MOMENT))
        self.table.posts.answers.stop()
        self.sweep.think_anew()
        return self.gate.heard(shard)

    async def missed_news(self) -> None:
        await self.table.departures.reload()

    def hear_news(self, told: str) -> None:
        """What another process tells, or this one."""
        what, _, numbers = told.partition(" ")
        if what == SHARDS and self.leases:
            self.leases.look_now()
        elif what == HEARD:
            self.gate.was_done(map(int, numbers.split(",")))
        else:
            self.table.hear(what, int(numbers or 0))

    async def leave(self) -> None:
        """To be called before it is closed: nothing more is heard, and what was heard is done."""
        if self.leases:
            await self.leases.leave()
        self.table.ours.divide(self.table.ours.count, ())
        await asyncio.gather(self.gate.drained(AT_PARTING), self.table.posts.settled(AT_PARTING))

    async def close(self) -> None:
        if self.leases:
            self.leases.stop()
        self.sweep.stop()
        await self.table.timekeeper.note_stop()
        await super().close()


def make_bot(
    file: File,
    clock: Callable[[], datetime] = discord.utils.utcnow,
    *,
    paints_ahead: bool = True,
    shards: Shards | None = None,
    neighbours: Neighbours | None = None,
) -> Speltafel:
    return Speltafel(file, clock, paints_ahead=paints_ahead, shards=shards, neighbours=neighbours)
