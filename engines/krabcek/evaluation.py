"""How far a side of Krabcek is with its tower, at a glance, in thousandths of log odds.

The numbers come from a regression over matches of these players among themselves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.krabcek.distances import FAR, Distances
from engines.krabcek.freedom import Uses, stuck, uses
from engines.krabcek.labyrinth import ALLEY, BIT, GATE_SET, MOST_STEPS, STREET, boxes_of
from engines.krabcek.pieces import (
    BIG_STACK,
    BIGBOY,
    IN_THE_SET,
    LITTLE_STACK,
    MIDDLEMAN,
    SKINNYBOY,
    Force,
    hand_of,
)
from engines.outlook import WON, worth_of

_WEIGHTS: Final = (
    ("skinnies", 30),
    ("middles", 60),
    ("little_stack", 125),
    ("on_gate", 200),
    ("waiting", 300),
    ("switch_near", 100),
    ("on_avenue", 950),
    ("hits_middle", 125),
    ("hits_little", 150),
    ("rate_middle", 250),
    ("rate_little", 250),
    ("big_stack", 1_650),
    ("hits_skinny", 200),
    ("rate_skinny", 250),
    ("rate_upon", 100),
    ("open_gates", 0),
)
_STUCK: Final = 300
"""A throw that could not be used, were it one's turn."""
INITIATIVE: Final = 0
"""It is the other's turn: in thousandths."""
_WIDEST: Final = 8_000
_WORTHS: Final = tuple(worth_of(thousandths / 1_000) for thousandths in range(_WIDEST + 1))


class Prospect(NamedTuple):
    """Of a side by itself."""

    score: int
    finishing: Uses
    """Its walks that build the tower."""
    uses: Uses


class Side(NamedTuple):
    """What a side has."""

    standing: int
    """All boxes where it stands."""
    prospect: Prospect


class Prospects(dict[tuple[Force, int], Prospect]):
    """Of a side by its pieces and its gates, as if it were alone in the labyrinth."""

    def __init__(self, distances: Distances) -> None:
        super().__init__()
        self._distances = distances

    def __missing__(self, key: tuple[Force, int]) -> Prospect:
        force, gates = key
        features = self.features(force, gates)
        score = sum(round(weight * features[name]) for name, weight in _WEIGHTS)
        found = self[key] = Prospect(score, self._finishing(force), uses(self._distances, force, gates))
        return found

    def features(self, force: Force, gates: int) -> dict[str, float]:
        skinny, middle, big, little, big_stack, _ = force
        avenues = self._distances.avenues
        everybody = skinny | middle | big | little | big_stack
        open_gates = gates & ~everybody
        hand = hand_of(force)
        tower = big & avenues
        stack = big_stack & avenues
        is_waiting = bool((big | big_stack) & GATE_SET)
        on_avenue = (skinny | middle | little) & avenues
        found = dict.fromkeys((name for name, _ in _WEIGHTS), 0.0)
        found["on_gate"] = float(is_waiting)
        found["waiting"] = float(is_waiting) * min(on_avenue.bit_count(), 2)
        found["on_avenue"] = float(tower != 0)
        found["big_stack"] = float(stack != 0)
        if not tower and not stack:
            found["switch_near"] = 1.0 if on_avenue else self._rate(ALLEY, avenues, skinny | middle | little)
        if tower:
            found["rate_middle"] = self._rate(STREET, tower, middle) + self._entering(
                STREET, tower, open_gates, hand[MIDDLEMAN]
            )
            found["rate_little"] = self._rate(STREET, tower, little)
            found["hits_middle"] = self._hits(STREET, tower, middle)
            found["hits_little"] = self._hits(STREET, tower, little)
        if stack:
            found["rate_skinny"] = self._rate(ALLEY, stack, skinny) + self._entering(
                ALLEY, stack, open_gates, hand[SKINNYBOY]
            )
            found["hits_skinny"] = self._hits(ALLEY, stack, skinny)
        found["little_stack"] = float(little != 0)
        if middle & ~GATE_SET and not stack:
            upon = [self._rate(ALLEY, BIT[box], skinny) for box in boxes_of(middle & ~GATE_SET)]
            found["rate_upon"] = max(upon)
        found["skinnies"] = float(IN_THE_SET[SKINNYBOY] - hand[SKINNYBOY])
        found["middles"] = float(IN_THE_SET[MIDDLEMAN] - hand[MIDDLEMAN])
        found["open_gates"] = float(open_gates.bit_count())
        return found

    def _rate(self, width: int, targets: int, pieces: int) -> float:
        """Of so many throws one brings somebody there."""
        throws = self._distances.throws(width, targets)
        return sum(1.0 / throws[box] for box in boxes_of(pieces) if 0.0 < throws[box] < FAR)

    def _hits(self, width: int, targets: int, pieces: int) -> float:
        """The throws with which one of the pieces could be there at once."""
        ends = self._distances.ends(width)
        return float(
            sum(
                any(BIT[end] & targets for box in boxes_of(pieces) for end in ends[box][steps])
                for steps in range(MOST_STEPS)
            )
        )

    def _entering(self, width: int, targets: int, gates: int, count: int) -> float:
        if not count or not gates:
            return 0.0
        throws = self._distances.entering(width, targets, gates)
        return 1.0 / throws if throws < FAR else 0.0

    def _finishing(self, force: Force) -> Uses:
        standing = (
            force[SKINNYBOY] | force[MIDDLEMAN] | force[BIGBOY] | force[LITTLE_STACK] | force[BIG_STACK]
        )
        avenues = self._distances.avenues
        pairs = ((ALLEY, force[SKINNYBOY], force[BIG_STACK]), (STREET, force[LITTLE_STACK], force[BIGBOY]))
        by_throw: list[list[int]] = [[] for _ in range(MOST_STEPS + 1)]
        for width, pieces, towers in pairs:
            target = towers & avenues
            if target and pieces:
                ways = self._distances.ways[width]
                for steps in range(1, MOST_STEPS + 1):
                    for box in boxes_of(pieces):
                        by_throw[steps] += [
                            over for end, over in ways[steps][box] if end == target and not over & standing
                        ]
        return tuple(tuple(overs) for overs in by_throw if overs)


def worth(own: Side, other: Side) -> int:
    """To the side that has just moved: the throws that end the match at once, and else how far both are."""
    finishing = 0
    for overs in other.prospect.finishing:
        for over in overs:
            if not over & own.standing:
                finishing += 1
                break
    lapsing = stuck(other.prospect.uses, own.standing)
    own_stuck = stuck(own.prospect.uses, other.standing)
    score = own.prospect.score - other.prospect.score - INITIATIVE - _STUCK * own_stuck
    rest = _WORTHS[min(score, _WIDEST)] if score >= 0 else -_WORTHS[min(-score, _WIDEST)]
    return (rest * (MOST_STEPS - finishing - lapsing) + WON * (lapsing - finishing)) // MOST_STEPS


def gates_worth(distances: Distances, own: int, other: int) -> int:
    """While gates are chosen: a gate is good that leads somewhere."""
    return 20_000 * (_exits(distances, own) - _exits(distances, other))


def _exits(distances: Distances, gates: int) -> int:
    return sum(len(distances.maze.links[gate]) for gate in boxes_of(gates))
