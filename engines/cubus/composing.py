"""What is said of a Cubus position, and how a build is put together step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engines.cubus.builds import Verdict, refuse
from engines.cubus.demolition import lowerable, lowered
from engines.cubus.editing import LIFT, RESET, UNDO, Draft, draft_of
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Build, Draw, Lower
from engines.cubus.pile import NAMES, name_of, names_of, reading_order, write_rows
from engines.cubus.tiles import LETTERS, Tiles
from engines.game import Choices, Complete, IllegalMove, Lot, Move, Note, Option, Partial

if TYPE_CHECKING:
    from engines.cubus.position import CubusPosition

BUILD: Final = "build"

_ASIDE: Final = {"build": ("none", CLAIM), "knock": ("fail", FAIL), "bid": ("pass", PASS)}
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
            return Choices("answer", (Option("agree"), Option("knock")))
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


# A build: crates on and off, until `build` lays it


def draft(position: CubusPosition, partial: Partial) -> Draft:
    """The pile as far as it is composed. Raises IllegalMove for edits that cannot be made."""
    return draft_of(position.pile, partial)


def verdict(position: CubusPosition, partial: Partial) -> Verdict:
    """What the draft is worth, and what stands against it."""
    return draft(position, partial).judge(position.pile, position.building_hand, young=position.rules.young)


def _building(position: CubusPosition, seat: int, partial: Partial) -> Choices | Complete:
    *edits, last = partial or ("",)
    word, other = _ASIDE[position.step]
    if last == BUILD:
        return _laid(position, tuple(edits))
    if last == word:
        draft_of(position.pile, edits)
        position.check(seat, other)
        return Complete(other)
    at = draft(position, partial)
    return Choices(
        "edit",
        tuple(_edits(at)),
        tuple(_beside(position, at, partial)),
        step=len(partial) + 1,
        steps=len(partial) + 1,
        chosen=names_of({NAMES[name] for name in map(_column_of, partial) if name in NAMES}),
    )


_NAMED: Final = frozenset(NAMES.values())


def _column_of(edit: str) -> str:
    return edit.lstrip("+-").removeprefix("open ")


def _laid(position: CubusPosition, edits: Partial) -> Complete:
    pile = draft(position, edits).pile
    move = Bid(pile) if position.step == "bid" else Build(pile)
    refuse(verdict(position, edits).fault)
    return Complete(move)


def _edits(at: Draft) -> Iterator[Option]:
    """Column by column: a crate on, a crate off, the lid open or closed."""
    for column in sorted({*at.ring, *((at.heights.keys() | at.open) & _NAMED)}, key=reading_order):
        name = name_of(column)
        yield Option(f"+{name}", (name,), (Note("raise"),))
        if column in at.heights:
            yield Option(f"-{name}", (name,), (Note("lower"),))
        if column in at.heights or column in at.open:
            yield Option(f"open {name}", (name,), (Note("close" if column in at.open else "open"),))


def _beside(position: CubusPosition, at: Draft, partial: Partial) -> Iterator[Option]:
    if at.is_legal(position.pile, position.building_hand, young=position.rules.young):
        yield Option(BUILD, notes=(_worth(verdict(position, partial)),))
    yield Option(LIFT)
    if partial:
        yield from (Option(UNDO), Option(RESET))
    word, other = _ASIDE[position.step]
    if not (other is CLAIM and position.is_obvious()):
        yield Option(word)


def _worth(judged: Verdict) -> Note:
    return Note("worth", {"crates": judged.new, "tiles": judged.laid.total, "points": judged.points})


# What is said of a move


def notes(position: CubusPosition, who: int, move: Move) -> tuple[Note, ...]:
    match move:
        case Lot(seat):
            return (Note("lot", {"seat": seat}),)
        case Draw(letter):
            return (Note("drew", {"seat": position.turn, "tile": letter}),)
        case Build(pile):
            judged = position.verdict(pile)
            return (Note("built", {"seat": who, **_worth(judged).values, "total": judged.crates}),)
        case Lower(column):
            count = _frees(position, move)
            return (Note("lowered", {"seat": who, "column": name_of(column), "count": count}),)
        case Bid():
            return (Note("bid", {"seat": who}),)
    return (Note(_WORDS.get(type(move).__name__, "played"), {"seat": who}),)


_WORDS: Final = {
    "Claim": "claimed",
    "Agree": "agreed",
    "Knock": "knocked",
    "Fail": "knocked_falsely",
    "Pass": "passed",
}


def _frees(position: CubusPosition, move: Lower) -> int:
    return position.pile.tiles.total - lowered(position.pile, move.column).tiles.total


# The position in words


def summary(position: CubusPosition) -> tuple[Note, ...]:
    pile = position.pile
    found = [Note("crates", {"count": pile.crates}), Note("rows", {"rows": write_rows(pile)})]
    if pile.open:
        found.append(Note("open", {"columns": names_of(pile.open)}))
    found.append(Note("stack", {"count": position.stack.total}))
    for seat, (hand, score) in enumerate(zip(position.hands, position.totals(), strict=True)):
        found.append(Note("seat", {"seat": seat, "score": score, **_by_kind(hand)}))
    if position.knocker is not None:
        found.append(Note("knocked", {"seat": position.knocker}))
    elif position.step == "window":
        found.append(Note("claimed", {"seat": position.turn}))
    return tuple(found)


def _by_kind(hand: Tiles) -> dict[str, int]:
    return dict(zip(LETTERS, hand, strict=True))
