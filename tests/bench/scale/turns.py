"""What a turn costs: processor time, where it goes, and requests to Discord."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, Final, Protocol

from bot.words.language import language
from tests.bench.bench_turns import QuietMatch
from tests.bench.scale.processes import crowded, idle, megabytes, processor
from tests.process.club import Club, Match
from tests.standin import BotProcess, Call, Message, Person

AT_ONCE: Final = 20
"""Matches."""
TURNS: Final = 20
"""Of each match that are measured."""
WARM: Final = 4
GLOBAL_LIMIT: Final = 50
"""Requests a second, of a bot that has not asked Discord for more."""
LEVEL: Final = 3
_BACK: Final = language("en").say("buttons.back")
_OFFERED: Final = "play:compose:"


class Playing(Protocol):
    async def play_turn(self) -> None: ...


@dataclass(slots=True)
class Measured:
    turns: int
    seconds: float
    processor: float
    calls: list[Call] = field(repr=False)

    @property
    def a_turn(self) -> float:
        """Milliseconds of processor."""
        return self.processor / self.turns * 1000

    def requests(self) -> Counter[str]:
        """What is asked of Discord, and how often, in all turns."""
        return Counter(f"{call.method} {_kind(call)}" for call in self.calls)

    @property
    def counted(self) -> float:
        """Requests a turn that Discord counts against the limit of the bot."""
        return sum(call.is_counted for call in self.calls) / self.turns


def _kind(call: Call) -> str:
    path = re.sub(r"/(interactions|webhooks)/[^/]+/[^/]+", r"/\1", call.path)
    return re.sub(r"/\d{5,}", "", path).removesuffix("/@original").lstrip("/")


async def measured(
    club: Club, matches: Iterable[Playing], turns: int = TURNS, beside: Iterable[BotProcess] = ()
) -> Measured:
    """So many turns of each, all matches at once, until the bot has nothing more to do.

    `beside` it may play other processes of the same bot.
    """
    matches, pids = list(matches), [bot.pid for bot in (club.bot, *beside)]
    await idle(*pids)
    asked, worked, began = len(club.discord.calls), processor(*pids), perf_counter()

    async def play(match: Playing) -> None:
        for _ in range(turns):
            await match.play_turn()

    await asyncio.gather(*map(play, matches))
    took = perf_counter() - began
    await idle(*pids)
    calls = club.discord.calls[asked:]
    return Measured(turns * len(matches), took, processor(*pids) - worked, calls)


# The ways to play


class Tapped:
    """A match in which people compose their moves: [Move], what is offered, and [Play]."""

    def __init__(self, match: Match, club: Club) -> None:
        self._match = match
        self._club = club
        self._chance = Random(match.number)  # noqa: S311 - nothing is at stake
        self.taps = 0

    async def play_turn(self) -> None:
        if self._match.is_over:
            self._match = await self._club.begin()
        position = self._match.position
        person = self._match.seated[min(position.to_move)]
        board = self._match.board
        opened = await person.click(board, "play:move:")
        (composer,) = opened.private
        self.taps += 1
        while composer.buttons or composer.selects:
            await self._tap(person, composer)
            self.taps += 1
        await self._match.settled(len(self._match.record))

    async def _tap(self, person: Person, composer: Message) -> None:
        """Whatever leads on: [Play] where the move is whole, else any of what is offered."""
        addresses = [str(button.get("custom_id")) for button in composer.buttons]
        if final := [address for address in addresses if address.startswith("play:play:")]:
            await person.click(composer, final[0])
        elif composer.selects:
            values = [option["value"] for option in composer.selects[0]["options"]]
            await person.select(composer, self._chance.choice(values))
        else:
            offered = [
                str(button["custom_id"])
                for button in composer.buttons
                if str(button["custom_id"]).startswith(_OFFERED) and button["label"] != _BACK
            ]
            await person.click(composer, self._chance.choice(offered))


async def written(club: Club, matches: int = AT_ONCE) -> list[Playing]:
    return [QuietMatch(await club.begin(channel=_place(club, number))) for number in range(matches)]


async def tapped(club: Club, matches: int = AT_ONCE) -> list[Playing]:
    return [Tapped(await club.begin(channel=_place(club, number)), club) for number in range(matches)]


def _place(club: Club, number: int) -> Any:
    return club.discord.world.open_channel(f"channel-{number}")


WAYS: Final = {"in writing": written, "by taps": tapped}


async def turns() -> AsyncIterator[str]:
    with TemporaryDirectory() as folder:
        async with crowded(Path(folder)) as club:
            for way, begin in WAYS.items():
                matches = await begin(club)
                await measured(club, matches, WARM)
                yield f"turns {way}, {AT_ONCE} matches at once"
                for line in _described(await measured(club, matches)):
                    yield f"  {line}"
                if taps := sum(match.taps for match in matches if isinstance(match, Tapped)):
                    yield f"  {taps / AT_ONCE / (TURNS + WARM):.1f} taps a turn"
            yield f"memory {megabytes(club.bot.pid):.0f} MB"


def _described(found: Measured) -> list[str]:
    requests = [f"{count / found.turns:.2f} {what}" for what, count in found.requests().most_common()]
    through = GLOBAL_LIMIT / found.counted
    return [
        f"{found.turns / found.seconds:.0f} a second here; processor {found.a_turn:.1f} ms a turn",
        f"requests a turn: {', '.join(requests)}",
        f"{found.counted:.2f} of them count, so Discord lets {through:.0f} turns a second through",
    ]


# Where it goes


_THREADS: Final = {"painter": "pictures", "Thread-": "database"}
"""Whose work theirs is, by how their names begin."""


async def profile() -> AsyncIterator[str]:
    with TemporaryDirectory() as folder:
        told = Path(folder) / "sampled"
        async with crowded(Path(folder), STANDIN_SAMPLED=str(told)) as club:
            for way, begin in WAYS.items():
                matches = await begin(club)
                await measured(club, matches, WARM)
                before = await asyncio.to_thread(_sampled, club, told)
                found = await measured(club, matches)
                after = await asyncio.to_thread(_sampled, club, told)
                yield f"turns {way}: {found.a_turn:.1f} ms of processor, while it is watched"
                for line in _split(before, after, found.turns):
                    yield f"  {line}"


def _sampled(club: Club, told: Path) -> dict[str, dict[str, float]]:
    told.unlink(missing_ok=True)
    os.kill(club.bot.pid, signal.SIGUSR2)
    while not told.exists():
        sleep(0.02)
    found: dict[str, dict[str, float]] = json.loads(told.read_text())
    return found


def _split(before: dict[str, dict[str, float]], after: dict[str, dict[str, float]], turns: int) -> list[str]:
    """Milliseconds a turn: of the loop's thread by what it does, of the others as wholes."""
    spent = {name: after["threads"][name] - before["threads"].get(name, 0) for name in after["threads"]}
    loop = spent.pop("MainThread")
    seen = {room: after["loop"][room] - before["loop"].get(room, 0) for room in after["loop"]}
    seen.pop("waiting", None)
    rooms = {room: loop * count / sum(seen.values()) for room, count in seen.items()}
    for name, seconds in spent.items():
        room = next((room for known, room in _THREADS.items() if name.startswith(known)), "else")
        rooms[room] = rooms.get(room, 0) + seconds
    whole = sum(rooms.values())
    return [
        f"{seconds / turns * 1000:5.2f} ms  {seconds / whole:4.0%}  {room}"
        for room, seconds in sorted(rooms.items(), key=lambda one: -one[1])
    ]
