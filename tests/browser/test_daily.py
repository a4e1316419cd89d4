"""The daily in a real Chromium, narrow as a phone: missed by one, shared, and found by another."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.club.days import day_of
from puzzles.daily import daily
from tests.browser.composing import tries, wrong
from tests.browser.conftest import Running
from tests.browser.player import PHONE, Player

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_daily_is_missed_by_one_and_found_by_another(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    puzzle = daily(day_of(int(time.time())))
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    chiara = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await bruno.becomes("Bruno")
    await chiara.becomes("Chiara")
    for player, text, found in ((bruno, wrong(puzzle), False), (chiara, puzzle.asked.answers[0], True)):
        name = "found" if found else "missed"
        await _opens(player)
        await player.photograph(f"daily-1-asked-{name}")
        await tries(player, puzzle, text)
        play = player.composer.get_by_role("button", name="Play", exact=True)
        if await play.count():
            await player.sees_the_end()
            await player.photograph(f"daily-2-looked-at-{name}")
            await player.presses(play)
        await expect(player.composer).to_contain_text("✅" if found else "first day")
        await player.sees_the_end()
        await player.photograph(f"daily-3-{name}")
    await bruno.presses(bruno.composer.get_by_role("button", name="Share"))
    await expect(chiara.messages.filter(has_text="Daily #").last).to_be_visible()
    await bruno.sees_the_end()
    await bruno.photograph("daily-4-shared")
    await _opens(bruno)
    await expect(bruno.composer.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    await bruno.presses(bruno.composer.get_by_role("button", name="Show the answer"))
    await expect(bruno.composer).to_contain_text("💡")
    await bruno.sees_the_end()
    await bruno.photograph("daily-5-answer")
    await bruno.commands("/profile")
    await bruno.sees_the_end()
    await bruno.photograph("daily-6-profile")
    for player in (bruno, chiara):
        assert await player.overflow() <= 0
        assert player.errors == []


async def _opens(player: Player) -> None:
    await player.commands("/daily")
    await expect(player.composer).to_contain_text("Daily #")
    await player.sees_the_end()
