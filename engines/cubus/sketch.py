"""Composing a build: a sketch of the new pile, changed a crate at a time.

The frame is that of the pile before the build, so that the names of the columns stay the same all the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engines.codes import IllegalMove
from engines.cubus.builds import Verdict, free_beside, is_legal, judge_heights, lowest_beside
from engines.cubus.pile import (
    BACK,
    HIGHEST,
    LETTERS,
    NAMES,
    Column,
    Heights,
    Pile,
    name_of,
    pile_of,
    reading_order,
    write_column,
)
from engines.cubus.tiles import Tiles

LIFT: Final = "lift"
FILL: Final = "fill "
"""As many crates on a free place as let it stand beside the others."""
UNDO: Final = "undo"
RESET: Final = "reset"

_NAME = r"[a-z](?:1[0-9]|2[0-6]|[1-9])"
_EDIT = re.compile(rf"(?P<what>[+-]|open |fill )(?P<column>{_NAME})|lift")
_WHOLE = re.compile(rf"(?P<corner>{_NAME})=(?P<rows>[.*/0-9a-g]+)")
_EDITS = re.compile(rf"\s*(?:([+-])\s*({_NAME})|(open)\s+({_NAME})|(lift))(?=\s|[+-]|$)")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A pile in the making. It may be against every rule; only the finished one is judged."""

    heights: Heights
    """Only columns with a crate."""
    open: frozenset[Column]
    """A mark belongs to its column and stays with it, also when its last crate is gone."""

    def edited(self, edit: str) -> Sketch:
        """After one of `+c3`, `-c3`, `fill c3`, `open c3` (on or off), `lift`; or all anew.

        Raises IllegalMove.
        """
        if whole := _WHOLE.fullmatch(edit):
            return read_sketch(whole["corner"], whole["rows"])
        found = _EDIT.fullmatch(edit)
        if found is None:
            raise IllegalMove("no_choice", choice=edit[:40])
        if found["column"] is None:
            return self._changed({column: height + 1 for column, height in self.heights.items()})
        column = NAMES[found["column"]]
        if found["what"] == "open ":
            return self._turned(column, found["column"])
        if found["what"] == FILL:
            return self._filled(column)
        height = self.heights.get(column, 0) + (1 if found["what"] == "+" else -1)
        if height < 0:
            raise IllegalMove("no_crate", column=found["column"])
        return self._changed({**self.heights, column: height})

    def after(self, edits: Iterable[str]) -> Sketch:
        """Raises IllegalMove."""
        sketch = self
        for edit in edits:
            sketch = sketch.edited(edit)
        return sketch

    def _changed(self, heights: Mapping[Column, int]) -> Sketch:
        if any(height > HIGHEST for height in heights.values()):
            raise IllegalMove("too_high", most=HIGHEST)
        return Sketch({column: height for column, height in heights.items() if height}, self.open)

    def _filled(self, column: Column) -> Sketch:
        """What stands there already is never lowered."""
        height = max(self.heights.get(column, 0), lowest_beside(self.heights, column))
        return self._changed({**self.heights, column: height})

    def _turned(self, column: Column, name: str) -> Sketch:
        if column not in self.heights and column not in self.open:
            raise IllegalMove("no_crate", column=name)
        return Sketch(self.heights, self.open ^ {column})

    @property
    def pile(self) -> Pile:
        """Marks on nothing are dropped; `judge` does not overlook them."""
        return pile_of(self.heights, self.open & self.heights.keys())

    def judge(self, before: Pile, hand: Tiles, *, young: bool = False) -> Verdict:
        return judge_heights(before, self.heights, self.open, hand, young=young)

    def is_legal(self, before: Pile, hand: Tiles, *, young: bool = False) -> bool:
        """The same in short."""
        return is_legal(before, self.heights, self.open, hand, young=young)

    @property
    def ring(self) -> tuple[Column, ...]:
        """The free columns that can be named and touch the pile, by row from the back."""
        furthest = len(LETTERS) + BACK
        free = free_beside(self.heights) if self.heights else {(0, 0)}
        named = (column for column in free if min(column) >= BACK and max(column) < furthest)
        return tuple(sorted(named, key=reading_order))


def sketch_of(pile: Pile, edits: Iterable[str] = ()) -> Sketch:
    """The pile after these edits. Raises IllegalMove."""
    return Sketch(pile.heights, pile.open).after(edits)


# A sketch in writing: the name of its back corner, and its rows from there as a pile is written


def write_sketch(sketch: Sketch) -> str:
    """Such as `b2=22*/22`, the same as the edits that led to it, but never long."""
    columns = sketch.heights.keys() | sketch.open
    left = min((x for x, _ in columns), default=0)
    back = min((y for _, y in columns), default=0)
    last = max((y for _, y in columns), default=0)
    rows = (_write_row(sketch, y, left) for y in range(back, last + 1))
    return f"{name_of((left, back))}={'/'.join(rows)}"


def _write_row(sketch: Sketch, y: int, left: int) -> str:
    last = max((x for x, row in sketch.heights.keys() | sketch.open if row == y), default=left)
    return "".join(
        write_column(sketch.heights.get((x, y), 0), is_open=(x, y) in sketch.open)
        for x in range(left, last + 1)
    )


_SIGN = re.compile(r"([.0-9a-g])(\*?)")


def read_sketch(corner: str, rows: str) -> Sketch:
    """Raises IllegalMove."""
    left, back = NAMES[corner]
    heights: dict[Column, int] = {}
    open_lids: set[Column] = set()
    for y, row in enumerate(rows.split("/"), start=back):
        for x, (sign, mark) in enumerate(_SIGN.findall(row), start=left):
            if sign not in ".0":
                heights[x, y] = int(sign, HIGHEST + 1)
            if mark:
                open_lids.add((x, y))
    if not (heights.keys() | open_lids) <= frozenset(NAMES.values()):
        raise IllegalMove("no_choice", choice=rows[:40])
    return Sketch(heights, frozenset(open_lids))


# Keys: edits, among which columns are selected, the last edit is taken back, or all of them


@dataclass(frozen=True, slots=True)
class Edits:
    """What keys come to."""

    made: tuple[str, ...] = ()
    column: Column | None = None
    """The column that is selected: that of the last key that names one."""

    def plus(self, key: str) -> Edits:
        """The name of a column selects it. Edits are checked where they are made."""
        if key == UNDO:
            return Edits(self.made[:-1], self.column if self.made else None)
        if key == RESET:
            return Edits((), self.column)
        if key in NAMES:
            return Edits(self.made, NAMES[key])
        name = key.lstrip("+-").removeprefix("open ").removeprefix(FILL)
        return Edits((*self.made, key), NAMES.get(name, self.column))

    def in_short(self, pile: Pile) -> tuple[str, ...]:
        """Keys that come to the same sketch and column and are not long; as many of the last edits as fit."""
        for folded in range(len(self.made) + 1):
            keys = (*_folded(pile, self.made[:folded]), *self.made[folded:], *self._selection(folded))
            if len(keys) <= MOST_KEYS and len(",".join(keys)) <= LONGEST_KEYS:
                return keys
        raise IllegalMove("too_long")

    def _selection(self, folded: int) -> tuple[str, ...]:
        """None where the last edit selects the column by itself."""
        again = Edits().plus(self.made[-1]) if self.made[folded:] else Edits()
        if self.column is None or again.column == self.column:
            return ()
        return (name_of(self.column),)


MOST_KEYS: Final = 13
LONGEST_KEYS: Final = 52
"""Characters: with one key more they still travel in the address of a button."""


def edits_of(keys: Iterable[str]) -> Edits:
    """Raises IllegalMove."""
    edits = Edits()
    for key in keys:
        edits = edits.plus(key)
    return edits


def _folded(pile: Pile, edits: tuple[str, ...]) -> tuple[str, ...]:
    """These edits in the fewest characters."""
    if not edits:
        return ()
    sketch = sketch_of(pile, edits)
    ways = ((write_sketch(sketch),), edits_between(Sketch(pile.heights, pile.open), sketch))
    return min(ways, key=lambda way: len(",".join(way)))


def read_edits(text: str) -> tuple[str, ...] | None:
    """A difference such as `+c3 -d2 open c2 lift`, as edits; None where the text is none."""
    edits, place = [], 0
    while place < len(text):
        found = _EDITS.match(text, place)
        if found is None:
            return None
        sign, column, turn, turned, lift = found.groups()
        edits.append(lift or (f"{turn} {turned}" if turn else f"{sign}{column}"))
        place = found.end()
    return tuple(edits) or None


def edits_between(before: Sketch, after: Sketch) -> tuple[str, ...]:
    """Edits that make one of the other, by row from the back."""
    edits: list[str] = []
    columns = before.heights.keys() | after.heights.keys() | (before.open ^ after.open)
    for column in sorted(columns, key=reading_order):
        name = name_of(column)
        change = after.heights.get(column, 0) - before.heights.get(column, 0)
        crates = [f"{'+' if change > 0 else '-'}{name}"] * abs(change)
        marks = [f"open {name}"] if (column in before.open) != (column in after.open) else []
        if marks and not change and column not in before.heights:
            marks = [f"+{name}", *marks, f"-{name}"]  # a mark left on nothing
        edits += crates + marks if change > 0 else marks + crates
    return tuple(edits)
