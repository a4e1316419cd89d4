"""The table: the bot as host. What a feature may reach, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

import discord

from bot.leaving import Leaving
from bot.ledger import Ledger
from bot.matches import Matches
from bot.people import People
from bot.posts import Posts
from bot.texts import Language, language
from bot.wishes import MemberLikes, ServerLikes, Wishes


@dataclass(frozen=True, slots=True)
class Table:
    matches: Matches
    posts: Posts
    ledger: Ledger
    people: People
    leaving: Leaving
    clock: Callable[[], datetime]
    """Tells the time, in UTC."""

    @property
    def wishes(self) -> Wishes:
        return self.matches.wishes


class _Host(Protocol):
    table: Table


Interaction = discord.Interaction[Any]


def table_of(interaction: Interaction) -> Table:
    return cast("_Host", interaction.client).table


async def meet(interaction: Interaction) -> None:
    """Remember what a member is called here."""
    if interaction.guild_id is not None:
        user = interaction.user
        await table_of(interaction).matches.meet(interaction.guild_id, user.id, user.display_name)


async def has_left(interaction: Interaction, member: int) -> bool:
    """Whether somebody is no longer a member of the server, as Discord knows it now."""
    assert interaction.guild is not None
    try:
        await interaction.guild.fetch_member(member)
    except discord.NotFound:
        return True
    return False


def words_for(interaction: Interaction) -> Language:
    """The reader's language, for private answers."""
    return language(likes_of(interaction).language or str(interaction.locale))


def house_words(interaction: Interaction) -> Language:
    """The server's language, for what everybody reads."""
    liked = server_of(interaction).language
    return language(liked or str(interaction.guild_locale or interaction.locale))


def likes_of(interaction: Interaction) -> MemberLikes:
    """How the reader likes it."""
    return table_of(interaction).wishes.member(interaction.user.id)


def server_of(interaction: Interaction) -> ServerLikes:
    """How the server likes it."""
    return table_of(interaction).wishes.server(interaction.guild_id)
