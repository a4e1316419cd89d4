"""Scenes of a match, from its record: what is drawn has been played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engines import GAMES
from engines.game import Choices, Move, Position
from engines.record import read_ply
from render import Ply, Scene

KNOPEN_MATCH = tuple((Path(__file__).parent / "knopen_match.txt").read_text(encoding="ascii").splitlines())
"""Played to the end; blue, seat 1, wins by 10 to 8."""


def turns(game: str, record: Sequence[str]) -> Iterator[Scene]:
    """The public picture after each turn of a record, the last turn drawn in."""
    position = GAMES[game].start({}, 2)
    turn: list[Ply] = []
    for text in record:
        who, move = read_ply(GAMES[game], position, text)
        if turn and turn[-1].who != who:
            turn = []
        turn.append(Ply(who, move))
        position = position.play(who, move)
        if position.outcome or who not in position.to_move:
            yield Scene(game, position, tuple(turn))


def after(plies: int, *more: str) -> Scene:
    """Knopen after so many plies of the match, and perhaps others."""
    *_, scene = turns("knopen", (*KNOPEN_MATCH[:plies], *more))
    return scene


def composing(position: Position, *partial: str, page: int = 0) -> Scene:
    """What the seat to move sees while it composes."""
    (seat,) = position.to_move
    choices = position.choices(seat, partial)
    assert isinstance(choices, Choices)
    return Scene("knopen", position, seat=seat, choices=choices, page=page)


def playing(position: Position, *texts: str) -> Position:
    for text in texts:
        who, move = read_ply(GAMES["knopen"], position, text)
        position = position.play(who, move)
    return position


def moves_of(scene: Scene) -> tuple[Move, ...]:
    return tuple(ply.move for ply in scene.last)
