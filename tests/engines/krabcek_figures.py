"""The labyrinths and positions of the old rules' figures, as far as the text tells them."""

from __future__ import annotations

from typing import Final

from engines.krabcek import Krabcek
from engines.krabcek.labyrinth import INDEX
from engines.krabcek.pieces import KINDS
from engines.krabcek.position import KrabcekPosition

KRABCEK: Final = Krabcek()

LABYRINTH_4: Final = "B0B0A0B0A0A1A0A0A1A1A1A1A1A1B1B1"
LABYRINTH_6: Final = "A1A1A0A1A0A1B1B0B1A0B1A1B0A0A1A0"
LABYRINTH_9: Final = "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0"
GATES_4: Final = "BWWBBWWB"
GATES_6: Final = "WBWWBBBW"
GATES_9: Final = "WWWBBBWB"
"""Whose G1 to G8 are."""

FIGURE_4: Final = f"{LABYRINTH_4} {GATES_4} S@ce,M@h3,G@c0 - black throw throw=- quiet=0 black=0"
"""A Middleman that can walk over the rim onto his Bigboy, and a Skinnyboy that can reach the Middleman."""
FIGURE_6: Final = f"{LABYRINTH_6} {GATES_6} - - black start throw=- quiet=0 black=0"
"""The gates are chosen."""
FIGURE_8: Final = f"{LABYRINTH_6} {GATES_6} M@ag - black throw throw=- quiet=0 black=0"
"""A Middleman in a loop of four boxes."""
FIGURE_9: Final = (
    f"{LABYRINTH_9} {GATES_9} S@G5,S@G6,S@G8,S@d3,M@G2,M@G4,G@G1 S@G3,S@de,S@f3,GM@c0"
    " white throw throw=- quiet=0 black=0"
)
"""White has made Big Stack, and throws."""


def figure(text: str) -> KrabcekPosition:
    return KRABCEK.read_position(text)


def drawn(
    black: str = "",
    white: str = "",
    throw: int | None = None,
    *,
    turn: str = "black",
    quiet: int = 0,
    labyrinth: str = LABYRINTH_6,
    gates: str = GATES_6,
) -> KrabcekPosition:
    """Pieces such as `S@cf GM@a3` in the labyrinth of figure 6, before a throw or with one."""
    pieces = [",".join(sorted(own.split(), key=_written_order)) or "-" for own in (black, white)]
    step = f"move throw={throw}" if throw else "throw throw=-"
    return figure(f"{labyrinth} {gates} {pieces[0]} {pieces[1]} {turn} {step} quiet={quiet} black=0")


def _written_order(placed: str) -> tuple[int, int]:
    kind, box = placed.split("@")
    return KINDS.index(kind), INDEX[box]
