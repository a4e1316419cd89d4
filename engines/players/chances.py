"""All that chance may bring in a position, each as likely as the game draws it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engines.chance import TextSource
from engines.game import Position
from engines.moves import CHANCE, Move

MOST: Final = 400
"""Ways to draw that are all gone through; where there are more, a fair sample is drawn."""
SAMPLE: Final = 24


@dataclass(slots=True)
class _Script:
    """A source that answers as it was told to, and nought from there on."""

    answers: list[int]
    asked: list[int] = field(default_factory=list)

    def below(self, n: int) -> int:
        place = len(self.asked)
        self.asked.append(n)
        return self.answers[place] if place < len(self.answers) else 0


def chances(position: Position, text: str) -> list[tuple[float, Move]]:
    """What chance may bring, behind how likely it is; where that is too much, a sample that the text decides.

    What would change nothing is left out, for then chance is asked again.
    """
    likely = _all(position) or _some(position, text)
    telling = {move: share for move, share in likely.items() if position.played(CHANCE, move) != position}
    whole = sum(telling.values())
    return [(share / whole, move) for move, share in telling.items()]


def _some(position: Position, text: str) -> Mapping[Move, float]:
    drawn = [position.draw_chance(TextSource(f"{text}/{number}")) for number in range(SAMPLE)]
    return {move: float(drawn.count(move)) for move in dict.fromkeys(drawn)}


def _all(position: Position) -> Mapping[Move, float]:
    """By going every way that drawing can go; empty where there are too many."""
    likely: dict[Move, float] = defaultdict(float)
    answers: list[int] = []
    for _ in range(MOST):
        script = _Script(answers)
        move = position.draw_chance(script)
        ways = math.prod(script.asked)
        if ways > MOST:
            return {}
        likely[move] += 1 / ways
        following = _following(script)
        if following is None:
            return likely
        answers = following
    return {}


def _following(script: _Script) -> list[int] | None:
    """The answers that were not given yet; None after the last."""
    answers = [*script.answers, *[0] * (len(script.asked) - len(script.answers))]
    while answers:
        last = answers.pop() + 1
        if last < script.asked[len(answers)]:
            return [*answers, last]
    return None
