"""Every puzzle of the files looked at once more, with more nodes than when it was kept: is its answer true?

    python tests/bench/bench_puzzles.py [GAME ...] [--times 2] [--part 1/4]

Level 4 finds a puzzle and level 5 confirms it; here level 5 looks with so many times its nodes. What is not
confirmed is named by its key. All of it takes about an hour of one core with twice the nodes.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from puzzles.making import is_true
from puzzles.puzzle import puzzles_of


def main() -> None:
    asking = argparse.ArgumentParser()
    asking.add_argument("games", nargs="*")
    asking.add_argument("--times", type=int, default=2)
    asking.add_argument("--part", default="1/1")
    asked = asking.parse_args()
    part, parts = map(int, asked.part.split("/"))
    for name in asked.games or GAMES:
        puzzles = puzzles_of(name)[part - 1 :: parts]
        began = time.process_time()
        doubted = [puzzle for puzzle in puzzles if not is_true(GAMES[name], puzzle, asked.times)]
        took = time.process_time() - began
        true = len(puzzles) - len(doubted)
        told = [f"{name}: {true} of {len(puzzles)} confirmed at {asked.times} times the nodes, {took:.0f} s"]
        told += [f"  {puzzle.number} {puzzle.asked.task} {puzzle.asked.answers[0]}" for puzzle in doubted]
        print("\n".join(told), flush=True)  # noqa: T201 - it speaks to a terminal


if __name__ == "__main__":
    main()
