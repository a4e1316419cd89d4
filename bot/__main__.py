"""`python -m bot` plays on Discord; `python -m bot sandbox` in a browser, without a token.

`python -m bot backup FILE` copies the database while the bot runs; `python -m bot ratings rebuild` computes
all ratings anew from the records; `python -m bot health` tells a container whether the bot is alive.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot.app import make_bot
from bot.club.club import Club
from bot.club.refused import Refused
from bot.database.file import File, NewerFile
from bot.hosting import log as logs
from bot.hosting.environment import BadSetting, Settings
from bot.hosting.health import is_alive, keep_beating
from bot.words.language import LANGUAGES, language

log = logging.getLogger("bot")

_HOW_TO_START: Final = (
    "There is no token. Put SPELTAFEL_TOKEN into the environment or a .env file (docs/hosting.md says where"
    " it comes from), or try the table without one: python -m bot sandbox"
)
_UNKNOWN: Final = (
    "Discord does not know this token. Copy it anew from the Developer Portal (docs/hosting.md)."
)

_NO_SANDBOX: Final = (
    "The sandbox needs a simulated Discord, which is not installed here. In a copy of the repository,"
    " scripts/sandbox installs and starts it."
)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="A Discord table for forgotten board games."
    )
    commands = parser.add_subparsers(dest="command", metavar="")
    sandbox = commands.add_parser("sandbox", help="play in a browser on this machine, without a token")
    sandbox.add_argument("--port", type=int, default=8765, help="of the page; 0 takes any free one (8765)")
    backup = commands.add_parser("backup", help="copy the database to a file, also while the bot runs")
    backup.add_argument("file", type=Path)
    rebuild = commands.add_parser("ratings", help="compute all ratings anew from the records")
    rebuild.add_argument("what", choices=["rebuild"])
    commands.add_parser("health", help="end with 0 if the bot is alive, else with 1")
    asked = parser.parse_args(arguments)
    try:
        settings = Settings.read()
        match asked.command:
            case "sandbox":
                return _play_in_a_browser(asked.port)
            case "backup":
                return _back_up(settings, asked.file)
            case "ratings":
                return _rebuild_ratings(settings)
            case "health":
                return 0 if is_alive(settings.database) else 1
        return asyncio.run(_run(settings))
    except BadSetting as bad:
        print(bad, file=sys.stderr)  # noqa: T201 - said to whoever started it
        return 2


def _play_in_a_browser(port: int) -> int:
    try:
        # Only here: the sandbox brings a simulated Discord, which a server never needs.
        from bot.sandbox import run_sandbox  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        raise BadSetting(_NO_SANDBOX) from None
    return run_sandbox(port)


def _back_up(settings: Settings, file: Path) -> int:
    if not settings.database.exists():
        raise BadSetting(f"There is no database at {settings.database}.")
    if file.exists():
        raise BadSetting(f"{file} exists already; name a new file.")
    asyncio.run(_copy(settings.database, file))
    return 0


def _rebuild_ratings(settings: Settings) -> int:
    if not settings.database.exists():
        raise BadSetting(f"There is no database at {settings.database}.")
    print(f"{asyncio.run(_rebuilt(settings.database))} finished matches read.")  # noqa: T201 - its answer
    return 0


async def _rebuilt(database: Path) -> int:
    opened = await _opened(database)
    try:
        return await Club(opened, discord.utils.utcnow).matches.rebuild_ratings()
    except Refused as refused:
        raise BadSetting(
            f"Nothing was changed: {language(LANGUAGES[0]).refusal(refused.code, refused.values)}"
        ) from None
    finally:
        await opened.close()


async def _copy(database: Path, file: Path) -> None:
    opened = await _opened(database)
    try:
        await opened.backup(file)
    finally:
        await opened.close()


async def _opened(database: Path) -> File:
    try:
        return await File.open(database)
    except NewerFile:
        raise BadSetting(
            f"{database} was written by a newer version; install that one, or restore a backup."
        ) from None
    except (sqlite3.DatabaseError, OSError) as error:
        raise BadSetting(f"The database {database} cannot be opened: {error}.") from None


async def _run(settings: Settings) -> int:
    if not settings.token:
        raise BadSetting(_HOW_TO_START)
    logs.set_up(settings)
    file = await _opened(settings.database)
    bot = make_bot(file)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows; there Ctrl-C raises
            loop.add_signal_handler(number, stop.set)
    try:
        async with bot:
            return await _until(stop, bot, settings)
    finally:
        await file.close()
        log.info("stopped")


async def _until(stop: asyncio.Event, bot: discord.Client, settings: Settings) -> int:
    playing = asyncio.create_task(bot.start(settings.token))
    stopping = asyncio.create_task(stop.wait())
    beating = asyncio.create_task(keep_beating(bot, settings.database))
    done, _ = await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    beating.cancel()
    stopping.cancel()
    if playing not in done:
        await bot.close()
        playing.cancel()
        return 0
    try:
        await playing
    except discord.LoginFailure:
        raise BadSetting(_UNKNOWN) from None
    except (aiohttp.ClientError, OSError) as error:
        log.error("Discord cannot be reached", extra={"why": repr(error)})  # noqa: TRY400 - no fault of ours
    return 1


if __name__ == "__main__":
    sys.exit(main())
