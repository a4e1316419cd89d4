"""A lesson, task by task: what it tells and asks, the composer of every match, and what becomes of a try.

Nobody else sees it. Buttons say which task they are of; what was done stands in the file.
"""

from __future__ import annotations

from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.club.computers import level_of
from bot.club.exercises import laid_out
from bot.club.lessons import TEACHER
from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address, understood
from bot.ui.composing import composer, drafts
from bot.ui.composing.drafts import Draft
from bot.ui.composing.verbs import exercise
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import sentences
from bot.words.language import Language
from bot.words.naming import harmless
from engines import GAMES
from engines.choices import Complete
from engines.moves import Move
from lessons import LESSONS, Lesson, Task, numbered

Button = ui.Button[ui.View]
Picture = tuple[list[discord.File], str]
"""Its files; and letters, if drawing fails."""


async def begin(interaction: Interaction, lesson: Lesson) -> None:
    """Where it was left; when all of it was done, its end."""
    done = await table_of(interaction).lessons.done(interaction.user.id, lesson.game_name)
    task = lesson.first_but(done)
    if task:
        await _ask(interaction, task, first=True)
    else:
        await _end(interaction, lesson, first=True)


# A task is asked


async def _ask(interaction: Interaction, task: Task, *, first: bool) -> None:
    await _go_on(interaction, task, Draft(task.number, 0, era=0, feature="learn"), first=first)


async def _go_on(interaction: Interaction, task: Task, draft: Draft, *, first: bool = False) -> None:
    """The next question of the composer, or what the try comes to."""
    table = _table(interaction, task)
    asked = drafts.read(table, task.seat, draft)
    if isinstance(asked.step, Complete):
        await _judge(interaction, task, table, asked.step.move, first=first)
        return
    words = words_for(interaction)
    above = [
        _heading(task, words),
        *([] if draft.partial else [_say(task, "tells", words)]),
        _asks(task, words),
    ]
    await composer.show(
        interaction,
        table,
        asked,
        asked.step,
        first=first,
        above="\n".join(above),
        besides=[_button("show", task, words)],
    )


def _table(interaction: Interaction, task: Task) -> Match:
    name = harmless(interaction.user.display_name)
    return laid_out(task.game, task.number, task.position, task.seat, interaction.user.id, name)


# What becomes of it


async def _judge(interaction: Interaction, task: Task, table: Match, move: Move, *, first: bool) -> None:
    mistake = task.mistake(move)
    if mistake is None:
        await _done(interaction, task, table, move, "right", first=first)
        return
    words = words_for(interaction)
    after, marks = table.foreseen(task.seat, move), task.marks.get(mistake, ())
    why = _say(task, f"why.{mistake}", words)
    said = words.say("lessons.wrong", told=sentences.told_last(after, words), why=why)
    again = _button("task", task, words, ButtonStyle.primary, label="try_again")
    lines = [_heading(task, words), said, _asks(task, words)]
    picture = await (_marked(interaction, task, marks) if marks else _board(interaction, after))
    await _tell(interaction, picture, lines, [again, _button("show", task, words)], first=first)


async def _done(
    interaction: Interaction, task: Task, table: Match, move: Move, how: str, *, first: bool = False
) -> None:
    """`how` is `right` or `shown`. It is noted, and then said."""
    lessons, member = table_of(interaction).lessons, interaction.user.id
    await lessons.note_done(member, task, shown=how == "shown")
    words, lesson = words_for(interaction), LESSONS[task.game_name]
    after, following = table.foreseen(task.seat, move), lesson.after(task)
    said = words.say(f"lessons.{how}", told=sentences.told_last(after, words), why=_say(task, "right", words))
    if following:
        onward = [_button("task", following, words, ButtonStyle.success, label="next_task")]
    else:
        onward = await _out_of_it(interaction, lesson)
    buttons = [*onward, *([_button("task", task, words, label="try_it")] if how == "shown" else [])]
    picture = await _board(interaction, after)
    await _tell(interaction, picture, [_heading(task, words), said], buttons, first=first)


async def _board(interaction: Interaction, after: Match) -> Picture:
    """As it would stand."""
    faces = await table_of(interaction).faces.at(after)
    theme = theme_for(interaction)
    return await pictures.board(after, words_for(interaction), faces, theme=theme)


async def _marked(interaction: Interaction, task: Task, marks: tuple[str, ...]) -> Picture:
    """As it stands, with what to look at."""
    return await pictures.figure(
        task.game_name,
        task.position,
        name=f"{task.game_name}-{task.name}",
        alt=sentences.described(_table(interaction, task), words_for(interaction)),
        marked=tuple((place,) for place in marks),
        theme=theme_for(interaction),
    )


async def _tell(
    interaction: Interaction, picture: Picture, lines: list[str], buttons: list[Button], *, first: bool
) -> None:
    files, letters = picture
    content = "\n".join(lines) + letters
    await composer.respond(interaction, content, files, controls.view(buttons), first=first)


# The end


async def _out_of_it(interaction: Interaction, lesson: Lesson) -> list[Button]:
    """Under the last task: a match at once, where nothing was left out."""
    words = words_for(interaction)
    done = await table_of(interaction).lessons.done(interaction.user.id, lesson.game_name)
    over = _button_of_lesson("over", lesson, words, "finish", ButtonStyle.success)
    if lesson.first_but(done):
        return [over]
    over.style = ButtonStyle.secondary
    return [_first_match(lesson, words, ButtonStyle.success), over]


def _first_match(lesson: Lesson, words: Language, style: ButtonStyle) -> Button:
    address = Address("challenge", "begin", level_of(TEACHER), 0, (lesson.game_name,))
    return controls.button(address, words.say("buttons.first_match", who=words.computer(TEACHER)), style)


async def _end(interaction: Interaction, lesson: Lesson, *, first: bool) -> None:
    """Whatever was left out is named, and can still be done; then a first match."""
    words, game = words_for(interaction), lesson.game_name
    done = await table_of(interaction).lessons.done(interaction.user.id, game)
    left = lesson.first_but(done)
    key = "lessons.over" if left is None else "lessons.some_left"
    said = words.say(
        key, game=GAMES[game].title, done=len(done), tasks=len(lesson.tasks), who=words.computer(TEACHER)
    )
    further = [_button("task", left, words, ButtonStyle.primary, label="go_on_learning")] if left else []
    match = _first_match(lesson, words, ButtonStyle.secondary if left else ButtonStyle.success)
    for button in (*further, match):
        button.row = 1
    view = controls.view([_contents(lesson, done, words), *further, match])
    await composer.respond(interaction, said, composer.NO_PICTURE, view, first=first)


def _contents(lesson: Lesson, done: frozenset[str], words: Language) -> ui.Select[ui.View]:
    """All tasks by their titles, to do one again."""
    return ui.Select(
        custom_id=str(Address("learn", "contents", 0, 0, (lesson.game_name,))),
        placeholder=words.say("lessons.contents"),
        options=[
            discord.SelectOption(
                label=f"{number}. {_say(task, 'title', words)}"[: limits.OPTION],
                value=task.name,
                emoji="✅" if task.name in done else None,
            )
            for number, task in enumerate(lesson.tasks, start=1)
        ],
        row=0,
    )


# Words and buttons


def _say(task: Task, what: str, words: Language) -> str:
    return words.say(f"lessons.{task.game_name}.{task.name}.{what}")


def _heading(task: Task, words: Language) -> str:
    lesson = LESSONS[task.game_name]
    return words.say(
        "lessons.heading",
        game=task.game.title,
        number=lesson.place(task),
        tasks=len(lesson.tasks),
        title=_say(task, "title", words),
    )


def _asks(task: Task, words: Language) -> str:
    return words.say("lessons.asks", asks=_say(task, "asks", words))


def _button(
    verb: str,
    task: Task,
    words: Language,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    label: str = "show_me",
) -> Button:
    return controls.button(Address("learn", verb, task.number), words.say(f"buttons.{label}"), style)


def _button_of_lesson(verb: str, lesson: Lesson, words: Language, label: str, style: ButtonStyle) -> Button:
    address = Address("learn", verb, 0, 0, (lesson.game_name,))
    return controls.button(address, words.say(f"buttons.{label}"), style)


# What is pressed


def _task_of(address: Address) -> Task:
    """Raises Refused for one that there is no longer."""
    try:
        return numbered(address.number)
    except LookupError:
        raise Refused("no_task") from None


async def _lay(interaction: Interaction, address: Address, _: Values) -> None:
    await _ask(interaction, _task_of(address), first=False)


async def _try(interaction: Interaction, address: Address, _: Values) -> None:
    """From a page of the rules: it stays open, the task comes below."""
    await _ask(interaction, _task_of(address), first=True)


async def _show(interaction: Interaction, address: Address, _: Values) -> None:
    """For those who are stuck: the solution, and on."""
    task = _task_of(address)
    await _done(interaction, task, _table(interaction, task), task.solved(), "shown")


def _lesson_of(address: Address) -> Lesson:
    with understood():
        return LESSONS[address.rest[0]]


async def _begin(interaction: Interaction, address: Address, _: Values) -> None:
    """Under a challenge or a board."""
    await begin(interaction, _lesson_of(address))


async def _over(interaction: Interaction, address: Address, _: Values) -> None:
    await _end(interaction, _lesson_of(address), first=False)


async def _chosen(interaction: Interaction, address: Address, values: Values) -> None:
    lesson = _lesson_of(address)
    with understood():
        task = lesson.named(values[0])
    await _ask(interaction, task, first=False)


VERBS: Final[dict[str, Heard]] = {
    "begin": _begin,
    "task": _lay,
    "try": _try,
    **exercise(_task_of, _table, _go_on).verbs,
    "show": _show,
    "over": _over,
    "contents": _chosen,
}
