"""One picture in the making, as far as all pictures of matches are painted alike.

A board with a field has a plate for each of its two seats in the header. A table without one has panels at
the foot, for two to six seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import ClassVar, Final, Generic

from PIL import Image

from engines.choices import Option
from engines.game import Outcome, P
from render import marks
from render.board import Grid
from render.boardfaces import among, faces_of
from render.excerpt import Box, excerpt
from render.header import Header
from render.lettering import Lettering
from render.palette import Palette
from render.panels import Panel, Panels, Place, dice_of
from render.person import NOBODY, Person
from render.plates import IDLE, NARROW, SHARED, WIDTH, WON, Emblem, Plate, dice_on
from render.reading import Point
from render.scene import PAGE, Scene
from render.sheet import Sheet
from render.signs import SEATS, DrawSign, draw_sign
from render.sprite import Sprite, lay, stamp

_UNNUMBERED: Final = 10.0
"""The radius of the badge of an option of another page."""


class Fittings:
    """What every box has: a header, and the badges that number the options. Made once a game."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        plates: int,
        badge_corner: float | None = None,
    ) -> None:
        """With plates of this width in the header; with round badges, unless pieces look like them."""
        self.palette = palette
        self.lettering = Lettering(palette)
        self.header = Header(palette, box, self.lettering, plates)
        self.badges = marks.badges(palette, badge, PAGE, badge_corner)
        self.unnumbered = marks.unnumbered(palette, _UNNUMBERED, badge_corner)


class BoardFittings(Fittings):
    """And those that lie on the shoulder of a piece."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        shoulder_badge: float,
        badge_corner: float | None = None,
    ) -> None:
        super().__init__(palette, box, badge=badge, plates=WIDTH, badge_corner=badge_corner)
        self.shoulder_badges = marks.badges(palette, shoulder_badge, PAGE, badge_corner)


class TableFittings(Fittings):
    """And panels with the signs of the seats, which lie on the ribbon in the header, too."""

    def __init__(
        self,
        palette: Palette,
        box: Image.Image,
        *,
        badge: float,
        draw_sign: DrawSign = draw_sign,
        marks: Mapping[str, Callable[[Sheet], None]] | None = None,
        others: Iterable[Place] = (),
    ) -> None:
        """With the marks that the game has beside GO, and its panels that are no seat's."""
        super().__init__(palette, box, badge=badge, plates=NARROW)
        self.panels = Panels(palette, self.lettering, draw_sign=draw_sign, marks=marks, others=others)
        self.emblems = [Emblem.drawn(partial(_emblem, palette, draw_sign, seat)) for seat in SEATS]


def _emblem(palette: Palette, draw_sign: DrawSign, seat: int, radius: float) -> Sprite:
    sheet = Sheet(80, 80)
    draw_sign(sheet, sheet.middle, radius, seat)
    return palette.sprite(sheet.finished())


class Painting(ABC, Generic[P]):
    """Laid from the ground upwards. A game says what its seats have, and what lies between them."""

    def __init__(self, scene: Scene[P], ground: Image.Image, fittings: Fittings) -> None:
        self._scene, self._position, self._fittings = scene, scene.position, fittings
        self._portraits = faces_of(scene.people) if scene.people else None
        self._ground = ground
        self._lifted: Collection[Hashable] = ()
        self._shows_dice = True

    @cached_property
    def _picture(self) -> Image.Image:
        """Not made by who only asks where things lie."""
        return self._ground.copy()

    def finished(self) -> Image.Image:
        """Under the colours of the game, and of the faces in it."""
        self._paint_seats()
        self._paint_middle_of_header()
        self._paint_table()
        self._picture.putpalette(among(self._picture.getpalette() or (), self._scene.people))
        return self._picture if self._scene.around is None else self._excerpt(self._scene.around)

    def _excerpt(self, names: tuple[str, ...]) -> Image.Image:  # noqa: ARG002 - a table is shown whole
        """The part that shows these places, and what else the scene tells of."""
        return self._picture

    def _person(self, seat: int) -> Person:
        people = self._scene.people
        return people[seat] if seat < len(people) else NOBODY

    def without_dice(self) -> Image.Image:
        """The same before the dice lie there."""
        self._shows_dice = False
        return self.finished()

    # What a game says

    @abstractmethod
    def dice(self) -> Iterable[tuple[Sprite, tuple[int, int]]]:
        """Those that lie there, and where the middle of each is."""

    @abstractmethod
    def _paint_seats(self) -> None:
        """What the seats have, round the table."""

    @abstractmethod
    def _paint_table(self) -> None:
        """What lies on it."""

    # The header

    def _paint_middle_of_header(self) -> None:
        """In place of the name of the game, and under all that follows."""
        outcome, choices = self._position.outcome, self._scene.choices
        if choices and not outcome:
            pages = -(-len(choices.options) // PAGE)
            self._fittings.header.draw_bar(
                self._picture, choices.step, choices.steps, self._scene.page, pages
            )

    # What may be chosen

    def where(self, option: Option) -> Point | None:
        """Where its number lies; of several places the one that is read first."""
        places = [self._badge_on(name) for name in option.places]
        return min(places, key=lambda place: (place[1], place[0])) if places else None

    @abstractmethod
    def _badge_on(self, name: str) -> Point:
        """Where a badge lies on a place."""

    def _numbered(self) -> Iterable[tuple[int, Option]]:
        """The options of the page that is shown, with the numbers they have there."""
        if self._scene.choices is None:
            return
        for number, option in enumerate(self._scene.choices.options[self._shown], start=1):
            yield option.number or number, option

    @property
    def _shown(self) -> slice:
        """Which of the options have their numbers on this page."""
        return slice(self._scene.page * PAGE, (self._scene.page + 1) * PAGE)

    def _paint_other_pages(self) -> None:
        """What may be chosen there is no less allowed."""
        if self._scene.choices:
            others = list(self._scene.choices.options)
            del others[self._shown]
            for name in (name for option in others for name in option.places):
                self._make_room_on(name)
                stamp(self._picture, self._fittings.unnumbered, *self._badge_on(name))

    def _make_room_on(self, name: str) -> None:
        """For the games whose empty places have marks of their own: a badge is to lie there."""


class TablePainting(Painting[P]):
    """Felt, and a panel for each of two to six seats at the foot."""

    _fittings: TableFittings

    def __init__(self, scene: Scene[P], ground: Image.Image, fittings: TableFittings) -> None:
        super().__init__(scene, ground, fittings)

    @abstractmethod
    def _panels(self) -> Sequence[Panel]:
        """One for each seat."""

    def dice(self) -> Iterable[tuple[Sprite, tuple[int, int]]]:
        return dice_of(self._panels())

    def _paint_seats(self) -> None:
        panels = self._panels()
        if not self._shows_dice:
            panels = [replace(panel, dice=()) for panel in panels]
        self._fittings.panels.draw(self._picture, panels, self._portraits)

    def _paint_middle_of_header(self) -> None:
        """When the match is over, the ribbon lies beside the name of the game."""
        outcome = self._position.outcome
        if outcome:
            plates = [self._ribbon(seat, outcome) for seat in outcome.winners or self._sharing(outcome)]
            self._fittings.header.draw_ribbon(self._picture, plates, self._portraits)
        else:
            super()._paint_middle_of_header()

    def _ribbon(self, seat: int, outcome: Outcome) -> Plate:
        state = WON if outcome.winners else SHARED
        return Plate(self._fittings.emblems[seat], outcome.scores[seat], state, person=self._person(seat))

    def _sharing(self, outcome: Outcome) -> Sequence[int]:
        """Who lies on the ribbon where nobody won."""
        return range(len(outcome.scores))


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
