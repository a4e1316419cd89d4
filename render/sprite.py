"""Small pictures that are laid on a large one."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, slots=True)
class Edge:
    """The pixels of a sprite that are covered to the same degree."""

    inked: list[int]
    """What each index of the palette becomes there."""
    mask: Image.Image


@dataclass(frozen=True, slots=True)
class Sprite:
    """Opaque indices with a mask, and round them the half covered pixels, which darken the ground."""

    body: Image.Image
    mask: Image.Image
    edges: tuple[Edge, ...]
    offset: tuple[int, int]
    """From the point the sprite is stamped on to its upper left corner."""


def lay(picture: Image.Image, patch: Image.Image, x: int, y: int) -> None:
    """Lay an opaque patch with its upper left corner here."""
    picture.paste(patch, (x, y))


def stamp(picture: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Lay a sprite with its middle here."""
    left, top = x + sprite.offset[0], y + sprite.offset[1]
    box = (left, top, left + sprite.body.width, top + sprite.body.height)
    core = picture.im  # films stamp thousands: Pillow's own methods ask each time what these have been asked
    ground = core.crop(box)
    for edge in sprite.edges:
        core.paste(ground.point(edge.inked, None), box, edge.mask.im)
    core.paste(sprite.body.im, box, sprite.mask.im)


def turned(sprite: Sprite, degrees: int) -> Sprite:
    """Round the middle of its body, for a moment: its edges are rough, and none is blended."""
    body, mask = (part.rotate(degrees, expand=True) for part in (sprite.body, sprite.mask))
    grown = (body.width - sprite.body.width) // 2, (body.height - sprite.body.height) // 2
    return Sprite(body, mask, (), (sprite.offset[0] - grown[0], sprite.offset[1] - grown[1]))
