"""Puzzles in a real Chromium: a wrong try and what spoils it, the answer with its line, a right one."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engines import GAMES
from puzzles.puzzle import puzzles_of
from tests.browser.composing import puzzle_of, tries, wrong
from tests.browser.conftest import Running
from tests.browser.player import DESK, PHONE, Player

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_puzzle_is_missed_shown_turn_by_turn_and_the_next_is_solved(
    size: tuple[int, int], sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, sandbox.address, screenshots, size)
    asked = player.composer

    async def sees(name: str) -> None:
        await player.sees_the_end()
        await player.photograph(f"puzzle-{size[0]}-{name}")

    await player.becomes("Bruno")
    await _asks(player, "knopen")
    puzzle = await puzzle_of(player)
    await sees("1-asked")
    await tries(player, puzzle, wrong(puzzle))
    await expect(asked).to_contain_text("❌")
    await expect(asked).to_contain_text("⤷")
    await sees("2-wrong")
    await player.presses(asked.get_by_role("button", name="Show me"))
    await expect(asked).to_contain_text("💡")
    await sees("3-shown")
    for step in range(2, len(puzzle.asked.line) + 1):
        onward = asked.get_by_role("button", name="▶")
        if await onward.is_disabled():
            break
        await player.presses(onward)
        await sees(f"4-step-{step}")
    await expect(asked.get_by_role("button", name="⏭")).to_be_disabled()
    await player.presses(asked.get_by_role("button", name="Next puzzle"))
    puzzle = await puzzle_of(player)
    await tries(player, puzzle, puzzle.asked.answers[0])
    await expect(asked).to_contain_text("✅")
    await sees("5-right")
    assert await player.overflow() <= 0
    assert player.errors == []


@pytest.mark.parametrize("game", [game for game in GAMES if game != "knopen" and puzzles_of(game)])
async def test_a_puzzle_of_every_game_is_missed_and_then_found(
    game: str, sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await player.becomes("Bruno")
    await _asks(player, game)
    puzzle = await puzzle_of(player)
    await player.photograph(f"puzzle-of-{game}-1-asked")
    await tries(player, puzzle, wrong(puzzle))
    await expect(player.composer.get_by_role("button", name="Try again")).to_be_visible()
    await player.sees_the_end()
    await player.photograph(f"puzzle-of-{game}-2-wrong")
    await player.presses(player.composer.get_by_role("button", name="Try again"))
    await tries(player, puzzle, puzzle.asked.answers[0])
    await expect(player.composer).to_contain_text("✅")
    await player.sees_the_end()
    await player.photograph(f"puzzle-of-{game}-3-right")
    assert await player.overflow() <= 0
    assert player.errors == []


async def _asks(player: Player, game: str) -> None:
    await player.types("/puzzle")
    await expect(player.offered("/puzzle").first).to_be_visible()
    await player.page.keyboard.press("Enter")
    await player.offered("game").first.click()
    await player.offered(GAMES[game].title).click()
    await player.page.keyboard.press("Enter")
    await player.rests()
    await player.sees_the_end()
