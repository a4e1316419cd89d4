"""The puzzle of a day: it follows from the date and the files alone, so that it is the same everywhere."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Final

from engines import GAMES
from puzzles.puzzle import Puzzle, puzzles_of

_STRETCH: Final = 64
"""Turns of a game in which no puzzle comes twice."""
_PARTS: Final = 4
"""Into which the puzzles of a game are dealt: each stretch draws from another than the three before it."""


def daily(day: int) -> Puzzle:
    """Of a day of UTC, counted from 1970: every day the next game, and none again within two years.

    A puzzle that is added later takes, by and by, some days of its own; the others keep theirs.
    """
    games = [game for game in GAMES if puzzles_of(game)]
    turn, place = divmod(day, len(games))
    stretch, step = divmod(turn, _STRETCH)
    return _drawn(games[place], stretch)[step]


@cache
def _drawn(game: str, stretch: int) -> tuple[Puzzle, ...]:
    """Those of a stretch, turn by turn. Of a game that has too few, all begin anew."""
    puzzles = {puzzle.number: puzzle for puzzle in puzzles_of(game)}
    dealt = [number for number in puzzles if number % _PARTS == stretch % _PARTS]
    pool = frozenset(dealt or puzzles)
    left, drawn = set(pool), list[Puzzle]()
    for step in range(_STRETCH):
        number = min(left, key=lambda one: _lot(stretch, step, one))
        drawn.append(puzzles[number])
        left.remove(number)
        left = left or set(pool)
    return tuple(drawn)


def _lot(stretch: int, step: int, number: int) -> tuple[bytes, int]:
    return blake2b(b"%d %d %d" % (stretch, step, number), digest_size=8).digest(), number
