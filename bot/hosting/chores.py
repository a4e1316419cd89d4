"""What whoever hosts the bot asks of `python -m bot` beside it, or while it does not run.

Each says what it did, and returns the code that the program ends with.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import discord

from bot.club.club import Club
from bot.club.refused import Refused
from bot.database.driver import Clash
from bot.database.file import processes
from bot.database.moving import NotEmpty, Unequal, move
from bot.database.where import Where
from bot.hosting import sign_of_life
from bot.hosting.environment import BadSetting, Settings
from bot.hosting.health import fault, is_running
from bot.hosting.opening import alone, look_for, opened
from bot.hosting.status import Status
from bot.words.language import for_hosts

_WIPED: Final = "Nothing of it is left in the bytes of the file."
_WIPED_SOON: Final = "What is left in the bytes of the file is wiped by the running bot, within minutes."
_WIPED_LATER: Final = "What is left in the bytes of the file is wiped by the next bot that runs over it."


def tell_status(settings: Settings, *, as_json: bool) -> int:
    status = Status(settings.database, time.time())
    if as_json:
        _say(json.dumps(status.as_json()))
    else:
        _say(*status.lines())
    return 0


def tell_health(settings: Settings) -> int:
    wrong = fault(settings.database, time.time())
    if wrong is None:
        return 0
    _say(wrong)
    return 1


def back_up(settings: Settings, file: Path) -> int:
    look_for(settings.database)
    if file.exists():
        raise BadSetting(f"{file} exists already; name a new file.")
    asyncio.run(_copy(settings.database, file))
    return 0


async def _copy(database: Where, copy: Path) -> None:
    async with opened(database) as file:
        await file.backup(copy)


def forget(settings: Settings, whom: str, number: int) -> int:
    look_for(settings.database)
    _say(asyncio.run(_forgotten(settings.database, whom, number)))
    return 0


async def _forgotten(database: Where, whom: str, number: int) -> str:
    if number <= 0:
        raise BadSetting("That is no number of Discord's.")
    async with opened(database) as file, _changing():
        club = Club(file, discord.utils.utcnow)
        await club.preferences.load()
        runs = await asyncio.to_thread(_is_running, database)
        if runs:
            club.departures.mind_the_bot()
        if whom == "server":
            said, wiped = await _forgotten_server(club, number)
        else:
            said, wiped = await _forgotten_member(club, number)
        await club.departures.announce_changes()
        return f"{said} {_WIPED if wiped else _WIPED_SOON if runs else _WIPED_LATER}"


def _is_running(database: Where) -> bool:
    """Here or, where several processes share it, anywhere."""
    sign = sign_of_life.read(database)
    return (sign is not None and is_running(sign, time.time())) or bool(processes(database))


async def _forgotten_server(club: Club, number: int) -> tuple[str, bool]:
    gone = await club.departures.forget_server(number)
    counts = f"matches: {gone.matches}, challenges: {gone.challenges}"
    return f"The server {number} is forgotten ({counts}).", gone.wiped


async def _forgotten_member(club: Club, number: int) -> tuple[str, bool]:
    left = await club.departures.forget_member(number)
    if not left.was_known:
        return f"Nothing was stored of the member {number}.", left.wiped
    counts = f"running matches: {len(left.matches)}, open challenges: {len(left.challenges)}"
    said = f"The member {number} is forgotten, and has left everything ({counts})."
    if traces := await club.traces.waiting():
        said += f" Posts and threads that may still name them are changed while the bot runs: {len(traces)}."
    return said, left.wiped


def rebuild_ratings(settings: Settings) -> int:
    look_for(settings.database)
    with alone(settings.database):
        _say(f"{asyncio.run(_rebuilt(settings.database))} finished matches read.")
    return 0


async def _rebuilt(database: Where) -> int:
    async with opened(database) as file, _changing():
        await file.claim()
        return await Club(file, discord.utils.utcnow).recount.rebuild()


def move_database(source: Where, target: Where) -> int:
    look_for(source)
    with alone(source), alone(target):
        counts = asyncio.run(_moved(source, target))
    _say(*(f"{rows:>9} {table}" for table, rows in counts.items() if rows))
    _say(f"All {sum(counts.values())} rows of {source} are in {target} now, and were compared one by one.")
    return 0


async def _moved(source: Where, target: Where) -> dict[str, int]:
    async with opened(source) as there, opened(target) as here, _changing():
        await there.claim()
        await here.claim()
        try:
            async with there.reading() as reading, here.transaction() as writing:
                return await move(reading, writing)
        except NotEmpty:
            raise BadSetting(
                f"Something lies in {target} already; name a database with nothing in it."
            ) from None
        except Clash:
            raise BadSetting(
                f"Nothing was moved: in {source} lies a row that belongs to another which is not there."
            ) from None
        except Unequal as unequal:
            raise BadSetting(
                f"Nothing was moved: what came to lie there was not the same ({unequal})."
            ) from None


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


@asynccontextmanager
async def _changing() -> AsyncIterator[None]:
    """What is refused is said as it is said to members."""
    try:
        yield
    except Refused as refused:
        raise BadSetting(f"Nothing was changed: {for_hosts(refused)}") from None
