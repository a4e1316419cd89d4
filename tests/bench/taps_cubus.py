"""How many taps the builds of simulated matches of Cubus take in the editor, by the shortest way we find.

    python tests/bench/taps_cubus.py

The builds are those of the solver in matches of two to six seats, which packs all crates into a corner; where
two edits make a build worth as much, that one is laid, as people would. Counted are [Move], the button of
the column (or the menu and the column in it, and the page, where there are several), every button beside it,
and [Build]: the editor shows the pile as it would be, so it is played at once.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator
from itertools import groupby, pairwise, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ui.composing.answers import is_menu
from engines.choices import Choices
from engines.cubus.composing import next_edits
from engines.cubus.pile import BACK, Pile, name_of, write_pile
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import LIFT, Sketch, edits_between, edits_of, sketch_of
from render.scene import PAGE
from tests.bench.bench_cubus import builds_of_a_match
from tests.engines.cubus_play import further

BUILDS = 20
MATCHES = range(0, 40, 2)
"""Those in which the solver's best builds are played."""
MOST_LIFTS = 3


def ways(before: Pile, after: Pile) -> Iterator[tuple[str, ...]]:
    """Edits that lead from one to the other: the new pile may lie anywhere, on any number of layers."""
    for lifts, dx, dy in product(range(MOST_LIFTS + 1), range(BACK, 5), range(BACK, 5)):
        lifted = Sketch({column: height + lifts for column, height in before.heights.items()}, before.open)
        there = Sketch(
            {(x + dx, y + dy): height for (x, y), height in after.heights.items()},
            frozenset((x + dx, y + dy) for x, y in after.open),
        )
        yield (LIFT,) * lifts + edits_between(lifted, there)


def taps(position: CubusPosition, seat: int, edits: tuple[str, ...]) -> int | None:
    """With [Move] and [Build]; None for a way on which a column cannot be chosen when its turn comes."""
    count = 2
    keys: tuple[str, ...] = ()
    for name, run in groupby(edits, key=_column_of):
        step = position.choices(seat, keys)
        assert isinstance(step, Choices)
        names = [option.places[0] for option in step.options]
        changes = list(run)
        if name is not None and name not in names:
            return None
        if name is not None:
            place = names.index(name)
            key = step.options[place].key
            changes = further(position, keys, key, name, changes)
            keys = (*keys, key)
            in_menu = is_menu(step, len(step.aside) + WRITE_IT)
            count += 2 + place // PAGE if in_menu else 1
        for edit in changes:
            step = position.choices(seat, keys)
            assert isinstance(step, Choices)
            if edit not in [option.key for option in step.aside]:
                return None
            keys = (*keys, edit)
            count += 1
    return count


def _column_of(edit: str) -> str | None:
    column = edits_of((edit,)).column
    return None if column is None else name_of(column)


def near_ways(position: CubusPosition, after: Pile) -> Iterator[tuple[str, ...]]:
    """One or two edits that bring as many points."""
    points = position.verdict(after).points
    for edits in _one_or_two(position.pile):
        draft = sketch_of(position.pile, edits)
        is_legal = draft.is_legal(position.pile, position.building_hand)
        if is_legal and position.verdict(draft.pile).points == points:
            yield edits


def _one_or_two(pile: Pile) -> Iterator[tuple[str, ...]]:
    for first in next_edits(sketch_of(pile)):
        yield (first,)
        yield from ((first, second) for second in next_edits(sketch_of(pile, (first,))))


def fewest_taps(position: CubusPosition, seat: int, after: Pile) -> int:
    near = list(near_ways(position, after))
    shortest = sorted(near or set(ways(position.pile, after)), key=len)
    return min(count for way in shortest[:30] if (count := taps(position, seat, way)) is not None)


WRITE_IT = 1
"""The button below the others."""
WRITTEN = 4
"""[Move], [Write it], the form sent, [Build]."""


def _chosen() -> list[tuple[CubusPosition, int, Pile]]:
    made = [built for seed in MATCHES for built in _builds(seed)]
    return random.Random(1).sample(made, BUILDS)  # noqa: S311 - nothing is at stake


def counted() -> list[int]:
    return [fewest_taps(position, seat, after) for position, seat, after in _chosen()]


def main() -> int:
    chosen = _chosen()
    counts = []
    for position, seat, after in chosen:
        counts.append(fewest_taps(position, seat, after))
        print(f"{write_pile(position.pile):<24}{write_pile(after):<24}{counts[-1]:>4}")  # noqa: T201
    cuts = statistics.quantiles(counts, n=10)
    print(f"median {statistics.median(counts)}, p90 {cuts[8]}, most {max(counts)}")  # noqa: T201
    letters = [len(write_pile(after)) for _, _, after in chosen]
    print(  # noqa: T201
        f"written: {WRITTEN} taps and {statistics.median(letters):.0f} characters, {max(letters)} at most;"
        f" of both ways the shorter: median {statistics.median(min(WRITTEN, count) for count in counts)} taps"
    )
    return 0


def _builds(seed: int) -> Iterator[tuple[CubusPosition, int, Pile]]:
    positions = list(builds_of_a_match(seed))
    for before, after in pairwise(positions):
        if before.pile != after.pile:
            yield before, before.turn, after.pile


if __name__ == "__main__":
    sys.exit(main())
