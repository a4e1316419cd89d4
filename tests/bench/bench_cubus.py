"""The solver of Cubus in simulated matches: how long it thinks, and how often it proves its answer.

    python tests/bench/bench_cubus.py

Half of the matches are played by the solver's best builds, half by random builds that change one column, with
two to six seats; open lids are laid at random as soon as a build leaves one over. Every position in which
somebody may build is asked twice: is there any build, and which is the best?
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines.cubus import Cubus
from engines.cubus.builds import judge, obvious_builds
from engines.cubus.moves import AGREE, CLAIM, Build, Step
from engines.cubus.pile import Pile, write_pile
from engines.cubus.position import CubusPosition
from engines.cubus.solver import Solution, best_build, find_build
from engines.cubus.tiles import Tiles
from engines.moves import Move

MATCHES = 20
BARS = {"any build": 0.030, "best build": 1.0}
"""Seconds, 95 of 100."""

Solver = Callable[[Pile, Tiles], Solution]


def builds_of_a_match(seed: int) -> Iterator[CubusPosition]:
    """The positions of a match in which somebody may build."""
    choose = random.Random(seed)  # noqa: S311 - nothing is at stake
    position = Cubus().start({}, 2 + seed % 5)
    while position.outcome is None:
        who = min(position.to_move)
        if position.is_building(who):
            yield position
            move = _move(position, choose, sees_all=seed % 2 == 0)
        else:
            move = AGREE if position.step is Step.WINDOW else choose.choice(position.legal_moves(who))
        position = position.play(who, move)


def _move(position: CubusPosition, choose: random.Random, *, sees_all: bool) -> Move:
    pile, hand = position.pile, position.building_hand
    near = sorted(obvious_builds(pile, hand), key=write_pile)
    built = choose.choice(near) if near and not sees_all else best_build(pile, hand).pile
    return CLAIM if built is None else Build(_with_open_lid(pile, built, hand, choose))


def _with_open_lid(before: Pile, built: Pile, hand: Tiles, choose: random.Random) -> Pile:
    """An open lid in place of a closed one, if one is left over."""
    closed = sorted(built.heights.keys() - built.open)
    if not closed:
        return built
    opened = Pile(built.rows, built.open | {choose.choice(closed)})
    return built if judge(before, opened, hand).fault else opened


def bench(name: str, solver: Solver, positions: Sequence[CubusPosition]) -> bool:
    times, open_questions = [], 0
    for position in positions:
        start = time.perf_counter()
        answer = solver(position.pile, position.building_hand)
        times.append(time.perf_counter() - start)
        open_questions += not answer.exact
    cuts = statistics.quantiles(times, n=100)
    numbers = (statistics.median(times), cuts[94], cuts[98], max(times))
    told = "".join(f"{1000 * number:>9.1f}" for number in numbers)
    print(f"{name:<12}{told}   {open_questions} of {len(times)} not proved")  # noqa: T201
    return cuts[94] <= BARS[name]


def main() -> int:
    positions = [position for seed in range(MATCHES) for position in builds_of_a_match(seed)]
    print(f"{'ms':<12}{'median':>9}{'p95':>9}{'p99':>9}{'most':>9}")  # noqa: T201
    results = [bench("any build", find_build, positions), bench("best build", best_build, positions)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
