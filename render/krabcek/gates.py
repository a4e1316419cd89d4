"""The gates of Krabcek: a band in the colour of the owner, and the number; half of each on either rim."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from engines.krabcek.labyrinth import AVENUE, GATES
from engines.krabcek.pieces import BLACK, WHITE
from render.board import put
from render.fonts import READ, black_font
from render.krabcek.paths import HALF_GATE, Line
from render.krabcek.pieces import BODIES
from render.krabcek.plan import GateEnd
from render.krabcek.tiles import PATHS
from render.palette import Palette
from render.sheet import Sheet
from render.sprite import Sprite
from render.theme import INK, IVORY, PAPER, SOCKET, Colour, mix

_SIDE: Final = 60
"""Of what is laid on a gate; the path's own edge is left to be seen round it."""
_LINE: Final = 1.5
_BAND: Final = 6.5
_CORNER: Final = 9.0
_INSIDE: Final = (_LINE * 2 + _BAND) / 2 - 0.75
"""From the middle of what is seen of a half to the middle of its floor."""
ASIDE: Final = 11
"""From there to the number and to the small copy, where both are shown."""
_TAG: Final = 15.0
_TAG_CORNER: Final = 5.0
TAG: Final = (36, 23)
"""From the middle of a gate to the tag with its number, which covers no stand beside the gate."""
_ROUND: Final = 1
"""From a gate to the line round one that has just been chosen."""
_CLOSED: Final = SOCKET
"""The floor of a half whose other half is occupied."""
_DIGITS: Final = {BLACK: PAPER, WHITE: INK}
_RIMS: Final = ("", "top", "foot", "left", "right")


class Look(NamedTuple):
    rim: str
    owner: int | None
    number: int
    """0 where it is shown elsewhere."""
    closed: bool = False
    """It is occupied, and the piece stands at the other end."""


class Gates:
    def __init__(self, palette: Palette) -> None:
        self._looks: dict[Look, Image.Image] = {}
        for rim, owner in product(_RIMS, (None, BLACK, WHITE)):
            for number in range(len(GATES) + 1):
                self._add(palette, Look(rim, owner, number))
                if rim in ("foot", "right") and owner is not None and number:
                    self._add(palette, Look(rim, owner, number, closed=True))
        self.tags = {
            (owner, number): _tag(palette, owner, number)
            for owner in (BLACK, WHITE)
            for number in range(1, len(GATES) + 1)
        }

    def _add(self, palette: Palette, look: Look) -> None:
        self._looks[look] = palette.patch(_drawn(look))

    def look(self, end: GateEnd, owner: int | None, number: int, *, closed: bool = False) -> Image.Image:
        return self._looks[Look(end.rim, owner, number, closed)]


def corner(end: GateEnd, look: Image.Image) -> tuple[int, int]:
    """The upper left corner of what is laid there: a half reaches up to the rim."""
    x, y = end.x - look.width // 2, end.y - look.height // 2
    to_rim = HALF_GATE // 2 - look.height // 2, HALF_GATE // 2 - look.width // 2
    return {
        "": (x, y),
        "top": (x, y - to_rim[0]),
        "foot": (x, y + to_rim[0]),
        "left": (x - to_rim[1], y),
        "right": (x + to_rim[1], y),
    }[end.rim]


def copy_place(end: GateEnd, look: Image.Image) -> tuple[int, int]:
    """Where the small copy of the piece lies at the second end of a gate."""
    (x, y), (aside_x, aside_y) = corner(end, look), _floor(end.rim)
    along = (ASIDE, 0) if end.rim == "foot" else (0, ASIDE)
    return round(x + look.width / 2 + aside_x + along[0]), round(y + look.height / 2 + aside_y + along[1])


def round_gate(end: GateEnd) -> Line:
    """Open towards the rim."""
    x, y, reach = end.x, end.y, HALF_GATE + _ROUND
    x += {"left": -1, "right": 1}.get(end.rim, 0) * HALF_GATE // 2
    y += {"top": -1, "foot": 1}.get(end.rim, 0) * HALF_GATE // 2
    left, top, right, foot = x - reach, y - reach, x + reach, y + reach
    corners = [(left, top), (right, top), (right, foot), (left, foot)]
    first = ("top", "right", "foot", "left").index(end.rim or "left") + 1
    open_line = (*corners[first % 4 :], *corners[: first % 4])
    return open_line if end.rim else (*open_line, open_line[0])


def _floor(rim: str) -> tuple[float, float]:
    """From the middle of what is seen to the middle of the floor: a half has no band at the rim."""
    return {
        "": (0, 0),
        "top": (0, -_INSIDE),
        "foot": (0, _INSIDE),
        "left": (-_INSIDE, 0),
        "right": (_INSIDE, 0),
    }[rim]


def _drawn(look: Look) -> Image.Image:
    patch = Image.new("RGB", (_SIDE, _SIDE), PATHS[AVENUE])
    sheet = Sheet(_SIDE, _SIDE)
    if look.owner is not None:
        _band(sheet, look.owner, _CLOSED if look.closed else PATHS[AVENUE])
    put(patch, sheet, 0, 0)
    half = patch.crop(_CROPS[look.rim])
    if look.number:
        _number(half, look)
    return half


_CROPS: Final = {
    "": (0, 0, _SIDE, _SIDE),
    "top": (0, _SIDE // 2, _SIDE, _SIDE),
    "foot": (0, 0, _SIDE, _SIDE // 2),
    "left": (_SIDE // 2, 0, _SIDE, _SIDE),
    "right": (0, 0, _SIDE // 2, _SIDE),
}


def _band(sheet: Sheet, owner: int, floor: Colour) -> None:
    body = BODIES[owner]
    layers = ((0.0, INK), (_LINE, body), (_LINE + _BAND, INK), (2 * _LINE + _BAND, floor))
    for margin, fill in layers:
        box = (margin, margin, _SIDE - margin, _SIDE - margin)
        sheet.rounded(box, max(_CORNER - margin, 2), fill)


def _number(half: Image.Image, look: Look) -> None:
    sheet = Sheet(*half.size)
    x, y = sheet.middle
    if look.owner is not None:
        aside_x, aside_y = _floor(look.rim)
        x, y = x + aside_x, y + aside_y
    if look.closed:
        x, y = (x - ASIDE, y) if look.rim == "foot" else (x, y - ASIDE)
    sheet.letters((x, y), str(look.number), black_font(READ), IVORY if look.closed else INK)
    put(half, sheet, 0, 0)


def _tag(palette: Palette, owner: int, number: int) -> Sprite:
    """The number of a gate somebody stands on: with corners, since whatever is round is a piece."""
    side = 2 * int(_TAG + 3)
    sheet = Sheet(side, side)
    x, y = sheet.middle
    rim = mix(BODIES[owner], _DIGITS[owner], 0.85 if owner == BLACK else 0.25)
    for margin, drop, fill in ((0, 1.5, INK), (0, 0, INK), (1.6, 0, rim), (2.8, 0, BODIES[owner])):
        reach = _TAG - margin
        sheet.rounded((x - reach, y - reach + drop, x + reach, y + reach + drop), _TAG_CORNER - margin, fill)
    sheet.letters((x, y), str(number), black_font(READ), _DIGITS[owner])
    return palette.sprite(sheet.finished())
