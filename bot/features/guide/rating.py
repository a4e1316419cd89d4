"""`/rating`: how ratings work, in ten sentences and a picture, with the numbers that are reckoned with."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from bot.club import ratings, sources
from bot.club.ratings import START, Skill
from bot.ui import pictures
from bot.ui.table import Interaction, theme_for, words_for
from bot.words.language import Language

NUMBERS: Final = {
    "start": START,
    "learning": ratings.LEARNING,
    "settled": ratings.SETTLED,
    "several": ratings.SEVERAL,
    "one": sources.FROM_ONE,
    "strangers": sources.FROM_STRANGERS,
    "lowest": START - sources.FROM_STRANGERS,
    "highest": START + sources.FROM_STRANGERS,
}
"""Those that the sentences name."""
_LEADS: Final = (0, 100, 200, 400)
_MATCHES: Final = 40
"""So far the picture looks ahead."""


async def show(interaction: Interaction) -> None:
    words = words_for(interaction)
    scale = replace(_scale(), theme=theme_for(interaction))
    await interaction.response.send_message(
        words.say("rating.told", **NUMBERS),
        files=await pictures.scale(scale, name="rating", alt=_alt(words)),
        ephemeral=True,
    )


@cache
def _scale() -> pictures.Scale:
    return pictures.Scale(
        leads=tuple((lead, ratings.expected(START + lead, START)) for lead in _LEADS),
        margins=tuple(enumerate(_margins())),
        settled=ratings.SETTLED,
    )


def _margins() -> list[int]:
    """Of somebody who plays somebody equal and equally known again and again."""
    skill, margins = Skill(), []
    for _ in range(_MATCHES + 1):
        margins.append(skill.margin)
        skill = ratings.rated([skill, skill], [1, 1])[0]
    return margins


def _alt(words: Language) -> str:
    scale = _scale()
    leads = tuple(
        words.say("rating.alt_lead", lead=lead, share=round(share * 100)) for lead, share in scale.leads
    )
    margins = dict(scale.margins)
    return words.say(
        "rating.alt",
        leads=leads,
        first=margins[0],
        settled=ratings.SETTLED,
        then=margins[ratings.SETTLED],
        matches=_MATCHES,
        last=margins[_MATCHES],
    )
