"""One picture in the making, as far as all boards for two seats are painted alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from PIL import Image

from engines.game import Option
from render import marks
from render.board import Grid
from render.header import Header, Plate
from render.palette import Palette
from render.ribbon import Ribbon
from render.scene import PAGE, Scene
from render.sprite import Sprite, lay, stamp


class Fittings:
    """What every box has: header, ribbon, and the badges that number the options. Made once a game."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        shoulder_badge: float,
    ) -> None:
        self.header = Header(palette, box)
        self.ribbon = Ribbon(palette)
        self.badges = marks.badges(palette, badge, PAGE)
        self.shoulder_badges = marks.badges(palette, shoulder_badge, PAGE)


class Painting(ABC):
    """Laid from the ground upwards. A game says what its seats have, and how its pieces and marks lie.

    A place is where a piece can stand, by its number.
    """

    index: ClassVar[Mapping[str, int]]
    """The numbers of the places by their names."""

    def __init__(self, scene: Scene, ground: Image.Image, fittings: Fittings) -> None:
        self._scene, self._fittings = scene, fittings
        self._picture = ground.copy()

    def finished(self) -> Image.Image:
        self._paint_header()
        self._paint_middle_of_header()
        self._paint_trays()
        if self._scene.choices:
            self._paint_pieces()
            self._paint_chosen(self._scene.choices.chosen)
            self._paint_badges()
        else:
            self._paint_last_turn()
        return self._picture

    # What a game says

    @abstractmethod
    def _plate(self, seat: int) -> Plate: ...

    @abstractmethod
    def _prize(self, seat: int) -> Sprite:
        """The emblem of a seat as it lies on the ribbon."""

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

    def _paint_header(self) -> None:
        outcome = self._scene.position.outcome
        winners = outcome.winners if outcome else ()
        first, second = (replace(self._plate(seat), won=seat in winners) for seat in (0, 1))
        self._fittings.header.draw(self._picture, (first, second))

    def _paint_middle_of_header(self) -> None:
        """In place of the name of the game, and under all that follows."""
        outcome, choices = self._scene.position.outcome, self._scene.choices
        if outcome:
            prizes = [self._prize(seat) for seat in outcome.winners or (0, 1)]
            self._fittings.ribbon.draw(self._picture, prizes)
        elif choices:
            self._fittings.header.draw_bar(self._picture, choices.step, choices.steps)

    # On the board

    def _stamp(self, sprite: Sprite, place: int, aside: tuple[int, int] = (0, 0)) -> None:
        x, y = self._middle(place)
        stamp(self._picture, sprite, x + aside[0], y + aside[1])

    # What may be chosen

    def _paint_badges(self) -> None:
        assert self._scene.choices is not None
        first = self._scene.page * PAGE
        for number, option in enumerate(self._scene.choices.options[first : first + PAGE], start=1):
            self._paint_option(option.number or number, option)

    def _paint_option(self, number: int, option: Option) -> None:
        for name in option.places:
            self._paint_badge(number, self.index[name])

    def _paint_badge(self, number: int, place: int) -> None:
        """On the shoulder of a piece, so that what decides the move stays to be seen; else in the middle."""
        if self._is_occupied(place):
            self._stamp(self._fittings.shoulder_badges[number - 1], place, self._shoulder(place))
        else:
            self._clear(place)
            self._stamp(self._fittings.badges[number - 1], place)


class SquaresPainting(Painting):
    """A board of squares; a place is a square."""

    shoulder: ClassVar[tuple[int, int]]
    """From the middle of any square to the badge."""

    def __init__(self, scene: Scene, grid: Grid, ground: Image.Image, fittings: Fittings) -> None:
        super().__init__(scene, ground, fittings)
        self._grid = grid

    @abstractmethod
    def _blank(self, square: int) -> Image.Image:
        """The square with nothing on it."""

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
