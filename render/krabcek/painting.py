"""One picture of Krabcek."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from PIL import ImageDraw

from engines.choices import Option
from engines.krabcek.labyrinth import BIT, BOXES, GATES, INDEX
from engines.krabcek.pieces import BLACK, WHITE
from engines.krabcek.position import KrabcekPosition
from render.board import FIELD, FIELD_END, TRAY_X
from render.boardpainting import BoardPainting
from render.excerpt import Box
from render.krabcek.art import SOCKETS, Art
from render.krabcek.gates import TAG, copy_place, corner, round_gate
from render.krabcek.lastmove import LastMove, Step
from render.krabcek.paths import TILE, Line, Point
from render.krabcek.pieces import radius_of
from render.krabcek.plan import Plan
from render.plates import IDLE, LIT, Plate
from render.scene import Scene
from render.sheet import onward
from render.sprite import Sprite, lay, stamp

_INK: Final = 5
_CHALK: Final = 3
"""From the middle of a line to its edge, with the ink round it and without."""
_DOTS: Final = 26
"""From one dot of a flight to the next."""
_CLEAR: Final = 34
"""From the middle of a piece to where a row of dots may begin."""
_APART: Final = 8
"""From the middle to each of the two rows of dots between pieces that changed places."""
_BELOW: Final = 24
"""From the middle of a piece in the tray to its badge."""
_SHOULDER: Final = 0.68
"""From the middle of a piece to its badge, along either axis, of the sum of their radii (nearly)."""


class KrabcekPainting(BoardPainting[KrabcekPosition]):
    index = INDEX

    def __init__(self, art: Art, scene: Scene[KrabcekPosition]) -> None:
        self._art = art
        self._pieces = scene.position.pieces
        self._told = LastMove(() if scene.choices else scene.last)
        ground, self._plan = art.board(scene.position.labyrinth, scene.seat == 1)
        super().__init__(scene, ground, art.fittings)

    # Round the board

    def _side(self, seat: int) -> int | None:
        """None before the lot has fallen."""
        return self._position.side_of(seat) if self._position.side(seat) else None

    def _plate(self, seat: int) -> Plate:
        side, active = self._side(seat), seat in self._position.to_move
        emblem = self._art.no_emblem if side is None else self._art.emblems[side]
        return Plate(emblem, None, LIT if active else IDLE, tuple(self._dice(side, active=active)))

    def _dice(self, side: int | None, *, active: bool) -> Iterator[Sprite]:
        """The throw that is to be used, or the one that could not be."""
        if active and self._position.throw:
            yield self._art.dice[self._position.throw - 1]
        elif side is not None and (unused := self._told.unused_throw(side)):
            yield self._art.lapsed_dice[unused - 1]

    def _paint_trays(self) -> None:
        """What waits to be brought on; who has just been brought on left the last socket that is empty."""
        for seat, x in enumerate(TRAY_X):
            side = self._side(seat)
            if side is None:
                continue
            for kind, count in self._position.hands[side].items():
                piece = self._art.in_tray[side, kind]
                for y in SOCKETS[kind][: count - ((side, kind) in self._lifted)]:
                    lay(self._picture, piece, x - piece.width // 2, y - piece.height // 2)
                if any(step.entered == (side, kind) for step in self._told.steps):
                    stamp(self._picture, self._art.left_tray[kind], x, SOCKETS[kind][count])

    # On the board

    @property
    def _laid(self) -> Plan:
        assert self._plan, "not laid yet"
        return self._plan

    def _middle(self, box: int) -> Point:
        return self._laid.stands[box]

    def way(self, route: Sequence[str]) -> tuple[Line, ...]:
        """From stand to stand, in as many lines as there are between the rims that it goes over."""
        return self._laid.way(route)

    def _shoulder(self, box: int) -> Point:
        """To the lower right; on a gate its number is there, so to a side that lies on the board."""
        aside = round(_SHOULDER * (radius_of(self._kind_on(box)) + 12))
        if box not in GATES:
            return aside, aside
        rim = self._laid.gates[BOXES[box]][0].rim
        return (aside, -aside) if rim == "left" else (-aside, aside)

    def _kind_on(self, box: int) -> str:
        _, kind = self._pieces[BOXES[box]]
        return kind

    def _is_occupied(self, box: int) -> bool:
        return box not in self._lifted and bool(self._position.standing.everybody & BIT[box])

    def _clear(self, box: int) -> None:
        if box in GATES:
            self._lay_gate(box, number=0)

    def _paint_pieces(self) -> None:
        self._paint_gates()
        self._paint_standing()

    def _paint_gates(self) -> None:
        if self._plan:
            for gate in GATES:
                occupied = self._is_occupied(gate)
                self._lay_gate(gate, 0 if occupied else gate + 1)
                for end in self._plan.gates[BOXES[gate]][1:]:
                    look = self._art.gates.look(end, self._owner(gate), gate + 1, closed=occupied)
                    lay(self._picture, look, *corner(end, look))
                    if occupied:
                        copy = self._art.copies[self._pieces[BOXES[gate]]]
                        stamp(self._picture, copy, *copy_place(end, look))

    def _lay_gate(self, gate: int, number: int) -> None:
        """As it is seen where its piece stands."""
        end = self._laid.gates[BOXES[gate]][0]
        look = self._art.gates.look(end, self._owner(gate), number)
        lay(self._picture, look, *corner(end, look))

    def _owner(self, gate: int) -> int | None:
        return next((side for side in (BLACK, WHITE) if self._position.gates[side] & BIT[gate]), None)

    def _paint_standing(self) -> None:
        """Numbers of gates over all pieces, one of which may stand beside a gate."""
        for name, piece in self._pieces.items():
            if INDEX[name] not in self._lifted:
                self._stamp(self._art.pieces[piece], INDEX[name])
        for box in map(INDEX.__getitem__, self._pieces):
            if box in self._lifted:
                continue
            if box in GATES:
                owner = self._owner(box)
                assert owner is not None, "pieces come when all gates are chosen"
                self._stamp_tag(box, owner)

    def _stamp_tag(self, gate: int, owner: int) -> None:
        """Measured from the middle of the whole gate, which may lie on the rim."""
        x, y = self._middle(gate)
        end = self._laid.gates[BOXES[gate]][0]
        x = FIELD[0] if end.rim == "left" else x
        y = FIELD[1] if end.rim == "top" else y
        stamp(self._picture, self._art.gates.tags[owner, gate + 1], x + TAG[0], y + TAG[1])

    # What happened last

    def _paint_last_turn(self) -> None:
        self._paint_gates()
        self._paint_chosen_gates()
        for step in self._told.steps:
            self._paint_route(step)
            self._paint_rows(step)
        self._paint_standing()
        for step in self._told.steps:
            if step.left and (step.left not in self._pieces):
                self._paint_departure(INDEX[step.left])
            for name in step.arrivals:
                if name in self._pieces:  # else it was captured since
                    self._stamp(self._art.arrived[self._kind_on(INDEX[name])], INDEX[name])

    def _paint_departure(self, box: int) -> None:
        self._stamp(self._art.left, box)
        if box not in GATES:  # there a number is to be seen
            self._stamp(self._art.dot, box)

    def _paint_route(self, step: Step) -> None:
        """A chalk line along the boxes, with a bead on each that is counted."""
        route = step.route
        if not route:
            return
        self._draw_lines(self._laid.lines(route))
        for number, place in enumerate(self._laid.counted(route)):
            if number or step.entered:
                stamp(self._picture, self._art.bead, *place)

    def _paint_chosen_gates(self) -> None:
        """A chalk line round each that has just been chosen, wherever it is seen."""
        ends = [end for name in self._told.chosen_gates for end in self._laid.gates[name]]
        self._draw_lines(round_gate(end) for end in ends)

    def _draw_lines(self, lines: Iterable[Line]) -> None:
        pen = ImageDraw.Draw(self._picture)
        segments = [segment for line in lines for segment in pairwise(line)]
        for reach, fill in ((_INK, self._art.ink), (_CHALK, self._art.chalk)):
            for segment in segments:
                pen.rectangle(_bar(segment, reach), fill)

    def _paint_rows(self, step: Step) -> None:
        """A flight in one row of dots, a switch in two."""
        if step.flight:
            self._paint_row(*step.flight, 0)
        if step.switched:
            for aside in (-_APART, _APART):
                self._paint_row(*step.switched, aside)

    def _paint_row(self, one: str, other: str, aside: int) -> None:
        """From ring to ring."""
        start, end = self._middle(INDEX[one]), self._middle(INDEX[other])
        length = hypot(end[0] - start[0], end[1] - start[1])
        direction = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        way = max(length - 2 * _CLEAR, 0)
        dots = max(round(way / _DOTS), 1)
        for dot in range(dots):
            far = (length - way) / 2 + way * (dot + 0.5) / dots
            x, y = onward(start, direction, far, aside)
            stamp(self._picture, self._art.dot, round(x), round(y))

    # A figure of the rules

    def _outline(self, box: int) -> None:
        """A chalk line round a box, wherever it is seen; what lies on it stays as it was."""
        before, shapes = self._picture.copy(), self._laid.shapes[BOXES[box]]
        pen = ImageDraw.Draw(self._picture)
        for reach, fill in ((_INK, self._art.ink), (_CHALK, self._art.chalk)):
            for left, top, right, foot in shapes:
                pen.rectangle(_bar(((left, top), (right - 1, foot - 1)), reach), fill)
        for left, top, right, foot in shapes:
            self._picture.paste(before.crop((left, top, right, foot)), (left, top))

    # What may be chosen

    @property
    def _square(self) -> int:
        return TILE

    def _extent(self, name: str) -> Iterable[Box]:
        """A box on one tile or on two; a kind that was chosen lies in the rail."""
        if name not in SOCKETS:
            return self._laid.shapes[name]
        x, y = self._waiting(name)
        return ((x, y, x, y),)

    def where(self, option: Option) -> Point | None:
        """Who may be brought on waits in the tray."""
        if option.key not in SOCKETS:
            return super().where(option)
        x, y = self._waiting(option.key)
        return x, y + _BELOW

    def _paint_option(self, number: int, option: Option) -> None:
        place = self.where(option) if option.key in SOCKETS else None
        if place:
            stamp(self._picture, self._fittings.shoulder_badges[number - 1], *place)
        else:
            super()._paint_option(number, option)

    def _waiting(self, kind: str) -> Point:
        """The next of a kind that may be brought on."""
        seat = self._position.seat
        count = self._position.hands[self._position.turn][kind]
        return TRAY_X[seat], SOCKETS[kind][count - 1]

    def _paint_chosen(self, names: tuple[str, ...]) -> None:
        assert self._scene.choices
        asides = [option.key for option in self._scene.choices.aside]
        for name in (*names, *asides):
            if name in SOCKETS:
                stamp(self._picture, self._art.chosen_in_tray[name], *self._waiting(name))
            elif name in self._pieces:
                self._stamp(self._art.chosen[self._kind_on(INDEX[name])], INDEX[name])


def _bar(segment: tuple[Point, Point], reach: int) -> tuple[int, int, int, int]:
    """Within the field: over the rim a line goes on at the other end."""
    (x, y), (u, v) = segment
    left, top = _within(min(x, u) - reach, min(y, v) - reach)
    right, foot = _within(max(x, u) + reach, max(y, v) + reach)
    return left, top, right, foot


def _within(x: int, y: int) -> Point:
    return min(max(x, FIELD[0]), FIELD_END[0] - 1), min(max(y, FIELD[1]), FIELD_END[1] - 1)
