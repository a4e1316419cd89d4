"""The perft file of Cubus, counted once more without the engine."""

from __future__ import annotations

from functools import cache
from math import perm

import pytest

from tests.engines.test_perft import read_blocks

Heights = tuple[tuple[int, ...], ...]
"""By row from the back; 0 is no column."""

BLOCKS = read_blocks("cubus")


def height(pile: Heights, x: int, y: int) -> int:
    return pile[y][x] if 0 <= y < len(pile) and 0 <= x < len(pile[y]) else 0


def stands(pile: Heights) -> bool:
    """No column is higher than its neighbour behind; none is missing between two; all hang together."""
    columns = {(x, y) for y, row in enumerate(pile) for x, high in enumerate(row) if high}
    for x, y in columns:
        for further in ((x + 1, y), (x, y + 1)):
            if height(pile, *further) > height(pile, x, y):
                return False
        if (x + 1, y + 1) in columns and not {(x + 1, y), (x, y + 1)} <= columns:
            return False
    if not columns:
        return True
    reached, edge = set(), {min(columns)}
    while edge:
        reached |= edge
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        edge = {(x + dx, y + dy) for x, y in edge for dx, dy in steps} & columns - reached
    return reached == columns


@cache
def ways_down(pile: Heights, plies: int) -> int:
    """In how many orders so many crates can be taken off."""
    if plies == 0:
        return 1
    lower = (
        tuple(
            tuple(high - ((x, y) == (column, line)) for x, high in enumerate(row))
            for y, row in enumerate(pile)
        )
        for line, row_of in enumerate(pile)
        for column, top in enumerate(row_of)
        if top
    )
    return sum(ways_down(after, plies - 1) for after in lower if stands(after))


@pytest.mark.parametrize(
    ("title", "pile"),
    [("Pulling down eight crates", ((2, 2), (2, 2))), ("Pulling down a stair", ((3, 2), (2, 1), (1, 0)))],
)
def test_crates_are_taken_off_in_as_many_orders(title: str, pile: Heights) -> None:
    (counts,) = (counts for found, _, counts in BLOCKS if found == title)
    assert [ways_down(pile, plies) for plies in range(1, len(counts) + 1)] == counts


def test_five_answer_a_claim_in_any_order_until_one_knocks() -> None:
    """Whoever answers next, agrees or knocks; behind a knock nothing is counted."""
    (counts,) = (counts for found, _, counts in BLOCKS if found.startswith("A claim"))
    assert counts == [2 * perm(5, answers) for answers in range(1, 6)]
