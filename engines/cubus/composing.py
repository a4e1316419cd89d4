"""What is said of a Cubus position, and how a build is put together step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engines.cubus.builds import Verdict, lowest_beside, refuse
from engines.cubus.demolition import lowerable, lowered
from engines.cubus.editing import (
    HIGHEST,
    LIFT,
    RESET,
    UNDO,
    Draft,
    Edits,
    draft_of,
    edits_of,
    read_edits,
)
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Build, Claim, Draw, Lower
from engines.cubus.pile import (
    NAMES,
    Column,
    name_of,
    names_of,
    read_pile,
    reading_order,
    write_pile,
    write_rows,
)
from engines.cubus.solver import Answer
from engines.cubus.tiles import LETTERS, Tiles
from engines.game import Choices, Complete, IllegalMove, Lot, Move, Note, Option, Partial, Unreadable, Value

if TYPE_CHECKING:
    from engines.cubus.position import CubusPosition

BUILD: Final = "build"

_ASKS: Final = {"build": "edit", "knock": "knock", "bid": "bid"}
_ANSWER: Final = {"build": ("none", CLAIM), "knock": ("fail", FAIL), "bid": ("pass", PASS)}
"""By step: what a seat may do that does not build."""


def choices(position: CubusPosition, seat: int, partial: Partial) -> Choices | Complete:
    position.check_turn(seat)
    if position.is_building(seat):
        return _building(position, seat, partial)
    match position.step:
        case "build":
            return _opening(partial)
        case "window":
            return _window(partial)
        case "lower":
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


def _lower(position: CubusPosition, partial: Partial) -> Choices | Complete:
    columns = lowerable(position.pile)
    names = names_of(columns)
    match partial:
        case ():
            options = (
                Option(name, (name,), (Note("frees", {"count": _frees(position, Lower(column))}),))
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

    draft: Draft
    verdict: Verdict
    column: Column | None
    """The column that is selected."""
    seat: int
    """Who composes it."""


def _building(position: CubusPosition, seat: int, partial: Partial) -> Choices | Complete:
    *before, last = partial or ("",)
    word, other = _ANSWER[position.step]
    if last == BUILD:
        return _laid(position, edits_of(before), seat)
    if last == word:
        draft_of(position.pile, edits_of(before).made)
        position.check(seat, other)
        return Complete(other)
    edits = edits_of(partial)
    preview = _preview(position, edits, seat)
    return Choices(
        _ASKS[position.step] if edits.column is None else "column",
        tuple(_columns(preview.draft)),
        tuple(_aside(position, edits, preview)),
        step=len(partial) + 1,
        steps=len(partial) + 1,
        numbered=False,
        chosen=() if edits.column is None else (name_of(edits.column),),
        notes=tuple(_live(position, edits, preview.verdict)),
        preview=preview,
        so_far=edits.in_short(position.pile),
    )


def _preview(position: CubusPosition, edits: Edits, seat: int) -> Preview:
    draft = draft_of(position.pile, edits.made)
    verdict = draft.judge(position.pile, position.building_hand, young=position.rules.young)
    return Preview(draft, verdict, edits.column, seat)


def _laid(position: CubusPosition, edits: Edits, seat: int) -> Complete:
    preview = _preview(position, edits, seat)
    refuse(preview.verdict.fault)
    pile = preview.draft.pile
    return Complete(Bid(pile) if position.step == "bid" else Build(pile))


def _columns(draft: Draft) -> Iterator[Option]:
    """All that stand, and those beside them that are free."""
    for column in sorted({*draft.ring, *draft.heights, *draft.open}, key=reading_order):
        if column in _NAMED:
            name, height = name_of(column), draft.heights.get(column, 0)
            code = "free" if not height else "open_column" if column in draft.open else "column"
            yield Option(name, (name,), (Note(code, {"count": height}),))


_NAMED: Final = frozenset(NAMES.values())


def _aside(position: CubusPosition, edits: Edits, preview: Preview) -> Iterator[Option]:
    draft, column = preview.draft, preview.column
    if column is not None:
        yield from _changes(draft, column)
    if all(height < HIGHEST for height in draft.heights.values()):
        yield Option(LIFT, notes=(Note("lift"),))
    if edits.made:
        yield from (Option(UNDO, notes=(Note("undo"),)), Option(RESET, notes=(Note("reset"),)))
        if preview.verdict.fault is None:
            yield Option(BUILD, notes=(_worth(preview.verdict),), is_last=True)
        return
    word, other = _ANSWER[position.step]
    if not (other is CLAIM and position.is_obvious()):
        yield Option(word, notes=(Note(word),))


def _changes(draft: Draft, column: Column) -> Iterator[Option]:
    """A crate on, a crate off, the lid open or closed."""
    name, height = name_of(column), draft.heights.get(column, 0)
    values: dict[str, Value] = {"column": name}
    if height < HIGHEST:
        yield Option(f"+{name}", (name,), (Note("raise", values),))
    if height:
        yield Option(f"-{name}", (name,), (Note("lower", values),))
    if height or column in draft.open:
        yield Option(f"open {name}", (name,), (Note("close" if column in draft.open else "open", values),))


def _live(position: CubusPosition, edits: Edits, verdict: Verdict) -> Iterator[Note]:
    """What the draft costs and brings, and the first thing that is wrong with it."""
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


_KINDS: Final = ("lids", "open", "left", "right")


# A build as people type it


def suggestions(position: CubusPosition, typed: str) -> Iterator[str]:
    """A legal pile or difference as it was typed, those that change one column more, the other answer."""
    text = typed.strip().lower().removeprefix("build ").removeprefix("bid ")
    if (pile := read_pile(text)) is not None and position.verdict(pile).fault is None:
        yield text
    edits, begun = _read_start(text)
    try:
        draft = draft_of(position.pile, edits)
    except IllegalMove:
        return
    if edits and not begun and _is_legal(position, draft):
        yield " ".join(edits)
    met = {draft.pile}
    for step in _next_steps(draft):
        after = draft.after(step)
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


def _next_steps(draft: Draft) -> Iterator[Partial]:
    """One edit; or a new column as low as it fits, closed or open: all that nobody may overlook."""
    yield from ((edit,) for edit in next_edits(draft))
    for column in draft.ring:
        name = name_of(column)
        crates = (f"+{name}",) * lowest_beside(draft.heights, column)
        yield crates
        yield (*crates, f"open {name}")


def next_edits(draft: Draft) -> Iterator[str]:
    for option in _columns(draft):
        name = option.places[0]
        yield from (change.key for change in _changes(draft, NAMES[name]))
    yield LIFT


def _is_legal(position: CubusPosition, draft: Draft) -> bool:
    return draft.is_legal(position.pile, position.building_hand, young=position.rules.young)


def _worth(judged: Verdict) -> Note:
    points = judged.points
    return Note(
        "worth", {"crates": judged.new, "tiles": judged.laid.total, "points": points, "count": points}
    )


# What is said of a move


def notes(position: CubusPosition, who: int, move: Move) -> tuple[Note, ...]:
    match move:
        case Lot(seat):
            return (Note("lot", {"seat": seat}),)
        case Draw(letter):
            return (Note("drew", {"seat": position.turn, "tile": letter}),)
        case Claim() if position.opening:
            return (Note("first_round"),)
        case Build(pile):
            return tuple(_built(position.verdict(pile)))
        case Lower():
            return tuple(_lowered(position, who, move))
    return (Note(_WORDS[type(move).__name__]),)


def _built(judged: Verdict) -> Iterator[Note]:
    yield Note("built", {"count": judged.new, "total": judged.crates})
    laid = judged.laid.total
    yield Note("laid", {"count": laid}) if laid >= 0 else Note("took_back", {"count": -laid})
    yield Note("scored", {"count": judged.points})


def _lowered(position: CubusPosition, who: int, move: Lower) -> Iterator[Note]:
    yield Note("lowered", {"column": name_of(move.column)})
    frees = _frees(position, move)
    if frees:
        yield Note("freed", {"count": frees})
    if position.pile.crates == 1:
        freed = tuple(count + frees * (seat == who) for seat, count in enumerate(position.freed))
        sides = tuple(position.side(seat) for seat, count in enumerate(freed) if count == max(freed))
        yield Note("most_freed", {"side": sides, "count": max(freed)})


_WORDS: Final = {
    "Bid": "bid",
    "Claim": "claimed",
    "Agree": "agreed",
    "Knock": "knocked",
    "Fail": "knocked_falsely",
    "Pass": "passed",
}


def _frees(position: CubusPosition, move: Lower) -> int:
    return position.pile.tiles.total - lowered(position.pile, move.column).tiles.total


def hint(position: CubusPosition, best: Answer) -> Note:
    """What the solver found. Where it ran out of time, there may be more."""
    if best.pile is None:
        return Note("no_build" if best.exact else "no_build_found")
    worth = _worth(position.verdict(best.pile))
    return Note("hint" if best.exact else "hint_at_least", {**worth.values, "pile": write_pile(best.pile)})


# The position in words


def summary(position: CubusPosition) -> tuple[Note, ...]:
    pile = position.pile
    found = [Note("crates", {"count": pile.crates}), Note("rows", {"rows": write_rows(pile)})]
    if pile.open:
        found.append(Note("open", {"columns": names_of(pile.open)}))
    found.append(Note("stack", {"count": position.stack.total}))
    for seat, (hand, score) in enumerate(zip(position.hands, position.totals(), strict=True)):
        found.append(Note("seat", {"side": position.side(seat), "score": score, **_by_kind(hand)}))
        if any(position.freed):
            found.append(_parts(position, seat))
    if position.knocker is not None:
        found.append(Note("knocked", {"side": position.side(position.knocker)}))
    elif position.step == "window":
        found.append(Note("claimed", {"side": position.side(position.turn)}))
    return tuple(found)


def _parts(position: CubusPosition, seat: int) -> Note:
    """The scores of building and of pulling down."""
    values = {"built": position.scores[seat], "freed": position.freed[seat]}
    return Note("parts", {"side": position.side(seat), **values})


def _by_kind(hand: Tiles) -> dict[str, int]:
    return dict(zip(LETTERS, hand, strict=True))
