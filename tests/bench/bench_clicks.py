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
from contextlib import suppress
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.process.club import BROKEN, PLAYED, Club, club_with_bot
from tests.standin import Interaction

CLICKS = 1000
NOTHING = "?"
"""What stands where they press."""
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
    with suppress(TimeoutError):
        await club.discord.until(lambda: all(said(answer) for answer in answers))
    told = [said(answer) for answer in answers]
    met = {
        "plies played": (len(match.record) - turn.ply, 1),
        "boards of that ply": (match.boards()[turn.ply + 1], 1),
        "told that it was done": (sum(PLAYED in text for text in told), 1),
        "told that something broke": (sum(BROKEN in text for text in told), 0),
        "told something": (sum(map(bool, told)), clicks),
    }
    lines = {
        "presses": clicks,
        **{what: measured for what, (measured, _) in met.items()},
        "answered within 3 s": sum(seconds < LATE for seconds in took),
        "p50": f"{quantiles(took, n=100)[49]:.2f} s",
        "last": f"{max(took):.2f} s",
    }
    for what, measured in lines.items():
        print(f"{what:<28} {measured!s:>10}")  # noqa: T201 - it speaks to a terminal
    return all(measured == wanted for measured, wanted in met.values())


def said(answer: Interaction) -> str:
    """What the person reads who pressed; the message with the button says nothing before."""
    messages = [answer.source, *answer.messages]
    return "\n".join(message.text for message in messages if message).removeprefix(NOTHING).strip()


async def main(clicks: int) -> bool:
    with tempfile.TemporaryDirectory() as name:
        async with club_with_bot(Path(name)) as club:
            return await press(club, clicks)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else CLICKS)))
