"""Ratings follow what managers decide, beside those who play: the same as when all are computed anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import pytest

from bot.club.club import Club
from bot.club.refused import Refused
from bot.database import recount
from bot.database.file import File, Writing
from bot.database.pen import Hurry
from bot.database.where import Where
from tests.bot.clocks import Clock
from tests.bot.finishing import GUILD, won
from tests.bot.test_ratings import ANN, BOB, CAS, DOT, ELSEWHERE, EVE, FAY, a_season, everything

pytestmark = pytest.mark.on_both

MANAGER = 9900


class _Killed(BaseException):
    """Nothing that runs in the process hears of it."""


class MortalFile(File):
    """The process dies before one of its transactions is committed."""

    lives: int | None = None
    """Transactions until then; None: it does not."""
    transactions = 0

    @asynccontextmanager
    async def transaction(self, hurry: Hurry = Hurry.PEOPLE) -> AsyncIterator[Writing]:
        self.transactions += 1
        async with super().transaction(hurry) as writing:
            yield writing
            if self.lives is not None:
                self.lives -= 1
                if self.lives < 0:
                    raise _Killed


@pytest.fixture
async def file(where: Where) -> AsyncIterator[MortalFile]:
    file = await MortalFile.open(where)
    yield file
    await file.close()


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-11-18 09:00", a_look=timedelta(minutes=1))


@pytest.fixture
async def club(file: MortalFile, clock: Clock) -> Club:
    club = Club(file, clock)
    await a_season(club, clock)
    return club


@pytest.fixture(autouse=True)
def _by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rows at a time: a season is read and written in many pieces."""
    monkeypatch.setattr(recount, "_AT_ONCE", 3)


async def followed(club: Club) -> None:
    club.recount.start()
    await club.recount.done()


async def check(club: Club, file: File) -> None:
    """All that follows from the records is as it should be, and nothing is due any more."""
    assert not await club.recount._stored.is_due()
    now = await everything(file)
    await club.recount.rebuild()
    assert await everything(file) == now


async def test_every_match_can_be_voided_and_restored(club: Club, file: File) -> None:
    before = await everything(file)
    numbers = await file.rows("SELECT id, guild, reason FROM matches ORDER BY id")
    for number, guild, _ in list(numbers):
        await club.rulings.void(number, guild, MANAGER)
        await followed(club)
        assert await club.ledger.changes(number) == []
        await check(club, file)
        await club.rulings.restore(number, guild, MANAGER)
        await followed(club)
        assert (await everything(file))[:3] == before[:3]


async def test_several_rulings_at_once_are_followed_together(club: Club, file: File) -> None:
    for number in (1, 2, 4):
        await club.rulings.void(number, GUILD, MANAGER)
    await club.rulings.restore(2, GUILD, MANAGER)
    await followed(club)
    assert await club.ledger.changes(2)
    await check(club, file)


async def test_matches_that_end_meanwhile_are_rated_as_if_it_had_been_void_before(
    club: Club, file: File
) -> None:
    await club.rulings.void(1, GUILD, MANAGER)
    club.recount.start()
    for members in ((ANN, BOB), (CAS, DOT), (BOB, ANN), (EVE, FAY, ANN)):
        await won(club, members, game="knopen" if len(members) == 2 else "cubus")
    await club.recount.done()
    await check(club, file)


async def test_so_are_those_that_end_between_what_is_compared_and_what_is_written(
    club: Club, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, ended = club.recount._stored, 0
    put_in_place = stored.put_in_place

    async def late(*arguments: object) -> bool:
        nonlocal ended
        if ended < 3:
            ended += 1
            await won(club, (ANN, BOB) if ended % 2 else (DOT, CAS))
        return await put_in_place(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(stored, "put_in_place", late)
    await club.rulings.void(2, GUILD, MANAGER)
    await followed(club)
    assert ended == 3
    await check(club, file)


async def test_wherever_it_is_killed_it_is_done_after_the_next_start(
    club: Club, file: MortalFile, clock: Clock
) -> None:
    await club.rulings.void(1, GUILD, MANAGER)
    for lives in range(100):
        file.lives, again = lives, Club(file, clock)
        again.recount.start()
        await again.recount.done()
        task = again.recount._task
        assert task is not None
        file.lives = None
        if task.exception() is None:
            break
        winner, loser = ((ANN, BOB), (BOB, CAS), (CAS, ANN))[lives % 3]
        await won(Club(file, clock), (winner, loser))
        if lives % 4 == 0:
            await again.rulings.void(2, GUILD, MANAGER)
        elif lives % 4 == 2:
            await again.rulings.restore(2, GUILD, MANAGER)
    assert lives > 5, "it was killed again and again"
    await check(Club(file, clock), file)


@pytest.mark.parametrize("pieces", range(7))
async def test_who_is_forgotten_meanwhile_stays_forgotten(
    club: Club, file: MortalFile, monkeypatch: pytest.MonkeyPatch, pieces: int
) -> None:
    """After so many transactions of the recount a member and a server are forgotten."""
    await club.rulings.void(1, GUILD, MANAGER)
    transaction, left = file.transaction, pieces

    @asynccontextmanager
    async def interrupted() -> AsyncIterator[Writing]:
        nonlocal left
        left -= 1
        if left == -1:
            await club.departures.forget_member(BOB)
            await club.departures.forget_server(ELSEWHERE)
        async with transaction() as writing:
            yield writing

    monkeypatch.setattr(file, "transaction", interrupted)
    await followed(club)
    assert left < 0
    monkeypatch.undo()
    for name, place in (
        ("ratings", "scope"),
        ("standings", "scope"),
        ("exchanges", "scope"),
        ("results", "guild"),
    ):
        left_of = f"SELECT 1 FROM {name} WHERE member = ? OR {place} = ?"
        assert await file.row(left_of, BOB, ELSEWHERE) is None, name
    assert await file.row("SELECT 1 FROM exchanges WHERE opponent = ?", BOB) is None
    await followed(club)
    await check(club, file)


async def test_what_changes_nothing_writes_no_more_than_that_it_is_done(club: Club, file: MortalFile) -> None:
    await club.rulings.void(1, GUILD, MANAGER)
    await club.rulings.restore(1, GUILD, MANAGER)
    before = await everything(file)
    file.transactions = 0
    await followed(club)
    assert file.transactions == 2
    assert await everything(file) == before


async def test_what_cannot_be_computed_anew_is_one_trouble_and_changes_nothing(
    club: Club, file: File, clock: Clock
) -> None:
    await club.rulings.void(1, GUILD, MANAGER)
    await file.change("UPDATE plies SET text = 'unreadable ' || text WHERE match = 3")
    before = await everything(file)
    for _ in range(3):
        await followed(club)
    assert [each.what for each in club.troubles.listed()] == ["ratings"]
    assert await everything(file) == before
    await file.change("UPDATE plies SET text = replace(text, 'unreadable ', '') WHERE match = 3")
    club.troubles.hurry("ratings")
    await followed(club)
    assert club.troubles.listed() == []
    await check(club, file)


async def test_a_copy_is_worked_on_without_a_trace_in_the_file(club: Club, file: File) -> None:
    before = await everything(file)
    async with file.copied() as copy:
        await copy.change("DELETE FROM results")
        assert await copy.row("SELECT count(*) FROM results") == (0,)
        with suppress(Refused):
            await won(club, (ANN, BOB))
        assert await copy.row("SELECT count(*) FROM results") == (0,)
    assert len((await everything(file))[0]) == len(before[0]) + 2


async def test_a_young_file_is_not_copied_to_find_out_that_nothing_was_rated(
    file: MortalFile, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copied(_: File) -> None:
        raise AssertionError

    young = Club(file, clock)
    assert await young.recount._stored.is_due()
    monkeypatch.setattr(File, "copied", copied)
    await followed(young)
    assert not await young.recount._stored.is_due()


async def test_what_is_rated_without_a_match_is_computed_anew(file: MortalFile, clock: Clock) -> None:
    young = Club(file, clock)
    await file.change("INSERT INTO spreads VALUES ('knopen', 1, 1, 1.0)")
    await followed(young)
    assert not list(await file.rows("SELECT * FROM spreads"))
    assert not await young.recount._stored.is_due()
