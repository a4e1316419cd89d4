"""A move put together in a browser: every answer by its number on the picture, or by its words."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast

from playwright.async_api import Locator, expect

from bot.ui.composing import drafts
from bot.ui.composing.drafts import Draft
from bot.words.language import language
from engines import GAMES
from engines.choices import Choices
from lessons import Task
from puzzles.puzzle import Puzzle, numbered
from render import as_read
from render.scene import Scene
from tests.bot.test_learning import keys_of
from tests.browser.player import Player
from tests.puzzles.test_misses import wrong_moves


async def composes(player: Player, task: Task, text: str) -> None:
    """The move in their composer; a build is written."""
    if text.startswith("build"):
        await _writes(player, text.removeprefix("build "))
        return
    draft = Draft(0, 0, era=0)
    for key in keys_of(task, text):
        draft = drafts.ask(task.position, task.seat, draft).draft
        step = task.position.choices(task.seat, draft.partial)
        assert isinstance(step, Choices)
        step = as_read(Scene(task.game.name, task.position, choices=step))
        await player.presses(await _answer(player, task.game.name, step, key))
        draft = draft.plus(key)


async def _answer(player: Player, game: str, step: Choices, key: str) -> Locator:
    for option in step.aside:
        if option.key == key:
            words = language("en")
            label = words.listing(words.notes(game, "aside", option.notes))
            return player.composer.get_by_role("button", name=label, exact=True)
    place = [option.key for option in step.options].index(key)
    menu = player.composer.get_by_role("combobox")
    if await menu.count():
        await menu.click()
        return player.composer.get_by_role("option").nth(place)
    return player.composer.locator("button.component-button").nth(place)


async def _writes(player: Player, line: str) -> None:
    await player.presses(player.composer.get_by_role("button", name="Write it"))
    await player.form.get_by_role("textbox").fill(line)
    await player.submits()
    await player.presses(player.composer.get_by_role("button", name="Build"))


async def tries(player: Player, puzzle: Puzzle, text: str) -> None:
    """A move at a puzzle."""
    game = GAMES[puzzle.game]
    asked = SimpleNamespace(position=game.read_position(puzzle.position), seat=puzzle.seat, game=game)
    await composes(player, cast("Task", asked), text)


def wrong(puzzle: Puzzle) -> str:
    """The first move that is not the answer."""
    game = GAMES[puzzle.game]
    return game.write_move(wrong_moves(game, puzzle)[0])


async def puzzle_of(player: Player) -> Puzzle:
    """That lies before them, by the name of its picture."""
    picture = player.composer.get_by_role("button", name=re.compile(r"Open .+ in image preview"))
    await expect(picture).to_be_visible()
    found = re.search(r"-(\d+)-\d+\.png", await picture.get_attribute("aria-label") or "")
    assert found
    return numbered(int(found[1]))
