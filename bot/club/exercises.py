"""Exercises: positions that somebody plays on by themselves, such as the tasks of lessons and puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, repeat
from typing import Any

from bot.club.computers import computer
from bot.club.match import Match
from bot.club.stored import Seat, Stored
from bot.club.whereabouts import DIRECT
from engines import GAMES
from engines.game import Game
from engines.record import Ply
from puzzles.puzzle import Puzzle


def laid_out(game: Game[Any], number: int, position: Any, seat: int, member: int, name: str) -> Match:
    """The position as a match of theirs. It lies in no file, and nothing is played in it.

    On the other side sits nobody but the computer that teaches.
    """
    others = map(computer, repeat(1), count())
    seats = tuple(
        Seat(member if each == seat else next(others), turned=False, hinted=False, name=name)
        for each in range(len(position.totals()))
    )
    stored = Stored(
        id=number,
        guild=DIRECT,
        channel=0,
        locale="",
        game_name=game.name,
        rules_version=game.rules_version,
        options=game.read_options({}),
        secret=b"",
        began_at=0,
        moved_at=0,
        seats=seats,
    )
    return Match((), position, stored)


def played_on(table: Match, line: Sequence[str]) -> Match:
    """As it stands after these lines of a record. Raises the refusals of the game."""
    match = table
    for text in line:
        ply = Ply.read(match.game, match.position, text)
        match = replace(match, played=(*match.played, ply), position=ply.after)
    return match


def laid_out_puzzle(puzzle: Puzzle, member: int, name: str, number: int | None = None) -> Match:
    """For somebody who is to find it. Another `number` than its own is not known by."""
    game = GAMES[puzzle.game]
    position = game.read_position(puzzle.position)
    return laid_out(game, puzzle.number if number is None else number, position, puzzle.seat, member, name)


def shown_of(puzzle: Puzzle) -> Match:
    """For everybody to see: nobody plays it."""
    return laid_out_puzzle(puzzle, computer(1), "")
