"""The champions' roles: given and taken, and what stands in the way is said and tried again."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from bot.words.language import language
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say
from tests.bot.test_privacy import forgets
from tests.bot.test_seasons import LAST_EVENING, a_season, beats, podiums, travel
from tests.bot.test_server import asks, sets

OVER = {"hours": 3, "minutes": 5}
NAME = "Champion of Knopen"


@pytest.fixture
def manager(club: Club) -> Member:
    return club.join_manager("Mona")


@pytest.fixture
async def crowning(club: Club, manager: Member) -> Club:
    """A server that wants champions to have a role, three hours before the end of a quarter."""
    await travel(club, LAST_EVENING)
    await sets(manager, "champions", "yes")
    return club


def role_of(club: Club, name: str = NAME) -> int:
    (role,) = [
        each.id for each in club.env.backend.get_guild(club.guild.id).roles.values() if each.name == name
    ]
    return role


def has(club: Club, member: Member, role: int) -> bool:
    return role in club.env.backend.get_member(club.guild.id, member.id).role_ids


def own_role(club: Club) -> int:
    """That of the bot itself."""
    backend = club.env.backend
    (role,) = backend.get_member(club.guild.id, backend.bot_user.id).role_ids
    return role


def holders(club: Club, role: int) -> set[int]:
    members = club.env.backend.get_guild(club.guild.id).members.values()
    return {member.user_id for member in members if role in member.role_ids}


async def lose_right(club: Club) -> None:
    await give_right(club, discord.Permissions.all().value & ~discord.Permissions(manage_roles=True).value)


async def give_right(club: Club, value: int = discord.Permissions.all().value) -> None:
    usual = value & ~discord.Permissions(administrator=True).value
    club.env.backend.edit_role(club.guild.id, own_role(club), {"permissions": usual})
    await club.env.settle()


def troubles(club: Club) -> list[str]:
    return [each.why for each in club.bot.table.troubles.listed() if each.what == "crown"]


async def next_quarter(club: Club, winner: Member, losers: list[Member]) -> None:
    await travel(club, datetime(2026, 6, 30, 23, 30, tzinfo=UTC))
    await beats(winner, *losers, losers[0], losers[1])
    await club.wait(minutes=40)


async def test_the_champion_gets_a_role_and_the_next_one_takes_it_over(crowning: Club) -> None:
    ann, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    role = role_of(crowning)
    assert holders(crowning, role) == {ann.id}
    made = crowning.env.backend.get_role(crowning.guild.id, role)
    assert (made.permissions, made.hoist, made.mentionable) == (0, False, False)
    await next_quarter(crowning, others[0], others[1:])
    assert holders(crowning, role) == {others[0].id}
    assert troubles(crowning) == []


async def test_equals_share_the_role(crowning: Club) -> None:
    best = []
    for names in (("Ann", "A1", "A2", "A3"), ("Bob", "B1", "B2", "B3")):
        first, *others = [crowning.join(name) for name in names]
        await beats(first, *others, others[0], others[1])
        best.append(first.id)
    await crowning.wait(**OVER)
    assert holders(crowning, role_of(crowning)) == set(best)


async def test_each_game_has_a_role_of_its_own(crowning: Club) -> None:
    ann, *others = await a_season(crowning)
    await beats(others[0], *others[1:], ann, ann, game="kriskras")
    await crowning.wait(**OVER)
    assert holders(crowning, role_of(crowning)) == {ann.id}
    assert holders(crowning, role_of(crowning, "Champion of Kris-kras")) == {others[0].id}


@pytest.mark.on_both
async def test_a_season_without_a_champion_takes_the_role_away(crowning: Club) -> None:
    ann, *_ = await a_season(crowning)
    await crowning.wait(**OVER)
    role = role_of(crowning)
    assert has(crowning, ann, role)
    await travel(crowning, datetime(2026, 7, 1, 1, tzinfo=UTC))
    assert holders(crowning, role) == set()


async def test_unless_the_server_wants_it_nobody_has_a_role(club: Club) -> None:
    await travel(club, LAST_EVENING)
    await a_season(club)
    await club.wait(**OVER)
    assert podiums(club)
    assert NAME not in club.guild.roles
    assert await club.file.rows("SELECT * FROM crowns") == []


async def test_who_wants_it_later_has_the_last_champions_crowned_and_who_tires_of_it_uncrowned(
    club: Club, manager: Member
) -> None:
    await travel(club, LAST_EVENING)
    ann, *_ = await a_season(club)
    await club.wait(**OVER)
    await sets(manager, "champions", "yes")
    await club.wait(minutes=5)
    role = role_of(club)
    assert has(club, ann, role)
    await sets(manager, "champions", "no")
    await club.wait(minutes=5)
    assert not has(club, ann, role)
    assert await club.file.rows("SELECT * FROM crowns") == []


@pytest.mark.on_both
async def test_a_server_without_seasons_has_no_champions(crowning: Club, manager: Member) -> None:
    ann, *_ = await a_season(crowning)
    await crowning.wait(**OVER)
    await sets(manager, "season", "none")
    await crowning.wait(minutes=5)
    assert not has(crowning, ann, role_of(crowning))


async def test_the_right_that_is_missing_is_said_and_the_role_comes_when_it_is_there(
    crowning: Club, manager: Member
) -> None:
    await lose_right(crowning)
    ann, *_ = await a_season(crowning)
    await crowning.wait(**OVER)
    assert podiums(crowning), "the podium does not wait for it"
    said = language("en").say("refusals.no_right_for_roles", rights="Manage Roles")
    assert troubles(crowning) == [said]
    assert f"⚠ {said}" in (await manager.command("server")).private.content
    await give_right(crowning)
    await crowning.wait(minutes=1)
    assert has(crowning, ann, role_of(crowning))
    assert troubles(crowning) == []
    assert "⚠" not in (await manager.command("server")).private.content


async def test_who_no_longer_wants_it_hears_no_more_of_what_is_missing(
    crowning: Club, manager: Member
) -> None:
    await lose_right(crowning)
    await a_season(crowning)
    await crowning.wait(**OVER)
    assert troubles(crowning)
    await sets(manager, "champions", "no")
    await crowning.wait(minutes=5)
    assert troubles(crowning) == []


async def test_a_role_above_the_bots_own_is_said_and_waits_until_it_is_below(
    crowning: Club, manager: Member
) -> None:
    ann, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    role, own = role_of(crowning), own_role(crowning)
    crowning.env.backend.reorder_roles(crowning.guild.id, [{"id": role, "position": 50}])
    await crowning.env.settle()
    said = language("en").say("refusals.role_too_high", role=f"<@&{role}>")
    assert f"⚠ {said}" in (await manager.command("server")).private.content
    await next_quarter(crowning, others[0], others[1:])
    assert holders(crowning, role) == {ann.id}
    assert troubles(crowning) == [said]
    crowning.env.backend.reorder_roles(crowning.guild.id, [{"id": own, "position": 60}])
    await crowning.env.settle()
    await crowning.wait(minutes=1)
    assert holders(crowning, role) == {others[0].id}
    assert troubles(crowning) == []


async def test_a_role_that_was_deleted_is_made_again_for_the_next_champion(crowning: Club) -> None:
    _, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    before = role_of(crowning)
    crowning.env.backend.delete_role(crowning.guild.id, before)
    await crowning.wait(minutes=20)
    assert NAME not in crowning.guild.roles, "whoever deleted it may have wanted so"
    await next_quarter(crowning, others[0], others[1:])
    assert role_of(crowning) != before
    assert holders(crowning, role_of(crowning)) == {others[0].id}
    assert troubles(crowning) == []


async def test_a_role_that_was_renamed_stays_the_champions(crowning: Club) -> None:
    _, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    role = role_of(crowning)
    crowning.env.backend.edit_role(crowning.guild.id, role, {"name": "Button Lord", "permissions": 1 << 10})
    await next_quarter(crowning, others[0], others[1:])
    assert holders(crowning, role) == {others[0].id}
    assert NAME not in crowning.guild.roles


@pytest.mark.on_both
async def test_a_role_of_that_name_that_gives_rights_is_left_alone(crowning: Club) -> None:
    ann, *_ = await a_season(crowning)
    mighty = crowning.guild.create_role(NAME, permissions=discord.Permissions(kick_members=True))
    await crowning.wait(**OVER)
    assert not has(crowning, ann, mighty.id)
    ((own,),) = await crowning.file.rows("SELECT role FROM champion_roles")
    assert holders(crowning, own) == {ann.id}


async def test_champions_who_leave_lose_no_more_than_that(crowning: Club) -> None:
    ann, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    crowning.env.backend.remove_member(crowning.guild.id, ann.id)
    await next_quarter(crowning, others[0], others[1:])
    assert holders(crowning, role_of(crowning)) == {others[0].id}
    assert troubles(crowning) == []


async def test_what_discord_refuses_is_tried_again(crowning: Club) -> None:
    ann, *_ = await a_season(crowning)
    path = f"/guilds/{crowning.guild.id}/members/*/roles/*"
    crowning.env.inject_error("PUT", path, status=403, code=50013, message="Missing Permissions", times=1)
    await crowning.wait(**OVER)
    await crowning.wait(minutes=7)
    assert has(crowning, ann, role_of(crowning))
    assert troubles(crowning) == []


async def test_a_forgotten_champion_is_nobodys_business(crowning: Club) -> None:
    ann, *others = await a_season(crowning)
    await crowning.wait(**OVER)
    await crowning.bot.table.departures.forget_member(ann.id)
    assert await crowning.file.rows("SELECT * FROM crowns") == []
    await next_quarter(crowning, others[0], others[1:])
    assert others[0].id in holders(crowning, role_of(crowning))


async def test_who_is_forgotten_is_no_champion_any_more(crowning: Club) -> None:
    ann, *_ = await a_season(crowning)
    await crowning.wait(**OVER)
    role = role_of(crowning)
    assert has(crowning, ann, role)
    await forgets(ann)
    assert not has(crowning, ann, role)
    assert await crowning.file.rows("SELECT * FROM crowns") == []


async def test_who_is_forgotten_is_forgotten_though_discord_keeps_the_role(crowning: Club) -> None:
    ann, *_ = await a_season(crowning)
    await crowning.wait(**OVER)
    path = f"/guilds/{crowning.guild.id}/members/*/roles/*"
    crowning.env.inject_error("DELETE", path, status=403, code=50013, message="Missing Permissions", times=1)
    await forgets(ann)
    assert await crowning.file.rows("SELECT * FROM crowns") == []


async def test_managers_are_asked_for_the_right_in_one_sentence(crowning: Club, manager: Member) -> None:
    form = (await asks(manager, "champions")).form
    assert form.text == say(manager, "house.champions.explained")
