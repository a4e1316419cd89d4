"""What the drawer of a game promises."""

from __future__ import annotations

from typing import Protocol

from PIL import Image

from render.scene import Scene


class Drawer(Protocol):
    """One a game. Called from several threads at once."""

    def warm(self) -> None:
        """Make the art, if it is not made yet."""
        ...

    def picture(self, scene: Scene) -> Image.Image:
        """The picture of the scene, in mode P and the caller's own."""
        ...

    def text_board(self, scene: Scene) -> str:
        """The board in characters of one width, without words: for when there is no picture."""
        ...
