"""The private composer: a move is put together in two or three taps, for every game by its `choices`.

Before the move is final the composer shows the board as it would be. It remembers nothing itself.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.club.match import Match
from bot.club.refused import RefusedByGame
from bot.ui import controls, pictures
from bot.ui.addresses import Address
from bot.ui.composing import answers, drafts
from bot.ui.composing.drafts import Asked, Draft
from bot.ui.discord_errors import LOST
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import sentences
from bot.words.language import Language
from engines.choices import Choices, Complete, Option
from engines.codes import Note, Refusal
from engines.record import is_chance_next

log = logging.getLogger(__name__)

NO_PICTURE: Final[list[discord.File]] = []


async def show(
    interaction: Interaction,
    match: Match,
    asked: Asked,
    step: Choices,
    *,
    first: bool,
    above: str = "",
    besides: Sequence[ui.Button[ui.View]] = (),
) -> None:
    """The board with numbered options, and a button or a line of a menu for each number.

    Options are numbered as they are read from the board that is shown, turned or not. `above` is said before
    the question, `besides` leads elsewhere.
    """
    words, game = words_for(interaction), match.game.name
    seat = match.seat_of(interaction.user.id)
    step = await pictures.as_read(game, match.position, step, seat=match.seen_from(seat))
    draft = asked.draft.shown()
    files, letters = await pictures.board(
        match,
        words,
        await table_of(interaction).faces.at(match),
        seat=match.seen_from(seat),
        choices=step,
        page=draft.page,
        theme=theme_for(interaction),
    )
    below = [*_below(match, seat, draft, step, words), *besides]
    lines = [
        above,
        _forced(game, asked.forced, words),
        answers.question(game, step, words),
        " · ".join(words.notes(game, "draft", step.notes)),
        answers.said_of_buttons(game, step, len(step.aside) + len(below), words),
    ]
    items = answers.items(game, draft, step, below, words, named=bool(letters))
    content = "\n".join(filter(None, lines)) + letters
    await respond(interaction, content, files, controls.view(items), first=first)


def _below(match: Match, seat: int, draft: Draft, step: Choices, words: Language) -> list[ui.Button[ui.View]]:
    """What leads elsewhere. A step that knows a shorter way to itself has its own way back."""
    back = None if step.so_far is not None else drafts.behind(match, seat, draft)
    buttons = [_back(back, words)] if back else []
    if not match.position.can_list_moves(seat):
        buttons.append(controls.button(draft.address("write"), words.say("buttons.write")))
    return buttons


def _back(draft: Draft, words: Language) -> ui.Button[ui.View]:
    return controls.button(draft.address("compose"), words.say("buttons.back"))


def _forced(game: str, forced: Sequence[Option], words: Language) -> str:
    """What was chosen by itself."""
    if not forced:
        return ""
    return words.say("composer.forced", what=answers.named(game, forced, words), count=len(forced))


async def look(
    interaction: Interaction, match: Match, asked: Asked, whole: Complete, *, first: bool, above: str = ""
) -> None:
    """The board as it would be, and what may be said against the move: it is played when that was seen."""
    words, game = words_for(interaction), match.game.name
    seat = match.seat_of(interaction.user.id)
    draft = asked.draft.shown()
    after = match.foreseen(seat, whole.move)
    files: list[discord.File] | None = None
    letters = ""
    if not _hangs_on_others(match, seat):
        faces, theme = await table_of(interaction).faces.at(match), theme_for(interaction)
        files, letters = await pictures.board(after, words, faces, seat=match.seen_from(seat), theme=theme)
    lines = [
        above,
        _forced(game, asked.forced, words),
        words.say("composer.would", told=sentences.told_last(after, words)),
        _warning(match, whole, words),
        words.say("composer.chance") if _is_final(after) else "",
    ]
    back = drafts.behind(match, seat, draft)
    items = [_play(draft, words, whole.warning), *([_back(back, words)] if back else [])]
    content = "\n".join(filter(None, lines)) + letters
    await respond(interaction, content, files, controls.view(items), first=first)


def _hangs_on_others(match: Match, seat: int) -> bool:
    """What comes of its answer, for they are asked, too."""
    return match.in_window or bool(match.position.to_move - {seat})


def _play(draft: Draft, words: Language, warning: Note | None) -> ui.Button[ui.View]:
    label, style = ("go", ButtonStyle.danger) if warning else ("play", ButtonStyle.success)
    return controls.button(draft.address("play"), words.say(f"buttons.{label}"), style)


def _is_final(after: Match) -> bool:
    """Chance follows, and nobody can take the move back any more."""
    return is_chance_next(after.position) and not after.is_solo


def _warning(match: Match, whole: Complete, words: Language) -> str:
    if whole.warning is None:
        return ""
    text = match.game.write_move(whole.move)
    return words.of_game(match.game.name, f"warnings.{whole.warning.code}", text=text, **whole.warning.values)


async def confirm(interaction: Interaction, match: Match, whole: Complete) -> None:
    """A move in writing is meant; one that may be regretted is played only when it is asked for twice."""
    words = words_for(interaction)
    text = match.game.write_move(whole.move)
    address = Address("play", "go", match.id, match.ply, (text,))
    back = controls.button(Draft.of(match).address("compose"), words.say("buttons.back"))
    items = [controls.button(address, words.say("buttons.go"), ButtonStyle.danger), back]
    await respond(interaction, _warning(match, whole, words), None, controls.view(items), first=True)


async def ask_in_writing(interaction: Interaction, match: Match, draft: Draft) -> None:
    """A form for what is quicker to write than to compose."""
    words, game = words_for(interaction), match.game.name
    form = controls.form(
        draft.address("written"),
        words.of_game(game, "form.title"),
        words.of_game(game, "form.label"),
        words.of_game(game, "form.example"),
    )
    await interaction.response.send_modal(form)


def written(match: Match, seat: int, draft: Draft, line: str) -> Draft:
    """The draft that a line in the form comes to. Raises Refused."""
    try:
        return draft.at(match.position.read_partial(seat, line))
    except Refusal as refusal:
        raise RefusedByGame(match.game.name, refusal) from refusal


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


async def close_with(interaction: Interaction, said: str, *, first: bool = False) -> None:
    """Nothing more can be pressed there."""
    await respond(interaction, said, NO_PICTURE, controls.view([]), first=first)


async def put_away(interaction: Interaction, said: str, *, first: bool = False) -> None:
    """Nobody needs it any more. Until it is gone, and if it cannot be deleted, it says what was done."""
    await close_with(interaction, said, first=first)
    try:
        await interaction.delete_original_response()
    except LOST as error:
        log.info("a composer stays", extra={"why": repr(error)})
