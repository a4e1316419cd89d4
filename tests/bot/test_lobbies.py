"""Tables for more than two: the host arranges who sits there, and nobody ends it for all the others."""

from __future__ import annotations

from typing import Final

import pytest

from bot.club.deadlines import DAY
from tests.bot.playing import Round, lobby, started
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import label, say

FIRST: Final = ("lot 0", "draw T", "none", "draw T", "none", "draw L", "none", "draw R")
FIRST_OF_FOUR: Final = (*FIRST[:-1], "draw L", "none", "draw R")
"""The first round, in which nobody builds: Alice, to move, may be the first who does."""


@pytest.fixture
def dirk(club: Club) -> Member:
    return club.join("Dirk")


@pytest.fixture
async def four(club: Club, alice: Member, bram: Member, cleo: Member, dirk: Member) -> Round:
    """Nobody has moved; Alice is to."""
    table = await started(club, "cubus", alice, bram, cleo, dirk, time=DAY)
    await table.go_to(FIRST_OF_FOUR)
    return table


async def since(table: Round) -> tuple[str, ...]:
    """What was written after the first round, but for what was drawn."""
    record = (await table.record())[len(FIRST_OF_FOUR) :]
    return tuple(text for text in record if not text.startswith("draw"))


async def silence(table: Round) -> None:
    """The time of whoever is to move is over."""
    await table.club.file.change("UPDATE matches SET due = 0 WHERE id = ?", table.id)
    await table.club.wait(minutes=2)


# The host


async def does(host: Member, post: Shown, verb: str, guest: Member) -> Shown:
    """By the menu for the host."""
    opened = await host.press(post, label(host, "host"))
    return (await host.choose(opened, guest.actor.user.global_name or "", menu=verb)).private


async def test_the_host_sends_a_guest_away_who_does_not_sneak_back_in(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram, cleo)
    before = len(club.posts())
    done = await does(alice, post, "send_away", bram)
    assert done.content == say(alice, "lobby.sent_away", who=bram.mention)
    after = club.again(post)
    assert bram.mention not in after.content
    assert "2 of 6" in after.content
    assert len(club.posts()) == before, "nobody is called"
    await club.restart()
    answer = await bram.press(post, "Join")
    assert answer.private.content == say(bram, "refusals.sent_away")
    assert say(bram, "buttons.join") not in " ".join((await bram.command("games")).private.labels)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).members == (alice.id, cleo.id)


@pytest.mark.on_both
async def test_the_chair_of_who_was_sent_away_is_free(club: Club, alice: Member, dirk: Member) -> None:
    guests = [club.join(f"Guest{number}") for number in range(5)]
    post = await lobby(club, "cubus", alice, *guests)
    await does(alice, post, "send_away", guests[2])
    await dirk.press(post, "Join")
    assert dirk.mention in club.again(post).content


async def test_the_host_hands_the_table_on_and_stays_as_a_guest(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram, cleo)
    done = await does(alice, post, "hand_on", cleo)
    assert done.content == say(alice, "lobby.handed_on", who=cleo.mention)
    assert club.again(post).content.startswith(f"{cleo.mention} puts **Cubus**")
    answer = await alice.press(post, "Start")
    assert answer.private.content == say(alice, "refusals.host_starts", host=cleo.mention)
    await alice.press(post, "Leave the table")
    await cleo.press(post, "Start")
    (number,) = await club.stored.running_of(cleo.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).members == (cleo.id, bram.id)


async def test_a_table_that_was_handed_on_counts_for_who_laid_it(
    club: Club, alice: Member, bram: Member
) -> None:
    """Or somebody could call the same members again and again, by handing each table to a friend."""
    for _ in range(10):
        post = await lobby(club, "cubus", alice, bram)
        await does(alice, post, "hand_on", bram)
        await club.wait(minutes=15)
    answer = await alice.command("play cubus")
    assert answer.private.content == say(alice, "refusals.too_many_challenges", most=10)
    assert (await bram.command("play cubus")).public


async def test_only_the_host_arranges_the_table(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram)
    for member in (bram, stranger):
        answer = await member.press(post, label(alice, "host"))
        assert answer.private.content == say(member, "refusals.hosts_only", host=alice.mention)
    opened = (await alice.press(post, label(alice, "host"))).private
    for verb in ("send_away", "hand_on"):
        (forged,) = await club.deliver(bram.forging(opened, f"challenge:{verb}:1:0", (str(alice.id),)))
        assert forged.private.content == say(bram, "refusals.hosts_only", host=alice.mention)
        for value in (str(stranger.id), str(alice.id), "-1", "x", "\N{SUPERSCRIPT TWO}", ""):
            (forged,) = await club.deliver(alice.forging(opened, f"challenge:{verb}:1:0", (value,)))
            assert forged.private.content == say(alice, "refusals.no_such_guest")
    assert (await club.bot.table.challenges.load(1)).members == (alice.id, bram.id)


async def test_a_host_without_guests_is_told_so(club: Club, alice: Member) -> None:
    post = await lobby(club, "cubus", alice)
    opened = (await alice.press(post, label(alice, "host"))).private
    assert opened.content == say(alice, "lobby.host_alone")
    assert [menu.placeholder for menu in opened.menus] == [say(alice, "lobby.seat")]


async def test_the_host_withdraws_the_table_and_nobody_else_can(
    club: Club, alice: Member, bram: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram)
    opened = (await alice.press(post, label(alice, "host"))).private
    (forged,) = await club.deliver(bram.forging(opened, "challenge:withdraw:1:0"))
    assert forged.private.content == say(bram, "refusals.not_yours_to_withdraw", challenger=alice.mention)
    await alice.press(opened, label(alice, "withdraw"))
    assert club.again(post).labels == ()
    assert club.again(post).content.startswith(f"{alice.mention} withdrew the challenge")
    assert club.again(opened).labels == ()


# One of many


async def leave(table: Round, member: Member) -> Shown:
    more = await member.press(table.post, "More")
    sure = await member.press(more, label(member, "quit"))
    return (await member.press(sure, say(member, "sure.quit.yes"))).private


async def test_one_guest_leaves_before_moving_and_the_others_play_on(four: Round) -> None:
    _, bram, cleo, dirk = four.members
    left = await leave(four, bram)
    assert left.content == say(bram, "left_table")
    match = await four.match()
    assert await since(four) == ("leave 1",)
    assert match.outcome is None
    assert f"{bram.mention} (blue triangle) leaves the table" in four.post.content
    await leave(four, cleo)
    assert (await four.match()).outcome is None
    await leave(four, dirk)
    assert await since(four) == ("leave 1", "leave 2", "aborted"), "one alone plays no match"
    assert await four.club.file.row("SELECT count(*) FROM results") == (0,)


async def test_the_first_to_move_may_leave_as_well(four: Round) -> None:
    alice, bram, *_ = four.members
    await leave(four, alice)
    assert await since(four) == ("leave 0",)
    assert await four.mover() == bram


@pytest.mark.on_both
async def test_silence_before_the_first_move_empties_one_chair_only(four: Round) -> None:
    _, bram, cleo, dirk = four.members
    await silence(four)
    assert await since(four) == ("leave 0",)
    assert await four.mover() == bram
    await four.go_to((*FIRST_OF_FOUR, "leave 0", "draw R", "build 1/1", "draw T"))
    assert await four.mover() == cleo
    await silence(four)
    assert (await four.match()).playing == (1, 3)
    assert await four.mover() == dirk
    await silence(four)
    assert await since(four) == ("leave 0", "build 1/1", "leave 2", "aborted"), "only Bram had moved"


async def test_who_has_moved_resigns_while_who_has_not_leaves_freely(four: Round) -> None:
    alice, bram, *_ = four.members
    await four.go_to((*FIRST_OF_FOUR, "build 1/1", "draw T"))
    of_alice = (await alice.press(four.post, "More")).private.labels
    of_bram = (await bram.press(four.post, "More")).private.labels
    assert (label(alice, "resign") in of_alice, label(alice, "quit") in of_alice) == (True, False)
    assert (label(bram, "resign") in of_bram, label(bram, "quit") in of_bram) == (False, True)
    more = (await alice.press(four.post, "More")).private
    (forged,) = await four.club.deliver(alice.forging(more, f"play:abort:{four.id}:3"))
    assert forged.private.content == say(alice, "refusals.has_begun")


async def test_who_left_a_table_does_nothing_there_any_more(four: Round) -> None:
    bram = four.members[1]
    more = (await bram.press(four.post, "More")).private
    await leave(four, bram)
    for verb in ("abort", "resign_yes", "claim", "call_off", "more"):
        (answer,) = await four.club.deliver(bram.forging(more, f"play:{verb}:{four.id}:3"))
        expected = "not_gone" if verb in ("claim", "call_off") else "stranger"
        assert answer.private.content == say(bram, f"refusals.{expected}")
    assert await since(four) == ("leave 1",)


async def test_who_is_forgotten_does_not_end_it_for_the_others(four: Round) -> None:
    bram = four.members[1]
    await four.club.bot.table.departures.forget_member(bram.id)
    assert await since(four) == ("leave 1",)
    assert (await four.match()).outcome is None


async def test_at_a_table_of_many_only_who_is_silent_leaves(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    table = await started(club, "cubus", alice, bram, cleo, time=0)
    await table.go_to(FIRST)
    await club.file.change("UPDATE matches SET patience_until = patience_until - ?", 30 * DAY)
    await club.wait(minutes=2)
    told = club.posts(table.venue)[-1]
    assert told.pinged == {alice.id, bram.id, cleo.id}
    more = await bram.press(table.post, "More")
    assert label(bram, "call_off") not in more.private.labels
    sure = await bram.press(more, label(bram, "claim_seat"))
    assert sure.private.content == say(bram, "sure.claim_seat.ask")
    done = await bram.press(sure, say(bram, "sure.claim_seat.yes"))
    assert done.private.content == say(bram, "claimed_seat")
    assert (await table.record())[len(FIRST)] == "leave 0"
    match = await table.match()
    assert match.outcome is None
    assert await table.mover() == bram


# Playing again


async def finished(club: Club, *members: Member) -> Round:
    table = await started(club, "cubus", *members)
    first = FIRST if len(members) == 3 else FIRST_OF_FOUR
    await table.go_to((*first, "build 1/1", "draw L", "build .1/11", "draw T"))
    for leaver in members[1:]:
        await club.bot.table.leaving.resign(table.id, leaver.id)
    await club.show_board(table.id)
    return table


async def test_playing_again_calls_nobody_who_has_blocked_the_host_or_is_blocked(
    club: Club, alice: Member, bram: Member, cleo: Member, dirk: Member
) -> None:
    table = await finished(club, alice, bram, cleo, dirk)
    await bram.command("block", member=alice)
    await alice.command("block", member=dirk)
    await alice.press(table.post, "Play again")
    laid = club.posts(table.venue)[-1]
    assert laid.pinged == {cleo.id}
    assert bram.mention not in laid.content
    assert dirk.mention not in laid.content
    answer = await dirk.press(laid, "Join")
    assert answer.private.content == say(dirk, "refusals.table_taken")


async def test_playing_again_calls_nobody_who_takes_no_challenges(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    table = await finished(club, alice, bram, cleo)
    await club.bot.table.preferences.change_member(cleo.id, challengers="none")
    await alice.press(table.post, "Play again")
    assert club.posts(table.venue)[-1].pinged == {bram.id}


async def test_nobody_sits_down_with_a_guest_who_has_blocked_them(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    await bram.command("block", member=cleo)
    post = await lobby(club, "cubus", alice, bram)
    answer = await cleo.press(post, "Join")
    assert answer.private.content == say(cleo, "refusals.table_taken")
    await bram.press(post, "Leave the table")
    await cleo.press(post, "Join")
    assert cleo.mention in club.again(post).content
