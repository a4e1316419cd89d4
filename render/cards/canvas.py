"""One card in the making: a ground that is kept, letters on it, and what has colours of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.cards.colours import MOST, Colours, colours_of_cards, found_in, in_theme, values
from render.faces import round_face
from render.fonts import OVERSIZE, Font, black_font, bold_font, capital
from render.names import writable, written
from render.person import Person
from render.sheet import Point
from render.theme import Colour

_SMALLEST: Final = 24
_GAP: Final = 0.45
"""Between what stands beside each other, of its size."""


_OF_TWO: Final = 0.9
"""Lines of a name, the size of each."""
_ANCHORS: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a line that stands before where it is put."""


class _Inset(NamedTuple):
    picture: Image.Image
    """In mode RGB or RGBA."""
    corner: tuple[int, int]
    is_scene: bool
    """Not a face: half of the colours that are left are its own."""


class Ground:
    """What is the same for many cards: drawn once, and kept in the colours of cards."""

    def __init__(self, drawing: Image.Image, accents: tuple[Colour, ...] = ()) -> None:
        """`accents` stay what they are at every table."""
        self.accents = accents
        self.colours = colours_of_cards(accents)
        self._picture = self.colours.mapped(drawing)

    def copy(self) -> Image.Image:
        return self._picture.convert("RGB")


class Canvas:
    def __init__(self, ground: Ground, theme: str) -> None:
        self.picture = ground.copy()
        self.pen = ImageDraw.Draw(self.picture)
        self._colours = ground.colours
        self._accents = ground.accents
        self._theme = theme
        self._insets: list[_Inset] = []

    # Letters

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        fill: Colour,
        *,
        anchor: str = "l",
        bold: Callable[[float], Font] = black_font,
    ) -> None:
        """Beginning (`l`), ending (`r`) or centred (`m`) there, on the height of a capital."""
        font = final(bold, size)
        x, y = at
        self.pen.text((round(x), round(y + capital(font) / 2)), text, fill, font, anchor=f"{anchor}s")

    def fitted(
        self,
        at: Point,
        text: str,
        size: float,
        width: float,
        fill: Colour,
        *,
        anchor: str = "l",
        bold: Callable[[float], Font] = black_font,
    ) -> None:
        """Smaller where there is no room for it."""
        while size > _SMALLEST and wide(text, size, bold) > width:
            size -= 1
        self.text(at, text, size, fill, anchor=anchor, bold=bold)

    def beside(self, at: Point, told: Sequence[tuple[str, Colour]], size: float, width: float) -> None:
        """One after the other, from here to the right; smaller where there is no room for all of it."""
        whole = sum(wide(text, size, bold_font) for text, _ in told) + size * _GAP * (len(told) - 1)
        size = max(_SMALLEST, size * min(1.0, width / whole)) if told else size
        x, y = at
        for text, fill in told:
            self.text((x, y), text, size, fill, bold=bold_font)
            x += wide(text, size, bold_font) + size * _GAP

    def name(
        self,
        at: Point,
        name: str,
        size: float,
        width: float,
        fill: Colour,
        *,
        anchor: str = "l",
        lines: int = 1,
    ) -> None:
        """As above; in every script that a font here can write. On two lines, if it may and has to be."""
        whole = writable(name)
        parts = [whole] if lines == 1 or wide(whole, size, bold_font) <= width else _halves(whole)
        size *= 1 if len(parts) == 1 else _OF_TWO
        for number, part in enumerate(parts):
            letters = written(part, size / OVERSIZE, width)
            x, y = at[0] - letters.length * _ANCHORS[anchor], at[1] + (number - (len(parts) - 1) / 2) * size
            letters.on(self.pen, (x, y), fill)

    # Pictures

    def face(self, person: Person, centre: Point, diameter: float, badge: Image.Image | None = None) -> None:
        """`badge`: what they played with, on their shoulder."""
        face = round_face(person, diameter)
        if badge is not None:
            whole = Image.new("RGBA", (face.width + badge.width // 4, face.height + badge.height // 6))
            whole.paste(face, (0, 0))
            whole.alpha_composite(badge, (whole.width - badge.width, whole.height - badge.height))
            self.inset(whole, (round(centre[0] - face.width / 2), round(centre[1] - face.height / 2)))
            return
        self.inset(face, (round(centre[0] - face.width / 2), round(centre[1] - face.height / 2)))

    def inset(self, picture: Image.Image, corner: tuple[int, int], *, is_scene: bool = False) -> None:
        """A picture that keeps its colours in every theme. None lies on another."""
        self._insets.append(_Inset(picture, corner, is_scene))

    def laid(self, drawing: Image.Image, centre: Point) -> None:
        """A drawing in the colours of cards."""
        x, y = round(centre[0] - drawing.width / 2), round(centre[1] - drawing.height / 2)
        self.picture.paste(drawing, (x, y), drawing)

    def finished(self) -> Image.Image:
        """In mode P."""
        picture = self._colours.mapped(self.picture)
        colours = in_theme(self._colours.all, self._theme, self._accents)
        picture.putpalette(values(colours))
        if not self._insets:
            return picture
        crops = [_crop(picture, inset) for inset in self._insets]
        groups = [
            [crop for inset, crop in zip(self._insets, crops, strict=True) if inset.is_scene == is_scene]
            for is_scene in (True, False)
        ]
        room = (MOST - len(colours)) // sum(map(bool, groups))
        whole = Colours((*colours, *(each for group in groups if group for each in found_in(group, room))))
        for inset, crop in zip(self._insets, crops, strict=True):
            picture.paste(whole.mapped(crop), inset.corner)
        picture.putpalette(values(whole.all))
        return picture


def _crop(picture: Image.Image, inset: _Inset) -> Image.Image:
    """What will be seen where it lies."""
    (x, y), (width, height) = inset.corner, inset.picture.size
    crop = picture.crop((x, y, x + width, y + height)).convert("RGB")
    crop.paste(inset.picture, (0, 0), inset.picture if inset.picture.mode == "RGBA" else None)
    return crop


def _halves(text: str) -> list[str]:
    """At the space that is nearest to the middle."""
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    middle = min(spaces, key=lambda at: abs(at - len(text) / 2), default=None)
    return [text] if middle is None else [text[:middle], text[middle + 1 :]]


def final(font: Callable[[float], Font], size: float) -> Font:
    """For writing at the final size: names are many, and seldom the same."""
    return font(size / OVERSIZE)


def wide(text: str, size: float, bold: Callable[[float], Font] = black_font) -> float:
    """What is written so."""
    return final(bold, size).getlength(text)
