"""What moves in a film of Kris-kras: fighters go their two legs, and from the board into a tray and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engines.kriskras.board import BIT, MUSKETEER, SOLDIER
from engines.kriskras.fighters import Count
from engines.kriskras.moves import Retreat, Swap, Walk
from engines.kriskras.position import KriskrasPosition
from engines.squares import squares_of
from render.board import TRAY_X
from render.kriskras.art import IN_TRAY, SOCKETS, Art
from render.kriskras.fighters import RADII
from render.kriskras.painting import KriskrasPainting
from render.motion import Motion, Point, Travel, sizes, straight, without
from render.scene import Ply, Scene
from render.sprite import Sprite

_LEG: Final = 0.9
"""Beats."""


def motions(
    art: Art, scene: Scene[KriskrasPosition], plies: Sequence[Ply[KriskrasPosition]]
) -> Iterator[Motion]:
    """A motion a ply."""
    for ply in plies:
        moving = _Moving(art, replace(scene, position=ply.before, last=()))
        match ply.move:
            case Walk(source, knee, target):
                yield moving.walk(source, knee, target)
            case Retreat(source, target):
                yield moving.walk(source, target)
            case Swap(square, soldiers):
                yield moving.swap(square, tuple(squares_of(soldiers)))


class _Moving:
    """From one position."""

    def __init__(self, art: Art, scene: Scene[KriskrasPosition]) -> None:
        self._art, self._before = art, scene.position
        self._paint = partial(KriskrasPainting, art, scene)
        self._middle = self._paint().middle

    def walk(self, *squares: int) -> Motion:
        """Whom it captures waits for it, and leaves when it has come."""
        source, target = squares[0], squares[-1]
        side, kind = self._before.turn, self._before.fighters.kind_on(source)
        lasts = _LEG * (len(squares) - 1)
        walker = self._art.flying(side, kind, RADII[kind])
        travels = [Travel((walker,), (tuple(map(self._middle, squares)),), lasts=lasts)]
        is_capture = bool(self._before.fighters.of(1 - side) & BIT[target])
        if is_capture:
            travels.insert(0, self._captured(target, lasts))
        return Motion(without(self._paint, {source, target}), travels, is_event=is_capture)

    def _captured(self, square: int, starts: float) -> Travel:
        side, kind = 1 - self._before.turn, self._before.fighters.kind_on(square)
        socket = _socket(self._before.seat, kind, self._before.lost(side))
        return Travel(self._leaving(side, kind), straight(self._middle(square), socket), starts=starts)

    def swap(self, square: int, given: tuple[int, ...]) -> Motion:
        """A musketeer comes back from the other's tray, and two soldiers are gone."""
        side, lost = self._before.turn, self._before.lost(self._before.turn)
        waiting = _socket(1 - self._before.seat, MUSKETEER, lost._replace(musketeers=lost.musketeers - 1))
        back = Travel(self._leaving(side, MUSKETEER)[::-1], straight(waiting, self._middle(square)))
        soldiers = self._leaving(side, SOLDIER)
        gone = [Travel(soldiers, straight(place, place), stays=False) for place in map(self._middle, given)]
        return Motion(without(self._paint, {*given, (side, MUSKETEER)}), [*gone, back], is_event=True)

    def _leaving(self, side: int, kind: int) -> tuple[Sprite, ...]:
        """A fighter grows smaller on its way into a tray."""
        return tuple(self._art.flying(side, kind, radius) for radius in sizes(RADII[kind], IN_TRAY[kind]))


def _socket(seat: int, kind: int, lost: Count) -> Point:
    """The next one in the tray of a seat, where so many lie."""
    count = lost.musketeers if kind == MUSKETEER else lost.soldiers
    sockets = SOCKETS[kind]
    return TRAY_X[seat], sockets[min(count, len(sockets) - 1)]
