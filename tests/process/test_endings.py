"""How the bot ends when Discord does not let it go on: with one sentence, and not to come back too often."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest

from tests.process.club import Club
from tests.standin import BotProcess, StandIn

READY = '"what": "ready"'
RESERVE = 50
"""Of the day's thousand sessions so many are never begun."""


async def ended(bot: BotProcess) -> tuple[int, list[str]]:
    """A start that leads to nothing: the exit code, and what it has said."""
    try:
        await bot.start()
    except AssertionError:
        return await bot.ended(), bot.log
    await bot.kill()
    raise AssertionError("it has connected")


def sentences(log: list[str]) -> list[str]:
    """What whoever hosts it is told: plain lines, and errors of the log."""
    lines = [json.loads(line) if line.startswith("{") else {"level": "ERROR", "what": line} for line in log]
    return [line["what"] for line in lines if line["level"] == "ERROR"]


# Ends where only a person can help


@pytest.mark.parametrize(
    ("code", "said"),
    [(4004, "does not know this token"), (4012, "Install a newer one"), (4014, "Developer Portal")],
)
async def test_a_connection_that_is_refused_for_good_ends_it_with_one_sentence(
    tmp_path: Path, code: int, said: str
) -> None:
    async with StandIn() as discord:
        discord.gateway.refusal = code
        bot = BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3"))
        ending, log = await ended(bot)
    assert ending == 2
    assert [said in sentence for sentence in sentences(log)] == [True]
    assert "Traceback" not in "\n".join(log)


async def test_a_token_that_is_reset_ends_a_running_bot_with_one_sentence(club: Club) -> None:
    await club.bot.said(READY)
    await club.discord.gateway.hang_up(4004)
    assert await club.bot.ended() == 2
    assert len(sentences(club.bot.log)) == 1
    assert "Traceback" not in "\n".join(club.bot.log)


# Ends to be started again


async def test_more_shards_are_asked_for_at_the_next_start(club: Club) -> None:
    gateway = club.discord.gateway
    await club.bot.said(READY)
    gateway.shards = 2
    await gateway.hang_up(4011)
    assert await club.bot.ended() == 1
    assert "more shards" in sentences(club.bot.log)[-1]
    assert "Traceback" not in "\n".join(club.bot.log)
    gateway.sessions.clear()
    await club.bot.start()
    await club.discord.until(lambda: len(gateway.sessions) == 2)


@pytest.mark.parametrize("status", [503, 403])
async def test_a_discord_that_is_out_of_order_is_said_so(tmp_path: Path, status: int) -> None:
    async with StandIn() as discord:
        discord.faults.fail("GET", "/users/@me", status=status)
        ending, log = await ended(BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3")))
    assert ending == 1
    assert [f"answered {status}" in sentence for sentence in sentences(log)] == [True]
    assert "Traceback" not in "\n".join(log)


async def test_what_nobody_has_foreseen_waits_as_well(tmp_path: Path) -> None:
    async with StandIn() as discord:
        discord.faults.fail("GET", "/users/@me", status=200)
        ending, log = await ended(BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3")))
    assert ending == 1
    assert "in 5 seconds" in sentences(log)[-1]


async def test_each_failure_within_an_hour_doubles_the_pause(tmp_path: Path) -> None:
    async with StandIn() as discord:
        discord.faults.fail("GET", "/users/@me", status=503, times=2)
        bot = BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3"))
        await ended(bot)
        _, log = await ended(bot)
    assert ["in 5 seconds" in sentences(log)[0], "in 10 seconds" in sentences(log)[1]] == [True, True]


async def test_the_pause_ends_when_it_is_asked_to_stop(tmp_path: Path) -> None:
    """The code tells that it did not wait to the end."""
    async with StandIn() as discord, BotProcess(discord, database=str(tmp_path / "some.sqlite3")) as bot:
        await bot.said(READY)
        await discord.gateway.hang_up(4011)
        await bot.said("to be started again")
        assert await bot.stop(signal.SIGTERM) == 0


async def test_a_gateway_that_cannot_be_reached_is_tried_again_without_tracebacks(tmp_path: Path) -> None:
    async with StandIn() as discord:
        discord.gateway.url = "ws://127.0.0.1:9"
        bot = BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3"))
        starting = asyncio.create_task(bot.start())
        await bot.said("Failed to connect")
        assert await bot.stop() == 0
        await asyncio.gather(starting, return_exceptions=True)
    assert "Traceback" not in "\n".join(bot.log)
    assert "ConnectorError" in "\n".join(bot.log)


# Sessions


async def test_the_last_sessions_of_the_day_are_not_begun(tmp_path: Path) -> None:
    async with StandIn() as discord:
        discord.gateway.remaining = RESERVE + 1
        discord.gateway.shards = 2
        discord.gateway.reset_after = 6.0
        ending, log = await ended(BotProcess(discord, database=str(tmp_path / "speltafel.sqlite3")))
        assert discord.gateway.remaining == RESERVE + 1
    assert ending == 1
    (sentence,) = sentences(log)
    assert "a day the bot needs 2, and 1 are left" in sentence
    assert "in 6 seconds" in sentence


async def test_a_session_that_is_lost_later_is_not_begun_anew_at_the_end_of_the_day(club: Club) -> None:
    await club.bot.said(READY)
    club.discord.gateway.remaining = RESERVE
    club.discord.gateway.reset_after = 1.0
    await club.discord.gateway.forget()
    assert await club.bot.ended() == 1
    assert club.discord.gateway.remaining == RESERVE
    assert "a day the bot needs 1, and 0 are left" in sentences(club.bot.log)[-1]


async def test_a_session_that_is_lost_is_begun_anew(club: Club) -> None:
    match = await club.begin()
    await club.bot.said(READY)
    await club.discord.gateway.forget()
    await club.discord.until(lambda: club.discord.gateway.sessions)
    await match.play_turn()
