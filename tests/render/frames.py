"""The frames of a film, as its decoder shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import pytest
from PIL import GifImagePlugin, Image, ImageChops

from render import DRAWERS, Scene, painted
from render.board import SIDE
from render.film import Film
from tests.render.gallery import opened

PLENTY: Final = 10 * 2**20
LONG: Final = 200
"""Milliseconds: what stays so long is a picture of the match, all else moves."""


@dataclass(frozen=True)
class Frame:
    indices: Image.Image
    lasts: int

    @cached_property
    def picture(self) -> Image.Image:
        """In colours: four times as large, and of most frames nobody asks for it."""
        return self.indices.convert("RGB")


def frames_of(made: Film) -> Iterator[Frame]:
    """Each is laid over the one before in the palette that they share, as long as they share one.

    Else Pillow makes every frame a whole picture in colours, and that takes longer than to make the film.
    """
    moving = opened(made.file)
    strategy = GifImagePlugin.LoadingStrategy.RGB_AFTER_DIFFERENT_PALETTE_ONLY
    for number in range(moving.n_frames):  # type: ignore[attr-defined]  # of a picture that moves
        with pytest.MonkeyPatch.context() as pillow:
            pillow.setattr(GifImagePlugin, "LOADING_STRATEGY", strategy)
            moving.seek(number)
        yield Frame(moving.copy(), moving.info["duration"])


def held(made: Film) -> list[Frame]:
    return [frame for frame in frames_of(made) if frame.lasts >= LONG]


def lengths(made: Film) -> list[int]:
    """How long each stays."""
    return [frame.lasts for frame in frames_of(made)]


def board_of(frame: Frame) -> Image.Image:
    """Without the rail at its foot."""
    return frame.picture.crop((0, 0, SIDE, SIDE))


def shows(frame: Frame, scene: Scene[Any]) -> bool:
    """What its file has: that is packed without loss, and need not be packed for this."""
    return is_same(board_of(frame), painted(scene).convert("RGB"))


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def area_of_change(one: Image.Image, other: Image.Image) -> int:
    left, top, right, foot = ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0)
    return (right - left) * (foot - top)


def staged(scenes: Sequence[Scene[Any]]) -> Sequence[Scene[Any]]:
    return DRAWERS[scenes[0].game].staged(scenes)
