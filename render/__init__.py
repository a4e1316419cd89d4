"""Pictures: a picture is a function of a scene. No Discord, no rules, no people, and no words."""

from __future__ import annotations

import io
from typing import Any, Final

from render.drawer import Drawer
from render.knopen import KnopenDrawer
from render.scene import PAGE, Ply, Scene

__all__ = ["DRAWERS", "PAGE", "Drawer", "Ply", "Scene", "draw", "text_board", "warm"]

DRAWERS: Final[dict[str, Drawer[Any]]] = {
    "knopen": KnopenDrawer(),
}
"""The register: one line a game."""

_COMPRESSION: Final = 5
"""Of zlib: a level more costs a millisecond and saves a tenth of the bytes."""


def draw(scene: Scene) -> bytes:
    """The scene as a PNG file. May be called from any thread."""
    file = io.BytesIO()
    DRAWERS[scene.game].picture(scene).save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def text_board(scene: Scene) -> str:
    """The scene in characters of one width, without words: fits a phone and a post."""
    return DRAWERS[scene.game].text_board(scene)


def warm(game: str) -> None:
    """Make the art of a game now rather than at its first picture."""
    _ = DRAWERS[game].art
