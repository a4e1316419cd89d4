"""kill -9 of the PostgreSQL below a bot that plays on: nothing acknowledged is lost, nothing shown twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import asyncpg
import pytest

from bot.database.postgres.growth import BOT
from bot.hosting.endings import TRY_AGAIN
from bot.words.language import language
from tests.databases import PostgresServer, setting_of
from tests.patience import PATIENCE
from tests.process.club import PLAYED, Club, Match, Turn, club_with_bot

pytestmark = pytest.mark.postgres

LOSE_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'speltafel'"
WHEN_OTHERS_WAIT = """
    DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)
    LOOP PERFORM pg_sleep(0.01); END LOOP; END $$
"""
SAID_THEN = [language("en").say(f"refusals.{code}") for code in ("unsaved", "unread", "unsure")]


@pytest.fixture
async def club(mortal_server: PostgresServer, tmp_path: Path) -> AsyncIterator[Club]:
    async with club_with_bot(tmp_path, mortal_server.new(), test_haste="60") as club:
        yield club


async def killed(server: PostgresServer) -> None:
    await asyncio.to_thread(server.kill)


async def started(server: PostgresServer) -> None:
    await asyncio.to_thread(server.start)


async def insisted(match: Match, turn: Turn) -> None:
    """The server is there again, and the bot tries by and by whether it is."""
    async with asyncio.timeout(PATIENCE):
        while len(match.record) <= turn.ply:
            await turn.play()
            await asyncio.sleep(0.1)


async def test_while_it_is_gone_that_is_said_and_then_one_plays_on(
    club: Club, mortal_server: PostgresServer
) -> None:
    match = await club.begin()
    await match.play_turn()
    turn, record = match.next_turn(), match.record
    await killed(mortal_server)
    for _ in range(2):
        answer = await turn.play()
        assert any(said in answer.text for said in SAID_THEN), answer.text
    await started(mortal_server)
    assert match.record == record
    await insisted(match, turn)
    await match.settled(turn.ply + 1)
    await match.play_turn()
    match.check_boards()
    club.check_words()
    assert "Traceback" not in "\n".join(club.bot.log)


async def test_a_match_survives_that_it_is_killed_at_random_instants(
    club: Club, mortal_server: PostgresServer
) -> None:
    match = await club.begin()
    instants = Random(7)  # noqa: S311 - the same instants every time
    for _ in range(3):
        turn = match.next_turn()
        task = asyncio.create_task(turn.play())
        await asyncio.sleep(instants.uniform(0, 0.03))
        await killed(mortal_server)
        await started(mortal_server)
        acknowledged = PLAYED in (await task).text
        if acknowledged:
            assert match.record[turn.ply] == turn.text
        await insisted(match, turn)
        await match.settled(turn.ply + 1)
        assert match.record[turn.ply] == turn.text
    match.check_boards()
    club.check_words()


async def test_a_bot_whose_place_another_has_taken_ends_to_be_started_again(
    club: Club, mortal_server: PostgresServer
) -> None:
    """Two bots would answer every click twice."""
    match = await club.begin()
    await match.play_turn()
    other = await asyncpg.connect(setting_of(club.where))
    taking = asyncio.create_task(other.execute(f"SELECT pg_advisory_lock({BOT})"))
    await asyncio.to_thread(mortal_server.sql, WHEN_OTHERS_WAIT, LOSE_ALL)
    await taking
    assert await club.bot.ended() == TRY_AGAIN
    assert "taken this one's place" in "\n".join(club.bot.log)
    assert "Traceback" not in "\n".join(club.bot.log)
    await other.close()


async def test_a_board_that_could_not_be_noted_is_found_when_discord_has_forgotten_its_nonce(
    club: Club, mortal_server: PostgresServer
) -> None:
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", match.posts)
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await killed(mortal_server)
    hold.release()
    await playing
    await club.bot.said('"match": 1')  # its board hangs there, which could not be noted
    club.discord.forget_nonces()
    await started(mortal_server)
    await match.settled(turn.ply + 1)
    match.check_boards()
