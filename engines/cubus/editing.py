"""Composing a build: a draft of the new pile, changed a crate at a time.

The frame is that of the pile before the build, so that the names of the columns stay the same all the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engines.cubus.builds import Verdict, free_beside, is_legal, judge_heights
from engines.cubus.pile import BACK, LETTERS, NAMES, Column, Heights, Pile, pile_of, reading_order
from engines.cubus.tiles import Tiles
from engines.game import IllegalMove

LIFT: Final = "lift"
UNDO: Final = "undo"
RESET: Final = "reset"
HIGHEST: Final = 16
"""Nobody can pay for a higher column."""

_NAME = r"[a-z](?:1[0-9]|2[0-6]|[1-9])"
_EDIT = re.compile(rf"(?P<what>[+-]|open )(?P<column>{_NAME})|lift")
_EDITS = re.compile(rf"\s*(?:([+-])\s*({_NAME})|(open)\s+({_NAME})|(lift))(?=\s|[+-]|$)")


@dataclass(frozen=True, slots=True)
class Draft:
    """A pile in the making. It may be against every rule; only the finished one is judged."""

    heights: Heights
    """Only columns with a crate."""
    open: frozenset[Column]
    """A mark belongs to its column and stays with it, also when its last crate is gone."""

    def edited(self, edit: str) -> Draft:
        """After one of `+c3`, `-c3`, `open c3` (on or off), `lift`. Raises IllegalMove."""
        found = _EDIT.fullmatch(edit)
        if found is None:
            raise IllegalMove("no_choice", choice=edit[:40])
        if found["column"] is None:
            return self._changed({column: height + 1 for column, height in self.heights.items()})
        column = NAMES[found["column"]]
        if found["what"] == "open ":
            return self._turned(column, found["column"])
        height = self.heights.get(column, 0) + (1 if found["what"] == "+" else -1)
        if height < 0:
            raise IllegalMove("no_crate", column=found["column"])
        return self._changed({**self.heights, column: height})

    def _changed(self, heights: Mapping[Column, int]) -> Draft:
        if any(height > HIGHEST for height in heights.values()):
            raise IllegalMove("too_high", most=HIGHEST)
        return Draft({column: height for column, height in heights.items() if height}, self.open)

    def _turned(self, column: Column, name: str) -> Draft:
        if column not in self.heights and column not in self.open:
            raise IllegalMove("no_crate", column=name)
        return Draft(self.heights, self.open ^ {column})

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


def draft_of(pile: Pile, edits: Iterable[str] = ()) -> Draft:
    """The pile after these edits, among which `undo` takes the last one back and `reset` all."""
    start = Draft(pile.heights, pile.open)
    drafts = [start]
    for edit in edits:
        if edit == UNDO and len(drafts) > 1:
            drafts.pop()
        elif edit == RESET:
            drafts = [start]
        else:
            drafts.append(drafts[-1].edited(edit))
    return drafts[-1]


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


def edits_between(before: Pile, after: Pile) -> tuple[str, ...]:
    """Edits that make one pile of the other as it lies, by row from the back."""
    old, new = before.heights, after.heights
    edits: list[str] = []
    for column in sorted(old.keys() | new.keys(), key=reading_order):
        name = _NAME_OF[column]
        change = new.get(column, 0) - old.get(column, 0)
        edits += [f"{'+' if change > 0 else '-'}{name}"] * abs(change)
        if (column in before.open) != (column in after.open):
            edits.append(f"open {name}")
    return tuple(edits)


_NAME_OF: Final = {column: name for name, column in NAMES.items()}
