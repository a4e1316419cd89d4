"""The order in which what can be chosen is read from a picture: line by line, whoever sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.choices import Option

Point = tuple[int, int]
Where = Callable[[Option], Point | None]
"""Where the number of an option lies in a picture; None where it lies nowhere."""

_LINE: Final = 20
"""What lies lower than this below the first of a line begins another: half of a badge."""


def as_read(options: Sequence[Option], where: Where) -> tuple[Option, ...]:
    """Those that lie nowhere come last, as they came. What has a number of its own keeps its place."""
    if any(option.number is not None for option in options):
        return tuple(options)
    placed = [(place, option) for option in options if (place := where(option)) is not None]
    placed.sort(key=lambda each: each[0][1])
    lines: list[list[tuple[Point, Option]]] = []
    for place, option in placed:
        if not lines or place[1] > lines[-1][0][0][1] + _LINE:
            lines.append([])
        lines[-1].append((place, option))
    read = [option for line in lines for _, option in sorted(line, key=lambda each: each[0][0])]
    return (*read, *(option for option in options if option not in read))
