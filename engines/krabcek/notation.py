"""Krabcek in writing, there and back. Moves and positions are file formats: they may grow, never change."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engines.game import Outcome
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET, GATES, INDEX, is_layout, lay
from engines.krabcek.moves import ChooseGate, Enter, Fly, Lay, Start, Step, Switch, Throw, Walk
from engines.krabcek.pieces import BLACK, KINDS, KRABCEK, SIDES, WHITE, WIDTH, Pieces
from engines.krabcek.position import CHOOSING, QUIET_MOVES, KrabcekPosition
from engines.krabcek.state import NO_SCORES
from engines.moves import Lot, Move, write_common_move
from engines.writing import read_number, read_outcome, write_fields

_LONGEST: Final = 120
"""Characters a readable layout can have, with room for spaces."""


def read_layout(text: str) -> str | None:
    """A layout as people paste it: any case, spaces and line ends between the tiles."""
    layout = "".join(text.split()).upper() if len(text) <= _LONGEST else ""
    return layout if is_layout(layout) else None


# Moves


def write_move(move: Move) -> str:
    match move:
        case Lay(layout):
            return f"lay {layout}"
        case ChooseGate(gate):
            return f"gate {gate + 1}"
        case Start(black, white):
            return f"start {black} {white}"
        case Throw(eyes):
            return f"throw {eyes}"
        case Enter(kind, target):
            return f"{KINDS[kind]}@{BOXES[target]}"
        case Walk(source, target):
            return f"{BOXES[source]}-{BOXES[target]}"
        case Fly(source, target):
            return f"{BOXES[source]}^{BOXES[target]}"
        case Switch(one, other):
            return "~".join(sorted((BOXES[one], BOXES[other])))
    return write_common_move(move)


def find_move(text: str) -> Move | None:
    """Reads what is written and what people type: any spacing, other dashes, a switch either way.

    Any case, too, except that G2 is a gate and g2 is not.
    """
    words = text.split()
    return _read_words([word.lower() for word in words]) or _read_piece_move("".join(words))


def _read_words(words: list[str]) -> Move | None:
    match words:
        case ["lay", *tiles] if (layout := read_layout("".join(tiles))) is not None:
            return Lay(layout)
        case ["lot", "0" | "1" as seat]:
            return Lot(int(seat))
        case ["gate", number] if (name := f"G{number.removeprefix('g')}") in BOXES[: len(GATES)]:
            return ChooseGate(INDEX[name])
        case ["start", black, white] if {black, white} <= set("123456"):
            return Start(int(black), int(white))
        case ["throw", eyes] if eyes in set("123456"):
            return Throw(int(eyes))
    return None


_BOX = r"([a-d][e-h0-3]|[e-h][0-3]|G[1-8])"
_ENTER = re.compile(rf"([smg])@{_BOX}", re.ASCII | re.IGNORECASE)
_BETWEEN = re.compile(rf"{_BOX}(-|–|—|>|\^|~){_BOX}", re.ASCII | re.IGNORECASE)  # noqa: RUF001 - dashes as phones type them


def _read_piece_move(text: str) -> Move | None:
    if found := _ENTER.fullmatch(text):
        return Enter(KINDS.index(found[1].upper()), _read_box(found[2]))
    found = _BETWEEN.fullmatch(text)
    if found is None:
        return None
    source, target = _read_box(found[1]), _read_box(found[3])
    match found[2]:
        case "^":
            return Fly(source, target)
        case "~":
            return Switch(min(source, target), max(source, target))
    return Walk(source, target)


def _read_box(text: str) -> int:
    """As it is named; in another case where no box is named so."""
    return INDEX[next(name for name in (text, text.lower(), text.upper()) if name in INDEX)]


# Positions


def write_position(position: KrabcekPosition) -> str:
    """Such as `A1...A0 BWWBBBWB M@h3,G@c0 S@G2 white move throw=4 quiet=7 black=1`."""
    fields: dict[str, object] = {
        "throw": position.throw,
        "quiet": position.quiet,
        "black": position.black,
    }
    if position.given is not None:
        fields["given"] = position.given
    if position.first is not None:
        fields["first"] = position.first
    written = write_fields(fields, position.outcome)
    layout = position.labyrinth.layout if position.labyrinth else "-"
    pieces = " ".join(_write_pieces(position.standing, side) for side in (BLACK, WHITE))
    return (
        f"{layout} {_write_gates(position.gates)} {pieces} {SIDES[position.turn]} {position.step} {written}"
    )


_OWNERS: Final = "BW-"


def _write_gates(gates: tuple[int, int]) -> str:
    return "".join(
        next((sign for sign, own in zip(_OWNERS, (*gates, GATE_SET), strict=True) if own & BIT[gate]))
        for gate in GATES
    )


def _write_pieces(standing: Pieces, side: int) -> str:
    placed = [f"{kind}@{box}" for box, (owner, kind) in standing.by_name().items() if owner == side]
    return ",".join(placed) or "-"


_PLACED = r"(?:-|[A-Za-h0-9@,]{4,60})"
_POSITION = re.compile(
    r"(?P<layout>-|[AB01]{32}) (?P<gates>[BW-]{8})"
    rf" (?P<black_pieces>{_PLACED}) (?P<white_pieces>{_PLACED})"
    r" (?P<turn>black|white) (?P<step>lay|lot|gate|start|throw|move)"
    r" throw=(?P<throw>-|[1-6]) quiet=(?P<quiet>[0-9]{1,3}) black=(?P<black>[01-])"
    r"(?: given=(?P<given>[AB01]{32}))?(?: first=(?P<first>[01]))?"
    r"(?: over=(?P<reason>krabcek|block|quiet|left|awarded|agreed|aborted):(?P<winners>[01-]))?"
)


def find_position(text: str) -> KrabcekPosition | None:
    found = _POSITION.fullmatch(text)
    return _build(found) if found else None


def find_fault(position: KrabcekPosition) -> str | None:
    if not _has_right_pieces(position):
        return "pieces"
    return None if _has_due_step(position) and _has_due_end(position) else "position"


def _build(found: re.Match[str]) -> KrabcekPosition | None:
    layouts = [found["layout"], found["given"] or "-"]
    forces = [_read_pieces(found[f"{side}_pieces"]) for side in SIDES]
    if any(layout != "-" and not is_layout(layout) for layout in layouts) or None in forces:
        return None
    owners = found["gates"]
    position = KrabcekPosition(
        labyrinth=None if found["layout"] == "-" else lay(found["layout"]),
        gates=(_gates_of("B", owners), _gates_of("W", owners)),
        standing=Pieces((forces[BLACK] or (), forces[WHITE] or ())),
        turn=SIDES.index(found["turn"]),
        step=Step(found["step"]),
        throw=read_number(found["throw"]),
        quiet=int(found["quiet"]),
        black=read_number(found["black"]),
        given=found["given"],
        first=None if found["first"] is None else int(found["first"]),
    )
    return replace(position, outcome=read_outcome(found, NO_SCORES))


def _gates_of(sign: str, owners: str) -> int:
    return sum(BIT[gate] for gate in GATES if owners[gate] == sign)


def _read_pieces(text: str) -> tuple[int, ...] | None:
    """The boxes of each kind; None where something is no piece on a box."""
    force = [0] * len(KINDS)
    for placed in [] if text == "-" else text.split(","):
        kind, _, box = placed.partition("@")
        if kind not in KINDS or box not in INDEX:
            return None
        force[KINDS.index(kind)] |= BIT[INDEX[box]]
    return tuple(force)


def _has_right_pieces(position: KrabcekPosition) -> bool:
    """No piece too many, each on a box of its own that it fits into."""
    standing = position.standing
    force = [*standing.forces[BLACK], *standing.forces[WHITE]]
    if sum(boxes.bit_count() for boxes in force) != standing.everybody.bit_count():
        return False
    if any(left < 0 for side in (BLACK, WHITE) for left in standing.hand(side)):
        return False
    if not position.labyrinth:
        return not standing.everybody
    widths = position.labyrinth.widths
    return all(
        widths[INDEX[box]] >= WIDTH[KINDS.index(kind)] for box, (_, kind) in standing.by_name().items()
    )


def _has_due_step(position: KrabcekPosition) -> bool:
    """What is next follows from what there is."""
    if (position.throw is not None) != (position.step is Step.MOVE):
        return False
    if position.step not in (Step.THROW, Step.MOVE):
        return _has_due_beginning(position)
    is_open = position.given is None and position.first is None
    is_ready = position.labyrinth is not None and position.black is not None and is_open
    return is_ready and _gates_chosen(position) == [4, 4] and _has_due_pieces(position)


def _gates_chosen(position: KrabcekPosition) -> list[int]:
    return [own.bit_count() for own in position.gates]


def _has_due_beginning(position: KrabcekPosition) -> bool:
    """Before the first throw there is nothing but what was laid, drawn and chosen."""
    here = replace(position, outcome=None)
    if position.step is Step.LAY:
        return here == KrabcekPosition(given=position.given, first=position.first)
    if position.labyrinth is None:
        return False
    laid = KrabcekPosition(labyrinth=position.labyrinth, step=position.step)
    if position.step is Step.LOT:
        return here == replace(laid, first=position.first)
    chosen = _gates_chosen(position)
    is_choosing = position.step is Step.GATE and sum(chosen) < len(CHOOSING)
    order = CHOOSING[: sum(chosen)] if is_choosing else (*CHOOSING, BLACK)
    if position.black is None or chosen != [order.count(side) for side in (BLACK, WHITE)]:
        return False
    turn = CHOOSING[sum(chosen)] if is_choosing else BLACK
    step = Step.GATE if is_choosing else Step.START
    return here == replace(laid, gates=position.gates, black=position.black, turn=turn, step=step)


def _has_due_pieces(position: KrabcekPosition) -> bool:
    """The first move of all is made with the lower of two throws, and brings a piece on.

    A side without pieces is let pass later on: figures leave out what does not matter in them.
    """
    is_first = position.step is Step.MOVE and position.throw in range(1, 6) and not position.quiet
    return is_first or position.standing.everybody != 0


def _has_due_end(position: KrabcekPosition) -> bool:
    """The match is over by the rules exactly when it says so, and for that reason."""
    due = _due_end(position)
    if position.outcome is None:
        return due is None
    match position.outcome.reason:
        case "left" | "awarded":
            return due is None and len(position.outcome.winners) == 1
        case "agreed" | "aborted":
            return due is None and not position.outcome.winners
    return position.outcome == due


_NEVER: Final = Outcome("never", (), NO_SCORES)
"""For counts that contradict each other."""


def _due_end(position: KrabcekPosition) -> Outcome | None:
    """How the match must have ended here."""
    towers = [force[KRABCEK] for force in position.standing.forces]
    moved = 1 - position.turn
    if any(towers):
        is_fresh = position.step is Step.THROW and not position.quiet and not towers[position.turn]
        is_whole = towers[moved].bit_count() == 1 and not towers[moved] & GATE_SET
        return position.won_by(moved, "krabcek") if is_fresh and is_whole else _NEVER
    if position.quiet >= QUIET_MOVES:
        is_fresh = position.step is Step.THROW and position.quiet == QUIET_MOVES
        return Outcome("quiet", (), NO_SCORES) if is_fresh else _NEVER
    if position.step is Step.MOVE and not replace(position, outcome=None).legal_moves(position.seat):
        return position.won_by(moved, "block")
    return None
