"""The table: the bot as host. What a feature may reach, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

import discord

from bot.club.departures import Departures
from bot.club.matches import Matches
from bot.club.preferences import MemberPreferences, Preferences, ServerPreferences
from bot.database.ledger import Ledger
from bot.ui.people import People
from bot.ui.posts import Posts
from bot.words.language import Language, language


@dataclass(frozen=True, slots=True)
class Table:
    matches: Matches
    posts: Posts
    ledger: Ledger
    people: People
    departures: Departures
    clock: Callable[[], datetime]
    """Tells the time, in UTC."""

    @property
    def preferences(self) -> Preferences:
        return self.matches.preferences


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
