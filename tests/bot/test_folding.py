"""Threads of matches that are over: folded away a day after the last word, and no other."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.ui.folding import FOLD
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member


@pytest.fixture
async def over(club: Club, alice: Member, bram: Member) -> Table:
    """A match that was given up just now."""
    table = await begin(club, alice, bram)
    await table.play("e2-g4", "d2-e2")
    await give_up(table)
    return table


async def give_up(table: Table) -> None:
    await table.club.bot.table.leaving.resign(table.id, table.red.id)
    await table.club.show_board(table.id)


def stored(club: Club, thread: simcord.ChannelHandle) -> Any:
    return club.env.backend.get_channel(thread.id)


def is_folded(club: Club, thread: simcord.ChannelHandle) -> bool:
    return bool(stored(club, thread).thread_metadata.archived)


async def waiting(club: Club) -> list[int]:
    """The matches whose threads are still to be looked at."""
    return await club.file.numbers("SELECT id FROM matches WHERE fold_at IS NOT NULL ORDER BY id")


def edits(club: Club, thread: simcord.ChannelHandle) -> int:
    return sum(
        request.method == "PATCH" and request.path.endswith(f"/channels/{thread.id}")
        for request in club.env.http_requests
    )


async def test_the_thread_of_a_match_is_folded_away_a_day_after_it_is_over(over: Table, club: Club) -> None:
    await club.wait(hours=23)
    assert not is_folded(club, over.venue)
    await club.wait(hours=2)
    assert is_folded(club, over.venue)
    assert await waiting(club) == []


async def test_it_is_folded_away_after_a_restart_as_well(over: Table, club: Club) -> None:
    thread = over.venue
    await club.wait(hours=23)
    await club.restart()
    await club.wait(hours=2)
    assert is_folded(club, thread)


async def test_whoever_still_talks_there_has_a_day_from_then_on(
    over: Table, club: Club, alice: Member
) -> None:
    await club.wait(hours=20)
    await alice.actor.send(over.venue, "That was close.")
    await club.wait(hours=20)
    assert not is_folded(club, over.venue)
    await club.wait(hours=5)
    assert is_folded(club, over.venue)


async def test_a_thread_in_which_one_plays_again_stays_open(over: Table, club: Club) -> None:
    thread, board = over.venue, over.post
    for member in (over.red, over.blue):
        await member.press(board, "rematch")
    await club.wait(days=2)
    assert not is_folded(club, thread)
    assert await waiting(club) == []
    again = Table(club, over.id + 1, over.blue, over.red)
    await again.play("e2-g4", "d2-e2")
    await give_up(again)
    await club.wait(hours=25)
    assert is_folded(club, thread)


async def test_a_match_that_runs_keeps_its_thread(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await club.wait(days=2)
    assert not is_folded(club, table.venue)


async def test_of_a_match_in_a_channel_nothing_is_asked(club: Club, alice: Member, bram: Member) -> None:
    await club.bot.table.preferences.change_server(club.guild.id, threads=False)
    table = await begin(club, alice, bram)
    await table.play("e2-g4", "d2-e2")
    await give_up(table)
    asked = len(club.requests(f"/channels/{club.channel.id}"))
    await club.wait(hours=25)
    assert await waiting(club) == []
    assert len(club.requests(f"/channels/{club.channel.id}")) == asked


@pytest.mark.parametrize("what", ["deleted", "folded", "locked", "somebody else's"])
async def test_a_thread_that_cannot_be_folded_away_is_left_alone(over: Table, club: Club, what: str) -> None:
    thread, backend = over.venue, club.env.backend
    if what == "deleted":
        await club.delete_channel(thread)
    elif what == "somebody else's":
        stored(club, thread).owner_id = club.alice.id
    else:
        backend.edit_channel(thread.id, {}, thread_metadata={what.replace("folded", "archived"): True})
    before = edits(club, thread)
    await club.wait(hours=25)
    assert await waiting(club) == []
    assert edits(club, thread) == before


async def test_what_discord_refuses_for_one_thread_is_not_asked_again_and_holds_up_no_other(
    over: Table, club: Club, alice: Member, stranger: Member
) -> None:
    refused = over.venue
    other = await begin(club, alice, stranger)
    await other.play("e2-g4", "d2-e2")
    await give_up(other)
    path = f"/channels/{refused.id}"
    club.env.inject_error("PATCH", path, status=403, code=50013, message="Missing rights", times=None)
    before = edits(club, refused)
    await club.wait(hours=25)
    assert is_folded(club, other.venue)
    assert await waiting(club) == []
    await club.wait(hours=3)
    assert (is_folded(club, refused), edits(club, refused)) == (False, before + 1)


async def test_when_discord_is_busy_it_is_tried_again_but_not_for_ever(over: Table, club: Club) -> None:
    path, thread = f"/channels/{over.venue.id}", over.venue
    club.env.inject_error("PATCH", path, status=503, code=0, message="busy", times=None)
    await club.wait(hours=25)
    assert await waiting(club) == [over.id]
    assert not club.bot.table.troubles.is_well(FOLD, thread.id)
    club.env.backend.faults.clear()
    await club.wait(minutes=30)
    assert is_folded(club, thread)
    assert club.bot.table.troubles.is_well(FOLD, thread.id)


async def test_after_a_day_of_trying_a_thread_is_given_up(over: Table, club: Club) -> None:
    path = f"/channels/{over.venue.id}"
    club.env.inject_error("PATCH", path, status=503, code=0, message="busy", times=None)
    await club.wait(days=2, hours=3)
    await club.wait(minutes=30)
    assert await waiting(club) == []
    assert not is_folded(club, over.venue)


@pytest.mark.on_both
async def test_on_a_server_that_sent_the_bot_away_threads_rest(over: Table, club: Club) -> None:
    await club.bot.table.departures.leave_server(club.guild.id)
    await club.file.change("UPDATE matches SET fold_at = 1")
    assert await club.bot.table.folding.fold_next() is None
    assert not is_folded(club, over.venue)
    await club.bot.table.departures.welcome(club.guild.id)
    await club.bot.table.folding.fold_next()
    assert await waiting(club) == [over.id], "somebody wrote there just now"
