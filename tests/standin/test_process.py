"""A bot's process is started, stopped, killed and started again."""

from __future__ import annotations

import pytest

from tests.standin import TOKEN, BotProcess, StandIn

TOY = "tests.standin.toy"


async def test_a_killed_bot_comes_back_and_answers() -> None:
    async with StandIn() as discord, BotProcess(discord, TOY) as bot:
        anna = discord.join("Anna")
        await anna.slash("look")
        await bot.kill()
        await bot.start()
        assert (await anna.slash("look")).private


async def test_a_process_that_cannot_start_says_why() -> None:
    async with StandIn() as discord:
        with pytest.raises(AssertionError, match="No module named"):
            await BotProcess(discord, "no_such_bot").start()


async def test_the_bot_is_given_its_settings() -> None:
    async with StandIn() as discord:
        bot = BotProcess(discord, "tests.standin.toy", database="some.db")
        assert bot.environment()["SPELTAFEL_DATABASE"] == "some.db"
        assert bot.environment()["SPELTAFEL_TOKEN"] == TOKEN
