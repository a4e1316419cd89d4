"""How fast a film goes: slowly where it can, and where something happens; never longer than a minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, TypeVar

from render.motion import Motion

FIRST: Final = 1500
"""Milliseconds that the first picture stays: who plays what."""
RESULT: Final = 5000
"""And the last one: who won."""
LONGEST: Final = 60_000
"""Of a whole film. Of a match that would take longer fewer turns are shown."""
_ROOM: Final = LONGEST - FIRST - RESULT
MOST_A_BEAT: Final = 6
"""Frames between two pictures, a beat."""
FRAME: Final = 50
"""Of a frame between two pictures. Browsers take less than 20 for 100, and Discord's window is a browser."""
_BEAT: Final = (120, 320)
"""That a piece takes to where it goes, in the quickest film and in the slowest."""
_PAUSE: Final = (200, 600)
"""That a picture stays."""
_LOOK: Final = (200, 500)
"""And how much longer where something happened."""
_STEP: Final = 0.02
_GRAIN: Final = 10
"""The times of a GIF are told in hundredths of a second."""

Span = tuple[int, int]
Motions = Sequence[Motion]
"""Of one turn, one after the other; none where a film just cuts."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Tempo:
    speed: float
    """From 0, as quick as can be followed, to 1, as slow as anybody likes it."""

    def pause(self, motions: Motions) -> int:
        """Milliseconds that the picture after a turn stays."""
        stays = _between(_PAUSE, self.speed) + _is_event(motions) * _between(_LOOK, self.speed)
        return _grained(stays)

    def frames(self, motion: Motion, most_a_beat: int) -> tuple[int, int]:
        """Of how many it consists, and milliseconds that each stays."""
        lasts = motion.beats * _between(_BEAT, self.speed)
        frames = max(1, min(round(lasts / FRAME), round(motion.beats * most_a_beat)))
        return frames, _grained(lasts / frames)

    def lasts(self, motions: Motions) -> int:
        """Milliseconds from one picture to the end of the next."""
        moving = sum(prod(self.frames(motion, MOST_A_BEAT)) for motion in motions)
        return moving + self.pause(motions)


def tempo_of(turns: Sequence[Motions]) -> Tempo:
    """The slowest that ends in time, for all turns behind the first picture."""
    quick, slow = (sum(map(Tempo(speed).lasts, turns)) for speed in (0, 1))
    speed = min(max((_ROOM - quick) / max(1, slow - quick), 0.0), 1.0)
    while speed > 0 and sum(map(Tempo(speed).lasts, turns)) > _ROOM:  # times are round numbers
        speed = max(0.0, speed - _STEP)
    return Tempo(speed)


def told(turns: Sequence[Motions]) -> Sequence[int]:
    """The numbers of the turns that a quick film has time for: those without events are left out first.

    About so many: what is left out may have been a part of what is told then.
    """
    numbers = range(len(turns))
    share = _ROOM / max(1, sum(map(Tempo(0).lasts, turns[1:])))
    if share >= 1 or len(turns) <= 2:
        return numbers
    most = max(2, int(len(turns) * share))
    kept = {numbers[0], numbers[-1], *(number for number in numbers if _is_event(turns[number]))}
    if len(kept) > most:
        return spread(numbers, most)
    return sorted({*kept, *spread([number for number in numbers if number not in kept], most - len(kept))})


def spread(items: Sequence[Item], most: int) -> Sequence[Item]:
    """So many of them, evenly spread; the last is always there, the first as soon as there are two."""
    if len(items) <= most:
        return items
    last = len(items) - 1
    return [items[last - last * step // max(1, most - 1)] for step in reversed(range(most))]


def _is_event(motions: Motions) -> bool:
    return any(motion.is_event for motion in motions)


def _between(span: Span, speed: float) -> float:
    quick, slow = span
    return quick + (slow - quick) * speed


def _grained(milliseconds: float) -> int:
    return round(milliseconds / _GRAIN) * _GRAIN
