"""Golden pictures: what a scene must look like, pixel by pixel."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
FAILED = HERE.parent / "failed"

TOLERATED_DIFFERENCE = 24
"""Of a colour, in any channel: an outline may fall a shade lighter, not elsewhere."""
TOLERATED_PIXELS = 0.001
"""The share of pixels that may differ by more than nothing."""

Golden = Callable[[str, bytes], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a PNG file with the golden picture of a name, and keeps both if they differ."""

    def compare(name: str, drawn: bytes) -> None:
        path = GOLDEN / f"{name}.png"
        if request.config.getoption("--renew-golden"):
            path.write_bytes(drawn)
            return
        picture, expected = Image.open(io.BytesIO(drawn)).convert("RGB"), Image.open(path).convert("RGB")
        if not is_alike(picture, expected):
            keep(name, picture, expected)
            pytest.fail(
                f"{name} is not its golden picture: see {FAILED.name}/ (--renew-golden takes it as new)"
            )

    return compare


def is_alike(picture: Image.Image, expected: Image.Image) -> bool:
    """Exactly, or nearly so."""
    if picture.size != expected.size:
        return False
    difference = ImageChops.difference(picture, expected)
    if difference.getbbox() is None:
        return True
    worst = ImageChops.lighter(
        ImageChops.lighter(difference.getchannel("R"), difference.getchannel("G")), difference.getchannel("B")
    )
    counts = worst.histogram()
    return not sum(counts[TOLERATED_DIFFERENCE:]) and sum(counts[1:]) <= TOLERATED_PIXELS * sum(counts)


def keep(name: str, picture: Image.Image, expected: Image.Image) -> None:
    FAILED.mkdir(exist_ok=True)
    picture.save(FAILED / f"{name}.drawn.png")
    expected.save(FAILED / f"{name}.golden.png")
    if picture.size == expected.size:
        ImageChops.difference(picture, expected).point(lambda value: min(255, 4 * value)).save(
            FAILED / f"{name}.difference.png"
        )
