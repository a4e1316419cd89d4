"""`/settings`, `/block` and `/unblock`: how a member likes it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from discord import ui

from bot.club.deadlines import DAY
from bot.club.refused import Refused
from bot.club.vacations import BUDGET
from bot.club.wishes import Vacation
from bot.features.preferences.settings import YES_NO, Choice, Said, themselves
from bot.features.preferences.themes import Changing, Page
from bot.ui import controls, pictures
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.forms import Filled
from bot.ui.pictures import TABLES
from bot.ui.table import Interaction, preferences_of, table_of, words_for
from bot.words.language import LANGUAGES, Language
from engines.codes import Value

_WEEKS: Final = {week: timedelta(weeks=int(week)) for week in ("1", "2", "4")}
_ALL_THAT_IS_LEFT: Final = "rest"
_AWAY: Final = "away"
_AS_THE_SERVER: Final = "classic"
"""So forms wrote it when the only other choice was strong contrast."""
_LENGTHS: Final = {**_WEEKS, _ALL_THAT_IS_LEFT: timedelta(seconds=BUDGET)}
PAGE: Final = Page(
    texts="likes",
    verb="",
    themes={
        "talk": (
            Choice("language", {"auto": None, **themselves(*LANGUAGES)}),
            Choice("pings", themselves("mention", "message", "none")),
        ),
        "board": (
            Choice("turned", YES_NO),
            Choice("theme", {_AS_THE_SERVER: "", **themselves(*TABLES)}, _AS_THE_SERVER),
            Choice("at_once", YES_NO),
            Choice("coach", YES_NO),
        ),
        "others": (
            Choice("challengers", themselves("all", "known", "none")),
            Choice("hidden", YES_NO),
            Choice("nameless", YES_NO),
            Choice("faceless", {"avatar": False, "letter": True}),
        ),
        "vacation": (Choice(_AWAY, themselves("back", *_LENGTHS)),),
    },
)


# What there is now, and how it is said


def _now(interaction: Interaction) -> dict[str, Values]:
    away = "until" if _vacation(interaction) else "back"
    return PAGE.written(preferences_of(interaction), **{_AWAY: (away,)})


def _vacation(interaction: Interaction) -> Vacation | None:
    return table_of(interaction).timekeeper.vacation(interaction.user.id)


def _said(interaction: Interaction) -> Said:
    """In the language that is set by now."""
    vacation = _vacation(interaction)
    days_left = table_of(interaction).timekeeper.vacation_left(interaction.user.id).days
    values: dict[str, Value] = {
        "until": f"<t:{vacation.ends_at}:f>" if vacation else "",
        "count": days_left,
        "budget": BUDGET // DAY,
    }
    too_long = {week for week, length in _WEEKS.items() if length.days > days_left}
    without = too_long if days_left else {*too_long, _ALL_THAT_IS_LEFT}
    return Said(words_for(interaction), PAGE.texts, values, without)


async def show(interaction: Interaction, *news: str) -> None:
    """`news` is what else there is to say."""
    words = words_for(interaction)
    blocked = table_of(interaction).preferences.blocked_by(interaction.user.id)
    told = words.say("likes.blocked", members=words.mentions(blocked)) if blocked else ""
    heading = (words.say("likes.heading"), told, *news)
    below: ui.ActionRow[Any] = ui.ActionRow(tables_button(words))
    await PAGE.show(interaction, heading, _now(interaction), _said(interaction), [below])


def tables_button(words: Language) -> ui.Button[Any]:
    return controls.button(PAGE.address("tables"), words.say("buttons.tables"))


async def _show(interaction: Interaction, _: Address, __: Values) -> None:
    await show(interaction)


async def _tables(interaction: Interaction, _: Address, __: Values) -> None:
    """What there is to choose from, for members and for servers."""
    words = words_for(interaction)
    names = tuple(
        f"{number} {words.say(f'{PAGE.texts}.theme.{table}')}" for number, table in enumerate(TABLES, 1)
    )
    files = await pictures.tables(alt=words.say("tables.alt", tables=names))
    await interaction.response.send_message(
        words.say("tables.shown", tables=names), files=files, ephemeral=True
    )


# Changing it


async def _change(interaction: Interaction, filled: Filled) -> None:
    changed = PAGE.changes(filled, _now(interaction))
    likes = {name: PAGE.setting(name).meant(written) for name, written in changed.items()}
    vacation = likes.pop(_AWAY, None)
    if likes:
        table, member = table_of(interaction), interaction.user.id
        await table.preferences.change_member(member, **likes)
        if not table.faces.is_shown(member):
            await table.faces.drop(member)
    runs_on = await _go_away(interaction, vacation) if vacation else ""
    await show(interaction, PAGE.told(_as_it_is(interaction, changed), _said(interaction)), runs_on)


def _as_it_is(interaction: Interaction, changed: Mapping[str, Values]) -> dict[str, Values]:
    """A vacation is told with the day on which it ends."""
    now = _now(interaction)
    return {name: now[name] for name in changed}


async def _go_away(interaction: Interaction, value: str) -> str:
    """Says in which matches the time runs all the same."""
    timekeeper, words = table_of(interaction).timekeeper, words_for(interaction)
    running = await timekeeper.go_away(interaction.user.id, _LENGTHS.get(value))
    if value not in _LENGTHS or not running:
        return ""
    return words.say("likes.away.runs_on", matches=tuple(f"#{number}" for number in running))


# Blocking


async def block(interaction: Interaction, member: int) -> None:
    if member == interaction.user.id:
        raise Refused("block_yourself")
    await table_of(interaction).preferences.block(interaction.user.id, member)
    await _tell(interaction, "likes.block", member)


async def unblock(interaction: Interaction, member: int) -> None:
    preferences = table_of(interaction).preferences
    if not preferences.blocks(interaction.user.id, member):
        raise Refused("not_blocked", who=member)
    await preferences.unblock(interaction.user.id, member)
    await _tell(interaction, "likes.unblock", member)


async def _tell(interaction: Interaction, key: str, member: int) -> None:
    words = words_for(interaction)
    content = words.say(key, who=words.mention(member))
    await interaction.response.send_message(content, ephemeral=True)


VERBS: Final[dict[str, Heard]] = {
    "show": _show,
    **Changing(PAGE, lambda _: None, _now, _said, _change).verbs,
    "tables": _tables,
}
