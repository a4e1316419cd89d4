"""Where posts in Discord may still name somebody who was forgotten; but not whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.database.file import File
from bot.database.preferences import ours

MATCH: Final = "match"
_WAITING: Final = (
    "SELECT what, number, done_to FROM traces JOIN matches ON what = 'match' AND id = number WHERE {ours}"
    " UNION ALL SELECT what, number, done_to FROM traces"
    " JOIN challenges ON what = 'challenge' AND id = number WHERE {ours} ORDER BY what, number"
)


@dataclass(frozen=True, slots=True)
class Trace:
    what: str
    """`match` or `challenge`."""
    number: int
    done_to: int
    """Of a match: the last message that was looked at."""

    def __str__(self) -> str:
        return f"{self.what} {self.number}"


class StoredTraces:
    def __init__(self, file: File) -> None:
        self._file = file

    async def waiting(self) -> list[Trace]:
        """Of servers that have not removed the bot."""
        waiting = _WAITING.format(ours=ours(self._file))
        return [Trace(*row) for row in await self._file.rows(waiting)]

    async def looked_at(self, trace: Trace, message: int) -> None:
        await self._file.change(
            "UPDATE traces SET done_to = ? WHERE what = ? AND number = ?", message, trace.what, trace.number
        )

    async def cover(self, trace: Trace) -> None:
        """Nothing there names anybody any more, or nothing can be done about it.

        Unless somebody else was forgotten meanwhile: then all of it is looked at again.
        """
        await self._file.change(
            "DELETE FROM traces WHERE what = ? AND number = ? AND done_to = ?",
            *(trace.what, trace.number, trace.done_to),
        )

    async def members_at(self, venue: int) -> set[int]:
        """All who have played there, and are not forgotten."""
        return set(
            await self._file.numbers(
                "SELECT DISTINCT member FROM seats JOIN matches ON id = match WHERE venue = ? AND member > 0",
                venue,
            )
        )
