"""What moves in a film of Krabcek: pieces walk along their paths, fly, change places, and leave the tray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engines.krabcek.labyrinth import BIT, BOXES, INDEX
from engines.krabcek.moves import Enter, Fly, Switch, Walk
from engines.krabcek.pieces import KINDS
from engines.krabcek.position import KrabcekPosition
from engines.moves import Move
from render.board import TRAY_X
from render.krabcek.art import IN_TRAY, SOCKETS, Art
from render.krabcek.painting import KrabcekPainting
from render.krabcek.pieces import Piece, radius_of
from render.motion import Motion, Travel, sizes, straight, without
from render.scene import Ply, Scene

_OUT: Final = 0.7
"""Beats from the tray to a gate."""
_SETTING_OFF, _BOX = 0.4, 0.25
"""Beats of a walk, and more for each box."""


def motions(
    art: Art, scene: Scene[KrabcekPosition], plies: Sequence[Ply[KrabcekPosition]]
) -> Iterator[Motion]:
    """A motion a ply."""
    for ply in plies:
        yield from _Moving(art, replace(scene, position=ply.before, last=())).by(ply.move)


class _Moving:
    """From one position."""

    def __init__(self, art: Art, scene: Scene[KrabcekPosition]) -> None:
        self._art, self._before = art, scene.position
        self._paint = partial(KrabcekPainting, art, scene)
        self._seen = self._paint()

    def by(self, move: Move) -> Iterator[Motion]:
        match move:
            case Enter():
                yield self._enter(move)
            case Walk(source, target):
                combines = bool(self._before.standing.of(self._before.turn) & BIT[target])
                walk = self._walk(self._before.route(move), self._on(source))
                yield Motion(without(self._paint, {source}), [walk], is_event=combines)
            case Fly(source, target):
                yield Motion(without(self._paint, {source}), [self._flight(source, target)])
            case Switch(one, other):
                flights = [self._flight(one, other), self._flight(other, one)]
                yield Motion(without(self._paint, {one, other}), flights)

    def _enter(self, move: Enter) -> Motion:
        """From the last socket to the gate, and on from there."""
        side, kind, route = self._before.turn, KINDS[move.kind], self._before.route(move)
        waiting = TRAY_X[self._before.seat], SOCKETS[kind][self._before.hands[side][kind] - 1]
        gate = self._seen.middle(INDEX[route[0]])
        looks = tuple(
            self._art.flying(side, kind, radius) for radius in sizes(IN_TRAY[kind], radius_of(kind))
        )
        travels = [Travel(looks, straight(waiting, gate), lasts=_OUT, stays=len(route) == 1)]
        if len(route) > 1:
            travels.append(replace(self._walk(route, (side, kind)), starts=_OUT, waits=False))
        return Motion(without(self._paint, {(side, kind)}), travels, is_event=True)

    def _walk(self, route: Sequence[str], piece: Piece) -> Travel:
        lasts = _SETTING_OFF + _BOX * len(route)
        return Travel((self._art.pieces[piece],), self._seen.way(route), lasts=lasts)

    def _flight(self, source: int, target: int) -> Travel:
        way = straight(self._seen.middle(source), self._seen.middle(target))
        return Travel((self._art.pieces[self._on(source)],), way)

    def _on(self, box: int) -> Piece:
        return self._before.pieces[BOXES[box]]
