"""Discord divides the servers of a large bot among shards; here it is large from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.club import Club
from tests.standin import BotProcess, StandIn

READY = '"what": "ready"'


@pytest.fixture
async def sharded(tmp_path: Path) -> Club:
    """Discord wants two shards, and the guild belongs to the second."""
    discord = StandIn()
    discord.gateway.shards = 2
    discord.world.guild_id |= 1 << 22
    discord.table.guild_id = discord.world.guild_id
    database = tmp_path / "speltafel.sqlite3"
    return Club(discord, BotProcess(discord, database=str(database)), database)


async def test_a_match_is_played_on_the_shard_of_its_server(sharded: Club) -> None:
    async with sharded.discord, sharded.bot:
        await sharded.bot.said(READY)
        assert [session.shard for session in sharded.discord.gateway.sessions] == [0, 1]
        match = await sharded.begin()
        await match.play_turn()
        match.check_boards()


async def test_every_shard_resumes_its_own_session(sharded: Club) -> None:
    async with sharded.discord, sharded.bot:
        gateway = sharded.discord.gateway
        await sharded.bot.said(READY)
        match = await sharded.begin()
        await gateway.drop()
        await sharded.discord.until(lambda: gateway.resumes == 2)
        await match.play_turn()
        assert len(gateway.sessions) == 2


async def test_a_server_that_is_gone_with_a_new_session_is_noticed(club: Club) -> None:
    await club.begin()
    await club.bot.said(READY)
    club.discord.gateway.invited = False
    await club.discord.gateway.forget()
    await club.told("SELECT 1 FROM servers WHERE left_at IS NOT NULL")


async def test_a_server_that_is_still_there_with_a_new_session_stays(club: Club) -> None:
    match = await club.begin()
    await club.bot.said(READY)
    await club.discord.gateway.forget()
    await club.discord.until(lambda: club.discord.gateway.sessions)
    await match.play_turn()
    assert club.rows("SELECT 1 FROM servers WHERE left_at IS NOT NULL") == []
