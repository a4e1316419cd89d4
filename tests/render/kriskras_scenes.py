"""The scenes of Kris-kras that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from engines import GAMES
from engines.kriskras.position import KriskrasPosition
from render import Scene
from render.kriskras.art import GREEN_DIE, RED_DIE
from render.kriskras.fighters import BODIES, MARKS
from render.kriskras.squares import DARK, OUTLINE
from render.theme import INK, IVORY
from tests.render import scenes
from tests.render.portraits import MIXED, TWO
from tests.render.scenes import agreed, left_by

KRISKRAS: Final = GAMES["kriskras"]
after: Final = partial(scenes.after, "kriskras")
composing: Final = partial(scenes.composing, "kriskras")

AT_HOME: Final = KRISKRAS.read_position(
    "1S3S2S2S5/17/6s10/17/4m12/17/2S14/4s12/17/9M7/5M11/17/m2S13/17/17/17/17"
    " W exchange dice=- quiet=3 stirred=0 exchanges=0,0 first=-"
)
"""White has lost a musketeer and has four soldiers home; all its zone is free."""


def start() -> Scene[KriskrasPosition]:
    return after(2)


def middle() -> Scene[KriskrasPosition]:
    """A soldier walked into danger; there is a throw."""
    return replace(after(79), people=TWO)


def capture() -> Scene[KriskrasPosition]:
    """A soldier took a soldier."""
    return after(60)


def lapsed() -> Scene[KriskrasPosition]:
    """A soldier took a musketeer; the throw of the other side lapsed, and it is Black's turn again."""
    return after(34)


def back_again() -> Scene[KriskrasPosition]:
    """A walk ended where it began: its legs lie side by side."""
    return after(114)


def exchanged() -> Scene[KriskrasPosition]:
    """A musketeer returned and walked on; two soldiers left."""
    return after(127)


def retreated() -> Scene[KriskrasPosition]:
    position = KRISKRAS.read_position(
        "17/17/8m8/17/17/17/1s15/17/17/9M7/17/17/17/4M6s5/3S13/17/17"
        " W move dice=2,6 quiet=3 stirred=0 exchanges=0,0 first=-"
    )
    *_, scene = scenes.shown("kriskras", scenes.plies_from("kriskras", position, ["d3-d1", "throw 1 1"]))
    return scene


def fighter_step() -> Scene[KriskrasPosition]:
    return composing(after(79).position)


def red_step() -> Scene[KriskrasPosition]:
    return replace(composing(after(70).position, "m13"), people=TWO)


def green_step() -> Scene[KriskrasPosition]:
    return composing(after(79).position, "q11", "o13")


def capture_step() -> Scene[KriskrasPosition]:
    """The last step of a capture."""
    return composing(after(36).position, "h3", "g3")


def exchange_step() -> Scene[KriskrasPosition]:
    return composing(AT_HOME)


def soldiers_step() -> Scene[KriskrasPosition]:
    return composing(AT_HOME, "i1", "f17")


def turned() -> Scene[KriskrasPosition]:
    return replace(after(96), seat=1)


def ended() -> Scene[KriskrasPosition]:
    return replace(after(), people=MIXED)


def drawn_end() -> Scene[KriskrasPosition]:
    return replace(agreed(after(60)), people=TWO)


def left() -> Scene[KriskrasPosition]:
    """Black gives up on the walk told at the foot of the board."""
    return left_by(1, after(121))


def directions() -> Scene[KriskrasPosition]:
    """A figure of the rules: all ways of a musketeer and of a soldier."""
    position = GAMES["kriskras"].read_position(
        "17/m7m7m/1s1s1s1s1s1s1s1s1/17/17/17/17/17/4M7S4/17/17/17/17/17/1S1S1S3S1S1S1S1/M7M8/17"
        " W move dice=3,3 quiet=2 stirred=0 exchanges=0,0 first=-"
    )
    red = [("red", "e9", end) for end in ("b9", "h9", "e6", "b6", "h6")]
    red += [("red", "m9", end) for end in ("j9", "p9", "m6")]
    green = [("green", "e9", end) for end in ("e12", "b12", "h12")]
    return Scene("kriskras", position, ways=(*red, *green, ("green", "m9", "m12")))


def directions_turned() -> Scene[KriskrasPosition]:
    return replace(directions(), seat=1)


SCENES: Final[dict[str, Callable[[], Scene[KriskrasPosition]]]] = {
    f"kriskras_{scene.__name__}": scene
    for scene in (
        *(start, middle, capture, lapsed, back_again, exchanged, retreated),
        *(fighter_step, red_step, green_step, capture_step, exchange_step, soldiers_step),
        *(turned, ended, drawn_end, left),
        *(directions, directions_turned),
    )
}

TOLD_APART: Final = {"the red and the green die": (RED_DIE.body, GREEN_DIE.body)}
STANDS_OUT: Final = {
    **{f"the mark of the side {side}": (mark, BODIES[side]) for side, mark in MARKS.items()},
    "where a soldier starts": (OUTLINE, DARK),
    "a pip of the red die": (IVORY, RED_DIE.body),
    "a pip of the green die": (INK, GREEN_DIE.body),
    "a counted square of the red leg": (RED_DIE.body, IVORY),
    "the green leg": (GREEN_DIE.body, INK),
}
