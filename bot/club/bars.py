"""Members whom the managers of a server have barred from playing there. What they play already goes on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.club.acts import Act, Bar
from bot.club.refused import Refused
from bot.club.turn_time import TurnTime
from bot.database.bars import StoredBars


@dataclass(frozen=True, slots=True)
class Barred:
    """The open challenges in which a member was before they were barred: others are to see it."""

    challenges: list[int]


class Bars:
    def __init__(self, stored: StoredBars, turn_time: TurnTime) -> None:
        self._stored = stored
        self._turn_time = turn_time

    async def among(self, guild: int, members: Collection[int]) -> set[int]:
        """Those of them who are barred there, also if they were forgotten in between."""
        return await self._stored.among(guild, members)

    async def listed(self, guild: int) -> list[Bar]:
        """The newest first."""
        return await self._stored.of(guild)

    async def check(self, guild: int, member: int, manager: int) -> None:
        """Raises Refused where this one is barred already, or is who asks."""
        if member == manager:
            raise Refused("bar_yourself")
        if await self.among(guild, [member]):
            raise Refused("barred_already", who=member)

    async def bar(self, guild: int, member: int, manager: int) -> Barred:
        await self.check(guild, member, manager)
        left = await self._stored.add(Act(guild, self._turn_time.now(), manager, "barred", member))
        if left is None:
            raise Refused("barred_already", who=member)
        return Barred(left)

    async def lift(self, guild: int, member: int, manager: int) -> None:
        """They may play again."""
        if not await self._stored.remove(Act(guild, self._turn_time.now(), manager, "lifted", member)):
            raise Refused("not_barred")
