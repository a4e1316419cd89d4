"""One picture of Knopen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PIL import Image

from engines.knopen.board import BIT, INDEX, NEIGHBOURS, SIZE, squares_of
from engines.knopen.moves import Hit, Shift, Take
from engines.knopen.position import BLUE, RED, KnopenPosition
from render.board import TRAY_X, Grid
from render.header import Plate
from render.knopen.art import CROSS, SHOULDER, Art, place, tray
from render.ribbon import hang
from render.scene import PAGE, Ply, Scene
from render.sprite import Sprite, lay, stamp


class Painting:
    """One picture in the making: laid from the ground upwards."""

    def __init__(self, art: Art, scene: Scene) -> None:
        self._art, self._scene = art, scene
        self._position = cast("KnopenPosition", scene.position)
        self._grid = Grid(SIZE, turned=scene.seat == 1)
        self._picture = art.grounds[self._grid.turned, self._position.target].copy()

    def finished(self) -> Image.Image:
        self._paint_header()
        self._paint_trays()
        if self._scene.choices:
            self._paint_stones()
            self._paint_choices()
        else:
            self._paint_ghosts()
            self._paint_stones()
            self._paint_marks()
        if self._position.outcome:
            self._paint_ribbon()
        return self._picture

    # Round the board

    def _paint_header(self) -> None:
        left, right = (
            Plate(self._art.emblems[self._side(seat)], self._taken(seat), seat in self._position.to_move)
            for seat in (0, 1)
        )
        self._art.header.draw(self._picture, (left, right))
        if self._scene.choices:
            self._art.header.draw_bar(self._picture, self._scene.choices.step, self._scene.choices.steps)

    def _side(self, seat: int) -> int | None:
        """None before the lot has fallen."""
        return self._position.colour_of(seat) if self._position.side(seat) else None

    def _taken(self, seat: int) -> int:
        return self._position.taken[self._position.colour_of(seat)]

    def _paint_trays(self) -> None:
        """What a seat has taken lies on its side; a tray holds no more than win the match."""
        heights = tray(self._position.target).heights
        for seat, x in enumerate(TRAY_X):
            stone = self._art.taken[1 - self._position.colour_of(seat)]
            for height in heights[: self._taken(seat)]:
                lay(self._picture, stone, x - stone.width // 2, height - stone.height // 2)

    def _paint_ribbon(self) -> None:
        outcome = self._position.outcome
        assert outcome is not None
        seats = sorted((0, 1), key=lambda seat: seat not in outcome.winners)
        prizes = [self._art.prizes[self._side(seat)] for seat in seats]
        counts = [self._taken(seat) for seat in seats]
        top = hang(self._middle(square)[1] for square in self._touched())
        if len(outcome.winners) == 1:
            self._art.ribbon.draw_won(self._picture, top, prizes[0], counts)
        else:
            self._art.ribbon.draw_drawn(self._picture, top, prizes, counts)

    # On the board

    def _middle(self, square: int) -> tuple[int, int]:
        return self._grid.middle(*place(square))

    def _lay(self, look: Image.Image, square: int) -> None:
        lay(self._picture, look, *self._grid.corner(*place(square)))

    def _stamp(self, sprite: Sprite, square: int, aside: tuple[int, int] = (0, 0)) -> None:
        x, y = self._middle(square)
        stamp(self._picture, sprite, x + aside[0], y + aside[1])

    def _stamp_between(self, sprite: Sprite, one: int, other: int) -> None:
        (x, y), (u, v) = self._middle(one), self._middle(other)
        stamp(self._picture, sprite, (x + u) // 2, (y + v) // 2)

    def _paint_stones(self) -> None:
        for side in (RED, BLUE):
            for square in squares_of(self._position.stones(side)):
                self._lay(self._art.squares.look(square, side), square)

    # What happened last, and what it led to

    def _losses(self) -> Iterator[tuple[int, int]]:
        """The side and the square of each stone taken in the last turn."""
        for ply in self._scene.last:
            for square in squares_of(taken_by(ply)):
                yield 1 - self._position.colour_of(ply.who), square

    def _shifts(self) -> Iterator[Shift]:
        return (ply.move for ply in self._scene.last if isinstance(ply.move, Shift))

    def _touched(self) -> Iterator[int]:
        """The squares that the last turn is told on."""
        for shift in self._shifts():
            yield from (shift.source, shift.target)
        yield from (square for _, square in self._losses())

    def _paint_ghosts(self) -> None:
        for side, square in self._losses():
            self._lay(self._art.squares.ghost(square, side), square)

    def _paint_marks(self) -> None:
        for shift in self._shifts():
            self._paint_shift(shift)
        if not self._position.outcome:
            self._paint_dangers()
        for _, square in self._losses():
            self._stamp(self._art.cross, square, CROSS)

    def _paint_shift(self, shift: Shift) -> None:
        (x, y), (to_x, to_y) = self._middle(shift.source), self._middle(shift.target)
        self._stamp(self._art.left, shift.source)
        self._stamp_between(self._art.trails[to_x - x, to_y - y], shift.source, shift.target)
        self._stamp(self._art.arrived, shift.target)

    def _paint_dangers(self) -> None:
        for side in (RED, BLUE):
            self._paint_links(self._position.offending(side))
            for square in squares_of(self._position.threatened(side)):
                self._stamp(self._art.danger, square)

    def _paint_links(self, stones: int) -> None:
        """A group that is too large hangs together."""
        for square in squares_of(stones):
            for (east, north), link in self._art.links.items():
                neighbour = square + east + north * SIZE
                if neighbour < len(BIT) and stones & BIT[neighbour] & NEIGHBOURS[square]:
                    self._stamp_between(link, square, neighbour)

    # What may be chosen

    def _paint_choices(self) -> None:
        choices = self._scene.choices
        assert choices is not None
        for name in choices.chosen:
            self._stamp(self._art.chosen, INDEX[name])
        first = self._scene.page * PAGE
        for number, option in enumerate(choices.options[first : first + PAGE]):
            for name in option.places:
                self._paint_badge(number, INDEX[name])

    def _paint_badge(self, number: int, square: int) -> None:
        """On the shoulder of a stone, so that its holes stay to be seen; else in the middle."""
        if (self._position.red | self._position.blue) & BIT[square]:
            self._stamp(self._art.shoulder_badges[number], square, SHOULDER)
        else:
            self._lay(self._art.squares.blank(square), square)
            self._stamp(self._art.badges[number], square)


def taken_by(ply: Ply) -> int:
    """The set of squares that a ply took stones from."""
    match ply.move:
        case Hit(stones):
            return stones
        case Take(square) if square is not None:
            return BIT[square]
    return 0
