"""What is said of a Krabcek position, and how a move is put together step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET, boxes_of, reading_order
from engines.krabcek.moves import ChooseGate, Enter, Fly, Lay, Start, Step, Switch, Throw, Walk
from engines.krabcek.pieces import BLACK, KIND_CODES, KINDS, KRABCEK, ON_TOP, SIDES, WHITE
from engines.krabcek.state import KrabcekState
from engines.moves import Lot, Move

PieceMove = Enter | Walk | Fly | Switch


def choices(position: KrabcekState, seat: int, partial: Partial = ()) -> Choices | Complete:
    position.check_turn(seat)
    match position.step:
        case Step.GATE:
            return _gate(position, partial)
        case Step.MOVE:
            return _move(position, partial)
    raise IllegalMove(f"step_{position.step}")


def _gate(position: KrabcekState, partial: Partial) -> Choices | Complete:
    """The gates in the order of their own numbers."""
    free = {BOXES[gate]: gate for gate in boxes_of(position.free_gates())}
    match partial:
        case ():
            return Choices("gate", tuple(_gate_option(position, gate) for gate in free))
        case (gate,) if gate in free:
            return Complete(ChooseGate(free[gate]))
    raise _no_choice(partial)


def _gate_option(position: KrabcekState, gate: str) -> Option:
    exits = position.maze.neighbours(gate)
    if not exits:
        return Option(gate, (gate,), (Note("island"),), int(gate[1:]))
    notes = [Note("exits", {"count": len(exits)})]
    streets = sum(position.maze.what(box) == "street" for box in exits)
    if streets:
        notes.append(Note("streets", {"count": streets}))
    return Option(gate, (gate,), tuple(notes), int(gate[1:]))


# A piece, where it goes, and how where there are two ways to go there


def _move(position: KrabcekState, partial: Partial) -> Choices | Complete:
    """A path through the steps: the piece's box or the kind brought on, the box it goes to, how it goes."""
    moves = [move for move in position.legal_moves(position.seat) if isinstance(move, PieceMove)]
    match partial:
        case ():
            return _pieces(position, moves)
        case (piece,):
            by_target = _by_target(moves, piece)
            if by_target:
                return _targets(position, piece, by_target)
        case (piece, target, *how):
            found = _by_target(moves, piece).get(target, [])
            return _how(partial, found, how)
    raise _no_choice(partial)


def _pieces(position: KrabcekState, moves: Sequence[PieceMove]) -> Choices:
    """Pieces on the board are numbered; those to be brought on lie nowhere yet, so they are beside them."""
    on_board = sorted({key for move in moves for key in _keys(move) if key not in KINDS}, key=reading_order)
    options = tuple(Option(key, (key,), _hints_of(position, moves, key)) for key in on_board)
    kinds = [kind for kind in KINDS if any(kind in _keys(move) for move in moves)]
    brought = tuple(Option(kind, (), _hints_of(position, moves, kind)) for kind in kinds)
    steps = 3 if any(len(ways) > 1 for key in on_board for ways in _by_target(moves, key).values()) else 2
    if not options:
        return Choices("enter", brought, steps=steps)
    return Choices("piece", options, brought, steps=steps)


def _keys(move: PieceMove) -> tuple[str, ...]:
    """What a move can be begun with."""
    match move:
        case Enter(kind, _):
            return (KINDS[kind],)
        case Switch(one, other):
            return BOXES[one], BOXES[other]
        case Walk(source, _) | Fly(source, _):
            return (BOXES[source],)


def _by_target(moves: Iterable[PieceMove], piece: str) -> dict[str, list[PieceMove]]:
    """What a piece may do, by the box it goes to."""
    found: dict[str, list[PieceMove]] = {}
    for move in moves:
        if piece in _keys(move):
            found.setdefault(_target(move, piece), []).append(move)
    return found


def _target(move: PieceMove, piece: str) -> str:
    if isinstance(move, Switch):
        return BOXES[move.other if BOXES[move.one] == piece else move.one]
    return BOXES[move.target]


def _targets(position: KrabcekState, piece: str, by_target: dict[str, list[PieceMove]]) -> Choices:
    options = tuple(
        Option(
            target,
            (target,),
            _each_once(note for move in by_target[target] for note in _hints(position, move)),
        )
        for target in sorted(by_target, key=reading_order)
    )
    steps = 3 if any(len(ways) > 1 for ways in by_target.values()) else 2
    ask = "enter_on" if piece in KINDS else "target"
    return Choices(ask, options, step=2, steps=steps, chosen=(piece,))


def _each_once(notes: Iterable[Note]) -> tuple[Note, ...]:
    """A walk and a flight to the same gate do some of the same."""
    found: list[Note] = []
    for note in notes:
        if note not in found:
            found.append(note)
    return tuple(found)


_WAYS: Final = {Walk: "walk", Fly: "fly", Switch: "switch", Enter: "enter"}


def _how(partial: Partial, found: Sequence[PieceMove], how: Sequence[str]) -> Choices | Complete:
    """Walking and flying may lead to the same gate, walking and switching to the same piece."""
    ways = {_WAYS[type(move)]: move for move in found}
    if len(ways) == 1 and not how:
        return Complete(found[0])
    if len(ways) > 1 and not how:
        options = tuple(Option(way, (), (Note(way),)) for way in ways)
        return Choices("how", options, step=3, steps=3, chosen=partial)
    if len(ways) > 1 and len(how) == 1 and how[0] in ways:
        return Complete(ways[how[0]])
    raise _no_choice(partial)


def _no_choice(partial: Partial) -> IllegalMove:
    return IllegalMove("no_choice", choice=" ".join(partial)[:40])


# What an option does


def _hints_of(position: KrabcekState, moves: Iterable[PieceMove], key: str) -> tuple[Note, ...]:
    """What piece it is, and the best it may lead to."""
    own = [move for move in moves if key in _keys(move)]
    if key in KINDS:
        left = position.standing.hand(position.turn)[KINDS.index(key)]
        found = [Note(f"enter_{KIND_CODES[KINDS.index(key)]}", {"count": left})]
    else:
        found = [Note(KIND_CODES[KINDS.index(position.pieces[key][1])])]
    effects = {note.code for move in own for note in _hints(position, move)}
    found += [Note(code) for effect, code in _MAY if effect in effects]
    return tuple(found)


_MAY: Final = (
    ("wins", "can_win"),
    ("makes_big_stack", "can_combine"),
    ("makes_little_stack", "can_combine"),
    ("fly", "can_fly"),
    ("switch", "can_switch"),
)


def _hints(position: KrabcekState, move: PieceMove) -> tuple[Note, ...]:
    found = []
    if isinstance(move, Fly):
        found.append(Note("fly"))
    if isinstance(move, Switch):
        found.append(Note("switch"))
    made = made_by(position, move)
    if made is not None:
        found.append(Note("wins" if made == KRABCEK else f"makes_{KIND_CODES[made]}"))
    return (*found, *_gates_touched(position, move))


def _gates_touched(position: KrabcekState, move: PieceMove) -> tuple[Note, ...]:
    """A gate that is opened, or closed for its owner."""
    if isinstance(move, Switch):
        return ()
    found = []
    if not isinstance(move, Enter) and BIT[move.source] & GATE_SET:
        found.append(Note("leaves_gate", {"gate": BOXES[move.source]}))
    if BIT[move.target] & GATE_SET:
        own = BIT[move.target] & position.gates[position.turn]
        found.append(Note("on_own_gate" if own else "blocks_gate", {"gate": BOXES[move.target]}))
    return tuple(found)


def made_by(position: KrabcekState, move: PieceMove) -> int | None:
    """The kind of the stack that a move makes."""
    if not isinstance(move, Enter | Walk):
        return None
    under = position.standing.on(move.target)
    if under is None:
        return None
    kind = move.kind if isinstance(move, Enter) else position.kind_on(move.source)
    return ON_TOP[kind, under[1]]


# What is said of a move


def notes(position: KrabcekState, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG001 - only one can have played it
    match move:
        case Lay():
            return (Note("laid_as_given" if position.given else "laid"),)
        case Lot(seat):
            return (Note("lot" if position.first is None else "sides_swapped", {"seat": seat}),)
        case ChooseGate(gate):
            return _told_of_gate(position, move, BOXES[gate])
        case Start(black, white):
            return _told_of_start(position, black, white)
        case Throw(eyes):
            return (Note("throw", {"seat": position.seat, "eyes": eyes}),)
        case Enter() | Walk() | Fly() | Switch():
            return (_told(position, move), *_told_effects(position, move))
    return ()


def _told_of_gate(position: KrabcekState, move: Move, gate: str) -> tuple[Note, ...]:
    told = Note("chose", {"gate": gate[1:]})
    after = position.play(position.seat, move)
    if after.step is not Step.START:
        return (told,)
    (last,) = boxes_of(after.gates[BLACK] & ~position.gates[BLACK])
    return told, Note("last_gate", {"gate": BOXES[last][1:]})


def _told_of_start(position: KrabcekState, black: int, white: int) -> tuple[Note, ...]:
    thrown = {"black": black, "white": white}
    if black == white:
        return (Note("start_again", thrown),)
    begins = position.seat_of(BLACK if black < white else WHITE)
    return (Note("start", {**thrown, "seat": begins, "eyes": min(black, white)}),)


def _told(position: KrabcekState, move: PieceMove) -> Note:
    match move:
        case Enter(kind, target):
            return Note(f"entered_{KIND_CODES[kind]}", {"target": BOXES[target]})
        case Walk(source, target):
            kind = position.kind_on(source)
            return Note(f"walked_{KIND_CODES[kind]}", {"source": BOXES[source], "target": BOXES[target]})
        case Fly(source, target):
            kind = position.kind_on(source)
            return Note(f"flew_{KIND_CODES[kind]}", {"source": BOXES[source], "target": BOXES[target]})
        case Switch(one, other):
            first, second = sorted((BOXES[one], BOXES[other]))
            return Note("switched", {"one": first, "other": second})


def _told_effects(position: KrabcekState, move: PieceMove) -> tuple[Note, ...]:
    made = made_by(position, move)
    return () if made is None else (Note(f"made_{KIND_CODES[made]}"),)


# The position in words


def summary(position: KrabcekState) -> tuple[Note, ...]:
    if position.labyrinth is None:
        return (Note("not_laid"),)
    found = []
    for side, code in enumerate(SIDES):
        own = position.gates[side]
        if own:
            numbers = tuple(str(gate + 1) for gate in boxes_of(own))
            found.append(Note(f"{code}_gates", {"gates": numbers}))
    free = position.free_gates()
    if free:
        found.append(Note("free_gates", {"gates": tuple(str(gate + 1) for gate in boxes_of(free))}))
    else:
        for side in (BLACK, WHITE):
            found += _said_of(position, side)
    if position.throw is not None:
        found.append(Note("thrown", {"eyes": position.throw}))
    return tuple(found)


def _said_of(position: KrabcekState, side: int) -> list[Note]:
    """Where the pieces of a side stand, kind by kind, and how many are still to be brought on."""
    found = []
    for kind, boxes in enumerate(position.standing.forces[side]):
        if boxes:
            names = tuple(sorted((BOXES[box] for box in boxes_of(boxes)), key=reading_order))
            found.append(Note(f"{SIDES[side]}_{KIND_CODES[kind]}", {"boxes": names}))
    left = position.standing.hand(side)
    if any(left):
        counts = dict(zip(("skinnyboys", "middlemen", "bigboys"), left, strict=True))
        found.append(Note(f"{SIDES[side]}_hand", {**counts}))
    return found
