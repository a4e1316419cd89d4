"""The moves of Cubus."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.cubus.pile import Column, Pile
from engines.moves import Move


class Step(StrEnum):
    """What is next."""

    LOT = "lot"
    DRAW = "draw"
    BUILD = "build"
    WINDOW = "window"
    """Somebody claims that there is no build; the others agree or knock."""
    KNOCK = "knock"
    BID = "bid"
    LOWER = "lower"
    END = "end"
    """All is built, and pulled down where that was chosen; or one seat is left."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Chance: the tile that the seat to move takes from the stack, by its letter."""

    tile: str


@dataclass(frozen=True, slots=True)
class Build(Move):
    """The new pile, built from the hand of the seat whose turn it is: by that seat, or by the knocker."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """There is no build, says the seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class Agree(Move):
    """Another seat sees no build either."""


@dataclass(frozen=True, slots=True)
class Knock(Move):
    """Another seat sees a build, and is to show it."""


@dataclass(frozen=True, slots=True)
class Fail(Move):
    """The knocker has no build to show."""


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """A build from all tiles that are left over, at the end."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No bid."""


@dataclass(frozen=True, slots=True)
class Lower(Move):
    """Demolition: one crate leaves this column of the pile as it lies."""

    column: Column


CLAIM: Final = Claim()
AGREE: Final = Agree()
KNOCK: Final = Knock()
FAIL: Final = Fail()
PASS: Final = Pass()
