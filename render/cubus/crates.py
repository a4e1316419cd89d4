"""The tiles of the crates: lids, left and right sides, in every size a pile can need.

A crate is laid by its middle: the corner that its three seen sides share.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from render.cubus.placing import Size
from render.cut import Cut, cut
from render.palette import Palette
from render.sheet import Point, Sheet, star
from render.sprite import Sprite
from render.theme import INK, IVORY, PETROL, SOCKET, Colour, colour, mix

LID, LEFT, RIGHT, OPEN = "TLRO"
KINDS: Final = LID + OPEN + LEFT + RIGHT
"""As hands are told: closed lids, open lids, left sides, right sides."""


class Wood(NamedTuple):
    batten: Colour
    plank: Colour
    gap: Colour

    @property
    def planks(self) -> tuple[Colour, Colour]:
        """Of every other plank."""
        return mix(self.plank, self.batten, 0.14), mix(self.plank, self.gap, 0.14)


WOODS: Final = {
    LID: Wood(colour("F4D9A0"), colour("E8C380"), colour("C79A55")),
    LEFT: Wood(colour("CF9450"), colour("BE8242"), colour("8F5C2A")),
    RIGHT: Wood(colour("8F5C33"), colour("7E4E2A"), colour("55321A")),
}
"""Light comes from above left."""
NEW: Final = {LID: colour("FFD23F"), LEFT: colour("E0A81F"), RIGHT: colour("A8770F")}
FAULTY: Final = {LID: colour("E4483F"), LEFT: colour("D8343F"), RIGHT: colour("B3252F")}
"""The battens of crates of the last build, and of a face that stands against the rules."""
PLAIN_LOOK, NEW_LOOK, NAMED_LOOK, FAULTY_LOOK = LOOKS = ("plain", "new", "named", "faulty")
"""A new tile has a star, unless the name of its column is written there."""
_BESIDE_NAME: Final = ((0.21, 0.79), (0.79, 0.21))
"""Left and right of the middle of a lid."""
_BATTENS: Final = {NEW_LOOK: NEW, NAMED_LOOK: NEW, FAULTY_LOOK: FAULTY}
FLOOR: Final = SOCKET
_WALLS: Final = tuple(
    tuple(mix(tone, INK, 0.32 * plank) for plank in range(3))
    for tone in (mix(WOODS[RIGHT].plank, INK, 0.35), mix(WOODS[LEFT].plank, INK, 0.3))
)
"""Within an open crate: the planks of its left and its right wall, from above."""
SHADOW: Final = mix(PETROL, INK, 0.55)
FREE: Final = mix(PETROL, IVORY, 0.08)
FREE_LINE: Final = mix(PETROL, IVORY, 0.5)
ON_FELT: Final = (SHADOW, FREE, FREE_LINE)
_DARKER: Final = 0.42
"""How much of the darkest wood a shadow lays over a lid."""
_SHADED: Final = tuple(mix(tone, WOODS[RIGHT].plank, _DARKER) for tone in (*WOODS[LID][:2], NEW[LID]))
COLOURS: Final = (
    *(tone for wood in WOODS.values() for tone in (*wood, *wood.planks)),
    *(tone for wall in _WALLS for tone in wall[:2]),
    *(*NEW.values(), *FAULTY.values(), *_SHADED, *ON_FELT),
)

_BATTEN: Final = 0.13
"""The width of a batten, of the edge."""
_PLANKS: Final = 4
_FINE: Final = 20
"""From this edge on, a tile has rivets and planks."""
_DEEP: Final = 0.5
"""How far one looks into an open crate, of its edge."""
_SHADOW: Final = (0.3, 0.3 * 0.55)
"""How far a column throws its shadow over the table, along the x and the y of the pile, of an edge."""
_CAST: Final = 0.2
"""How far a higher column throws its shadow over a lid."""


class Slanted(NamedTuple):
    """A tile as it is seen; a place on it reaches from 0 to 1 both ways."""

    kind: str
    middle: Point
    """Of the crate."""
    size: Size

    def at(self, along: float, down: float) -> Point:
        """Along a lid first the x, then the y of the pile; along a side to the right, then down."""
        (x, y), (half, edge) = self.middle, self.size
        if self.kind == LEFT:  # slanting down to the middle
            return x + (along - 1) * half, y + (along - 1) / 2 * edge + down * edge
        if self.kind == RIGHT:  # slanting up from it
            return x + along * half, y - along / 2 * edge + down * edge
        return x + (along - down) * half, y - edge + (along + down) / 2 * edge

    def part(self, left: float, top: float, right: float, foot: float) -> list[Point]:
        """The corners of a part of it."""
        return [self.at(left, top), self.at(right, top), self.at(right, foot), self.at(left, foot)]


def middle_for(kind: str, centre: Point, size: Size) -> Point:
    """Where the crate would have its middle, if the tile is to lie round the centre."""
    x, y = centre
    if kind in (LID, OPEN):
        return x, y + size.edge / 2
    return (x + size.half / 2, y - size.edge / 4) if kind == LEFT else (x - size.half / 2, y - size.edge / 4)


def _ink_of(size: Size) -> float:
    """Half the outline that two tiles share."""
    return max(0.9, min(1.5, size.edge * 0.022))


def draw_face(
    sheet: Sheet, kind: str, middle: Point, size: Size, look: str = PLAIN_LOOK, *, shaded: bool = False
) -> None:
    """One tile with its outline."""
    face = Slanted(kind, middle, size)
    wood = WOODS.get(kind, WOODS[LID])
    battens = _BATTENS.get(look)
    wood = wood._replace(batten=battens[LID if kind == OPEN else kind]) if battens else wood
    ink = _ink_of(size) / size.edge
    sheet.polygon(face.part(-ink, -ink, 1 + ink, 1 + ink), INK)
    sheet.polygon(face.part(ink, ink, 1 - ink, 1 - ink), wood.batten)
    if kind == OPEN:
        _well(sheet, face, size)
    else:
        _planks(sheet, face, size, wood)
    if shaded:
        _cast(sheet, face, wood, ink, is_open=kind == OPEN)
    if size.edge >= _FINE:
        _rivets(sheet, face, size, wood)
    if look == NEW_LOOK and kind != OPEN:
        _star(sheet, face, size, (0.5, 0.5), 0.3)
    if look == NAMED_LOOK:
        for corner in _BESIDE_NAME:
            _star(sheet, face, size, corner, 0.13)


def _planks(sheet: Sheet, face: Slanted, size: Size, wood: Wood) -> None:
    """A panel behind the battens, of planks of two tones."""
    start, end = _BATTEN, 1 - _BATTEN
    sheet.polygon(face.part(start, start, end, end), wood.gap)
    line = max(0.9, size.edge / 60) / size.edge
    first, last = start + line, end - line
    planks = _PLANKS if size.edge >= 2 * _FINE else _PLANKS - 1
    each = (last - first) / planks
    for number in range(planks):
        top, foot = first + number * each, first + (number + 1) * each - line * (number < planks - 1)
        tone = wood.planks[number % 2]
        sheet.polygon(face.part(first, top, last, foot), tone)


def _well(sheet: Sheet, face: Slanted, size: Size) -> None:
    """Two walls and the floor."""
    start, end, deep = _BATTEN * 1.1, 1 - _BATTEN * 1.1, _DEEP
    ink = 1.2 / size.edge
    sheet.polygon(face.part(start - ink, start - ink, end + ink, end + ink), INK)
    for plank, (left, right) in enumerate(zip(*_WALLS, strict=True)):
        top, foot = (deep * at / len(_WALLS[0]) for at in (plank, plank + 1))
        wall = ((start + top, top), (end, top), (end, foot), (start + foot, foot))
        sheet.polygon([face.at(start + down, along) for along, down in wall], left)
        sheet.polygon([face.at(along, start + down) for along, down in wall], right)
    sheet.polygon(face.part(start + deep, start + deep, end, end), FLOOR)
    sheet.line(face.at(start, start), face.at(start + deep, start + deep), max(0.8, size.edge / 60), INK)


def _cast(sheet: Sheet, face: Slanted, wood: Wood, ink: float, *, is_open: bool) -> None:
    """The shadow of the higher column behind the left edge."""
    batten, plank = (mix(tone, WOODS[RIGHT].plank, _DARKER) for tone in wood[:2])
    sheet.polygon(face.part(ink, ink, _BATTEN if is_open else _CAST, 1 - ink), batten)
    if not is_open:
        sheet.polygon(face.part(_BATTEN, _BATTEN, _CAST, 1 - _BATTEN), plank)


def _rivets(sheet: Sheet, face: Slanted, size: Size, wood: Wood) -> None:
    for s, t in product((_BATTEN * 0.55, 1 - _BATTEN * 0.55), repeat=2):
        sheet.disc(face.at(s, t), max(0.7, size.edge / 62), mix(wood.gap, INK, 0.35))


def _star(sheet: Sheet, face: Slanted, size: Size, centre: Point, wide: float) -> None:
    for radius, tone in ((wide + 2.2 / size.edge, INK), (wide, IVORY)):
        sheet.polygon(_on_face(face, star(centre, radius, radius * 0.46)), tone)


def _on_face(face: Slanted, points: Iterable[Point]) -> list[Point]:
    return [face.at(s, t) for s, t in points]


# What lies on the table


def _sheet_of(size: Size, margin: int = 4) -> Sheet:
    return Sheet(2 * (size.half + margin), 2 * (size.edge + margin))


Key = tuple[str, str, bool]
"""Kind, look, and whether a higher column throws its shadow on it, or the tile stands on the table."""


class Crates:
    """The tiles of one size."""

    def __init__(self, palette: Palette, size: Size) -> None:
        self._palette, self._size = palette, size
        self.tiles: dict[Key, Cut] = {
            (kind, look, special): self._tile(kind, look, special=special)
            for kind, look, special in product(KINDS, LOOKS, (False, True))
        }
        self.shadow = self._shadow()
        self.free = self._free()
        self.ring = self._ring()
        self.cross = self._cross()
        self.ghost = self._ghost()
        self.flying = cache(self._flying)

    def _tile(self, kind: str, look: str, *, special: bool) -> Cut:
        sheet = _sheet_of(self._size)
        is_lid = kind in (LID, OPEN)
        draw_face(sheet, kind, sheet.middle, self._size, look, shaded=special and is_lid)
        return cut(self._palette, sheet.finished(), SHADOW if special and not is_lid else PETROL)

    def _flying(self, look: str, share: float = 1.0) -> Sprite:
        """A whole crate in the air, or a smaller one."""
        half, edge = self._size
        size = Size(max(4, round(half * share)), max(4, round(edge * share)))
        sheet = _sheet_of(size)
        for kind in (LEFT, RIGHT, LID):
            draw_face(sheet, kind, sheet.middle, size, look)
        return self._palette.sprite(sheet.finished())

    def _shadow(self) -> Cut:
        """Of a column, on the table: laid like a lid that lies on the floor."""
        sheet = _sheet_of(self._size, 4 + self._size.half // 3)
        face = Slanted(LID, sheet.middle, self._size)
        east, south = _SHADOW
        corners = (
            (0, 0),
            (1, 0),
            (1 + east, south),
            (1 + east, 1 + south),
            (east, 1 + south),
            (0, 1),
        )
        sheet.polygon(_on_face(face, corners), SHADOW)
        return cut(self._palette, sheet.finished(), PETROL)

    def _free(self) -> Cut:
        """A place on the table where a column may be set up."""
        sheet = _sheet_of(self._size)
        face = Slanted(LID, sheet.middle, self._size)
        for margin, tone in ((0.0, FREE_LINE), (1.6, FREE)):
            inset = margin / self._size.edge
            sheet.polygon(face.part(inset, inset, 1 - inset, 1 - inset), tone)
        return cut(self._palette, sheet.finished(), PETROL)

    def _ring(self) -> Sprite:
        """Round a lid, or a free place: it is chosen."""
        sheet = _sheet_of(self._size, 10)
        face = Slanted(LID, sheet.middle, self._size)
        corners = face.part(0, 0, 1, 1)
        width = max(3.5, self._size.edge * 0.085)
        for stroke, tone in ((width + 3.4, INK), (width, NEW[LID])):
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                sheet.line(start, end, stroke, tone)
        return self._palette.sprite(sheet.finished())

    def _cross(self) -> Sprite:
        """Here is the fault."""
        radius = max(9.0, self._size.edge * 0.16)
        sheet = Sheet(2 * round(radius + 3), 2 * round(radius + 3))
        (x, y), arm = sheet.middle, radius * 0.45
        for margin, tone in ((0.0, INK), (1.8, IVORY), (3.4, FAULTY[LEFT])):
            sheet.disc((x, y), radius - margin, tone)
        for way in (-1, 1):
            sheet.line((x - arm, y - way * arm), (x + arm, y + way * arm), max(2.4, radius * 0.24), IVORY)
        return self._palette.sprite(sheet.finished())

    def _ghost(self) -> Sprite:
        """The outline of a crate that was taken away."""
        sheet = _sheet_of(self._size, 8)
        middle = sheet.middle
        lid, left, right = (Slanted(kind, middle, self._size) for kind in (LID, LEFT, RIGHT))
        rim = [lid.at(0, 0), lid.at(1, 0), right.at(1, 1), right.at(0, 1), left.at(0, 1), left.at(0, 0)]
        spokes = [(middle, end) for end in (lid.at(1, 0), right.at(0, 1), left.at(0, 0))]
        edges = [*zip(rim, rim[1:] + rim[:1], strict=True), *spokes]
        width = max(2.0, self._size.edge / 24)
        for stroke, tone in ((width + 3, INK), (width, IVORY)):
            for start, end in edges:
                _dashes(sheet, start, end, stroke, tone)
        return self._palette.sprite(sheet.finished())


def _dashes(sheet: Sheet, start: Point, end: Point, width: float, tone: Colour) -> None:
    (x, y), (u, v) = start, end
    for first, last in ((0.06, 0.2), (0.4, 0.6), (0.8, 0.94)):
        sheet.line(
            (x + (u - x) * first, y + (v - y) * first), (x + (u - x) * last, y + (v - y) * last), width, tone
        )
