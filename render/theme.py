"""How everything looks: the colours of all games, by role."""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]


def colour(written: str) -> Colour:
    """The colour written as in `1C110A`."""
    red, green, blue = bytes.fromhex(written)
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The colour with a share of another laid over it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


# Colours by role

INK: Final = colour("1C110A")
WALNUT: Final = (colour("3A2316"), colour("42291A"), colour("4A2E1E"), colour("533422"), colour("5B3A27"))
"""From low to high: the tones of the frame's grain."""
FRAME_LIGHT: Final = colour("7A5C44")
GROOVE: Final = colour("2E1C12")
SOCKET: Final = colour("170D08")
PAPER: Final = colour("F4E7C9")
IVORY: Final = colour("FFF8E6")
MAPLE: Final = colour("ECD9B2")
BEECH: Final = colour("D3B585")
OAK: Final = colour("CBA872")
RUSSET: Final = colour("A5672E")
"""Of inlays in it."""
BRASS: Final = colour("FFD23F")
BRASS_LOW: Final = colour("D99A1C")
PETROL: Final = colour("1F4A50")
PETROL_HIGH: Final = colour("2C6067")

ROLES: Final = (
    *(INK, *WALNUT, FRAME_LIGHT, GROOVE, SOCKET),
    *(PAPER, IVORY, MAPLE, BEECH, BRASS, BRASS_LOW),
    *(PETROL, PETROL_HIGH),
)
"""In every game's palette exactly as written here: as they are on a table of walnut."""
