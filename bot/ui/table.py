"""The table: the bot as host. What a feature may reach, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Protocol, cast

import discord

from bot.club import preferences
from bot.club.allowances import Allowance
from bot.club.club import Club
from bot.club.fair_queue import FairQueue
from bot.club.wishes import MemberPreferences, ServerPreferences
from bot.database import erasure
from bot.database.file import File
from bot.database.venues import StoredVenues
from bot.ui.audience import known_of
from bot.ui.avatars import Avatars
from bot.ui.crowns import Crowns
from bot.ui.dailies import DailyPosts
from bot.ui.folding import Folding
from bot.ui.people import People
from bot.ui.podiums import Podiums
from bot.ui.posts import Posts
from bot.words.language import Language, language


class Table(Club):
    """The club on Discord."""

    def __init__(self, client: discord.Client, file: File, clock: Callable[[], datetime]) -> None:
        super().__init__(file, clock)
        self.avatars = Avatars(self.faces, clock)
        self.people = People(client, self.names, self.avatars, clock)
        self.posts = Posts(client, self, self.people)
        self.departures.forgetting = self._forget
        self.studio = FairQueue("one_after_another")
        """Where it is drawn what nobody's turn depends on."""
        self.podiums = Podiums(client, self, self.people, self.posts)
        self.crowns = Crowns(client, self)
        self.daily_posts = DailyPosts(client, self, self.posts)
        self.folding = Folding(client, StoredVenues(file), self.troubles, lambda: int(clock().timestamp()))

    def hear(self, what: str, number: int) -> None:
        """What another process has changed is read anew."""
        match what:
            case preferences.MEMBER:
                reading = self.preferences.reload_member(number)
                self.faces.left([number])
            case preferences.SERVER:
                reading = self.preferences.reload_server(number)
                self.faces.forget()
            case erasure.ERASED:
                reading = self.departures.reload()
            case _:  # of a newer version
                return
        self.posts.background.start(reading, "what others told was not read", about=what)

    def _forget(self) -> None:
        """Of members and venues nothing is kept at hand."""
        self.people.forget()
        self.known_venues.forget()


class _Host(Protocol):
    table: Table


Interaction = discord.Interaction[Any]


def table_of(interaction: Interaction) -> Table:
    return cast("_Host", interaction.client).table


def is_on_server(interaction: Interaction) -> bool:
    """It takes place on a server of which the bot is a member: of others Discord shows it but a number."""
    guild = interaction.guild_id
    return guild is not None and interaction.client.get_guild(guild) is not None


def is_direct(interaction: Interaction) -> bool:
    """It takes place in a direct message with the bot. Nobody else reads along, and both can write."""
    return interaction.guild_id is None and interaction.context.dm_channel


def reach_of(interaction: Interaction) -> int | None:
    """Whose matches a member is told of here: this server's, beside those of direct messages; None: all."""
    return interaction.guild_id if is_on_server(interaction) else None


def is_where_one_plays(interaction: Interaction) -> bool:
    """Elsewhere nothing that is asked for is posted for everybody. A thread belongs to its channel."""
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    chosen = server_preferences_of(interaction).channels
    return not chosen or place in chosen


async def meet(interaction: Interaction) -> None:
    """A member acts: they are here, and what they are called is remembered, and where that is."""
    table = table_of(interaction)
    if is_direct(interaction):
        await table.people.meet_directly(interaction.user)
        await table.posts.hears_from(interaction.channel_id)
    if interaction.guild is None or not is_on_server(interaction):
        return
    await table.people.meet(interaction.guild, interaction.user)
    place = interaction.channel
    if place is None or _is_of_a_match(interaction, place) or table.known_venues.is_noted(place.id):
        return
    known = known_of(place)
    if known:
        await table.known_venues.note(known)


def _is_of_a_match(interaction: Interaction, place: object) -> bool:
    """A thread that the bot has opened: it hangs where the match was asked for, or was noted then."""
    own = interaction.client.user
    return isinstance(place, discord.Thread) and own is not None and place.owner_id == own.id


@contextmanager
def room_to_draw(interaction: Interaction, allowed: Sequence[Allowance]) -> Iterator[None]:
    """Raises Refused where this member has asked for so much already. The drawing waits its turn in it."""
    table, member = table_of(interaction), interaction.user.id
    with table.studio.place_for(member):
        table.allowances.spend(allowed, member)
        yield


def words_for(interaction: Interaction) -> Language:
    """The reader's language, for private answers; public buttons are named in it as they stand on posts."""
    return _own_words(interaction).beside(house_words(interaction))


def _own_words(interaction: Interaction) -> Language:
    return language(preferences_of(interaction).language or str(interaction.locale))


def house_words(interaction: Interaction) -> Language:
    """The server's language, for what everybody reads; without a server that is but one."""
    if interaction.guild_id is None:
        return _own_words(interaction)
    liked = server_preferences_of(interaction).language
    return language(liked or str(interaction.guild_locale or interaction.locale))


def theme_for(interaction: Interaction) -> str:
    """In whose colours readers see what they alone see: theirs or, where they chose none, the server's."""
    return preferences_of(interaction).theme or server_preferences_of(interaction).theme


def house_theme(interaction: Interaction) -> str:
    """The server's, for what everybody sees; without a server that is but one."""
    if interaction.guild_id is None:
        return theme_for(interaction)
    return server_preferences_of(interaction).theme


def preferences_of(interaction: Interaction) -> MemberPreferences:
    """How the reader likes it."""
    return table_of(interaction).preferences.member(interaction.user.id)


def server_preferences_of(interaction: Interaction) -> ServerPreferences:
    """How the server likes it."""
    return table_of(interaction).preferences.server(interaction.guild_id)
