"""Rebuilding: whether one pile may become another, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engines.codes import IllegalMove
from engines.cubus.pile import TOUCHING, Column, Heights, Pile, Place, pile_of, places, tiles_of
from engines.cubus.tiles import LETTERS, Tiles
from engines.cubus.view import Face, Fault, find_fault, is_legal_view

CRATE_POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rebuilding comes to, legal or not. The tiles are told as if every lid and side could be seen."""

    crates: int
    """In the new pile."""
    new: int
    laid: Tiles
    """From the hand; negative where tiles come back."""
    points: int
    fault: Fault | None = None


def judge(before: Pile, after: Pile, hand: Tiles, *, young: bool = False) -> Verdict:
    return judge_heights(before, after.heights, after.open, hand, young=young)


def judge_heights(
    before: Pile, heights: Heights, open_lids: frozenset[Column], hand: Tiles, *, young: bool = False
) -> Verdict:
    """The same for columns that lie anywhere, with marks that may lie on nothing."""
    verdict = _counted(before, heights, open_lids, young=young)
    fault = (
        find_fault(heights, open_lids)
        or _moved(before.open_places, heights, open_lids)
        or _short(verdict.laid, hand)
        or _worthless(verdict)
    )
    return replace(verdict, fault=fault)


def is_legal(
    before: Pile, heights: Heights, open_lids: frozenset[Column], hand: Tiles, *, young: bool = False
) -> bool:
    """Whether there is no fault, without looking for it: what is counted soonest comes first."""
    verdict = _counted(before, heights, open_lids, young=young)
    is_worthy = not (_worthless(verdict) or _short(verdict.laid, hand))
    return (
        is_worthy and is_legal_view(heights, open_lids) and not _moved(before.open_places, heights, open_lids)
    )


def _counted(before: Pile, heights: Heights, open_lids: frozenset[Column], *, young: bool) -> Verdict:
    new = sum(heights.values()) - before.crates
    laid = tiles_of(heights, open_lids).minus(before.tiles)
    return Verdict(before.crates + new, new, laid, new if young else CRATE_POINTS * new - laid.total)


def _moved(old: frozenset[Place], heights: Heights, open_lids: frozenset[Column]) -> Fault | None:
    """Open lids keep their places, up to one shift of all: the table has no origin."""
    if is_shifted_into(old, places(heights, open_lids)):
        return None
    lids = (Face("T", x, y, heights[x, y] - 1) for x, y in open_lids)
    return Fault("open_moved", min(lids, key=lambda face: face.order, default=None))


def is_shifted_into(old: frozenset[Place], new: frozenset[Place]) -> bool:
    """Whether one shift takes every old place to a new one."""
    if not old:
        return True
    first, *others = sorted(old)
    return any(all((p + a - first[0], q + b - first[1]) in new for p, q in others) for a, b in new)


def _short(laid: Tiles, hand: Tiles) -> Fault | None:
    lacking = (letter for letter, wanted, owned in zip(LETTERS, laid, hand, strict=True) if wanted > owned)
    letter = next(lacking, None)
    return None if letter is None else Fault("short", tile=letter)


def _worthless(verdict: Verdict) -> Fault | None:
    if verdict.new < 1:
        return Fault("no_box")
    return Fault("no_point") if verdict.points < 1 else None


def refuse(fault: Fault | None) -> None:
    """Raises IllegalMove for a fault."""
    if fault is None:
        return
    if fault.tile:
        raise IllegalMove(fault.code, tile=fault.tile)
    raise IllegalMove(fault.code)


# The builds that nobody may overlook


def obvious_builds(before: Pile, hand: Tiles, *, young: bool = False) -> Iterator[Pile]:
    """All legal builds that raise a closed column by a crate, or set up a new column, as low as it fits."""
    heights = before.heights
    for column in heights.keys() - before.open:
        yield from _legal(before, {**heights, column: heights[column] + 1}, before.open, hand, young=young)
    for column in free_beside(heights):
        height = lowest_beside(heights, column)
        for open_lids in (before.open, before.open | {column}):
            yield from _legal(before, {**heights, column: height}, open_lids, hand, young=young)


@lru_cache(maxsize=64)
def has_obvious_build(before: Pile, hand: Tiles, *, young: bool = False) -> bool:
    return next(obvious_builds(before, hand, young=young), None) is not None


def lowest_beside(heights: Heights, column: Column) -> int:
    """How high a new column must be, not to be lower than those in front of it."""
    x, y = column
    return max(1, heights.get((x + 1, y), 0), heights.get((x, y + 1), 0))


def free_beside(heights: Heights) -> set[Column]:
    """Free columns that touch the pile."""
    return {(x + dx, y + dy) for x, y in heights for dx, dy in TOUCHING} - heights.keys()


def _legal(
    before: Pile, heights: Heights, open_lids: frozenset[Column], hand: Tiles, *, young: bool
) -> Iterator[Pile]:
    if is_legal(before, heights, open_lids, hand, young=young):
        yield pile_of(heights, open_lids)
