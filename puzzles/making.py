"""How puzzles are found: computers play, and of each position it is asked whether something stands out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from engines.chance import TextSource
from engines.codes import Refusal
from engines.game import Game, Position
from engines.moves import CHANCE, Move
from engines.players.decisions import quiz_of
from engines.players.search import Search
from engines.players.thinking import LEVELS, chosen, margin, think
from engines.quiz import Asked
from puzzles.puzzle import Puzzle

MOST_OF_A_MATCH: Final = 6
_PLAYERS: Final = (1, 2, 2, 3, 3)
"""Levels: quick ones, and such as leave something to be found."""
_TRIES: Final = 4
"""Of each who tries: the levels below the strongest, and those who guess."""
_GUESSES: Final = (4.0, 2.0, 1.0)
"""How blurred those see who only glance."""
_MORE_SEATS: Final = 2
"""Than the fewest that a game takes."""
_OPENING: Final = 4
"""Plies after which something may be asked."""


def found(game: Game[Any], name: str) -> Iterator[tuple[Position, int, Asked]]:
    """What may be asked of the positions of one match, which is drawn by its name."""
    quiz, asked_of = quiz_of(game), 0
    for ply, (position, seat) in enumerate(_played(game, name)):
        if ply < _OPENING:
            continue
        asked = quiz.asked(position.known_to(seat), seat)
        if asked is None:
            continue
        yield position.known_to(seat), seat, asked
        asked_of += 1
        if asked_of == MOST_OF_A_MATCH:
            return


def _played(game: Game[Any], name: str) -> Iterator[tuple[Any, int]]:
    """The positions of a match among computers in which one of them decides."""
    drawn = TextSource(name)
    least, most = game.seats
    seats = least + drawn.below(min(most - least, _MORE_SEATS) + 1)
    levels = [_PLAYERS[drawn.below(len(_PLAYERS))] for _ in range(seats)]
    position = game.start({}, seats)
    for ply in range(game.bound):
        if position.outcome:
            return
        if CHANCE in position.to_move:
            position = position.play(CHANCE, position.draw_chance(TextSource(f"{name} {ply}")))
        elif forced := position.forced():
            position = position.play(*forced)
        else:
            seat = min(position.to_move)
            yield position, seat
            thought = think(game, position, seat, levels[seat], f"{name} {ply}")
            position = position.play(seat, thought.move)


def puzzle_of(game: Game[Any], position: Any, seat: int, asked: Asked) -> Puzzle:
    """With how hard it is for computers."""
    quiz = quiz_of(game)
    shares = [quiz.share(position, seat, asked, move) for move in _tried(game, position, seat)]
    missed = round(1 - sum(shares) / len(shares), 3)
    return Puzzle(game.name, game.write_position(position), seat, asked, missed)


def _tried(game: Game[Any], position: Any, seat: int) -> Iterator[Move]:
    """By levels, and by who hardly looks."""
    for number in range(_TRIES):
        for level in LEVELS[:-1]:
            yield think(game, position, seat, level, f"try {number}").move
        for blur in _GUESSES:
            outlook = game.outlook(LEVELS[0])
            assert outlook is not None
            outlook.level = replace(outlook.level, blur=blur)
            root = outlook.node(position, seat)
            ranked = Search(outlook, root, margin(blur)).ranked()
            yield outlook.move(root, chosen(ranked, blur, TextSource(f"guess {number}"))[1])


def is_true(game: Game[Any], puzzle: Puzzle, times: int = 1) -> bool:
    """What is asked can be asked of that position, and a deeper look confirms it."""
    try:
        position = game.read_position(puzzle.position)
        position.check_turn(puzzle.seat)
        for text in puzzle.asked.answers:
            game.read_move(position, puzzle.seat, text)
    except Refusal:
        return False
    return quiz_of(game).is_confirmed(position, puzzle.seat, puzzle.asked, times)
