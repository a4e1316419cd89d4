"""The film of a match: an animated GIF, which every client of Discord plays where it is posted.

All frames share the palette of the game. A frame holds the part of the picture that changed, and in it
what stayed is see-through: that is a fifth of the bytes. Frames are written one by one, so that a long
film takes no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render import DRAWERS
from render.scene import Scene

MOST_FRAMES: Final = 300
"""Of a longer match as many are shown, evenly spread."""
HELD: Final = 5000
"""Milliseconds that the last frame stays: the result."""
_SLOW, _QUICK = 1000, 400
"""Milliseconds a frame, of a short film and of a long one."""
_LASTS: Final = 90_000
"""Milliseconds: films that would last longer are quicker."""
_CLEAR: Final = 255
"""The index that lets the frame before show through: no palette of ours reaches it."""
_COLOURS: Final = 256
_KEEP: Final = 1
"""The code of GIF for: draw the next frame over this one."""


Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Film:
    file: bytes
    frames: int
    """Fewer than there were scenes, if there were too many."""


def film(scenes: Sequence[Scene[Any]], most_bytes: int) -> Film:
    """The scenes of one match, one after the other. May be called from any thread."""
    shown = spread(scenes, MOST_FRAMES)
    file = _encoded(shown)
    while len(file) > most_bytes and len(shown) > 1:
        shown = spread(shown, len(shown) // 2)
        file = _encoded(shown)
    return Film(file, len(shown))


def spread(items: Sequence[Item], most: int) -> Sequence[Item]:
    """So many of them, evenly spread; the last is always there, the first as soon as there are two."""
    if len(items) <= most:
        return items
    last = len(items) - 1
    return [items[last - last * step // max(1, most - 1)] for step in reversed(range(most))]


def _encoded(scenes: Sequence[Scene[Any]]) -> bytes:
    pace = min(_SLOW, max(_QUICK, _LASTS // len(scenes)))
    durations = [*[pace] * (len(scenes) - 1), HELD]
    pictures = (DRAWERS[scene.game].picture(scene) for scene in scenes)
    return b"".join([*_frames(pictures, durations), b";"])


def _frames(pictures: Iterable[Image.Image], durations: Sequence[int]) -> Iterable[bytes]:
    before = None
    for picture, duration in zip(pictures, durations, strict=True):
        if before is None:
            yield _header(picture)
            yield from getdata(picture, duration=duration, disposal=_KEEP, interlace=0)
        else:
            change, corner = _change(before, picture)
            yield from getdata(
                change, corner, duration=duration, disposal=_KEEP, transparency=_CLEAR, interlace=0
            )
        before = picture


def _header(picture: Image.Image) -> bytes:
    """Size, the palette of all frames, and that the film begins again when it is over."""
    colours = bytes(picture.getpalette() or ()).ljust(3 * _COLOURS, b"\0")
    width, height = (side.to_bytes(2, "little") for side in picture.size)
    return b"GIF89a" + width + height + b"\xf7\0\0" + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _change(before: Image.Image, picture: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """What is to be laid over the picture before, and where; a frame may not be empty."""
    difference = ImageChops.difference(before, picture)
    left, top, right, foot = difference.getbbox() or (0, 0, 1, 1)
    box = (left, top, right, foot)
    stayed = difference.crop(box).point([255, *[0] * 255], "1")
    change = picture.crop(box)
    change.paste(_CLEAR, mask=stayed)
    return change, (left, top)
