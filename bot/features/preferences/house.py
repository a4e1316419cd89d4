"""`/server`: how a server likes it. Only for those who manage it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ButtonStyle, SelectDefaultValue, SelectDefaultValueType, ui

from bot.club.deadlines import DAY, PACES, USUAL_PACE
from bot.club.podiums import LENGTHS, NO_SEASONS, USUAL_LENGTH
from bot.club.refused import Refused
from bot.club.stored import Act, ServerPreferences
from bot.features.preferences.menus import Form
from bot.ui import controls, limits
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_manager
from bot.ui.podiums import PODIUM
from bot.ui.table import Interaction, server_preferences_of, table_of, words_for
from bot.words.language import LANGUAGES, Language

_WINDOWS: Final = (60, 120, 300, 900, 3600, DAY // 2, DAY)
_LEAST: Final = (1, 3, 5, 10, 20)
_YES_NO: Final = ("no", "yes")
_CHANNELS: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
_TEXTS: Final = [discord.ChannelType.text, discord.ChannelType.news]
_TO_LOG: Final = ("view_channel", "send_messages")
FORM: Final = Form(
    texts="house",
    verb="_house",
    values={
        "language": ("auto", *LANGUAGES),
        "channels": (),
        "threads": ("yes", "no"),
        "pace": tuple(map(str, PACES)),
        "window": ("auto", *map(str, _WINDOWS)),
        "least_matches": tuple(map(str, _LEAST)),
        "starters": (),
        "seekers": (),
        "season": (*LENGTHS, NO_SEASONS),
        "podium_channel": (),
        "champions": _YES_NO,
        "log_channel": (),
    },
)


def _now(liked: ServerPreferences) -> dict[str, str]:
    """The code of each setting that has codes."""
    return {
        "language": liked.language or "auto",
        "threads": "yes" if liked.threads else "no",
        "pace": str(USUAL_PACE if liked.pace is None else liked.pace),
        "window": str(liked.window or "auto"),
        "least_matches": str(liked.least_matches or _LEAST[0]),
        "season": liked.season or USUAL_LENGTH,
        "champions": _YES_NO[liked.champions],
    }


def _said(liked: ServerPreferences, words: Language) -> dict[str, str]:
    said = {setting: FORM.said(setting, value, words) for setting, value in _now(liked).items()}
    said["channels"] = words.listing(f"<#{each}>" for each in liked.channels) or words.say(
        "house.channels.all"
    )
    said["starters"] = f"<@&{liked.starters}>" if liked.starters else words.say("house.starters.all")
    said["seekers"] = f"<@&{liked.seekers}>" if liked.seekers else words.say("house.seekers.all")
    said["podium_channel"] = (
        f"<#{liked.podium_channel}>" if liked.podium_channel else words.say("house.podium_channel.all")
    )
    said["log_channel"] = (
        f"<#{liked.log_channel}>" if liked.log_channel else words.say("house.log_channel.all")
    )
    return {setting: said[setting] for setting in FORM.values}


async def show(interaction: Interaction, *, first: bool) -> None:
    check_manager(interaction)
    words = words_for(interaction)
    managing = controls.button(Address("managing", "open", 0), words.say("buttons.managing"))
    forget = controls.button(FORM.address("forget"), words.say("house.forget"), ButtonStyle.danger)
    said = _said(server_preferences_of(interaction), words)
    heading = "\n".join([words.say("house.heading"), *await _faults(interaction, words)])
    await FORM.show(interaction, heading, said, words, first=first, more=[managing, forget])


async def _faults(interaction: Interaction, words: Language) -> list[str]:
    """What the server wants, and does not let the bot do."""
    assert interaction.guild is not None
    table, channel = table_of(interaction), server_preferences_of(interaction).podium_channel
    faults = [await table.crowns.fault(interaction.guild), table.posts.seekers.fault(interaction.guild)]
    if channel is not None and not table.posts.venues.may_post(channel):
        faults.append(table.posts.venues.cannot_post(channel))
    return [f"⚠ {words.refusal(fault.code, fault.values)}" for fault in faults if fault]


async def _show(interaction: Interaction, _: Address, __: Values) -> None:
    await show(interaction, first=False)


async def _ask(interaction: Interaction, _: Address, chosen: Values) -> None:
    check_manager(interaction)
    with understood():
        (setting,) = chosen
    _check(setting)
    words, liked = words_for(interaction), server_preferences_of(interaction)
    if setting in _MENUS:
        everybody = controls.button(FORM.address(setting, "all"), words.say(f"house.{setting}.all"))
        await FORM.ask_with(interaction, setting, [_MENUS[setting](liked), everybody], words)
    else:
        await FORM.ask(interaction, setting, _now(liked)[setting], words)


def _channels_menu(liked: ServerPreferences) -> ui.Item[Any]:
    return ui.ChannelSelect[ui.View](
        custom_id=str(FORM.address("channels")),
        channel_types=_CHANNELS,
        max_values=limits.OPTIONS,
        default_values=[
            SelectDefaultValue(id=each, type=SelectDefaultValueType.channel) for each in liked.channels
        ],
    )


def _role_menu(setting: str, liked: int | None) -> ui.Item[Any]:
    chosen = [SelectDefaultValue(id=liked, type=SelectDefaultValueType.role)] if liked else []
    return ui.RoleSelect[ui.View](custom_id=str(FORM.address(setting)), default_values=chosen)


def _starters_menu(liked: ServerPreferences) -> ui.Item[Any]:
    return _role_menu("starters", liked.starters)


def _seekers_menu(liked: ServerPreferences) -> ui.Item[Any]:
    return _role_menu("seekers", liked.seekers)


def _podium_channel_menu(liked: ServerPreferences) -> ui.Item[Any]:
    chosen = liked.podium_channel
    return ui.ChannelSelect[ui.View](
        custom_id=str(FORM.address("podium_channel")),
        channel_types=_TEXTS,
        default_values=[SelectDefaultValue(id=chosen, type=SelectDefaultValueType.channel)] if chosen else [],
    )


def _log_menu(liked: ServerPreferences) -> ui.Item[Any]:
    return ui.ChannelSelect[ui.View](
        custom_id=str(FORM.address("log_channel")),
        channel_types=_TEXTS,
        default_values=[SelectDefaultValue(id=liked.log_channel, type=SelectDefaultValueType.channel)]
        if liked.log_channel
        else [],
    )


_MENUS: Final = {
    "channels": _channels_menu,
    "starters": _starters_menu,
    "seekers": _seekers_menu,
    "podium_channel": _podium_channel_menu,
    "log_channel": _log_menu,
}


def _check(setting: str, value: str | None = None) -> None:
    """An address comes from outside: it may name anything."""
    if setting not in FORM.values or (value is not None and value not in FORM.values[setting]):
        raise Refused("no_setting")


_MEANS: Final[dict[str, object]] = {"auto": None, "no": False, "yes": True}


async def _set(interaction: Interaction, address: Address, chosen: Values) -> None:
    with understood():
        (setting,), (value,) = address.rest, chosen
    _check(setting, value)
    meant = int(value) if value.isdecimal() else _MEANS.get(value, value)
    # What is over already gets no podium by it.
    more = {"season_since": int(table_of(interaction).clock().timestamp())} if setting == "season" else {}
    await _change(interaction, setting, value, meant, **more)


async def _channels(interaction: Interaction, _: Address, chosen: Values) -> None:
    """Nothing is chosen with the button: then one plays everywhere."""
    with understood():
        channels = tuple(map(whole_number, chosen))
    await _change(interaction, "channels", "" if chosen else "all", channels)


def _role(setting: str) -> Heard:
    """Everybody has the role that bears the number of the server: that is as good as none."""

    async def role_chosen(interaction: Interaction, _: Address, chosen: Values) -> None:
        with understood():
            role = whole_number(chosen[0]) if chosen else None
        role = None if role == interaction.guild_id else role
        await _change(interaction, setting, f"<@&{role}>" if role else "all", role)

    return role_chosen


async def _podium_channel(interaction: Interaction, _: Address, chosen: Values) -> None:
    """Nothing is chosen with the button: then they hang where one plays."""
    with understood():
        channel = whole_number(chosen[0]) if chosen else None
    await _change(interaction, "podium_channel", f"<#{channel}>" if channel else "all", channel)
    table_of(interaction).troubles.hurry(PODIUM)


async def _log_channel(interaction: Interaction, _: Address, chosen: Values) -> None:
    """Nothing is chosen with the button: then nothing is told anywhere."""
    check_manager(interaction)
    with understood():
        channel = whole_number(chosen[0]) if chosen else None
    if channel is not None:
        _check_may_log(interaction, channel)
    await _change(interaction, "log_channel", f"<#{channel}>" if channel else "all", channel)


def _check_may_log(interaction: Interaction, channel: int) -> None:
    guild = interaction.guild
    known = guild.get_channel(channel) if guild is not None else None
    if guild is None or known is None:
        raise Refused("no_setting")
    rights = known.permissions_for(guild.me)
    missing = tuple(right for right in _TO_LOG if not getattr(rights, right))
    if missing:
        raise Refused("cannot_post_rights", venue=f"<#{channel}>", rights=missing[:1])


async def _change(interaction: Interaction, setting: str, said: str, liked: object, **more: object) -> None:
    """`said` is how the list of acts calls it: a code that has words, or as Discord writes it."""
    guild, table = check_manager(interaction), table_of(interaction)
    at = int(table.clock().timestamp())
    act = Act(guild, at, interaction.user.id, "set", setting=setting, value=said)
    await table.preferences.change_server(guild, act, **{setting: liked}, **more)
    table.posts.logbook.look_again(guild)
    table.posts.background.start(table.posts.logbook.tell(), "nothing was logged")
    await show(interaction, first=False)


# Forgetting


async def _forget(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    words = words_for(interaction)
    items = [
        controls.button(FORM.address("forget_yes"), words.say("house.forget_yes"), ButtonStyle.danger),
        controls.button(FORM.address("show"), words.say("buttons.back")),
    ]
    await interaction.response.edit_message(content=words.say("house.forget_sure"), view=controls.view(items))


async def _forget_yes(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    assert interaction.guild_id is not None
    words = words_for(interaction)
    await table_of(interaction).departures.forget_server(interaction.guild_id)
    await interaction.response.edit_message(content=words.say("house.forgotten"), view=None)


VERBS: Final[dict[str, Heard]] = {
    "show_house": _show,
    "ask_house": _ask,
    "set_house": _set,
    "channels_house": _channels,
    "starters_house": _role("starters"),
    "seekers_house": _role("seekers"),
    "log_channel_house": _log_channel,
    "podium_channel_house": _podium_channel,
    "forget_house": _forget,
    "forget_yes_house": _forget_yes,
}
