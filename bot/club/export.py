"""All that is stored of a member, as files of JSON: readable, whole, and none of them too large.

It may be very much. So it is read in pages and written in a thread, a part at a time: nobody's turn waits.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from bot.club.computers import is_computer, level_of
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.database.exports import LEFT_OUT, Exports

REASONS: Final = tuple(dict.fromkeys(LEFT_OUT.values()))
"""The codes of why something is left out."""
_TIMES: Final = frozenset(
    {
        *("expires_at", "began_at", "ended_at", "ends_at", "due", "remind_at", "played_at", "first_at"),
        *("last_at", "at", "rests_until", "patience_until", "gone_at", "left_at", "met_at"),
    }
)
"""Columns that hold times."""
_MEMBERS: Final = frozenset({"challenger", "opponent", "guests", "members", "member"})
"""Columns that hold members."""
_END: Final = "\n]\n}\n"


class Export:
    def __init__(self, stored: Exports, matches: Matches) -> None:
        self._stored = stored
        self._matches = matches

    async def parts(self, member: int, reasons: Mapping[str, str], most_bytes: int) -> AsyncIterator[bytes]:
        """Each a whole document. `reasons` are the sentences for what is left out."""
        part = _Part(member, 1, most_bytes)
        part.add("left_out", _lines([reasons]))
        async for kind, rows in self._stored.pages_of(member):
            if kind == "matches":
                for row in rows:
                    await self._close_sealed(row)
            lines = await asyncio.to_thread(_lines, rows)
            while lines := part.add(kind, lines):
                yield part.whole()
                part = _Part(member, part.number + 1, most_bytes)
        yield part.whole()

    async def _close_sealed(self, match: dict[str, Any]) -> None:
        """What is sealed in a running match is not theirs yet. Under older rules nobody reads any of it."""
        if match["ended_at"] is not None:
            return
        plies = 0
        with suppress(Refused):
            plies = len((await self._matches.load(match["id"])).open_record)
        for name in ("record", "played_at"):
            match[name] = match[name][:plies]


class _Part:
    """A document that begins with whose it is; then, by kind, a line a row."""

    def __init__(self, member: int, number: int, most_bytes: int) -> None:
        self.number = number
        self._most = most_bytes - len(_END)
        self._written = bytearray(f'{{\n"member": {member},\n"part": {number}'.encode())
        self._kind = ""

    def add(self, kind: str, lines: list[bytes]) -> list[bytes]:
        """Returns those for which there is no room. The first of a part always has some."""
        for count, line in enumerate(lines):
            before = b",\n" if kind == self._kind else self._heading(kind)
            if self._kind and len(self._written) + len(before) + len(line) > self._most:
                return lines[count:]
            self._written += before + line
            self._kind = kind
        return []

    def _heading(self, kind: str) -> bytes:
        before = "\n]" if self._kind else ""
        return f'{before},\n"{kind}": [\n'.encode()

    def whole(self) -> bytes:
        return bytes(self._written) + (_END.encode() if self._kind else b"\n}\n")


def _lines(rows: Iterable[Mapping[str, Any]]) -> list[bytes]:
    return [json.dumps(_readable(row), ensure_ascii=False).encode() for row in rows]


def _readable(row: Mapping[str, Any]) -> dict[str, Any]:
    """As somebody reads it who wants to know what is stored: times are dates, former members nobody."""
    return {name: _read(name, value) for name, value in row.items()}


def _read(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_read(name, each) for each in value]
    if isinstance(value, bytes):  # a picture: a browser shows it
        return f"data:image/png;base64,{b64encode(value).decode()}"
    if value is None or name not in _TIMES | _MEMBERS:
        return value
    if name in _TIMES:
        return datetime.fromtimestamp(value, UTC).isoformat()
    if is_computer(value):
        return f"computer, level {level_of(value)}"
    return value if value > 0 else None
