"""What members are called, as they were last seen: noted in the file when it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.club.refused import Refused
from bot.database.file import File
from bot.database.names import StoredNames

_REMEMBERED: Final = 10_000


class Names:
    def __init__(self, file: File) -> None:
        self._stored = StoredNames(file)
        self._noted: OrderedDict[tuple[int, int], str] = OrderedDict()

    async def meet(self, guild: int, member: int, name: str) -> None:
        """Keep what a member is called."""
        if self._noted.get((guild, member)) != name:
            self._noted[guild, member] = name
            if len(self._noted) > _REMEMBERED:
                self._noted.popitem(last=False)
            with suppress(Refused):  # a full disk is told to those who play
                await self._stored.note(guild, member, name)

    async def of(self, guild: int, members: Collection[int]) -> dict[int, str]:
        """As far as they were ever seen there."""
        return await self._stored.of(guild, members)

    def forget(self) -> None:
        """They are noted anew."""
        self._noted.clear()
