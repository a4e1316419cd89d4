"""What is said of a Cubus position and of the moves that are made in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.codes import Note, Value
from engines.cubus.builds import Verdict
from engines.cubus.demolition import lowered
from engines.cubus.moves import Agree, Bid, Build, Claim, Draw, Fail, Lower, Pass, Step
from engines.cubus.pile import name_of, names_of, write_rows
from engines.cubus.state import CubusState
from engines.cubus.tiles import LETTERS, Tiles
from engines.moves import Lot, Move

# What is said of a move


def notes(position: CubusState, who: int, move: Move) -> tuple[Note, ...]:
    match move:
        case Lot(seat):
            return (Note("lot", {"seat": seat}),)
        case Draw(letter):
            return (Note("drew", {"seat": position.turn, "tile": letter}),)
        case Claim() if position.opening:
            return ()  # it was said with the lot
        case Build(pile):
            return tuple(_built(position.verdict(pile)))
        case Bid() | Pass() if len(position.bidders) > 1:
            return tuple(_sealed(position, who, move))
        case Bid(pile):
            return tuple(_built(position.verdict(pile)))
        case Agree() | Fail():
            return tuple(_answered(position, who, move))
        case Lower():
            return tuple(_lowered(position, who, move))
    return (Note(_WORDS[type(move).__name__]),)


def _built(judged: Verdict) -> Iterator[Note]:
    yield Note("built", {"count": judged.new, "total": judged.crates})
    laid = judged.laid.total
    if laid:
        yield Note("laid", {"count": laid}) if laid > 0 else Note("took_back", {"count": -laid})
    yield Note("scored", {"count": judged.points})


def _answered(position: CubusState, who: int, move: Agree | Fail) -> Iterator[Note]:
    """The last of all answers may end the building."""
    yield Note(_WORDS[type(move).__name__])
    if not position.play(who, move).is_built_on:
        yield Note("building_over")


def _sealed(position: CubusState, who: int, move: Bid | Pass) -> Iterator[Note]:
    """With the last answer all are opened."""
    yield Note("sealed")
    after = position.with_bid(who, move)
    if after.to_move:
        return
    if after.best_bid is None:
        yield Note("no_bid")
        return
    seat, pile = after.best_bid
    won = position.verdict(pile)
    values: dict[str, Value] = {"side": position.side(seat), "crates": won.new, "tiles": won.laid.total}
    yield Note("best_bid", {**values, "count": won.points})


def _lowered(position: CubusState, who: int, move: Lower) -> Iterator[Note]:
    yield Note("lowered", {"column": name_of(move.column)})
    freed_now = frees(position, move)
    if freed_now:
        yield Note("freed", {"count": freed_now})
    if position.pile.crates == 1:
        freed = tuple(count + freed_now * (seat == who) for seat, count in enumerate(position.freed))
        sides = tuple(position.side(seat) for seat, count in enumerate(freed) if count == max(freed))
        yield Note("most_freed", {"side": sides, "count": max(freed)})


_WORDS: Final = {
    "Claim": "claimed",
    "Agree": "agreed",
    "Knock": "knocked",
    "Fail": "knocked_falsely",
    "Pass": "passed",
}


def frees(position: CubusState, move: Lower) -> int:
    return position.pile.tiles.total - lowered(position.pile, move.column).tiles.total


# The position in words


def summary(position: CubusState) -> tuple[Note, ...]:
    pile = position.pile
    found = [Note("crates", {"count": pile.crates}), Note("rows", {"rows": write_rows(pile)})]
    if not pile.crates:
        found = [Note("empty_table")]
    if pile.open:
        found.append(Note("open", {"columns": names_of(pile.open)}))
    stack = position.stack.total
    found.append(Note("stack", {"count": stack}) if stack else Note("empty_stack"))
    found += (_seat(position, seat) for seat in range(position.seats))
    if position.knocker is not None:
        found.append(Note("knocked", {"side": position.side(position.knocker)}))
    elif position.step is Step.WINDOW:
        found.append(Note("claimed", {"side": position.side(position.turn)}))
    return tuple(found)


def _seat(position: CubusState, seat: int) -> Note:
    """Its points and its tiles; or what the points are for, when tiles no longer play a part."""
    values: dict[str, Value] = {"side": position.side(seat), "score": position.totals()[seat]}
    if parts := position.parts(seat):
        code = "seat_freed" if position.rules.freed_alone else "seat_parts"
        return Note(code, {**values, "built": parts[0], "freed": parts[1]})
    hand = position.hands[seat]
    return Note("seat", {**values, **_by_kind(hand)}) if hand.total else Note("seat_bare", values)


def _by_kind(hand: Tiles) -> dict[str, int]:
    return dict(zip(LETTERS, hand, strict=True))


# What a build is worth, and what a crate frees


def worth(judged: Verdict) -> Note:
    points = judged.points
    return Note(
        "worth", {"crates": judged.new, "tiles": judged.laid.total, "points": points, "count": points}
    )
