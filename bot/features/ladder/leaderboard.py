"""A leaderboard as pages one leafs through: a picture, the same in words, and the reader's own rank.

The post is everybody's, and its buttons turn the page for whoever asked for it; anybody else gets a copy
of their own. Buttons carry the period itself ('2026-11'), so those of last month still show last month.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.club.allowances import CARDS
from bot.club.ratings import SETTLED
from bot.club.refused import Refused
from bot.club.standings import ALL_TIME, EVERYWHERE, Ladder, Standing
from bot.ui import controls, layout, lists, pictures
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard
from bot.ui.lists import Line
from bot.ui.people import MOST_ASKED, Person
from bot.ui.readers import why_alone
from bot.ui.table import (
    Interaction,
    house_theme,
    house_words,
    preferences_of,
    reach_of,
    room_to_draw,
    table_of,
    theme_for,
    words_for,
)
from bot.words import ladders
from bot.words.language import Language
from bot.words.naming import harmless, in_text
from engines import GAMES

_HERE, _EVERYWHERE = "here", "everywhere"
_PERIOD: Final = re.compile(rf"{ALL_TIME}|[0-9]{{4}}(-(0[1-9]|1[0-2]|Q[1-4]|H[12]))?")


@dataclass(frozen=True, slots=True)
class _Page:
    ladder: Ladder
    number: int
    standings: list[Standing]
    has_next: bool
    people: dict[int, Person]
    nameless: frozenset[int]
    """Those who want no name on other servers."""
    faces: pictures.Seen


async def show(interaction: Interaction, ladder: Ladder) -> None:
    """The first page, for everybody to see, where one plays; but who hides is not told of in public."""
    alone = _why_alone(interaction)
    is_private = alone is not None
    with room_to_draw(interaction, CARDS):
        await interaction.response.defer(ephemeral=is_private)
        await _fill(interaction, ladder, 0, alone or "", is_private=is_private)


def _why_alone(interaction: Interaction) -> str | None:
    """What is said of it to whoever hides stands in the place of their rank."""
    return "" if preferences_of(interaction).hidden else why_alone(interaction)


def scope_of(interaction: Interaction, written: str) -> int:
    """`here` or `everywhere`, as in commands and addresses; where there is no server, that is the same."""
    here = reach_of(interaction) or EVERYWHERE
    return EVERYWHERE if written == _EVERYWHERE else here


def _written(ladder: Ladder) -> str:
    return _EVERYWHERE if ladder.scope == EVERYWHERE else _HERE


async def _turn(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    ladder = _read_ladder(interaction, address)
    with room_to_draw(interaction, CARDS):
        if _is_private(interaction):
            await interaction.response.defer()
            await _fill(interaction, ladder, address.number, is_private=True)
        elif _is_askers(interaction) and _why_alone(interaction) is None:
            await interaction.response.defer()
            await _fill(interaction, ladder, address.number, is_private=False)
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await _fill(interaction, ladder, address.number, is_private=True)


def _read_ladder(interaction: Interaction, address: Address) -> Ladder:
    """Of an address that anybody may have written. Raises Refused for what was never offered."""
    with understood():
        game, scope, period, *_ = address.rest
    if game not in GAMES or scope not in (_HERE, _EVERYWHERE) or not _PERIOD.fullmatch(period):
        raise Refused("not_there")
    return Ladder(game, scope_of(interaction, scope), period)


def _is_private(interaction: Interaction) -> bool:
    """To whoever presses alone; but a page from before they were laid out stays as it is."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and layout.is_laid_out(message)


def _is_askers(interaction: Interaction) -> bool:
    message = interaction.message
    if message is None or not layout.is_laid_out(message):
        return False
    asked = message.interaction_metadata
    return asked is not None and asked.user.id == interaction.user.id


async def _fill(
    interaction: Interaction, ladder: Ladder, number: int, note: str = "", *, is_private: bool
) -> None:
    words = words_for(interaction) if is_private else house_words(interaction)
    theme = theme_for(interaction) if is_private else house_theme(interaction)
    page = await _page(interaction, ladder, number)
    if number and not page.standings:
        raise Refused("not_there")
    own = interaction.user.id
    below = [await _own_line(interaction, ladder, words)]
    if page.standings and ladder.period != ALL_TIME:
        below.append(words.say("ladder.in_period"))
    if not all(standing.settled for standing in page.standings):
        below.append(words.say("ladder.provisional", count=SETTLED))
    if note:
        below.append(note)
    async with table_of(interaction).studio.turn_of(own):
        picture = await _picture(page, own, words, theme)
    await interaction.edit_original_response(
        attachments=picture,
        view=layout.laid_out(_items(page, picture, below, words)),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _page(interaction: Interaction, ladder: Ladder, number: int) -> _Page:
    """Read once more if somebody on it turns out to have left: who has left stands on no board of a server.

    Discord is asked about ten members at most, however many have left: the next who asks finds ten more gone.
    """
    table, guild = table_of(interaction), interaction.guild
    least, most = table.preferences.least_matches(reach_of(interaction) or EVERYWHERE), MOST_ASKED
    while True:
        standings, has_next = await table.leaderboards.page(ladder, number, least=least)
        members = [standing.member for standing in standings]
        before = most
        people, most = await table.people.of(guild, members, most=most)
        left = [member for member in members if people[member].has_left]
        if ladder.scope == EVERYWHERE or not left or most == before:
            nameless = frozenset(member for member in members if table.preferences.member(member).nameless)
            faces = await _faces(interaction, ladder, people)
            return _Page(ladder, number, standings, has_next, people, nameless, faces)


async def _faces(interaction: Interaction, ladder: Ladder, people: Mapping[int, Person]) -> pictures.Seen:
    """Members of this server are seen as they are seen here, others as in all of Discord."""
    faces, guild = table_of(interaction).faces, reach_of(interaction) or EVERYWHERE
    here = [member for member in people if ladder.scope != EVERYWHERE or people[member].is_here]
    others = people.keys() - set(here)
    return {**await faces.elsewhere(guild, others), **await faces.of(guild, here)}


# Words


def _items(
    page: _Page, picture: list[discord.File], below: list[str], words: Language
) -> Iterator[ui.Item[Any]]:
    """The picture, a line and its button each, one's own rank, and the row by which one leafs."""
    yield ui.TextDisplay(_heading(page, words))
    for file in picture:
        yield ui.MediaGallery(discord.MediaGalleryItem(file, description=file.description))
    lines = [_line(page, standing, words) for standing in page.standings]
    yield from lists.shown(lines or [Line(words.say("ladder.empty"))])
    yield ui.TextDisplay("\n".join(below))
    yield from _leaf(page, words)


def _heading(page: _Page, words: Language) -> str:
    ladder = page.ladder
    period = "all" if ladder.period == ALL_TIME else "period"
    heading = words.say(
        f"ladder.heading_{period}",
        game=GAMES[ladder.game].title,
        where=words.say(f"ladder.{_written(ladder)}"),
        period=ladders.period(ladder.period, words),
    )
    return f"### {heading}"


def _line(page: _Page, standing: Standing, words: Language) -> Line:
    """Who is known by no more than a name, or not even by that, has no profile here."""
    told = words.say(
        "ladder.row",
        rank=ladders.rank(standing),
        name=_named(page, standing.member, words),
        points=ladders.points(standing),
        tally=ladders.tally(standing, words),
        when=f"<t:{standing.last_at}:R>",
    )
    if not _is_of_here(page, standing.member):
        return Line(told)
    address = Address("ladder", "profile", 0, 0, (str(standing.member),))
    return Line(told, controls.button(address, words.say("buttons.profile")))


def _named(page: _Page, member: int, words: Language) -> str:
    """Members of this server are mentioned; others are called as all of Discord calls them."""
    if _is_of_here(page, member):
        return words.mention(member)
    return in_text(_known_as(page, member, words))


def _is_of_here(page: _Page, member: int) -> bool:
    return page.ladder.scope != EVERYWHERE or page.people[member].is_here


def _known_as(page: _Page, member: int, words: Language) -> str:
    """On other servers than their own."""
    known_as = "" if member in page.nameless else harmless(page.people[member].known_as)
    return known_as or words.say("ladder.elsewhere")


def _names(page: _Page, member: int, words: Language) -> list[str]:
    """Where nobody can be mentioned: their name and, on their own server, others by which they are known."""
    if not _is_of_here(page, member):
        return [_known_as(page, member, words)]
    return page.people[member].names


def _lettered(names: list[str], line: int, words: Language) -> str:
    """A picture cannot write all scripts. Where it can write no name, it says where in the post it stands."""
    lettered = (name for name in names if pictures.is_lettered(name))
    return next(lettered, words.say("ladder.unlettered", line=line))


async def _own_line(interaction: Interaction, ladder: Ladder, words: Language) -> str:
    table, member = table_of(interaction), interaction.user
    if preferences_of(interaction).hidden:
        return words.say("ladder.hidden")
    least = table.preferences.least_matches(reach_of(interaction) or EVERYWHERE)
    own = await table.leaderboards.standing(ladder, member.id, least=least)
    if own is None:
        return words.say("ladder.unplayed", who=member.mention, game=GAMES[ladder.game].title)
    key = "ladder.own" if own.matches >= least else "ladder.own_too_few"
    return words.say(
        key,
        who=member.mention,
        rank=own.rank,
        points=ladders.points(own),
        tally=ladders.tally(own, words),
        count=least - own.matches,
    )


# Picture and buttons


async def _picture(page: _Page, own: int, words: Language, theme: str) -> list[discord.File]:
    if not page.standings:
        return []
    names = [_names(page, standing.member, words) for standing in page.standings]
    rows = [
        pictures.CardRow(
            rank=standing.rank,
            person=pictures.person(standing.member, _lettered(names[line - 1], line, words), page.faces),
            points=ladders.points(standing),
            matches=standing.matches,
            share=(standing.won + standing.drawn / 2) / standing.matches,
            is_own=standing.member == own,
        )
        for line, standing in enumerate(page.standings, start=1)
    ]
    title = GAMES[page.ladder.game].title
    listed = "; ".join(
        f"{row.rank}. {name} {row.points}" for row, (name, *_) in zip(rows, names, strict=True)
    )
    alt = words.say("ladder.alt", game=title, rows=listed)
    points, matches, won = (words.say(f"ladder.column.{name}") for name in ("points", "matches", "won"))
    card = pictures.Card(
        page.ladder.game,
        title,
        tuple(rows),
        with_podium=page.number == 0,
        columns=(points, matches, won),
        theme=theme,
    )
    return await pictures.card(card, name=f"{page.ladder.game}-leaderboard", alt=alt)


def _leaf(page: _Page, words: Language) -> Iterator[ui.Item[Any]]:
    ladder = page.ladder

    def to(number: int, label: str, *, enabled: bool) -> ui.Button[Any]:
        rest = (ladder.game, _written(ladder), ladder.period, label)
        address = Address("ladder", "page", max(number, 0), 0, rest)
        button = controls.button(address, words.say(f"buttons.{label}"))
        button.disabled = not enabled
        return button

    if page.number or page.has_next:
        before = to(page.number - 1, "before", enabled=page.number > 0)
        yield ui.ActionRow(before, to(page.number + 1, "after", enabled=page.has_next))


VERBS: Final[dict[str, Heard]] = {"page": _turn}
