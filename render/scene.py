"""A scene: all that a picture shows. The renderer asks nobody for more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from engines.choices import Choices
from engines.game import P
from engines.record import Ply
from render.person import Person
from render.tables import USUAL

__all__ = ["PAGE", "Ply", "Scene"]


@dataclass(frozen=True, slots=True)
class Scene(Generic[P]):
    game: str
    position: P
    last: tuple[Ply[P], ...] = ()
    """The plies of the last turn, oldest first: they are drawn into the picture."""
    seat: int = 0
    """Whose side the board is seen from; the picture is turned for the others."""
    choices: Choices | None = None
    """Composer view: the options of this step are numbered on the board."""
    page: int = 0
    """Which PAGE of the options is shown; the numbers start at 1 on each."""
    people: tuple[Person, ...] = ()
    """Who has the seats; empty where nobody is named."""
    marked: tuple[tuple[str, ...], ...] = ()
    """A figure of the rules: places that are numbered from 1; those with one number lie together."""
    ways: tuple[tuple[str, str, str], ...] = ()
    """And ways from place to place, each of a kind that the drawer of the game knows."""
    around: tuple[str, ...] | None = None
    """A figure shows the part of a board with these places, its marks, ways and choices; None: all of it."""
    theme: str = USUAL
    """One of the TABLES: in which colours all of it is seen."""
    stage: object = None
    """In a film: where its drawer lets all of its scenes take place."""


PAGE = 25
"""Options a page: as many as Discord's select menu holds."""
