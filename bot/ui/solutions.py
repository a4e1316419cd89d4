"""What is played from a puzzle on, drawn on the board turn by turn: its answer and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord import ui

from bot.club.match import Match
from bot.ui import controls, pictures
from bot.ui.composing import composer
from bot.ui.stepping import Steps, step_at
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import outcomes, sentences
from bot.words.language import Language

_BEHIND_WAYS = 2
"""The row of what leads elsewhere."""


async def show(
    interaction: Interaction,
    line: Match,
    ply: int,
    said: Iterable[str],
    buttons: Sequence[ui.Button[ui.View]],
    steps: Steps | None = None,
    *,
    first: bool = False,
) -> None:
    """The board after the turn of the line that was over by a ply; `steps` lead to its other turns."""
    words, theme, turns = words_for(interaction), theme_for(interaction), line.turns
    step = step_at(turns, ply)
    then = line.at(turns[step])
    faces = await table_of(interaction).faces.at(line)
    files, letters = await pictures.board(then, words, faces, theme=theme)
    ways = steps.ways(line, step, words) if steps and has_more(line) else ()
    for button in buttons:
        button.row = _BEHIND_WAYS
    content = "\n".join(filter(None, said)) + letters
    await composer.respond(interaction, content, files, controls.view([*ways, *buttons]), first=first)


def answered(line: Match) -> int:
    """The ply after which its first turn was over."""
    return line.turns[1]


def has_more(line: Match) -> bool:
    """Behind its first turn."""
    return len(line.turns) > len(("the question", "its answer"))


def told(line: Match, ply: int, words: Language) -> str:
    """What the turn did that was over by a ply, in one sentence, and where that was the end, how it ended;
    nothing at the beginning.
    """
    turns = line.turns
    step = step_at(turns, ply)
    then = line.at(turns[step])
    if step == 0:
        return ""
    happened = sentences.told_since(then, turns[step - 1], words)
    return "\n".join([happened, outcomes.ended(then, words)] if then.outcome else [happened])
