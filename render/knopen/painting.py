"""One picture of Knopen."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engines.knopen.board import BIT, BLUE, INDEX, NEIGHBOURS, RED, SIZE
from engines.knopen.moves import Hit, Shift, Take
from engines.knopen.position import KnopenPosition
from engines.squares import squares_of
from render.board import TRAY_X, Grid
from render.boardpainting import SquaresPainting
from render.knopen.art import CROSS, SHOULDER, Art, tray
from render.plates import IDLE, LIT, Plate
from render.scene import Ply, Scene
from render.sprite import lay


class KnopenPainting(SquaresPainting[KnopenPosition]):
    index = INDEX
    shoulder = SHOULDER

    def __init__(self, art: Art, scene: Scene[KnopenPosition]) -> None:
        self._art = art
        grid = Grid(SIZE, turned=scene.seat == 1)
        super().__init__(scene, grid, art.grounds[grid.turned, scene.position.target], art.fittings)

    # Round the board

    def _plate(self, seat: int) -> Plate:
        emblem = self._art.emblems[self._side(seat)]
        return Plate(emblem, self._taken(seat), LIT if seat in self._position.to_move else IDLE)

    def _side(self, seat: int) -> int | None:
        """None before the lot has fallen."""
        return self._position.colour_of(seat) if self._position.side(seat) else None

    def _taken(self, seat: int) -> int:
        return self._position.taken[self._position.colour_of(seat)]

    def _paint_trays(self) -> None:
        """What a seat has taken lies on its side; a tray holds no more than win the match."""
        sockets = tray(self._position.target).sockets
        for seat, x in enumerate(TRAY_X):
            stone = self._art.taken[1 - self._position.colour_of(seat)]
            for height, _ in sockets[: self._taken(seat)]:
                lay(self._picture, stone, x - stone.width // 2, height - stone.height // 2)

    # On the board

    def _is_occupied(self, square: int) -> bool:
        return bool((self._position.red | self._position.blue) & BIT[square])

    def _blank(self, square: int) -> Image.Image:
        return self._art.squares.blank(square)

    def _paint_pieces(self) -> None:
        for side in (RED, BLUE):
            for square in squares_of(self._position.stones(side)):
                if square not in self._lifted:
                    self._lay(self._art.squares.look(square, side), square)

    def _paint_chosen(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._stamp(self._art.chosen, INDEX[name])

    def _paint_last_turn(self) -> None:
        self._paint_ghosts()
        self._paint_pieces()
        self._paint_marks()

    # What happened last, and what it led to

    def _losses(self) -> Iterator[tuple[int, int]]:
        """The side and the square of each stone taken in the last turn."""
        for ply in self._scene.last:
            for square in squares_of(taken_by(ply)):
                yield 1 - self._position.colour_of(ply.who), square

    def _shifts(self) -> Iterator[Shift]:
        return (ply.move for ply in self._scene.last if isinstance(ply.move, Shift))

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


def taken_by(ply: Ply[KnopenPosition]) -> int:
    """The set of squares that a ply took stones from."""
    match ply.move:
        case Hit(stones):
            return stones
        case Take(square) if square is not None:
            return BIT[square]
    return 0
