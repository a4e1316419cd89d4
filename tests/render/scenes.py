"""Scenes of a match, from its record: what is drawn has been played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engines import GAMES
from engines.game import TABLE, Choices, Drawn, Leave, Move, Position
from engines.record import last_turn
from render import Ply, Scene
from tests.engines.walks import Walk


def _match(game: str) -> tuple[str, ...]:
    return tuple((Path(__file__).parent / f"{game}_match.txt").read_text(encoding="ascii").splitlines())


KNOPEN_MATCH: Final = _match("knopen")
"""Played to the end; blue, seat 1, wins by 10 to 8."""
KRISKRAS_MATCH: Final = _match("kriskras")
"""Played to the end; White, seat 0, brings his musketeers home. Throws lapsed, musketeers returned."""
KRABCEK_MATCH: Final = _match("krabcek")
"""Played to the end; Black, seat 1, builds a Krabcek. Pieces walk over the rim, fly and change places."""
CUBUS_MATCH: Final = _match("cubus")
"""Three seats, to the end; seat 2 wins. Open lids are laid, seats claim, agree and knock."""
MATCHES: Final = {
    "knopen": KNOPEN_MATCH,
    "krabcek": KRABCEK_MATCH,
    "kriskras": KRISKRAS_MATCH,
    "cubus": CUBUS_MATCH,
}
SEATS: Final = {"cubus": 3}
"""Of the recorded matches, where there are more than two."""


def shown(game: str, plies: Iterable[Ply[Any]]) -> Iterator[Scene[Any]]:
    """The public picture whenever the table waits for somebody, or the match is over."""
    played: list[Ply[Any]] = []
    for ply in plies:
        played.append(ply)
        position = ply.after
        if position.forced() is None and min(position.to_move, default=0) >= 0:
            yield Scene(game, position, tuple(last_turn(played)))


def plies(game: str, record: Sequence[str]) -> Iterator[Ply[Any]]:
    return plies_from(game, GAMES[game].start({}, SEATS.get(game, 2)), record)


def plies_from(game: str, position: Position, texts: Sequence[str]) -> Iterator[Ply[Any]]:
    for text in texts:
        ply = Ply.read(GAMES[game], position, text)
        yield ply
        position = ply.after


def random_plies(game: str, seed: int) -> Iterator[Ply[Any]]:
    """A match of random moves, to its end."""
    for before, who, move in Walk(GAMES[game], {}, 2, seed, 0).steps(endless=True):
        yield Ply.of(GAMES[game], before, who, move)


def after(played: int, *more: str, game: str = "knopen") -> Scene[Any]:
    """The picture after so many plies of the match, and perhaps others."""
    *_, scene = shown(game, plies(game, (*MATCHES[game][:played], *more)))
    return scene


def composing(position: Position, *partial: str, game: str = "knopen", page: int = 0) -> Scene[Any]:
    """What the seat to move sees while it composes."""
    seat = min(position.to_move)
    choices = position.choices(seat, partial)
    assert isinstance(choices, Choices)
    return Scene(game, position, seat=seat, choices=choices, page=page)


def agreed(scene: Scene[Any]) -> Scene[Any]:
    """The seats agree on a draw."""
    return _settled(scene, Drawn())


def left_by(seat: int, scene: Scene[Any]) -> Scene[Any]:
    return _settled(scene, Leave(seat))


def _settled(scene: Scene[Any], move: Move) -> Scene[Any]:
    ply = Ply.of(GAMES[scene.game], scene.position, TABLE, move)
    return replace(scene, position=ply.after, last=(*scene.last, ply))


def playing(position: Position, *texts: str, game: str = "knopen") -> Position:
    for ply in plies_from(game, position, texts):
        position = ply.after
    return position
