"""Cubus in writing, there and back. Moves and positions are file formats: they may grow, never change."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engines.cubus import view
from engines.cubus.builds import CRATE_POINTS, refuse
from engines.cubus.moves import (
    AGREE,
    CLAIM,
    FAIL,
    KNOCK,
    PASS,
    Agree,
    Bid,
    Build,
    Claim,
    Draw,
    Fail,
    Knock,
    Lower,
    Pass,
    Step,
)
from engines.cubus.pile import EMPTY, NAMES, ONE_CRATE, Pile, name_of, read_pile, write_pile
from engines.cubus.position import FALSE_KNOCK, CubusPosition, start
from engines.cubus.sketch import read_edits, sketch_of
from engines.cubus.state import Bids, Rules
from engines.cubus.tiles import LETTERS, Tiles, box, sum_of, write_tiles
from engines.moves import Lot, Move, write_common_move
from engines.writing import read_number, read_numbers, read_outcome, write_fields, write_numbers

_WORDS: Final[dict[str, Move]] = {
    "none": CLAIM,
    "agree": AGREE,
    "knock": KNOCK,
    "fail": FAIL,
    "pass": PASS,
}
_WRITTEN: Final = {type(move): word for word, move in _WORDS.items()}


def write_move(move: Move) -> str:
    match move:
        case Build(pile):
            return f"build {write_pile(pile)}"
        case Bid(pile):
            return f"bid {write_pile(pile)}"
        case Draw(letter):
            return f"draw {letter}"
        case Lower(column):
            return f"lower {name_of(column)}"
        case Claim() | Agree() | Knock() | Fail() | Pass():
            return _WRITTEN[type(move)]
    return write_common_move(move)


def find_move(position: CubusPosition, who: int, text: str) -> Move | None:
    """Reads what is written and what people type: any case, a build as a difference or without `build`."""
    words = text.lower().split()
    match words:
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["lot", seat] if seat.isdecimal() and seat.isascii() and len(seat) < 3:
            return Lot(int(seat))
        case ["draw", letter] if letter.upper() in LETTERS and len(letter) == 1:
            return Draw(letter.upper())
        case ["lower", name] if name in NAMES:
            return Lower(NAMES[name])
        case ["bid", *rest]:
            return _bid_or_none(_read_build(position, who, rest))
        case ["build", *rest]:
            return _build_or_none(_read_build(position, who, rest))
    if position.step is Step.BID:
        return _bid_or_none(_read_build(position, who, words))
    return _build_or_none(_read_build(position, who, words))


def _bid_or_none(pile: Pile | None) -> Move | None:
    return None if pile is None else Bid(pile)


def _build_or_none(pile: Pile | None) -> Move | None:
    return None if pile is None else Build(pile)


def _read_build(position: CubusPosition, who: int, words: list[str]) -> Pile | None:
    """A whole pile, or what is to be done with the present one."""
    if len(words) == 1 and (pile := read_pile(words[0])) is not None:
        return pile
    edits = read_edits(" ".join(words))
    if edits is None:
        return None
    position.check_turn(who)
    sketch = sketch_of(position.pile, edits)
    refuse(sketch.judge(position.pile, position.building_hand, young=position.rules.young).fault)
    return sketch.pile


# Positions


_TILES = re.compile("".join(f"(?:{letter}([1-9][0-9]?))?" for letter in LETTERS))


def read_tiles(text: str) -> Tiles | None:
    found = _TILES.fullmatch("" if text == "-" else text)
    return found and Tiles(*(int(count or 0) for count in found.groups()))


def write_position(position: CubusPosition) -> str:
    """Such as `.1/11 build turn=1 round=4 begins=0 builder=1 hands=T2L1,- stack=... scores=2,0 ...`."""
    rules = position.rules
    fields = {
        "turn": position.turn,
        "round": position.round,
        "begins": position.begins,
        "builder": position.builder,
        "hands": ",".join(map(write_tiles, position.hands)),
        "stack": write_tiles(position.stack),
        "scores": write_numbers(position.scores),
        "freed": write_numbers(position.freed),
        "row": position.row,
        "answered": _seats(position.answered),
        "knocker": position.knocker,
        "bids": ";".join(f"{seat}:{_write_bid(pile)}" for seat, pile in position.bids) or "-",
        "left": _seats(position.left),
        "claims": rules.claims,
        "young": int(rules.young),
        "ending": rules.ending,
        "demolition": rules.demolition + rules.freed_alone,
    }
    return f"{write_pile(position.pile)} {position.step} {write_fields(fields, position.outcome)}"


def _seats(seats: frozenset[int]) -> str:
    return write_numbers(sorted(seats))


def _write_bid(pile: Pile | None) -> str:
    return "pass" if pile is None else write_pile(pile)


_COUNT = "[0-9]{1,4}"
_SEAT = "(?:[0-5]|-)"
_SEATS = "(?:-|[0-5](?:,[0-5])*)"
_POSITION = re.compile(
    r"(?P<pile>\S{1,300}) (?P<step>lot|draw|build|window|knock|bid|lower|end)"
    rf" turn=(?P<turn>[0-5]) round=(?P<round>{_COUNT}) begins=(?P<begins>{_SEAT})"
    rf" builder=(?P<builder>{_SEAT})"
    rf" hands=(?P<hands>[0-9{LETTERS},-]+) stack=(?P<stack>[0-9{LETTERS}-]+)"
    rf" scores=(?P<scores>{_COUNT}(?:,{_COUNT})*) freed=(?P<freed>{_COUNT}(?:,{_COUNT})*) row=(?P<row>[0-6])"
    rf" answered=(?P<answered>{_SEATS}) knocker=(?P<knocker>{_SEAT}) bids=(?P<bids>\S{{1,2000}})"
    rf" left=(?P<left>{_SEATS}) claims=(?P<claims>guarded|free) young=(?P<young>[01])"
    r" ending=(?P<ending>none|poorest|bid) demolition=(?P<demolition>[012])"
    rf"(?: over=(?P<reason>finished|freed|left|awarded|agreed|aborted):(?P<winners>{_SEATS}))?"
)


def find_position(text: str) -> CubusPosition | None:
    found = _POSITION.fullmatch(text)
    return _build(found) if found else None


def find_fault(position: CubusPosition) -> str | None:
    if not _has_all_tiles(position):
        return "tiles"
    is_due = _has_due_seats(position) and _has_due_step(position) and _has_due_end(position)
    return None if is_due else "position"


def _build(found: re.Match[str]) -> CubusPosition | None:
    pile = Pile() if found["pile"] == EMPTY else read_pile(found["pile"])
    hands = [read_tiles(hand) for hand in found["hands"].split(",")]
    stack, bids = read_tiles(found["stack"]), _read_bids(found["bids"])
    if pile is None or stack is None or bids is None or None in hands:
        return None
    position = CubusPosition(
        hands=tuple(hand for hand in hands if hand is not None),
        stack=stack,
        scores=read_numbers(found["scores"]),
        freed=read_numbers(found["freed"]),
        rules=Rules(
            claims=found["claims"],
            young=found["young"] == "1",
            ending=found["ending"],
            demolition=found["demolition"] != "0",
            freed_alone=found["demolition"] == "2",
        ),
        pile=pile,
        step=Step(found["step"]),
        turn=int(found["turn"]),
        round=int(found["round"]),
        begins=read_number(found["begins"]),
        builder=read_number(found["builder"]),
        row=int(found["row"]),
        answered=frozenset(read_numbers(found["answered"])),
        knocker=read_number(found["knocker"]),
        bids=bids,
        left=frozenset(read_numbers(found["left"])),
    )
    if len(position.scores) != len(position.freed):
        return position
    return replace(position, outcome=read_outcome(found, position.totals()))


def _read_bids(text: str) -> Bids | None:
    bids: list[tuple[int, Pile | None]] = []
    for bid in () if text == "-" else text.split(";"):
        seat, _, written = bid.partition(":")
        pile = None if written == "pass" else read_pile(written)
        if seat not in tuple("012345") or (pile is None and written != "pass"):
            return None
        bids.append((int(seat), pile))
    return tuple(bids)


def _has_all_tiles(position: CubusPosition) -> bool:
    """None too many; what is missing has been freed in the demolition."""
    here = sum_of((position.pile.tiles, position.stack, *position.hands))
    missing = box(young=position.rules.young).minus(here)
    return min(missing) >= 0 and missing.total == sum(position.freed) and _has_due_points(position)


def _has_due_points(position: CubusPosition) -> bool:
    """While the pile stands: the points of all builds follow from it, the rest comes from false knocks.

    A crate that is lifted off need not free a tile: once it is over, nobody sees whether lifting had begun.
    """
    if position.step is Step.LOWER or (position.step is Step.END and position.rules.demolition):
        return True
    pile = position.pile
    new, laid = pile.crates - ONE_CRATE.crates, pile.tiles.total - ONE_CRATE.tiles.total
    built = new if position.rules.young else CRATE_POINTS * new - laid
    rest = sum(position.scores) - built
    return rest >= 0 and rest % FALSE_KNOCK == 0


def _has_due_seats(position: CubusPosition) -> bool:
    """All seats that are named are there, and those that are to do something are playing."""
    seats = len(position.hands)
    if not (2 <= seats <= 6 and len(position.scores) == len(position.freed) == seats):
        return False
    named = {position.turn, *position.answered, *position.left, *(seat for seat, _ in position.bids)}
    named |= {seat for seat in (position.begins, position.builder, position.knocker) if seat is not None}
    return max(named) < seats and bool(position.playing) and _has_due_answers(position)


def _has_due_answers(position: CubusPosition) -> bool:
    """Nothing is said but where it is asked for, and by those who are asked."""
    others = frozenset(position.playing) - {position.turn}
    is_asked = position.step in (Step.WINDOW, Step.KNOCK)
    if not position.answered <= (others if is_asked else frozenset()):
        return False
    if (position.knocker is not None) != (position.step is Step.KNOCK):
        return False
    if position.knocker is not None and position.knocker not in others - position.answered:
        return False
    bidders = [seat for seat, _ in position.bids]
    if bidders and position.step is not Step.BID:
        return False
    return len(set(bidders)) == len(bidders) and set(bidders) <= position.bidders


def _has_due_step(position: CubusPosition) -> bool:
    if position.step is Step.LOT:
        untouched = replace(position, outcome=None, left=frozenset())
        return untouched == start(position.rules, position.seats)
    if position.step is Step.END:
        return _has_due_pile(position)
    if position.begins is None or position.round < 1 or (position.round == 1 and position.pile != ONE_CRATE):
        return False
    return _has_due_pile(position) and _has_turn(position) and _is_due(position)


def _has_due_pile(position: CubusPosition) -> bool:
    """Legal, and the bids too; somebody built it."""
    pile = position.pile
    if (position.builder is None) != (pile == ONE_CRATE) and not any(position.freed):
        return False
    if view.find_fault(pile.heights, pile.open) is not None:
        return False
    return all(bid is None or position.verdict(bid).fault is None for _, bid in position.bids)


def _has_turn(position: CubusPosition) -> bool:
    """Whose turn it is, plays; claims in a row are told apart from the end of the building."""
    is_pulled_down = any(position.freed) and position.step is not Step.LOWER
    is_row_possible = not position.row or (
        position.row < len(position.playing)
        and not position.stack.total
        and position.step in (Step.BUILD, Step.WINDOW, Step.KNOCK)
    )
    is_turn_gone = position.turn in position.left and position.step is not Step.BID
    return bool(position.pile.crates) and is_row_possible and not is_turn_gone and not is_pulled_down


def _is_due(position: CubusPosition) -> bool:
    """There is something to do in this step."""
    is_built = not position.stack.total
    match position.step:
        case Step.DRAW:
            return not is_built
        case Step.WINDOW | Step.KNOCK:
            return not position.opening and bool(_open(position).to_move)
        case Step.BID:
            return is_built and position.rules.ending != "none" and bool(_open(position).to_move)
        case Step.LOWER:
            return is_built and position.rules.demolition
    return True


def _open(position: CubusPosition) -> CubusPosition:
    """As if nobody had ended the match."""
    return replace(position, outcome=None)


def _has_due_end(position: CubusPosition) -> bool:
    """The match is over exactly when it says so, and for that reason."""
    outcome, is_last = position.outcome, len(position.playing) == 1
    if outcome is None or outcome.reason in ("awarded", "agreed", "aborted"):
        return position.step is not Step.END and not is_last and _can_be_settled(position)
    if position.step is not Step.END or is_last != (outcome.reason == "left"):
        return False
    if is_last:
        return outcome.winners == position.playing and (
            position.begins is not None or _open(position) == _unplayed(position)
        )
    is_pulled_down = not position.pile.crates
    return (
        outcome == position.counted()
        and position.begins is not None
        and not position.stack.total
        and not position.row
        and position.round > 1
        and is_pulled_down == position.rules.demolition == any(position.freed)
    )


def _can_be_settled(position: CubusPosition) -> bool:
    """Nobody wins where all have agreed or nobody has lost; else some do who still play, and not all."""
    winners = position.outcome.winners if position.outcome else ()
    if position.outcome is None or position.outcome.reason != "awarded":
        return not winners
    is_in_order = winners == tuple(sorted(set(winners)))
    return is_in_order and 0 < len(winners) < position.seats and set(winners) <= set(position.playing)


def _unplayed(position: CubusPosition) -> CubusPosition:
    """All but one left before the lot."""
    return replace(start(position.rules, position.seats), left=position.left, step=Step.END)
