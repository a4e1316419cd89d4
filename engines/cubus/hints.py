"""What the solver found, as a hint: what it is worth, what it costs, and the pile as it would be composed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.choices import Choices
from engines.codes import Note
from engines.cubus.builds import Verdict
from engines.cubus.composing import Preview
from engines.cubus.pile import NAMES, Column, Pile, shift_between
from engines.cubus.sketch import Sketch, write_sketch
from engines.cubus.solver import Solution
from engines.cubus.state import CubusState
from engines.game import Hint

_NAMED = frozenset(NAMES.values())


def hinted(position: CubusState, seat: int, best: Solution) -> Hint:
    """Where the solver ran out of time, there may be more."""
    if best.pile is None:
        return Hint(Note("no_build" if best.exact else "no_build_found"))
    verdict = position.verdict(best.pile)
    note = Note("hint" if best.exact else "hint_at_least", {"count": verdict.points})
    return Hint(note, tuple(_brings(verdict)), _composed(position, seat, best.pile))


def _brings(verdict: Verdict) -> Iterator[Note]:
    laid = verdict.laid.total
    yield Note("crates", {"count": verdict.new})
    yield Note("lays" if laid > 0 else "returns" if laid else "even", {"count": abs(laid)})


def _composed(position: CubusState, seat: int, pile: Pile) -> Choices:
    """In the frame of the pile that stands, so that the crates of both lie on each other."""
    sketch = Sketch(pile.heights, pile.open)
    x, y = shift_between(position.pile, pile)
    moved = Sketch(
        {_moved(column, x, y): height for column, height in pile.heights.items()},
        frozenset(_moved(column, x, y) for column in pile.open),
    )
    if moved.heights.keys() <= _NAMED:
        sketch = moved
    verdict = sketch.judge(position.pile, position.building_hand, young=position.rules.young)
    corner, _, rows = write_sketch(sketch).partition("=")
    in_words = Note("whole", {"corner": corner, "rows": tuple(rows.split("/"))})
    return Choices("edit", (), preview=Preview(sketch, verdict, None, seat), in_words=(in_words,))


def _moved(column: Column, x: int, y: int) -> Column:
    return column[0] - x, column[1] - y
