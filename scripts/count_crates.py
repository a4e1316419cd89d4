"""Writes engines/cubus/most_crates.py: the most crates that any numbers of tiles can show.

    .venv/bin/python scripts/count_crates.py

A pile in a corner (a plane partition) is counted by its outer rows alone: the row along the left wall shows
all left sides, the row along the right wall all right sides. Inside, a column is at most as high as the lower
of the two outer columns it stands in line with, and these heights fall in both directions, so the best pile
takes the highest of them. That no pile out of a corner is better is checked by
tests/engines/test_cubus_solver.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate, combinations_with_replacement
from pathlib import Path

MOST = 16
"""Tiles of a kind, as many as there are in the box; lids are 12 and 4."""
TARGET = Path(__file__).parents[1] / "engines" / "cubus" / "most_crates.py"
HEAD = '''"""The most crates that tiles can show. Written by scripts/count_crates.py, not by hand."""

from typing import Final

MOST_CRATES: Final = (
'''

Counts = tuple[int, int, int]


def partitions(total: int, highest: int) -> Iterator[tuple[int, ...]]:
    """Falling rows of columns with so many crates together."""
    if total == 0:
        yield ()
    for first in range(min(total, highest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def count_exactly() -> dict[Counts, int]:
    """By lids, left and right sides: the most crates of a pile in a corner that shows just these."""
    rows = [row for total in range(1, MOST + 1) for row in partitions(total, total)]
    by_corner = defaultdict(list)
    for row in rows:
        by_corner[row[0]].append(row)
    found: dict[Counts, int] = defaultdict(int)
    for same_corner in by_corner.values():
        for left, right in combinations_with_replacement(same_corner, 2):
            for lids, crates in _fill(left, right):
                for one, other in ((left, right), (right, left)):
                    counts = lids, sum(one), sum(other)
                    found[counts] = max(found[counts], crates)
    return found


def _fill(left: tuple[int, ...], right: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Lids and crates of the best piles with these outer rows."""
    lids = len(left) + len(right) - 1
    inside = sorted((min(own, other) for own in left[1:] for other in right[1:]), reverse=True)
    crates = accumulate(inside[: max(0, MOST - lids)], initial=sum(left) + sum(right) - left[0])
    yield from ((lids + more, sum_) for more, sum_ in enumerate(crates) if lids + more <= MOST)


def count_at_most(exactly: Mapping[Counts, int]) -> dict[Counts, int]:
    """The same, where tiles may be left over."""
    found = defaultdict[Counts, int](int)
    for lids in range(1, MOST + 1):
        for left in range(1, MOST + 1):
            for right in range(1, MOST + 1):
                found[lids, left, right] = max(
                    exactly.get((lids, left, right), 0),
                    found[lids - 1, left, right],
                    found[lids, left - 1, right],
                    found[lids, left, right - 1],
                )
    return found


def write(found: dict[Counts, int]) -> str:
    lines = [HEAD]
    for lids in range(MOST + 1):
        lines.append(f"    (  # {lids} lids\n")
        for left in range(MOST + 1):
            numbers = ", ".join(str(found.get((lids, left, right), 0)) for right in range(MOST + 1))
            lines.append(f"        ({numbers}),\n")
        lines.append("    ),\n")
    lines.append(
        ')\n"""MOST_CRATES[lids][left][right]: at most so many of each, 0 to 16; some may be left over."""\n'
    )
    return "".join(lines)


if __name__ == "__main__":
    TARGET.write_text(write(count_at_most(count_exactly())))
