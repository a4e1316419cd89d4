"""How a move is put together: a question a step, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.codes import Note, Value
from engines.moves import Move

Partial = tuple[str, ...]
"""The keys chosen so far, one a step."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to the question a step asks."""

    key: str
    """What it adds to the partial."""
    places: tuple[str, ...] = ()
    """Where it lies on the board; empty for an answer that lies nowhere, such as declining."""
    notes: tuple[Note, ...] = ()
    number: int | None = None
    """Its own number, where the board gives it one; the others are numbered as they come."""
    is_last: bool = False
    """It plays what was composed."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One step of composing a move. People see options numbered from 1, as they are read from the board."""

    ask: str
    """The code of the question."""
    options: tuple[Option, ...]
    aside: tuple[Option, ...] = ()
    """Answers beside the numbered ones, such as 'all' and 'none'."""
    numbered: bool = True
    """False where the board names the places itself."""
    several: bool = False
    """True where any number of the options may be taken at once: their keys are joined by '+'."""
    step: int = 1
    steps: int = 1
    chosen: tuple[str, ...] = ()
    """The places chosen in earlier steps."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """What the sentence of the question tells, such as the points at stake."""
    notes: tuple[Note, ...] = ()
    """What is to be said of what was composed so far: what it costs, brings, and what stands against it."""
    preview: object = None
    """What was composed so far, for the drawer of the game to show instead of the position; None: nothing."""
    in_words: tuple[Note, ...] = ()
    """The preview, for those who cannot see it."""
    so_far: Partial | None = None
    """A shorter partial that leads to this very step, where there is one."""


@dataclass(frozen=True, slots=True)
class Complete:
    """The composing is done: this is the move. A warning wants a confirmation first."""

    move: Move
    warning: Note | None = None
