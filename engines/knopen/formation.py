"""What the stones of one colour are to each other: offences, and the lines along which pairs strike.

The same as `offending` and `threatened_by` of the board say, found once for every set of stones: whoever
thinks ahead meets the same stones of one colour again and again, with others of the other colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engines.knopen.board import BIT, HOLES, NEIGHBOURS, RAYS, SIZE
from engines.knopen.evaluation import APART, GROUND

LONGEST: Final = SIZE


class Line(NamedTuple):
    """Where a pair strikes at one of its ends."""

    reach: int
    """The squares outwards, as far as the pair reaches and no stone of its own stands."""
    upwards: bool
    """The nearest of these squares is the lowest in the set."""
    pair: int


class Formation(NamedTuple):
    offending: int
    """The stones in groups of more than two."""
    lines: tuple[Line, ...]
    reach: int
    """The squares of all lines."""
    ground: int
    """What it is worth that the stones stand where they do."""


class Formations(dict[int, Formation]):
    """By set of stones. Lines may be cut short, for those who overlook what comes from afar."""

    def __init__(self, sight: int = LONGEST) -> None:
        super().__init__()
        self._outward = _outward(sight)

    def __missing__(self, stones: int) -> Formation:
        offending = 0
        pairs: list[tuple[int, int]] = []
        ground, rest = 0, stones
        lower: list[int] = []
        while rest:
            low = rest & -rest
            rest ^= low
            square = low.bit_length() - 1
            apart = APART[square]
            ground += GROUND[square] + sum([apart[other] for other in lower])
            lower.append(square)
            touching = NEIGHBOURS[square] & stones
            if touching:
                if touching & (touching - 1):
                    offending |= low | touching
                elif touching > low:
                    pairs.append((square, touching.bit_length() - 1))
        lines: list[Line] = []
        for first, second in pairs:
            pair = BIT[first] | BIT[second]
            if pair & offending:
                continue
            for end, other in ((second, first), (first, second)):
                squares, upwards = self._outward[end, other]
                if squares:
                    met = squares & stones
                    if met:
                        squares &= (met & -met) - 1 if upwards else -1 << met.bit_length()
                    if squares:
                        lines.append(Line(squares, upwards, pair))
        reach = 0
        for line in lines:
            reach |= line.reach
        found = self[stones] = Formation(offending, tuple(lines), reach, ground)
        return found

    def threatened(self, attackers: int, victims: int) -> int:
        """The victims that the attackers' pairs could take."""
        formation = self[attackers]
        if not formation.reach & victims:
            return 0
        found = 0
        for reach, upwards, _ in formation.lines:
            met = reach & victims
            if met:
                found |= met & -met if upwards else 1 << (met.bit_length() - 1)
        return found


@cache
def _outward(sight: int) -> Mapping[tuple[int, int], tuple[int, bool]]:
    """By the end of a pair and its other stone: the squares that it reaches, and whether they go upwards."""
    found = {}
    for end, rays in enumerate(RAYS):
        for direction, ray in enumerate(RAYS[end]):
            if ray:
                away = rays[(direction + 4) % len(rays)]
                reach = min(HOLES[end] + HOLES[ray[0]], sight)
                squares = sum(BIT[square] for square in away[:reach])
                found[end, ray[0]] = squares, end > ray[0]
    return found
