"""A season's end in a process that is killed: one podium, and roles for its champions and nobody else."""

from __future__ import annotations

import time

import pytest

from tests.process.club import Club
from tests.process.test_kill import POSTS
from tests.standin import Message, Person, When
from tests.standin.rights import Role

ROLES = "/guilds/*/roles"
HANDS = "/guilds/*/members/*/roles/*"
GAME = "knopen"
NAME = "Champion of Knopen"
CROWNED = "SELECT 1 FROM crowns WHERE member = ? AND season = ?"
FIRST, SECOND = 100, 200
"""Seasons: those that the bot closes meanwhile have numbers of their own."""
POSTED = "SELECT 1 FROM seasons WHERE id = ? AND posted = 1"


@pytest.fixture
async def server(hasty: Club) -> Club:
    """It wants podiums on its table, and roles for champions; the bot may give them."""
    await hasty.discord.allow(None, "manage_roles")
    await hasty.bot.kill()
    hasty.write(
        "INSERT INTO servers (guild, podium_channel, champions) VALUES (?, ?, 1)",
        *(hasty.discord.world.guild_id, hasty.discord.table.id),
    )
    await hasty.bot.start()
    return hasty


def close(club: Club, number: int, champion: Person) -> None:
    """A season has just ended; the bot has closed it, and done nothing yet."""
    guild, ended_at = club.discord.world.guild_id, int(time.time()) + number
    club.write(
        "INSERT INTO seasons (id, guild, period, ended_at, posted) VALUES (?, ?, ?, ?, 1)",
        *(number, guild, f"2026-{number // 100:02}", ended_at),
    )
    club.write(
        "INSERT INTO podiums (season, game, member, rank, champion, points, matches, won, drawn, lost)"
        " VALUES (?, ?, ?, 1, 1, 97, 5, 5, 0, 0)",
        *(number, GAME, champion.user.id),
    )
    club.write("UPDATE seasons SET posted = 0 WHERE id = ?", number)


def podiums(club: Club) -> list[Message]:
    return [message for message in club.discord.table.messages if "The season is over" in message.text]


def champions_role(club: Club) -> Role:
    (role,) = [role for role in club.discord.world.roles.values() if role.name == NAME]
    return role


def holders(club: Club) -> list[Person | int]:
    role = champions_role(club)
    return [user.id for user in club.discord.world.people.values() if role.id in user.roles]


@pytest.mark.parametrize("when", When)
async def test_a_podium_is_posted_once_whenever_the_bot_is_killed(server: Club, when: When) -> None:
    """It was away so long that Discord has forgotten the nonce."""
    anna = server.discord.join("Anna")
    hold = server.discord.faults.hold("POST", POSTS, when)
    close(server, FIRST, anna)
    await hold.reached()
    await server.bot.kill()
    hold.lose()
    server.discord.forget_nonces()
    await server.bot.start()
    await server.told(POSTED, FIRST)
    (post,) = podiums(server)
    assert f"{anna.mention} **" in post.text
    assert [file.name for file in post.attachments] == ["season-2026-01.png"]
    ((message,),) = server.rows("SELECT message FROM seasons WHERE id = ?", FIRST)
    assert message == post.id


@pytest.mark.parametrize("when", When)
async def test_a_podium_whose_connection_is_lost_is_posted_once(server: Club, when: When) -> None:
    server.discord.faults.drop("POST", POSTS, when)
    close(server, FIRST, server.discord.join("Anna"))
    await server.told(POSTED, FIRST)
    assert len(podiums(server)) == 1


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize(
    "method_and_path", [("POST", ROLES), ("PUT", HANDS)], ids=["the role is made", "the role is given"]
)
async def test_a_champion_is_crowned_whenever_the_bot_is_killed(
    server: Club, method_and_path: tuple[str, str], when: When
) -> None:
    anna = server.discord.join("Anna")
    hold = server.discord.faults.hold(*method_and_path, when)
    close(server, FIRST, anna)
    await hold.reached()
    await server.bot.kill()
    hold.lose()
    await server.bot.start()
    await server.told(CROWNED, anna.user.id, FIRST)
    assert holders(server) == [anna.user.id], "and there is but one role of that name"


@pytest.mark.parametrize("when", When)
async def test_a_crown_is_handed_over_whenever_the_bot_is_killed(server: Club, when: When) -> None:
    anna, ben = server.discord.join("Anna"), server.discord.join("Ben")
    close(server, FIRST, anna)
    await server.told(CROWNED, anna.user.id, FIRST)
    hold = server.discord.faults.hold("DELETE", HANDS, when)
    close(server, SECOND, ben)
    await hold.reached()
    await server.bot.kill()
    hold.lose()
    await server.bot.start()
    await server.told(CROWNED, ben.user.id, SECOND)
    assert holders(server) == [ben.user.id]
    assert server.rows("SELECT member FROM crowns") == [(ben.user.id,)]


async def test_what_discord_forbids_is_named_once_and_not_asked_for_again_and_again(server: Club) -> None:
    anna = server.discord.join("Anna")
    await server.discord.forbid(None, "manage_roles", told=False)
    moment = len(server.discord.calls)
    close(server, FIRST, anna)
    await server.told(POSTED, FIRST)
    await server.bot.said("goes wrong")
    await server.discord.allow(None, "manage_roles", told=False)
    await server.told(CROWNED, anna.user.id, FIRST)
    assert sum(server.discord.refused(moment).values()) <= 3
    server.check_log()


async def test_a_right_that_is_known_to_be_missing_is_not_tried(server: Club) -> None:
    anna = server.discord.join("Anna")
    await server.discord.forbid(None, "manage_roles")
    moment = len(server.discord.calls)
    close(server, FIRST, anna)
    await server.bot.said("Manage Roles")
    await server.told(POSTED, FIRST)
    assert server.discord.refused(moment) == {}
    await server.discord.allow(None, "manage_roles")
    await server.told(CROWNED, anna.user.id, FIRST)
    assert holders(server) == [anna.user.id]


async def test_a_role_that_was_put_above_the_bots_own_is_named(server: Club) -> None:
    anna, ben = server.discord.join("Anna"), server.discord.join("Ben")
    close(server, FIRST, anna)
    await server.told(CROWNED, anna.user.id, FIRST)
    await server.discord.move_role(champions_role(server), 9)
    close(server, SECOND, ben)
    await server.bot.said("stands above my own role")
    assert holders(server) == [anna.user.id]
    await server.discord.move_role(server.discord.world.bot_role, 10)
    await server.told(CROWNED, ben.user.id, SECOND)
    assert holders(server) == [ben.user.id]


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
async def test_a_role_that_was_deleted_is_made_again(server: Club, told: bool) -> None:
    anna, ben = server.discord.join("Anna"), server.discord.join("Ben")
    close(server, FIRST, anna)
    await server.told(CROWNED, anna.user.id, FIRST)
    await server.discord.delete_role(champions_role(server), told=told)
    close(server, SECOND, ben)
    await server.told(CROWNED, ben.user.id, SECOND)
    assert holders(server) == [ben.user.id]


async def test_a_champion_who_has_left_holds_up_nobody(server: Club) -> None:
    anna, ben = server.discord.join("Anna"), server.discord.join("Ben")
    close(server, FIRST, anna)
    await server.told(CROWNED, anna.user.id, FIRST)
    server.discord.leave(anna)
    close(server, SECOND, ben)
    await server.told(CROWNED, ben.user.id, SECOND)
    assert server.rows("SELECT member FROM crowns") == [(ben.user.id,)]
    server.check_log()
