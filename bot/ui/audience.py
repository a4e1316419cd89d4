"""Who reads along: whether everybody who sees one channel sees another one, too.

What is answered in public is read by whoever comes by, with whatever roles they have. So every way to see
the place is looked at: everybody's, that of each role, of a role that opens it with one that shuts the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import discord

from bot.club.whereabouts import Known
from bot.ui.sight import Ground, ground_of_channel, needed

_SEES: Final = "view_channel"


class _Trait(NamedTuple):
    """What a role brings to a channel, as to one right."""

    has: bool = False
    """It has the right wherever nothing is said of it."""
    denied: bool = False
    allowed: bool = False


_NOTHING: Final = _Trait()


def all_see(place: Ground, venue: Ground) -> bool:
    """Whether everybody who sees the place sees the venue."""
    if venue.thread is not None:
        return place.thread == venue.thread
    if place.channel.id == venue.channel.id:
        return True
    return all(_follows(place.channel, venue.channel, right) for right in needed(venue.channel))


def is_open(channel: discord.abc.GuildChannel) -> bool:
    """Whether every member of the server sees it."""
    return all(
        _has(channel, right, _trait(role, channel, right))
        for right in needed(channel)
        for role in (None, *_roles(channel.guild))
    ) and not any(getattr(rights, right) is False for _, rights in _own(channel) for right in needed(channel))


def known_of(channel: object) -> Known | None:
    """What will be known of it when Discord tells nothing of it any more."""
    ground = ground_of_channel(channel)
    if ground is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    return Known(
        venue=channel.id,
        guild=channel.guild.id,
        above=ground.channel.id if isinstance(channel, discord.Thread) else None,
        is_secluded=ground.thread is not None,
        is_open=is_open(ground.channel),
    )


def _follows(place: discord.abc.GuildChannel, venue: discord.abc.GuildChannel, right: str) -> bool:
    """Whether who sees the place has this right in the venue."""
    kinds = {(_NOTHING, _NOTHING)}
    kinds |= {(_trait(role, place, _SEES), _trait(role, venue, right)) for role in _roles(place.guild)}
    for one, other in combinations_with_replacement(kinds, 2):
        if _has(place, _SEES, one[0], other[0]) and not _has(venue, right, one[1], other[1]):
            return False
    always = all(_has(venue, right, there) for _, there in kinds)
    here, there = dict(_own(place)), dict(_own(venue))
    for member in here.keys() | there.keys():
        sees = getattr(here.get(member), _SEES, None)
        may = getattr(there.get(member), right, None)
        if sees is False or may is True:
            continue
        if may is False or (sees is True and not always):
            return False
    return True


def _roles(guild: discord.Guild) -> Iterator[discord.Role]:
    """Those whose members may see one channel and not another. Who administers sees all; and what the roles
    of bots see nobody reads.
    """
    for role in guild.roles:
        if not (role.is_default() or role.permissions.administrator or role.is_bot_managed()):
            yield role


def _trait(role: discord.Role | None, channel: discord.abc.GuildChannel, right: str) -> _Trait:
    if role is None:
        return _NOTHING
    said = getattr(channel.overwrites_for(role), right)
    return _Trait(getattr(role.permissions, right), said is False, said is True)


def _has(channel: discord.abc.GuildChannel, right: str, *traits: _Trait) -> bool:
    """Whether somebody with these roles has the right there, in the order in which Discord looks at them."""
    everybody = channel.guild.default_role
    said = getattr(channel.overwrites_for(everybody), right)
    has = getattr(everybody.permissions, right) or any(trait.has for trait in traits)
    has = has if said is None else said
    if any(trait.denied for trait in traits):
        has = False
    return has or any(trait.allowed for trait in traits)


def _own(channel: discord.abc.GuildChannel) -> Iterator[tuple[int, discord.PermissionOverwrite]]:
    """What is said of single members, but of ourselves."""
    for whom, rights in channel.overwrites.items():
        is_role = discord.Role in (type(whom), getattr(whom, "type", None))
        if not is_role and whom.id != channel.guild.me.id:
            yield whom.id, rights
