"""Whoever hosts the bot forgets somebody while it runs: it remembers nothing of them either."""

from __future__ import annotations

import pytest

from bot.club.club import Club as TheClub
from bot.database.file import File
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member


async def forgotten_elsewhere(club: Club, member: Member) -> None:
    """As `python -m bot forget member` does it, over a file of its own."""
    file = await File.open(club.database.where)
    elsewhere = TheClub(file, club.env.now)
    await elsewhere.preferences.load()
    await elsewhere.departures.forget_member(member.id)
    await elsewhere.departures.announce_changes()
    await file.close()


async def names(club: Club, member: Member) -> list[object]:
    return list(await club.file.rows("SELECT name FROM people WHERE member = ?", member.id))


@pytest.mark.on_both
async def test_what_is_forgotten_elsewhere_is_no_longer_known_here(
    club: Club, alice: Member, bram: Member
) -> None:
    table: Table = await begin(club, alice, bram)
    await club.bot.table.preferences.change_member(alice.id, hidden=True)
    await forgotten_elsewhere(club, alice)
    await club.bot.table.departures.notice_changes()
    assert not club.bot.table.preferences.member(alice.id).hidden
    assert alice.id not in (await table.match()).members
    assert await names(club, alice) == []
    await alice.command("help")
    assert await names(club, alice) == [("Alice",), ("Alice",)], "here, and by all of Discord"


async def test_the_others_see_that_the_match_is_over(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await table.play("b7-c6", "b6-b7")
    await forgotten_elsewhere(club, alice)
    await club.wait(minutes=2)
    assert "Move" not in table.post.labels
    assert bram.actor.mention in table.post.content


async def test_nothing_is_read_anew_where_nothing_has_changed(club: Club, alice: Member) -> None:
    await club.bot.table.departures.notice_changes()
    club.file.asked.clear()
    await club.bot.table.departures.notice_changes()
    assert len(club.file.asked) == 1
