"""The private composer: a move is put together in two or three taps, for every game by its `choices`.

What was chosen so far travels in the addresses of the buttons; the composer itself remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption, ui

from bot.club.match import Match
from bot.club.refused import RefusedByGame
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.pictures import PAGE
from bot.ui.table import Interaction, preferences_of, words_for
from bot.words.language import Language
from engines.choices import Choices, Complete, Option, Partial
from engines.codes import Note, Refusal

_SEMICOLON: Final = "; "
_BETWEEN: Final = ","
"""Between the keys of a partial in an address."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A move being put together: for which ply, what was chosen so far, which page of the options is open."""

    match: int
    ply: int
    partial: Partial = ()
    page: int = 0

    @classmethod
    def read(cls, address: Address) -> Draft:
        with understood():
            keys, page = address.rest
            chosen = tuple(keys.split(_BETWEEN)) if keys else ()
            return cls(address.number, address.ply, chosen, whole_number(page))

    def address(self, verb: str) -> Address:
        rest = (_BETWEEN.join(self.partial), str(self.page))
        return Address("play", verb, self.match, self.ply, rest)

    def plus(self, key: str) -> Draft:
        return Draft(self.match, self.ply, (*self.partial, key))

    def minus(self) -> Draft:
        return Draft(self.match, self.ply, self.partial[:-1])

    def on_page(self, page: int) -> Draft:
        return Draft(self.match, self.ply, self.partial, page)


def next_step(match: Match, seat: int, draft: Draft) -> tuple[Draft, Choices | Complete]:
    """What to ask next. A question with one answer is not asked, unless the answer is the whole move.

    Options are numbered in reading order; who has turned the board reads it from the other end.
    """
    step = _step(match, seat, draft)
    if isinstance(step, Choices) and step.so_far is not None:
        draft = Draft(draft.match, draft.ply, step.so_far, draft.page)
    while isinstance(step, Choices) and len(step.options) == 1 and not step.aside:
        further = draft.plus(step.options[0].key)
        after = _step(match, seat, further)
        if isinstance(after, Complete):
            break
        draft, step = further, after
    if isinstance(step, Choices) and match.seen_from(seat):
        step = replace(step, options=step.options[::-1])
    return draft, step


def _step(match: Match, seat: int, draft: Draft) -> Choices | Complete:
    try:
        return match.position.choices(seat, draft.partial)
    except Refusal as refusal:
        raise RefusedByGame(match.game.name, refusal) from refusal


async def show(interaction: Interaction, match: Match, draft: Draft, step: Choices, *, first: bool) -> None:
    """The board with numbered options and a menu with the same numbers."""
    words = words_for(interaction)
    seat = match.seat_of(interaction.user.id)
    files, letters = await pictures.board(
        match,
        words,
        seat=match.seen_from(seat),
        choices=step,
        page=draft.page,
        theme=preferences_of(interaction).theme,
    )
    game = match.game.name
    asked = words.of_game(game, f"asks.{step.ask}", chosen=step.chosen[-1:])
    live = " · ".join(words.notes(game, "draft", step.notes))
    content = "\n".join(filter(None, [asked, live])) + letters
    back = _behind(match, seat, draft, step)
    items = list(_items(match.game.name, draft, step, back, words))
    if not match.position.can_list_moves(seat):
        items.append(controls.button(draft.address("write"), words.say("buttons.write"), row=limits.LAST_ROW))
    view = controls.view(items)
    await respond(interaction, content, files, view, first=first)


def _behind(match: Match, seat: int, draft: Draft, step: Choices) -> Draft | None:
    """What was asked before. Behind a question that was skipped there is only the same one again; and a step
    that knows a shorter way to itself has its own way back.
    """
    if not draft.partial or step.so_far is not None:
        return None
    return draft.minus() if next_step(match, seat, draft.minus())[0] != draft else None


async def confirm(
    interaction: Interaction, match: Match, draft: Draft, text: str, warning: Note, *, first: bool
) -> None:
    """A move that may be regretted is played only when it is asked for twice."""
    words = words_for(interaction)
    content = words.of_game(match.game.name, f"warnings.{warning.code}", text=text, **warning.values)
    items = [
        controls.button(
            Address("play", "go", match.id, match.ply, (text,)), words.say("buttons.go"), ButtonStyle.danger
        ),
        controls.button(draft.minus().address("compose"), words.say("buttons.back")),
    ]
    await respond(interaction, content, None, controls.view(items), first=first)


async def respond(
    interaction: Interaction, content: str, files: list[discord.File] | None, view: ui.View, *, first: bool
) -> None:
    """Files None: the picture that is there stays."""
    if first:
        await interaction.response.send_message(content, files=files or [], view=view, ephemeral=True)
        return
    picture: dict[str, Any] = {} if files is None else {"attachments": files}
    if interaction.response.is_done():
        await interaction.edit_original_response(content=content, view=view, **picture)
    else:
        await interaction.response.edit_message(content=content, view=view, **picture)


async def put_away(interaction: Interaction) -> None:
    """Nobody needs it any more."""
    if not interaction.response.is_done():
        await interaction.response.defer()
    await interaction.delete_original_response()


def _items(
    game: str, draft: Draft, step: Choices, back: Draft | None, words: Language
) -> Iterator[ui.Item[Any]]:
    if len(step.options) > 1:
        yield _menu(game, draft, step, words)
    elif not step.several:  # else the buttons beside it say the same
        yield from (_only(game, draft, option, words) for option in step.options)
    last = 1
    for number, option in enumerate(step.aside):
        label = words.listing(words.notes(game, "aside", option.notes))
        last = 1 + number // limits.ROW
        yield controls.button(draft.plus(option.key).address("compose"), label, _style(option), row=last)
    if len(step.options) > PAGE:
        pages = -(-len(step.options) // PAGE)
        page = (draft.page + 1) % pages
        label = words.say("buttons.page", page=page + 1, pages=pages)
        yield controls.button(draft.on_page(page).address("compose"), label, row=last + 1)
    if back:
        yield controls.button(back.address("compose"), words.say("buttons.back"), row=last + 1)


def _style(option: Option) -> ButtonStyle:
    """What lies on the board is something done; the others let it be."""
    if option.is_last:
        return ButtonStyle.success
    return ButtonStyle.primary if option.places else ButtonStyle.secondary


def _only(game: str, draft: Draft, option: Option, words: Language) -> ui.Button[ui.View]:
    """The one option there is, without a menu to open first."""
    label = _SEMICOLON.join(filter(None, _in_words(game, f"{option.number or 1} · ", option, words)))
    return controls.button(
        draft.plus(option.key).address("compose"), label[: limits.BUTTON], ButtonStyle.primary, row=0
    )


def _menu(game: str, draft: Draft, step: Choices, words: Language) -> ui.Select[ui.View]:
    shown = step.options[draft.page * PAGE : (draft.page + 1) * PAGE]
    return ui.Select(
        custom_id=str(draft.address("pick")),
        placeholder=words.of_game(game, f"asks.{step.ask}", chosen=step.chosen[-1:])[: limits.PLACEHOLDER],
        max_values=len(shown) if step.several else 1,
        options=[
            _entry(game, f"{option.number or number} · " if step.numbered else "", option, words)
            for number, option in enumerate(shown, start=1)
        ],
        row=0,
    )


def _entry(game: str, number: str, option: Option, words: Language) -> SelectOption:
    name, hints = _in_words(game, number, option, words)
    return SelectOption(
        label=name[: limits.OPTION], value=option.key, description=hints[: limits.OPTION] or None
    )


def _in_words(game: str, number: str, option: Option, words: Language) -> tuple[str, str]:
    """What an option is called, with its number, and what it brings. Its place is its name, if any."""
    hints = words.notes(game, "hints", option.notes)
    name = option.key if option.places or not hints else hints.pop(0)
    return f"{number}{name}", _SEMICOLON.join(hints)
