"""Films: how long the film of a match takes to draw and encode, and how large its file is.

    python tests/bench/bench_film.py

The first sixty plies of matches of random moves, and whole matches, for every game that has a drawer; the
art is made beforehand. Times are of this thread alone: what it would be on an idle machine.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from render import DRAWERS, Scene, warm
from render.film import film
from tests.render.scenes import random_plies, shown

SEEDS = range(9)
PLIES = 60
MOST_BYTES = 10 * 2**20
"""Discord's usual limit for an upload."""


def main() -> None:
    columns = ("plies", "turns", "frames", "median", "max", "kB: median", "max")
    print(" " * 10 + "".join(f"{column:>12}" for column in columns))  # noqa: T201 - a program that speaks
    for game in DRAWERS:
        warm(game)
        for plies in (PLIES, None):
            print(row(game, plies))  # noqa: T201


def row(game: str, plies: int | None) -> str:
    matches = [list(shown(game, islice(random_plies(game, seed), plies))) for seed in SEEDS]
    times, frames, sizes = zip(*(measured(scenes) for scenes in matches), strict=True)
    cells = (
        str(plies or "all"),
        f"{median(map(len, matches)):.0f}",
        f"{median(frames):.0f}",
        *(f"{value:.0f} ms" for value in (median(times), max(times))),
        *(f"{value / 1000:.0f}" for value in (median(sizes), max(sizes))),
    )
    return f"{game:10}" + "".join(f"{cell:>12}" for cell in cells)


def measured(scenes: list[Scene[Any]]) -> tuple[float, int, int]:
    before = time.thread_time()
    made = film(scenes, MOST_BYTES)
    return (time.thread_time() - before) * 1000, made.frames, len(made.file)


if __name__ == "__main__":
    main()
