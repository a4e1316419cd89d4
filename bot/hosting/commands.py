"""Discord is told the commands when they are other than those it was told last.

It takes few changes a day, and every one makes the clients of all servers load them anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import tasks

from bot.club.refused import Refused
from bot.database.house import House

log = logging.getLogger(__name__)

_TOLD: Final = "commands"
"""What the house calls the fingerprint of what Discord was told last."""
_PATIENCE: Final = 20.0
"""Seconds that the start waits for Discord to take them."""
_FIRST_PAUSE: Final = 60.0
_LONGEST_PAUSE: Final = 3600.0
_FAILED: Final = (discord.HTTPException, app_commands.AppCommandError, aiohttp.ClientError, OSError)


class Commands:
    def __init__(self, tree: app_commands.CommandTree[Any], house: House) -> None:
        self._tree = tree
        self._house = house
        self._pause = _FIRST_PAUSE

    async def tell(self) -> None:
        """Now or, if Discord does not take them now, later: the game goes on with those that it knows."""
        if not await self._tried():
            self._try_again.start()

    @tasks.loop(seconds=_FIRST_PAUSE)
    async def _try_again(self) -> None:
        if self._try_again.current_loop == 0:
            return  # the first pause is still to come
        if await self._tried():
            self._try_again.stop()
        else:
            self._pause = min(_LONGEST_PAUSE, 2 * self._pause)
            self._try_again.change_interval(seconds=self._pause)

    async def _tried(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._tell_if_changed()
        except _FAILED as error:
            log.warning(
                "Discord has not taken the commands; they are told again later", extra={"why": repr(error)}
            )
            return False
        return True

    async def _tell_if_changed(self) -> None:
        wanted = await self._fingerprint()
        if await self._house.value(_TOLD) == wanted:
            return
        await self._tree.sync()
        try:
            await self._house.note(**{_TOLD: wanted})
        except Refused as refused:  # a full disk: they are told again at the next start
            log.warning("the commands were told, which could not be noted", extra={"why": refused.code})

    async def _fingerprint(self) -> int:
        """Of the application and of what it would be told, in whatever order it is told."""
        translator = self._tree.translator
        assert translator is not None
        told = [
            await command.get_translated_payload(self._tree, translator)
            for command in self._tree.get_commands()
        ]
        written = sorted(json.dumps(command, sort_keys=True) for command in told)
        seal = hashlib.sha256(json.dumps([self._tree.client.application_id, *written]).encode())
        return int(seal.hexdigest()[:15], 16)
