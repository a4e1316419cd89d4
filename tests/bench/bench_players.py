"""Computer players against each other, against a random mover and against opponents from outside.

    nice -n 19 python tests/bench/bench_players.py match knopen 5:4 5:near 1:random --matches 60
    nice -n 19 python tests/bench/bench_players.py odds knopen --matches 1000
    python tests/bench/bench_players.py table

Every match is written to a file (`--log`) as it ends: what is stopped goes on where it was, and `table` tells
what is known so far. Two matches in a row have the same chance, with the seats swapped. A score is won
matches and half of the drawn ones, with the interval of Wilson (95%) behind it. Times are processor time.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from engines.chance import TextSource
from engines.game import Game
from engines.moves import CHANCE
from engines.players.thinking import LEVELS, think
from tests.bench.rivals import Player, at_random, far, near

LOG: Final = Path(tempfile.gettempdir()) / "speltafel_players.jsonl"
OTHERS: Final[dict[str, Player]] = {"random": at_random, "near": near, "far": far}
JUDGE: Final = 4
"""The level whose odds are held against how matches end."""
DRAWERS: Final = 10
Match = dict[str, Any]


def player_of(name: str) -> Player:
    if name in OTHERS:
        return OTHERS[name]
    return lambda game, position, seat, text: think(game, position, seat, int(name), text).move


def play(game: Game[Any], names: tuple[str, str], number: int, *, is_judged: bool = False) -> Match:
    """One match of the first against the second; the first sits on seat 0 in every other one."""
    one, other = names
    text = f"{game.name}/{'/'.join(sorted(names))}/{number if one == other else number // 2}"
    swapped = number % 2
    players = [player_of(name) for name in names]
    times: dict[str, list[float]] = defaultdict(list)
    position, plies = game.start({}, 2), 0
    decided: list[tuple[Any, int]] = []
    while position.to_move:
        (who,) = position.to_move
        here = f"{text}/{plies}"
        if who == CHANCE:
            move = position.draw_chance(TextSource(here))
        elif forced := position.forced():
            _, move = forced
        else:
            decided.append((position, who))
            began = time.process_time()
            move = players[who ^ swapped](game, position, who, f"{here}/{who}")
            times[names[who ^ swapped]].append(round(time.process_time() - began, 4))
        position, plies = position.play(who, move), plies + 1
    assert position.outcome
    results = [_result(position.outcome.winners, seat) for seat in (0, 1)]
    return {
        "game": game.name,
        "pairing": ":".join(names),
        "number": number,
        "score": results[swapped],
        "reason": position.outcome.reason,
        "plies": plies,
        "times": times,
        "odds": [(odds, results[who]) for odds, who in _judged(game, decided, text)] if is_judged else [],
    }


def _judged(game: Game[Any], decided: list[tuple[Any, int]], text: str) -> Iterator[tuple[float, int]]:
    """The odds at two of the decisions, each as likely as any other, and whose they were."""
    for look in range(2):
        position, who = decided[TextSource(f"{text}/look/{look}").below(len(decided))]
        yield think(game, position, who, JUDGE, text).odds, who


def _result(winners: tuple[int, ...], seat: int) -> float:
    return 0.5 if not winners else float(seat in winners)


def played(log: Path) -> list[Match]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def go_on(log: Path, game: Game[Any], pairings: list[str], matches: int, *, is_judged: bool) -> None:
    """Plays what is not written down yet, a match of each pairing in turn."""
    done = {(match["game"], match["pairing"], match["number"]) for match in played(log)}
    for number in range(matches):
        for pairing in pairings:
            if (game.name, pairing, number) not in done:
                one, _, other = pairing.partition(":")
                match = play(game, (one, other), number, is_judged=is_judged)
                with log.open("a") as lines:
                    lines.write(json.dumps(match) + "\n")


def wilson(score: float, count: int) -> tuple[float, float]:
    """Between which the true score lies in 95 of a hundred such measurements."""
    z = 1.96
    middle = (score + z * z / (2 * count)) / (1 + z * z / count)
    spread = z / (1 + z * z / count) * math.sqrt(score * (1 - score) / count + z * z / (4 * count * count))
    return middle - spread, middle + spread


def table(log: Path) -> Iterator[str]:
    found: dict[tuple[str, str], list[Match]] = defaultdict(list)
    for match in played(log):
        found[match["game"], match["pairing"]].append(match)
    for (game, pairing), matches in sorted(found.items()):
        count = len(matches)
        score = sum(match["score"] for match in matches) / count
        low, high = wilson(score, count)
        reasons: dict[str, int] = defaultdict(int)
        for match in matches:
            reasons[match["reason"]] += 1
        plies = sorted(match["plies"] for match in matches)[count // 2]
        yield (
            f"{game:8} {pairing:9} {score:.3f} [{low:.2f}, {high:.2f}] of {count:4}"
            f"  plies {plies}  {dict(reasons)}"
        )
    yield from _times(log)
    yield from calibration(log)


def _times(log: Path) -> Iterator[str]:
    """Processor time a ply, by game and level."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for match in played(log):
        for name, times in match["times"].items():
            found[match["game"], name] += times
    for (game, name), times in sorted(found.items()):
        times.sort()
        median, late = times[len(times) // 2], times[len(times) * 99 // 100]
        yield f"{game:8} {name:6} median {median:.3f} s  p99 {late:.3f} s  most {times[-1]:.3f} s a ply"


def calibration(log: Path) -> Iterator[str]:
    """The odds of one level against how the matches ended."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for match in played(log):
        found[match["game"]] += [(odds, result) for odds, result in match["odds"]]
    for game, pairs in sorted(found.items()):
        if len(pairs) >= DRAWERS:
            error, skill = _error(pairs), _skill(pairs)
            yield (
                f"{game:8} odds of level {JUDGE}: {len(pairs)} positions,"
                f" calibration error {error:.3f}, Brier skill {skill:.3f}"
            )


def _error(pairs: list[tuple[float, float]]) -> float:
    """How far odds and results lie apart in ten drawers, each by its weight."""
    drawers: dict[int, list[float]] = defaultdict(list)
    for odds, result in pairs:
        drawers[min(int(odds * DRAWERS), DRAWERS - 1)].append(odds - result)
    return sum(abs(sum(each)) for each in drawers.values()) / len(pairs)


def _skill(pairs: list[tuple[float, float]]) -> float:
    """How much nearer to the results than one number for all."""
    base = sum(result for _, result in pairs) / len(pairs)
    brier = sum((odds - result) ** 2 for odds, result in pairs)
    return 1 - brier / sum((base - result) ** 2 for _, result in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("match", "odds", "table"))
    parser.add_argument("game", nargs="?", choices=[name for name in GAMES if GAMES[name].seats[0] == 2])
    parser.add_argument("pairings", nargs="*", metavar="ONE:OTHER")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--log", type=Path, default=LOG)
    asked = parser.parse_args()
    if asked.what != "table":
        steps = [f"{level}:{level - 1}" for level in LEVELS[1:]]
        near_ones = [f"{one}:{other}" for one in LEVELS for other in LEVELS if 0 <= one - other <= 1]
        pairings = near_ones if asked.what == "odds" else asked.pairings or steps
        go_on(asked.log, GAMES[asked.game], pairings, asked.matches, is_judged=asked.what == "odds")
    for line in table(asked.log):
        print(line)  # noqa: T201
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
