"""The table of Skeleton in characters, for when there is no picture."""

from __future__ import annotations

from engines.skeleton.moves import COUNTERS
from engines.skeleton.position import SkeletonPosition
from render.scene import Scene
from render.textboard import scores, told


def text_board(scene: Scene[SkeletonPosition]) -> str:
    position = scene.position
    plates = [f"{position.side(seat)} {position.taken[seat]}" for seat in (0, 1)]
    row = "." * (COUNTERS - position.left) + "o" * position.left
    return "\n".join((scores(position, plates), row, *told(scene)))
