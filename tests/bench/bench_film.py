"""Films: how long the film of a match takes to draw and encode, and how large its file is.

    python tests/bench/bench_film.py

The first sixty plies of matches of random moves, and whole matches, for every game that has a drawer; the
art is made beforehand. Times are of this thread alone: what it would be on an idle machine. On a busy one
they are longer, but so are those of the known work beside them, in the same run: the boards of the same
turns, drawn and encoded as PNG files, one by one.
With the curve of the odds below it each film is made once more.
"""

from __future__ import annotations

import io
import sys
import time
from itertools import islice
from math import sin
from pathlib import Path
from statistics import median
from typing import Any

from PIL import Image, ImageSequence

sys.path.insert(0, str(Path(__file__).parents[2]))

from render import DRAWERS, Scene, draw, warm
from render.film import film
from tests.render.scenes import random_plies, shown

SEEDS = range(9)
PLIES = 60
MOST_BYTES = 10 * 2**20
"""Discord's usual limit for an upload."""


def main() -> None:
    columns = (
        "plies",
        "turns",
        "shown",
        "median",
        "max",
        "of boards",
        "kB: median",
        "max",
        "lasts",
        "curve",
        "kB",
    )
    print(" " * 10 + "".join(f"{column:>12}" for column in columns))  # noqa: T201 - a program that speaks
    for game in DRAWERS:
        warm(game)
        for plies in (PLIES, None):
            print(row(game, plies))  # noqa: T201


def row(game: str, plies: int | None) -> str:
    matches = [list(shown(game, islice(random_plies(game, seed), plies))) for seed in SEEDS]
    times, boards, shown_turns, sizes, lengths, curved, larger = zip(*map(measured, matches), strict=True)
    cells = (
        str(plies or "all"),
        f"{median(map(len, matches)):.0f}",
        f"{median(shown_turns):.0f}",
        *(f"{value:.0f} ms" for value in (median(times), max(times))),
        f"{sum(times) / sum(boards):.1f}",
        *(f"{value / 1000:.0f}" for value in (median(sizes), max(sizes))),
        f"{median(lengths):.0f} s",
        f"{median(curved):.0f} ms",
        f"{median(larger) / 1000:.0f}",
    )
    return f"{game:10}" + "".join(f"{cell:>12}" for cell in cells)


def measured(scenes: list[Scene[Any]]) -> tuple[float, float, int, int, float, float, int]:
    """Milliseconds of the film and of its boards, turns that are shown, bytes, and seconds to watch it; and
    milliseconds and bytes with the curve.
    """
    film(scenes[:4], MOST_BYTES)  # what is drawn once a process, and not at the start
    start = time.thread_time()
    made = film(scenes, MOST_BYTES)
    done = time.thread_time()
    for scene in scenes:
        draw(scene)
    boards = time.thread_time() - done
    start_of_curve = time.thread_time()
    curved = film(scenes, MOST_BYTES, None, odds_of(scenes))
    curve = time.thread_time() - start_of_curve
    told = made.turns, len(made.file), lasts(made.file)
    return (done - start) * 1000, boards * 1000, *told, curve * 1000, len(curved.file)


def odds_of(scenes: list[Scene[Any]]) -> list[tuple[float, ...]]:
    """Some that rise and fall."""
    seats = len(scenes[-1].position.totals())
    first = [0.5 + 0.4 * sin(turn) for turn in range(len(scenes))]
    return [(one, *[(1 - one) / (seats - 1)] * (seats - 1)) for one in first]


def lasts(file: bytes) -> float:
    moving = Image.open(io.BytesIO(file))
    milliseconds: int = sum(frame.info["duration"] for frame in ImageSequence.Iterator(moving))
    return milliseconds / 1000


if __name__ == "__main__":
    main()
