"""All legal piles that few tiles can make, for checking by brute force."""

from __future__ import annotations

from engines.cubus.builds import free_beside
from engines.cubus.pile import ONE_CRATE, Pile, is_skew, pile_of, tiles_of


def all_piles(most: int) -> set[Pile]:
    """With at most so many tiles of each kind; grown column by column, a crate at a time."""
    found, edge = {ONE_CRATE}, [ONE_CRATE]
    while edge:
        grown = _grown(edge.pop(), most) - found
        found |= grown
        edge += grown
    return found


def _grown(pile: Pile, most: int) -> set[Pile]:
    heights = pile.heights
    bigger = [{**heights, column: height + 1} for column, height in heights.items()]
    for x, y in free_beside(heights):
        lowest = max(1, heights.get((x + 1, y), 0), heights.get((x, y + 1), 0))
        bigger.append({**heights, (x, y): lowest})
    return {
        pile_of(grown) for grown in bigger if is_skew(grown) and max(tiles_of(grown, frozenset())) <= most
    }
