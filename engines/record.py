"""The record: the list of texts that is the match. It replays without a seed and reads as a scoresheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engines.game import (
    CHANCE,
    TABLE,
    Game,
    IllegalMove,
    Move,
    P,
    Position,
    Refusal,
    Unreadable,
    read_table_ply,
)


class BadRecord(Refusal):
    """A line of a record that cannot be played; `values` name the ply and the line."""

    kind = "record"

    def __init__(self, ply: int, text: str, cause: Refusal) -> None:
        super().__init__(cause.code, ply=ply, text=text[:80])
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Ply(Generic[P]):
    """A line of a record: who played it (a seat, CHANCE or the TABLE), what, and in which position."""

    who: int
    move: Move
    before: P

    @property
    def after(self) -> P:
        return self.before.play(self.who, self.move)

    @property
    def forced(self) -> bool:
        """It was all that the seat could do: the table played it."""
        return self.who >= 0 and self.before.forced() is not None

    @property
    def in_window(self) -> bool:
        """It answers what another seat did, while others may be answering too."""
        return self.who >= 0 and self.before.if_silent(self.who) is not None


class _Line(Protocol):
    @property
    def who(self) -> int: ...
    @property
    def forced(self) -> bool: ...
    @property
    def in_window(self) -> bool: ...


Line = TypeVar("Line", bound=_Line)


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


def last_turn(plies: Sequence[Line]) -> Sequence[Line]:
    """What is told of a match: the last plies of the seat that last decided something, and all after them.

    The chance among them belongs to it. What chance brought before was told when it fell. Answers belong
    to what they answer: they are told from there on.
    """
    start = _last_decided(plies)
    if start is None:
        return plies
    start = _begun(plies, start)
    while start and plies[start].in_window:
        start = _begun(plies, start - 1)
    while plies[start].who == CHANCE:
        start += 1
    return plies[start:]


def last_word(plies: Sequence[Line]) -> Sequence[Line]:
    """The last ply that a seat decided on, and all that followed by itself."""
    return plies[_last_decided(plies) or 0 :]


def _last_decided(plies: Sequence[Line]) -> int | None:
    return next((number for number in reversed(range(len(plies))) if _is_decided(plies[number])), None)


def _begun(plies: Sequence[Line], start: int) -> int:
    """Where the seat of this ply began, with the chance among its plies."""
    first = plies[start]
    while start and _goes_on(plies[start - 1], first):
        start -= 1
    return start


def _goes_on(before: _Line, ply: _Line) -> bool:
    """The plies are of one turn: of one seat, and both of its own or both answers; or it is its chance."""
    of_one_seat = before.who == ply.who and before.in_window == ply.in_window
    return before.who == CHANCE or (of_one_seat and not before.forced)


def _is_decided(ply: _Line) -> bool:
    return ply.who >= 0 and not ply.forced


def is_chance_next(position: Position) -> bool:
    return CHANCE in position.to_move
