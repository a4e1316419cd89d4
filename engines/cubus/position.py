"""A position of Cubus and what may be done in it. Rulings: docs/rules/cubus.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self, TypeVar

from engines.cubus import composing
from engines.cubus.builds import Verdict, has_obvious_build, judge, refuse
from engines.cubus.demolition import lowerable, lowered
from engines.cubus.moves import (
    AGREE,
    CLAIM,
    FAIL,
    KNOCK,
    PASS,
    Agree,
    Bid,
    Build,
    Claim,
    Draw,
    Fail,
    Knock,
    Lower,
    Pass,
)
from engines.cubus.pile import ONE_CRATE, Pile, names_of
from engines.cubus.solver import best_build
from engines.cubus.tiles import LETTERS, NONE, ONE, Tiles, box, sum_of
from engines.game import (
    CHANCE,
    TABLE,
    Choices,
    Complete,
    IllegalMove,
    Leave,
    Lot,
    Move,
    Note,
    Outcome,
    Partial,
    Position,
    Source,
    settle_table_ply,
)

FALSE_KNOCK: Final = 2
"""Points for everybody but the false knocker."""

SIGNS: Final = ("disc", "triangle", "square", "diamond", "star", "plus")

_Value = TypeVar("_Value")

Bids = tuple[tuple[int, Pile | None], ...]
"""Seats and what they bid, in the order of the record; None is a pass."""


class Step(StrEnum):
    """What is next."""

    LOT = "lot"
    DRAW = "draw"
    BUILD = "build"
    WINDOW = "window"
    """Somebody claims that there is no build; the others agree or knock."""
    KNOCK = "knock"
    BID = "bid"
    LOWER = "lower"
    END = "end"
    """All is built, and pulled down where that was chosen; or one seat is left."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a match."""

    claims: str = "guarded"
    young: bool = False
    ending: str = "none"
    demolition: bool = False


@dataclass(frozen=True, slots=True)
class CubusPosition(Position):
    hands: tuple[Tiles, ...]
    """By seat; what a seat that left had, still lies there."""
    stack: Tiles
    scores: tuple[int, ...]
    """By seat: points of building."""
    freed: tuple[int, ...]
    """By seat: tiles freed in the demolition, a point each."""
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
    outcome: Outcome | None = None

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

    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it."""
        self.check_turn(who)
        match self.step, move:
            case (Step.LOT, Lot()) | (Step.DRAW, Draw()):
                if move not in self.legal_moves(CHANCE):
                    raise IllegalMove("no_such_chance")
            case Step.BUILD, Build() if self.opening:
                raise IllegalMove("first_round")
            case (Step.BUILD | Step.KNOCK, Build(pile)) | (Step.BID, Bid(pile)):
                refuse(self.verdict(pile).fault)
            case Step.BUILD, Claim():
                if not self.opening and self.is_obvious():
                    raise IllegalMove("obvious")
            case (Step.WINDOW, Agree() | Knock()) | (Step.KNOCK, Fail()) | (Step.BID, Pass()):
                pass
            case Step.LOWER, Lower(column):
                columns = lowerable(self.pile)
                if column not in columns:
                    raise IllegalMove("cannot_lower", columns=names_of(columns))
            case _:
                raise IllegalMove(f"step_{self.step}")

    def draw_chance(self, source: Source) -> Move:
        if self.step is Step.LOT:
            return Lot(self.playing[source.below(len(self.playing))])
        tiles = [letter for letter, left in zip(LETTERS, self.stack, strict=True) for _ in range(left)]
        return Draw(tiles[source.below(len(tiles))])

    # What it leads to

    def play(self, who: int, move: Move) -> Self:
        if who == TABLE:
            return self._settle(move)
        self.check(who, move)
        match move:
            case Lot(seat):
                return replace(self, begins=seat, turn=seat, step=Step.DRAW)
            case Draw(letter):
                return self._drawn(ONE[letter])
            case Build(pile):
                return self._built(who, pile)
            case Claim():
                return self.next_turn() if self.opening else replace(self, step=Step.WINDOW)
            case Knock():
                return replace(self, step=Step.KNOCK, knocker=who)
            case Fail():
                return replace(self, scores=self._scores_after_false_knock(who)).answered_by(who)
            case Agree():
                return self.answered_by(who)
            case Bid() | Pass():
                return self.with_bid(who, move).bids_counted()
            case Lower(column):
                return self._lowered(lowered(self.pile, column))
        raise IllegalMove("no_move")

    def _drawn(self, tile: Tiles) -> Self:
        hands = changed(self.hands, self.turn, self.hands[self.turn].plus(tile))
        return replace(self, hands=hands, stack=self.stack.minus(tile), step=Step.BUILD)

    def _built(self, seat: int, pile: Pile) -> Self:
        """The tiles are those of the turn, the points those of the seat."""
        verdict = self.verdict(pile)
        after = replace(
            self,
            pile=pile,
            hands=changed(self.hands, self.turn, self.hands[self.turn].minus(verdict.laid)),
            scores=changed(self.scores, seat, self.scores[seat] + verdict.points),
            builder=seat,
            row=0,
        )
        return after.next_turn()

    def _scores_after_false_knock(self, knocker: int) -> tuple[int, ...]:
        return tuple(
            score + FALSE_KNOCK if seat in self.playing and seat != knocker else score
            for seat, score in enumerate(self.scores)
        )

    def answered_by(self, seat: int) -> Self:
        after = replace(self, step=Step.WINDOW, knocker=None, answered=self.answered | {seat})
        return after.claim_counted()

    def claim_counted(self) -> Self:
        """The claim stands when nobody is left to answer it."""
        if self.to_move:
            return self
        return replace(self, row=self.row + (self.stack == NONE)).next_turn()

    def next_turn(self) -> Self:
        """The next seat draws, if there is something to draw; or the building is over."""
        assert self.begins is not None, "no turns before the lot"
        seat = self.after(self.turn)
        gone = [(place - self.begins) % self.seats for place in (self.turn, seat)]
        after = replace(
            self,
            turn=seat,
            round=self.round + (gone[1] < gone[0]),
            step=Step.DRAW if self.stack.total else Step.BUILD,
            answered=frozenset(),
            knocker=None,
        )
        return after.end_building() if after.row >= len(after.playing) else after

    # How it ends

    def end_building(self) -> Self:
        if self.rules.ending == "none":
            return self.begin_demolition()
        return replace(self, step=Step.BID, row=0)

    def with_bid(self, seat: int, move: Bid | Pass) -> Self:
        pile = move.pile if isinstance(move, Bid) else None
        return replace(self, bids=(*self.bids, (seat, pile)))

    def bids_counted(self) -> Self:
        """When all bids are in, the best one is built; of equal ones the first."""
        if self.to_move:
            return self
        best = self.best_bid
        return (self._built_from_all(*best) if best else self).begin_demolition()

    @property
    def best_bid(self) -> tuple[int, Pile] | None:
        """Of those that are in."""
        builds = ((seat, pile) for seat, pile in self.bids if pile)
        return max(builds, key=lambda bid: self.verdict(bid[1]).points, default=None)

    def _built_from_all(self, seat: int, pile: Pile) -> Self:
        """What the bid leaves over of all hands lies before the bidder."""
        points = self.verdict(pile).points
        rest = self.building_hand.minus(pile.tiles.minus(self.pile.tiles))
        return replace(
            self,
            pile=pile,
            hands=changed((NONE,) * self.seats, seat, rest),
            scores=changed(self.scores, seat, self.scores[seat] + points),
            builder=seat,
        )

    def begin_demolition(self) -> Self:
        """The seat after the last builder begins; where nobody built, the seat of the lot."""
        after = replace(self, bids=(), row=0)
        if not self.rules.demolition:
            return after.finish()
        assert self.begins is not None, "no end before the lot"
        turn = self.begins if self.builder is None else self.after(self.builder)
        if turn in self.left:
            turn = self.after(turn)
        return replace(after, step=Step.LOWER, turn=turn)

    def _lowered(self, pile: Pile) -> Self:
        freed = self.freed[self.turn] + self.pile.tiles.total - pile.tiles.total
        after = replace(
            self, pile=pile, freed=changed(self.freed, self.turn, freed), turn=self.after(self.turn)
        )
        return after if pile.crates else after.finish()

    def finish(self) -> Self:
        after = replace(self, step=Step.END)
        return replace(after, outcome=after.counted())

    def parts(self, seat: int) -> tuple[int, int] | None:
        """Points of building and freed tiles, once the pile is pulled down."""
        is_pulled_down = self.step is Step.LOWER or any(self.freed)
        return (self.scores[seat], self.freed[seat]) if is_pulled_down else None

    def totals(self) -> tuple[int, ...]:
        return tuple(built + freed for built, freed in zip(self.scores, self.freed, strict=True))

    def counted(self) -> Outcome:
        """Most points win, ties together; a seat that left cannot win."""
        totals = self.totals()
        most = max(totals[seat] for seat in self.playing)
        return Outcome("finished", tuple(seat for seat in self.playing if totals[seat] == most), totals)

    # Seats that leave

    def _settle(self, move: Move) -> Self:
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, self.seats, self.totals(), self.left)
        if isinstance(move, Leave):
            if move.seat not in range(self.seats):
                raise IllegalMove("no_such_seat")
            if move.seat in self.left:
                raise IllegalMove("has_left")
            if outcome is None:
                return self._without(move.seat)
            after = self._with_nothing_asked()
            return replace(after, left=self.left | {move.seat}, step=Step.END, outcome=outcome)
        if outcome is None:
            raise IllegalMove("not_the_tables")
        return replace(self, outcome=outcome)

    def _with_nothing_asked(self) -> Self:
        return replace(self, row=0, answered=frozenset(), knocker=None, bids=())

    def _without(self, seat: int) -> Self:
        """The others go on; the tiles of the seat stay where they are, its claim no longer counts."""
        after = replace(
            self,
            left=self.left | {seat},
            row=self.row - (seat in self.claimants),
            bids=tuple(bid for bid in self.bids if bid[0] != seat),
            answered=self.answered - {seat},
        )
        match self.step:
            case Step.DRAW | Step.BUILD | Step.WINDOW | Step.KNOCK if seat == self.turn:
                return after.next_turn()
            case Step.KNOCK if seat == self.knocker:
                return replace(after, step=Step.WINDOW, knocker=None).claim_counted()
            case Step.WINDOW:
                return after.claim_counted()
            case Step.BID:
                return after.bids_counted()
            case Step.LOWER if seat == self.turn:
                return replace(after, turn=after.after(seat))
        return after

    # What is said of it

    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        return composing.choices(self, seat, partial)

    def read_partial(self, seat: int, text: str) -> Partial:
        self.check_turn(seat)
        return composing.read_partial(text)

    def notes(self, who: int, move: Move) -> tuple[Note, ...]:
        return composing.notes(self, who, move)

    def summary(self) -> tuple[Note, ...]:
        return composing.summary(self)

    def hint(self, seat: int) -> Note | None:
        """The worth of the best build; while a claim is open, also for the seat whose claim it is."""
        is_claimed = self.step in (Step.WINDOW, Step.KNOCK)
        if not (self.is_building(seat) or (is_claimed and seat in self.to_move | {self.turn})):
            return None
        best = best_build(self.pile, self.building_hand, young=self.rules.young)
        return composing.hint(self, best)

    def seals(self, move: Move) -> bool:
        """Bids lie covered until all are in."""
        return self.step is Step.BID and isinstance(move, Bid | Pass)

    def settles(self, who: int, move: Move) -> int | None:
        others = frozenset(self.playing) - self.answered - {self.turn, who}
        is_answer = self.step in (Step.WINDOW, Step.KNOCK) and isinstance(move, Agree | Fail)
        return self.turn if is_answer and not others else None


def start(rules: Rules, seats: int) -> CubusPosition:
    """One crate stands on the table; all other tiles lie in the stack."""
    return CubusPosition(
        hands=(NONE,) * seats,
        stack=box(young=rules.young).minus(ONE_CRATE.tiles),
        scores=(0,) * seats,
        freed=(0,) * seats,
        rules=rules,
    )


def changed(values: tuple[_Value, ...], place: int, value: _Value) -> tuple[_Value, ...]:
    return (*values[:place], value, *values[place + 1 :])
