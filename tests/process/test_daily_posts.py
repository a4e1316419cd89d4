"""The daily of a server in a process that is killed while it is posted: it hangs there once."""

from __future__ import annotations

import pytest

from tests.process.club import Club
from tests.process.test_kill import POSTS
from tests.standin import Message, When

POSTED = "SELECT 1 FROM daily_posts WHERE posted = 1"


@pytest.fixture
async def server(hasty: Club) -> Club:
    """It likes the daily from midnight on, which is over; the bot is not there yet."""
    await hasty.bot.kill()
    hasty.write(
        "INSERT INTO servers (guild, daily_channel, daily_hour) VALUES (?, ?, 0)",
        *(hasty.discord.world.guild_id, hasty.discord.table.id),
    )
    return hasty


def dailies(club: Club) -> dict[str, Message]:
    """By the address under them, which tells the day: also over midnight one a day."""
    posts = {
        button["custom_id"]: message
        for message in club.discord.table.messages
        for button in message.buttons
        if button["custom_id"].startswith("daily:open:")
    }
    assert len(posts) == sum("Daily #" in message.text for message in club.discord.table.messages)
    return posts


@pytest.mark.parametrize("when", When)
async def test_it_is_posted_once_whenever_the_bot_is_killed(server: Club, when: When) -> None:
    """It was away so long that Discord has forgotten the nonce."""
    hold = server.discord.faults.hold("POST", POSTS, when)
    await server.bot.start()
    await hold.reached()
    await server.bot.kill()
    hold.lose()
    server.discord.forget_nonces()
    await server.bot.start()
    await server.told(POSTED)
    posts = dailies(server)
    assert posts
    ((message,),) = server.rows("SELECT message FROM daily_posts")
    assert message in {post.id for post in posts.values()}
    server.check_log()


@pytest.mark.parametrize("when", When)
async def test_one_whose_connection_is_lost_is_posted_once(server: Club, when: When) -> None:
    server.discord.faults.drop("POST", POSTS, when)
    await server.bot.start()
    await server.told(POSTED)
    assert dailies(server)
