"""What there is in a position of Cubus, and what may be done in it. Rulings: docs/rules/cubus.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from engines.cubus.builds import Verdict, has_obvious_build, judge
from engines.cubus.demolition import lowerable
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Draw, Lower, Pass, Step
from engines.cubus.pile import ONE_CRATE, Pile, write_pile, write_rows
from engines.cubus.tiles import LETTERS, Tiles, sum_of, write_tiles
from engines.game import Position
from engines.moves import CHANCE, Lot, Move

SIGNS: Final = ("disc", "triangle", "square", "diamond", "star", "plus")

Bids = tuple[tuple[int, Pile | None], ...]
"""Seats and what they bid, in the order of the record; None is a pass."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a match."""

    claims: str = "guarded"
    young: bool = False
    ending: str = "none"
    demolition: bool = False
    freed_alone: bool = False
    """With demolition: the freed tiles alone decide, as in the old text; else they are points like others."""


@dataclass(frozen=True, slots=True)
class CubusState(Position):
    """A position without its consequences and its words: what everybody has, and what may be done."""

    hands: tuple[Tiles, ...]
    """By seat; what a seat that left had, still lies there."""
    stack: Tiles
    scores: tuple[int, ...]
    """By seat: points of building."""
    freed: tuple[int, ...]
    """By seat: tiles freed in the demolition."""
    rules: Rules = Rules()
    pile: Pile = ONE_CRATE
    step: Step = Step.LOT
    turn: int = 0
    """The seat whose turn it is, also while others answer its claim."""
    round: int = 1
    begins: int | None = None
    """The seat of the lot."""
    builder: int | None = None
    """Who made the last build."""
    row: int = 0
    """Claims that stood in a row with an empty stack: those of the seats before the one whose turn it is."""
    answered: frozenset[int] = frozenset()
    """Who agreed to the claim, or knocked without a build."""
    knocker: int | None = None
    bids: Bids = ()
    left: frozenset[int] = frozenset()
    """Seats that left the match."""

    def board(self) -> str:
        """The pile as it is written, row by row from the back; then what every seat has."""
        lines = [*write_rows(self.pile), f"stack {write_tiles(self.stack)}"]
        for seat, (hand, score) in enumerate(zip(self.hands, self.totals(), strict=True)):
            said = "left" if seat in self.left else "answered" if seat in self.answered else ""
            said = "knocked" if seat == self.knocker else said
            lines.append(f"seat {seat}: {score:>3} points {write_tiles(hand)} {said}".rstrip())
        lines += [
            f"seat {seat} bids {'nothing' if pile is None else write_pile(pile)}" for seat, pile in self.bids
        ]
        return "\n".join(
            [*lines, f"round {self.round}, {self.row} claims in a row", f"seat {self.turn}: {self.step}"]
        )

    # Who plays

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.left)

    def after(self, seat: int) -> int:
        """The next seat that plays."""
        return next(self._following(seat, 1))

    def _following(self, seat: int, direction: int) -> Iterator[int]:
        """The other seats that play, in the order of turns or against it."""
        for distance in range(1, self.seats):
            other = (seat + direction * distance) % self.seats
            if other not in self.left:
                yield other

    @property
    def claimants(self) -> frozenset[int]:
        """Whose claims stand in a row."""
        before = list(self._following(self.turn, -1))
        return frozenset(before[: self.row])

    @property
    def bidders(self) -> frozenset[int]:
        """Who may build from all that is left over."""
        if self.rules.ending == "bid":
            return frozenset(self.playing)
        poorest = min(self.scores[seat] for seat in self.playing)
        return frozenset(seat for seat in self.playing if self.scores[seat] == poorest)

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        match self.step:
            case Step.LOT | Step.DRAW:
                return frozenset({CHANCE})
            case Step.WINDOW:
                return frozenset(self.playing) - self.answered - {self.turn}
            case Step.KNOCK if self.knocker is not None:
                return frozenset({self.knocker})
            case Step.BID:
                return self.bidders - {seat for seat, _ in self.bids}
        return frozenset({self.turn})

    def side(self, seat: int) -> str:
        """All play the same pile; each has a sign of its own."""
        return SIGNS[seat]

    # What may be done

    @property
    def opening(self) -> bool:
        """In the first round nobody builds."""
        return self.round == 1

    @property
    def is_built_on(self) -> bool:
        """Turns go on: it is not yet time for last builds, the demolition or the end."""
        return self.step not in (Step.BID, Step.LOWER, Step.END)

    def is_building(self, seat: int) -> bool:
        """The seat may make a build or a bid."""
        if self.step is Step.BUILD and self.opening:
            return False
        return self.step in (Step.BUILD, Step.KNOCK, Step.BID) and seat in self.to_move

    def can_list_moves(self, seat: int) -> bool:
        return not self.is_building(seat)

    @property
    def building_hand(self) -> Tiles:
        """What a build is made from: the tiles of the turn, also after a knock; at the end all tiles left."""
        return sum_of(self.hands) if self.step is Step.BID else self.hands[self.turn]

    def verdict(self, pile: Pile) -> Verdict:
        """What a build would be worth here, and what stands against it."""
        return judge(self.pile, pile, self.building_hand, young=self.rules.young)

    def is_obvious(self) -> bool:
        """There is a build that the rules do not let a seat overlook."""
        return self.rules.claims == "guarded" and has_obvious_build(
            self.pile, self.building_hand, young=self.rules.young
        )

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        match self.step:
            case Step.LOT:
                return tuple(Lot(begins) for begins in self.playing)
            case Step.DRAW:
                return tuple(Draw(letter) for letter, left in zip(LETTERS, self.stack, strict=True) if left)
            case Step.BUILD if self.opening:
                return (CLAIM,)
            case Step.WINDOW:
                return (AGREE, KNOCK)
            case Step.LOWER:
                return tuple(map(Lower, lowerable(self.pile)))
        return ()

    def forced(self) -> tuple[int, Move] | None:
        if self.outcome is None and self.step is Step.BUILD and self.opening:
            return self.turn, CLAIM
        return None

    def if_silent(self, seat: int) -> Move | None:
        if seat not in self.to_move:
            return None
        return {Step.WINDOW: AGREE, Step.KNOCK: FAIL, Step.BID: PASS}.get(self.step)

    # Bids and points

    def with_bid(self, seat: int, move: Bid | Pass) -> Self:
        pile = move.pile if isinstance(move, Bid) else None
        return replace(self, bids=(*self.bids, (seat, pile)))

    @property
    def best_bid(self) -> tuple[int, Pile] | None:
        """Of those that are in."""
        builds = ((seat, pile) for seat, pile in self.bids if pile)
        return max(builds, key=lambda bid: self.verdict(bid[1]).points, default=None)

    def parts(self, seat: int) -> tuple[int, int] | None:
        """Points of building and freed tiles, once the pile is pulled down."""
        return (self.scores[seat], self.freed[seat]) if self.is_pulled_down else None

    @property
    def is_pulled_down(self) -> bool:
        """The demolition has begun, as far as anybody can see."""
        return self.step is Step.LOWER or any(self.freed)

    def totals(self) -> tuple[int, ...]:
        """Where freed tiles alone decide, the points of building are of the past once the pile comes down."""
        if self.rules.freed_alone and self.is_pulled_down:
            return self.freed
        return tuple(built + freed for built, freed in zip(self.scores, self.freed, strict=True))
