"""Bakes the palette of a game from its art: `python -m render.assets.bake knopen`.

The palette lies in the repository because computing it takes longer than making the art, and because a
picture must not drift. The roles' colours are kept as they are; the rest is median cut with k-means
over everything that is drawn, where a common colour counts more than a rare one, but not much more.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PIL import Image

from render import DRAWERS
from render.palette import Palette
from render.theme import BEECH, MAPLE, PAPER, ROLES, Colour

_GROUNDS: Final = (MAPLE, BEECH, PAPER)
_CLOSE: Final = 5
"""A computed colour this near to a pinned one (in each channel) is of no use."""


class _Tasting(Palette):
    """A palette that remembers every colour it is asked for."""

    def __init__(self) -> None:
        self.tasted: Counter[Colour] = Counter()
        super().__init__(ROLES)
        self.tasted.clear()

    def patch(self, drawing: Image.Image) -> Image.Image:
        for ground in _GROUNDS if drawing.mode == "RGBA" else _GROUNDS[:1]:
            flat = Image.new("RGBA", drawing.size, ground)
            flat.alpha_composite(drawing.convert("RGBA"))
            self.tasted.update(_counted(flat.convert("RGB")))
        return super().patch(drawing)


def _counted(drawing: Image.Image) -> dict[Colour, int]:
    """Its colours, with the number of their pixels."""
    counted = dict[Colour, int]()
    for count, each in drawing.getcolors(drawing.width * drawing.height) or ():
        assert isinstance(each, tuple), "a colour of three parts"
        red, green, blue = each
        counted[red, green, blue] = count
    return counted


def bake(game: str) -> list[Colour]:
    """The palette of a game: the pinned colours first, then the computed ones."""
    drawer = DRAWERS[game]
    tasting = _Tasting()
    drawer.make_art(tasting)
    pinned = list(dict.fromkeys((*ROLES, *drawer.pinned)))
    computed = _computed(tasting.tasted, drawer.colours - len(pinned))
    return _kept_exactly(pinned, [each for each in computed if not _is_near(each, pinned)])


def _kept_exactly(pinned: list[Colour], computed: list[Colour]) -> list[Colour]:
    """Pillow looks for the nearest colour in coarse steps: what it takes for a pinned one goes, too."""
    colours = pinned + computed
    strip = Image.new("RGB", (len(pinned), 1))
    strip.putdata(pinned)
    taken = [colours[index] for index in Palette(colours).patch(strip).tobytes()]
    impostors = set(taken) - set(pinned)
    return (
        _kept_exactly(pinned, [each for each in computed if each not in impostors]) if impostors else colours
    )


def _computed(tasted: Counter[Colour], colours: int) -> list[Colour]:
    pixels = [each for each, count in sorted(tasted.items()) for _ in range(round(count**0.5))]
    strip = Image.new("RGB", (len(pixels), 1))
    strip.putdata(pixels)
    baked = strip.quantize(colours, Image.Quantize.MEDIANCUT, kmeans=8, dither=Image.Dither.NONE)
    values = baked.getpalette()
    assert values is not None
    return [(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * colours, 3)]


def _is_near(each: Colour, pinned: Iterable[Colour]) -> bool:
    return any(max(abs(one - other) for one, other in zip(each, pin, strict=True)) < _CLOSE for pin in pinned)


def main(games: Iterable[str]) -> None:
    for game in games:
        colours = bake(game)
        lines = "".join(f"{red:02X}{green:02X}{blue:02X}\n" for red, green, blue in colours)
        (Path(__file__).parent / f"{game}.palette").write_text(lines, encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:] or DRAWERS)
