"""How Knopen looks to whoever thinks ahead: the stones of both sides, and what a shift makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engines.knopen.board import BIT, BLUE, RED
from engines.knopen.evaluation import INITIATIVE, LEAD, OFFENCE, THREATS, least, worth
from engines.knopen.formation import LONGEST, Formations
from engines.knopen.moves import PASS, SHIFTS, Hit, Shift, Step, Take
from engines.knopen.position import BOTH, QUIET_TURNS, KnopenPosition
from engines.moves import Move
from engines.outlook import LOST, OVER, WON, Level, Outlook
from engines.squares import squares_of

LEVELS: Final[Mapping[int, Level]] = {
    1: Level(depth=1, nodes=1_000, blur=0.7),
    2: Level(depth=1, nodes=1_000, blur=0.07),
    3: Level(depth=2, nodes=12_000, blur=0.03),
    4: Level(depth=3, nodes=60_000, breadth=30),
    5: Level(depth=10, nodes=400_000, breadth=30),
}
SIGHT: Final[Mapping[int, int]] = {1: 3, 2: 5}
"""From how far off a level sees a pair strike; those that are not named see the whole board."""

_WAYS: Final = tuple(
    tuple((bit, bit | BIT[square], shift) for bit, shift in shifts) for square, shifts in enumerate(SHIFTS)
)
"""By square: the bit of each target, that with its source, and the shift."""
_SURELY_LOST: Final = -100_000
"""Thousandths of log odds of who loses in the next turn: less than anything that is doubted."""
_NOTHING: Final = 2 * _SURELY_LOST
_SURELY_WON: Final = -_SURELY_LOST
_ANSWERS: Final = 2
"""Shifts of each seat that were good enough lately: they are tried first where one that is enough will do."""


class Node(NamedTuple):
    """Own is what belongs to the seat to move; needed are the stones that are still to be taken."""

    own: int
    other: int
    need: int
    other_need: int
    step: Step
    stirred: bool
    left: int
    """Turns together until the match is counted, if no stone leaves."""
    passes: int
    seat: int


class KnopenOutlook(Outlook[KnopenPosition, Node, Move]):
    sureness = 1.5
    """Whoever is ahead is mostly the better player, too, and gets further ahead than equals would."""

    def __init__(self, level: int) -> None:
        super().__init__(LEVELS[level])
        self._formations = Formations()
        self._answers: list[list[tuple[int, int]]] = [[], []]
        sight = SIGHT.get(level, LONGEST)
        self._seen = self._formations if sight == LONGEST else Formations(sight)

    # There and back

    def node(self, position: KnopenPosition, seat: int) -> Node:
        colour = position.colour
        return Node(
            position.stones(colour),
            position.stones(1 - colour),
            position.target - position.taken[colour],
            position.target - position.taken[BLUE if colour == RED else RED],
            position.step,
            position.stirred,
            QUIET_TURNS - position.quiet,
            position.passes,
            seat,
        )

    def move(self, node: Node, move: Move) -> Move:  # noqa: ARG002 - they are the game's own
        return move

    # The rules

    def who(self, node: Node) -> int:
        return OVER if self._is_over(node) else node.seat

    def _is_over(self, node: Node) -> bool:
        return node.need <= 0 or node.left == 0 or node.passes == BOTH

    def chances(self, node: Node) -> list[tuple[int, Move]]:  # noqa: ARG002 - there is but the lot
        return []

    def is_small(self, node: Node) -> bool:
        return node.step is not Step.MOVE

    def after(self, node: Node, move: Move) -> Node:
        match move:
            case Shift(source, target):
                return self._turned(node, node.own ^ BIT[source] ^ BIT[target], passes=0)
            case Take(square):
                return self._without(node, 0 if square is None else BIT[square], then_hit=True)
            case Hit(stones):
                return self._without(node, stones, then_hit=False)
        return self._turned(node, node.own, passes=node.passes + 1)

    def _turned(self, node: Node, own: int, passes: int) -> Node:
        step = Step.MOVE
        if self._formations[own].offending:
            step = Step.PENALTY
        elif self._formations.threatened(node.other, own):
            step = Step.CAPTURE
        return Node(
            own=node.other,
            other=own,
            need=node.other_need,
            other_need=node.need,
            step=step,
            stirred=False,
            left=QUIET_TURNS if node.stirred else node.left - 1,
            passes=passes,
            seat=1 - node.seat,
        )

    def _without(self, node: Node, stones: int, *, then_hit: bool) -> Node:
        other, need = node.other & ~stones, node.need - stones.bit_count()
        is_hit_next = then_hit and self._formations.threatened(node.own, other)
        return node._replace(
            other=other,
            need=need,
            step=Step.CAPTURE if is_hit_next else Step.MOVE,
            stirred=node.stirred or stones != 0,
        )

    # What it is worth

    def moves(self, node: Node, me: int) -> list[tuple[int, Move]]:
        sign = 1 if node.seat == me else -1
        found: list[tuple[int, Move]]
        if node.step is Step.MOVE:
            shifts = _shifts(node)
            scores = self._scores((own for own, _ in shifts), node.other, node.need, node.other_need)
            found = [(sign * worth(score), shift) for score, (_, shift) in zip(scores, shifts, strict=True)]
            if not found:
                return [(self.worth(node, me), PASS)]
        else:
            steps = self._takes(node) if node.step is Step.PENALTY else self._hits(node)
            found = [(self.glance(after, me), move) for move, after in steps]
        found.sort(key=_first, reverse=sign > 0)
        return found

    def glance(self, node: Node, me: int) -> int:
        return self.glance_within(node, me, LOST, WON)

    def glance_within(self, node: Node, me: int, low: int, high: int) -> int:
        """Only until the first shift that is good enough for who is to move."""
        if self._is_over(node):
            return self.worth(node, me)
        if node.step is not Step.MOVE:
            return self.moves(node, me)[0][0]
        is_mine = node.seat == me
        enough = least(high if is_mine else -low)
        score = self._best_score(node, self._likely(node), enough)
        if score < enough:
            score = self._best_score(node, _shifted(node), enough)
        if score == _NOTHING:
            return self.worth(node, me)
        return worth(score) if is_mine else -worth(score)

    def _likely(self, node: Node) -> list[int]:
        """What the answers make of the own stones that were good enough elsewhere."""
        occupied = node.own | node.other
        return [
            node.own ^ source ^ target
            for source, target in self._answers[node.seat]
            if node.own & source and not occupied & target
        ]

    def _best_score(self, node: Node, sets: list[int], enough: int) -> int:
        """In thousandths, of the first that is enough, or else of the best."""
        if not sets:
            return _NOTHING
        scores = self._scores(sets, node.other, node.need, node.other_need, enough)
        if scores[-1] < enough:
            return max(scores)
        own = sets[len(scores) - 1]
        answer, answers = (node.own & ~own, own & ~node.own), self._answers[node.seat]
        self._answers[node.seat] = [answer, *(known for known in answers if known != answer)][:_ANSWERS]
        return scores[-1]

    def worth(self, node: Node, me: int) -> int:
        sign = 1 if node.seat == me else -1
        if self._is_over(node):
            return (
                0 if node.need == node.other_need else sign * (WON if node.need < node.other_need else LOST)
            )
        return -sign * worth(self._scores((node.other,), node.own, node.other_need, node.need)[0])

    def _takes(self, node: Node) -> Iterator[tuple[Move, Node]]:
        """Any stone of the offending groups; to let all be is only found good by who shields itself."""
        for square in squares_of(self._formations[node.other].offending):
            move = Take(square)
            yield move, self.after(node, move)
        yield Take(None), self.after(node, Take(None))

    def _hits(self, node: Node) -> Iterator[tuple[Move, Node]]:
        """All that are threatened; where that opens a line to the other side, also all but one, or none."""
        victims = self._formations.threatened(node.own, node.other)
        everything = Hit(victims)
        after = self.after(node, everything)
        yield everything, after
        if after.need > 0 and self._formations.threatened(after.other, node.own):
            for square in squares_of(victims):
                spared = Hit(victims ^ BIT[square])
                yield spared, self.after(node, spared)
            if victims & (victims - 1):
                yield Hit(0), self.after(node, Hit(0))

    # Nearly all time is spent here: in one loop without calls

    def _scores(
        self, sets: Iterable[int], other: int, need: int, other_need: int, enough: int = _SURELY_WON
    ) -> list[int]:
        """What each of these sets of own stones is worth in thousandths, with the other side to move.

        None comes after one that is worth enough.
        """
        seen = self._seen
        theirs = seen[other]
        their_lines, their_reach = theirs.lines, theirs.reach
        even = (OFFENCE if theirs.offending else 0) - theirs.ground - INITIATIVE
        leads, threats = LEAD[need], THREATS[need]
        found = []
        for own in sets:
            offending, lines, reach, ground = seen[own]
            hits = 0
            if their_reach & own:
                for squares, upwards, _ in their_lines:
                    met = squares & own
                    if met:
                        hits |= met & -met if upwards else 1 << met.bit_length() - 1
            left = other_need - hits.bit_count() - (offending != 0)
            if left <= 0:
                found.append(_SURELY_LOST)
                continue
            score = even + leads[left] + ground
            if reach & other:
                made = 0
                for squares, upwards, pair in lines:
                    met = squares & other
                    if met and not pair & hits:
                        made |= met & -met if upwards else 1 << met.bit_length() - 1
                score += threats[made.bit_count()]
            found.append(score)
            if score >= enough:
                break
        self.looked += len(found)
        return found


def _shifts(node: Node) -> list[tuple[int, Shift]]:
    """Each shift, behind the own stones that it makes."""
    own, occupied = node.own, node.own | node.other
    found = []
    while own:
        low = own & -own
        own ^= low
        found += [
            (node.own ^ change, shift)
            for bit, change, shift in _WAYS[low.bit_length() - 1]
            if not occupied & bit
        ]
    return found


def _shifted(node: Node) -> list[int]:
    """The own stones that each shift makes."""
    own, occupied = node.own, node.own | node.other
    found: list[int] = []
    while own:
        low = own & -own
        own ^= low
        found += [node.own ^ change for bit, change, _ in _WAYS[low.bit_length() - 1] if not occupied & bit]
    return found


def _first(pair: tuple[int, Move]) -> int:
    return pair[0]
