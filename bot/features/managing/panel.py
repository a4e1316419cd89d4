"""[Manage the table] in `/server`: the ways from there, and what all of its pages share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.club.refused import Refused
from bot.ui import controls, lists
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_manager
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import Language

_HOUSE: Final = Address("preferences", "show_house", 0)


def address(verb: str, number: int = 0, ply: int = 0, *rest: str) -> Address:
    return Address("managing", verb, number, ply, rest)


async def _open(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    words = words_for(interaction)
    ways = [button(verb, words) for verb in ("members", "matches", "acts")]
    await answer(interaction, words.say("managing.heading"), [*ways, back(_HOUSE, words)])


async def answer(interaction: Interaction, content: str, items: Iterable[ui.Item[Any]]) -> None:
    """In the place of the page that was there."""
    await lists.show(interaction, [ui.TextDisplay(content), *lists.rows(items)])


def button(
    verb: str,
    words: Language,
    number: int = 0,
    *rest: str,
    style: ButtonStyle = ButtonStyle.secondary,
) -> ui.Button[ui.View]:
    return controls.button(address(verb, number, 0, *rest), words.say(f"buttons.{verb}"), style)


def back(to: Address, words: Language) -> ui.Button[ui.View]:
    return controls.button(to, words.say("buttons.back"))


def pages(verb: str, page: int, length: int, most: int, words: Language) -> Iterator[ui.Button[ui.View]]:
    """To the pages beside this one, from 0; nothing if all is on one."""
    last = max(0, -(-length // most) - 1)
    for label, to in (("newer", page - 1), ("older", page + 1)):
        if last:
            turning = controls.button(address(verb, max(to, 0), 0, label), words.say(f"buttons.{label}"))
            turning.disabled = not 0 <= to <= last
            yield turning


def member_in(text: str) -> int:
    """What a menu or an address names; below zero for a former member. Raises Refused."""
    digits = text.removeprefix("-")
    if not (digits.isdecimal() and digits.isascii() and len(digits) < 20):
        raise Refused("no_member")
    return int(text)


def log(interaction: Interaction) -> None:
    """Something was decided: the log channel is told, and nobody waits for it."""
    posts = table_of(interaction).posts
    posts.background.start(posts.logbook.tell(), "nothing was logged")


VERBS: Final[dict[str, Heard]] = {"open": _open}
