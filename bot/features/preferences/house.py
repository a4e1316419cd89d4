"""`/server`: how a server likes it. Only for those who manage it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.acts import Act
from bot.club.days import USUAL_HOUR
from bot.club.deadlines import DAY, PACES, USUAL_PACE
from bot.club.podiums import LENGTHS, NO_SEASONS, USUAL_LENGTH
from bot.club.refused import Refused
from bot.features.preferences.mine import tables_button
from bot.features.preferences.settings import (
    YES_NO,
    Channel,
    Channels,
    Choice,
    Hour,
    Role,
    Said,
    numbers,
    themselves,
)
from bot.features.preferences.themes import Changing, Page
from bot.ui import controls, lists
from bot.ui.addresses import Address
from bot.ui.dailies import DAILY
from bot.ui.feature import Heard, Values
from bot.ui.forms import Filled
from bot.ui.installs import check_manager
from bot.ui.pictures import TABLES, USUAL
from bot.ui.podiums import PODIUM
from bot.ui.table import Interaction, server_preferences_of, table_of, words_for
from bot.words.language import LANGUAGES, Language

_WINDOWS: Final = (60, 120, 300, 900, 3600, DAY // 2, DAY)
_LEAST: Final = (1, 3, 5, 10, 20)
_CHANNELS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
)
_TEXTS: Final = (discord.ChannelType.text, discord.ChannelType.news)
_TO_LOG: Final = ("view_channel", "send_messages")
PAGE: Final = Page(
    texts="house",
    verb="_house",
    themes={
        "places": (
            Choice("language", {"auto": None, **themselves(*LANGUAGES)}),
            Channels("channels", _CHANNELS),
            Choice("threads", YES_NO),
            Channel("log_channel", _TEXTS),
        ),
        "matches": (
            Choice("pace", numbers(PACES), str(USUAL_PACE)),
            Choice("window", {"auto": None, **numbers(_WINDOWS)}),
            Role("starters"),
            Role("seekers"),
        ),
        "ladder": (
            Choice("least_matches", numbers(_LEAST), str(_LEAST[0])),
            Choice("season", themselves(*LENGTHS, NO_SEASONS), USUAL_LENGTH),
            Channel("podium_channel", _TEXTS),
            Choice("champions", YES_NO),
        ),
        "daily": (
            Channel("daily_channel", _TEXTS),
            Hour("daily_hour", USUAL_HOUR),
            Role("daily_role"),
        ),
        "pictures": (Choice("theme", themselves(*TABLES), USUAL), Choice("faces", YES_NO)),
    },
)


def _now(interaction: Interaction) -> dict[str, Values]:
    return PAGE.written(server_preferences_of(interaction))


def _said(interaction: Interaction) -> Said:
    now = f"{table_of(interaction).clock():%H:%M}"
    return Said(words_for(interaction), PAGE.texts, {"now": now}, guild=interaction.guild)


async def show(interaction: Interaction, *news: str) -> None:
    """`news` is what else there is to say."""
    check_manager(interaction)
    words = words_for(interaction)
    managing = controls.button(Address("managing", "open", 0), words.say("buttons.managing"))
    forget = controls.button(PAGE.address("forget"), words.say("house.forget"), ButtonStyle.danger)
    heading = (words.say("house.heading"), *await _faults(interaction, words), *news)
    below: ui.ActionRow[Any] = ui.ActionRow(managing, tables_button(words), forget)
    await PAGE.show(interaction, heading, _now(interaction), _said(interaction), [below])


async def _faults(interaction: Interaction, words: Language) -> list[str]:
    """What the server wants, and does not let the bot do."""
    assert interaction.guild is not None
    table, channel = table_of(interaction), server_preferences_of(interaction).podium_channel
    faults = [await table.crowns.fault(interaction.guild), table.posts.seekers.fault(interaction.guild)]
    faults.append(table.daily_posts.fault(interaction.guild))
    if channel is not None and not table.posts.venues.may_post(channel):
        faults.append(table.posts.venues.cannot_post(channel))
    return [f"⚠ {words.refusal(fault.code, fault.values)}" for fault in faults if fault]


async def _show(interaction: Interaction, _: Address, __: Values) -> None:
    await show(interaction)


# Changing it


def _set_one(setting: str) -> Heard:
    """In the menu of one setting that had a verb of its own. The button beside it chose nothing."""

    async def set_it(interaction: Interaction, _: Address, chosen: Values) -> None:
        await _change(interaction, {setting: chosen})

    return set_it


async def _change(interaction: Interaction, filled: Filled) -> None:
    """All of it, or nothing."""
    guild, table = check_manager(interaction), table_of(interaction)
    everybody = {
        PAGE.setting(name).name: _without_everybody(written, guild) for name, written in filled.items()
    }
    changed = PAGE.changes(everybody, _now(interaction))
    likes = {name: PAGE.setting(name).meant(written) for name, written in changed.items()}
    if likes.get("log_channel") is not None:
        _check_may_log(interaction, likes["log_channel"])
    if changed:
        at = int(table.clock().timestamp())
        acts = [
            Act(guild, at, interaction.user.id, "set", setting=name, value=PAGE.setting(name).act(written))
            for name, written in changed.items()
        ]
        # What is over already gets no podium by it.
        since = {"season_since": at} if "season" in changed else {}
        await table.preferences.change_server(guild, acts, **likes, **since)
        table.posts.logbook.look_again(guild)
        table.posts.background.start(table.posts.logbook.tell(), "nothing was logged")
        if not likes.get("faces", True):
            await table.faces.drop_server(guild)
    if "podium_channel" in changed:
        table.troubles.hurry(PODIUM)
    if "daily_channel" in changed:
        table.troubles.hurry(DAILY, guild)
    await show(interaction, PAGE.told(changed, _said(interaction)))


def _without_everybody(written: Values, guild: int) -> Values:
    """Everybody has the role that bears the number of the server: that is none."""
    return tuple(each for each in written if each != str(guild))


def _check_may_log(interaction: Interaction, channel: int) -> None:
    guild = interaction.guild
    known = guild.get_channel(channel) if guild is not None else None
    if guild is None or known is None:
        raise Refused("no_setting")
    rights = known.permissions_for(guild.me)
    missing = tuple(right for right in _TO_LOG if not getattr(rights, right))
    if missing:
        raise Refused("cannot_post_rights", venue=f"<#{channel}>", rights=missing[:1])


# Forgetting


async def _forget(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    words = words_for(interaction)
    items = [
        controls.button(PAGE.address("forget_yes"), words.say("house.forget_yes"), ButtonStyle.danger),
        controls.button(PAGE.address("show"), words.say("buttons.back")),
    ]
    row: ui.ActionRow[Any] = ui.ActionRow(*items)
    await lists.show(interaction, [ui.TextDisplay(words.say("house.forget_sure")), row])


async def _forget_yes(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    assert interaction.guild_id is not None
    words = words_for(interaction)
    await table_of(interaction).departures.forget_server(interaction.guild_id)
    await lists.show(interaction, [ui.TextDisplay(words.say("house.forgotten"))])


VERBS: Final[dict[str, Heard]] = {
    "show_house": _show,
    **Changing(PAGE, check_manager, _now, _said, _change).verbs,
    **{
        f"{setting}_house": _set_one(setting)
        for setting in ("channels", "starters", "seekers", "log_channel", "podium_channel")
    },
    "forget_house": _forget,
    "forget_yes_house": _forget_yes,
}
