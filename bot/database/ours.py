"""Whose a match is: every process looks after the servers of its own shards, and after no others.

Discord divides servers among shards by their numbers. What has no server, such as a direct message, belongs
to the first shard, and whoever has that one does what concerns all servers at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

FIRST: Final = 0
"""The shard of direct messages."""
_TIME: Final = 22
"""Bits of a number of Discord's below those that tell when it was made: shards go by the others."""


class Ours:
    def __init__(self, count: int = 1, shards: Iterable[int] = (FIRST,)) -> None:
        """Of `count` shards these."""
        self.divide(count, shards)

    def divide(self, count: int, shards: Iterable[int]) -> None:
        """From now on it is these of so many."""
        self.count = count
        self.shards = frozenset(shards)

    def shard_of(self, guild: int | None) -> int:
        return ((guild or 0) >> _TIME) % self.count

    def has(self, guild: int | None) -> bool:
        return self.shard_of(guild) in self.shards

    @property
    def has_first(self) -> bool:
        """What is to be done once for all servers is done here."""
        return FIRST in self.shards

    @property
    def sql(self) -> str:
        """That a row with a column `guild` is of one of our servers."""
        if len(self.shards) == self.count:
            return "1 = 1"
        if not self.shards:
            return "1 = 0"
        return f"(guild >> {_TIME}) % {self.count} IN ({', '.join(map(str, sorted(self.shards)))})"
