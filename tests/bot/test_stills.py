"""Pictures of the sandbox go to its page as they are, and SimCord says the same of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import simcord
from PIL import Image
from simcord.preview._media import MediaWorker

from bot.sandbox.stills import Stills

GOLDEN = Path(__file__).parents[1] / "render" / "golden" / "knopen-figure.png"
FRAMES = [Image.new("RGB", (4, 3), colour) for colour in ("red", "blue", "green")]


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
