"""The numbers of challenges and matches, which never begin again: old buttons name them.

The newest rows lie in the journal beside the file. If that is lost, or a backup is put in the place of the
file, the file knows less than the buttons in Discord. So it says up to which number there may be buttons,
always ahead of the numbers that are given; and whether a bot has it open, which tells afterwards that it
was not closed by one, and what it is known as: a backup that is restored is known as something else.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.club.refused import Refused
from bot.database.file import File, Writing
from bot.database.house import House, note

log = logging.getLogger(__name__)

_TABLES: Final = ("challenges", "matches")
_AHEAD: Final = 100
"""Numbers that may be given before the file has to say so."""
_KNOWN_AS: Final = "known_as"
"""What the house calls the number that tells a file from its backups."""


class Numbers:
    def __init__(self, file: File) -> None:
        self._file = file
        self._house = House(file)

    async def begin(self, now: int) -> None:
        """A bot has the file open from now on."""
        was_open = bool(await self._house.value("open"))
        known_as = await self._house.value(_KNOWN_AS)
        if await self._file.may_have_lost(known_as, was_open=was_open):
            await self._go_on_later(now)
        async with self._file.transaction() as writing:
            ahead = {_reserve(table): await writing.last_number(table) + _AHEAD for table in _TABLES}
            await note(writing, open=1, **{_KNOWN_AS: await self._file.known_as()}, **ahead)
        await self._file.checkpoint()

    async def end(self) -> None:
        """It is closed tidily."""
        await self._house.note(open=0)

    async def keep_ahead(self, table: str, number: int) -> None:
        """A number was given. Before anybody sees it, the file itself says that it may be on a button."""
        reserve = await self._house.value(_reserve(table))
        if reserve is None or number <= reserve - _AHEAD // 2:
            return  # a file that no bot has open, or well ahead
        try:
            await self._house.note(**{_reserve(table): number + _AHEAD})
            await self._file.checkpoint()
        except Refused:  # a full disk is told to those who play; the other half is still there
            log.warning("no numbers could be set aside", extra={"table": table, "number": number})

    async def _go_on_later(self, now: int) -> None:
        """After all that may have been given: those set aside, and one for each second since it was alive."""
        alive = await self._house.value("alive")
        forgotten = max(0, now - alive) if alive else 0
        async with self._file.transaction() as writing:
            for table in _TABLES:
                reserved = await _value(writing, _reserve(table)) + forgotten
                await writing.go_on_after(table, max(await writing.last_number(table), reserved))
        log.warning(
            "the file was not closed by a bot and has no journal, as after a backup was restored:"
            " old buttons may name what it does not know, so new numbers begin after them",
            extra={"seconds": forgotten},
        )


def _reserve(table: str) -> str:
    return f"{table}_up_to"


async def _value(writing: Writing, name: str) -> int:
    rows = await writing.execute_fetchall("SELECT value FROM house WHERE name = ?", (name,))
    return next((row[0] for row in rows), 0)
