"""What moves in a film of Cubus: crates are lifted off the pile, and come down on it in up to three waves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from engines.cubus.pile import Column, Heights, Pile, shift_between
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import Sketch
from render.cubus.art import Art
from render.cubus.crates import NEW_LOOK, PLAIN_LOOK
from render.cubus.lastbuild import LastBuild
from render.cubus.painting import CubusPainting
from render.cubus.placing import Stand
from render.cubus.stage import Stage
from render.cubus.subject import Subject
from render.motion import Motion, Travel, straight
from render.panels import places
from render.scene import Ply, Scene

_WAVES: Final = 3
_WAVE: Final = 0.7
"""Beats."""
_ABOVE: Final = (3.0, 0.8)
"""How far above its place a crate is seen first, and last before it lies there: in its edges."""
_SHRINKING: Final = (1.0, 0.9, 0.7, 0.5, 0.35)
"""A crate that somebody takes for good."""

Crate = tuple[int, int, int]


class _Pile(NamedTuple):
    """In the frame of the pile that is built."""

    heights: Heights
    open: frozenset[Column]


def motions(art: Art, scene: Scene[CubusPosition], plies: Sequence[Ply[CubusPosition]]) -> Iterator[Motion]:
    """Nothing where the pile stays as it was, or there was none."""
    if not plies or not isinstance(scene.stage, Stage):
        return
    new, before = scene.position.pile, plies[0].before
    if not before.pile.rows or before.pile == new:
        return
    yield from _Rebuilding(art, scene, plies, _as_in(before.pile, new)).motions()


def _as_in(before: Pile, new: Pile) -> _Pile:
    x, y = shift_between(before, new)
    heights = {(column[0] + x, column[1] + y): height for column, height in before.heights.items()}
    return _Pile(heights, frozenset((column[0] + x, column[1] + y) for column in before.open))


class _Rebuilding:
    def __init__(
        self, art: Art, scene: Scene[CubusPosition], plies: Sequence[Ply[CubusPosition]], old: _Pile
    ) -> None:
        assert isinstance(scene.stage, Stage)
        self._art, self._old = art, old
        self._new = _Pile(scene.position.pile.heights, scene.position.pile.open)
        self._stand: Stand = scene.stage.stand
        self._then = Scene(
            scene.game, plies[0].before, people=scene.people, stage=scene.stage, theme=scene.theme
        )
        self._taker = next((ply.who for ply in plies if ply.who >= 0), 0)

    def motions(self) -> Iterator[Motion]:
        going = sorted(_beyond(self._old, self._new), key=sum)
        coming = sorted(_beyond(self._new, self._old), key=sum)
        new = self._new.heights
        stays = {column: min(height, new.get(column, 0)) for column, height in self._old.heights.items()}
        if going:
            leave = self._lifted if coming else self._taken
            yield Motion(partial(self._ground, stays), [leave(crate) for crate in going], is_event=not coming)
        wave = max(1, -(-len(coming) // _WAVES))
        for first in range(0, len(coming), wave):
            falls = [self._falling(crate) for crate in coming[first : first + wave]]
            yield Motion(partial(self._ground, _with(stays, coming[:first])), falls)

    def _ground(self, heights: Heights) -> Image.Image:
        opened = frozenset(
            column
            for pile in (self._old, self._new)
            for column in pile.open
            if heights.get(column) == pile.heights[column]
        )
        standing = {column: height for column, height in heights.items() if height}
        subject = Subject(Sketch(standing, opened), LastBuild(before=self._old.heights))
        return CubusPainting(self._art, self._then, subject).finished()

    def _falling(self, crate: Crate) -> Travel:
        look = self._art.crates[self._stand.size].flying(NEW_LOOK)
        high, low = (self._over(crate, edges) for edges in _ABOVE)
        return Travel((look,), straight(high, low), lasts=_WAVE, waits=False)

    def _lifted(self, crate: Crate) -> Travel:
        """To be built in elsewhere."""
        look = self._art.crates[self._stand.size].flying(PLAIN_LOOK)
        way = straight(self._over(crate, 0), self._over(crate, _ABOVE[0]))
        return Travel((look,), way, lasts=_WAVE, stays=False)

    def _taken(self, crate: Crate) -> Travel:
        """For good, by a seat."""
        crates = self._art.crates[self._stand.size]
        looks = tuple(crates.flying(PLAIN_LOOK, share) for share in _SHRINKING)
        panel = places(self._then.position.seats)[self._taker].middle
        return Travel(looks, ((self._over(crate, 0), self._over(crate, 1.5), panel),), lasts=1.5)

    def _over(self, crate: Crate, edges: float) -> tuple[int, int]:
        x, y = self._stand.middle(*crate)
        return x, y - round(edges * self._stand.size.edge)


def _beyond(one: _Pile, other: _Pile) -> Iterator[Crate]:
    """The crates of one pile that the other has not."""
    for (x, y), height in one.heights.items():
        for z in range(other.heights.get((x, y), 0), height):
            yield x, y, z


def _with(heights: Heights, crates: Sequence[Crate]) -> Heights:
    grown = dict(heights)
    for x, y, z in crates:
        grown[x, y] = max(grown.get((x, y), 0), z + 1)
    return grown
