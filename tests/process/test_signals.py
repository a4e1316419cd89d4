"""SIGTERM and Ctrl-C: the bot stops within two seconds, tidily, and loses nothing."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from tests.process.club import Club

SECONDS = 2.0
SIGNALS = pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)


@SIGNALS
async def test_an_idle_bot_stops(club: Club, by: signal.Signals) -> None:
    began = time.monotonic()
    assert await club.bot.stop(by) == 0
    assert time.monotonic() - began < SECONDS
    assert "Traceback" not in "\n".join(club.bot.log)


@SIGNALS
async def test_a_bot_that_waits_for_discord_stops_and_shows_the_ply_later(
    club: Club, by: signal.Signals
) -> None:
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", "/channels/*/messages")
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    began = time.monotonic()
    assert await club.bot.stop(by) == 0
    assert time.monotonic() - began < SECONDS
    hold.lose()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.bot.start()
    await match.settled()
    assert match.record[turn.ply] == turn.text
    match.check_boards()


async def test_a_stop_leaves_the_whole_match_in_the_one_file(club: Club) -> None:
    """A copy of the file alone is a backup: nothing of the match is left in a file beside it."""
    match = await club.begin()
    record = match.record
    await club.bot.stop()
    assert not club.database.with_name(club.database.name + "-wal").exists()
    assert match.record == record
