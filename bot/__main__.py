"""`python -m bot` plays on Discord; `python -m bot sandbox` in a browser, without a token.

Beside it, while it runs: `status` tells what goes on, `health` tells a container whether all is well,
`backup` copies the database, `forget` forgets a member or a server. While it does not: `ratings rebuild`, and
`move-database`, from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import discord

from bot.app import Speltafel, make_bot
from bot.club.club import Club
from bot.club.refused import Refused
from bot.database.file import File, NewerFile, Taken, Unopened
from bot.database.house import House
from bot.database.moving import NotEmpty, Unequal, move
from bot.database.neighbours import Lost
from bot.database.numbers import Numbers
from bot.database.where import Where
from bot.hosting import log as logs
from bot.hosting import metrics, sign_of_life
from bot.hosting.endings import FOR_A_PERSON, TRY_AGAIN, Ending, ending_of, pause_after_failure
from bot.hosting.environment import AHEAD, BadSetting, Settings, where
from bot.hosting.health import fault, is_running
from bot.hosting.leases import CountsOtherwise
from bot.hosting.lock import last_touched, locked
from bot.hosting.sign_of_life import Heart, Inside
from bot.hosting.status import Status
from bot.words.language import LANGUAGES, language

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
_WIPED: Final = "Nothing of it is left in the bytes of the file."
_WIPED_SOON: Final = "What is left in the bytes of the file is wiped by the running bot, within minutes."
_WIPED_LATER: Final = "What is left in the bytes of the file is wiped by the next bot that runs over it."
_FAULT: Final = Ending("The bot has broken down; the log says where.")


def main(arguments: list[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    try:
        settings = Settings.read()
        match asked.command:
            case "sandbox":
                return _play_in_a_browser(asked.port)
            case "status":
                return _tell_status(settings, as_json=asked.json)
            case "health":
                return _tell_health(settings)
            case "backup":
                return _back_up(settings, asked.file)
            case "forget":
                return _forget(settings, asked.whom, asked.number)
            case "ratings":
                return _rebuild_ratings(settings)
            case "move-database":
                return _move(*(where(each, settings.folder) for each in (asked.source, asked.target)))
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


# Without the bot, or beside it


def _play_in_a_browser(port: int) -> int:
    try:
        # Only here: the sandbox brings a simulated Discord, which a server never needs.
        from bot.sandbox import run_sandbox  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        raise BadSetting(_NO_SANDBOX) from None
    return run_sandbox(port)


def _tell_status(settings: Settings, *, as_json: bool) -> int:
    status = Status(settings.database, time.time())
    if as_json:
        _say(json.dumps(status.as_json()))
    else:
        _say(*status.lines())
    return 0


def _tell_health(settings: Settings) -> int:
    wrong = fault(settings.database, time.time())
    if wrong is None:
        return 0
    _say(wrong)
    return 1


def _back_up(settings: Settings, file: Path) -> int:
    _look_for(settings.database)
    if file.exists():
        raise BadSetting(f"{file} exists already; name a new file.")
    asyncio.run(_copy(settings.database, file))
    return 0


async def _copy(database: Where, file: Path) -> None:
    async with _opened(database) as opened:
        await opened.backup(file)


def _forget(settings: Settings, whom: str, number: int) -> int:
    _look_for(settings.database)
    _say(asyncio.run(_forgotten(settings.database, whom, number)))
    return 0


async def _forgotten(database: Where, whom: str, number: int) -> str:
    if number <= 0:
        raise BadSetting("That is no number of Discord's.")
    async with _opened(database) as opened, _changing():
        club = Club(opened, discord.utils.utcnow)
        await club.preferences.load()
        runs = _is_running(database)
        if runs:
            club.departures.mind_the_bot()
        if whom == "server":
            said, wiped = await _forgotten_server(club, number)
        else:
            said, wiped = await _forgotten_member(club, number)
        await club.departures.announce_changes()
        return f"{said} {_WIPED if wiped else _WIPED_SOON if runs else _WIPED_LATER}"


def _is_running(database: Where) -> bool:
    sign = sign_of_life.read(database)
    return sign is not None and is_running(sign, time.time())


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


def _rebuild_ratings(settings: Settings) -> int:
    _look_for(settings.database)
    with _alone(settings.database):
        _say(f"{asyncio.run(_rebuilt(settings.database))} finished matches read.")
    return 0


async def _rebuilt(database: Where) -> int:
    async with _opened(database) as opened, _changing():
        await opened.claim()
        return await Club(opened, discord.utils.utcnow).matches.rebuild_ratings()


def _move(source: Where, target: Where) -> int:
    _look_for(source)
    with _alone(source), _alone(target):
        counts = asyncio.run(_moved(source, target))
    _say(*(f"{rows:>9} {table}" for table, rows in counts.items() if rows))
    _say(f"All {sum(counts.values())} rows of {source} are in {target} now, and were compared one by one.")
    return 0


async def _moved(source: Where, target: Where) -> dict[str, int]:
    async with _opened(source) as there, _opened(target) as here, _changing():
        await there.claim()
        await here.claim()
        try:
            async with there.reading() as reading, here.transaction() as writing:
                return await move(reading, writing)
        except NotEmpty:
            raise BadSetting(
                f"Something lies in {target} already; name a database with nothing in it."
            ) from None
        except Unequal as unequal:
            raise BadSetting(
                f"Nothing was moved: what came to lie there was not the same ({unequal})."
            ) from None


def _look_for(database: Where) -> None:
    if not database.exists():
        raise BadSetting(f"There is no database at {database}.")


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


@contextlib.asynccontextmanager
async def _changing() -> AsyncIterator[None]:
    """What is refused is said as it is said to members."""
    try:
        yield
    except Refused as refused:
        raise BadSetting(
            f"Nothing was changed: {language(LANGUAGES[0]).refusal(refused.code, refused.values)}"
        ) from None


@contextlib.contextmanager
def _alone(database: Where) -> Iterator[None]:
    try:
        with locked(database):
            yield
    except Taken:
        raise BadSetting(
            f"A bot is playing with {database}, and two would spoil each other's matches. Stop it first."
        ) from None


@contextlib.asynccontextmanager
async def _opened(database: Where) -> AsyncIterator[File]:
    try:
        file = await File.open(database)
    except NewerFile:
        raise BadSetting(
            f"{database} was written by a newer version; install that one, or restore a backup."
        ) from None
    except Unopened as error:
        raise BadSetting(f"The database {database} cannot be opened: {error}.") from None
    try:
        yield file
    finally:
        await file.close()


# The bot


async def _run(settings: Settings) -> int:
    if not settings.token:
        raise BadSetting(_HOW_TO_START)
    memory = logs.set_up(settings)
    if settings.metrics:
        metrics.switch_on(*settings.metrics)
    stop = _asked_to_stop()
    with _alone(settings.database):
        async with _opened(settings.database) as file:
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
        return 0 if await _stopped_within(stop, pause) else TRY_AGAIN


def _asked_to_stop() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows; there Ctrl-C raises
            loop.add_signal_handler(number, stop.set)
    return stop


async def _stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()


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
            ending = await _until(stop, bot, settings.token)
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
    return Inside(
        table.outbox.unshown_matches,
        table.outbox.unshown_challenges,
        rounds=bot.sweep.rounds,
        troubles=table.troubles.listed,
    )


async def _until(stop: asyncio.Event, bot: Speltafel, token: str) -> Ending | None:
    playing = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    done, _ = await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if playing not in done:
        await bot.leave()
        await bot.close()
        playing.cancel()
        return None
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
