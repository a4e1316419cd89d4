"""What is said of a Knopen position, and how a move is put together step by step."""

from __future__ import annotations

from collections.abc import Iterable

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note
from engines.knopen.board import BIT, INDEX, ROWS_FROM_THE_TOP, SQUARES, names_of, offending, threatened_by
from engines.knopen.moves import SHIFTS, Hit, Pass, Shift, Step, Take
from engines.knopen.state import KnopenState
from engines.moves import Lot, Move
from engines.squares import reading_order, squares_of

ALL = "all"
NONE = "-"


def choices(position: KnopenState, seat: int, partial: Partial = ()) -> Choices | Complete:
    position.check_turn(seat)
    match position.step:
        case Step.PENALTY:
            return _penalty(position, partial)
        case Step.CAPTURE:
            return _capture(position, partial)
        case Step.MOVE:
            return _move(position, partial)
    raise IllegalMove(f"step_{position.step}")


def _penalty(position: KnopenState, partial: Partial) -> Choices | Complete:
    group = position.offending(1 - position.colour)
    match partial:
        case ():
            return Choices("penalty", tuple(_options(group)), aside=(Option(NONE, notes=(Note("let_be"),)),))
        case (key,) if key == NONE:
            return Complete(Take(None))
        case (key,) if key in names_of(group):
            return Complete(Take(INDEX[key]))
    raise _no_choice(partial)


def _capture(position: KnopenState, partial: Partial) -> Choices | Complete:
    threatened = position.threatened(1 - position.colour)
    match partial:
        case ():
            aside = (
                Option(ALL, names_of(threatened), (Note("take_all", {"count": threatened.bit_count()}),)),
                Option(NONE, notes=(Note("take_none"),)),
            )
            return Choices("capture", tuple(_options(threatened)), aside=aside, several=True)
        case (key,) if key == ALL:
            return Complete(Hit(threatened))
        case (key,) if key == NONE:
            return Complete(Hit(0))
        case (key,) if set(key.split("+")) <= set(names_of(threatened)):
            return Complete(Hit(sum(BIT[INDEX[name]] for name in set(key.split("+")))))
    raise _no_choice(partial)


def _move(position: KnopenState, partial: Partial) -> Choices | Complete:
    own, occupied = position.stones(position.colour), position.red | position.blue
    match partial:
        case ():
            movable = sum(
                BIT[source]
                for source in squares_of(own)
                if any(not occupied & bit for bit, _ in SHIFTS[source])
            )
            if not movable:
                return Complete(Pass())
            threatened = position.threatened(position.colour)
            return Choices("stone", tuple(_options(movable, threatened)), steps=2)
        case (stone,) if stone in INDEX and own & BIT[INDEX[stone]]:
            targets = [shift.target for bit, shift in SHIFTS[INDEX[stone]] if not occupied & bit]
            options = (
                Option(SQUARES[target], (SQUARES[target],), _prospects(position, Shift(INDEX[stone], target)))
                for target in targets
            )
            if targets:
                return Choices("target", _read(options), step=2, steps=2, chosen=(stone,))
        case (stone, target) if stone in INDEX and target in INDEX:
            move = Shift(INDEX[stone], INDEX[target])
            position.check(position.seat, move)
            return Complete(move, warning(position, position.seat, move))
    raise _no_choice(partial)


def _options(stones: int, threatened: int = 0) -> tuple[Option, ...]:
    return _read(
        Option(name, (name,), (Note("in_danger"),) if threatened & BIT[INDEX[name]] else ())
        for name in names_of(stones)
    )


def _read(options: Iterable[Option]) -> tuple[Option, ...]:
    return tuple(sorted(options, key=lambda option: reading_order(option.key)))


def _no_choice(partial: Partial) -> IllegalMove:
    return IllegalMove("no_choice", choice=" ".join(partial)[:40])


def _prospects(position: KnopenState, move: Shift) -> tuple[Note, ...]:
    """What a shift would bring about: an offence, threats made, danger walked into."""
    own = position.stones(position.colour) ^ BIT[move.source] ^ BIT[move.target]
    other = position.stones(1 - position.colour)
    prospects = []
    if offending(own):
        prospects.append(Note("offends"))
    threatened = threatened_by(own, other)
    if threatened:
        prospects.append(Note("threatens", {"count": threatened.bit_count(), "stones": names_of(threatened)}))
    if threatened_by(other, own) & BIT[move.target]:
        prospects.append(Note("in_danger"))
    return tuple(prospects)


def warning(position: KnopenState, who: int, move: Move) -> Note | None:  # noqa: ARG001 - as below
    """A move that breaks the rule of two is played, and may be punished."""
    if isinstance(move, Shift):
        return next((note for note in _prospects(position, move) if note.code == "offends"), None)
    return None


def notes(position: KnopenState, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG001 - only one can have played it
    match move:
        case Lot(red):
            return (Note("lot" if position.first is None else "sides_swapped", {"seat": red}),)
        case Take(None):
            return (Note("let_be"),)
        case Take(square) if square is not None:
            return (Note("took", {"stone": SQUARES[square]}),)
        case Hit(0):
            return (Note("hit_none"),)
        case Hit(stones):
            return (Note("hit", {"count": stones.bit_count(), "stones": names_of(stones)}),)
        case Shift(source, target):
            told = Note("moved", {"source": SQUARES[source], "target": SQUARES[target]})
            return (told, *(note for note in _prospects(position, move) if note.code != "in_danger"))
        case Pass():
            return (Note("passed"),)
    return ()


def summary(position: KnopenState) -> tuple[Note, ...]:
    red, blue = position.red, position.blue
    found = [
        Note("taken", {"red": position.taken[0], "blue": position.taken[1], "target": position.target}),
        Note("red_stones", {"stones": names_of(red)}),
        Note("blue_stones", {"stones": names_of(blue)}),
    ]
    threatened = threatened_by(red, blue) | threatened_by(blue, red)
    if threatened:
        found.append(Note("threatened", {"stones": names_of(threatened)}))
    offenders = offending(red) | offending(blue)
    if offenders:
        found.append(Note("offending", {"stones": names_of(offenders)}))
    found.append(Note("holes", {"rows": ROWS_FROM_THE_TOP}))
    return tuple(found)
