"""A button is an address, never state: feature, verb, match (or challenge), ply, and what was chosen so far.

Buttons that were sent years ago must still be understood: parts may be added at the end, never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Self

from bot.club.refused import Refused
from bot.ui import limits


@dataclass(frozen=True, slots=True)
class Address:
    feature: str
    verb: str
    number: int
    ply: int = 0
    rest: tuple[str, ...] = ()

    def __str__(self) -> str:
        written = ":".join([self.feature, self.verb, str(self.number), str(self.ply), *self.rest])
        if len(written) > limits.ADDRESS:
            raise ValueError(f"an address of {len(written)} characters: {written}")
        return written

    @classmethod
    def read(cls, text: str) -> Self:
        feature, verb, number, ply, *rest = text.split(":")
        return cls(feature, verb, int(number), int(ply), tuple(rest))


ANY: Final = re.compile(r"[a-z]+:[a-z_]+:[0-9]{1,15}:[0-9]{1,6}(?::[^\n]*)?")
"""What all addresses look like."""

_GREATEST: Final = (1 << 63) - 1
"""Of the numbers of Discord, and of those that the database can tell."""


@contextmanager
def understood() -> Iterator[None]:
    """While parts of an address, or what was chosen, are read: they come from outside and may be anything.

    Raises Refused where they make no sense.
    """
    try:
        yield
    except (ValueError, LookupError):
        raise Refused("not_understood") from None


def whole_number(written: str) -> int:
    """Raises ValueError."""
    if not (written.isascii() and written.isdecimal() and len(written) < 20 and int(written) <= _GREATEST):
        raise ValueError(written)
    return int(written)
