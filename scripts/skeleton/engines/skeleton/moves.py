"""The moves of Skeleton."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engines.moves import Move

COUNTERS: Final = 12
MOST: Final = 3
"""Counters a seat may take at once."""


class Step(StrEnum):
    """What is next."""

    LOT = "lot"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """So many counters, from the left."""

    counters: int
