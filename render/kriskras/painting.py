"""One picture of Kris-kras."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.kriskras.board import BIT, BLACK, INDEX, MUSKETEER, SIZE, SOLDIER, WHITE
from engines.kriskras.moves import Step, Walk
from engines.kriskras.position import KriskrasPosition
from engines.squares import squares_of
from render.board import FIELD_END, TRAY_X, Grid
from render.boardpainting import SquaresPainting
from render.kriskras.art import CROSS, SHOULDER, SOCKETS, Art
from render.kriskras.lastturn import LastTurn
from render.kriskras.legs import Point, beads_between, beside
from render.kriskras.squares import Tile, plain, tile_of
from render.plates import IDLE, LIT, Plate
from render.scene import Scene
from render.sprite import Sprite, lay, stamp

_BESIDE_CAPTURED: Final = 14
"""From the middle of a captured fighter to its cross."""


class KriskrasPainting(SquaresPainting[KriskrasPosition]):
    index = INDEX
    shoulder = SHOULDER

    def __init__(self, art: Art, scene: Scene[KriskrasPosition]) -> None:
        self._art = art
        self._told = LastTurn(() if scene.choices else scene.last)
        grid = Grid(SIZE, turned=scene.seat == 1)
        super().__init__(scene, grid, art.grounds[grid.turned], art.fittings)

    # Round the board

    def _plate(self, seat: int) -> Plate:
        side, active = self._position.side_of(seat), seat in self._position.to_move
        state, dice = LIT if active else IDLE, self._dice(seat, active=active)
        return Plate(self._art.emblems[side], self._position.score(side), state, dice)

    def _dice(self, seat: int, *, active: bool) -> tuple[Sprite, ...]:
        """The throw that is to be used, or the one that could not be."""
        if active:
            eyes, dice = self._position.dice, self._art.dice
        else:
            eyes, dice = self._told.lapsed(seat), self._art.lapsed_dice
        return tuple(die[number - 1] for die, number in zip(dice, eyes or (), strict=False))

    def _paint_trays(self) -> None:
        """What a seat has captured lies on its side."""
        for seat, x in enumerate(TRAY_X):
            lost_by = 1 - self._position.side_of(seat)
            lost = self._position.lost(lost_by)
            for kind, count in ((MUSKETEER, lost.musketeers), (SOLDIER, lost.soldiers)):
                fighter = self._art.in_tray[lost_by, kind]
                for height in SOCKETS[kind][: count - ((lost_by, kind) in self._lifted)]:
                    lay(self._picture, fighter, x - fighter.width // 2, height - fighter.height // 2)

    # On the board

    def _tile(self, square: int) -> Tile:
        return tile_of(square, turned=self._grid.turned)

    def _is_occupied(self, square: int) -> bool:
        return bool(self._position.fighters.everybody & BIT[square])

    def _blank(self, square: int) -> Image.Image:
        return self._art.squares.empty[plain(self._tile(square))]

    def _paint_pieces(self) -> None:
        fighters = self._position.fighters
        for side in (WHITE, BLACK):
            for kind, standing in (
                (MUSKETEER, fighters.musketeers[side]),
                (SOLDIER, fighters.soldiers[side]),
            ):
                for square in squares_of(standing):
                    if square not in self._lifted:
                        self._lay(self._art.squares.manned[self._tile(square), (side, kind)], square)

    # What happened last, and what it led to

    def _paint_last_turn(self) -> None:
        self._paint_ghosts()
        self._paint_pieces()
        self._paint_walks()
        for square in self._arrivals():
            self._stamp(self._art.arrived[self._kind_on(square)], square)
        if not self._position.outcome:
            self._paint_dangers()
        self._paint_losses()

    def _kind_on(self, square: int) -> int:
        return self._position.fighters.kind_on(square)

    def _arrivals(self) -> set[int]:
        """A musketeer that returned may have gone on in the same turn."""
        return {square for square in self._told.arrivals() if self._is_occupied(square)}

    def _paint_ghosts(self) -> None:
        """Of the soldiers that left the match for a musketeer."""
        for side, square in self._told.given():
            if not self._is_occupied(square):
                self._lay(self._art.squares.ghosts[self._tile(square), side], square)
                self._stamp(self._art.cross, square, CROSS)

    def _paint_walks(self) -> None:
        for kind, walk in self._told.walks():
            if walk.source != walk.target:
                self._stamp(self._art.left[kind], walk.source)
            if isinstance(walk, Walk):
                self._paint_legs(walk)
            else:
                self._paint_red_leg(walk.source, walk.target)

    def _paint_legs(self, walk: Walk) -> None:
        """Side by side where green leads back along the way that red came."""
        source, knee, target = map(self._middle, (walk.source, walk.knee, walk.target))
        aside = beside(source, knee, target)
        leg = self._art.green_legs[target[0] - knee[0], target[1] - knee[1]]
        middle_x, middle_y = (knee[0] + target[0]) // 2, (knee[1] + target[1]) // 2
        stamp(self._picture, leg, middle_x - aside[0], middle_y - aside[1])
        self._paint_red_leg(walk.source, walk.knee, aside)
        self._stamp(self._art.knee, walk.knee)

    def _paint_red_leg(self, source: int, end: int, aside: Point = (0, 0)) -> None:
        for (x, y), counted in beads_between(self._middle(source), self._middle(end)):
            bead = self._art.counted_bead if counted else self._art.bead
            stamp(self._picture, bead, x + aside[0], y + aside[1])

    def _paint_dangers(self) -> None:
        """Of the musketeers, who decide the match, and of whoever has just moved.

        Some throw or other threatens half the soldiers at any time: wedges round all of them say nothing.
        """
        arrivals = self._arrivals()
        for square in (INDEX[name] for side in (WHITE, BLACK) for name in self._position.endangered(side)):
            if square in arrivals or self._kind_on(square) == MUSKETEER:
                wedges = self._art.danger_round_ring if square in arrivals else self._art.danger
                self._stamp(wedges[self._kind_on(square)], square)

    def _paint_losses(self) -> None:
        """A captured fighter is pushed onto the corner beyond its captor, where nobody can stand."""
        for loss, walk in self._told.losses():
            (x, y), half = self._middle(walk.target), self._grid.side // 2
            onwards = half if y > self._middle(walk.knee)[1] else -half
            sideways = half if x + half < FIELD_END[0] else -half
            self._stamp(self._art.captured[loss], walk.target, (sideways, onwards))
            beside = _BESIDE_CAPTURED if sideways > 0 else -_BESIDE_CAPTURED
            self._stamp(self._art.cross, walk.target, (sideways + beside, onwards))

    # A figure of the rules

    def _paint_way(self, kind: str, source: int, target: int) -> None:
        """A red leg in beads, or a green one."""
        start, end = self._middle(source), self._middle(target)
        if kind == "green":
            leg = self._art.green_legs[end[0] - start[0], end[1] - start[1]]
            stamp(self._picture, leg, (start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        else:
            self._paint_red_leg(source, target)
            self._stamp(self._art.knee, target)

    # What may be chosen

    def _paint_chosen(self, names: tuple[str, ...]) -> None:
        squares = [INDEX[name] for name in names]
        if self._position.step is Step.EXCHANGE:
            self._paint_chosen_exchange(squares)
        else:
            self._paint_chosen_walk(squares)

    def _paint_chosen_walk(self, squares: list[int]) -> None:
        for source in squares[:1]:
            self._stamp(self._art.chosen[self._kind_on(source)], source)
        for knee in squares[1:]:
            self._paint_red_leg(squares[0], knee)
            self._stamp(self._art.chosen_knee, knee)

    def _paint_chosen_exchange(self, squares: list[int]) -> None:
        for back in squares[:1]:
            self._lay(self._art.squares.manned[self._tile(back), (self._position.turn, MUSKETEER)], back)
            self._stamp(self._art.chosen[MUSKETEER], back)
        for given in squares[1:]:
            self._stamp(self._art.chosen[SOLDIER], given)
