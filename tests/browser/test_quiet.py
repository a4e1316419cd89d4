"""What disturbs nobody, in a real Chromium, narrow as a phone: a replay, until it is shown to all."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engines import GAMES
from tests.browser.conftest import Running
from tests.browser.player import PHONE, Player

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_replay_is_watched_alone_until_it_is_shown_to_all(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.challenges_bruno()
    await bruno.presses(bruno.page.get_by_role("button", name="Accept"))
    for player in (anneke, bruno):
        await player.goes_to(GAMES["knopen"].title)
        await expect(player.boards).to_have_count(1)
    for player, label in ((anneke, "Aan iedereen tonen"), (bruno, "Show to all")):
        await player.commands("/replay")
        await expect(player.composer.get_by_role("button", name=label)).to_be_visible()
        await player.sees_the_end()
        await player.photograph(f"replay-1-alone-{await player.name()}")
        await expect(player.boards).to_have_count(1)
    await bruno.presses(bruno.composer.get_by_role("button", name="Show to all"))
    for player in (anneke, bruno):
        await expect(player.boards).to_have_count(3)
        await expect(player.boards.last.get_by_role("button", name="Move")).to_be_visible()
        await player.sees_the_end()
        await player.photograph(f"replay-2-shown-{await player.name()}")
    await anneke.presses(anneke.composer.get_by_role("button", name="Aan iedereen tonen"))
    await expect(anneke.messages.last).to_contain_text("na de volgende zet kan het weer")
    await anneke.photograph("replay-3-refused")
    for player in (anneke, bruno):
        assert await player.overflow() <= 0
        assert player.errors == []


async def test_an_open_table_says_since_when_somebody_waits(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    """In its post, and in the lists of others and one's own."""
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.commands("/speel cubus")
    await expect(anneke.messages.last).to_contain_text("Asked")
    await anneke.sees_the_end()
    await anneke.photograph("finding-1-asked")
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await bruno.commands("/games")
    await expect(bruno.composer).to_contain_text("Asked")
    await bruno.sees_the_end()
    await bruno.photograph("finding-2-listed")
    await bruno.presses(bruno.composer.get_by_role("button", name="Join"))
    await anneke.commands("/partijen")
    await expect(anneke.composer).to_contain_text("Gevraagd")
    await anneke.sees_the_end()
    await anneke.photograph("finding-3-own")
    assert await anneke.overflow() <= 0
    assert [player.errors for player in (anneke, bruno)] == [[], []]
