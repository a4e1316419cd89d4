"""What may be asked of a position as a puzzle: one thing to do, and one answer that is clearly the best.

A game whose moves can be listed needs none of its own for it: see engines/players/decisions.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engines.codes import Note
from engines.moves import Move

P = TypeVar("P")

WIN, HOLD, BEST, MOST = "win", "hold", "best", "most"
TASKS: Final = (WIN, HOLD, BEST, MOST)
"""Win for certain; the only move that does not lose; the best by far; the most points."""


@dataclass(frozen=True, slots=True)
class Asked:
    """As moves are written."""

    task: str
    answers: tuple[str, ...]
    """All that lead to the same best position; of MOST an example."""
    line: tuple[str, ...]
    """The answer, and what is expected to follow."""
    points: int = 0
    """Of MOST: how many can be had."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Why a move is not the answer."""

    note: Note
    line: tuple[str, ...]
    """The move, and what spoils it, as the lines of a record."""


class Quiz(ABC, Generic[P]):
    """Of one game."""

    @abstractmethod
    def asked(self, position: P, seat: int) -> Asked | None:
        """What can be asked of the seat, which is to move; None where nothing is clearly best."""

    @abstractmethod
    def is_confirmed(self, position: P, seat: int, asked: Asked, times: int = 1) -> bool:
        """A deeper look than the one that found it, with so many times its nodes, sees the same."""

    @abstractmethod
    def share(self, position: P, seat: int, asked: Asked, move: Move) -> float:
        """How much of what can be had the legal move has: 1 for the answer."""

    @abstractmethod
    def miss(self, position: P, seat: int, asked: Asked, move: Move) -> Miss:
        """Why the legal move is none of the answers. This may think for a second, as a hint may."""
