"""What members are called, as they were last seen, and who has left: noted in the file when it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from typing import Final

from bot.club.faces import Faces
from bot.club.refused import Refused
from bot.club.stored import Named
from bot.database.file import File
from bot.database.names import StoredNames

_REMEMBERED: Final = 10_000


class Names:
    """`clock` tells the time, in UTC."""

    def __init__(self, file: File, faces: Faces, clock: Callable[[], datetime]) -> None:
        self._stored = StoredNames(file)
        self._faces = faces
        self._clock = clock
        self._noted: OrderedDict[tuple[int, int], tuple[str, str]] = OrderedDict()

    async def meet(self, guild: int, member: int, name: str, known_as: str) -> None:
        """A member was seen here, and is called so here and by all of Discord."""
        if self._noted.get((guild, member)) != (name, known_as):
            with suppress(Refused):  # a full disk is told to those who play
                await self._stored.note(guild, member, name, known_as)
                self._noted[guild, member] = name, known_as
                if len(self._noted) > _REMEMBERED:
                    self._noted.popitem(last=False)

    async def note_departed(self, guild: int, members: Collection[int]) -> None:
        """They are no longer members of this server; until they are met here again."""
        if not members:
            return
        for member in members:
            self._noted.pop((guild, member), None)
        with suppress(Refused):
            await self._stored.note_departed(guild, members, int(self._clock().timestamp()))
        self._faces.left(members)

    async def of(self, guild: int, members: Collection[int]) -> dict[int, Named]:
        """What is known of each of them without asking Discord."""
        return await self._stored.of(guild, members) if members else {}

    def forget(self) -> None:
        """They are noted anew, and so is what they look like."""
        self._faces.forget()
        self._noted.clear()
