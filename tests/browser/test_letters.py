"""What makes the sandbox quick: letters go to the page when they are needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import Running
from tests.browser.player import Player

FONTS = (
    "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/fonts/'))"
)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_letters_are_fetched_when_there_is_something_to_read_in_them(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, sandbox.address, screenshots)
    await player.rests()
    chinese = "noto-sans-sc"
    assert not [font for font in await player.page.evaluate(FONTS) if chinese in font]
    async with player.page.expect_request(f"**/fonts/{chinese}*"):
        await player.types("你好", "\n")
    await expect(player.messages.last).to_contain_text("你好")
    assert player.errors == []
