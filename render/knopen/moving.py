"""What moves in a film of Knopen: buttons go from square to square, and from the board into a tray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from engines.knopen.moves import Shift
from engines.knopen.position import KnopenPosition
from engines.squares import squares_of
from render.board import TRAY_X
from render.knopen.art import IN_TRAY, STONE, Art, tray
from render.knopen.painting import KnopenPainting, taken_by
from render.motion import Motion, Travel, sizes, straight, without
from render.scene import Ply, Scene


def motions(art: Art, scene: Scene[KnopenPosition], plies: Sequence[Ply[KnopenPosition]]) -> Iterator[Motion]:
    """A motion a ply."""
    for ply in plies:
        paint = partial(KnopenPainting, art, replace(scene, position=ply.before, last=()))
        then = paint()
        if isinstance(ply.move, Shift):
            lifted = [ply.move.source]
            stone = art.stone(ply.before.colour, STONE)
            travels = [Travel((stone,), straight(then.middle(ply.move.source), then.middle(ply.move.target)))]
            yield Motion(without(paint, lifted), travels)
        elif lifted := list(squares_of(taken_by(ply))):
            yield Motion(without(paint, lifted), list(_captures(art, then, ply, lifted)), is_event=True)


def _captures(
    art: Art, then: KnopenPainting, ply: Ply[KnopenPosition], squares: Sequence[int]
) -> Iterator[Travel]:
    """Into the next sockets that are free; beyond those that win, nobody needs one."""
    looks = tuple(art.stone(1 - ply.before.colour, radius) for radius in sizes(STONE, IN_TRAY))
    sockets = tray(ply.before.target).sockets
    first = ply.before.taken[ply.before.colour]
    for number, square in enumerate(squares):
        height, _ = sockets[min(first + number, len(sockets) - 1)]
        yield Travel(looks, straight(then.middle(square), (TRAY_X[ply.who], height)), starts=number * 0.25)
