"""The scenes of Knopen that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from engines import GAMES
from engines.knopen.board import BLUE, RED
from engines.knopen.position import KnopenPosition
from render import Scene
from render.knopen.art import HOLE, HOLE_UNDER_GLASS, LACQUERS, PALE
from render.theme import BEECH, BRASS, GROOVE, INK, IVORY, MAPLE, mix
from tests.render import scenes
from tests.render.portraits import MIXED, TWO
from tests.render.scenes import agreed, left_by

after: Final = partial(scenes.after, "knopen")
composing: Final = partial(scenes.composing, "knopen")
CROWDED: Final = GAMES["knopen"].read_position(
    "1b2r3b1/1r5r2/b6b1b/3r6/6r3/r7r1/1br7/rb2bb4/1r1r3rb1/bb1b1r1b1r"
    " red move taken=0,0 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
)
"""All stones are there, and the one on g6 can go wherever it reaches."""


def before_the_lot() -> Scene[KnopenPosition]:
    return Scene("knopen", GAMES["knopen"].start({"target": 8}, 2))


def middle() -> Scene[KnopenPosition]:
    """One stone taken, a move, four stones too close together, two threatened."""
    return replace(after(10), people=TWO)


def turned() -> Scene[KnopenPosition]:
    return replace(after(38), seat=1)


def first_step() -> Scene[KnopenPosition]:
    return replace(composing(after(18).position), people=MIXED)


def second_step() -> Scene[KnopenPosition]:
    return composing(CROWDED, "g6")


def second_page() -> Scene[KnopenPosition]:
    return composing(CROWDED, "g6", page=1)


def capture() -> Scene[KnopenPosition]:
    return composing(after(38).position)


def penalty() -> Scene[KnopenPosition]:
    return composing(after(10).position)


def ended() -> Scene[KnopenPosition]:
    return replace(after(), people=TWO)


def drawn_end() -> Scene[KnopenPosition]:
    return agreed(replace(after(42), last=(), people=MIXED))


def left() -> Scene[KnopenPosition]:
    """Blue gives up on the move told at the foot of the board."""
    return left_by(1, after(8))


SCENES: Final[dict[str, Callable[[], Scene[KnopenPosition]]]] = {
    f"knopen_{scene.__name__}": scene
    for scene in (
        *(before_the_lot, middle, turned),
        *(first_step, second_step, second_page, capture, penalty),
        *(ended, drawn_end, left),
    )
} | {"knopen_start": lambda: after(1)}

RED_GLASS, BLUE_GLASS = (LACQUERS[side].body for side in (RED, BLUE))
TOLD_APART: Final = {
    "red and blue buttons": (RED_GLASS, BLUE_GLASS),
    "red buttons on maple": (RED_GLASS, MAPLE),
    "red buttons on beech": (RED_GLASS, BEECH),
    "blue buttons on maple": (BLUE_GLASS, MAPLE),
    "blue buttons on beech": (BLUE_GLASS, BEECH),
}
STANDS_OUT: Final = {
    "the rim of a blue button in the rail": (PALE, GROOVE),
    **{f"holes in wood {tone}": (HOLE, tone) for tone in (MAPLE, BEECH)},
    "holes in a red button": (HOLE_UNDER_GLASS, RED_GLASS),
    "rings round holes in a blue button": (mix(LACQUERS[BLUE].light, IVORY, 0.35), BLUE_GLASS),
    "an option": (INK, BRASS),
    "a mark": (IVORY, INK),
}
