"""The scenes of Knopen that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engines import GAMES
from render import Scene
from tests.render.scenes import KNOPEN_MATCH, after, agreed, composing, left_by

CROWDED: Final = GAMES["knopen"].read_position(
    "1b2r3b1/1r5r2/b6b1b/3r6/6r3/r7r1/1br7/rb2bb4/1r1r3rb1/bb1b1r1b1r"
    " red move taken=0,0 quiet=0 passes=0 stirred=0 red=0 target=10 first=-"
)
"""All stones are there, and the one on g6 can go wherever it reaches."""


def before_the_lot() -> Scene:
    return Scene("knopen", GAMES["knopen"].start({"target": 8}, 2))


def middle() -> Scene:
    """One stone taken, a move, four stones too close together, two threatened."""
    return after(10)


def turned() -> Scene:
    return replace(after(38), seat=1)


def first_step() -> Scene:
    return composing(after(18).position)


def second_step() -> Scene:
    return composing(CROWDED, "g6")


def second_page() -> Scene:
    return composing(CROWDED, "g6", page=1)


def capture() -> Scene:
    return composing(after(38).position)


def penalty() -> Scene:
    return composing(after(10).position)


def ended() -> Scene:
    return after(len(KNOPEN_MATCH))


def drawn_end() -> Scene:
    return agreed(replace(after(42), last=()))


def left() -> Scene:
    """Blue gives up on the move told at the foot of the board."""
    return left_by(1, after(8))


SCENES: Final[dict[str, Callable[[], Scene]]] = {
    f"knopen_{scene.__name__}": scene
    for scene in (
        *(before_the_lot, middle, turned),
        *(first_step, second_step, second_page, capture, penalty),
        *(ended, drawn_end, left),
    )
} | {"knopen_start": lambda: after(1)}
