"""Where a film of Cubus takes place: crates of one size, and a pile that never jumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engines.cubus.pile import Column, Pile, shift_between
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import Sketch
from engines.cubus.view import FACES, Face
from render.cubus.lastbuild import LastBuild
from render.cubus.placing import Stand, fit, spans_of
from render.cubus.subject import Subject, plan_of
from render.scene import Scene


@dataclass(frozen=True, slots=True)
class Stage:
    stand: Stand
    """Of the pile of one scene: a crate that stays where it is stays there in the picture, too."""


def staged(scenes: Sequence[Scene[CubusPosition]]) -> Sequence[Scene[CubusPosition]]:
    """In the largest crates for which there is room wherever the pile stands in the match."""
    piles = [scene.position.pile for scene in scenes]
    moved = list(_moved(piles))
    faces = {face for pile, by in zip(piles, moved, strict=True) for face in _outline(pile, by)}
    if not faces:
        return scenes
    stand, _ = fit(spans_of(faces, ()), _largest_plan(piles))
    return [replace(scene, stage=Stage(stand.moved(*by))) for scene, by in zip(scenes, moved, strict=True)]


def _moved(piles: Sequence[Pile]) -> Iterator[Column]:
    """How far the back corner of each lies from that of the first."""
    x = y = 0
    yield x, y
    for before, pile in pairwise(piles):
        if before.rows and before != pile:
            east, south = shift_between(before, pile)
            x, y = x - east, y - south
        yield x, y


def _outline(pile: Pile, by: Column) -> Iterator[Face]:
    """The faces that reach farthest."""
    for (x, y), height in pile.heights.items():
        for kind in FACES:
            for z in {0, height - 1}:
                yield Face(kind, x + by[0], y + by[1], z)


def _largest_plan(piles: Iterable[Pile]) -> tuple[int, int]:
    sizes = [
        plan_of(Subject(Sketch(pile.heights, pile.open), LastBuild())).size for pile in piles if pile.rows
    ]
    widths, heights = zip(*sizes, strict=True)
    return max(widths), max(heights)
