"""A turn that was played, looked at once: what it did, and what it missed.

It judges as a review does, and gives the reasons of a hint: chance is nobody's merit, and nobody's fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engines.codes import Deed, Note, Value
from engines.game import Game, P
from engines.players.hints import CLEAR, LEVEL, reasons
from engines.players.looking import Looker
from engines.players.review import MISTAKE, had_a_choice, looked_again, move_of, points_of
from engines.record import Ply

MISSED: Final = "missed"
MISSED_POINTS: Final = "missed_points"
OVERLOOKED: Final = "overlooked"
FOUND: Final = "found"
MOST: Final = "most"
DID: Final = "did"
FINE: Final = "fine"
"""Nothing was clearly better, and there is nothing to be told of what was played."""
_MISSES: Final = frozenset({MISSED, MISSED_POINTS, OVERLOOKED})
_POINTS: Final = 2
"""So many points less than the best build is a miss; and a best build of twice as many is a feat."""
_CHOICE: Final = 6
"""Moves among which it takes an eye to find the only good one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """It is said in one sentence."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    deed: Deed = Deed()  # noqa: RUF009 - a value, never changed
    """What was played has done."""
    brings: tuple[Note, ...] = ()
    """What speaks for what was better."""
    instead: tuple[Note, ...] = ()
    """How that would be told."""
    weight: float = 0.0
    """How much there was to be missed."""


def remark(game: Game[P], plies: Sequence[Ply[P]]) -> Remark | None:
    """Of what a seat decided in its turn, ply by ply: the worst miss or, failing that, what the last ply did.

    None where there is nothing to be said.
    """
    judged = [_judged(game, ply) for ply in plies if not ply.in_window and had_a_choice(ply)]
    if not judged:
        return None
    worst = max(judged, key=lambda one: (one.code in _MISSES, one.weight))
    said = worst if worst.code in _MISSES else judged[-1]
    return None if said.code == DID and said.deed == Deed() else said


def _judged(game: Game[P], ply: Ply[P]) -> Remark:
    hint = ply.before.hint(ply.who)
    points = points_of(ply, hint)
    deed = ply.before.deed(ply.who, ply.move)
    if hint and points:
        is_sure = hint.note.code == "hint"
        return _of_points(*points, deed, hint.brings, is_sure=is_sure)
    return _of_odds(game, ply, deed)


def _of_points(made: int, most: int, deed: Deed, brings: tuple[Note, ...], *, is_sure: bool) -> Remark:
    values: dict[str, Value] = {"made": made, "most": most, "count": most}
    if most - made >= _POINTS or not made:
        return Remark(MISSED_POINTS if made else OVERLOOKED, values, deed, brings, weight=most - made)
    if is_sure and made == most >= 2 * _POINTS:
        return Remark(MOST, values, deed)
    return Remark(FINE if is_sure and deed == Deed() else DID, values, deed)


def _of_odds(game: Game[P], ply: Ply[P], deed: Deed) -> Remark:
    gives, ahead = Looker(game, LEVEL).judged(ply.before, ply.who, ply.move)
    better = looked_again(game, ply, (), LEVEL) if gives >= MISTAKE else None
    if better and better.gives >= MISTAKE:
        move = move_of(game, ply, better.text)
        values: dict[str, Value] = {"better": better.text, "points": _points(better.gives)}
        instead = ply.before.notes(ply.who, move)
        return Remark(MISSED, values, deed, reasons(ply.before, ply.who, move), instead, better.gives)
    if ahead >= CLEAR and _takes_an_eye(ply):
        return Remark(FOUND, {"points": _points(ahead)}, deed)
    return Remark(DID if deed != Deed() else FINE, {}, deed)


def _takes_an_eye(ply: Ply[Any]) -> bool:
    return ply.before.can_list_moves(ply.who) and len(ply.before.legal_moves(ply.who)) >= _CHOICE


def _points(odds: float) -> int:
    """Times in a hundred."""
    return max(1, round(100 * odds))
