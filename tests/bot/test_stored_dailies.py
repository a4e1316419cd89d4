"""What lies in the file of dailies: the puzzle of a day, tries, tables of servers, and posts that wait."""

from __future__ import annotations

import pytest

from bot.club.dailies import Dailies
from bot.club.days import DailyRow, Score
from bot.club.deadlines import DAY
from bot.database.dailies import StoredDailies
from bot.database.file import File
from puzzles.daily import daily
from puzzles.puzzle import puzzles_of

pytestmark = pytest.mark.on_both
TODAY = 20_500
ANN, BEN, CAS, DOT, EVE = range(101, 106)
GUILD = 1 << 60


@pytest.fixture
def dailies(file: File) -> Dailies:
    return Dailies(StoredDailies(file), lambda: TODAY * DAY + 60)


async def test_a_day_is_written_down_once_and_again_only_if_its_puzzle_is_gone(file: File) -> None:
    stored = StoredDailies(file)
    first, second, third = puzzles_of("knopen")[:3]
    assert await stored.write_down(TODAY, first, None) == first.number
    assert await stored.write_down(TODAY, second, None) == first.number, "somebody was faster"
    assert await stored.write_down(TODAY, third, first.number) == third.number
    assert await stored.is_of(third.number, TODAY - 7, TODAY)
    assert not await stored.is_of(third.number, TODAY - 7, TODAY - 1)


async def test_tries_are_counted_once_and_tables_leave_out_who_is_not_to_stand_there(
    file: File, dailies: Dailies
) -> None:
    today = await dailies.of_today()
    assert today.puzzle == daily(TODAY)
    for member, share in ((ANN, 0.4), (BEN, 1), (CAS, 1), (DOT, 1), (EVE, 0)):
        noted = await dailies.note_try(member, today, share)
        assert noted.is_first
        assert noted.tried is not None
        await dailies.note_player(GUILD, TODAY, member)
        await dailies.note_player(GUILD, TODAY, member)
    again = await dailies.note_try(ANN, today, 1)
    assert (again.is_first, again.share, again.tried) == (False, 400, None)
    await file.change("INSERT INTO members (member, hidden) VALUES (?, 1)", CAS)
    await file.change("INSERT INTO bars (guild, member, manager, at) VALUES (?, ?, ?, 1)", GUILD, DOT, ANN)
    assert await dailies.table(GUILD, TODAY) == [DailyRow(BEN, 1000), DailyRow(ANN, 400), DailyRow(EVE, 0)]
    assert await dailies.table(GUILD + 1, TODAY) == []
    assert await dailies.score(TODAY) == Score(tried=5, solved=3)
    assert await dailies.score(TODAY - 1) == Score()
    assert await dailies.shares(ANN) == {TODAY: 400}


async def test_a_post_waits_from_when_it_is_due_until_it_hangs_or_its_day_is_over(file: File) -> None:
    stored = StoredDailies(file)
    await stored.make_due({GUILD, GUILD + 1}, TODAY)
    assert await stored.unposted(TODAY) == [GUILD, GUILD + 1]
    await stored.about_to_post(GUILD, 77)
    await stored.was_posted(GUILD, TODAY, 78)
    await stored.make_due({GUILD, GUILD + 1}, TODAY)
    assert await stored.unposted(TODAY) == [GUILD + 1]
    assert await stored.made_due(TODAY) == {GUILD, GUILD + 1}
    assert not await stored.has_failed(GUILD + 1, TODAY)
    await stored.note_failure(GUILD + 1, TODAY)
    assert await stored.has_failed(GUILD + 1, TODAY)
    await stored.make_due({GUILD}, TODAY + 1)
    assert await stored.channel(GUILD, TODAY + 1) is None
    assert await stored.unposted(TODAY + 1) == [GUILD]
    await file.change("INSERT INTO servers (guild, left_at) VALUES (?, 1)", GUILD)
    assert await stored.unposted(TODAY + 1) == []
