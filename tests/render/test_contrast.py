"""The theme of strong contrast: measured with the eyes of those who see no red, or no green."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from render import DRAWERS, draw
from render.contrast import CONTRAST, contrast, luminance, recoloured
from render.palette import Palette
from render.theme import Colour
from tests.render.gallery import TOLD_APART, names_of, opened, scene

Eyes = tuple[tuple[float, float, float], ...]

EYES: Final[dict[str, Eyes]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""What becomes of linear light, after Machado, Oliveira and Fernandes (2009)."""


def seen(each: Colour, eyes: Eyes) -> Colour:
    light = [_linear(part) for part in each]
    red, green, blue = (
        _written(sum(share * part for share, part in zip(row, light, strict=True))) for row in eyes
    )
    return red, green, blue


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _written(part: float) -> int:
    part = min(1.0, max(0.0, part))
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


@pytest.mark.parametrize("pair", TOLD_APART)
@pytest.mark.parametrize("eyes", EYES)
def test_what_must_be_told_apart_is_further_apart(pair: str, eyes: str) -> None:
    one, other = TOLD_APART[pair]
    classic = contrast(seen(one, EYES[eyes]), seen(other, EYES[eyes]))
    strong = contrast(seen(recoloured(one), EYES[eyes]), seen(recoloured(other), EYES[eyes]))
    assert strong > classic * 1.05


@pytest.mark.parametrize("game", DRAWERS)
def test_what_was_lighter_stays_lighter(game: str) -> None:
    """But for a hair's breadth: colours are whole numbers."""
    ordered = sorted(Palette.of(game).colours, key=luminance)
    strong = [luminance(recoloured(each)) for each in ordered if recoloured(each) != each]
    assert all(before - after < 0.012 for before, after in pairwise(strong))


@pytest.mark.parametrize("game", DRAWERS)
def test_the_theme_changes_colours_and_no_form(game: str) -> None:
    name = next(names_of(game))
    classic, strong = (opened(draw(replace(scene(name), theme=theme))) for theme in ("", CONTRAST))
    assert classic.tobytes() == strong.tobytes(), "the same index everywhere"
    assert classic.getpalette() != strong.getpalette()
    assert opened(draw(scene(name))).getpalette() == classic.getpalette(), "and only where asked"
