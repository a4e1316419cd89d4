"""The frames of a film, as its decoder shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image, ImageChops

from render import DRAWERS, Scene, draw
from render.board import SIDE
from render.film import Film
from tests.render.gallery import opened

PLENTY: Final = 10 * 2**20
LONG: Final = 200
"""Milliseconds: what stays so long is a picture of the match, all else moves."""


@dataclass(frozen=True)
class Frame:
    picture: Image.Image
    lasts: int


def frames_of(made: Film) -> Iterator[Frame]:
    moving = opened(made.file)
    for number in range(moving.n_frames):  # type: ignore[attr-defined]  # of a picture that moves
        moving.seek(number)
        yield Frame(moving.convert("RGB"), moving.info["duration"])


def held(made: Film) -> list[Frame]:
    return [frame for frame in frames_of(made) if frame.lasts >= LONG]


def board_of(frame: Frame) -> Image.Image:
    """Without the rail at its foot."""
    return frame.picture.crop((0, 0, SIDE, SIDE))


def shows(frame: Frame, scene: Scene[Any]) -> bool:
    return is_same(board_of(frame), opened(draw(scene)).convert("RGB"))


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def area_of_change(one: Image.Image, other: Image.Image) -> int:
    left, top, right, foot = ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0)
    return (right - left) * (foot - top)


def staged(scenes: Sequence[Scene[Any]]) -> Sequence[Scene[Any]]:
    return DRAWERS[scenes[0].game].staged(scenes)
