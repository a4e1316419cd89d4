"""Avatars, fetched from Discord in the background, one at a time, when somebody is met: no picture waits.

Of somebody who does not like to be seen none is fetched. While Discord has trouble with them they are let be.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

import discord

from bot.club.faces import Faces, Look
from bot.club.refused import Refused
from bot.ui import pictures
from bot.ui.background import Background
from bot.ui.discord_errors import LOST
from bot.ui.requests import TooMuch

log = logging.getLogger(__name__)

_SIZE: Final = 128
"""Pixels of the side, of which Discord has some sizes at hand: as large as a face is kept."""
_MOST_WAITING: Final = 200
"""Whoever is met while so many are waited for is met again another time."""
_NOT_THERE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
"""Of this one picture; other answers are Discord's trouble, or ours with it."""
REST: float = 60.0
"""Seconds after something went wrong that is not the picture's fault; twice as many when it does so again."""
_MOST_RESTS: Final = 120
"""So many times that, at most."""


class Avatars:
    """`clock` tells the time, in UTC."""

    def __init__(self, faces: Faces, clock: Callable[[], datetime]) -> None:
        self._faces = faces
        self._clock = clock
        self._background = Background()
        self._one_at_a_time = asyncio.Lock()
        self._waited_for: set[tuple[int, int]] = set()
        self._rests = 1
        self._rests_until: datetime | None = None

    def meet(self, guild: int, user: discord.Member | discord.User) -> None:
        """They are there just now, with this avatar. It is seen by and by."""
        own = user.guild_avatar if isinstance(user, discord.Member) else None
        avatar = own or user.avatar
        look = Look(guild, user.id, avatar.key if avatar else "", is_own=own is not None)
        key = (look.place, look.member)
        is_busy = key in self._waited_for or len(self._waited_for) >= _MOST_WAITING
        if not is_busy and self._faces.is_news(look):
            self._waited_for.add(key)
            self._background.start(self._see(look, avatar), "an avatar was not seen")

    async def seen(self) -> None:
        """When none is waited for."""
        await self._background.done()

    def stop(self) -> None:
        self._background.stop()

    async def _see(self, look: Look, avatar: discord.Asset | None) -> None:
        try:
            async with self._one_at_a_time:
                if await self._faces.lacks(look) and avatar and not self._is_resting():
                    await self._fetch(look, avatar)
        finally:
            self._waited_for.discard((look.place, look.member))

    def _is_resting(self) -> bool:
        return self._rests_until is not None and self._clock() < self._rests_until

    async def _fetch(self, look: Look, avatar: discord.Asset) -> None:
        try:
            await self._faces.keep(look, await pictures.face(await _read(avatar)))
        except (*LOST, Refused) as error:
            self._let_be(error)
        else:
            self._rests, self._rests_until = 1, None

    def _let_be(self, why: Exception) -> None:
        """What is said of it is not logged: an address may be part of that, and a number of a member."""
        rest = timedelta(seconds=self._rests * REST)
        what = getattr(why, "status", type(why).__name__)
        log.info("avatars are let be", extra={"seconds": int(rest.total_seconds()), "why": what})
        self._rests_until = self._clock() + rest
        self._rests = min(2 * self._rests, _MOST_RESTS)


async def _read(avatar: discord.Asset) -> bytes:
    """Small and still; empty where it is not there, or is of no use."""
    try:
        return await avatar.replace(size=_SIZE, format="png").read()
    except TooMuch:
        return b""
    except discord.HTTPException as error:
        if error.status in _NOT_THERE:
            return b""
        raise
