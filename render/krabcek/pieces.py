"""How the pieces of Krabcek look: rings with a socket, and pegs; a stack is what lies in the sockets."""

from __future__ import annotations

from typing import Final

from engines.krabcek.pieces import BLACK, KINDS, WHITE
from render.palette import Palette
from render.sheet import Point, Sheet, star
from render.sprite import Sprite
from render.theme import BRASS, INK, IVORY, PAPER, SOCKET, Colour, colour, mix

Piece = tuple[int, str]
"""Side and kind, as it is written."""
PIECES: Final[tuple[Piece, ...]] = tuple((side, kind) for side in (BLACK, WHITE) for kind in KINDS)

RADII: Final = {"S": 13.0, "M": 20.0, "G": 30.0}
"""Of the single pieces, on the board."""
BODIES: Final = {BLACK: colour("38302C"), WHITE: colour("FFF6DF")}
_SOCKETS: Final = {BLACK: SOCKET, WHITE: colour("A98F66")}
RIMS: Final = {BLACK: PAPER, WHITE: mix(BODIES[WHITE], INK, 0.25)}
"""Within the ink."""
_RIM_WIDTHS: Final = {BLACK: 0.075, WHITE: 0.04}
"""Of the radius: the rim is what is seen of a black piece on dark wood."""
_GROOVES: Final = {BLACK: PAPER, WHITE: mix(BODIES[WHITE], INK, 0.55)}
"""Round a socket."""
PEGS: Final = {BLACK: colour("BBA698"), WHITE: colour("8A5F33")}
"""The knob of a Skinnyboy."""
COLOURS: Final = (*BODIES.values(), _SOCKETS[WHITE], *PEGS.values())

_SOCKET: Final = 0.68
"""Of the radius of a ring: a Middleman just fits into a Bigboy, a Skinnyboy into a Middleman."""
_STAR: Final = (0.78, 0.36)
"""Its outer and its inner radius, of that of a Skinnyboy."""


def radius_of(kind: str) -> float:
    """Of a piece or a stack: that of the piece at the bottom."""
    return max(RADII[single] for single in kind[:2])


def draw_piece(sheet: Sheet, centre: Point, side: int, kind: str, scale: float = 1.0) -> None:
    """From the bottom upwards."""
    x, y = centre
    radius = radius_of(kind) * scale
    sheet.disc((x, y + (2 if radius > 12 else 1)), radius, INK)
    for single in ("G", "M", "S"):
        if single in kind:
            is_top = single == min(kind, key=lambda each: RADII[each])
            _draw_single(sheet, centre, side, single, scale, is_top=is_top)
    if kind == "GMS":
        _star(sheet, centre, RADII["S"] * scale)


def _draw_single(sheet: Sheet, centre: Point, side: int, single: str, scale: float, *, is_top: bool) -> None:
    x, y = centre
    radius = RADII[single] * scale
    line = max(1.3, 0.06 * radius)
    sheet.disc(centre, radius, INK)
    sheet.disc(centre, radius - line, RIMS[side])
    rim = max(1.5 if side == BLACK else 0.9, _RIM_WIDTHS[side] * radius)
    sheet.disc((x, y if side == BLACK else y - 0.6), radius - line - rim, BODIES[side])
    if single == "S":
        _peg(sheet, centre, side, radius)
    elif is_top:
        _socket(sheet, centre, side, radius)


def _socket(sheet: Sheet, centre: Point, side: int, radius: float) -> None:
    hole, line = _SOCKET * radius, max(1.1, 0.05 * radius)
    for reach, fill in ((2 * line, _GROOVES[side]), (line, BODIES[side]), (0, INK), (-line, _SOCKETS[side])):
        sheet.disc(centre, hole + reach, fill)


def _peg(sheet: Sheet, centre: Point, side: int, radius: float) -> None:
    sheet.disc(centre, 0.46 * radius, mix(PEGS[side], INK, 0.5))
    sheet.disc((centre[0], centre[1] - 0.06 * radius), 0.36 * radius, PEGS[side])


def _star(sheet: Sheet, centre: Point, radius: float) -> None:
    outer, inner = (share * radius for share in _STAR)
    for grown, fill in ((1.6, INK), (0.0, BRASS)):
        sheet.polygon(star(centre, outer + grown * 1.5, inner + grown), fill)


def piece_sprite(palette: Palette, side: int, kind: str, radius: float) -> Sprite:
    """A piece or a stack as large as this."""
    length = 2 * (int(radius) + 4)
    sheet = Sheet(length, length)
    draw_piece(sheet, sheet.middle, side, kind, radius / radius_of(kind))
    return palette.sprite(sheet.finished())


def plain_sprite(palette: Palette, radius: float, fill: Colour) -> Sprite:
    """The tower of nobody yet, in plain wood."""
    length = 2 * (int(radius) + 4)
    sheet = Sheet(length, length)
    for share, shade in ((1.0, INK), (0.9, fill), (0.62, INK), (0.54, fill), (0.26, mix(fill, IVORY, 0.5))):
        sheet.disc(sheet.middle, radius * share, shade)
    return palette.sprite(sheet.finished())
