"""Time: how long a turn may take, reminders, forfeits, pauses, and the absence of the bot."""

from __future__ import annotations

import re

import pytest

from bot.club.deadlines import DAY, USUAL_PACE
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    return table


def due(table: Table) -> int:
    """When the turn ends, by the newest board."""
    (found,) = re.findall(r"The turn ends <t:(\d+):R>", table.post.content)
    return int(found)


async def test_the_board_says_when_the_turn_ends(table: Table) -> None:
    before = due(table)
    await table.club.wait(hours=3)
    await table.play("take b7")
    assert due(table) - before == 3 * 3600


@pytest.mark.on_both
async def test_who_lets_the_time_run_out_loses(table: Table) -> None:
    await table.club.wait(days=1, minutes=1)
    outcome = (await table.match()).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("left", ((await table.match()).seat_of(table.blue.id),))
    assert "🏆" in table.post.content


async def test_who_still_has_time_does_not(table: Table) -> None:
    await table.club.wait(hours=23)
    assert (await table.match()).outcome is None


async def test_before_both_have_moved_silence_costs_nobody_the_match(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    await club.wait(days=1, minutes=1)
    assert (await table.record())[-1] == "aborted"
    assert "without a result" in table.post.content


@pytest.mark.on_both
async def test_who_is_to_move_is_reminded_once(table: Table) -> None:
    club = table.club
    await club.wait(hours=17)
    before = len(club.posts(table.venue))
    await club.wait(hours=2)
    (reminder,) = club.posts(table.venue)[before:]
    assert reminder.pinged == {table.red.id}
    assert "newest board" in reminder.content
    await club.wait(hours=3)
    assert len(club.posts(table.venue)) == before + 1


async def test_a_match_without_a_clock_waits_for_ever(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, time=0)
    await table.play("b7-c6", "b6-b7")
    await club.wait(days=2)
    assert (await table.match()).outcome is None
    assert "The turn ends" not in table.post.content
    more = await table.red.press(table.post, "More")
    assert label(table.red, "pause") not in more.private.labels


async def test_the_usual_pace_need_not_be_said(club: Club, alice: Member, bram: Member) -> None:
    usual = await alice.command("play knopen", opponent=bram)
    quick = await alice.command("play knopen", opponent=bram, time=300)
    assert "a turn" not in usual.public.content
    assert "(5 minutes a turn)" in quick.public.content
    await bram.press(usual, "accept")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).stored.pace == USUAL_PACE


@pytest.mark.on_both
async def test_a_pause_is_agreed_and_ended_by_either_side(table: Table) -> None:
    club = table.club
    more = await table.blue.press(table.post, "More")
    await table.blue.press(more, label(table.blue, "pause"))
    offer = club.posts(table.venue)[-1]
    await table.red.press(offer, say_public(table, "offers.pause.agree"))
    await club.wait(days=2)
    assert (await table.match()).outcome is None
    more = await table.blue.press(table.post, "More")
    await table.blue.press(more, label(table.blue, "resume"))
    told = club.posts(table.venue)[-1]
    assert f"{table.blue.mention} ends the pause; the turn of {table.red.mention} ends" in told.content
    assert told.pinged == {table.red.id}, "nobody loses by a pause that another has ended"
    await club.wait(hours=23)
    assert (await table.match()).outcome is None
    await club.wait(hours=2)
    assert (await table.match()).outcome is not None


def say_public(table: Table, key: str) -> str:
    return say(table.club.alice, key)


async def test_two_clicks_ask_once_and_end_the_pause_once(table: Table) -> None:
    club, blue = table.club, table.blue
    more = await blue.press(table.post, "More")
    before, ask = len(club.posts(table.venue)), label(blue, "pause")
    await club.deliver(blue.pressing(more, ask), blue.pressing(more, ask))
    assert len(club.posts(table.venue)) == before + 1
    told = blue.private_messages(table.venue)[-1].content
    assert told in {say(blue, "refusals.already_offered"), say(blue, "offers.pause.sent")}
    await table.red.press(club.posts(table.venue)[-1], say_public(table, "offers.pause.agree"))
    more = await blue.press(table.post, "More")
    before, go_on = len(club.posts(table.venue)), label(blue, "resume")
    await club.deliver(blue.pressing(more, go_on), blue.pressing(more, go_on))
    assert len(club.posts(table.venue)) == before + 1


async def test_a_move_ends_the_pause_too(table: Table) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "pause"))
    await table.blue.press(table.club.posts(table.venue)[-1], say_public(table, "offers.pause.agree"))
    assert (await table.match()).stored.paused is not None
    await table.play("take b7")
    match = await table.match()
    assert (match.stored.paused, match.stored.due) != (None, None)
    assert match.stored.paused is None


@pytest.mark.on_both
async def test_nobody_loses_by_the_absence_of_the_bot(table: Table) -> None:
    """The last sign of life is ten hours old when it wakes up."""
    club = table.club
    before = (await table.match()).stored.due
    assert before is not None
    await club.file.change("UPDATE house SET value = value - 36000 WHERE name = 'alive'")
    await club.wait(minutes=4)
    after = (await table.match()).stored.due
    assert after is not None
    assert 36_000 <= after - before <= 36_240


@pytest.mark.on_both
async def test_a_restart_gives_back_what_it_took_and_no_more(table: Table) -> None:
    """A turn may last only five minutes: a short absence counts, too, and one that was none does not."""
    before = (await table.match()).stored.due
    assert before is not None
    for _ in range(5):
        await table.club.wait(seconds=55)
        await table.club.restart()
    after = (await table.match()).stored.due
    assert after is not None
    assert 0 <= after - before <= 5, "five restarts, of no time at all"


@pytest.mark.on_both
async def test_what_is_known_of_a_sudden_end_counts_for_more_than_an_old_sign_of_life(table: Table) -> None:
    timekeeper, file = table.club.bot.table.timekeeper, table.club.file
    now = int(table.club.env.now().timestamp())
    for seen, given in ((now - 7, 7), (now - 1000, 110), (now - 110 - 301, 110), (None, 110)):
        before = (await table.match()).stored.due or 0
        await file.change("UPDATE house SET value = ? WHERE name = 'alive'", now - 110)
        timekeeper._alive_at, timekeeper.last_at_play = 0, seen
        assert await timekeeper.note_alive() == given
        assert (await table.match()).stored.due == before + given


async def test_a_bot_that_runs_moves_no_clock(table: Table) -> None:
    before = (await table.match()).stored.due
    await table.club.wait(hours=1)
    assert (await table.match()).stored.due == before
