"""Scenes of a match, from its record: what is drawn has been played."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from engines import GAMES
from engines.choices import Choices
from engines.game import Position
from engines.moves import TABLE, Drawn, Leave, Move
from engines.record import last_turn
from render import Ply, Scene, as_read
from tests.engines.walks import Walk

_LONGEST_TURN: Final = 100
"""Plies: of a long walk only the last ones are written down."""
HERE: Final = Path(__file__).parent
_UNREAD: Final = ContextVar("_UNREAD", default=False)


@dataclass(frozen=True)
class Recorded:
    """A recorded match, to its end: `<game>_match.txt`, and perhaps others of the game."""

    seats: int
    texts: tuple[str, ...]


@cache
def recorded(name: str) -> Recorded:
    """From a file that tells in its first line how many seats there are, and then a ply a line."""
    head, *texts = (HERE / f"{name}.txt").read_text(encoding="ascii").splitlines()
    word, _, seats = head.partition(" ")
    assert word == "seats", f"{name}.txt says no seats"
    return Recorded(int(seats), tuple(texts))


def match_of(game: str) -> Recorded:
    return recorded(f"{game}_match")


def shown(game: str, plies: Iterable[Ply[Any]]) -> Iterator[Scene[Any]]:
    """The public picture whenever the table waits for somebody, or the match is over."""
    played: list[Ply[Any]] = []
    for ply in plies:
        played.append(ply)
        position = ply.after
        if position.forced() is None and min(position.to_move, default=0) >= 0:
            yield Scene(game, position, tuple(last_turn(played)))


def plies(game: str, record: Recorded) -> Iterator[Ply[Any]]:
    return plies_from(game, GAMES[game].start({}, record.seats), record.texts)


def plies_from(game: str, position: Position, texts: Sequence[str]) -> Iterator[Ply[Any]]:
    for text in texts:
        ply = Ply.read(GAMES[game], position, text)
        yield ply
        position = ply.after


def _random_walk(game: str, seed: int) -> Walk:
    """A match of random moves, among as few as may play it by even seeds, and as many by odd ones."""
    return Walk(GAMES[game], {}, GAMES[game].seats[seed % 2], seed, 0)


def random_plies(game: str, seed: int) -> Iterator[Ply[Any]]:
    for before, who, move in _random_walk(game, seed).steps(endless=True):
        yield Ply.of(GAMES[game], before, who, move)


def after(game: str, played: int | None = None, *more: str) -> Scene[Any]:
    """The picture after so many plies of the recorded match, or all, and perhaps others."""
    match = match_of(game)
    *_, scene = shown(game, plies(game, replace(match, texts=(*match.texts[:played], *more))))
    return scene


def walked(game: str, seed: int, plies: int) -> Scene[Any]:
    """After so many random plies, or at the end of the match."""
    walk = _random_walk(game, seed)
    steps = islice(walk.steps(endless=True), plies)
    played = [Ply.of(GAMES[game], *step) for step in deque(steps, maxlen=_LONGEST_TURN)]
    position = played[-1].after if played else walk.start()
    return Scene(game, position, tuple(last_turn(played)))


def composing(game: str, position: Position, *partial: str, page: int = 0) -> Scene[Any]:
    """What the seat to move sees while it composes."""
    seat = min(position.to_move)
    choices = position.choices(seat, partial)
    assert isinstance(choices, Choices)
    scene = Scene(game, position, seat=seat, choices=choices, page=page)
    return scene if _UNREAD.get() else replace(scene, choices=as_read(scene))


@contextmanager
def unread() -> Iterator[None]:
    """Meanwhile options keep the order of the rules: to read them from a picture takes the art of a game."""
    token = _UNREAD.set(True)
    try:
        yield
    finally:
        _UNREAD.reset(token)


def agreed(scene: Scene[Any]) -> Scene[Any]:
    """The seats agree on a draw."""
    return _settled(scene, Drawn())


def left_by(seat: int, scene: Scene[Any]) -> Scene[Any]:
    return _settled(scene, Leave(seat))


def _settled(scene: Scene[Any], move: Move) -> Scene[Any]:
    ply = Ply.of(GAMES[scene.game], scene.position, TABLE, move)
    return replace(scene, position=ply.after, last=(*scene.last, ply))


def playing(game: str, position: Position, *texts: str) -> Position:
    for ply in plies_from(game, position, texts):
        position = ply.after
    return position
