"""A puzzle, from the question to the answer: the composer of every match, and what becomes of a try.

Nobody else sees it. Buttons say which puzzle they are of; who has tried it stands in the file.
"""

from __future__ import annotations

from typing import Any, Final

from discord import ButtonStyle, ui

from bot.club.exercises import laid_out_puzzle, played_on
from bot.club.match import Match
from bot.club.puzzles import Tried
from bot.club.refused import Refused
from bot.ui import controls, solutions
from bot.ui.acknowledgement import Acknowledgement
from bot.ui.addresses import Address, understood
from bot.ui.composing import composer, drafts
from bot.ui.composing.drafts import Draft
from bot.ui.composing.verbs import exercise
from bot.ui.feature import Heard, Values
from bot.ui.stepping import Steps
from bot.ui.table import Interaction, table_of, words_for
from bot.words import hints, outcomes, sentences
from bot.words.language import Language
from bot.words.naming import harmless
from bot.words.puzzles import merit, task
from engines import GAMES
from engines.choices import Complete
from engines.game import Game
from engines.moves import Move
from engines.players.decisions import quiz_of
from puzzles.puzzle import Puzzle, numbered, puzzles_of

Button = ui.Button[ui.View]

_LINE: Final = Steps("puzzle", "line_")
"""Of the answer, and what follows."""


async def begin(interaction: Interaction, game: str | None, *, first: bool = True) -> None:
    """The next one for them; where they have tried them all, a word about that."""
    puzzle = await table_of(interaction).puzzles.fitting(interaction.user.id, game)
    if puzzle is not None:
        await _ask(interaction, puzzle, first=first)
        return
    words = words_for(interaction)
    said = words.say("puzzles.none_left", game=GAMES[game].title) if game else words.say("puzzles.all_tried")
    await composer.respond(interaction, said, composer.NO_PICTURE, controls.view([]), first=first)


# It is asked


async def _ask(interaction: Interaction, puzzle: Puzzle, *, first: bool) -> None:
    await _go_on(interaction, puzzle, Draft(puzzle.number, 0, era=0, feature="puzzle"), first=first)


async def _go_on(interaction: Interaction, puzzle: Puzzle, draft: Draft, *, first: bool = False) -> None:
    """The next question of the composer, or what the try comes to."""
    table = _table(interaction, puzzle)
    asked = drafts.read(table, puzzle.seat, draft)
    if isinstance(asked.step, Complete):
        await _judge(interaction, puzzle, table, asked.step.move, first=first)
        return
    words = words_for(interaction)
    above = f"{await _heading(interaction, puzzle)}\n{task(puzzle, words)}"
    give_up = _button("show", puzzle, words, "give_up")
    await composer.show(interaction, table, asked, asked.step, first=first, above=above, besides=[give_up])


def _table(interaction: Interaction, puzzle: Puzzle) -> Match:
    return laid_out_puzzle(puzzle, interaction.user.id, harmless(interaction.user.display_name))


def _game(puzzle: Puzzle) -> Game[Any]:
    return GAMES[puzzle.game]


# What becomes of it


async def _judge(interaction: Interaction, puzzle: Puzzle, table: Match, move: Move, *, first: bool) -> None:
    share = quiz_of(_game(puzzle)).share(table.position, puzzle.seat, puzzle.asked, move)
    words = words_for(interaction)
    tried = await table_of(interaction).puzzles.note_try(interaction.user.id, puzzle, share)
    if share == 1:
        counted = _counted(puzzle, tried, words)
        await _answer(interaction, puzzle, "right", counted, [_next(puzzle, words)], first=first)
    else:
        await _miss(interaction, puzzle, table, move, share, tried, first=first)


async def _miss(
    interaction: Interaction,
    puzzle: Puzzle,
    table: Match,
    move: Move,
    share: float,
    tried: Tried | None,
    *,
    first: bool,
) -> None:
    """It is drawn with what spoils it, if somebody had time to think of that."""
    words, member = words_for(interaction), interaction.user.id
    text = table.game.write_move(move)
    async with Acknowledgement(interaction):  # others may think about something else first
        miss = await table_of(interaction).thinker.miss(table, puzzle.seat, puzzle.asked, text, member)
    after = played_on(table, miss.line if miss else [text])
    reply = sentences.told_since(after, 1, words)
    points = round(share * puzzle.asked.points)
    said = [
        await _heading(interaction, puzzle),
        words.say("puzzles.partly" if points else "puzzles.wrong", told=sentences.told(after.at(1), words)),
        words.say("puzzles.reply", reply=reply) if reply else "",
        outcomes.ended(after, words) if after.outcome else "",
        hints.missed(puzzle.game, miss, words),
        task(puzzle, words),
        _counted(puzzle, tried, words),
    ]
    buttons = [
        _button("task", puzzle, words, "try_again", ButtonStyle.primary),
        _button("show", puzzle, words, "show_me"),
        _next(puzzle, words, ButtonStyle.secondary),
    ]
    await solutions.show(interaction, after, after.ply, said, buttons, first=first)


# The answer


async def _show(interaction: Interaction, address: Address, _: Values, *, first: bool = False) -> None:
    """The answer and what follows. Who has not tried has not found it."""
    puzzle, words = _puzzle_of(address), words_for(interaction)
    counted = await _given_up(interaction, puzzle)
    await _answer(interaction, puzzle, "shown", counted, _after_it(puzzle, words), first=first)


async def _look(interaction: Interaction, address: Address, values: Values) -> None:
    """From the page of a daily: it stays open, the answer comes below."""
    await _show(interaction, address, values, first=True)


async def _given_up(interaction: Interaction, puzzle: Puzzle) -> str:
    """Who is shown the answer has had their try; but that of a daily lies open when its day is over."""
    table = table_of(interaction)
    if await table.dailies.was_lately(puzzle.number):
        return ""
    tried = await table.puzzles.note_try(interaction.user.id, puzzle, 0)
    return _counted(puzzle, tried, words_for(interaction)) if tried else ""


async def _answer(
    interaction: Interaction,
    puzzle: Puzzle,
    how: str,
    counted: str,
    buttons: list[Button],
    *,
    first: bool,
) -> None:
    """Its move, on the board; `how` is `right` or `shown`."""
    words, line = words_for(interaction), _line(interaction, puzzle)
    answered = solutions.answered(line)
    said = [
        await _heading(interaction, puzzle),
        words.say(f"puzzles.{how}", told=solutions.told(line, answered, words)),
        merit(puzzle, puzzle.asked.line[0], words),
        words.say("puzzles.follows") if solutions.has_more(line) else "",
        counted,
    ]
    await solutions.show(interaction, line, answered, said, buttons, _LINE, first=first)


async def _step(interaction: Interaction, number: int, ply: int, *, first: bool = False) -> None:
    """Of what follows the answer; who has not tried has not found it."""
    puzzle, words = _numbered(number), words_for(interaction)
    await _given_up(interaction, puzzle)
    line = _line(interaction, puzzle)
    told = solutions.told(line, ply, words) or task(puzzle, words)
    said = [await _heading(interaction, puzzle), told]
    await solutions.show(interaction, line, ply, said, _after_it(puzzle, words), _LINE, first=first)


def _line(interaction: Interaction, puzzle: Puzzle) -> Match:
    """The answer, and what is expected behind it."""
    return played_on(_table(interaction, puzzle), puzzle.asked.line)


def _after_it(puzzle: Puzzle, words: Language) -> list[Button]:
    return [_next(puzzle, words), _button("task", puzzle, words, "try_it")]


# Words and buttons


async def _heading(interaction: Interaction, puzzle: Puzzle) -> str:
    skill = await table_of(interaction).puzzles.skill(puzzle)
    title = _game(puzzle).title
    return words_for(interaction).say("puzzles.heading", game=title, rating=skill.shown)


def _counted(puzzle: Puzzle, tried: Tried | None, words: Language) -> str:
    if tried is None:
        return words.say("puzzles.not_counted")
    return words.say(
        "puzzles.counted",
        game=_game(puzzle).title,
        before=tried.before.shown,
        after=tried.after.shown,
    )


def _button(
    verb: str, puzzle: Puzzle, words: Language, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return controls.button(Address("puzzle", verb, puzzle.number), words.say(f"buttons.{label}"), style)


def _next(puzzle: Puzzle, words: Language, style: ButtonStyle = ButtonStyle.success) -> Button:
    address = Address("puzzle", "next", 0, 0, (puzzle.game,))
    return controls.button(address, words.say("buttons.next_puzzle"), style)


# What is pressed


def _puzzle_of(address: Address) -> Puzzle:
    """Raises Refused for one that there is no longer."""
    return _numbered(address.number)


def _numbered(number: int) -> Puzzle:
    try:
        return numbered(number)
    except LookupError:
        raise Refused("no_puzzle") from None


async def _lay(interaction: Interaction, address: Address, _: Values) -> None:
    await _ask(interaction, _puzzle_of(address), first=False)


async def _onward(interaction: Interaction, address: Address, _: Values) -> None:
    with understood():
        game = address.rest[0]
    if not puzzles_of(game if game in GAMES else ""):
        raise Refused("not_understood")
    await begin(interaction, game, first=False)


def _after_the_daily(heard: Heard) -> Heard:
    """What leads to the puzzle of the day leads there only after one's try of it."""

    async def hear(interaction: Interaction, address: Address, values: Values) -> None:
        await table_of(interaction).dailies.check_may_see(interaction.user.id, address.number)
        await heard(interaction, address, values)

    return hear


_OF_ONE: Final[dict[str, Heard]] = {
    "task": _lay,
    **exercise(_puzzle_of, _table, _go_on).verbs,
    "show": _show,
    "look": _look,
    **_LINE.verbs(_step),
}
VERBS: Final[dict[str, Heard]] = {
    **{verb: _after_the_daily(heard) for verb, heard in _OF_ONE.items()},
    "next": _onward,
}
