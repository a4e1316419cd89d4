"""The film of a match: an animated GIF, which every client of Discord plays where it is posted.

Below each picture runs a rail that says how far it is and, if they are known, the curve of the odds. Between
two of them things move, as the drawer of the game tells. All frames share the palette of the game. A frame
holds the part of the picture that changed, and in it what stayed is see-through. Frames are written one by
one, so that a long film takes no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render import DRAWERS, painted
from render.board import SIDE
from render.footcurve import HEIGHT as CURVE_HEIGHT
from render.footcurve import FootCurve, Odds
from render.footrail import HEIGHT, foot_rail
from render.motion import Motion
from render.scene import Ply, Scene
from render.sprite import Sprite, lay, stamp
from render.tempo import FIRST, MOST_A_BEAT, RESULT, Motions, spread, tempo_of, told

SIZE: Final = (SIDE, SIDE + HEIGHT)
"""Of a film: the picture, and the rail below it."""
SIZE_WITH_CURVE: Final = (SIDE, SIDE + HEIGHT + CURVE_HEIGHT)
_FRAMES: Final = (MOST_A_BEAT, 3, 0)
"""Between two pictures, a beat: a film that is too large for an upload moves less before it tells less."""
_CLEAR: Final = 255
"""The index that lets the frame before show through: no palette of ours reaches it."""
_COLOURS: Final = 256
_KEEP: Final = 1
"""The code of GIF for: draw the next frame over this one."""
_ENDLESS: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"

Heard = Callable[[int, int], None]
"""Hears how many turns of how many are drawn."""
Box = tuple[int, int, int, int]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Film:
    file: bytes
    turns: int
    """Fewer than there were scenes, if there were too many."""


def film(
    scenes: Sequence[Scene[Any]], most_bytes: int, heard: Heard | None = None, odds: Sequence[Odds] = ()
) -> Film:
    """The scenes of one match, one after the other; with `odds`, scene by scene, their curve below them.

    May be called from any thread.
    """
    drawer = DRAWERS[scenes[0].game]
    turns = _in_time(drawer.staged(scenes))
    curve = _curve_of(scenes[-1], odds) if odds else None
    for frames in _FRAMES:
        if file := _Making(turns, frames, most_bytes, heard, curve).file():
            return Film(file, len(turns))
    while len(turns) > 1:
        turns = spread(turns, len(turns) // 2)
        if file := _Making(turns, 0, most_bytes, heard, curve).file():
            break
    return Film(file or _Making(turns, 0, None, heard, curve).file(), len(turns))


def _curve_of(last: Scene[Any], odds: Sequence[Odds]) -> FootCurve:
    """In the last scene it is known who plays what."""
    sides = [last.position.side(seat) for seat in range(len(odds[0]))]
    return FootCurve(DRAWERS[last.game], odds, sides)


class _Turn(NamedTuple):
    number: int
    """Among all scenes."""
    scene: Scene[Any]
    motions: Motions
    """What moves before it is seen; nothing before the first."""


def _in_time(scenes: Sequence[Scene[Any]]) -> Sequence[_Turn]:
    """All of them, or as many as there is time for."""
    numbers: Sequence[int] = range(len(scenes))
    while True:
        shown = [scenes[number] for number in numbers]
        moving = [
            DRAWERS[scene.game].motions(scene, _new(before, scene)) for before, scene in pairwise(shown)
        ]
        turns = [_Turn(*turn) for turn in zip(numbers, shown, [(), *moving], strict=True)]
        kept = told([turn.motions for turn in turns])
        if len(kept) == len(turns):
            return turns
        numbers = [numbers[number] for number in kept]


def _new(before: Scene[Any], scene: Scene[Any]) -> Sequence[Ply[Any]]:
    """The plies of a scene that were not told by the one before: a turn may be shown while it goes on."""
    told, plies = before.last, scene.last
    shared = range(min(len(told), len(plies)), 0, -1)
    return plies[next((count for count in shared if told[-count:] == plies[:count]), 0) :]


class _Making:
    """A film in the making."""

    def __init__(
        self,
        turns: Sequence[_Turn],
        frames: int,
        most_bytes: int | None,
        heard: Heard | None,
        curve: FootCurve | None,
    ) -> None:
        """With so many frames a beat between two pictures, at most."""
        self._turns, self._frames, self._most_bytes = turns, frames, most_bytes
        self._heard = heard or (lambda _done, _all: None)
        self._tempo = tempo_of([turn.motions for turn in turns[1:]])
        self._rail = foot_rail(turns[0].scene.game)
        self._curve = curve
        self._size = SIZE_WITH_CURVE if curve else SIZE
        self._seen = Image.new("P", self._size)
        """What the frames so far come to."""

    def file(self) -> bytes:
        """Empty if it would be larger than it may."""
        made = bytearray()
        for part in self._parts():
            made += part
            if self._most_bytes is not None and len(made) >= self._most_bytes:
                return b""
        return bytes(made) + b";"

    def _parts(self) -> Iterator[bytes]:
        turns, curve = len(self._turns), self._curve_at(0)
        rail = self._rail.drawn(1, turns)
        for turn, (number, scene, motions) in enumerate(self._turns, start=1):
            if self._frames:
                for motion in motions:
                    yield from self._moving(motion, rail, curve)
            rail = self._rail.drawn(turn, turns)
            board, curve = painted(scene), self._curve_at(number)
            picture = self._framed(board, rail, curve)
            if turn == 1:
                yield _head(self._size, board.getpalette() or [])
                yield from self._whole(picture, FIRST if turns > 1 else RESULT)
            else:
                yield from self._changed(picture, RESULT if turn == turns else self._stays(motions))
            self._heard(turn, turns)

    def _stays(self, motions: Motions) -> int:
        """A film without frames between its pictures takes as long."""
        return self._tempo.pause(motions) if self._frames else self._tempo.lasts(motions)

    def _curve_at(self, number: int) -> Image.Image | None:
        return self._curve.drawn(number) if self._curve else None

    def _framed(self, picture: Image.Image, rail: Image.Image, curve: Image.Image | None) -> Image.Image:
        whole = Image.new("P", self._size)
        lay(whole, picture, 0, 0)
        lay(whole, rail, 0, SIDE)
        if curve:
            lay(whole, curve, 0, SIDE + HEIGHT)
        return whole

    # Frames

    def _whole(self, picture: Image.Image, lasts: int) -> Iterator[bytes]:
        yield from getdata(picture, duration=lasts, disposal=_KEEP, interlace=0)
        self._seen = picture

    def _changed(self, picture: Image.Image, lasts: int) -> Iterator[bytes]:
        box = ImageChops.difference(self._seen, picture).getbbox() or (0, 0, 1, 1)
        yield from _frame(self._seen.crop(box), picture.crop(box), box[:2], lasts)
        self._seen = picture

    def _moving(self, motion: Motion, rail: Image.Image, curve: Image.Image | None) -> Iterator[bytes]:
        """The ground is laid with the first frame; from then on only what moves is drawn anew."""
        ground = self._framed(motion.ground(), rail, curve)
        picture, covered = ground.copy(), _NOWHERE
        frames, lasts = self._tempo.frames(motion, self._frames)
        for frame in range(1, frames + 1):
            flying = list(motion.seen_at(motion.beats * frame / (frames + 1)))
            covers = _covered(flying)
            dirty = _around(covered, covers)
            before = picture.crop(dirty)
            picture.paste(ground.crop(dirty), dirty)
            for sprite, (x, y) in flying:
                stamp(picture, sprite, x, y)
            if frame == 1:
                yield from self._changed(picture, lasts)
            else:
                yield from _frame(before, picture.crop(dirty), dirty[:2], lasts)
            covered = covers


def _head(size: Place, palette: Sequence[int]) -> bytes:
    """Size, the palette of all frames, and that the film begins again when it is over."""
    width, height = (side.to_bytes(2, "little") for side in size)
    colours = bytes(palette).ljust(3 * _COLOURS, b"\0")
    return b"GIF89a" + width + height + b"\xf7\0\0" + colours + _ENDLESS


_NOWHERE: Final[Box] = (0, 0, 0, 0)


def _covered(flying: Iterable[tuple[Sprite, Place]]) -> Box:
    box = _NOWHERE
    for sprite, (x, y) in flying:
        left, top = x + sprite.offset[0], y + sprite.offset[1]
        box = _around(box, (left, top, left + sprite.body.width, top + sprite.body.height))
    return box


def _around(one: Box, other: Box) -> Box:
    """Both, as far as they lie on the picture."""
    if one == _NOWHERE or other == _NOWHERE:
        left, top, right, foot = other if one == _NOWHERE else one
    else:
        left, top = min(one[0], other[0]), min(one[1], other[1])
        right, foot = max(one[2], other[2]), max(one[3], other[3])
    left, top = max(left, 0), max(top, 0)
    right, foot = min(right, SIDE), min(foot, SIDE)
    return (left, top, right, foot) if left < right and top < foot else _NOWHERE


def _frame(before: Image.Image, after: Image.Image, corner: Place, lasts: int) -> list[bytes]:
    """What is to be laid over the part of the picture that was there."""
    difference = ImageChops.difference(before, after)
    left, top, right, foot = difference.getbbox() or (0, 0, 1, 1)
    box = (left, top, right, foot)
    stayed = difference.crop(box).point([255, *[0] * 255], "1")
    change = after.crop(box)
    change.paste(_CLEAR, mask=stayed)
    place = corner[0] + left, corner[1] + top
    return getdata(change, place, duration=lasts, disposal=_KEEP, transparency=_CLEAR, interlace=0)
