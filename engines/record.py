"""The record: the list of texts that is the match. It replays without a seed and reads as a scoresheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from engines.codes import IllegalMove, Refusal, Unreadable
from engines.game import Game, P, Position
from engines.moves import CHANCE, TABLE, Move, read_table_ply


class BadRecord(Refusal):
    """A line of a record that cannot be played; `values` name the ply and the line."""

    kind = "record"

    def __init__(self, ply: int, text: str, cause: Refusal) -> None:
        super().__init__(cause.code, ply=ply, text=text[:80])
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Ply(Generic[P]):
    """A line of a record: who played it (a seat, CHANCE or the TABLE), what, and in which position.

    `Ply.of` and `Ply.read` make one.
    """

    who: int
    move: Move
    before: P
    text: str
    """The line as it stands in the record."""
    forced: bool
    """It was all that the seat could do: the table played it."""
    in_window: bool
    """It answers what another seat did, while others may be answering too."""
    new_turn: int | None
    """The seat whose turn begins with it, where the game says so."""

    @classmethod
    def of(cls, game: Game[P], before: P, who: int, move: Move) -> Ply[P]:
        """As it is written today."""
        return cls._of(before, who, move, write_ply(game, before, who, move))

    @classmethod
    def read(cls, game: Game[P], before: P, text: str) -> Ply[P]:
        """A line of a record, kept as it was written. Raises the refusals of the game."""
        return cls._of(before, *read_ply(game, before, text), text)

    @classmethod
    def _of(cls, before: P, who: int, move: Move, text: str) -> Ply[P]:
        return cls(
            who,
            move,
            before,
            text,
            forced=who >= 0 and before.forced() is not None,
            in_window=who >= 0 and before.if_silent(who) is not None,
            new_turn=None if who == TABLE else before.new_turn(),
        )

    @property
    def after(self) -> P:
        return self.before.play(self.who, self.move)

    @property
    def decided(self) -> bool:
        """A seat chose it, if only as an answer."""
        return self.who >= 0 and not self.forced

    @property
    def mover(self) -> int | None:
        """The seat that made a move by it: one of its own, or the beginning of its turn. No answer is one."""
        return self.who if self.decided and not self.in_window else self.new_turn


def write_ply(game: Game[P], position: P, who: int, move: Move) -> str:
    """The text of a ply. Where several seats are to move at once, the seat stands before it."""
    text = game.write_move(move)
    return f"{who} {text}" if who >= 0 and len(position.to_move) > 1 else text


def read_ply(game: Game[P], position: P, text: str) -> tuple[int, Move]:
    """Who played a line of a record, and what. Raises the refusals of the game."""
    table = read_table_ply(text)
    if table is not None:
        return TABLE, table
    movers = position.to_move
    if not movers:
        raise IllegalMove("over")
    if len(movers) == 1:
        (who,) = movers
        return who, game.read_move(position, who, text)
    seat, _, rest = text.partition(" ")
    if not (seat.isdecimal() and seat.isascii() and len(seat) < 3):
        raise Unreadable("seat", text=text[:40])
    return int(seat), game.read_move(position, int(seat), rest)


def play_text(game: Game[P], position: P, text: str) -> P:
    who, move = read_ply(game, position, text)
    return position.play(who, move)


def replay(game: Game[P], options: Mapping[str, object], seats: int, record: Sequence[str]) -> P:
    """The position at the end of a record. Raises BadRecord at the first line that cannot be played."""
    position = game.start(options, seats)
    for ply, text in enumerate(record):
        try:
            position = play_text(game, position, text)
        except Refusal as refusal:
            raise BadRecord(ply, text, refusal) from refusal
    return position


def last_turn(plies: Sequence[Ply[P]]) -> Sequence[Ply[P]]:
    """What is told of a match: the last plies of the seat that last decided something, and all after them.

    The chance among them belongs to it. What chance brought before was told when it fell, unless the game
    says that the turn began with it. Answers belong to what they answer: they are told from there on.
    """
    start = _last_decided(plies)
    if start is None:
        return plies
    start = _begun(plies, start)
    while start and plies[start].in_window:
        start = _begun(plies, start - 1)
    while plies[start].who == CHANCE and plies[start].new_turn is None:
        start += 1
    return plies[start:]


def whole_turn(plies: Sequence[Ply[P]]) -> Sequence[Ply[P]]:
    """The turn of the last ply, from where it began, though no seat decided anything in it."""
    return plies[_begun(plies, len(plies) - 1) :] if plies else plies


def last_word(plies: Sequence[Ply[P]]) -> Sequence[Ply[P]]:
    """The last ply that a seat decided on, and all that followed by itself."""
    return plies[_last_decided(plies) or 0 :]


def is_mid_turn(plies: Sequence[Ply[P]], position: Position) -> bool:
    """The seat that last decided something goes on with its turn in the position behind these plies.

    Behind an answer a new turn begins.
    """
    word = last_word(plies)
    seats = {ply.who for ply in word if ply.who >= 0}
    has_answered = bool(word) and word[0].in_window and not is_window(position)
    has_turned = any(ply.new_turn is not None for ply in word[1:]) or position.new_turn() is not None
    return bool(seats) and seats == position.to_move and not has_answered and not has_turned


def is_window(position: Position) -> bool:
    """Who is to move answers what another seat did, and silence is an answer too."""
    return any(position.if_silent(seat) is not None for seat in position.to_move)


def _last_decided(plies: Sequence[Ply[P]]) -> int | None:
    return next((number for number in reversed(range(len(plies))) if plies[number].decided), None)


def _begun(plies: Sequence[Ply[P]], start: int) -> int:
    """Where the turn of this ply began, with the chance among its plies."""
    if _says_turns(plies):
        said = (number for number in range(start, -1, -1) if plies[number].new_turn is not None)
        return next(said, 0)
    first = plies[start]
    while start and _goes_on(plies[start - 1], first):
        start -= 1
    return start


def _says_turns(plies: Sequence[Ply[P]]) -> bool:
    """The game says of every turn where it begins: also of the first, in which a seat decides something."""
    first = next((ply for ply in plies if ply.decided or ply.new_turn is not None), None)
    return first is not None and first.new_turn is not None


def _goes_on(before: Ply[P], ply: Ply[P]) -> bool:
    """The plies are of one turn: of one seat, and both of its own or both answers; or it is its chance."""
    of_one_seat = before.who == ply.who and before.in_window == ply.in_window
    return before.who == CHANCE or (of_one_seat and not before.forced)


def is_chance_next(position: Position) -> bool:
    return CHANCE in position.to_move
