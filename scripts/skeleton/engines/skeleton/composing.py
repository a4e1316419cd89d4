"""What is said of a Skeleton position, and how a move is put together step by step.

Codes only: the sentences stand in bot/words/texts, under `[games.skeleton]`.
"""

from __future__ import annotations

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note
from engines.moves import Lot, Move
from engines.skeleton.moves import COUNTERS, Step, Take
from engines.skeleton.state import SkeletonState


def choices(position: SkeletonState, seat: int, partial: Partial = ()) -> Choices | Complete:
    """One question: how many? A game with more steps goes on by the keys chosen so far."""
    position.check_turn(seat)
    if position.step is Step.LOT:
        raise IllegalMove("step_lot")
    moves = [move for move in position.legal_moves(seat) if isinstance(move, Take)]
    match partial:
        case ():
            return Choices("counters", tuple(_option(position, move) for move in moves))
        case (key,) if key in {str(move.counters) for move in moves}:
            return Complete(Take(int(key)))
    raise IllegalMove("no_choice", choice=" ".join(partial)[:40])


def _option(position: SkeletonState, move: Take) -> Option:
    """On the board it lies on the last counter that it would take."""
    place = str(COUNTERS - position.left + move.counters)
    note = Note("wins") if move.counters == position.left else Note("take", {"count": move.counters})
    return Option(str(move.counters), (place,), (note,))


def notes(position: SkeletonState, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG001 - only one can have played it
    match move:
        case Lot(seat):
            return (Note("lot" if position.first is None else "sides_swapped", {"seat": seat}),)
        case Take(counters):
            return (Note("took", {"count": counters}),)
    return ()


def summary(position: SkeletonState) -> tuple[Note, ...]:
    disc, triangle = position.taken
    return (Note("counters", {"count": position.left}), Note("taken", {"disc": disc, "triangle": triangle}))
