"""The theme of strong contrast: measured with the eyes of those who see no red, or no green."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from PIL import Image

from render import DRAWERS, draw
from render.contrast import CONTRAST, contrast, luminance, recoloured
from render.knopen.art import LACQUERS
from render.krabcek.pieces import BODIES
from render.krabcek.tiles import PATHS
from render.kriskras.art import GREEN_DIE, RED_DIE
from render.palette import Palette
from render.theme import BEECH, MAPLE, WALNUT, Colour
from tests.render.test_pictures import SCENES

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
RED, BLUE = (lacquer.body for lacquer in LACQUERS.values())
BLACK, WHITE = BODIES.values()
PAIRS: Final = {
    "red and blue buttons": (RED, BLUE),
    "red buttons on maple": (RED, MAPLE),
    "red buttons on beech": (RED, BEECH),
    "blue buttons on maple": (BLUE, MAPLE),
    "blue buttons on beech": (BLUE, BEECH),
    "black and white pieces": (BLACK, WHITE),
    **{f"paths of the kind {kind} on walnut": (path, WALNUT[2]) for kind, path in PATHS.items()},
    "the red and the green die": (RED_DIE.body, GREEN_DIE.body),
}


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


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("eyes", EYES)
def test_what_must_be_told_apart_is_further_apart(pair: str, eyes: str) -> None:
    one, other = PAIRS[pair]
    classic = contrast(seen(one, EYES[eyes]), seen(other, EYES[eyes]))
    strong = contrast(seen(recoloured(one), EYES[eyes]), seen(recoloured(other), EYES[eyes]))
    assert strong > classic * 1.05


@pytest.mark.parametrize("eyes", EYES)
def test_the_sides_differ_in_light_for_all_eyes(eyes: str) -> None:
    """Three to one is what WCAG asks of signs."""
    assert contrast(seen(recoloured(RED), EYES[eyes]), seen(recoloured(BLUE), EYES[eyes])) >= 3


@pytest.mark.parametrize("game", DRAWERS)
def test_what_was_lighter_stays_lighter(game: str) -> None:
    """But for a hair's breadth: colours are whole numbers."""
    ordered = sorted(Palette.of(game).colours, key=luminance)
    strong = [luminance(recoloured(each)) for each in ordered if recoloured(each) != each]
    assert all(before - after < 0.012 for before, after in pairwise(strong))


@pytest.mark.parametrize("game", DRAWERS)
def test_the_theme_changes_colours_and_no_form(game: str) -> None:
    scene = next(make() for name, make in SCENES.items() if name.startswith(game))
    classic, strong = (Image.open(io.BytesIO(draw(replace(scene, theme=theme)))) for theme in ("", CONTRAST))
    assert classic.tobytes() == strong.tobytes(), "the same index everywhere"
    assert classic.getpalette() != strong.getpalette()
    assert Image.open(io.BytesIO(draw(scene))).getpalette() == classic.getpalette(), "and only where asked"
