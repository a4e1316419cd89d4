"""The club in a real Chromium, narrow as a phone: settings, and the leaderboard after a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engines import GAMES
from tests.browser.conftest import Running
from tests.browser.player import PHONE, Player

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TURNS = 4
"""Everybody has moved twice: the match is rated."""


async def test_settings_are_chosen_in_forms_on_a_phone(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.commands("/settings")
    await expect(anneke.composer).to_contain_text("Taal: zoals je Discord")
    await anneke.photograph("settings-1-page")
    await anneke.presses(anneke.composer.get_by_role("button", name="Wijzigen").first)
    await anneke.ticks("English")
    await anneke.photograph("settings-2-form")
    await anneke.submits()
    await expect(anneke.composer).to_contain_text("Changed: Language → English.")
    await expect(anneke.composer).to_contain_text("When it is your turn: mention me")
    await anneke.photograph("settings-3-changed")
    assert await anneke.overflow() <= 0
    assert anneke.errors == []


async def test_a_match_is_rated_and_leads_to_the_leaderboard(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots)
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.challenges_bruno()
    await bruno.presses(bruno.page.get_by_role("button", name="Accept"))
    for player in (anneke, bruno):
        await player.goes_to(GAMES["knopen"].title)
    for turn in range(TURNS):
        await (anneke if await anneke.is_to_move(turn) else bruno).plays_a_turn(f"club-turn-{turn + 1}")
        for player in (anneke, bruno):
            await player.is_to_move(turn + 1)
            await player.sees_the_end()
    await bruno.presses(bruno.boards.last.get_by_role("button", name="More"))
    for label in ("Resign", "Yes, resign"):
        await bruno.presses(bruno.composer.get_by_role("button", name=label))
    await expect(anneke.boards.last).to_contain_text("Rating: @Anneke 15")
    chiara = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await chiara.commands("/leaderboard")
    await expect(chiara.boards.last).to_contain_text("@Chiara has no rated match of Knopen here yet.")
    await chiara.sees_the_end()
    await chiara.photograph("leaderboard")
    picture = await chiara.picture(chiara.boards.last)
    assert picture["width"] == 800
    assert "1. Anneke 15" in picture["alt"]
    assert await chiara.overflow() <= 0
    assert [player.errors for player in (anneke, bruno, chiara)] == [[], [], []]


async def test_somebody_plays_alone_in_a_direct_message_on_a_phone(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.goes_to("Speltafel")
    await anneke.photograph("direct-1-empty")
    await anneke.commands("/speel knopen")
    await expect(anneke.boards).to_have_count(1)
    move = anneke.boards.last.get_by_role("button", name="Zet", exact=True)
    await expect(move).to_be_visible()
    await anneke.photograph("direct-2-begun")
    await anneke.plays_a_turn("direct-2-turn")
    await expect(move).to_be_visible()
    await anneke.sees_the_end()
    await anneke.photograph("direct-3-answered")
    await expect(anneke.boards).to_have_count(1)
    assert await anneke.overflow() <= 0
    assert anneke.errors == []


async def test_all_tables_are_looked_at_on_a_phone(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.goes_to("Speltafel")
    await anneke.commands("/instellingen")
    await anneke.presses(anneke.composer.get_by_role("button", name="Bekijk de tafels"))
    await expect(anneke.composer.last).to_contain_text("1 notenhout, 2 berkenhout")
    await anneke.photograph("tables-1-all")
    picture = await anneke.picture(anneke.composer.last)
    assert "4 Delfts blauw" in picture["alt"]
    assert await anneke.overflow() <= 0
    assert anneke.errors == []
