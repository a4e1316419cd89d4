"""A lesson in a real Chromium, narrow as a phone: from its first task to the first match."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engines.choices import Choices
from lessons import LESSONS
from tests.browser.conftest import Running
from tests.browser.player import PHONE, Player

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
    await player.presses(lesson.get_by_role("button", name="That was all"))
    await player.photograph("lesson-6-over")
    boards = await player.boards.count()
    await player.presses(lesson.get_by_role("button", name="Play Pip"))
    await expect(player.boards).to_have_count(boards + 1)
    await player.sees_the_end()
    await player.photograph("lesson-7-match")
    assert await player.overflow() <= 0
    assert player.errors == []


async def _presses(player: Player, *keys: str) -> None:
    """The last of these, by its number on the picture."""
    task = LESSONS["knopen"].tasks[0]
    step = task.position.choices(task.seat, keys[:-1])
    assert isinstance(step, Choices)
    number = [option.key for option in step.options].index(keys[-1]) + 1
    await player.presses(player.composer.get_by_role("button", name=str(number), exact=True))
