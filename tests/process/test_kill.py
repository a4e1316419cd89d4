"""kill -9: nothing acknowledged is lost, and nothing is posted twice."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from tests.process.club import Club, Match, Turn
from tests.process.killing import Killing
from tests.standin import Hold, When

POSTS = "/channels/*/messages"
THREADS = "/channels/*/messages/*/threads"
POST = "/channels/*/messages/*"
ANSWERS = "/interactions/*/callback"
CHALLENGE_IS_SHOWN = "SELECT 1 FROM challenges WHERE shown_revision = revision"


async def killed_at(club: Club, hold: Hold, doing: Coroutine[Any, Any, object]) -> None:
    """Kill the bot when the held request arrives, and start it again."""
    task = asyncio.create_task(doing)
    await hold.reached()
    await killed(club, task, hold)


async def killed(club: Club, task: asyncio.Task[Any], hold: Hold | None = None) -> None:
    """Whoever waits for an answer never gets it."""
    await club.bot.kill()
    if hold:
        hold.lose()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await club.bot.start()


async def go_on(match: Match, turn: Turn) -> None:
    """After a restart: what anybody has seen is saved; what was not saved is played again."""
    assert max(match.boards()) <= len(match.record)
    if len(match.record) == turn.ply:
        await turn.play()
    await match.settled()
    assert match.record[turn.ply] == turn.text


@pytest.mark.on_both
async def test_a_ply_that_was_saved_and_not_posted_is_posted_after_a_restart(club: Club) -> None:
    match = await club.begin()
    turn = match.next_turn()
    await killed_at(club, club.discord.faults.hold("POST", POSTS), turn.play())
    assert match.record[turn.ply :] == [turn.text]
    await match.settled()
    await match.play_turn()
    assert match.record[turn.ply] == turn.text
    match.check_boards()


async def test_a_board_that_discord_had_received_is_found_and_not_posted_again(club: Club) -> None:
    """The bot was away so long that Discord has forgotten the nonce."""
    match = await club.begin()
    turn = match.next_turn()
    await killed_at(club, club.discord.faults.hold("POST", POSTS, When.AFTER), turn.play())
    club.discord.forget_nonces()
    await match.settled()
    await match.play_turn()
    match.check_boards()


async def test_a_board_that_asks_for_a_word_is_found_and_not_posted_again(club: Club) -> None:
    """It has other buttons than most: a claim at Cubus is agreed to or not."""
    match = await club.begin(game="cubus", claims="free")
    (seat,) = match.position.to_move
    claiming = match.turn(seat, "none")
    await killed_at(club, club.discord.faults.hold("POST", POSTS, When.AFTER), claiming.play())
    club.discord.forget_nonces()
    await match.settled(claiming.ply + 1)
    match.check_boards()


async def test_a_board_that_cannot_be_looked_for_is_kept_single_by_its_nonce(club: Club) -> None:
    match = await club.begin()
    turn = match.next_turn()
    club.discord.faults.fail("GET", POSTS, status=403, times=9)
    await killed_at(club, club.discord.faults.hold("POST", POSTS, When.AFTER), turn.play())
    await match.settled()
    await match.play_turn()
    match.check_boards()


@pytest.mark.parametrize("when", When)
async def test_an_accepted_challenge_has_one_thread_and_one_board(club: Club, when: When) -> None:
    match = Match(club)
    challenge = await match.challenge()
    await killed_at(club, club.discord.faults.hold("POST", THREADS, when), match.accept(challenge))
    await match.settled()
    await match.play_turn()
    assert len(club.discord.threads) == 1
    match.check_boards()


async def test_a_challenge_that_was_saved_and_not_posted_is_posted_after_a_restart(club: Club) -> None:
    match = Match(club)
    await killed_at(club, club.discord.faults.hold("POST", ANSWERS), match.challenge())
    await club.told(CHALLENGE_IS_SHOWN)
    await match.accept(club.discord.table.last)
    await match.settled()
    assert [post.thread for post in club.discord.table.messages] == [match.venue]


async def test_a_challenge_that_discord_had_received_is_not_posted_again(club: Club) -> None:
    match = Match(club)
    await killed_at(club, club.discord.faults.hold("POST", ANSWERS, When.AFTER), match.challenge())
    await club.told(CHALLENGE_IS_SHOWN)
    assert len(club.discord.table.messages) == 1


async def test_a_challenge_whose_post_was_not_noted_still_leads_to_a_thread(club: Club) -> None:
    match = Match(club)
    await killed_at(club, club.discord.faults.hold("POST", ANSWERS, When.AFTER), match.challenge())
    await match.accept(club.discord.table.last)
    await match.settled()
    assert [post.thread for post in club.discord.table.messages] == [match.venue]


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize(
    "method_and_path",
    [("POST", ANSWERS), ("POST", POSTS), ("PATCH", POST)],
    ids=["the answer", "the post", "the buttons of the post before"],
)
async def test_a_match_survives_being_killed_at_any_request_of_a_turn(
    club: Club, method_and_path: tuple[str, str], when: When
) -> None:
    match = await club.begin()
    await match.play_turn()
    turn = match.next_turn()
    await killed_at(club, club.discord.faults.hold(*method_and_path, when), turn.play())
    await go_on(match, turn)
    await match.play_turn()
    match.check_boards()


@pytest.mark.on_both
async def test_a_match_survives_being_killed_at_random_instants(club: Club) -> None:
    match = await club.begin()
    instants = Random(4)  # noqa: S311 - the same instants every time
    for _ in range(5):
        turn = match.next_turn()
        task = asyncio.create_task(turn.play())
        await asyncio.sleep(instants.uniform(0, 0.03))
        await killed(club, task)
        await go_on(match, turn)
        await match.play_turn()
    match.check_boards()


async def test_a_start_during_an_outage_loses_nothing(club: Club) -> None:
    """The server is named and cannot be reached: nobody was sent away, and what waits is shown after it."""
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", POSTS)
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await club.discord.begin_outage()
    await killed(club, playing, hold)
    await club.bot.said('"ready"')
    await club.discord.end_outage()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert club.rows("SELECT count(*) FROM servers WHERE left_at IS NOT NULL") == [(0,)]
    match.check_boards()


@pytest.mark.parametrize("when", When)
async def test_a_connection_lost_at_the_start_leaves_no_board_behind(club: Club, when: When) -> None:
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", POSTS)
    club.discord.faults.drop("POST", POSTS, when)
    await killed_at(club, hold, turn.play())
    await match.settled()
    match.check_boards()


@pytest.mark.parametrize("path", [POSTS, ANSWERS], ids=["the post", "the answer"])
@pytest.mark.parametrize("when", When)
async def test_a_connection_lost_during_a_turn_leaves_no_board_behind(
    club: Club, when: When, path: str
) -> None:
    match = await club.begin()
    await club.bot.said("ready")
    turn = match.next_turn()
    club.discord.faults.drop("POST", path, when)
    playing = asyncio.create_task(turn.play())
    await match.settled(turn.ply + 1)
    playing.cancel()
    assert match.record[turn.ply :] == [turn.text]
    match.check_boards()


@pytest.mark.on_both
async def test_no_game_loses_anything_by_being_killed_at_random_instants(club: Club) -> None:
    """Two and six at Cubus, challenges, lobbies, films and hints among it; tests/bench kills for longer."""
    killing = Killing(club, seed=11)
    for _ in range(4):
        await killing.go()
    toll = killing.count()
    assert toll.is_nothing, toll
    assert toll.acknowledged > toll.kills
