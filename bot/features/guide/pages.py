"""The rules of a game as pages one leafs through, privately, each with a drawn position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import figures
from bot.words.language import Figure, Language, Page
from engines import GAMES
from engines.choices import Choices
from engines.moves import CHANCE
from lessons import LESSONS


async def show(interaction: Interaction, game: str, number: int, *, first: bool) -> None:
    words = words_for(interaction)
    pages = words.pages(game)
    number %= len(pages)
    page = pages[number]
    files: list[discord.File] = []
    letters = ""
    if page.figure:
        files, letters = await _drawn(
            game,
            page.figure,
            name=f"{game}-rules-{number + 1}",
            words=words,
            theme=theme_for(interaction),
        )
    content = f"### {page.title}\n{page.text}{letters}"
    view = controls.view(
        [
            _contents(game, pages, words),
            *_buttons(game, number, len(pages), words),
            *_lesson(game, number, page, words),
        ]
    )
    if first:
        await interaction.response.send_message(content, files=files, view=view, ephemeral=True)
    else:
        await interaction.response.edit_message(content=content, attachments=files, view=view)


async def _drawn(
    game: str, figure: Figure, *, name: str, words: Language, theme: str
) -> tuple[list[discord.File], str]:
    position = GAMES[game].read_position(figure.position)
    choices = None
    if figure.partial is not None:
        (seat,) = position.to_move
        step = position.choices(seat, figure.partial)
        choices = await pictures.as_read(game, position, step) if isinstance(step, Choices) else None
    return await pictures.figure(
        game,
        position,
        name=name,
        alt=figures.described(game, position, figure, words, choices),
        choices=choices,
        marked=figure.marked,
        ways=figure.ways,
        around=figure.around,
        theme=theme,
    )


def _contents(game: str, pages: Sequence[Page], words: Language) -> discord.ui.Select[discord.ui.View]:
    """All pages by their titles."""
    return discord.ui.Select(
        custom_id=str(Address("guide", "contents", 0, 0, (game,))),
        placeholder=words.say("rules.contents"),
        options=[
            discord.SelectOption(label=f"{number}. {page.title}"[: limits.OPTION], value=str(number - 1))
            for number, page in enumerate(pages, start=1)
        ],
        row=0,
    )


def _buttons(game: str, number: int, pages: int, words: Language) -> list[discord.ui.Button[discord.ui.View]]:
    where = words.say("rules.page", page=number + 1, pages=pages)
    before = controls.button(
        Address("guide", "page", (number - 1) % pages, 0, (game,)), words.say("buttons.before")
    )
    here = discord.ui.Button[discord.ui.View](label=where, disabled=True, custom_id="here")
    after = controls.button(
        Address("guide", "page", (number + 1) % pages, 0, (game,)), words.say("buttons.after")
    )
    return [before, here, after]


def _lesson(
    game: str, number: int, page: Page, words: Language
) -> Iterator[discord.ui.Button[discord.ui.View]]:
    """The task that shows what the page says; on the first page, all of them."""
    if game in LESSONS and number == 0:
        address = Address("learn", "begin", 0, 0, (game,))
        yield controls.button(address, words.say("buttons.learn"), ButtonStyle.primary)
    elif page.lesson:
        address = Address("learn", "try", LESSONS[game].named(page.lesson).number)
        yield controls.button(address, words.say("buttons.try_it"), ButtonStyle.primary)


async def _page(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    with understood():
        game = GAMES[address.rest[0]].name
    await show(interaction, game, address.number, first=False)


async def _chosen(interaction: Interaction, address: Address, values: tuple[str, ...]) -> None:
    """A page of the menu."""
    with understood():
        game, number = GAMES[address.rest[0]].name, whole_number(values[0])
    await show(interaction, game, number, first=False)


async def _of_match(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    """The page that tells of what is asked in this turn."""
    match = await table_of(interaction).matches.load(address.number)
    seats = [seat for seat in sorted(match.position.to_move) if seat != CHANCE]
    own = [seat for seat in seats if match.members[seat] == interaction.user.id]
    asked = match.position.choices((own or seats)[0]) if seats else None
    topic = asked.ask if isinstance(asked, Choices) else ""
    pages = words_for(interaction).pages(match.game.name)
    fitting = (number for number, page in enumerate(pages) if topic in page.topics)
    await show(interaction, match.game.name, next(fitting, 0), first=True)


async def _of_challenge(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    challenge = await table_of(interaction).challenges.load(address.number)
    await show(interaction, challenge.game.name, 0, first=True)


VERBS: Final[dict[str, Heard]] = {
    "rules": _of_match,
    "rules_first": _of_challenge,
    "page": _page,
    "contents": _chosen,
}
