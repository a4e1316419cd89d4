"""A thousand people press at once what only one of them can do: one ply, and everybody is answered.

    python tests/bench/bench_clicks.py [CLICKS]

The last tap of the same move, by whoever is to move, by the opponent and by strangers, in a real process. The
stand-in for Discord runs in this process and shares the processor; no answer is too late for it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.process.club import BROKEN, PLAYED, Club, club_with_bot
from tests.standin import Interaction

CLICKS = 1000
LATE = 3.0
"""Seconds for which Discord waits."""


async def press(club: Club, clicks: int) -> bool:
    match = await club.begin()
    turn = match.next_turn()
    strangers = [club.discord.join(f"Stranger {number}") for number in range(20)]
    people = [*[turn.person] * 8, *[one for one in (match.anna, match.ben) if one is not turn.person] * 8]
    people += strangers[:4]
    await club.bot.said('"ready"')
    address = f"play:go:{match.number}:{turn.ply}:{turn.text}"
    began = time.perf_counter()
    took: list[float] = []

    async def one(number: int) -> Interaction:
        person = people[number % len(people)]
        pressed = person.pressing(person.whisper(match.venue), address)
        await person.send(pressed)
        took.append(time.perf_counter() - began)
        return pressed

    answers = await asyncio.gather(*(one(number) for number in range(clicks)))
    await match.settled(turn.ply + 1)
    plies = match.record[turn.ply :]
    said = [message.text for answer in answers for message in [answer.source, *answer.private] if message]
    lines = {
        "presses": clicks,
        "plies played": len(plies),
        "told that it was done": sum(PLAYED in text for text in said),
        "told that something broke": sum(BROKEN in text for text in said),
        "answered": len(took),
        "answered within 3 s": sum(seconds < LATE for seconds in took),
        "p50": f"{quantiles(took, n=100)[49]:.2f} s",
        "last": f"{max(took):.2f} s",
        "boards of that ply": match.boards()[turn.ply + 1],
    }
    for what, measured in lines.items():
        print(f"{what:<28} {measured!s:>10}")  # noqa: T201 - it speaks to a terminal
    return len(plies) == 1 and len(took) == clicks and match.boards()[turn.ply + 1] == 1


async def main(clicks: int) -> bool:
    with tempfile.TemporaryDirectory() as name:
        async with club_with_bot(Path(name)) as club:
            return await press(club, clicks)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else CLICKS)))
