"""The table of strong contrast: measured with the eyes of those who see no red, or no green."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import pytest

from render import DRAWERS
from render.cards.graph import LOOKS
from render.contrast import contrast, luminance, recoloured
from render.palette import Palette
from render.shades import shade
from render.theme import MAPLE, PETROL, WALNUT, Colour
from tests.render.eyes import EYES, Lab, apart, difference, seen
from tests.render.gallery import TOLD_APART

FAR_APART: Final = 15
"""As CIEDE2000 counts."""
SURFACES_APART: Final = 10
"""Likewise, of what is not as thin as a line."""


@pytest.mark.parametrize("pair", TOLD_APART)
@pytest.mark.parametrize("eyes", ["all colours", "protanopia", "deuteranopia"])
def test_what_must_be_told_apart_is_further_apart(pair: str, eyes: str) -> None:
    one, other = TOLD_APART[pair]
    classic = contrast(seen(one, EYES[eyes]), seen(other, EYES[eyes]))
    strong = contrast(seen(recoloured(one), EYES[eyes]), seen(recoloured(other), EYES[eyes]))
    assert strong > classic * 1.05


@pytest.mark.parametrize("ground", WALNUT)
def test_names_of_columns_and_rows_stand_out_from_the_frame(ground: Colour) -> None:
    assert contrast(MAPLE, ground) >= 4.5
    assert contrast(recoloured(MAPLE), recoloured(ground)) >= 7


@pytest.mark.parametrize("game", DRAWERS)
def test_what_was_lighter_stays_lighter(game: str) -> None:
    """But for a hair's breadth: colours are whole numbers."""
    ordered = sorted(Palette.of(game).things, key=luminance)
    strong = [luminance(recoloured(each)) for each in ordered if recoloured(each) != each]
    assert all(before - after < 0.012 for before, after in pairwise(strong))


@pytest.mark.parametrize("eyes", EYES)
def test_lines_of_a_graph_are_told_apart_by_hue(eyes: str) -> None:
    hues = [seen(look.fill, EYES[eyes]) for look in LOOKS]
    assert min(apart(one, other) for one, other in combinations(hues, 2)) >= FAR_APART


@pytest.mark.parametrize("game", [game for game in DRAWERS if len(DRAWERS[game].sides) == 2])
@pytest.mark.parametrize("eyes", ["all colours", "protanopia", "deuteranopia"])
def test_whom_the_odds_are_with_is_seen_on_the_ground_of_their_curve(game: str, eyes: str) -> None:
    shades = [seen(shade(tone), EYES[eyes]) for tone in DRAWERS[game].sides.values()]
    grounds = (*shades, seen(PETROL, EYES[eyes]))
    assert min(apart(one, other) for one, other in combinations(grounds, 2)) >= SURFACES_APART


def test_lines_of_a_graph_are_told_apart_by_dashes_and_by_signs() -> None:
    for one, other in combinations(LOOKS, 2):
        assert one.dashes != other.dashes
        assert one.corners != other.corners or one.degrees != other.degrees


def test_lines_of_a_graph_stand_out_from_their_ground() -> None:
    assert min(contrast(look.fill, PETROL) for look in LOOKS) >= 3


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_of_the_published_table(one: Lab, other: Lab, told: float) -> None:
    assert difference(one, other) == pytest.approx(told, abs=5e-5)
