"""SIGTERM and Ctrl-C: the bot stops by itself, tidily, and loses nothing."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.process.club import PLAYED, Club, Match, Turn, club_with_bot
from tests.standin import stem

SIGNALS = pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)


async def stopped(club: Club, by: signal.Signals = signal.SIGTERM) -> None:
    """It ends of its own accord, and says so."""
    assert await club.bot.stop(by) == 0
    assert any('"what": "stopped"' in line for line in club.bot.log)


@SIGNALS
async def test_an_idle_bot_stops(club: Club, by: signal.Signals) -> None:
    await stopped(club, by)
    assert "Traceback" not in "\n".join(club.bot.log)


async def test_a_bot_that_was_started_as_hosts_start_it_plays_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other bots of these tests branch off one that has loaded everything."""
    monkeypatch.delenv(stem.WANTED)
    async with club_with_bot(tmp_path) as club:
        match = await club.begin()
        await match.play_turn()
        await stopped(club)
        match.check_boards()


@SIGNALS
async def test_a_bot_that_waits_for_discord_stops_and_shows_the_ply_later(
    club: Club, by: signal.Signals
) -> None:
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", "/channels/*/messages")
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await stopped(club, by)
    hold.lose()  # only now: it did not wait for this answer
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.bot.start()
    await match.settled()
    assert match.record[turn.ply] == turn.text
    match.check_boards()


async def test_a_board_that_nobody_waits_for_is_finished_before_the_bot_ends(tmp_path: Path) -> None:
    async with club_with_bot(tmp_path, test_haste="60", test_settling=str(PATIENCE)) as club:
        match = await club.begin()
        posts = match.posts
        club.discord.faults.slow("POST", posts, 1)
        await match.fall_silent(shown=False)
        await club.discord.until(lambda: len(club.discord.calls_of("POST", posts)) > 1)
        await stopped(club)
        assert club.rows("SELECT 1 FROM matches WHERE posted_ply = plies"), "its number is noted"
        match.check_boards()


async def test_a_stop_amid_twenty_matches_loses_nothing_that_was_acknowledged(club: Club) -> None:
    matches = [await club.begin() for _ in range(20)]
    acknowledged: list[tuple[Match, Turn]] = []
    playing = [asyncio.create_task(play_on(match, acknowledged)) for match in matches]
    await club.discord.until(lambda: len(acknowledged) >= 2 * len(matches))
    await stopped(club)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert all(match.record[turn.ply] == turn.text for match, turn in acknowledged)
    await club.bot.start()
    for match in matches:
        await match.settled()
        match.check_boards()


async def play_on(match: Match, acknowledged: list[tuple[Match, Turn]]) -> None:
    """Turn after turn, until nobody answers."""
    while True:
        turn = match.next_turn()
        if PLAYED in (await turn.play()).text:
            acknowledged.append((match, turn))
        await match.settled(turn.ply + 1)


async def test_a_stop_leaves_the_whole_match_in_the_one_file(club: Club) -> None:
    """A copy of the file alone is a backup: nothing of the match is left in a file beside it."""
    match = await club.begin()
    record = match.record
    await club.bot.stop()
    assert not club.database.with_name(club.database.name + "-wal").exists()
    assert match.record == record
