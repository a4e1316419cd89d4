"""Threads are archived, locked and deleted, rights withdrawn, servers lost: a match goes on where it can."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.words.language import language
from tests.process.club import PLAYED, Club, Match, Turn
from tests.process.test_faults import check, within_a_turn
from tests.standin import ALWAYS, Channel, Interaction

TOLD = pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
MOST_REFUSED = 10
"""Requests an hour that Discord may refuse for the sake of one match or challenge."""
TEN_MINUTES = 10
"""Of a hasty bot's, in seconds."""
AT_ONCE = 2
"""Requests that are tried in the first moment: the place itself, and the channel above it."""
TRIED_AGAIN = (1, 3, 7, *range(15, 10_000, 10))
"""After so many of its minutes, by one request each."""
WRITING = ("send_messages", "send_messages_in_threads")

Change = Callable[[Club, Channel, bool], Awaitable[None]]


async def archived(club: Club, thread: Channel, told: bool) -> None:
    await club.discord.archive(thread, told=told)


async def locked(club: Club, thread: Channel, told: bool) -> None:
    await club.discord.lock(thread, told=told)


async def closed(club: Club, thread: Channel, told: bool) -> None:
    """As moderators close a thread."""
    thread.locked = True
    await club.discord.archive(thread, told=told)


async def deleted(club: Club, thread: Channel, told: bool) -> None:
    await club.discord.delete(thread, told=told)


CHANGES = pytest.mark.parametrize("change", [archived, locked, closed, deleted])


@CHANGES
@TOLD
async def test_a_new_turn_is_shown_whatever_became_of_the_thread(
    hasty: Club, change: Change, told: bool
) -> None:
    """In the thread, which unfolds; else in the channel above it."""
    match, other = await hasty.begin(), await hasty.begin()
    thread, turn = match.venue, match.next_turn()
    moment = len(hasty.discord.calls)
    await change(hasty, thread, told)
    answer = await turn.play()
    await other.play_turn()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert PLAYED in answer.text
    assert match.venue is (thread if change is archived else hasty.discord.table)
    check_costs(hasty, moment)
    check(hasty, match, other)


@CHANGES
@TOLD
async def test_within_a_turn_it_is_shown_whatever_became_of_the_thread(
    hasty: Club, change: Change, told: bool
) -> None:
    match, other = await within_a_turn(hasty), await hasty.begin()
    moment, turn = len(hasty.discord.calls), match.next_turn()
    await change(hasty, match.venue, told)
    await turn.play()
    await other.play_turn()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    check_costs(hasty, moment)
    check(hasty, match, other)


@TOLD
async def test_within_a_turn_a_board_that_was_deleted_is_posted_anew(hasty: Club, told: bool) -> None:
    match = await within_a_turn(hasty)
    turn = match.next_turn()
    await hasty.discord.delete_message(match.board, told=told)
    await turn.play()
    await match.settled(turn.ply + 1)
    check(hasty, match)


async def test_within_a_turn_an_old_board_is_followed_by_a_new_one(hasty: Club) -> None:
    """Discord allows few edits of messages older than an hour, and none where others have used them up."""
    hasty.discord.age(hours=2)
    match = await within_a_turn(hasty)
    hasty.discord.age(hours=0)
    hasty.discord.world.old_edits = (0, 3600.0)
    turn = match.next_turn()
    await turn.play()
    await match.settled(turn.ply + 1)
    check(hasty, match)


@TOLD
async def test_a_match_whose_channel_is_deleted_goes_on_in_another(hasty: Club, told: bool) -> None:
    """In a thread there; nobody has to do anything but to play. What the bot is not told may take a while."""
    elsewhere = await hasty.discord.open_channel("elsewhere")
    match = await hasty.begin()
    moment, turn = len(hasty.discord.calls), match.next_turn()
    await hasty.discord.delete(hasty.discord.table, told=told)
    await play_at(turn, elsewhere)
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert match.venue.parent is elsewhere
    check_costs(hasty, moment)
    check(hasty, match)


async def test_a_channel_that_not_everybody_sees_is_no_place_for_a_match(hasty: Club) -> None:
    secret = await hasty.discord.open_channel("moderators")
    await hasty.discord.forbid(secret, "view_channel", everybody=True)
    await hasty.discord.allow(secret, "view_channel")
    elsewhere = await hasty.discord.open_channel("elsewhere")
    match = await hasty.begin()
    turn = match.next_turn()
    await hasty.discord.delete(hasty.discord.table)
    await play_at(turn, elsewhere)
    await match.settled(turn.ply + 1)
    assert match.venue.parent is elsewhere
    check(hasty, match)


@pytest.mark.parametrize("rights", [WRITING, ("view_channel",), ("attach_files",)], ids=lambda one: one[0])
@TOLD
async def test_a_match_that_may_no_longer_be_shown_there_goes_on_elsewhere(
    hasty: Club, rights: tuple[str, ...], told: bool
) -> None:
    """After a while: it may be given back."""
    elsewhere = await hasty.discord.open_channel("elsewhere")
    match, other = await hasty.begin(), await hasty.begin(channel=elsewhere)
    moment, turn = len(hasty.discord.calls), match.next_turn()
    await hasty.discord.forbid(hasty.discord.table, *rights, told=told)
    await turn.play()
    await other.play_turn()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert match.venue.parent is elsewhere
    check_costs(hasty, moment)
    check(hasty, match, other)


@pytest.mark.parametrize("everywhere", [True, False], ids=["by a role", "in the channel"])
async def test_a_match_that_can_be_shown_nowhere_waits_until_it_may_be(
    patient: Club, everywhere: bool
) -> None:
    """There is one channel only. It is tried again because the gateway tells of the right."""
    match = await patient.begin()
    channel = None if everywhere else patient.discord.table
    turn = match.next_turn()
    await patient.discord.forbid(channel, *WRITING)
    moment = len(patient.discord.calls)
    await told_that_nobody_sees_it(patient, await turn.play())
    await patient.discord.allow(channel, *WRITING)
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert match.record[turn.ply] == turn.text
    check_costs(patient, moment)
    check(patient, match)


async def test_a_match_that_can_be_shown_nowhere_goes_to_a_channel_that_is_opened(patient: Club) -> None:
    read_only = await patient.discord.open_channel("news")
    await patient.discord.forbid(read_only, *WRITING, everybody=True)
    match = await patient.begin()
    turn = match.next_turn()
    await patient.discord.delete(patient.discord.table)
    await told_that_nobody_sees_it(patient, await play_at(turn, read_only))
    elsewhere = await patient.discord.open_channel("elsewhere")
    await match.settled(turn.ply + 1)
    assert match.venue.parent is elsewhere
    check(patient, match)


async def test_a_place_that_refuses_is_tried_more_and_more_seldom(hasty: Club) -> None:
    """Within ten of its minutes; the deadline of another match is answered meanwhile."""
    match, other = await hasty.begin(), await hasty.begin()
    turn = match.next_turn()
    moment = len(hasty.discord.calls)
    await hasty.discord.forbid(hasty.discord.table, *WRITING, told=False)
    await turn.play()
    await other.fall_silent(shown=False)
    await asyncio.sleep(10)
    check_costs(hasty, moment, matches=2)
    await hasty.discord.allow(hasty.discord.table, *WRITING)
    await match.settled(turn.ply + 1)
    await other.settled()
    check(hasty, match, other)


@pytest.mark.parametrize("in_turn", [False, True], ids=["a new turn", "within a turn"])
async def test_a_server_whose_channels_all_refuse_is_asked_seldom(hasty: Club, in_turn: bool) -> None:
    """Nothing tells of that beforehand. Every channel is tried in the end, but not all at once."""
    channels = [hasty.discord.table]
    channels += [await hasty.discord.open_channel(f"channel-{number}") for number in range(12)]
    match = await (within_a_turn(hasty) if in_turn else hasty.begin())
    turn = match.next_turn()
    for channel in channels:
        await hasty.discord.forbid(channel, *WRITING, told=False)
    moment, began = len(hasty.discord.calls), time.monotonic()
    await turn.play()
    await asyncio.sleep(TEN_MINUTES)
    check_costs(hasty, moment, most=AT_ONCE + tries_since(began))
    for channel in channels:
        await hasty.discord.allow(channel, *WRITING, told=False)
    await match.settled(turn.ply + 1)
    check(hasty, match)


async def test_a_board_that_may_hang_there_is_looked_for_seldom_where_nobody_may_look(hasty: Club) -> None:
    match = await hasty.begin()
    turn = match.next_turn()
    hold = hasty.discord.faults.hold("POST", match.posts)
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await hasty.bot.kill()
    hold.lose()
    await asyncio.gather(playing, return_exceptions=True)
    for what in (match.posts, f"/channels/{hasty.discord.table.id}/messages"):
        for method in ("GET", "POST"):
            hasty.discord.faults.fail(method, what, 403, 50_001, times=ALWAYS)
    moment, began = len(hasty.discord.calls), time.monotonic()
    await hasty.bot.start()
    await asyncio.sleep(TEN_MINUTES)
    # Its challenge is looked for as well, perhaps at the very moment when the match asks that channel.
    check_costs(hasty, moment, most=AT_ONCE + tries_since(began) + 1)
    hasty.discord.faults.clear()
    await match.settled(turn.ply + 1)
    check(hasty, match)


async def test_who_takes_no_direct_messages_is_mentioned_and_not_tried_each_time(hasty: Club) -> None:
    match = await hasty.begin()
    for person in match.members:
        liking = person.pressing(person.whisper(match.venue), "preferences:set:0:0:pings", "message")
        await person.send(liking)
    hasty.discord.faults.fail("POST", "/users/@me/channels", 403, 50_007, times=ALWAYS)
    for _ in range(6):
        await match.play_turn()
    await hasty.discord.until(lambda: sum(not post.attachments for post in match.venue.messages) >= 6)
    assert len(hasty.discord.calls_of("POST", "/users/@me/channels")) == len(match.members)
    check(hasty, match)


# Forums and private threads


async def in_a_forum(club: Club) -> tuple[Channel, Match]:
    forum = await club.discord.open_forum("matches")
    post = await club.discord.open_post(club.discord.join("Olga"), forum, "Who plays?")
    return forum, await club.begin(channel=post)


@TOLD
async def test_a_match_whose_forum_post_is_deleted_goes_on_in_a_new_one(hasty: Club, told: bool) -> None:
    forum, match = await in_a_forum(hasty)
    moment, turn = len(hasty.discord.calls), match.next_turn()
    await hasty.discord.delete(match.venue, told=told)
    await play_at(turn, hasty.discord.table)
    await match.settled(turn.ply + 1)
    assert match.venue.parent is forum
    await match.play_turn()
    check_costs(hasty, moment)
    check(hasty, match)


async def test_the_board_is_there_again_when_its_forum_post_is_deleted(patient: Club) -> None:
    forum, match = await in_a_forum(patient)
    post = match.venue
    await patient.discord.delete(post)
    await patient.discord.until(match.boards)
    assert match.venue is not post
    assert match.venue.parent is forum
    await match.play_turn()
    check(patient, match)


async def test_in_a_private_thread_without_the_bot_no_match_begins(hasty: Club) -> None:
    """Its boards could hang in the channel above only, for everybody to see."""
    thread = await hasty.discord.open_private_thread("secrets", hasty.discord.table)
    match = Match(hasty, channel=thread)
    moment = len(hasty.discord.calls)
    answer = await match.anna.slash("play knopen", channel=thread, opponent=match.ben)
    assert [said.content for said in answer.private] == [language("en").say("refusals.not_let_in")]
    assert not hasty.rows("SELECT 1 FROM challenges")
    check_costs(hasty, moment)


async def test_a_challenge_that_expires_in_an_archived_thread_is_left_alone(hasty: Club) -> None:
    match = await hasty.begin()
    asking = Match(hasty, 2, channel=match.venue)
    await asking.challenge()
    await hasty.discord.archive(match.venue)
    moment = len(hasty.discord.calls)
    hasty.write("UPDATE challenges SET expires_at = 1 WHERE state = 'open'")
    await hasty.told("SELECT 1 FROM challenges WHERE state = 'expired'")
    await asyncio.sleep(5)
    check_costs(hasty, moment)
    await match.play_turn()
    check(hasty, match)


async def test_the_post_of_a_challenge_is_gone_when_it_is_taken_up(hasty: Club) -> None:
    match = Match(hasty)
    challenge = await match.challenge()
    click = match.ben.clicking(challenge, "challenge:accept:")
    await hasty.discord.delete_message(challenge)
    await match.ben.send(click)
    await match.settled()
    await match.play_turn()
    check(hasty, match)


# By hand


async def test_a_board_is_posted_again_where_somebody_asks_for_it(hasty: Club) -> None:
    """The channel is gone and its other is closed to the bot; then one is opened, and nobody tells."""
    match = await hasty.begin()
    turn = match.next_turn()
    await hasty.discord.delete(hasty.discord.table, told=False)
    elsewhere = await hasty.discord.open_channel("elsewhere", told=False)
    await play_at(turn, elsewhere)
    shown = await turn.person.slash("board", channel=elsewhere, match=match.number)
    await turn.person.click(shown.private[0], "play:again:")
    await match.settled(turn.ply + 1)
    assert elsewhere in (match.venue, match.venue.parent)
    match.check_boards()
    hasty.check_words()


# The server


async def test_a_bot_that_is_removed_and_invited_back_goes_on(patient: Club) -> None:
    """Removed by mistake: nothing has ended."""
    match = await patient.begin()
    turn = match.next_turn()
    await patient.discord.remove_bot()
    await patient.told("SELECT 1 FROM servers WHERE left_at IS NOT NULL")
    await patient.discord.invite_bot()
    await patient.told("SELECT 1 FROM servers WHERE left_at IS NULL")
    assert patient.rows("SELECT 1 FROM matches WHERE ended_at IS NULL")
    await turn.play()
    await match.settled(turn.ply + 1)
    check(patient, match)


async def test_what_waited_in_an_outage_is_shown_when_it_is_over(patient: Club) -> None:
    match = await patient.begin()
    turn = match.next_turn()
    await patient.discord.begin_outage()
    await turn.play()
    await patient.discord.end_outage()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    check(patient, match)


async def test_what_waited_is_shown_when_the_connection_is_back(patient: Club) -> None:
    match = await patient.begin()
    turn = match.next_turn()
    patient.discord.faults.fail("POST", match.posts, 503, times=ALWAYS)
    await turn.play()
    await patient.discord.until(lambda: patient.discord.calls[-1].status == 503)
    patient.discord.faults.clear()
    await patient.discord.gateway.drop()
    await match.settled(turn.ply + 1)
    check(patient, match)


async def play_at(turn: Turn, where: Channel) -> Interaction:
    """Its own place is gone: it is played from another."""
    return await replace(turn, venue=where).play()


async def told_that_nobody_sees_it(club: Club, answer: Interaction) -> None:
    """Besides that it was done, which is put away."""
    said = language("en").say("saved_not_shown", why="").strip()
    await club.discord.until(lambda: any(said in message.text for message in answer.messages))


def tries_since(began: float) -> int:
    """How often a hasty bot may have tried again: on a busy machine more than ten minutes have passed."""
    minutes = time.monotonic() - began + 2  # it counts whole ones, and may try once more while we count
    return sum(after <= minutes for after in TRIED_AGAIN)


def check_costs(club: Club, moment: int, matches: int = 1, most: int = MOST_REFUSED) -> None:
    refused = club.discord.refused(moment)
    assert sum(refused.values()) <= most * matches, refused
