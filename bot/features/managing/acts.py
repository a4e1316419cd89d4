"""Who did what: the acts of all managers of a server, page by page."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.features.managing.panel import address, answer, back, pages
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_manager
from bot.ui.table import Interaction, table_of, words_for
from bot.words import acts

_A_PAGE: Final = 10


async def _acts(interaction: Interaction, at: Address, _: Values) -> None:
    guild, words, stored = check_manager(interaction), words_for(interaction), table_of(interaction).acts
    length = await stored.count(guild)
    page = min(at.number, max(0, length - 1) // _A_PAGE)
    newest = await stored.newest(guild, _A_PAGE, page * _A_PAGE)
    lines = [words.say("managing.acts" if newest else "managing.no_acts")]
    lines += [acts.told(act, words) for act in newest]
    items: list[ui.Item[Any]] = [*pages("acts", page, length, _A_PAGE, words), back(address("open"), words)]
    await answer(interaction, "\n".join(lines), items)


VERBS: Final[dict[str, Heard]] = {"acts": _acts}
