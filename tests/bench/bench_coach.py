"""What a coach costs a turn, and how often it speaks.

    nice -n 19 python tests/bench/bench_coach.py
    nice -n 19 python tests/bench/bench_coach.py knopen --matches 4

A careless player (level 1) against level 2, and after each of its turns the coach. Processor time of a turn,
in the process that thinks; and of all turns those of which there is something to say: each is one more edit
of the post, and no other request to Discord.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.chance import TextSource
from engines.game import Game, Position
from engines.moves import CHANCE
from engines.players.coach import remark
from engines.players.thinking import think
from engines.record import Ply

LEVELS: Final = (1, 2)
"""Of seat 0, and of all others."""
MOST: Final = 200
"""Plies of a match."""
Turn = list[Ply[Any]]


def turns(game: Game[Any], number: int) -> Iterator[Turn]:
    """Of seat 0: what it decided before somebody else did."""
    position: Position = game.start({}, game.seats[0])
    turn: Turn = []
    for count in range(MOST):
        if position.outcome:
            return
        who, forced = min(position.to_move), position.forced()
        source = TextSource(f"{game.name}/{number}/{count}")
        if who == CHANCE:
            move = position.draw_chance(source)
        elif forced:
            move = forced[1]
        else:
            move = think(game, position, who, LEVELS[who > 0], f"{number}/{count}").move
        ply = Ply.of(game, position, who, move)
        if who == 0 and ply.decided:
            turn.append(ply)
        elif who > 0 and turn:
            yield turn
            turn = []
        position = ply.after


def measure(game: Game[Any], matches: int) -> None:
    took, said = [], Counter[str]()
    for number in range(matches):
        for turn in turns(game, number):
            began = time.process_time()
            found = remark(game, turn)
            took.append(time.process_time() - began)
            said[found.code if found else "nothing"] += 1
    slow = quantiles(took, n=20)[-1]
    spoke = 1 - said["nothing"] / len(took)
    sys.stdout.write(
        f"{game.name:9} {len(took):4} turns: {1000 * mean(took):4.0f} ms a turn, p95 {1000 * slow:4.0f} ms,"
        f" longest {1000 * max(took):4.0f} ms; {spoke:.2f} edits a turn; {dict(said.most_common())}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--matches", type=int, default=3)
    asked = parser.parse_args()
    for game in GAMES.values():
        if asked.game in (None, game.name):
            measure(game, asked.matches)


if __name__ == "__main__":
    main()
