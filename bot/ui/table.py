"""The table: the bot as host. What a feature may reach, by name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol, cast

import discord

from bot.club.club import Club
from bot.club.fair_queue import FairQueue
from bot.club.stored import MemberPreferences, ServerPreferences
from bot.database.file import File
from bot.ui.people import People
from bot.ui.posts import Posts
from bot.words.language import Language, language


class Table(Club):
    """The club on Discord."""

    def __init__(self, client: discord.Client, file: File, clock: Callable[[], datetime]) -> None:
        super().__init__(file, clock)
        self.posts = Posts(client, self)
        self.studio = FairQueue("one_after_another")
        """Where it is drawn what nobody's turn depends on."""
        self.people = People(client, clock)
        self.departures.forgetting = self.people.forget


class _Host(Protocol):
    table: Table


Interaction = discord.Interaction[Any]


def table_of(interaction: Interaction) -> Table:
    return cast("_Host", interaction.client).table


def is_on_server(interaction: Interaction) -> bool:
    """It takes place on a server of which the bot is a member: of others Discord shows it but a number."""
    guild = interaction.guild_id
    return guild is not None and interaction.client.get_guild(guild) is not None


def is_where_one_plays(interaction: Interaction) -> bool:
    """Elsewhere nothing that is asked for is posted for everybody. A thread belongs to its channel."""
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    chosen = server_preferences_of(interaction).channels
    return not chosen or place in chosen


async def meet(interaction: Interaction) -> None:
    """Remember what a member is called here."""
    if interaction.guild_id is not None and is_on_server(interaction):
        user = interaction.user
        await table_of(interaction).names.meet(interaction.guild_id, user.id, user.display_name)


def words_for(interaction: Interaction) -> Language:
    """The reader's language, for private answers."""
    return language(preferences_of(interaction).language or str(interaction.locale))


def house_words(interaction: Interaction) -> Language:
    """The server's language, for what everybody reads."""
    liked = server_preferences_of(interaction).language
    return language(liked or str(interaction.guild_locale or interaction.locale))


def preferences_of(interaction: Interaction) -> MemberPreferences:
    """How the reader likes it."""
    return table_of(interaction).preferences.member(interaction.user.id)


def server_preferences_of(interaction: Interaction) -> ServerPreferences:
    """How the server likes it."""
    return table_of(interaction).preferences.server(interaction.guild_id)
