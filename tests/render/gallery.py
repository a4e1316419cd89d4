"""What there is to be seen of all games, found by the names of files; every picture is drawn once.

`<game>_scenes.py` has the scenes with a golden picture in SCENES, by their names, which begin with the game;
it may say in TOLD_APART which two colours must differ for all eyes, and in STANDS_OUT which line must be seen
on which ground. `<game>_match.txt` is a recorded match.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final

from PIL import Image

from render import DRAWERS, Scene, draw
from render.board import SIDE
from render.plates import HEIGHT, OUTSIDE, TOP, WIDTH
from render.theme import Colour
from tests.render import scenes
from tests.render.scenes import HERE, match_of, plies

_MODULES: Final = [import_module(f"tests.render.{path.stem}") for path in sorted(HERE.glob("*_scenes.py"))]

SCENES: Final[dict[str, Callable[[], Scene[Any]]]] = {
    name: make for module in _MODULES for name, make in module.SCENES.items()
}
TOLD_APART: Final[dict[str, tuple[Colour, Colour]]] = {
    name: pair for module in _MODULES for name, pair in getattr(module, "TOLD_APART", {}).items()
}
STANDS_OUT: Final[dict[str, tuple[Colour, Colour]]] = {
    name: pair for module in _MODULES for name, pair in getattr(module, "STANDS_OUT", {}).items()
}
LEFT_PLATE, RIGHT_PLATE = PLATES = tuple(
    (left, TOP, left + WIDTH, TOP + HEIGHT) for left in (OUTSIDE, SIDE - OUTSIDE - WIDTH)
)
GAME_OF: Final[dict[str, str]] = {
    name: module.__name__.rpartition(".")[2].removesuffix("_scenes")
    for module in _MODULES
    for told in ("TOLD_APART", "STANDS_OUT")
    for name in getattr(module, told, {})
}
"""Whose they are."""
ANY: Final = next(iter(DRAWERS))
"""A game, for what is promised of any."""


def names_of(game: str) -> Iterator[str]:
    return (name for name in SCENES if name.startswith(f"{game}_"))


@cache
def scene(name: str) -> Scene[Any]:
    return SCENES[name]()


@cache
def file_of(name: str) -> bytes:
    """The PNG file of a scene."""
    return draw(scene(name))


@cache
def seen(name: str) -> Image.Image:
    """The same in colours: not to be drawn on."""
    return opened(file_of(name)).convert("RGB")


@cache
def shown(game: str) -> tuple[Scene[Any], ...]:
    """The public pictures of the recorded match."""
    return tuple(scenes.shown(game, plies(game, match_of(game))))


@cache
def files(game: str) -> tuple[bytes, ...]:
    """Their PNG files."""
    return tuple(map(draw, shown(game)))


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def in_colours(scene: Scene[Any]) -> Image.Image:
    return DRAWERS[scene.game].picture(scene).convert("RGB")
