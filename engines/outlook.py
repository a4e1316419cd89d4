"""How a game looks to whoever thinks ahead in it, said once for all games.

A player thinks in nodes: positions in a quicker form, without words, and without what the seat that
thinks may not know. What a node is worth is a whole number between LOST and WON, the same on every
machine. A game that lends no outlook is looked at by its rules and points alone.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Generic, TypeVar

from engines.moves import Move

OVER: Final = -3
"""Who moves when the match is over."""

WON: Final = 1_000_000
LOST: Final = -WON
"""Worth is linear in the odds, so that what chance brings can be averaged: 0 is even."""

P = TypeVar("P")
N = TypeVar("N")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Level:
    """How far and how truly a computer player sees. What it sees at all is a matter of its outlook."""

    depth: int
    """Decisions that it looks ahead, at most."""
    nodes: int
    """Positions that it looks at: the thought that is under way then is dropped."""
    breadth: int = 1_000
    """Moves of a seat that it follows further, those that look best."""
    blur: float = 0.0
    """How wrong it judges its own moves, as a spread of log odds."""


class Outlook(ABC, Generic[P, N, M]):
    """One level's look at a game, for one thought. Nodes are hashable values; moves may be quicker ones."""

    sureness: ClassVar[float] = 1.0
    """How many times as sure as its worths, in log odds, whoever tells its odds may be: matches have told."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.looked = 0
        """Positions looked at: whoever lists or glances at moves adds to it."""

    def look_harder(self, times: int) -> None:
        """With so many times the nodes, and as far as these bring it; before it is asked for a node."""
        level = self.level
        self.level = replace(level, nodes=level.nodes * times, depth=level.depth + min(level.depth - 1, 2))

    # There and back

    @abstractmethod
    def node(self, position: P, seat: int) -> N:
        """The position with this seat to move, as far as the seat may know it."""

    @abstractmethod
    def move(self, node: N, move: M) -> Move:
        """As the game knows it."""

    # The rules

    @abstractmethod
    def who(self, node: N) -> int:
        """The seat to move, CHANCE or OVER."""

    @abstractmethod
    def after(self, node: N, move: M) -> N:
        """What falls then is a node of its own: chance costs no depth, and one throw leads to the next."""

    @abstractmethod
    def chances(self, node: N) -> Sequence[tuple[int, M]]:
        """What chance may bring, each with its weight."""

    def is_small(self, node: N) -> bool:  # noqa: ARG002 - for the games that have such steps
        """A step within a turn: to decide it costs no depth. A turn has a few of them, at most."""
        return False

    # What it is worth

    @abstractmethod
    def moves(self, node: N, me: int) -> list[tuple[int, M]]:
        """Each move with what it is worth to me at a glance, the best for who is to move first.

        Moves that are as good as others may be left out, and those that the level overlooks; never all.
        """

    def glance(self, node: N, me: int) -> int:
        """What the best of these moves is worth to me: games may know it sooner."""
        return self.moves(node, me)[0][0]

    def glance_within(self, node: N, me: int, low: int, high: int) -> int:  # noqa: ARG002 - for quick games
        """A glance, exact between low and high, else on the right side of them: games may stop sooner."""
        return self.glance(node, me)

    @abstractmethod
    def worth(self, node: N, me: int) -> int:
        """What the node is worth to me as it stands; of one that is over, how it ended."""

    def odds(self, node: N, worth: int) -> float:  # noqa: ARG002 - for the games where seats see less than this
        """That the seat wins that is to move, if its move is worth so much."""
        return odds_of((worth, self.sureness))


def odds_of(*worths: tuple[int, float]) -> float:
    """The odds of winning, of worths each so many times as sure; nothing is certain before it happens."""
    surely = 1.0
    for worth, sureness in worths:
        odds = min(max((worth + WON) / (2 * WON), 0.001), 0.999)
        surely *= math.pow(odds / (1 - odds), sureness)
    return round(min(max(surely / (1 + surely), 0.001), 0.999), 4)


def worth_of(log_odds: float) -> int:
    return round(WON * math.tanh(log_odds / 2))


def worth_of_end(winners: Sequence[int], me: int) -> int:
    """A win that is shared is worth the less, a draw with nobody winning is even."""
    if not winners:
        return 0
    return WON // len(winners) * 2 - WON if me in winners else LOST
