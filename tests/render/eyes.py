"""How colours are seen by eyes that lack a kind of cones, and how far apart two of them are."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from render.theme import Colour

Eyes = tuple[tuple[float, float, float], ...]
Lab = tuple[float, float, float]

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
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What becomes of linear light, after Machado, Oliveira and Fernandes (2009)."""

_TO_XYZ: Final[Eyes] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def seen(each: Colour, eyes: Eyes) -> Colour:
    red, green, blue = (_written(part) for part in _times(eyes, [_linear(part) for part in each]))
    return red, green, blue


def apart(one: Colour, other: Colour) -> float:
    """CIEDE2000: 1 can just be told when they lie side by side."""
    return difference(_lab(one), _lab(other))


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000, after Sharma, Wu and Dalal (2005)."""
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (hypot(a, b) + hypot(other_a, other_b)) / 2
    stretch = 1.5 - sqrt(_weight(mean)) / 2
    chroma, hue = _polar(a * stretch, b)
    other_chroma, other_hue = _polar(other_a * stretch, other_b)
    turn = (other_hue - hue + 180) % 360 - 180 if chroma * other_chroma else 0.0
    lightness = (light + other_light) / 2
    mean = (chroma + other_chroma) / 2
    middle = hue + turn / 2 if chroma * other_chroma else hue + other_hue
    ripple = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    off = (lightness - 50) ** 2
    d_light = (other_light - light) / (1 + 0.015 * off / sqrt(20 + off))
    d_chroma = (other_chroma - chroma) / (1 + 0.045 * mean)
    d_hue = 2 * sqrt(chroma * other_chroma) * sin(radians(turn / 2)) / (1 + 0.015 * mean * ripple)
    blue = 60 * exp(-(((middle % 360 - 275) / 25) ** 2))
    together = -2 * sqrt(_weight(mean)) * sin(radians(blue)) * d_chroma * d_hue
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + together)


def _weight(chroma: float) -> float:
    return chroma**7 / (chroma**7 + 25.0**7)


def _polar(a: float, b: float) -> tuple[float, float]:
    """Chroma, and hue in degrees."""
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _lab(each: Colour) -> Lab:
    x, y, z = (
        _root(part / white)
        for part, white in zip(_times(_TO_XYZ, [_linear(part) for part in each]), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    knee = 6 / 29
    return part ** (1 / 3) if part > knee**3 else part / (3 * knee**2) + 4 / 29


def _times(matrix: Eyes, light: list[float]) -> list[float]:
    return [sum(share * part for share, part in zip(row, light, strict=True)) for row in matrix]


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _written(part: float) -> int:
    part = min(1.0, max(0.0, part))
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
