"""`python -m bot` plays on Discord; `python -m bot sandbox` in a browser, without a token.

Beside it, while it runs: `status` tells what goes on, `health` tells a container whether all is well,
`backup` copies the database, `forget` forgets a member or a server. While it does not: `ratings rebuild`, and
`move-database`, from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.app import Speltafel, make_bot
from bot.club.refused import Refused
from bot.database.file import File
from bot.database.house import House
from bot.database.neighbours import Lost
from bot.database.numbers import Numbers
from bot.hosting import chores, metrics
from bot.hosting import log as logs
from bot.hosting.endings import FOR_A_PERSON, TRY_AGAIN, Ending, ending_of, pause_after_failure
from bot.hosting.environment import AHEAD, BadSetting, Settings, where
from bot.hosting.leases import CountsOtherwise
from bot.hosting.lock import last_touched
from bot.hosting.opening import alone, opened_when_free
from bot.hosting.sign_of_life import Heart, Inside
from bot.hosting.stopping import asked_to_stop, stopped_within

log = logging.getLogger("bot")

_HOW_TO_START: Final = (
    "There is no token. Put SPELTAFEL_TOKEN into the environment or a .env file (docs/hosting.md says where"
    " it comes from), or try the table without one: python -m bot sandbox"
)
_NO_SANDBOX: Final = (
    "The sandbox needs a simulated Discord, which is not installed here. In a copy of the repository,"
    " scripts/sandbox installs and starts it."
)
_NOT_SHARED: Final = (
    "SPELTAFEL_SHARDS leaves some shards to other processes, but a file of SQLite's is one process's alone:"
    " /8, say, has all of eight. Several processes share a PostgreSQL."
)
_COUNTS_OTHERWISE: Final = (
    "Other processes play in another number of shards than SPELTAFEL_SHARDS says. Stop them first: all of"
    " them have to count alike."
)
_AWAY: Final = Ending("The database cannot be reached.")
_TAKEN: Final = Ending("Another bot plays with the database, and has taken this one's place.")
_FAULT: Final = Ending("The bot has broken down; the log says where.")


def main(arguments: list[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    try:
        settings = Settings.read()
        match asked.command:
            case "sandbox":
                return _play_in_a_browser(asked.port)
            case "status":
                return chores.tell_status(settings, as_json=asked.json)
            case "health":
                return chores.tell_health(settings)
            case "backup":
                return chores.back_up(settings, asked.file)
            case "forget":
                return chores.forget(settings, asked.whom, asked.number)
            case "ratings":
                return chores.rebuild_ratings(settings)
            case "move-database":
                both = (where(each, settings.folder) for each in (asked.source, asked.target))
                return chores.move_database(*both)
        return asyncio.run(_run(settings))
    except BadSetting as bad:
        print(bad, file=sys.stderr)  # noqa: T201 - said to whoever started it
        return FOR_A_PERSON


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="A Discord table for forgotten board games."
    )
    commands = parser.add_subparsers(dest="command", metavar="")
    sandbox = commands.add_parser("sandbox", help="play in a browser on this machine, without a token")
    sandbox.add_argument("--port", type=int, default=8765, help="of the page; 0 takes any free one (8765)")
    status = commands.add_parser("status", help="tell what goes on, whether the bot runs or not")
    status.add_argument("--json", action="store_true", help="for a program")
    commands.add_parser("health", help="end with 0 if all is well, else say what is wrong and end with 1")
    backup = commands.add_parser("backup", help="copy the database to a file, also while the bot runs")
    backup.add_argument("file", type=Path)
    forget = commands.add_parser("forget", help="forget a member or a server, also while the bot runs")
    forget.add_argument("whom", choices=["member", "server"])
    forget.add_argument("number", type=int, help="Discord's number of it")
    rebuild = commands.add_parser("ratings", help="compute all ratings anew from the records")
    rebuild.add_argument("what", choices=["rebuild"])
    moved = commands.add_parser("move-database", help="copy all from one database into another, an empty one")
    for name in ("source", "target"):
        moved.add_argument(name, help="a file of SQLite's, or postgresql://user:password@host:5432/database")
    return parser


def _play_in_a_browser(port: int) -> int:
    try:
        # Only here: the sandbox brings a simulated Discord, which a server never needs.
        from bot.sandbox import run_sandbox  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        raise BadSetting(_NO_SANDBOX) from None
    return run_sandbox(port)


# The bot


async def _run(settings: Settings) -> int:
    if not settings.token:
        raise BadSetting(_HOW_TO_START)
    memory = logs.set_up(settings)
    if settings.metrics:
        metrics.switch_on(*settings.metrics)
    stop = asked_to_stop()
    with alone(settings.database):
        async with opened_when_free(settings.database, stop) as file:
            if file is None:
                return 0
            await file.claim(shared=settings.shards is not None)
            async with _numbered(file):
                ending = await _play(stop, file, settings, memory)
                if ending is not None and not ending.needs_a_person:
                    pause = max(ending.pause, await _pause_after_failure(file))
        if ending is None:
            log.info("stopped")
            return 0
        if ending.needs_a_person:
            raise BadSetting(ending.sentence)
        log.error("%s The bot ends in %d seconds, to be started again.", ending.sentence, pause)
        return 0 if await stopped_within(stop, pause) else TRY_AGAIN


@contextlib.asynccontextmanager
async def _numbered(file: File) -> AsyncIterator[None]:
    """On a disk that is full or read-only the bot starts all the same, and says so to those who play."""
    numbers = Numbers(file)
    try:
        await numbers.begin(int(time.time()))
    except Refused as refused:
        log.warning("the file cannot be written", extra={"why": repr(refused.__cause__)})
    try:
        yield
    finally:
        with contextlib.suppress(Refused):
            await numbers.end()


async def _pause_after_failure(file: File) -> float:
    with contextlib.suppress(Refused):
        return await pause_after_failure(House(file), int(time.time()))
    return 0.0


async def _play(stop: asyncio.Event, file: File, settings: Settings, memory: logs.Memory) -> Ending | None:
    """None if it was asked to stop."""
    file.committed = metrics.note_commit
    shards = settings.shards
    neighbours = file.neighbours(shards.count) if shards else None
    if shards and not shards.are_all and neighbours is None:
        raise BadSetting(_NOT_SHARED)
    bot = make_bot(file, shards=shards, neighbours=neighbours)
    if bot.leases:
        try:
            bot.table.timekeeper.others_are_alive = await bot.leases.begin()
        except CountsOtherwise:
            raise BadSetting(_COUNTS_OTHERWISE) from None
        except Lost:
            return _AWAY
    bot.table.timekeeper.last_at_play = last_touched(settings.database)
    bot.table.reviews.are_made_ahead = settings.reviews == AHEAD
    heart = Heart(bot, settings.database, _inside(bot), memory.lines)
    beating = asyncio.create_task(heart.beat_on())
    ending = None
    try:
        async with bot:
            ending = await _until(stop, file, bot, settings.token)
    finally:
        beating.cancel()
        await _drop_the_rest()
        if neighbours:
            await neighbours.close()
        await heart.stop(ending.sentence if ending else "")
    return ending


async def _drop_the_rest() -> None:
    """Whatever the bot still had in hand, before its file is closed."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def _inside(bot: Speltafel) -> Inside:
    table = bot.table
    inside = Inside(
        table.outbox.unshown_matches,
        table.outbox.unshown_challenges,
        rounds=bot.sweep.rounds,
        troubles=table.troubles.listed,
    )
    if leases := bot.leases:
        held, unheld = (lambda: len(table.ours.shards)), (lambda: leases.unheld_since)
        return replace(inside, shards_held=held, unheld_since=unheld)
    return inside


async def _until(stop: asyncio.Event, file: File, bot: Speltafel, token: str) -> Ending | None:
    playing = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    taking = asyncio.create_task(file.until_taken())
    done, _ = await asyncio.wait({playing, stopping, taking}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    taking.cancel()
    if playing not in done:
        await bot.leave()
        await bot.close()
        playing.cancel()
        return _TAKEN if taking in done else None
    try:
        await playing
    except Exception as error:
        if ending := ending_of(error):
            return ending
        log.exception("the bot has broken down")
        return _FAULT
    return Ending("Discord has closed the connection.")


if __name__ == "__main__":
    sys.exit(main())
