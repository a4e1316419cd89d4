"""A button is an address, never state: feature, verb, match (or challenge), ply, and what was chosen so far.

Buttons that were sent years ago must still be understood: parts may be added at the end, never changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

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
