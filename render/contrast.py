"""The table of strong contrast: what is dark made darker, what is light lighter, light reds orange.

Sides differ in luminance then, not in hue: also to eyes that see no red, or no green. What was lighter
stays lighter, so that nothing drawn loses its form.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from render.theme import BRASS, BRASS_LOW, Colour

_CURVE: Final = (
    *((0.0, 0.0), (0.03, 0.003), (0.08, 0.012), (0.11, 0.06), (0.14, 0.085), (0.20, 0.13)),
    *((0.30, 0.215), (0.45, 0.47), (0.70, 0.75), (1.0, 1.0)),
)
"""From luminance to luminance. Red lies in the middle between a blue and the wood, as contrast is counted;
and the wood stays darker than what is white on it."""
_KEPT: Final = (BRASS, BRASS_LOW)
"""What is to be chosen is yellow, which nearly all eyes see."""
_ON_BLACK: Final = 0.12
_ON_WHITE: Final = 0.65
"""Luminances of thin lines that are seen there."""
_PURE: Final = 0.25
"""Red with more green than this is orange or wood already."""
_ORANGE: Final = 0.25
"""How much of its purity a light red gives to green."""
_LIGHT_REDS: Final = (0.22, 0.26)
"""Luminance at which this begins, and is whole: a dark red, such as a die's, is told from others by its
lightness as it is, and stays red."""


def recoloured(each: Colour) -> Colour:
    """The colour under strong contrast."""
    if each in _KEPT:
        return each
    red, green, blue = map(_linear, each)
    before = _luminance(red, green, blue)
    wanted = _curved(before)
    low, high = _LIGHT_REDS
    share = min(1.0, max(0.0, (before - low) / (high - low)))
    green += max(0.0, red - green / _PURE) * _ORANGE * share
    return _with_luminance((red, green, blue), wanted)


def seen_on_any_ground(each: Colour) -> Colour:
    """The colour, made lighter or darker as far as it must be to be seen on black and on white."""
    red, green, blue = map(_linear, each)
    before = _luminance(red, green, blue)
    wanted = min(max(before, _ON_BLACK), _ON_WHITE)
    return each if wanted == before else _with_luminance((red, green, blue), wanted)


def seen_on(ground: Colour, each: Colour, least: float) -> Colour:
    """The colour, made darker or lighter as far as it must be to have this contrast with a ground."""
    if contrast(each, ground) >= least:
        return each
    under = luminance(ground) + 0.05
    is_pale = under**2 > 0.05 * 1.05
    wanted = (under / least if is_pale else under * least) - 0.05
    red, green, blue = map(_linear, each)
    return _with_luminance((red, green, blue), min(1.0, max(0.0, wanted)))


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG counts it: from 1 (equally light) to 21 (black and white)."""
    low, high = sorted(luminance(each) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(each: Colour) -> float:
    return _luminance(*map(_linear, each))


def _with_luminance(light: tuple[float, float, float], wanted: float) -> Colour:
    """Scaled as far as the colour allows, and from there on mixed with white."""
    brightest = max(light)
    if not brightest:
        return 0, 0, 0
    scale = min(1 / brightest, wanted / _luminance(*light))
    red, green, blue = (part * scale for part in light)
    missing = wanted - _luminance(red, green, blue)
    share = max(0.0, missing / (1 - wanted + missing)) if missing > 0 else 0.0
    return _written(red, share), _written(green, share), _written(blue, share)


def _written(part: float, white: float) -> int:
    part += (1 - part) * white
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _luminance(red: float, green: float, blue: float) -> float:
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _curved(value: float) -> float:
    index = min(max(bisect_right(_CURVE, (value, 2.0)), 1), len(_CURVE) - 1)
    (x, y), (u, v) = _CURVE[index - 1], _CURVE[index]
    return y + (v - y) * (value - x) / (u - x)
