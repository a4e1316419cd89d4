"""A hint for a seat: the move that a good player would make, and what speaks for it."""

from __future__ import annotations

from collections import deque
from typing import Final

from engines.choices import Choices, Complete, Option
from engines.codes import IllegalMove, Note, Value
from engines.game import Game, Hint, P, Position
from engines.moves import Move
from engines.players.looking import Looker
from engines.record import write_ply

LEVEL: Final = 4
"""As it would play itself."""
CLEAR: Final = 0.08
"""Odds between the best move and the next, from where nothing else will do."""
_LONGEST: Final = 4
"""Questions that a move is an answer to, at most."""
_STEPS: Final = 2_000
"""Questions that are gone through, to find out how a move is composed."""
_DANGER: Final = "in_danger"
"""What games call the note of a piece that may be captured: to come out of it is a reason."""

Way = tuple[Option, ...]


def hint(game: Game[P], position: P, seat: int) -> Hint:
    """For a seat that is to move: what the game itself would say or, where it says nothing, the best move."""
    return position.hint(seat) or _best_move(game, position.known_to(seat), seat)


def _best_move(game: Game[P], position: P, seat: int) -> Hint:
    (best, odds), *others = Looker(game, LEVEL).best(position, seat)
    values: dict[str, Value] = {"move": write_ply(game, position, seat, best), "odds": _points(odds)}
    code = "only" if _is_all(position, seat) else "alone"
    if others:
        other, less = others[0]
        apart = odds - less
        code = "clear" if apart >= CLEAR else "alike" if _points(odds) == _points(less) else "best"
        values |= {"other": write_ply(game, position, seat, other), "other_odds": _points(less)}
        values["points"] = _points(odds) - _points(less)
    outcome = position.play(seat, best).outcome
    if outcome and seat in outcome.winners:
        code = "wins"
    return Hint(Note(code, values), reasons(position, seat, best), move=best)


def _is_all(position: Position, seat: int) -> bool:
    return position.can_list_moves(seat) and len(position.legal_moves(seat)) == 1


def _points(odds: float) -> int:
    """Times in a hundred; never quite never or always."""
    return min(max(round(100 * odds), 1), 99)


def reasons(position: Position, seat: int, move: Move) -> tuple[Note, ...]:
    """What is said of a move where it is chosen; else what is told of it when it is made."""
    way, told = _way_to(position, seat, move), position.notes(seat, move)
    if len(way) == 1:
        (answer,) = way
        first = position.choices(seat)
        is_numbered = isinstance(first, Choices) and answer in first.options
        return answer.notes if is_numbered and answer.notes else told
    if not way:
        return told[1:]
    was_in_danger, is_in_danger = (_DANGER in {note.code for note in one.notes} for one in (way[0], way[-1]))
    said = tuple(note for note in way[-1].notes if note.code != _DANGER)
    if was_in_danger and not is_in_danger:
        said = (*said, Note("out_of_danger"))
    return said or told[1:]


def _way_to(position: Position, seat: int, move: Move) -> Way:
    """The answers that make the move, one after the other, the shortest way; empty where it is a long one."""
    ways: deque[Way] = deque([()])
    for _ in range(_STEPS):
        if not ways:
            break
        way = ways.popleft()
        step = _step_after(position, seat, way)
        if isinstance(step, Complete) and step.move == move:
            return way
        if isinstance(step, Choices) and len(way) < _LONGEST:
            ways.extend((*way, option) for option in (*step.options, *step.aside))
    return ()


def _step_after(position: Position, seat: int, way: Way) -> Choices | Complete | None:
    """None where the answers lead nowhere."""
    try:
        return position.choices(seat, tuple(option.key for option in way))
    except IllegalMove:
        return None
