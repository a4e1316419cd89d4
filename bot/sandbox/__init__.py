"""The sandbox: the real bot against simulated Discord, played in a browser. No token, no network.

Everything that touches SimCord's private parts lives in this folder, with the scripts and the sheet that it
adds to the page (sandbox.js, fonts.js, sandbox.css). SimCord's version is pinned, and each of those parts is
named by a test in tests/bot/test_sandbox_contract.py or tests/bot/test_stills.py.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import make_bot
from bot.club.refused import Refused
from bot.database.file import File
from bot.hosting.environment import ONE_SHARD
from bot.hosting.stopping import asked_to_stop
from bot.sandbox.pages import Sandbox
from bot.sandbox.settling import UnhurriedEnv, reading_in, settling_quickly
from render.animals import portrait_of

MEMBERS: Final = (("Anneke", "nl", "fox"), ("Bruno", "en-US", "bear"), ("Chiara", "en-GB", "owl"))
"""Who can be played, the language each of them reads, and what they look like."""

_WELCOME: Final = """\
**Welcome to the sandbox.** Everything here is simulated, except the bot.
**Alone:** type `/play knopen` and press Enter; choose *level*, then *1*, and press Enter again. \
(Anneke reads Dutch: as she types, it turns into `/speel knopen`.) You play the computer, and press *Move*.
**1.** With others: the same, but choose *opponent*, then *Bruno*.
**2.** Become Bruno, under *Viewing as* or by opening this address in a second window, and press *Accept*.
**3.** The match gets a thread, listed above beside *# tafel*. Go there; who is to move presses *Move*.
-# All three of you: `/play cubus`; the others press *Join*, and who laid the table presses *Start*.
-# In a direct message with the bot: go to *@ Speltafel*, listed above, and type `/play knopen` there.\
"""
_HOW_TO_LEAVE: Final = "Open it twice for two players. Ctrl-C leaves, and forgets all that was played."
_PATIENCE: Final = 60.0
"""Seconds in which the bot should have done what was asked of it."""


class _Env(UnhurriedEnv):
    """Counts no refusal as an error: it is an answer, and what was typed need not stay in its field."""

    def _record_error(self, error: BaseException) -> None:
        if not isinstance(getattr(error, "original", error), Refused):
            super()._record_error(error)


def run_sandbox(port: int = 0) -> int:
    """Serve it until Ctrl-C, SIGTERM or the page's own 'end'. Port 0: any that is free."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        asyncio.run(_serve(port))
    except KeyboardInterrupt:
        pass  # Windows: see _leaving
    except simcord.SetupError as error:
        _say(f"The sandbox cannot start: {error}. If its port is taken, `--port 0` finds a free one.")
        return 1
    return 0


async def _serve(port: int) -> None:
    leaving = asked_to_stop()
    with TemporaryDirectory(prefix="speltafel-") as folder:
        file = await File.open(Path(folder) / "speltafel.sqlite3")
        try:
            async with _sandbox(file, port) as sandbox:
                _say(f"Speltafel sandbox: {sandbox.url}", _HOW_TO_LEAVE)
                await _until_left(sandbox, leaving)
        finally:
            await file.close()


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


@asynccontextmanager
async def _sandbox(file: File, port: int) -> AsyncIterator[Sandbox]:
    locales: dict[int, str] = {}
    with reading_in(locales), settling_quickly():
        # Who tries one game need not wait for the art of all of them.
        env = _Env(
            make_bot(file, paints_ahead=False, shards=ONE_SHARD), check_errors=False, settle_timeout=_PATIENCE
        )
        env.backend.clock._epoch = datetime.now(UTC)
        env.backend.edit_bot_profile("Speltafel")
        await env.start()
        try:
            users = [_join(env, name, animal) for name, _, animal in MEMBERS]
            locales |= {user.id: locale for user, (_, locale, _) in zip(users, MEMBERS, strict=True)}
            # The first one owns the guild, so that there is somebody who may do everything.
            guild = env.create_guild("Sandbox", owner=users[0])
            members = [simcord.MemberActor(env, guild, users[0]), *map(guild.add_member, users[1:])]
            channel = guild.create_text_channel("tafel")
            await guild.create_webhook(channel, "Sandbox").send(_WELCOME)
            sandbox = Sandbox(env, channel, tuple(members), locales, port)
            async with sandbox:
                yield sandbox
        finally:
            await env.shutdown()


def _join(env: simcord.Env, name: str, animal: str) -> simcord.UserHandle:
    """With an avatar, for the bot where Discord has it and for the page where SimCord looks for it."""
    user = env.create_user(name.lower(), global_name=name, avatar=animal)
    portrait, place = portrait_of(animal), f"avatars/{user.id}/{animal}.png"
    for url in (f"{discord.Asset.BASE}/{place}?size=128", f"{CDN_BASE}/{place}"):
        env.backend.cdn._blobs[url] = portrait
    return user


async def _until_left(sandbox: Sandbox, leaving: asyncio.Event) -> None:
    ends = (sandbox.keep_time(), sandbox.wait_closed(), leaving.wait())
    waiting = [asyncio.create_task(end) for end in ends]
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    for task in done:
        task.result()
