"""How a move of Cubus is put together, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note, Unreadable, Value
from engines.cubus.builds import Verdict, lowest_beside, refuse
from engines.cubus.demolition import lowerable
from engines.cubus.moves import (
    AGREE,
    CLAIM,
    FAIL,
    KNOCK,
    PASS,
    Bid,
    Build,
    Lower,
    Step,
)
from engines.cubus.notes import frees, worth
from engines.cubus.pile import (
    HIGHEST,
    NAMES,
    Column,
    name_of,
    names_of,
    read_pile,
    reading_order,
    write_pile,
)
from engines.cubus.sketch import (
    FILL,
    LIFT,
    RESET,
    UNDO,
    Edits,
    Sketch,
    edits_of,
    read_edits,
    sketch_of,
    write_sketch,
)
from engines.cubus.state import CubusState

BUILD: Final = "build"

_ASKS: Final = {Step.BUILD: "edit", Step.KNOCK: "knock", Step.BID: "bid"}
_ANSWER: Final = {Step.BUILD: ("none", CLAIM), Step.KNOCK: ("fail", FAIL), Step.BID: ("pass", PASS)}
"""By step: what a seat may do that does not build."""


def choices(position: CubusState, seat: int, partial: Partial = ()) -> Choices | Complete:
    position.check_turn(seat)
    if position.is_building(seat):
        return _building(position, seat, partial)
    match position.step:
        case Step.BUILD:
            return _opening(partial)
        case Step.WINDOW:
            return _window(partial)
        case Step.LOWER:
            return _lower(position, partial)
    raise IllegalMove(f"step_{position.step}")


def _opening(partial: Partial) -> Complete:
    if partial:
        raise _no_choice(partial)
    return Complete(CLAIM)


def _window(partial: Partial) -> Choices | Complete:
    match partial:
        case ():
            aside = (Option(word, notes=(Note(word),)) for word in ("knock", "agree"))
            return Choices("answer", (), tuple(aside))
        case ("agree",):
            return Complete(AGREE)
        case ("knock",):
            return Complete(KNOCK)
    raise _no_choice(partial)


def _lower(position: CubusState, partial: Partial) -> Choices | Complete:
    columns = lowerable(position.pile)
    names = names_of(columns)
    match partial:
        case ():
            options = (
                Option(name, (name,), (Note("frees", {"count": frees(position, Lower(column))}),))
                for name, column in zip(names, columns, strict=True)
            )
            return Choices("lower", tuple(options))
        case (name,) if name in names:
            return Complete(Lower(NAMES[name]))
    raise _no_choice(partial)


def _no_choice(partial: Partial) -> IllegalMove:
    return IllegalMove("no_choice", choice=" ".join(partial)[:40])


# A build: a column is selected and changed, until `build` lays what was composed


@dataclass(frozen=True, slots=True)
class Preview:
    """What the editor shows: the pile as far as it is composed, in the frame of the pile before."""

    sketch: Sketch
    verdict: Verdict
    column: Column | None
    """The column that is selected."""
    seat: int
    """Who composes it."""


def _building(position: CubusState, seat: int, partial: Partial) -> Choices | Complete:
    *before, last = partial or ("",)
    word, other = _ANSWER[position.step]
    if last == BUILD:
        return _laid(position, edits_of(before), seat)
    if last == word:
        sketch_of(position.pile, edits_of(before).made)
        position.check(seat, other)
        return Complete(other)
    edits = edits_of(partial)
    preview = _preview(position, edits, seat)
    return Choices(
        _ask(position) if edits.column is None else "column",
        tuple(_columns(preview.sketch)),
        tuple(_aside(position, edits, preview)),
        step=len(partial) + 1,
        steps=len(partial) + 1,
        numbered=False,
        chosen=() if edits.column is None else (name_of(edits.column),),
        notes=tuple(_live(position, edits, preview.verdict)),
        preview=preview,
        in_words=tuple(_rows(edits, preview.sketch)),
        so_far=edits.in_short(position.pile),
    )


def _ask(position: CubusState) -> str:
    """The poorest of all has nobody to bid against."""
    is_alone = position.step is Step.BID and len(position.bidders) == 1
    return "last_build" if is_alone else _ASKS[position.step]


def _preview(position: CubusState, edits: Edits, seat: int) -> Preview:
    sketch = sketch_of(position.pile, edits.made)
    verdict = sketch.judge(position.pile, position.building_hand, young=position.rules.young)
    return Preview(sketch, verdict, edits.column, seat)


def _laid(position: CubusState, edits: Edits, seat: int) -> Complete:
    preview = _preview(position, edits, seat)
    refuse(preview.verdict.fault)
    pile = preview.sketch.pile
    return Complete(Bid(pile) if position.step is Step.BID else Build(pile))


def _columns(sketch: Sketch) -> Iterator[Option]:
    """All that stand; then the free ones beside them, first where a column may be lowest.

    A free place has nothing to be changed: what is chosen there is its first crates.
    """
    standing = sketch.heights.keys() | sketch.open
    for column in sorted(standing & _NAMED, key=reading_order):
        name, height = name_of(column), sketch.heights.get(column, 0)
        code = "free" if not height else "open_column" if column in sketch.open else "column"
        yield Option(name, (name,), (Note(code, {"count": height}),))
    fitting = {
        column: lowest_beside(sketch.heights, column) for column in sketch.ring if column not in standing
    }
    for column in sorted(fitting, key=lambda free: (fitting[free], reading_order(free))):
        name = name_of(column)
        yield Option(f"{FILL}{name}", (name,), (Note("free", {"count": fitting[column]}),))


_NAMED: Final = frozenset(NAMES.values())


def _aside(position: CubusState, edits: Edits, preview: Preview) -> Iterator[Option]:
    sketch, column = preview.sketch, preview.column
    if column is not None:
        has_open = bool(position.building_hand.open or position.pile.open or sketch.open)
        yield from _changes(sketch, column, can_open=has_open)
    if all(height < HIGHEST for height in sketch.heights.values()):
        yield Option(LIFT, notes=(Note("lift"),))
    if edits.made:
        yield from (Option(UNDO, notes=(Note("undo"),)), Option(RESET, notes=(Note("reset"),)))
        if preview.verdict.fault is None:
            yield Option(BUILD, notes=(worth(preview.verdict),), is_last=True)
        return
    if column is not None:
        yield Option(UNDO, notes=(Note("undo"),))
    word, other = _ANSWER[position.step]
    if not (other is CLAIM and position.is_obvious()):
        yield Option(word, notes=(Note(word),))


def _changes(sketch: Sketch, column: Column, *, can_open: bool = True) -> Iterator[Option]:
    """A crate on, a crate off, the lid open or closed, where open lids can be had at all."""
    name, height = name_of(column), sketch.heights.get(column, 0)
    values: dict[str, Value] = {"column": name}
    if height < HIGHEST:
        yield Option(f"+{name}", (name,), (Note("raise", values),))
    if height:
        yield Option(f"-{name}", (name,), (Note("lower", values),))
    if can_open and (height or column in sketch.open):
        yield Option(f"open {name}", (name,), (Note("close" if column in sketch.open else "open", values),))


def _live(position: CubusState, edits: Edits, verdict: Verdict) -> Iterator[Note]:
    """What the sketch costs and brings, and the first thing that is wrong with it."""
    yield Note("crates", {"before": position.pile.crates, "after": verdict.crates})
    for kind, laid, owned in zip(_KINDS, verdict.laid, position.building_hand, strict=True):
        if laid < 0:
            yield Note(f"{kind}_back", {"count": -laid})
        elif laid or owned:
            yield Note(f"{kind}_short" if laid > owned else kind, {"needed": laid, "owned": owned})
    yield Note("points", {"points": verdict.points})
    fault = verdict.fault
    if edits.made and fault is not None:
        yield Note(fault.code, {"tile": fault.tile} if fault.tile else {})


def _rows(edits: Edits, sketch: Sketch) -> Iterator[Note]:
    if edits.made:
        corner, _, rows = write_sketch(sketch).partition("=")
        yield Note("draft", {"corner": corner, "rows": tuple(rows.split("/"))})


_KINDS: Final = ("lids", "open", "left", "right")


# A build as people type it


def suggestions(position: CubusState, typed: str) -> Iterator[str]:
    """A legal pile or difference as it was typed, those that change one column more, the other answer."""
    text = typed.strip().lower().removeprefix("build ").removeprefix("bid ")
    if (pile := read_pile(text)) is not None and position.verdict(pile).fault is None:
        yield text
    edits, begun = _read_start(text)
    try:
        sketch = sketch_of(position.pile, edits)
    except IllegalMove:
        return
    if edits and not begun and _is_legal(position, sketch):
        yield " ".join(edits)
    met = {sketch.pile}
    for step in _next_steps(sketch):
        after = sketch.after(step)
        if " ".join(step).startswith(begun) and after.pile not in met and _is_legal(position, after):
            met.add(after.pile)
            yield " ".join((*edits, *step))
    word, other = _ANSWER[position.step]
    if word.startswith(text) and not (other is CLAIM and position.is_obvious()):
        yield word


def read_partial(text: str) -> Partial:
    """The keys of a whole pile, or of a difference to the one that stands."""
    typed = text.strip().lower().removeprefix("build ").removeprefix("bid ")
    pile = read_pile(typed)
    if pile is not None:
        return (f"{name_of((0, 0))}={write_pile(pile)}",)
    edits = read_edits(typed)
    if edits is None:
        raise Unreadable("pile", text=text[:40])
    return edits_of(edits).made


def _read_start(text: str) -> tuple[Partial, str]:
    """The edits that can be read, and what was begun behind them."""
    for end in range(len(text), 0, -1):
        edits = read_edits(text[:end])
        if edits is not None:
            return edits, text[end:].strip()
    return (), text


def _next_steps(sketch: Sketch) -> Iterator[Partial]:
    """One edit; or a new column as low as it fits, closed or open: all that nobody may overlook."""
    yield from ((edit,) for edit in next_edits(sketch))
    for column in sketch.ring:
        name = name_of(column)
        crates = (f"+{name}",) * lowest_beside(sketch.heights, column)
        yield crates
        yield (*crates, f"open {name}")


def next_edits(sketch: Sketch) -> Iterator[str]:
    for option in _columns(sketch):
        name = option.places[0]
        yield from (change.key for change in _changes(sketch, NAMES[name]))
    yield LIFT


def _is_legal(position: CubusState, sketch: Sketch) -> bool:
    return sketch.is_legal(position.pile, position.building_hand, young=position.rules.young)
