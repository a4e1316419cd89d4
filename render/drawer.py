"""What the drawer of a game promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import ClassVar, Generic, TypeVar

from PIL import Image

from engines.game import P
from render.motion import Motion
from render.palette import Palette
from render.reading import Where
from render.scene import Ply, Scene
from render.sheet import Point, Sheet
from render.theme import INK, MAPLE, Colour

Art = TypeVar("Art")


class Drawer(ABC, Generic[Art, P]):
    """One a game, for positions of its class; called from several threads at once.

    Its art is made once, at the first picture.
    """

    game: ClassVar[str]
    pinned: ClassVar[tuple[Colour, ...]] = ()
    """Colours of the game that its palette keeps exactly, beside those of the theme."""
    laid: ClassVar[tuple[Colour, ...]] = ()
    """Those of them that are the board's and not its pieces': in another table they are others."""
    accent: ClassVar[Colour] = MAPLE
    """Of the name of the game, and the line round its board."""
    sides: ClassVar[Mapping[str, Colour]] = {}
    """By the codes of `Position.side`: what is said of a seat is marked with it."""

    colours: ClassVar[int] = 80
    """Of its palette, at most. Fewer make smaller files; below this the edges of buttons show steps."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._art: Art | None = None

    @cached_property
    def palette(self) -> Palette:
        return Palette.of(self.game)

    @property
    def art(self) -> Art:
        if self._art is None:
            with self._lock:
                if self._art is None:
                    self._art = self.make_art(self.palette)
        return self._art

    @abstractmethod
    def make_art(self, palette: Palette) -> Art:
        """All that the pictures of the game are put together from."""

    @abstractmethod
    def picture(self, scene: Scene[P]) -> Image.Image:
        """The picture of the scene, in mode P and the caller's own; no theme is over it yet."""

    def where(self, scene: Scene[P]) -> Where:  # noqa: ARG002 - for the games whose options lie on the board
        """Where the options of the scene are numbered, as they are seen."""
        return lambda _: None

    def draw_piece(self, sheet: Sheet, centre: Point, radius: float, side: str) -> None:
        """What is known as this side's, on a ground of any colour; empty: as the game's. A disc, unless the
        game has something better.
        """
        sheet.disc(centre, radius, INK)
        sheet.disc(centre, radius * 0.88, self.sides.get(side, self.accent))

    def motions(self, scene: Scene[P], plies: Sequence[Ply[P]]) -> Sequence[Motion]:  # noqa: ARG002 - for the games that move
        """What moves in a film before the scene is seen, by these plies, the last ones that it tells of.

        One after the other; a game that says nothing is shown without.
        """
        return ()

    def staged(self, scenes: Sequence[Scene[P]]) -> Sequence[Scene[P]]:
        """The scenes of one film; for the games that would else lay each of them out for itself."""
        return scenes

    @abstractmethod
    def text_board(self, scene: Scene[P]) -> str:
        """The board in characters of one width, without words: for when there is no picture."""
