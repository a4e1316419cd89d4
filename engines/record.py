"""The record: the list of texts that is the match. It replays without a seed and reads as a scoresheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.game import CHANCE, TABLE, Game, IllegalMove, Move, Position, Refusal, Unreadable, read_table_ply


class BadRecord(Refusal):
    """A line of a record that cannot be played; `values` name the ply and the line."""

    kind = "record"

    def __init__(self, ply: int, text: str, cause: Refusal) -> None:
        super().__init__(cause.code, ply=ply, text=text[:80])
        self.cause = cause


def write_ply(game: Game, position: Position, who: int, move: Move) -> str:
    """The text of a ply. Where several seats are to move at once, the seat stands before it."""
    text = game.write_move(move)
    return f"{who} {text}" if who >= 0 and len(position.to_move) > 1 else text


def read_ply(game: Game, position: Position, text: str) -> tuple[int, Move]:
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


def play_text(game: Game, position: Position, text: str) -> Position:
    who, move = read_ply(game, position, text)
    return position.play(who, move)


def replay(game: Game, options: Mapping[str, object], seats: int, record: Sequence[str]) -> Position:
    """The position at the end of a record. Raises BadRecord at the first line that cannot be played."""
    position = game.start(options, seats)
    for ply, text in enumerate(record):
        try:
            position = play_text(game, position, text)
        except Refusal as refusal:
            raise BadRecord(ply, text, refusal) from refusal
    return position


def is_chance_next(position: Position) -> bool:
    return CHANCE in position.to_move
