"""Writes puzzles/data/<game>.jsonl: positions from computers' matches where one answer is clearly the best.

    .venv/bin/python scripts/make_puzzles.py GAME [COUNT] [--from MATCH] [--times 2] [--again]

What lies there already stays, or is confirmed again; the matches go on from that number.

A look of level 4 finds them, one of level 5 with so many times its nodes confirms them, and what the other
levels play tells how hard they are. No tenth of the scale of hardness gets more than three tenths of the
file. The same matches bring the same puzzles; it takes an hour or two a game.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import GAMES
from engines.players.decisions import quiz_of
from engines.quiz import Asked, Quiz
from puzzles.making import found, is_true, puzzle_of
from puzzles.puzzle import Puzzle, puzzles_of, write_puzzles

TENTHS: Final = 10
MOST_OF_ONE: Final = 0.3
ENOUGH: Final = 200
"""Matches. Of a game with few moves to choose from nothing is asked, unless it has a quiz of its own."""


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("game", choices=sorted(GAMES))
    asking.add_argument("count", nargs="?", type=int, default=420)
    asking.add_argument("--from", dest="first", type=int, default=1)
    asking.add_argument("--times", type=int, default=2)
    asking.add_argument("--again", action="store_true")
    asked = asking.parse_args()
    game, quiz = GAMES[asked.game], quiz_of(GAMES[asked.game])
    there = puzzles_of(game.name)
    if asked.again:
        there = tuple(puzzle for puzzle in there if is_true(game, puzzle, asked.times))
    kept = {puzzle.number: puzzle for puzzle in there}
    tenths = Counter(map(_tenth, kept.values()))
    looked = 0
    for match in itertools.count(asked.first):
        for position, seat, one in found(game, f"puzzles {game.name} {match}"):
            looked += 1
            if not _is_confirmed(quiz, position, seat, one, asked.times):
                continue
            puzzle = puzzle_of(game, position, seat, one)
            if puzzle.number in kept or tenths[_tenth(puzzle)] >= MOST_OF_ONE * asked.count:
                continue
            kept[puzzle.number] = puzzle
            tenths[_tenth(puzzle)] += 1
        told = f"match {match}, {looked} asked, {len(kept)} kept, by tenths {sorted(tenths.items())}"
        print(f"{told}, {time.process_time():.0f} s", file=sys.stderr)
        if kept:
            write_puzzles(game.name, kept.values())
        if len(kept) >= asked.count:
            return
        if not looked and match - asked.first > ENOUGH:
            sys.exit(
                f"In {ENOUGH} matches there was nothing to ask. {game.title} needs a quiz: engines/quiz.py."
            )


def _is_confirmed(quiz: Quiz[Any], position: Any, seat: int, asked: Asked, times: int) -> bool:
    """Most are not, and a short look is enough to see it."""
    return all(quiz.is_confirmed(position, seat, asked, each) for each in sorted({1, times}))


def _tenth(puzzle: Puzzle) -> int:
    return min(int(puzzle.missed * TENTHS), TENTHS - 1)


if __name__ == "__main__":
    main()
