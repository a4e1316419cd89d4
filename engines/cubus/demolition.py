"""Pulling the pile down: crate by crate, each where it stands."""

from __future__ import annotations

from engines.cubus.pile import Column, Heights, Pile, pile_of, reading_order
from engines.cubus.view import is_legal_view


def lowerable(pile: Pile) -> tuple[Column, ...]:
    """The columns that may lose a crate, by row from the back; open ones only where no closed one can."""
    heights = pile.heights
    columns = sorted(heights, key=reading_order)
    able = [column for column in columns if is_legal_view(_without_top(heights, column), frozenset())]
    closed = tuple(column for column in able if column not in pile.open)
    return closed or tuple(able)


def lowered(pile: Pile, column: Column) -> Pile:
    """An open lid sinks with its column, and is freed with its last crate."""
    heights = _without_top(pile.heights, column)
    return pile_of(heights, pile.open & heights.keys())


def _without_top(heights: Heights, column: Column) -> dict[Column, int]:
    lower = {**heights, column: heights[column] - 1}
    return {other: height for other, height in lower.items() if height}
