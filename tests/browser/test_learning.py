"""A lesson in a real Chromium, narrow as a phone: from its first task to the first match."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from engines import GAMES
from engines.choices import Choices
from lessons import LESSONS
from tests.browser.composing import composes
from tests.browser.conftest import Running
from tests.browser.player import PHONE, SUCCESS, Player

SHORTEST: Final = min(LESSONS.values(), key=lambda lesson: len(lesson.tasks))

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_newcomer_learns_a_game_errs_is_shown_and_begins_a_match(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await player.becomes("Bruno")
    await player.types("/learn")
    await expect(player.offered("/learn").first).to_be_visible()
    await player.page.keyboard.press("Enter")
    await player.offered("Knopen").click()
    await player.page.keyboard.press("Enter")
    await player.rests()
    lesson = player.composer
    await expect(lesson).to_contain_text("1 of 10")
    await player.sees_the_end()
    await player.photograph("lesson-1-asked")
    await _presses(player, "f9")
    await player.photograph("lesson-2-target")
    await _presses(player, "f9", "f8")
    await expect(lesson).to_contain_text("f5 lies straight below it")
    await player.photograph("lesson-3-wrong")
    await player.presses(lesson.get_by_role("button", name="Try again"))
    await _presses(player, "f9")
    await _presses(player, "f9", "f5")
    await expect(lesson).to_contain_text("Four holes, four squares")
    await player.photograph("lesson-4-right")
    for number in range(2, len(LESSONS["knopen"].tasks) + 1):
        await player.presses(lesson.get_by_role("button", name="Next"))
        await expect(lesson).to_contain_text(f"{number} of 10")
        await player.presses(lesson.get_by_role("button", name="Show me"))
        await player.photograph(f"lesson-5-shown-{number:02}")
    await player.photograph("lesson-6-over")
    boards = await player.boards.count()
    await player.presses(lesson.get_by_role("button", name="Play Pip"))
    await expect(player.boards).to_have_count(boards + 1)
    await player.sees_the_end()
    await player.photograph("lesson-7-match")
    assert await player.overflow() <= 0
    assert player.errors == []


@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_is_solved_task_by_task(
    game: str, sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    """All of the shortest, and where each of the others begins."""
    lesson, player = LESSONS[game], await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    tasks = lesson.tasks if lesson is SHORTEST else lesson.tasks[:2]
    await player.becomes("Bruno")
    await player.types("/learn")
    await expect(player.offered("/learn").first).to_be_visible()
    await player.page.keyboard.press("Enter")
    await player.offered(GAMES[game].title).click()
    await player.page.keyboard.press("Enter")
    await player.rests()
    for number, task in enumerate(tasks, start=1):
        await expect(player.composer).to_contain_text(f"{number} of {len(lesson.tasks)}")
        await player.sees_the_end()
        await player.photograph(f"solving-{game}-{number:02}-asked")
        await composes(player, task, task.solution)
        onward = player.composer.locator(SUCCESS)
        await expect(onward).to_be_visible()
        await expect(player.composer).to_contain_text("✅")
        await player.sees_the_end()
        await player.photograph(f"solving-{game}-{number:02}-right")
        if task is not lesson.tasks[-1]:
            await player.presses(onward)
    if lesson is SHORTEST:
        await player.presses(player.composer.get_by_role("button", name="That was all"))
        await expect(player.composer).to_contain_text("You have done all")
    assert await player.overflow() <= 0
    assert player.errors == []


async def _presses(player: Player, *keys: str) -> None:
    """The last of these, by its number on the picture."""
    task = LESSONS["knopen"].tasks[0]
    step = task.position.choices(task.seat, keys[:-1])
    assert isinstance(step, Choices)
    number = [option.key for option in step.options].index(keys[-1]) + 1
    await player.presses(player.composer.get_by_role("button", name=str(number), exact=True))
