"""Random play: plies a second of every game, beside python-chess's in the same run.

    python tests/bench/bench_engines.py

A ply is what a match does with one: list the legal moves, take one, play it. Rounds of both take turns, so
that a busy machine slows both alike; the ratio is the median of the rounds.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import chess

from engines import GAMES
from engines.chance import TextSource
from engines.game import Game

ROUNDS = 9
SECONDS = 0.5
"""How long a round plays one game."""
BAR = 0.5


def play_chess(choose: random.Random) -> int:
    """The plies of one random match of chess."""
    board, plies = chess.Board(), 0
    while not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
        plies += 1
    return plies


def play(game: Game[Any], choose: random.Random) -> int:
    """The plies of one random match."""
    position, plies = game.start({}, game.seats[0]), 0
    while position.to_move:
        who = choose.choice(tuple(position.to_move))
        move = (
            choose.choice(position.legal_moves(who))
            if position.can_list_moves(who)
            else position.draw_chance(TextSource(str(choose.random())))
        )
        position = position.play(who, move)
        plies += 1
    return plies


def plies_a_second(match: Callable[[random.Random], int], seed: int) -> float:
    choose = random.Random(seed)  # noqa: S311 - nothing is at stake
    start, plies = time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < SECONDS:
        plies += match(choose)
    return plies / passed


def main() -> int:
    print(f"{'game':<10} {'plies/s':>9} {'chess':>9} {'ratio':>6}   bar {BAR}")  # noqa: T201
    # In a game for more than two builds are looked for, not listed: see bench_cubus.py.
    worst = min(bench(game) for game in GAMES.values() if game.seats == (2, 2))
    return 0 if worst >= BAR else 1


def bench(game: Game[Any]) -> float:
    rounds = [
        (plies_a_second(lambda choose: play(game, choose), seed), plies_a_second(play_chess, seed))
        for seed in range(ROUNDS)
    ]
    ours, theirs = (statistics.median(speeds) for speeds in zip(*rounds, strict=True))
    ratio = statistics.median(own / other for own, other in rounds)
    print(f"{game.name:<10} {ours:>9,.0f} {theirs:>9,.0f} {ratio:>6.2f}")  # noqa: T201
    return ratio


if __name__ == "__main__":
    sys.exit(main())
