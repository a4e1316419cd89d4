"""What makes the sandbox quick: pictures go to the page as they are, and letters when they are needed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import simcord
from PIL import Image
from playwright.async_api import Browser, expect
from simcord.preview._media import MediaWorker

from bot.sandbox.stills import Stills
from tests.browser.conftest import ROOT, Running
from tests.browser.player import Player

GOLDEN = ROOT / "tests" / "render" / "golden" / "knopen-figure.png"
FRAMES = [Image.new("RGB", (4, 3), colour) for colour in ("red", "blue", "green")]
FONTS = (
    "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/fonts/'))"
)


def saved(form: str, *frames: Image.Image) -> bytes:
    packed = BytesIO()
    frames[0].save(packed, form, save_all=True, append_images=frames[1:], duration=200)
    return packed.getvalue()


async def test_of_a_picture_simcord_finds_the_same_and_its_pixels_are_the_same() -> None:
    picture = GOLDEN.read_bytes()
    ours, theirs = await Stills().validate("ours", picture), await MediaWorker().validate("theirs", picture)
    assert ours.normalized == ours.capture == ours.poster == picture
    assert ours.as_wire() == theirs.as_wire()
    with Image.open(BytesIO(picture)) as drawn, Image.open(BytesIO(theirs.normalized)) as shown:
        assert drawn.convert("RGBA").tobytes() == shown.convert("RGBA").tobytes()


@pytest.mark.parametrize("form", ["GIF", "PNG", "WEBP"])
async def test_a_film_goes_simcords_way(form: str) -> None:
    film = saved(form, *FRAMES)
    ours, theirs = await Stills().validate("ours", film), await MediaWorker().validate("theirs", film)
    assert ours == theirs
    assert ours.frames == len(FRAMES)


def test_simcord_still_makes_a_worker_only_where_there_is_none() -> None:
    source = (Path(simcord.__file__).parent / "preview" / "_assets.py").read_text("utf-8")
    assert "if self._media_worker is None:" in source
    assert "await self._media_worker.validate(" in source


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
