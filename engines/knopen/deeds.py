"""What a move of Knopen has done for its side, and against it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.codes import Deed, Note
from engines.knopen.board import BIT, names_of, offending, threatened_by
from engines.knopen.moves import Hit, Shift, Take
from engines.knopen.state import KnopenState
from engines.moves import Move


def deed(position: KnopenState, who: int, move: Move) -> Deed:  # noqa: ARG001 - only one can have played it
    own, other = position.stones(position.colour), position.stones(1 - position.colour)
    match move:
        case Shift(source, target):
            then_own, then_other = own ^ BIT[source] ^ BIT[target], other
            before = _moved(threatened_by(other, own), BIT[source], BIT[target])
        case Hit(stones):
            then_own, then_other, before = own, other & ~stones, threatened_by(other, own)
        case Take(square) if square is not None:
            then_own, then_other, before = own, other & ~BIT[square], threatened_by(other, own)
        case _:
            return Deed()
    danger = threatened_by(then_other, then_own)
    aimed, aims = threatened_by(own, other), threatened_by(then_own, then_other)
    gains = (*_named("saves", before & ~danger), *(_named("aims", aims) if _are_two(aims, aimed) else ()))
    offends = (Note("offends"),) if offending(then_own) and not offending(own) else ()
    costs = (*offends, *_named("exposes", danger & ~before), *_named("leaves", danger & before))
    return Deed(gains, (*costs, *_named("gives_up", aimed & ~aims & then_other)))


def _are_two(aims: int, aimed: int) -> bool:
    """One that is threatened is told with the move; two at once are more."""
    return aims.bit_count() > 1 and aims & ~aimed != 0


def _moved(stones: int, source: int, target: int) -> int:
    """Where they lie when the one on a square has gone elsewhere."""
    return stones & ~source | target if stones & source else stones


def _named(code: str, stones: int) -> Iterator[Note]:
    if stones:
        yield Note(code, {"count": stones.bit_count(), "stones": names_of(stones)})
