"""A leaderboard as pages one leafs through: a picture, the same in words, and the reader's own rank.

The post is everybody's, and its buttons turn the page for whoever asked for it; anybody else gets a copy
of their own. Buttons carry the period itself ('2026-11'), so those of last month still show last month.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import discord

from bot.club.allowances import CARDS
from bot.club.ratings import SETTLED
from bot.club.standings import ALL_TIME, EVERYWHERE, Ladder, Standing
from bot.ui import controls, pictures
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard
from bot.ui.people import Person
from bot.ui.table import (
    Interaction,
    house_words,
    is_where_one_plays,
    preferences_of,
    table_of,
    words_for,
)
from bot.words.language import Language
from engines import GAMES

_HERE, _EVERYWHERE = "here", "everywhere"
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class _Page:
    ladder: Ladder
    number: int
    standings: list[Standing]
    has_next: bool
    people: dict[int, Person]


async def show(interaction: Interaction, ladder: Ladder) -> None:
    """The first page, where one plays for everybody to see; but who hides is not told of in public."""
    is_private = preferences_of(interaction).hidden or not is_where_one_plays(interaction)
    words = words_for(interaction) if is_private else house_words(interaction)
    with _room_for(interaction):
        await interaction.response.defer(ephemeral=is_private)
        await _fill(interaction, ladder, 0, words)


@contextmanager
def _room_for(interaction: Interaction) -> Iterator[None]:
    """Raises Refused where this member has asked for so much already."""
    table, member = table_of(interaction), interaction.user.id
    with table.studio.place_for(member):
        table.allowances.spend(CARDS, member)
        yield


def scope_of(interaction: Interaction, written: str) -> int:
    """`here` or `everywhere`, as in commands and addresses."""
    assert interaction.guild_id is not None
    return EVERYWHERE if written == _EVERYWHERE else interaction.guild_id


def _written(ladder: Ladder) -> str:
    return _EVERYWHERE if ladder.scope == EVERYWHERE else _HERE


async def _turn(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    with understood():
        game, scope, period, *_rest = address.rest
        ladder = Ladder(GAMES[game].name, scope_of(interaction, scope), period)
    with _room_for(interaction):
        if _is_private(interaction):
            await interaction.response.defer()
            await _fill(interaction, ladder, address.number, words_for(interaction))
        elif _is_asker(interaction) and not preferences_of(interaction).hidden:
            await interaction.response.defer()
            await _fill(interaction, ladder, address.number, house_words(interaction))
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await _fill(interaction, ladder, address.number, words_for(interaction))


def _is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_asker(interaction: Interaction) -> bool:
    asked = interaction.message.interaction_metadata if interaction.message is not None else None
    return asked is not None and asked.user.id == interaction.user.id


async def _fill(interaction: Interaction, ladder: Ladder, number: int, words: Language) -> None:
    page = await _page(interaction, ladder, number)
    own = interaction.user.id
    lines = [_heading(page, words)]
    lines += [_line(page, standing, words) for standing in page.standings] or [words.say("ladder.empty")]
    lines += ["", await _own_line(interaction, ladder, words)]
    if not all(standing.settled for standing in page.standings):
        lines.append(words.say("ladder.provisional", count=SETTLED))
    async with table_of(interaction).studio.turn_of(own):
        picture = await _picture(page, own, words)
    await interaction.edit_original_response(
        content="\n".join(lines),
        attachments=picture,
        view=controls.view(_buttons(page, words)),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _page(interaction: Interaction, ladder: Ladder, number: int) -> _Page:
    """Read again as often as somebody on it turns out to have left."""
    table, guild = table_of(interaction), interaction.guild
    assert guild is not None
    table.people.note(guild, interaction.user)
    least = table.preferences.least_matches(guild.id)
    while True:
        gone = _gone(interaction, ladder)
        standings, has_next = await table.leaderboards.page(ladder, number, least=least, without=gone)
        people = await table.people.of(guild, (standing.member for standing in standings))
        if _gone(interaction, ladder) <= gone:
            return _Page(ladder, number, standings, has_next, people)


def _gone(interaction: Interaction, ladder: Ladder) -> frozenset[int]:
    """Who has left this server does not stand on its leaderboards. Everywhere means everybody."""
    assert interaction.guild is not None
    if ladder.scope == EVERYWHERE:
        return frozenset()
    return table_of(interaction).people.gone_from(interaction.guild)


# Words


def _heading(page: _Page, words: Language) -> str:
    ladder = page.ladder
    period = "all" if ladder.period == ALL_TIME else "period"
    heading = words.say(
        f"ladder.heading_{period}",
        game=GAMES[ladder.game].title,
        where=words.say(f"ladder.{_written(ladder)}"),
        period=_period(ladder, words),
    )
    return f"### {heading}"


def _period(ladder: Ladder, words: Language) -> str:
    """`2026`, or `November 2026`."""
    year, _, month = ladder.period.partition("-")
    return words.say(f"months.{month}", year=year) if month else year


def _line(page: _Page, standing: Standing, words: Language) -> str:
    person = page.people[standing.member]
    name = words.mention(standing.member) if person.is_here else discord.utils.escape_markdown(person.name)
    return words.say(
        "ladder.row",
        rank=_MEDALS.get(standing.rank) or f"{standing.rank}.",
        name=name,
        points=points(standing),
        tally=tally(standing, words),
        when=f"<t:{standing.last_at}:R>",
    )


def points(standing: Standing) -> str:
    """`1523`, and `1523?` while it is provisional."""
    return f"{standing.points}{'' if standing.settled else '?'}"


def tally(standing: Standing, words: Language) -> str:
    """Such as `3 won, 1 lost`."""
    counts = {"won": standing.won, "drawn": standing.drawn, "lost": standing.lost}
    return ", ".join(words.say(f"ladder.{what}", count=count) for what, count in counts.items() if count)


async def _own_line(interaction: Interaction, ladder: Ladder, words: Language) -> str:
    table, member = table_of(interaction), interaction.user
    assert interaction.guild_id is not None
    if preferences_of(interaction).hidden:
        return words.say("ladder.hidden")
    least = table.preferences.least_matches(interaction.guild_id)
    gone = _gone(interaction, ladder)
    own = await table.leaderboards.standing(ladder, member.id, least=least, without=gone)
    if own is None:
        return words.say("ladder.unplayed", who=member.mention, game=GAMES[ladder.game].title)
    key = "ladder.own" if own.matches >= least else "ladder.own_too_few"
    return words.say(
        key,
        who=member.mention,
        rank=own.rank,
        points=points(own),
        tally=tally(own, words),
        count=least - own.matches,
    )


# Picture and buttons


async def _picture(page: _Page, own: int, words: Language) -> list[discord.File]:
    if not page.standings:
        return []
    rows = [
        pictures.CardRow(
            rank=standing.rank,
            name=page.people[standing.member].name,
            points=points(standing),
            matches=standing.matches,
            share=(standing.won + standing.drawn / 2) / standing.matches,
            is_own=standing.member == own,
        )
        for standing in page.standings
    ]
    title = GAMES[page.ladder.game].title
    listed = "; ".join(f"{row.rank}. {row.name} {row.points}" for row in rows)
    alt = words.say("ladder.alt", game=title, rows=listed)
    card = pictures.Card(page.ladder.game, title, tuple(rows), with_podium=page.number == 0)
    return await pictures.card(card, name=f"{page.ladder.game}-leaderboard", alt=alt)


def _buttons(page: _Page, words: Language) -> list[discord.ui.Button[discord.ui.View]]:
    ladder = page.ladder

    def to(number: int, label: str, *, enabled: bool) -> discord.ui.Button[discord.ui.View]:
        rest = (ladder.game, _written(ladder), ladder.period, label)
        address = Address("ladder", "page", max(number, 0), 0, rest)
        button = controls.button(address, words.say(f"buttons.{label}"))
        button.disabled = not enabled
        return button

    if not page.number and not page.has_next:
        return []
    return [
        to(page.number - 1, "before", enabled=page.number > 0),
        to(page.number + 1, "after", enabled=page.has_next),
    ]


VERBS: Final[dict[str, Heard]] = {"page": _turn}
