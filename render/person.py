"""Who is seen in a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

FACE: Final = 128
"""Pixels of the side of a face as it is kept."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    """Empty where nobody is named."""
    face: bytes = b""
    """A square picture of FACE pixels, as a PNG file; empty where there is none, and a token is drawn."""
    level: int = 0
    """Of a computer, whose token is its own; 0 of everybody else."""

    @property
    def is_known(self) -> bool:
        """There is something of them to be seen."""
        return bool(self.name or self.face or self.level)


NOBODY: Final = Person("")
"""Of whom nothing is known."""


def called(names: Iterable[str]) -> tuple[Person, ...]:
    """People of whom no more is known."""
    return tuple(map(Person, names))
