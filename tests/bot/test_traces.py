"""What Discord still shows of who was forgotten is covered: thread names, boards, notices, challenges."""

from __future__ import annotations

import discord
import pytest
import simcord

from bot.database.traces import StoredTraces
from bot.ui.venues import name_of
from bot.words.language import language
from tests.bot.playing import Table, begin, started
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_privacy import forgets

FORMER = language("en").say("former_member").removeprefix("a ")

pytestmark = pytest.mark.on_both


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram)
    await table.red.command("move", where=table.venue, text="b7-c6")
    await table.blue.command("move", where=table.venue, text="b6-b7")
    return table


async def waiting(club: Club) -> list[str]:
    return [str(trace) for trace in await StoredTraces(club.file).waiting()]


def thread_of(club: Club, table: Table) -> discord.Thread:
    thread = club.bot.get_channel(table.venue.id)
    assert isinstance(thread, discord.Thread)
    return thread


def named_in(club: Club, member: Member, *where: simcord.ChannelHandle) -> list[Shown]:
    """The posts that everybody sees and that still name a member."""
    posts = [post for place in where for post in club.posts(place)]
    return [post for post in posts if not post.private and member.mention in post.content]


async def test_thread_boards_and_challenge_no_longer_name_who_was_forgotten(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    before = {board.id for board in table.boards}
    assert "Bram" in str(table.venue.name)
    assert len(named_in(club, bram, table.venue, club.channel)) > 1
    await forgets(bram)
    assert await waiting(club)
    await club.wait(minutes=3)
    assert await waiting(club) == []
    assert named_in(club, bram, table.venue, club.channel) == []
    assert table.venue.name == name_of(await table.match())
    assert FORMER in str(table.venue.name)
    boards = {board.id: board for board in table.boards}
    assert before <= set(boards), "no board is gone"
    assert all(FORMER in board.content or alice.mention in board.content for board in boards.values())
    assert any(FORMER in board.content for board in boards.values())
    for board in boards.values():
        assert not board.content.startswith("a "), "a sentence begins with a capital"


async def test_a_thread_that_was_called_without_its_number_is_renamed_too(
    club: Club, table: Table, bram: Member
) -> None:
    club.env.backend.edit_channel(table.venue.id, {"name": "Knopen: Alice – Bram"})  # noqa: RUF001 - as before 0.2.0
    await forgets(bram)
    await club.wait(minutes=3)
    assert table.venue.name == name_of(await table.match())


async def test_boards_with_names_in_them_are_drawn_anew_and_films_taken_away(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await started(club, "cubus", alice, bram, stranger)
    (before,) = [post for post in club.posts(table.venue) if post.pictures]
    seen = await stranger.command("replay", where=table.venue, match=table.id)
    film = (await stranger.press(seen, "Show to all")).public
    await forgets(bram)
    await club.wait(minutes=3)
    assert await waiting(club) == []
    assert club.again(before).picture.name == before.picture.name
    assert club.again(before).picture.data != before.picture.data
    assert bram.mention not in club.again(film).content
    assert club.again(film).pictures == ()


async def test_others_and_what_they_wrote_are_left_alone(
    club: Club, table: Table, alice: Member, bram: Member, stranger: Member
) -> None:
    own = table.venue
    other = (await begin(club, alice, stranger)).venue
    shown = [post.content for post in club.posts(other)]
    profile = (await stranger.command("profile", where=own)).public
    await forgets(bram)
    await club.wait(minutes=3)
    assert named_in(club, bram, own) == []
    assert [post.content for post in club.posts(other)] == shown
    assert "Stranger" in str(other.name)
    assert club.again(profile).content == profile.content


async def test_a_thread_with_a_name_of_its_own_keeps_it(club: Club, table: Table, bram: Member) -> None:
    await thread_of(club, table).edit(name="The final")
    await forgets(bram)
    await club.wait(minutes=3)
    assert table.venue.name == "The final"


async def test_a_thread_that_is_folded_away_is_covered_and_folded_away_again(
    club: Club, table: Table, bram: Member
) -> None:
    await forgets(bram)
    await thread_of(club, table).edit(archived=True)
    await club.wait(minutes=3)
    assert await waiting(club) == []
    assert named_in(club, bram, table.venue) == []
    stored = club.env.backend.get_channel(table.venue.id)
    assert stored.thread_metadata is not None
    assert stored.thread_metadata.archived


async def test_it_goes_on_after_a_restart_and_while_discord_refuses_is_tried_again(
    club: Club, table: Table, bram: Member, caplog: pytest.LogCaptureFixture
) -> None:
    path = f"/channels/{table.venue.id}/messages/*"
    club.env.inject_error("PATCH", path, status=429, code=30046, message="edited too often", times=None)
    await forgets(bram)
    await club.wait(minutes=10)
    assert await waiting(club) != []
    warned = [record for record in caplog.records if "trace" in vars(record) and record.levelname != "INFO"]
    assert warned == []
    club.env.backend.faults.clear()
    await club.restart()
    await club.wait(minutes=3)
    assert await waiting(club) == []
    assert named_in(club, bram, table.venue, club.channel) == []


async def test_where_nothing_can_be_done_it_is_given_up(club: Club, table: Table, bram: Member) -> None:
    await forgets(bram)
    await thread_of(club, table).delete()
    await club.wait(minutes=3)
    assert await waiting(club) == []
