"""A game of a few plies, for the laws alone: throw, then hold or throw again; a one costs the turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note
from engines.game import Game, Outcome, Position, Source
from engines.moves import CHANCE, Move, write_common_move
from engines.writing import read_numbers, read_outcome, write_fields, write_numbers

TARGET: Final = 6
MOST_TURNS: Final = 8


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """A seat takes the die: the first time in a turn because it must."""


@dataclass(frozen=True, slots=True)
class Die(Move):
    eyes: int


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """The points of the turn are kept."""


THROW: Final = Throw()
HOLD: Final = Hold()
DICE: Final = tuple(Die(eyes) for eyes in range(1, 7))


@dataclass(frozen=True, slots=True)
class DarePosition(Position):
    scores: tuple[int, int] = (0, 0)
    turn: int = 0
    pot: int = 0
    """The points at stake."""
    is_thrown: bool = False
    turns: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        if self.outcome:
            return frozenset()
        return frozenset({CHANCE if self.is_thrown else self.turn})

    def side(self, seat: int) -> str:
        return ("left", "right")[seat]

    def totals(self) -> tuple[int, ...]:
        return self.scores

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        if self.is_thrown:
            return DICE
        return (THROW, HOLD) if self.pot else (THROW,)

    def forced(self) -> tuple[int, Move] | None:
        return (self.turn, THROW) if self._is_fresh else None

    def new_turn(self) -> int | None:
        return self.turn if self._is_fresh else None

    @property
    def _is_fresh(self) -> bool:
        return not (self.outcome or self.pot or self.is_thrown)

    def answers_in_a_word(self, seat: int) -> bool:
        return seat in self.to_move

    def check(self, who: int, move: Move) -> None:
        self.check_turn(who)
        if move not in self.legal_moves(who):
            raise IllegalMove("not_now")

    def draw_chance(self, source: Source) -> Move:
        return DICE[source.below(len(DICE))]

    def played(self, who: int, move: Move) -> Self:  # noqa: ARG002 - only one can have played it
        match move:
            case Throw():
                return replace(self, is_thrown=True)
            case Die(1):
                return self._next(self.scores)
            case Die(eyes) if self.scores[self.turn] + self.pot + eyes < TARGET:
                return replace(self, pot=self.pot + eyes, is_thrown=False)
            case Die(eyes):
                return self._next(self._with(self.pot + eyes))
        return self._next(self._with(self.pot))

    def _with(self, points: int) -> tuple[int, int]:
        left, right = self.scores
        return (left + points, right) if self.turn == 0 else (left, right + points)

    def _next(self, scores: tuple[int, int]) -> Self:
        after = type(self)(scores, 1 - self.turn, turns=self.turns + 1)
        return replace(after, outcome=after.due_end())

    def due_end(self) -> Outcome | None:
        if max(self.scores) < TARGET and self.turns < MOST_TURNS:
            return None
        winners = tuple(seat for seat in (0, 1) if self.scores[seat] > self.scores[1 - seat])
        return Outcome("counted", winners, self.scores)

    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        self.check_turn(seat)
        match partial:
            case () if self._is_fresh:
                return Complete(THROW)
            case ():
                aside = (Option("throw", notes=(Note("throw"),)), Option("hold", notes=(Note("hold"),)))
                return Choices("throw_or_hold", (), aside, values={"points": self.pot})
            case ("throw",) if not self._is_fresh:
                return Complete(THROW)
            case ("hold",) if not self._is_fresh:
                return Complete(HOLD)
        raise IllegalMove("no_choice")

    def notes(self, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG002 - as above
        return (Note(type(move).__name__.lower()),)

    def summary(self) -> tuple[Note, ...]:
        return (Note("points", {"left": self.scores[0], "right": self.scores[1]}),)

    def board(self) -> str:
        points = "  ".join(f"{self.side(seat)} {score}" for seat, score in enumerate(self.scores))
        return f"{points}  at stake {self.pot}  turn {self.turns}"


_POSITION: Final = re.compile(
    r"scores=(?P<scores>[0-9]{1,2},[0-9]{1,2}) turn=(?P<turn>[01]) pot=(?P<pot>[0-9]) thrown=(?P<thrown>[01])"
    r" turns=(?P<turns>[0-9])(?: over=(?P<reason>counted|left|awarded|agreed|aborted):(?P<winners>[01-]))?"
)


class Dare(Game[DarePosition]):
    name = "dare"
    title = "Dare"
    seats = (2, 2)
    bound = MOST_TURNS * 2 * TARGET

    def start(self, options: Mapping[str, object], seats: int) -> DarePosition:
        self.read_options(options)
        self.check_seats(seats)
        return DarePosition()

    def find_move(self, position: DarePosition, who: int, text: str) -> Move | None:  # noqa: ARG002 - it says all
        known = {self.write_move(move): move for move in (THROW, HOLD, *DICE)}
        return known.get(text)

    def write_move(self, move: Move) -> str:
        match move:
            case Throw() | Hold():
                return type(move).__name__.lower()
            case Die(eyes):
                return f"die {eyes}"
        return write_common_move(move)

    def find_position(self, text: str) -> DarePosition | None:
        found = _POSITION.fullmatch(text)
        if found is None:
            return None
        left, right = read_numbers(found["scores"])
        position = DarePosition(
            (left, right), int(found["turn"]), int(found["pot"]), found["thrown"] == "1", int(found["turns"])
        )
        return replace(position, outcome=read_outcome(found, position.scores))

    def find_fault(self, position: DarePosition) -> str | None:
        due, outcome = position.due_end(), position.outcome
        is_full = position.scores[position.turn] + position.pot >= TARGET
        if due is not None:
            return None if (outcome, position.pot, position.is_thrown) == (due, 0, False) else "position"
        return "position" if is_full or (outcome and outcome.reason == "counted") else None

    def write_position(self, position: DarePosition) -> str:
        fields = {
            "scores": write_numbers(position.scores),
            "turn": position.turn,
            "pot": position.pot,
            "thrown": int(position.is_thrown),
            "turns": position.turns,
        }
        return write_fields(fields, position.outcome)


DARE: Final = Dare()
