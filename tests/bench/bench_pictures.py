"""Pictures: how long a turn's board takes to draw and encode, and how large its file is.

    python tests/bench/bench_pictures.py

Fifty successive pictures of a match of random moves, for every game that has a drawer, with names and faces;
the art is made beforehand, the faces are new. Cubus, in which random moves build little, is a match of six
seats that was played with the solver, in the table and in the editor of whoever is to build.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from render import DRAWERS, draw, warm
from render.scene import Scene
from tests.render import cubus_scenes
from tests.render.portraits import with_faces
from tests.render.scenes import composing, random_plies, shown

TURNS = 50
NAMES = ("Noor", "Maximiliaan", "Zoë", "Grandmother of the Bride", "Σοφία", "Ångström")
SEED = 3

Times = tuple[float, float]
"""Milliseconds by the clock, and of this thread alone: what it would be on an idle machine."""


def main() -> None:
    columns = ("art", "median", "p95", "max", "alone: median", "p95", "max", "bytes: median", "max")
    print(" " * 10 + "".join(f"{column:>15}" for column in columns))  # noqa: T201 - a program that speaks
    for game in DRAWERS:
        for scenes in samples(game):
            print(row(game, scenes))  # noqa: T201


def samples(game: str) -> Iterator[Sequence[Scene[Any]]]:
    played = [named(scene) for scene in islice(scenes_of(game), TURNS)]
    yield played
    if game == "cubus":
        yield [named(composing(game, scene.position, "lift")) for scene in played if is_building(scene)]


def named(scene: Scene[Any]) -> Scene[Any]:
    """At a table of six, or at a board."""
    return replace(scene, people=with_faces(*NAMES[: 6 if scene.game == "cubus" else 2]))


def scenes_of(game: str) -> Iterator[Scene[Any]]:
    if game == "cubus":
        return islice(cubus_scenes.six_turns(), TURNS, None)
    return shown(game, random_plies(game, SEED))


def is_building(scene: Scene[Any]) -> bool:
    return any(not scene.position.can_list_moves(seat) for seat in scene.position.to_move)


def row(game: str, scenes: Sequence[Scene[Any]]) -> str:
    art, _ = timed(partial(warm, game))
    clock, alone = zip(*(timed(partial(draw, scene)) for scene in scenes), strict=True)
    sizes = [len(draw(scene)) for scene in scenes]
    measured = (art, *spread(clock), *spread(alone))
    cells = [*(f"{value:.1f} ms" for value in measured), f"{median(sizes):.0f}", str(max(sizes))]
    return f"{game:10}" + "".join(f"{cell:>15}" for cell in cells)


def timed(work: Callable[[], object]) -> Times:
    clock, alone = time.perf_counter(), time.thread_time()
    work()
    return (time.perf_counter() - clock) * 1000, (time.thread_time() - alone) * 1000


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    return median(values), quantiles(values, n=20)[-1], max(values)


if __name__ == "__main__":
    main()
