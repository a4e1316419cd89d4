"""The review of matches: how long it takes, whether its mistakes are some, and whether luck has favourites.

    nice -n 19 python tests/bench/bench_review.py time
    nice -n 19 python tests/bench/bench_review.py mistakes knopen --matches 20
    nice -n 19 python tests/bench/bench_review.py luck kriskras --matches 500
    python tests/bench/bench_review.py table

`time`: a match of sixty plies of each game, in processor time. `mistakes`: of the moves that a review calls a
mistake, those of which ten times the nodes say so, too. `luck`: over matches between equals the mean luck of
seat 0, beside its standard error; and how far luck, skill and the start lie from the result; `luck_by_1`: by
the odds of level 1, which is quicker. Every match is
written to a file (`--log`) as it ends: what is stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.chance import TextSource
from engines.game import Game, Position
from engines.moves import CHANCE
from engines.players.looking import Looker
from engines.players.review import (
    LEVEL,
    Glance,
    doubtful,
    glance,
    looked_again,
    move_of,
    plies_of,
    put_together,
)
from engines.players.thinking import think
from engines.record import Ply

LOG: Final = Path(tempfile.gettempdir()) / "speltafel_reviews.jsonl"
PLIES: Final = 60
TIMES: Final = 10
EQUALS: Final = 1
"""Who plays when luck is counted: two of the same level, which is quick."""
CARELESS: Final = 2
"""Who plays when mistakes are counted."""
Line = dict[str, Any]


def played(game: Game[Any], level: int, number: int, most: int = 10_000) -> list[str]:
    """A match of two of one level; whoever is to move after so many plies gives up."""
    position: Position = game.start({}, 2)
    record: list[str] = []
    while position.to_move and len(record) < most:
        text = f"{game.name}/{level}/{number}/{len(record)}"
        who = min(position.to_move)
        if who == CHANCE:
            move = position.draw_chance(TextSource(text))
        elif forced := position.forced():
            who, move = forced
        else:
            move = think(game, position, who, level, text).move
        ply: Ply[Any] = Ply.of(game, position, who, move)
        record.append(ply.text)
        position = ply.after
    return record if position.outcome else [*record, f"leave {number % 2}"]


def timed(game: Game[Any], number: int) -> Line:
    record = played(game, LEVEL, number, PLIES)
    began = time.process_time()
    plies = plies_of(game, {}, 2, record)
    glances = [glance(game, ply, (), LEVEL) for ply in plies]
    glanced = time.process_time() - began
    again = {one: looked_again(game, plies[one], LEVEL) for one in doubtful(glances)}
    put_together(plies, glances, again, LEVEL)
    return {
        "plies": len(plies),
        "glances": glanced,
        "seconds": time.process_time() - began,
        "again": len(again),
    }


def confirmed(game: Game[Any], number: int) -> Line:
    """Of each mistake: what ten times the nodes see between the better move and the one that was played."""
    plies = plies_of(game, {}, 2, played(game, CARELESS, number))
    glances = [glance(game, ply, (), LEVEL) for ply in plies]
    found = []
    for one in doubtful(glances):
        better = looked_again(game, plies[one], LEVEL)
        if better:
            judge = Looker.deeper(game, LEVEL, TIMES)
            ply = plies[one]
            gives = judge.between(ply.before, ply.who, move_of(game, ply, better.text), ply.move)
            found.append([better.gives, gives])
    return {"doubtful": len(doubtful(glances)), "mistakes": found}


def lucky(game: Game[Any], number: int, level: int = LEVEL) -> Line:
    plies = plies_of(game, {}, 2, played(game, EQUALS, number))
    glances = [Glance(Looker(game, level).odds(ply.before), None) for ply in plies]
    review = put_together(plies, glances, {}, level)
    off = [
        abs(review.odds[0][seat] + review.luck[seat] + review.skill[seat] - review.odds[-1][seat])
        for seat in (0, 1)
    ]
    return {"luck": review.luck[0], "result": review.odds[-1][0], "off": max(off), "plies": len(plies)}


def quickly_lucky(game: Game[Any], number: int) -> Line:
    return lucky(game, number, level=1)


KINDS: Final = {"time": timed, "mistakes": confirmed, "luck": lucky, "luck_by_1": quickly_lucky}


def lines(log: Path) -> list[Line]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def go_on(log: Path, kind: str, game: Game[Any], matches: int) -> None:
    done = {line["number"] for line in lines(log) if (line["kind"], line["game"]) == (kind, game.name)}
    for number in range(matches):
        if number not in done:
            line = {"kind": kind, "game": game.name, "number": number, **KINDS[kind](game, number)}
            with log.open("a") as written:
                written.write(json.dumps(line) + "\n")


def table(log: Path) -> Iterator[str]:
    tellers = {"time": _time, "mistakes": _mistakes, "luck": _luck, "luck_by_1": _luck}
    for kind, teller in tellers.items():
        for game in GAMES:
            found = [line for line in lines(log) if (line["kind"], line["game"]) == (kind, game)]
            if found:
                yield f"{game:8} {kind:9} {len(found):4} matches: {teller(found)}"


def _time(found: list[Line]) -> str:
    seconds = sorted(line["seconds"] for line in found)
    return f"median {seconds[len(seconds) // 2]:.1f} s, most {seconds[-1]:.1f} s of processor time"


def _mistakes(found: list[Line]) -> str:
    each = [pair for line in found for pair in line["mistakes"]]
    doubts = sum(line["doubtful"] for line in found)
    if not each:
        return f"none of {doubts} doubtful moves is called a mistake"
    worse, half = (sum(gives > least for _, gives in each) for least in (0, 0.015))
    return (
        f"{len(each)} mistakes of {doubts} doubtful moves; at {TIMES} times the nodes {worse / len(each):.1%}"
        f" give something away, {half / len(each):.1%} more than 1.5 points"
    )


def _luck(found: list[Line]) -> str:
    luck = [line["luck"] for line in found]
    count = len(luck)
    mean = sum(luck) / count
    spread = math.sqrt(sum((one - mean) ** 2 for one in luck) / max(1, count - 1))
    error = spread / math.sqrt(count)
    worst = max(line["off"] for line in found)
    return (
        f"mean luck of seat 0 {mean:+.4f}, standard error {error:.4f}"
        f" ({abs(mean) / error if error else 0:.2f} of them), spread {spread:.3f};"
        f" sums are off by {worst:.1e} at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=(*KINDS, "table"))
    parser.add_argument("game", nargs="*", choices=(*GAMES, []))
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--log", type=Path, default=LOG)
    asked = parser.parse_args()
    if asked.what != "table":
        for name in asked.game or GAMES:
            go_on(asked.log, asked.what, GAMES[name], asked.matches)
    for line in table(asked.log):
        print(line)  # noqa: T201


if __name__ == "__main__":
    main()
