"""A position of Cubus and what becomes of it. Rulings: docs/rules/cubus.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self, TypeVar

from engines.choices import Partial
from engines.codes import IllegalMove
from engines.cubus import composing
from engines.cubus import notes as said
from engines.cubus.builds import refuse
from engines.cubus.demolition import lowerable, lowered
from engines.cubus.hints import hinted
from engines.cubus.moves import Agree, Bid, Build, Claim, Draw, Fail, Knock, Lower, Pass, Step
from engines.cubus.pile import ONE_CRATE, Pile, names_of
from engines.cubus.solver import best_build
from engines.cubus.state import CubusState, Rules
from engines.cubus.tiles import LETTERS, NONE, ONE, Tiles, box
from engines.game import Hint, Outcome, Source, settle_table_ply
from engines.moves import CHANCE, Leave, Lot, Move

FALSE_KNOCK: Final = 2
"""Points for everybody but the false knocker."""

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class CubusPosition(CubusState):
    """The whole of it: the move that is made is checked, played and told."""

    choices = composing.choices
    notes = said.notes
    summary = said.summary

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

    def played(self, who: int, move: Move) -> Self:
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

    def bids_counted(self) -> Self:
        """When all bids are in, the best one is built; of equal ones the first."""
        if self.to_move:
            return self
        best = self.best_bid
        return (self._built_from_all(*best) if best else self).begin_demolition()

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

    def counted(self) -> Outcome:
        """Most points, or tiles, win, ties together; a seat that left cannot win."""
        totals = self.totals()
        most = max(totals[seat] for seat in self.playing)
        reason = "freed" if self.rules.freed_alone else "finished"
        return Outcome(reason, tuple(seat for seat in self.playing if totals[seat] == most), totals)

    # Seats that leave

    def settled(self, move: Move) -> Self:
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, self.totals(), self.left)
        if isinstance(move, Leave):
            if move.seat not in range(self.seats):
                raise IllegalMove("no_such_seat")
            if move.seat in self.left:
                raise IllegalMove("has_left")
            if outcome is None:
                return self._without(move.seat)
            after = self._with_nothing_asked()
            after = replace(after, left=self.left | {move.seat}, step=Step.END)
            return replace(after, outcome=replace(outcome, scores=after.totals()))
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

    def read_partial(self, seat: int, text: str) -> Partial:
        self.check_turn(seat)
        return composing.read_partial(text)

    def hint(self, seat: int) -> Hint | None:
        """The worth of the best build; while a claim is open, also for the seat whose claim it is."""
        is_claimed = self.step in (Step.WINDOW, Step.KNOCK)
        if not (self.is_building(seat) or (is_claimed and seat in self.to_move | {self.turn})):
            return None
        best = best_build(self.pile, self.building_hand, young=self.rules.young)
        return hinted(self, self.turn if is_claimed else seat, best)

    def seals(self, move: Move) -> bool:
        """Bids lie covered until all are in."""
        return self.step is Step.BID and isinstance(move, Bid | Pass)

    def known_to(self, seat: int) -> Self:
        hidden = tuple((other, pile if other == seat else None) for other, pile in self.bids)
        return replace(self, bids=hidden)

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
