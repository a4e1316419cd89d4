"""Pictures of games with a field, and a plate in the header for each of its two seats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from PIL import Image

from engines.choices import Option
from engines.game import P
from render.board import Grid
from render.excerpt import Box, excerpt
from render.fittings import BoardFittings
from render.painting import Painting
from render.plates import IDLE, SHARED, WON, Plate, dice_on
from render.reading import Point
from render.scene import Scene
from render.sprite import Sprite, lay, stamp


class BoardPainting(Painting[P]):
    """A field that fills the box, a plate in the header for each of two seats, and trays beside the field.

    A place is where a piece can stand, by its number.
    """

    index: ClassVar[Mapping[str, int]]
    """The numbers of the places by their names."""
    _fittings: BoardFittings

    def __init__(self, scene: Scene[P], ground: Image.Image, fittings: BoardFittings) -> None:
        super().__init__(scene, ground, fittings)

    def bare(self, lifted: Collection[Hashable]) -> Image.Image:
        """The pieces without any marks, and without these: they are in the air.

        They are meant by their places, or by what else the game says of them.
        """
        self._lifted = lifted
        self._paint_seats()
        self._paint_trays()
        self._paint_pieces()
        return self._picture

    def middle(self, place: int) -> tuple[int, int]:
        """Where a piece stands, for whoever moves one."""
        return self._middle(place)

    def dice(self) -> Iterable[tuple[Sprite, tuple[int, int]]]:
        return [die for seat in (0, 1) for die in dice_on(seat, self._plate(seat))]

    # What a game says

    @abstractmethod
    def _plate(self, seat: int) -> Plate:
        """With all that the game knows of the seat, but not who it is, and while the match lasts."""

    @abstractmethod
    def _paint_trays(self) -> None: ...

    @abstractmethod
    def _paint_pieces(self) -> None: ...

    @abstractmethod
    def _paint_last_turn(self) -> None:
        """The pieces, with what happened last and what it led to."""

    @abstractmethod
    def _paint_chosen(self, names: tuple[str, ...]) -> None:
        """What was chosen in the earlier steps of composing."""

    @abstractmethod
    def _is_occupied(self, place: int) -> bool: ...

    @abstractmethod
    def _middle(self, place: int) -> tuple[int, int]: ...

    @abstractmethod
    def _shoulder(self, place: int) -> tuple[int, int]:
        """From the middle of a place to the badge of the piece that stands on it."""

    @abstractmethod
    def _clear(self, place: int) -> None:
        """Takes the marks of an empty place away: there will be a badge on it."""

    # Round the board

    def _paint_seats(self) -> None:
        plates = [self._with_person(self._plate(seat), seat) for seat in (0, 1)]
        if not self._shows_dice:
            plates = [replace(plate, dice=()) for plate in plates]
        self._fittings.header.draw(self._picture, plates, self._portraits)

    def _with_person(self, plate: Plate, seat: int) -> Plate:
        """Whose it is, and how the match ended for them."""
        outcome = self._position.outcome
        if outcome is None:
            return replace(plate, person=self._person(seat))
        winners = outcome.winners
        state = SHARED if not winners else WON if seat in winners else IDLE
        is_equal = state == SHARED or (state == WON and len(winners) > 1)
        return replace(plate, state=state, person=self._person(seat), is_equal=is_equal)

    # On the board

    def _paint_table(self) -> None:
        self._paint_trays()
        if self._scene.choices:
            self._paint_pieces()
            self._paint_chosen(self._scene.choices.chosen)
            self._paint_other_pages()
            for number, option in self._numbered():
                self._paint_option(number, option)
        elif self._scene.marked or self._scene.ways:
            self._paint_figure()
        else:
            self._paint_last_turn()

    def _paint_figure(self) -> None:
        """What the rules tell of: ways, and numbered places."""
        self._paint_pieces()
        for kind, source, target in self._scene.ways:
            self._paint_way(kind, self.index[source], self.index[target])
        self._paint_pieces()  # nobody is hidden by the ways that lead away
        marked = [(number, name) for number, names in enumerate(self._scene.marked, 1) for name in names]
        for _, name in marked:
            self._outline(self.index[name])
        for number, name in marked:
            self._paint_badge(number, name)

    def _excerpt(self, names: tuple[str, ...]) -> Image.Image:
        boxes = [box for name in (*names, *self._told_of()) for box in self._extent(name)]
        seats = self._position.to_move
        seat = min(seats) if len(seats) == 1 and min(seats) >= 0 else None
        return excerpt(self._picture, self._ground, boxes, self._square, seat) if boxes else self._picture

    def _told_of(self) -> Iterator[str]:
        """The places of a figure."""
        scene = self._scene
        yield from (name for names in scene.marked for name in names)
        yield from (name for _, *ends in scene.ways for name in ends)
        if scene.choices:
            yield from scene.choices.chosen
            yield from (name for option in scene.choices.options for name in option.places)

    @property
    @abstractmethod
    def _square(self) -> int:
        """The side of the squares that a part of the board is made of."""

    @abstractmethod
    def _extent(self, name: str) -> Iterable[Box]:
        """All that a place covers in the picture."""

    def _paint_way(self, kind: str, source: int, target: int) -> None:
        """For the games whose pages tell of ways."""

    def _outline(self, place: int) -> None:
        """For the games whose places are not squares: how far this one reaches."""

    def _stamp(self, sprite: Sprite, place: int, aside: tuple[int, int] = (0, 0)) -> None:
        x, y = self._middle(place)
        stamp(self._picture, sprite, x + aside[0], y + aside[1])

    def _paint_option(self, number: int, option: Option) -> None:
        for name in option.places:
            self._paint_badge(number, name)

    def _badge_on(self, name: str) -> Point:
        """On the shoulder of a piece, so that what decides the move stays to be seen; else in the middle."""
        place = self.index[name]
        (x, y), (aside, down) = self._middle(place), (0, 0)
        if self._is_occupied(place):
            aside, down = self._shoulder(place)
        return x + aside, y + down

    def _make_room_on(self, name: str) -> None:
        if not self._is_occupied(self.index[name]):
            self._clear(self.index[name])

    def _paint_badge(self, number: int, name: str) -> None:
        is_occupied = self._is_occupied(self.index[name])
        badges = self._fittings.shoulder_badges if is_occupied else self._fittings.badges
        self._make_room_on(name)
        stamp(self._picture, badges[number - 1], *self._badge_on(name))


class SquaresPainting(BoardPainting[P]):
    """A board of squares; a place is a square."""

    shoulder: ClassVar[tuple[int, int]]
    """From the middle of any square to the badge."""

    def __init__(self, scene: Scene[P], grid: Grid, ground: Image.Image, fittings: BoardFittings) -> None:
        super().__init__(scene, ground, fittings)
        self._grid = grid

    @abstractmethod
    def _blank(self, square: int) -> Image.Image:
        """The square with nothing on it."""

    @property
    def _square(self) -> int:
        return self._grid.side

    def _extent(self, name: str) -> Iterable[Box]:
        x, y = self._grid.corner(*self._grid.place(self.index[name]))
        yield x, y, x + self._grid.side, y + self._grid.side

    def _middle(self, square: int) -> tuple[int, int]:
        return self._grid.middle(*self._grid.place(square))

    def _shoulder(self, square: int) -> tuple[int, int]:  # noqa: ARG002 - all squares are alike
        return self.shoulder

    def _clear(self, square: int) -> None:
        self._lay(self._blank(square), square)

    def _lay(self, look: Image.Image, square: int) -> None:
        lay(self._picture, look, *self._grid.corner(*self._grid.place(square)))

    def _stamp_between(self, sprite: Sprite, one: int, other: int) -> None:
        (x, y), (u, v) = self._middle(one), self._middle(other)
        stamp(self._picture, sprite, (x + u) // 2, (y + v) // 2)
