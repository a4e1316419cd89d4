"""[Show to all]: what its reader saw alone is posted for everybody who reads along, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import controls
from bot.ui.addresses import Address
from bot.ui.readers import may_show_all
from bot.ui.table import Interaction, house_theme, house_words, is_direct, room_to_draw, table_of
from bot.words.language import Language, language

NOBODY: Final = discord.AllowedMentions.none()

Make = Callable[[Language, str], Awaitable[dict[str, Any]]]
"""The post, in a language and in the colours of a table."""


@dataclass(frozen=True, slots=True)
class Once:
    """That something is shown to all only once is noted before it is made."""

    take: Callable[[], Awaitable[bool]]
    """False if it was shown before."""
    give_back: Callable[[], Awaitable[None]]
    """Nobody was shown anything."""
    refusal: str


def share_button(
    interaction: Interaction, match: Match, words: Language, verb: str, *rest: str, row: int | None = None
) -> Iterator[ui.Button[Any]]:
    """[Show to all], where there are others, and all of them may see it."""
    if not is_direct(interaction) and may_show_all(interaction, match.stored):
        address = Address("archive", verb, match.id, match.ply, rest)
        yield controls.button(address, words.say("buttons.share"), row=row)


async def post_once(interaction: Interaction, match: Match, once: Once, make: Make) -> None:
    """Raises Refused where not all may see it, or all have."""
    if not may_show_all(interaction, match.stored):
        raise Refused("stays_private")
    table, words = table_of(interaction), house_words(interaction)
    if interaction.channel_id == table.posts.venues.of(match).id:
        words = language(match.stored.locale)  # as the boards around it
    with room_to_draw(interaction, FILMS):
        if not await once.take():
            raise Refused(once.refusal)
        try:
            await interaction.response.defer()
            async with table.studio.turn_of(interaction.user.id):
                shown = await make(words, house_theme(interaction))
            await interaction.followup.send(**shown, allowed_mentions=NOBODY)
        except BaseException:
            await once.give_back()
            raise
