"""From one server to many: what servers, turns and events cost one process, and what Discord lets it ask.

    python tests/bench/bench_scale.py servers [HOW_MANY ...]
    python tests/bench/bench_scale.py caches
    python tests/bench/bench_scale.py turns
    python tests/bench/bench_scale.py many [PROCESSES ...]
    python tests/bench/bench_scale.py price [--rounds 9] [--matches 20]
    python tests/bench/bench_scale.py cores [--rounds 9]
    python tests/bench/bench_scale.py direct [--players 20] [--turns 10]
    python tests/bench/bench_scale.py dailies [HOW_MANY ...]
    python tests/bench/bench_scale.py profile
    python tests/bench/bench_scale.py events
    python tests/bench/bench_scale.py sizes
    python tests/bench/bench_scale.py moving [MATCHES ...]
    python tests/bench/bench_scale.py speedups FOLDER ...

The stand-in for Discord runs in this process, and what it does is not counted: seconds of processor are those
of the bot alone, which a busy machine changes less than those on the clock. What it came to: docs/scale.md.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.scale import dailies, events, many, moving, rounds, servers, sizes, speedups, turns

_PARTS: Final = {
    "caches": servers.caches,
    "turns": turns.turns,
    "profile": turns.profile,
    "events": events.events,
    "sizes": sizes.sizes,
}


def _lines(arguments: list[str]) -> AsyncIterator[str]:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part", required=True)
    crowds = parts.add_parser("servers")
    crowds.add_argument("how_many", nargs="*", type=int, default=servers.SIZES)
    liked = parts.add_parser("dailies")
    liked.add_argument("how_many", nargs="*", type=int, default=dailies.SERVERS)
    several = parts.add_parser("many")
    several.add_argument("processes", nargs="*", type=int, default=(1, 2, 4))
    priced = parts.add_parser("price")
    priced.add_argument("--matches", type=int, default=turns.AT_ONCE)
    for in_rounds in (priced, parts.add_parser("cores")):
        in_rounds.add_argument("--rounds", type=int, default=9)
    alone = parts.add_parser("direct")
    alone.add_argument("--players", type=int, default=20)
    alone.add_argument("--turns", type=int, default=10)
    moved = parts.add_parser("moving")
    moved.add_argument("matches", nargs="*", type=int, default=moving.MATCHES)
    quicker = parts.add_parser("speedups")
    quicker.add_argument(
        "folders", nargs="+", help=f"or the word {speedups.COLLECTOR}; several joined by a :"
    )
    for part in _PARTS:
        parts.add_parser(part)
    asked = parser.parse_args(arguments)
    match asked.part:
        case "servers":
            return servers.servers(tuple(asked.how_many))
        case "dailies":
            return dailies.dailies(tuple(asked.how_many))
        case "many":
            return many.turns(asked.processes)
        case "price":
            return rounds.price(asked.rounds, asked.matches)
        case "cores":
            return rounds.cores(asked.rounds)
        case "direct":
            return many.direct(asked.players, asked.turns)
        case "moving":
            return moving.moving(asked.matches)
        case "speedups":
            return speedups.speedups(asked.folders)
        case part:
            return _PARTS[part]()


async def main(arguments: list[str]) -> None:
    async for line in _lines(arguments):
        print(line, flush=True)  # noqa: T201 - it speaks to a terminal


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
