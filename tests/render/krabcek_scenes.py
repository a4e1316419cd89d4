"""The scenes of Krabcek that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from engines import GAMES
from engines.krabcek.labyrinth import AVENUE
from engines.krabcek.pieces import BLACK, WHITE
from engines.krabcek.position import KrabcekPosition
from render import Scene
from render.krabcek.pieces import BODIES, PEGS, RIMS
from render.krabcek.tiles import CROSS, PATHS
from render.theme import GROOVE, INK, IVORY, PAPER, SOCKET, WALNUT
from tests.render import scenes
from tests.render.portraits import MIXED, TWO
from tests.render.scenes import agreed, left_by

KRABCEK: Final = GAMES["krabcek"]
after: Final = partial(scenes.after, "krabcek")
composing: Final = partial(scenes.composing, "krabcek")

BLOCKED: Final = (
    *("lay A0A0A0B0A1A1A0A0B0A0B1A0B1A1B0A0", "lot 1"),
    *("gate 3", "gate 2", "gate 8", "gate 5", "gate 1", "gate 6", "gate 7"),
    *("start 4 5", "S@f2", "throw 6", "S@d0", "throw 2", "M@cg", "throw 3", "S@c0"),
    *("throw 1", "S@G5", "throw 6", "S@G8", "throw 3", "S@b2", "throw 6"),
)
"""A short match: White, seat 0, cannot move with the last throw."""
FIGURE_9: Final = (
    "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0 WWWBBBWB"
    " S@G5,S@G6,S@G8,S@d3,M@G2,M@G4,G@G1 S@G3,S@de,S@f3,GM@c0 white move throw={} quiet=0 black=0"
)
"""Of the old rules: White, seat 1, wins with a 2, 3 or 4."""
STACKED: Final = KRABCEK.read_position(
    "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0 WWWBBBWB"
    " S@G5,S@G6,MS@cf,GM@G1 S@G3,S@f3,MS@de,GM@c0 white move throw=5 quiet=0 black=0"
)
"""Both kinds of stacks of both sides."""
CROWDED: Final = KRABCEK.read_position(
    "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0 BWBWBWBW S@a2 S@h3 black move throw=6 quiet=3 black=0"
)
"""Few pieces, and a 6: wherever one may go."""


def start() -> Scene[KrabcekPosition]:
    """No gate is chosen yet."""
    return after(2)


def gate_step() -> Scene[KrabcekPosition]:
    return replace(composing(after(5).position), people=MIXED)


def chosen() -> Scene[KrabcekPosition]:
    """All gates are chosen, the starting throws lie on the plates."""
    return after(10)


def entered() -> Scene[KrabcekPosition]:
    """A piece came through a gate on the rim and over the edge of the board."""
    return after(14)


def middle() -> Scene[KrabcekPosition]:
    """A piece went round through a gate on the rim, and combined."""
    return replace(after(52), people=TWO)


def stacks() -> Scene[KrabcekPosition]:
    return Scene("krabcek", STACKED)


def enter_step() -> Scene[KrabcekPosition]:
    """Nobody is on the board: the pieces in the tray are numbered."""
    return composing(after(10).position)


def piece_step() -> Scene[KrabcekPosition]:
    return composing(after(52).position)


def crowded_step() -> Scene[KrabcekPosition]:
    return composing(CROWDED, "S")


def figure_9() -> Scene[KrabcekPosition]:
    return Scene("krabcek", KRABCEK.read_position(FIGURE_9.format(3)), seat=0)


def figure_9_step() -> Scene[KrabcekPosition]:
    return replace(composing(KRABCEK.read_position(FIGURE_9.format(3)), "de"), seat=0)


def flown() -> Scene[KrabcekPosition]:
    return after(94)


def switched() -> Scene[KrabcekPosition]:
    return after(114)


def turned() -> Scene[KrabcekPosition]:
    return replace(middle(), seat=1)


def turned_step() -> Scene[KrabcekPosition]:
    position = KRABCEK.read_position(FIGURE_9.format(4))
    return composing(position)


def ended() -> Scene[KrabcekPosition]:
    """By a Krabcek."""
    return replace(after(), people=TWO)


def ended_at_the_foot() -> Scene[KrabcekPosition]:
    """Figure 9, won: the tower stands at the foot."""
    position = KRABCEK.read_position(FIGURE_9.format(3))
    *_, scene = scenes.shown("krabcek", scenes.plies_from("krabcek", position, ["de-c0"]))
    return scene


def blocked() -> Scene[KrabcekPosition]:
    *_, scene = scenes.shown("krabcek", scenes.plies("krabcek", scenes.Recorded(2, BLOCKED)))
    return scene


def drawn_end() -> Scene[KrabcekPosition]:
    return agreed(middle())


def left() -> Scene[KrabcekPosition]:
    return left_by(1, middle())


def widths() -> Scene[KrabcekPosition]:
    """A figure of the rules: where boxes end, also over the edge of the board."""
    laid = "A1A1A0A1A0A1B1B0B1A0B1A1B0A0A1A0 WBWWBBBW - - black move throw=2 quiet=0 black=0"
    marked = (("h3", "e2"), ("cf", "ag"), ("a3", "f0"))
    return Scene("krabcek", KRABCEK.read_position(laid), marked=marked)


def widths_turned() -> Scene[KrabcekPosition]:
    return replace(widths(), seat=1)


SCENES: Final[dict[str, Callable[[], Scene[KrabcekPosition]]]] = {
    f"krabcek_{scene.__name__}": scene
    for scene in (
        *(start, gate_step, chosen, entered, middle, stacks, enter_step, piece_step, crowded_step),
        *(figure_9, figure_9_step, flown, switched, turned, turned_step),
        *(ended, ended_at_the_foot, blocked, drawn_end, left),
        *(widths, widths_turned),
    )
}

TOLD_APART: Final = {
    "black and white pieces": (BODIES[BLACK], BODIES[WHITE]),
    **{f"paths of the kind {kind} on walnut": (path, WALNUT[2]) for kind, path in PATHS.items()},
}
STANDS_OUT: Final = {
    "the rim of a black piece in the rail": (RIMS[BLACK], GROOVE),
    "the rim of a black piece on walnut": (RIMS[BLACK], WALNUT[-1]),
    "a white piece on walnut": (BODIES[WHITE], WALNUT[-1]),
    "the knob of a black Skinnyboy": (PEGS[BLACK], BODIES[BLACK]),
    "the knob of a white Skinnyboy": (PEGS[WHITE], BODIES[WHITE]),
    "the number of a gate": (INK, PATHS[AVENUE]),
    "the number of half a gate that is closed": (IVORY, SOCKET),
    "the number of a black gate somebody stands on": (PAPER, BODIES[BLACK]),
    "the number of a white one": (INK, BODIES[WHITE]),
    "the cross of an Avenue": (CROSS, PATHS[AVENUE]),
    **{f"a path of the kind {kind}": (path, WALNUT[-1]) for kind, path in PATHS.items()},
}
