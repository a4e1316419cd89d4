"""The scenes of Skeleton that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engines.skeleton import Skeleton
from engines.skeleton.position import SkeletonPosition
from render import Scene
from render.person import called
from tests.render import scenes
from tests.render.scenes import composing, left_by


def after(played: int | None = None) -> Scene[SkeletonPosition]:
    return scenes.after("skeleton", played)


def before_the_lot() -> Scene[SkeletonPosition]:
    return Scene("skeleton", Skeleton().start({}, 2))


def middle() -> Scene[SkeletonPosition]:
    return replace(after(3), people=called(("Anneke", "Bram")))


def step() -> Scene[SkeletonPosition]:
    return composing("skeleton", after(3).position)


def ended() -> Scene[SkeletonPosition]:
    return after()


def left() -> Scene[SkeletonPosition]:
    return left_by(1, after(2))


SCENES: Final[dict[str, Callable[[], Scene[SkeletonPosition]]]] = {
    f"skeleton_{scene.__name__}": scene for scene in (before_the_lot, middle, step, ended, left)
}
