"""Who writes first where several want to, and what is written together."""

from __future__ import annotations

import asyncio

import pytest

from bot.club.refused import Refused
from bot.database.file import File
from bot.database.pen import Hurry
from bot.database.where import Where
from tests.patience import PATIENCE

pytestmark = pytest.mark.on_both

SET = "INSERT INTO house (name, value) VALUES (?, ?)"
NOTE = "UPDATE house SET value = ? WHERE name = ?"


async def value(file: File, name: str) -> int | None:
    row = await file.row("SELECT value FROM house WHERE name = ?", name)
    return None if row is None else int(row[0])


async def waiting(*doing: asyncio.Task[None]) -> None:
    """Each has come as far as it can while somebody else writes."""
    for _ in range(10):
        await asyncio.sleep(0)
    assert not any(task.done() for task in doing)


async def write(file: File, written: list[str], name: str, hurry: Hurry) -> None:
    async with file.transaction(hurry) as writing:
        await writing.execute(SET, (name, 1))
        written.append(name)


def writer(file: File, written: list[str], name: str, hurry: Hurry) -> asyncio.Task[None]:
    return asyncio.create_task(write(file, written, name, hurry))


async def test_people_write_before_computers_however_late_they_come(file: File) -> None:
    written: list[str] = []
    async with file.transaction():
        tasks = [
            writer(file, written, "computer", Hurry.COMPUTERS),
            writer(file, written, "another computer", Hurry.COMPUTERS),
            writer(file, written, "Cas, who plays alone", Hurry.ALONE),
            writer(file, written, "note", Hurry.NOTES),
            writer(file, written, "Ann", Hurry.PEOPLE),
            writer(file, written, "Ben", Hurry.PEOPLE),
        ]
        await waiting(*tasks)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*tasks)
    assert written == ["Ann", "Ben", "note", "Cas, who plays alone", "computer", "another computer"]


async def test_whoever_waits_no_more_holds_up_nobody(file: File) -> None:
    """Neither one who leaves while others write, nor one who leaves as their turn comes."""
    written: list[str] = []
    async with file.transaction():
        gone, other = (writer(file, written, name, Hurry.PEOPLE) for name in ("gone", "other"))
        await waiting(gone, other)
        gone.cancel()
    other.cancel()
    await asyncio.gather(gone, other, return_exceptions=True)
    async with asyncio.timeout(PATIENCE):
        await write(file, written, "Ann", Hurry.PEOPLE)
    assert written == ["Ann"]


async def test_notes_that_gather_while_others_write_are_committed_at_once(file: File) -> None:
    names = [f"note {number}" for number in range(5)]
    async with file.transaction() as writing:
        await writing.executemany(SET, [(name, 0) for name in names])
        notes = [asyncio.create_task(file.note(NOTE, 7, name)) for name in names]
        await waiting(*notes)
    commits: list[float] = []
    file.committed = commits.append
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*notes)
    assert len(commits) == 1
    assert [await value(file, name) for name in names] == [7] * 5


@pytest.mark.breaks
async def test_a_note_that_cannot_be_written_keeps_no_other_from_being_so(file: File) -> None:
    async with file.transaction() as writing:
        await writing.execute(SET, ("good", 0))
        good = asyncio.create_task(file.note(NOTE, 7, "good"))
        bad = asyncio.create_task(file.note("UPDATE nothing SET value = 7"))
        await waiting(good, bad)
    async with asyncio.timeout(PATIENCE):
        told = await asyncio.gather(good, bad, return_exceptions=True)
    assert told[0] is None
    assert isinstance(told[1], Refused)
    assert await value(file, "good") == 7


async def test_the_file_is_not_closed_before_its_notes_are_written(where: Where) -> None:
    file = await File.open(where)
    await file.change(SET, "note", 0)
    noting = asyncio.create_task(file.note(NOTE, 7, "note"))
    await asyncio.sleep(0)
    await file.close()
    async with asyncio.timeout(PATIENCE):
        await noting
    again = await File.open(where)
    assert await value(again, "note") == 7
    await again.close()
