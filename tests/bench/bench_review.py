"""The review of matches: how long it takes, whether its mistakes are some, and whether luck has favourites.

    nice -n 19 python tests/bench/bench_review.py time
    nice -n 19 python tests/bench/bench_review.py mistakes knopen --matches 20
    nice -n 19 python tests/bench/bench_review.py luck cubus --matches 500
    nice -n 19 python tests/bench/bench_review.py luck kriskras --matches 500 --sampled 4
    nice -n 19 python tests/bench/bench_review.py luck --matches 500 --level 1 --log /tmp/by_level_1.jsonl
    python tests/bench/bench_review.py table

`time`: a match of sixty plies of each game, in processor time, and how far luck, skill and the start lie from
the result. `mistakes`: of the moves that a review calls a mistake, those of which ten times the nodes say so,
too. `luck`: over matches between equals the mean luck of seat 0, beside its standard error. Every match is
written to a file (`--log`) as it ends: what is stopped goes on where it was.

Luck needs the odds of all that chance might have brought: where dice are thrown some thousand looks a match.
With `--sampled 4` the review's own level looks at four plies of chance of each match, and level 1, which is
ten times as quick, at all of them: its luck, and the mean difference of the two times the number of plies, is
the luck by the review's level, without a bias and hardly less exactly. One file may hold both kinds. With
`--level 1` it is the luck by that level's odds alone, which has no favourites either; such lines have a file
of their own (`--log`).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.chance import TextSource
from engines.game import Game, Position
from engines.moves import CHANCE, Move
from engines.players.chances import chances
from engines.players.looking import Looker
from engines.players.review import (
    LEVEL,
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
QUICK: Final = 1
"""Whose odds are had of every ply of chance."""
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
    again = {one: looked_again(game, plies[one], (), LEVEL) for one in doubtful(glances)}
    review = put_together(plies, glances, again, LEVEL)
    seconds = time.process_time() - began
    off = [
        abs(review.odds[0][seat] + review.luck[seat] + review.skill[seat] - review.odds[-1][seat])
        for seat in (0, 1)
    ]
    return {
        "plies": len(plies),
        "glances": glanced,
        "seconds": seconds,
        "again": len(again),
        "off": max(off),
    }


def confirmed(game: Game[Any], number: int) -> Line:
    """Of each mistake: what ten times the nodes see between the better move and the one that was played."""
    plies = plies_of(game, {}, 2, played(game, CARELESS, number, PLIES))
    glances = [glance(game, ply, (), LEVEL) for ply in plies]
    found = []
    for one in doubtful(glances):
        better = looked_again(game, plies[one], (), LEVEL)
        if better:
            judge = Looker.deeper(game, LEVEL, TIMES)
            ply = plies[one]
            gives = judge.between(ply.before, ply.who, move_of(game, ply, better.text), ply.move)
            found.append([better.gives, gives])
    return {"doubtful": len(doubtful(glances)), "mistakes": found}


def lucky(game: Game[Any], number: int, sampled: int, level: int) -> Line:
    """The luck of seat 0 by the odds of that level."""
    plies = plies_of(game, {}, 2, played(game, EQUALS, number))
    fallen = [ply for ply in plies if ply.who == CHANCE]
    count = len(fallen)
    if not 0 < sampled < count:
        return {"luck": sum(luck_of(game, ply, level) for ply in fallen), "fallen": count}
    quick = [luck_of(game, ply, QUICK) for ply in fallen]
    source = TextSource(f"{game.name}/{number}/sampled")
    places = list(range(count))
    some = [places.pop(source.below(len(places))) for _ in range(sampled)]
    more = sum(luck_of(game, fallen[place], level) - quick[place] for place in some) * count / sampled
    return {"luck": sum(quick) + more, "quick": sum(quick), "fallen": count}


def luck_of(game: Game[Any], ply: Ply[Any], level: int) -> float:
    """By how much chance changed the odds of seat 0: beside the mean of all that it might have brought."""
    brought = chances(ply.before, game.write_position(ply.before))
    odds = {move: odds_behind(game.name, ply.before, move, level) for _, move in brought}
    mean = sum(share * odds[move] for share, move in brought)
    came = odds.get(ply.move)
    return (odds_behind(game.name, ply.before, ply.move, level) if came is None else came) - mean


@lru_cache(maxsize=4_000)
def odds_behind(game: str, before: Position, move: Move, level: int) -> float:
    """Kept, for matches begin alike."""
    return Looker(GAMES[game], level).odds(before.play(CHANCE, move))[0]


KINDS: Final = ("time", "mistakes", "luck")


def lines(log: Path) -> list[Line]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def go_on(log: Path, kind: str, game: Game[Any], matches: int, sampled: int, level: int) -> None:
    measures: dict[str, Callable[[Game[Any], int], Line]] = {
        "time": timed,
        "mistakes": confirmed,
        "luck": partial(lucky, sampled=sampled, level=level),
    }
    done = {line["number"] for line in lines(log) if (line["kind"], line["game"]) == (kind, game.name)}
    for number in range(matches):
        if number not in done:
            line = {"kind": kind, "game": game.name, "number": number, **measures[kind](game, number)}
            with log.open("a") as written:
                written.write(json.dumps(line) + "\n")


def table(log: Path) -> Iterator[str]:
    tellers = {"time": _time, "mistakes": _mistakes, "luck": _luck}
    for kind, teller in tellers.items():
        for game in GAMES:
            found = [line for line in lines(log) if (line["kind"], line["game"]) == (kind, game)]
            if found:
                yield f"{game:8} {kind:9} {len(found):4} matches: {teller(found)}"


def _time(found: list[Line]) -> str:
    seconds = sorted(line["seconds"] for line in found)
    worst = max(line["off"] for line in found)
    return (
        f"median {seconds[len(seconds) // 2]:.1f} s, most {seconds[-1]:.1f} s of processor time;"
        f" sums are off by {worst:.1e} at most"
    )


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
    mean, error = _mean_of([line["luck"] for line in found])
    told = f"mean luck of seat 0 {mean:+.4f}, standard error {error:.4f}"
    told += f" ({abs(mean) / error if error else 0:.2f} of them)"
    quick = [line["quick"] for line in found if "quick" in line]
    if quick:
        told += "; by level {} alone {:+.4f}, {:.4f}".format(QUICK, *_mean_of(quick))
    return told


def _mean_of(values: list[float]) -> tuple[float, float]:
    """And its standard error."""
    count = len(values)
    mean = sum(values) / count
    spread = math.sqrt(sum((one - mean) ** 2 for one in values) / max(1, count - 1))
    return mean, spread / math.sqrt(count)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=(*KINDS, "table"))
    parser.add_argument("game", nargs="*", choices=(*GAMES, []))
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--sampled", type=int, default=0, help="plies of chance a match; 0: all of them")
    parser.add_argument("--level", type=int, default=LEVEL, help="whose odds luck is counted by")
    parser.add_argument("--log", type=Path, default=LOG)
    asked = parser.parse_args()
    if asked.what != "table":
        for name in asked.game or GAMES:
            go_on(asked.log, asked.what, GAMES[name], asked.matches, asked.sampled, asked.level)
    for line in table(asked.log):
        print(line)  # noqa: T201


if __name__ == "__main__":
    main()
