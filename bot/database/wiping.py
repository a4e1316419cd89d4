"""What was erased from the file is gone from its bytes, too: from the pages, the journal and its index.

SQLite writes noughts over what is deleted (`secure_delete`), but where rows have moved from one page to
another it leaves copies in the empty part of a page. So the bytes are searched and, if anything is found, the
file is written anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bot.database.file import File, Writing
from bot.database.house import House, note

_UNWIPED: Final = "unwiped"
"""What the house calls it that something was erased whose bytes may still be there."""


class Wiping:
    def __init__(self, file: File) -> None:
        self._file = file
        self._house = House(file)

    async def is_due(self) -> bool:
        """Something was erased, by whatever process, and may be there still."""
        return bool(await self._house.value(_UNWIPED))

    async def wipe(self, erased: Collection[bytes] | None = None, *, anew: bool = True) -> bool:
        """Whether nothing is left. Else it is to be asked for again: somebody reads an older state just now.

        `erased` is what is searched for; None: nobody knows any more, and the file is written anew. If that
        must not be, for it keeps other processes from writing, `anew` is False.
        """
        if not await self._file.write_back():
            return False
        if erased is None or await self._file.may_hold(erased):
            if not anew or not await self._file.may_be_written_anew():
                return False
            await self._file.write_anew()
            if not await self._file.write_back():
                return False
        await self._house.note(**{_UNWIPED: 0})
        return True


async def note_erased(writing: Writing) -> None:
    """To be wiped, also if the process ends before."""
    await note(writing, **{_UNWIPED: 1})


def written(number: int) -> tuple[bytes, ...]:
    """How SQLite writes a number of Discord's: as a value, as the key of a row, and in letters."""
    size = 6 if number < 1 << 47 else 8
    return number.to_bytes(size, "big"), _varint(number), str(number).encode()


def _varint(number: int) -> bytes:
    """Seven bits a byte, all but the last of them marked; of a ninth all eight bits."""
    if number >> 56:
        return bytes([*_sevens(number >> 8, 8), number & 0xFF])
    length = max(1, -(-number.bit_length() // 7))
    sevens = list(_sevens(number, length))
    return bytes([*sevens[:-1], sevens[-1] & 0x7F])


def _sevens(number: int, length: int) -> Iterator[int]:
    return (number >> 7 * place & 0x7F | 0x80 for place in reversed(range(length)))
