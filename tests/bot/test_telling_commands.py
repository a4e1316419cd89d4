"""Discord is told the commands once, and again when they have changed."""

from __future__ import annotations

import pytest

from bot.app import make_bot
from bot.hosting.environment import ONE_SHARD
from tests.bot.simulated import Club, Member

PATH = "/applications/*/commands"


def told(club: Club) -> int:
    """How often Discord was told the commands."""
    return sum(
        kind == "HTTP" and what.startswith("PUT ") and what.endswith("/commands")
        for kind, what, _ in club.env.backend.transcript
    )


async def test_a_restart_does_not_tell_them_again(club: Club) -> None:
    assert told(club) == 1
    await club.restart()
    assert told(club) == 1


@pytest.mark.parametrize("changed", ["fewer", "other"])
async def test_commands_that_have_changed_are_told(club: Club, changed: str) -> None:
    async with club.database.reopened() as file:
        bot = make_bot(file, club.env.now, shards=ONE_SHARD)
        if changed == "fewer":
            bot.tree.remove_command("fair")
        else:
            bot.tree.get_commands()[0].description = "Something else"  # type: ignore[union-attr]
        await club.env.restart_bot(bot)
    assert told(club) == 2


async def test_the_order_of_the_commands_is_no_change(club: Club) -> None:
    async with club.database.reopened() as file:
        bot = make_bot(file, club.env.now, shards=ONE_SHARD)
        commands = bot.tree.get_commands()
        bot.tree.clear_commands(guild=None)
        for command in reversed(commands):
            bot.tree.add_command(command)
        await club.env.restart_bot(bot)
    assert told(club) == 1


async def test_the_game_goes_on_with_the_old_commands_until_discord_takes_the_new_ones(
    club: Club, alice: Member, bram: Member, caplog: pytest.LogCaptureFixture
) -> None:
    await club.file.change("UPDATE house SET value = value + 1 WHERE name = 'commands'")
    club.env.inject_error("PUT", PATH, status=403, times=2)
    await club.restart()
    assert told(club) == 2
    assert (await alice.command("play knopen", opponent=bram)).public.labels
    await club.wait(minutes=2)
    assert told(club) == 3
    await club.wait(minutes=3)
    assert told(club) == 4
    await club.wait(hours=2)
    assert told(club) == 4
    assert [record.message for record in caplog.records if "commands" in record.message] == [
        "Discord has not taken the commands; they are told again later"
    ] * 2
