"""Finding somebody: open challenges that call a role, say since when somebody waits, and are renewed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from tests.bot.playing import lobby, started
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_crowns import give_right
from tests.bot.test_play import say
from tests.bot.test_server import sets


@pytest.fixture
def manager(club: Club) -> Member:
    return club.join_manager("Mona")


@pytest.fixture
def players(club: Club) -> simcord.RoleHandle:
    return club.guild.create_role("Players", mentionable=True)


async def calls(manager: Member, role: simcord.RoleHandle) -> None:
    await sets(manager, "seekers", role)


async def open_challenge(member: Member, **options: Any) -> Shown:
    return (await member.command("play knopen", **options)).public


# A role that is called


async def test_an_open_challenge_calls_the_role_that_the_server_has_chosen(
    club: Club, manager: Member, players: simcord.RoleHandle, alice: Member
) -> None:
    before = await open_challenge(alice)
    assert before.payload["mention_roles"] == []
    await calls(manager, players)
    post = await open_challenge(alice)
    assert post.content.startswith(f"<@&{players.id}>, who plays?")
    assert post.payload["mention_roles"] == [str(players.id)]


async def test_the_role_is_called_once_an_hour_on_a_server_also_after_a_restart(
    club: Club, manager: Member, players: simcord.RoleHandle, alice: Member, bram: Member
) -> None:
    await calls(manager, players)
    await open_challenge(alice)
    assert (await open_challenge(bram)).payload["mention_roles"] == []
    await club.restart()
    await club.wait(minutes=55)
    again = (await bram.command("play cubus")).public
    assert again.payload["mention_roles"] == []
    assert f"<@&{players.id}>" not in again.content
    await club.wait(minutes=6)
    assert (await bram.command("play cubus")).public.payload["mention_roles"] == [str(players.id)]


async def test_a_challenge_to_somebody_calls_no_role(
    club: Club, manager: Member, players: simcord.RoleHandle, alice: Member, bram: Member
) -> None:
    await calls(manager, players)
    post = (await alice.command("play knopen", opponent=bram)).public
    assert post.payload["mention_roles"] == []
    assert (await open_challenge(alice)).payload["mention_roles"], "that did not count"


async def test_a_role_that_nobody_may_mention_is_not_called_and_the_server_is_told(
    club: Club, manager: Member, alice: Member
) -> None:
    shut = club.guild.create_role("Shut")
    await calls(manager, shut)
    assert (await open_challenge(alice)).payload["mention_roles"], "the bot may mention everybody here"
    await club.wait(hours=2)
    await give_right(
        club, discord.Permissions.all().value & ~discord.Permissions(mention_everyone=True).value
    )
    post = await open_challenge(alice)
    assert (shut.mention in post.content, post.payload["mention_roles"]) == (False, [])
    fault = say(manager, "refusals.seekers_shut", role=shut.mention)
    assert fault in (await manager.command("server")).private.content
    club.env.backend.edit_role(club.guild.id, shut.id, {"mentionable": True})
    assert (await open_challenge(alice)).payload["mention_roles"] == [str(shut.id)], (
        "nobody was called before"
    )


async def test_a_role_that_is_gone_is_not_called_and_the_server_is_told(
    club: Club, manager: Member, players: simcord.RoleHandle, alice: Member
) -> None:
    await calls(manager, players)
    club.env.backend.delete_role(club.guild.id, players.id)
    await club.env.settle()
    assert (await open_challenge(alice)).payload["mention_roles"] == []
    assert say(manager, "refusals.seekers_gone") in (await manager.command("server")).private.content


async def test_everybody_is_no_role_to_call(club: Club, manager: Member, alice: Member) -> None:
    panel = (await manager.command("server")).private
    await club.deliver(manager.forging(panel, "preferences:seekers_house:0:0", (str(club.guild.id),)))
    assert club.bot.table.preferences.server(club.guild.id).seekers is None
    assert (await open_challenge(alice)).pinged == frozenset()


# Who waits


async def test_an_open_challenge_says_since_when_somebody_waits(club: Club, alice: Member) -> None:
    asked_at = int(club.env.now().timestamp())
    post = await open_challenge(alice)
    assert f"Asked <t:{asked_at}:R>;" in post.content
    assert f"Asked <t:{asked_at}:R>;" in (await alice.command("play cubus")).public.content
    listed = (await club.stranger.command("games")).private.content
    assert listed.count(f"Asked <t:{asked_at}:R>;") == 2


# Renewing


async def test_what_has_hung_for_hours_can_be_renewed_by_who_waits(
    club: Club, alice: Member, bram: Member
) -> None:
    asked_at = int(club.env.now().timestamp())
    old = await open_challenge(alice, target=8)
    assert "Renew" not in old.labels
    await club.wait(hours=7)
    assert "Renew" in club.again(old).labels
    assert (await bram.press(club.again(old), "Renew")).private.content == say(
        bram, "refusals.not_yours_to_renew", challenger=alice.mention
    )
    new = (await alice.press(club.again(old), "Renew")).public
    assert f"Asked <t:{asked_at}:R>;" in new.content, "they have waited since"
    assert new.content.split("; the offer")[0] == old.content.split("; the offer")[0]
    assert (*new.labels, "Learn it") == old.labels, "once is enough"
    await club.env.settle()
    assert club.again(old).content.endswith(
        f"[To the new challenge](https://discord.com/channels/{club.guild.id}/{club.channel.id}/{new.id})"
    )
    assert club.again(old).labels == ()
    await club.wait(hours=20)
    assert "Accept" in club.again(new).labels, "it has a day of its own"
    await bram.press(club.again(new), "Accept")
    assert await club.stored.running_of(bram.id) == [1]


async def test_what_has_run_out_can_be_renewed(club: Club, alice: Member, bram: Member) -> None:
    old = await open_challenge(alice)
    await club.wait(hours=25)
    assert club.again(old).labels == ("Renew",)
    await club.restart()
    new = (await alice.press(club.again(old), "Renew")).public
    assert "Accept" in new.labels
    await club.env.settle()
    assert club.again(old).labels == ()


async def test_a_challenge_to_somebody_is_not_renewed(club: Club, alice: Member, bram: Member) -> None:
    post = (await alice.command("play knopen", opponent=bram)).public
    await club.wait(hours=25)
    assert club.again(post).labels == ()
    (answer,) = await club.deliver(alice.forging(post, "challenge:renew:1:0"))
    assert answer.private.content == say(alice, "refusals.challenge_closed")


async def test_of_two_who_press_at_once_one_renews(club: Club, alice: Member) -> None:
    old = await open_challenge(alice)
    await club.wait(hours=7)
    seen = club.again(old)
    both = await club.deliver(alice.pressing(seen, "Renew"), alice.pressing(seen, "Renew"))
    (refused,) = [one.private.content for one in both if one.messages[-1].private]
    assert refused == say(alice, "refusals.renewed_already")
    assert len([post for post in club.posts() if "Accept" in post.labels]) == 1


async def test_what_is_new_is_not_renewed(club: Club, alice: Member) -> None:
    post = await open_challenge(alice)
    (answer,) = await club.deliver(alice.forging(post, "challenge:renew:1:0"))
    assert answer.private.content == say(alice, "refusals.not_old_yet")
    assert "Accept" in club.again(post).labels


async def test_who_sits_at_a_table_that_is_renewed_stays_and_who_was_sent_away_does_not_come_back(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    old = await lobby(club, "cubus", alice, bram, stranger)
    await club.bot.table.lobbies.send_away(1, alice.id, stranger.id)
    await club.wait(hours=7)
    new = (await alice.press(club.again(old), "Renew")).public
    assert f"{alice.mention} and {bram.mention}" in new.content
    assert (await stranger.press(new, "Join")).private.content == say(stranger, "refusals.sent_away")
    await alice.press(new, "Start")
    assert (await club.bot.table.matches.load(1)).members == (alice.id, bram.id)


async def test_nobody_sits_at_a_table_that_had_run_out(club: Club, alice: Member, bram: Member) -> None:
    old = await lobby(club, "cubus", alice, bram)
    await club.wait(hours=25)
    new = (await alice.press(club.again(old), "Renew")).public
    assert bram.mention not in new.content


async def test_a_table_that_was_laid_once_more_is_still_the_rematch_when_it_is_renewed(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await started(club, "cubus", alice, bram, stranger)
    for member in (bram, stranger):
        await club.bot.table.leaving.abort(table.id, member.id)
    await club.show_board(table.id)
    await alice.press(table.post, "Play again")
    laid = next(post for post in reversed(club.posts(table.venue)) if "Join" in post.labels)
    await club.wait(hours=7)
    await alice.press(club.again(laid), "Renew")
    assert (await club.bot.table.challenges.load(3)).rematch_of == table.id


async def test_to_renew_counts_as_to_challenge(club: Club, alice: Member) -> None:
    old = await open_challenge(alice)
    await club.wait(hours=25)
    for _ in range(2):
        for _ in range(5):
            await club.wait(minutes=1)
            await open_challenge(alice)
    await club.wait(minutes=2)
    answer = await alice.press(club.again(old), "Renew")
    assert answer.private.content == say(alice, "refusals.too_many_challenges", most=10)
    assert club.again(old).labels == ("Renew",), "nothing has changed"


@pytest.mark.on_both
async def test_what_is_renewed_calls_the_role_again(
    club: Club, manager: Member, players: simcord.RoleHandle, alice: Member
) -> None:
    await calls(manager, players)
    old = await open_challenge(alice)
    await club.wait(hours=7)
    new = (await alice.press(club.again(old), "Renew")).public
    assert new.payload["mention_roles"] == [str(players.id)]


async def test_one_renews_in_ones_list_of_games_too(club: Club, alice: Member) -> None:
    await open_challenge(alice)
    await club.wait(hours=7)
    listed = (await alice.command("games")).private
    assert "Renew" in listed.labels
    assert "Accept" in (await alice.press(listed, "Renew")).public.labels


@pytest.mark.on_both
async def test_who_may_not_start_matches_any_more_renews_nothing(
    club: Club, manager: Member, alice: Member
) -> None:
    old = await open_challenge(alice)
    await club.wait(hours=7)
    starters = club.guild.create_role("Starters")
    await club.bot.table.preferences.change_server(club.guild.id, starters=starters.id)
    answer = await alice.press(club.again(old), "Renew")
    assert answer.private.content == say(alice, "refusals.starters_only", role=starters.mention)
    assert "Accept" in club.again(old).labels
