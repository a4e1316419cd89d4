"""`/settings`, `/block` and `/unblock`: how a member likes it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from bot.club.deadlines import DAY
from bot.club.refused import Refused
from bot.club.stored import MemberPreferences, Vacation
from bot.club.vacations import BUDGET
from bot.features.preferences.menus import Form
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard, Values
from bot.ui.pictures import THEMES
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import LANGUAGES
from engines.codes import Value

_YES_NO: Final = ("no", "yes")
_WEEKS: Final = {week: timedelta(weeks=int(week)) for week in ("1", "2", "4")}
_ALL_THAT_IS_LEFT: Final = "rest"
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
        "at_once": _YES_NO,
        "hidden": _YES_NO,
        "nameless": _YES_NO,
        "challengers": ("all", "known", "none"),
        "away": ("back", *_WEEKS, _ALL_THAT_IS_LEFT),
    },
)


def _now(liked: MemberPreferences, vacation: Vacation | None) -> dict[str, str]:
    """The code of each setting."""
    return {
        "language": liked.language or "auto",
        "pings": liked.pings,
        "turned": _YES_NO[liked.turned],
        "theme": liked.theme or "classic",
        "at_once": _YES_NO[liked.at_once],
        "hidden": _YES_NO[liked.hidden],
        "nameless": _YES_NO[liked.nameless],
        "challengers": liked.challengers,
        "away": "until" if vacation else "back",
    }


async def show(interaction: Interaction, *, first: bool, news: str = "") -> None:
    """In the language that is set by now; `news` is what else there is to say."""
    words = words_for(interaction)
    table = table_of(interaction)
    vacation = table.timekeeper.vacation(interaction.user.id)
    values: dict[str, Value] = {
        "until": f"<t:{vacation.ends_at}:f>" if vacation else "",
        "count": table.timekeeper.vacation_left(interaction.user.id).days,
        "budget": BUDGET // DAY,
    }
    now = _now(table.preferences.member(interaction.user.id), vacation)
    said = {setting: FORM.said(setting, value, words, **values) for setting, value in now.items()}
    blocked = table.preferences.blocked_by(interaction.user.id)
    heading = words.say("likes.heading")
    if blocked:
        heading += "\n" + words.say("likes.blocked", members=words.mentions(blocked))
    await FORM.show(interaction, "\n".join(filter(None, (heading, news))), said, words, first=first)


async def _show(interaction: Interaction, _: Address, __: Values) -> None:
    await show(interaction, first=False)


async def _ask(interaction: Interaction, _: Address, chosen: Values) -> None:
    with understood():
        (setting,) = chosen
    _check(setting)
    table, member = table_of(interaction), interaction.user.id
    now = _now(table.preferences.member(member), table.timekeeper.vacation(member))[setting]
    days_left = table.timekeeper.vacation_left(member).days
    too_long = {week for week, length in _WEEKS.items() if length.days > days_left}
    without = too_long if days_left else {*too_long, _ALL_THAT_IS_LEFT}
    await FORM.ask(
        *(interaction, setting, now, words_for(interaction)),
        without=without,
        count=days_left,
        budget=BUDGET // DAY,
    )


async def _set(interaction: Interaction, address: Address, chosen: Values) -> None:
    with understood():
        (setting,), (value,) = address.rest, chosen
    _check(setting, value)
    table = table_of(interaction)
    if setting == "away":
        news = await _go_away(interaction, value)
        await show(interaction, first=False, news=news)
        return
    likes: dict[str, Any] = {setting: _MEANS.get(value, value)}
    await table.preferences.change_member(interaction.user.id, **likes)
    await show(interaction, first=False)


async def _go_away(interaction: Interaction, value: str) -> str:
    """Says in which matches the time runs all the same."""
    timekeeper, words = table_of(interaction).timekeeper, words_for(interaction)
    lengths = {**_WEEKS, _ALL_THAT_IS_LEFT: timedelta(seconds=BUDGET)}
    running = await timekeeper.go_away(interaction.user.id, lengths.get(value))
    if value not in lengths or not running:
        return ""
    return words.say("likes.away.runs_on", matches=tuple(f"#{number}" for number in running))


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
