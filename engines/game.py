"""What a game is, said once for all games.

A position is a value: `play` gives a new one and leaves the old untouched. Refusals and outcomes carry
codes and values, never sentences: those are written elsewhere, in the reader's language.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from engines.choices import Choices, Complete, Partial
from engines.codes import Deed, IllegalMove, Note, Unreadable
from engines.moves import CHANCE, TABLE, Aborted, Awarded, Drawn, Leave, Move
from engines.outlook import Outlook
from engines.quiz import Quiz

Chosen = str | int | None
"""The value of one game setting; None where the setting may stay empty."""

P = TypeVar("P", bound="Position")
C = TypeVar("C", bound=Chosen)


# The end


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. No winners: a draw. Several: they share the win."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


# Chance


class Source(Protocol):
    """Where chance comes from; an engine is handed one and never owns one."""

    def below(self, n: int) -> int:
        """Return one of 0 .. n-1, all equally likely."""
        ...


# What a good player sees


@dataclass(frozen=True, slots=True)
class Hint:
    """It is said in one sentence, and shown as what was composed is."""

    note: Note
    brings: tuple[Note, ...] = ()
    """What that costs and brings, clause by clause."""
    step: Choices | None = None
    """The step at which it would be composed, for its `preview` and the words for that, if any."""
    move: Move | None = None
    """Where it is a move to make: it is shown as if it were made."""


# Settings


@dataclass(frozen=True, slots=True)
class Setting(Generic[C]):
    """A named choice a match is started with, such as the number of stones to take."""

    name: str
    values: tuple[C, ...]
    """The permitted values; the first one is the default. None means 'left open'."""
    asked: bool = True
    """False where people are not asked: the table sets it."""
    reader: Callable[[str], C | None] | None = None
    """Where any text may be a value, too: what it is read as; None for a text that is no value."""

    def of(self, options: Mapping[str, object]) -> C:
        """Its value among these; the default where it is not named. Raises Unreadable."""
        return self.read(options[self.name]) if self.name in options else self.values[0]

    def read(self, value: object) -> C:
        for permitted in self.values:
            if value == permitted and type(value) is type(permitted):
                return permitted
        if self.reader and isinstance(value, str) and (chosen := self.reader(value)) is not None:
            return chosen
        raise Unreadable("setting", name=self.name, value=_shown(value))


def _shown(value: object) -> str:
    """A wrong value, short enough to be repeated; a list or an endless number is only called by its kind."""
    if isinstance(value, str):
        return value[:40]
    is_short = value is None or (isinstance(value, int) and abs(value) < 10**40)
    return str(value) if is_short else type(value).__name__


FIRST: Final[Setting[int | None]] = Setting("first", (None, 0, 1), asked=False)
"""Two-seat games: left open the lot decides, a seat begins a rematch with sides swapped."""

OFF: Final = "off"
ON: Final = "on"
HINTS: Final = Setting("hints", (OFF, ON))
"""Whether the table gives every seat a hint; no rules know of it. Alone with computers it always does."""


@dataclass(frozen=True, slots=True)
class Position(ABC):
    """Everything that matters for what may follow, and nothing else. Immutable, hashable, comparable.

    Every game's is a frozen dataclass with slots.
    """

    outcome: Outcome | None = field(default=None, kw_only=True)

    def __str__(self) -> str:
        """The board in letters and who is to move: for a shell, and for a test that fails."""
        movers = " and ".join("chance" if who == CHANCE else f"seat {who}" for who in sorted(self.to_move))
        return f"{self.board()}\n{f'{movers} to move' if movers else self.outcome}"

    @abstractmethod
    def board(self) -> str:
        """All that lies there in letters, in a few lines of one width a letter; what is next stands last."""

    # Who plays

    @property
    @abstractmethod
    def to_move(self) -> frozenset[int]:
        """The seats to move, or {CHANCE}; empty exactly when the match is over."""

    @abstractmethod
    def side(self, seat: int) -> str:
        """The code of what the seat plays ('red', 'white'); empty before it is known."""

    @abstractmethod
    def totals(self) -> tuple[int, ...]:
        """The points of every seat, as the outcome would say them now; noughts in a game without points."""

    # What may be done

    def check_turn(self, who: int) -> None:
        """Raises IllegalMove unless it is to move."""
        if self.outcome:
            raise IllegalMove("over")
        if who not in self.to_move:
            raise IllegalMove("not_your_turn")

    @abstractmethod
    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Every legal move of the seat, in the same order every time; none if it is not to move.

        For CHANCE: all that chance may bring.
        """

    def can_list_moves(self, seat: int) -> bool:  # noqa: ARG002 - for the games that have such a step
        """False where there are too many moves to list; `legal_moves` is empty then, and `play` decides."""
        return True

    def forced(self) -> tuple[int, Move] | None:
        """The empty move (`pass`, `lapse`) that is all a seat can do: the table plays and announces it."""
        return None

    def if_silent(self, seat: int) -> Move | None:  # noqa: ARG002 - for the games that have windows
        """What the table plays for a seat whose window ran out; None where silence costs the match."""
        return None

    def answers_in_a_word(self, seat: int) -> bool:
        """What the seat is asked can be answered in one word, without a look at anything but the board.

        So it is where silence is an answer, too; a game says it of other steps, such as `throw` or `hold`.
        """
        return self.if_silent(seat) is not None

    def new_turn(self) -> int | None:
        """The seat whose turn begins with what is played here, also by chance or because it is all it can do.

        For games whose turns begin with a throw of their own; such a game says it of every turn. None where
        turns begin with what seats decide, and chance is told when it falls.
        """
        return None

    @abstractmethod
    def check(self, who: int, move: Move) -> None:
        """Raises IllegalMove, saying which rule stands against it. Begins with `check_turn`."""

    @abstractmethod
    def draw_chance(self, source: Source) -> Move:
        """What chance brings, when chance is to move."""

    # What it leads to

    def play(self, who: int, move: Move) -> Self:
        """The position after the move of a seat, of CHANCE or of the TABLE. Raises IllegalMove."""
        if who == TABLE:
            return self.settled(move)
        self.check(who, move)
        return self.played(who, move)

    @abstractmethod
    def played(self, who: int, move: Move) -> Self:
        """The position after a move that was checked."""

    def settled(self, move: Move) -> Self:
        """The position after a ply of the table. Raises IllegalMove."""
        if self.outcome:
            raise IllegalMove("over")
        outcome = settle_table_ply(move, self.totals())
        if outcome is None:
            raise IllegalMove("not_the_tables")
        return replace(self, outcome=outcome)

    # What is said of it

    @abstractmethod
    def choices(self, seat: int, partial: Partial = ()) -> Choices | Complete:
        """The next step of composing a move. Raises IllegalMove for a partial that leads nowhere."""

    def read_partial(self, seat: int, text: str) -> Partial:  # noqa: ARG002 - for steps that cannot be listed
        """What a text comes to while a move is composed. Raises Unreadable."""
        raise Unreadable("move", text=text[:40])

    @abstractmethod
    def notes(self, who: int, move: Move) -> tuple[Note, ...]:
        """What the legal move does here, for the sentence that tells it."""

    @abstractmethod
    def summary(self) -> tuple[Note, ...]:
        """The position in words, for those who cannot see the picture."""

    def warning(self, who: int, move: Move) -> Note | None:  # noqa: ARG002 - for the games that warn
        """Why the legal move should be confirmed first; None where it is harmless."""
        return None

    def deed(self, who: int, move: Move) -> Deed:  # noqa: ARG002 - for the games that say more than `notes`
        """What the legal move changes for its seat, beside what is told of it; the most telling first."""
        return Deed()

    def hint(self, seat: int) -> Hint | None:  # noqa: ARG002 - for the games that can think
        """What a good player would see for the seat; None where a move says it, as `players.hints` finds it.

        This may think for a second: ask it in another process, not where people wait.
        """
        return None

    def seals(self, move: Move) -> bool:  # noqa: ARG002 - for the games that have secrets
        """Whether a move that led here may not be read yet, such as a bid before all bids are in."""
        return False

    def known_to(self, seat: int) -> Self:  # noqa: ARG002 - for the games that have secrets
        """The position as far as a seat may know it: what others have sealed stands as if they had passed."""
        return self

    def settles(self, who: int, move: Move) -> int | None:  # noqa: ARG002 - for the games that have claims
        """The seat whose claim this settles for good: everybody may be told now what `hint` says of it."""
        return None


class Game(ABC, Generic[P]):
    """One of the games of the house. `rules_version` grows with every change that alters a match."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    settings: ClassVar[tuple[Setting[Any], ...]] = ()
    rules_version: ClassVar[int] = 1
    bound: ClassVar[int]
    """The most plies a match can have."""
    longest_move: ClassVar[int] = 120
    """Characters a readable move can have, with room for spaces."""
    numbers: ClassVar[Mapping[str, int]] = {}
    """What its rules count, by name, for the pages that explain them."""
    has_sides: ClassVar[bool] = True
    """The board can be seen from the other side, too."""

    def read_options(self, options: Mapping[str, object]) -> dict[str, Chosen]:
        """All settings with their values, defaults filled in. Raises Unreadable."""
        unknown = set(options) - {setting.name for setting in self.settings}
        if unknown:
            raise Unreadable("setting", name=min(unknown)[:40], value="")
        return {setting.name: setting.of(options) for setting in self.settings}

    @abstractmethod
    def start(self, options: Mapping[str, object], seats: int) -> P:
        """The position before the first ply. Raises Unreadable for options or seats it has not."""

    def read_move(self, position: P, who: int, text: str) -> Move:
        """The legal move that the text means here. Raises Unreadable, IllegalMove or Ambiguous."""
        move = self.find_move(position, who, text) if len(text) <= self.longest_move else None
        if move is None:
            raise Unreadable("move", text=text[:40])
        position.check(who, move)
        return move

    @abstractmethod
    def find_move(self, position: P, who: int, text: str) -> Move | None:
        """The move that the text means, legal or not; None for a text that is no move of this game.

        Raises IllegalMove or Ambiguous where the text only means something in another position.
        """

    @abstractmethod
    def write_move(self, move: Move) -> str: ...

    def suggestions(self, position: P, seat: int, typed: str) -> tuple[str, ...]:
        """Legal texts that the seat may mean by what it has typed so far, the likeliest first.

        Moves that begin as it was typed come first, then those that do but for the case, then the others.
        """
        sought = typed.strip()
        texts = (self.write_move(move) for move in position.legal_moves(seat))
        found = [text for text in texts if sought.casefold() in text.casefold()]
        return tuple(
            sorted(
                found,
                key=lambda text: (
                    not text.startswith(sought),
                    not text.casefold().startswith(sought.casefold()),
                ),
            )
        )

    def read_position(self, text: str) -> P:
        """There is one way to write a position: any other text, or a position no match has, is Unreadable."""
        position = self.find_position(text)
        if position is None or self.write_position(position) != text:
            raise Unreadable("position", text=text[:80])
        if (fault := self.find_fault(position)) is not None:
            raise Unreadable(fault, text=text[:80])
        return position

    @abstractmethod
    def find_position(self, text: str) -> P | None:
        """What the text describes, whether or not a match can have it; None where it describes nothing."""

    @abstractmethod
    def find_fault(self, position: P) -> str | None:
        """The code of why no match can have this position, by its counts; None where one can."""

    @abstractmethod
    def write_position(self, position: P) -> str: ...

    def outlook(self, level: int) -> Outlook[P, Any, Any] | None:  # noqa: ARG002 - for the games that lend one
        """How a computer player of a level looks at it, for one thought; None: by rules and points alone, so
        what is gathered but not yet in `totals` counts nothing.
        """
        return None

    def quiz(self) -> Quiz[P] | None:
        """What may be asked of its positions as puzzles; None: the best of its moves, which are listed."""
        return None

    def check_seats(self, seats: int) -> None:
        least, most = self.seats
        if not least <= seats <= most:
            raise Unreadable("seats", least=least, most=most)


def settle_table_ply(move: Move, scores: Sequence[int], gone: Collection[int] = ()) -> Outcome | None:
    """How the table's ply ends a game; None if it does not: it is no such ply, or several others play on.

    `gone` are the seats that left before.
    """
    playing = set(range(len(scores))) - set(gone)
    match move:
        case Leave(seat):
            others = tuple(playing - {seat})
            if seat in playing and len(others) == 1:
                return Outcome("left", others, tuple(scores))
        case Drawn():
            return Outcome("agreed", (), tuple(scores))
        case Aborted():
            return Outcome("aborted", (), tuple(scores))
        case Awarded(seats) if seats and playing.issuperset(seats) and len(seats) < len(scores):
            return Outcome("awarded", seats, tuple(scores))
    return None
