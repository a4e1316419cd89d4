"""What whoever acts may see, and who else would read the answer: asked at the door and by every command."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.stored import Stored
from bot.ui.audience import all_see
from bot.ui.sight import OwnSight, Placed, Sight, ground_of, ground_of_channel, venue_of
from bot.ui.table import (
    Interaction,
    is_direct,
    is_on_server,
    is_where_one_plays,
    reach_of,
    server_preferences_of,
    table_of,
    words_for,
)


def sight_of(interaction: Interaction) -> Sight | OwnSight:
    """What they see here: on this server or, where there is none, of their own."""
    return sight_on_server(interaction) if is_on_server(interaction) else OwnSight(interaction.user.id)


def sight_on_server(interaction: Interaction) -> Sight:
    assert interaction.guild is not None
    assert isinstance(interaction.user, discord.Member)
    return Sight(interaction.client, interaction.guild, interaction.user, interaction.channel_id)


# What they name by its number: what they may not see they are told nothing of, not even that it is there


async def check_match(interaction: Interaction, number: int) -> None:
    """Raises Refused unless they may see this match. Of their own, nothing is read for it."""
    matches = table_of(interaction).matches
    if not matches.is_known_to_be_of(number, interaction.user.id, reach_of(interaction)):
        await _visible(interaction, number)


async def visible_match(interaction: Interaction, number: int) -> Match:
    return await table_of(interaction).matches.open(await _visible(interaction, number))


async def _visible(interaction: Interaction, number: int) -> Stored:
    stored = await table_of(interaction).matches.find(number)
    if stored is None or not await sight_of(interaction).sees(stored):
        raise Refused("no_match")
    return stored


async def check_challenge(interaction: Interaction, number: int) -> None:
    """Raises Refused unless they may see this challenge."""
    if not await sight_of(interaction).sees(await table_of(interaction).challenges.load(number)):
        raise Refused("no_challenge")


# Who reads along


def why_alone(interaction: Interaction) -> str | None:
    """Why this is answered to whoever asks alone, in their words; None: one plays here."""
    if is_where_one_plays(interaction):
        return None
    channels = server_preferences_of(interaction).channels
    mentioned = tuple(f"<#{each}>" for each in channels)
    return words_for(interaction).say("alone.play_elsewhere", channels=mentioned)


def may_show_all(interaction: Interaction, placed: Placed) -> bool:
    """Whether a member may show it to everybody who reads along: where one plays, and if all of them may see
    where it is played.
    """
    return is_where_one_plays(interaction) and _may_all_see(interaction, placed)


async def count_seen(interaction: Interaction, placed: Sequence[Placed], *, is_alone: bool) -> int:
    """How many of these may be seen by whoever reads the answer: who asks alone, or all who read along."""
    if is_alone:
        return len(await sight_of(interaction).sift(placed))
    return sum(_may_all_see(interaction, each) for each in placed)


def _may_all_see(interaction: Interaction, placed: Placed) -> bool:
    """Whether everybody who reads along here sees where that is played."""
    if is_direct(interaction) or interaction.channel_id == venue_of(placed):
        return True
    assert interaction.guild is not None
    place, venue = ground_of_channel(interaction.channel), ground_of(interaction.guild, placed)
    return place is not None and venue is not None and all_see(place, venue)
