"""Ratings that were computed anew in a copy of the file are put in the place of those in the file.

Whoever writes meanwhile waits no longer than for a few rows: only what differs is written, and of the results
of single matches, which may be very many, a slice at a time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

from bot.database.file import File, Row, Writing
from bot.database.house import note
from bot.database.ledger import OF_TODAY, TABLES, is_of_today

_AT_ONCE: Final = 1000
"""Rows that are read, and results that are written, at a time."""
_HISTORY: Final = "results"
"""The table in which a row may be behind the others for a moment: nothing is computed from its numbers."""

_Key = tuple[Any, ...]
_Keyed = tuple[Any, ...]
"""A row, with its key before it once more."""


@dataclass(frozen=True, slots=True)
class State:
    """What the ratings depend on. While it is the same, what was computed from it is right."""

    rulings: int
    erasures: int
    newest: int
    """How many matches had ended before the newest one."""


@dataclass(slots=True)
class Difference:
    """What a table has to lose and to gain at once to be as it should."""

    gone: list[_Key] = field(default_factory=list)
    rows: list[_Keyed] = field(default_factory=list)


class _Is(Enum):
    """What a row of the copy, or a key that is not there, is to the file."""

    GONE = auto()
    NEW = auto()
    CHANGED = auto()


class StoredRecount:
    def __init__(self, file: File) -> None:
        self._file = file

    async def is_due(self) -> bool:
        """Rulings have changed what counts, or a version how it counts, and the ratings do not follow yet."""
        row = await self._file.row(
            "SELECT 1 FROM house WHERE name = 'rulings' AND value NOT IN"
            " (SELECT value FROM house WHERE name = 'rulings_counted')"
        )
        return row is not None or not await is_of_today(self._file)

    async def follow_nothing(self) -> bool:
        """Where no match has ended and nothing was rated, as in a young file, the ratings follow already."""
        if (await self.state()).newest >= 0:
            return False
        async with self._file.transaction() as writing:
            state = await _state_now(writing)
            is_young = state.newest < 0 and not list(await writing.execute_fetchall(_ANYTHING))
            if is_young:
                await note(writing, rulings_counted=state.rulings, **OF_TODAY)
        return is_young

    async def state(self) -> State:
        return _state(await self._file.rows(_STATE))

    async def ended_since(self, newest: int) -> dict[int, int]:
        """Matches, in order, and how many had ended before each."""
        rows = await self._file.rows(
            "SELECT id, ended_as FROM matches WHERE ended_as > ? ORDER BY ended_as", newest
        )
        return {match: place for match, place in rows}  # noqa: C416 - mypy knows rows, not pairs

    async def differences(self, copy: File) -> dict[str, Difference]:
        """Of every table of the ledger, from what it is in the copy."""
        return {name: await self._difference(copy, name) for name in TABLES}

    async def _difference(self, copy: File, table: str) -> Difference:
        difference = Difference()
        async for how, row in _compared(self._file, copy, table):
            if how is _Is.GONE:
                difference.gone.append(row)
            elif how is _Is.NEW or table != _HISTORY:
                difference.rows.append(row)
        return difference

    async def put_in_place(self, copy: File, state: State, differences: dict[str, Difference]) -> bool:
        """False if that state has passed: then nothing, or not all, is in its place, and it is still due."""
        async with self._file.transaction() as writing:
            if await _state_now(writing) != state:
                return False
            for name, difference in differences.items():
                await _write(writing, name, difference.gone, difference.rows)
        async for rows in _pieces(_compared(self._file, copy, _HISTORY)):
            async with self._file.transaction() as writing:
                if not await self._stands(writing, state):
                    return False
                await _write(writing, _HISTORY, (), rows)
        async with self._file.transaction() as writing:
            stands = await self._stands(writing, state)
            if stands:
                await note(writing, rulings_counted=state.rulings, **OF_TODAY)
        return stands

    async def _stands(self, writing: Writing, state: State) -> bool:
        """Matches that ended meanwhile were rated by the new numbers; nothing else has changed."""
        now = await _state_now(writing)
        return (now.rulings, now.erasures) == (state.rulings, state.erasures)


_STATE: Final = (
    "SELECT coalesce((SELECT value FROM house WHERE name = 'rulings'), 0),"
    " coalesce((SELECT value FROM house WHERE name = 'erasures'), 0),"
    " coalesce((SELECT max(ended_as) FROM matches), -1)"
)

_ANYTHING: Final = " UNION ALL ".join(f"SELECT 1 FROM {name}" for name in TABLES) + " LIMIT 1"


def _state(rows: Iterable[Row]) -> State:
    (row,) = rows
    return State(*row)


async def _state_now(writing: Writing) -> State:
    return _state(await writing.execute_fetchall(_STATE))


async def _pieces(compared: AsyncIterator[tuple[_Is, _Keyed]]) -> AsyncIterator[list[_Keyed]]:
    """The rows that have changed, so many at a time. Those of matches that ended meanwhile are left alone."""
    rows = []
    async for how, row in compared:
        if how is _Is.CHANGED:
            rows.append(row)
        if len(rows) == _AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


async def _compared(file: File, copy: File, table: str) -> AsyncIterator[tuple[_Is, _Keyed]]:
    """Both are read side by side, in the order of their keys; of what is gone, the key."""
    keys = len(TABLES[table])
    ours, theirs = _in_order(file, table), _in_order(copy, table)
    own, other = await anext(ours, None), await anext(theirs, None)
    while own is not None or other is not None:
        if other is None or (own is not None and own[:keys] < other[:keys]):
            assert own is not None
            yield _Is.GONE, own[:keys]
            own = await anext(ours, None)
        elif own is None or other[:keys] < own[:keys]:
            yield _Is.NEW, other
            other = await anext(theirs, None)
        else:
            if own != other:
                yield _Is.CHANGED, other
            own, other = await anext(ours, None), await anext(theirs, None)


async def _in_order(file: File, table: str) -> AsyncIterator[_Keyed]:
    key = ", ".join(TABLES[table])
    marks = ", ".join("?" * len(TABLES[table]))
    after: _Key = ()
    while True:
        where = f" WHERE ({key}) > ({marks})" if after else ""
        rows = list(
            await file.rows(f"SELECT {key}, * FROM {table}{where} ORDER BY {key} LIMIT {_AT_ONCE}", *after)
        )
        for row in rows:
            yield tuple(row)
        if len(rows) < _AT_ONCE:
            return
        after = tuple(rows[-1][: len(TABLES[table])])


async def _write(writing: Writing, table: str, gone: Sequence[_Key], rows: Sequence[_Keyed]) -> None:
    """These rows, with their keys before them, instead of those there were."""
    keys = TABLES[table]
    where = " AND ".join(f"{key} = ?" for key in keys)
    await writing.executemany(
        f"DELETE FROM {table} WHERE {where}", [*gone, *(row[: len(keys)] for row in rows)]
    )
    if rows:
        marks = ", ".join("?" * (len(rows[0]) - len(keys)))
        await writing.executemany(f"INSERT INTO {table} VALUES ({marks})", [row[len(keys) :] for row in rows])
