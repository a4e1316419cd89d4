"""`/settings`, `/block` and `/unblock`: how a member likes it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from bot.club.refused import Refused
from bot.club.stored import MemberPreferences
from bot.features.preferences.menus import Form
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.pictures import THEMES
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import LANGUAGES

_YES_NO: Final = ("no", "yes")
_WEEKS: Final = ("1", "2", "4")
_MEANS: Final = {"auto": None, "no": False, "yes": True, "classic": ""}
"""What a code stands for in the file, where that is not itself."""
FORM: Final = Form(
    texts="likes",
    verb="",
    values={
        "language": ("auto", *LANGUAGES),
        "pings": ("mention", "message", "none"),
        "turned": _YES_NO,
        "theme": tuple(theme or "classic" for theme in THEMES),
        "hidden": _YES_NO,
        "challengers": ("all", "known", "none"),
        "away": ("back", *_WEEKS),
    },
)


def _now(liked: MemberPreferences) -> dict[str, str]:
    """The code of each setting."""
    return {
        "language": liked.language or "auto",
        "pings": liked.pings,
        "turned": _YES_NO[liked.turned],
        "theme": liked.theme or "classic",
        "hidden": _YES_NO[liked.hidden],
        "challengers": liked.challengers,
        "away": "until" if liked.away_until else "back",
    }


async def show(interaction: Interaction, *, first: bool) -> None:
    """In the language that is set by now."""
    words = words_for(interaction)
    table = table_of(interaction)
    liked = table.timekeeper.likes(interaction.user.id)
    until = f"<t:{liked.away_until}:f>"
    said = {setting: FORM.said(setting, value, words, until=until) for setting, value in _now(liked).items()}
    blocked = table.preferences.blocked_by(interaction.user.id)
    heading = words.say("likes.heading")
    if blocked:
        heading += "\n" + words.say("likes.blocked", members=words.mentions(blocked))
    await FORM.show(interaction, heading, said, words, first=first)


async def _show(interaction: Interaction, _: Address, __: Values) -> None:
    await show(interaction, first=False)


async def _ask(interaction: Interaction, _: Address, chosen: Values) -> None:
    (setting,) = chosen
    _check(setting)
    now = _now(table_of(interaction).timekeeper.likes(interaction.user.id))[setting]
    await FORM.ask(interaction, setting, now, words_for(interaction))


async def _set(interaction: Interaction, address: Address, chosen: Values) -> None:
    (setting,), (value,) = address.rest, chosen
    _check(setting, value)
    table = table_of(interaction)
    if setting == "away":
        weeks = timedelta(weeks=int(value)) if value in _WEEKS else None
        await table.timekeeper.go_away(interaction.user.id, weeks)
    else:
        likes: dict[str, Any] = {setting: _MEANS.get(value, value)}
        await table.preferences.change_member(interaction.user.id, **likes)
    await show(interaction, first=False)


def _check(setting: str, value: str | None = None) -> None:
    """An address comes from outside: it may name anything."""
    if setting not in FORM.values or (value is not None and value not in FORM.values[setting]):
        raise Refused("no_setting")


# Blocking


async def block(interaction: Interaction, member: int) -> None:
    if member == interaction.user.id:
        raise Refused("block_yourself")
    await table_of(interaction).preferences.block(interaction.user.id, member)
    await _said(interaction, "likes.block", member)


async def unblock(interaction: Interaction, member: int) -> None:
    preferences = table_of(interaction).preferences
    if not preferences.blocks(interaction.user.id, member):
        raise Refused("not_blocked", who=member)
    await preferences.unblock(interaction.user.id, member)
    await _said(interaction, "likes.unblock", member)


async def _said(interaction: Interaction, key: str, member: int) -> None:
    words = words_for(interaction)
    content = words.say(key, who=words.mention(member))
    await interaction.response.send_message(content, ephemeral=True)


VERBS: Final[dict[str, Heard]] = {"show": _show, "ask": _ask, "set": _set}
