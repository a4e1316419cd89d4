"""One picture in the making, as far as all pictures of matches are painted alike.

Those with a field are `BoardPainting`s, those without one `TablePainting`s.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable
from functools import cached_property
from typing import Generic

from PIL import Image

from engines.choices import Option
from engines.game import P
from render.boardfaces import among, faces_of
from render.fittings import Fittings
from render.person import NOBODY, Person
from render.reading import Point
from render.scene import PAGE, Scene
from render.sprite import Sprite, stamp


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
