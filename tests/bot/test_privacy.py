"""`/privacy`: what is stored about a member, as a file; and that it can all be forgotten."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from bot.words.language import language
from tests.bot.alone import alone
from tests.bot.erased import places_in
from tests.bot.finishing import won
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram)
    await table.play("b7-c6", "b6-b7")
    return table


async def exported(member: Member) -> dict[str, Any]:
    answer = (await member.command("privacy export")).private
    assert answer.content == say(member, "privacy.export")
    assert answer.picture.name == "speltafel.json"
    stored: dict[str, Any] = json.loads(answer.picture.data)
    return stored


async def forgets(member: Member) -> None:
    asked = await member.command("privacy delete")
    assert asked.private.content == say(member, "privacy.sure")
    done = await member.press(asked, say(member, "privacy.yes"))
    assert done.private.content == say(member, "privacy.done")


async def places_of(club: Club, member: int) -> set[str]:
    """The tables that still hold a member's number anywhere."""
    return {place.partition(".")[0] for place in await places_in(club.file, member)}


# The file


@pytest.mark.on_both
async def test_the_file_holds_all_that_is_stored(
    club: Club, table: Table, alice: Member, bram: Member, stranger: Member
) -> None:
    await won(club.bot.table, (bram.id, alice.id), guild=club.guild.id)
    await bram.command("block", member=stranger)
    await bram.command("play krabcek")
    await club.bot.table.preferences.change_member(bram.id, pings="none")
    stored = await exported(bram)
    assert stored["member"] == bram.id
    assert stored["settings"][0]["pings"] == "none"
    assert stored["names"] == [
        {"guild": guild, "name": "Bram", "left_at": None} for guild in (0, club.guild.id)
    ]
    assert stored["blocked"] == [{"member": stranger.id}]
    assert [one["state"] for one in stored["challenges"]] == ["accepted", "accepted", "open"]
    running, finished = stored["matches"]
    assert tuple(running["record"]) == await table.record()
    assert finished["reason"] == "left"
    assert len(running["played_at"]) == len(running["record"])
    for written in (running["began_at"], running["due"], finished["ended_at"], *running["played_at"]):
        assert datetime.fromisoformat(written).year == club.env.now().year, "times are read as dates"
    assert {one["scope"] for one in stored["ratings"]} == {0, club.guild.id}
    assert [one["result"] for one in stored["results"]] == ["won"]
    assert await places_of(club, bram.id) <= {*_tables_of(stored), "seats", "blocks", "members", "people"}


def _tables_of(stored: dict[str, Any]) -> set[str]:
    return {kind for kind, rows in stored.items() if rows and kind not in ("member", "part", "left_out")}


async def test_the_file_tells_no_secret(club: Club, table: Table, alice: Member) -> None:
    stored = await exported(alice)
    assert (await table.match()).stored.secret.hex() not in json.dumps(stored)
    assert stored["left_out"][0]["secrets"] == language("en").say("privacy.left_out.secrets")
    assert "secret" not in {name for match in stored["matches"] for name in match}


async def test_who_left_no_trace_gets_an_empty_file(stranger: Member) -> None:
    stored = await exported(stranger)
    assert _tables_of(stored) == {"names"}, "the name by which he was just seen"


# Forgetting


async def test_one_can_think_better_of_it(club: Club, table: Table, bram: Member) -> None:
    asked = await bram.command("privacy delete")
    kept = await bram.press(asked, say(bram, "privacy.no"))
    assert kept.private.content == say(bram, "privacy.kept")
    assert (await table.match()).outcome is None


@pytest.mark.on_both
async def test_nothing_tells_any_more_who_it_was(
    club: Club, table: Table, alice: Member, bram: Member, stranger: Member
) -> None:
    await won(club.bot.table, (bram.id, alice.id), guild=club.guild.id)
    await won(club.bot.table, (bram.id, alice.id, stranger.id), guild=club.guild.id, game="cubus")
    await bram.command("block", member=stranger)
    await bram.command("play krabcek")
    await alice.command("play krabcek", opponent=bram)
    await bram.press(await alice.command("play cubus"), "Join")
    await bram.command("settings")
    await forgets(bram)
    assert await places_of(club, bram.id) == set()
    await club.restart()
    assert await places_of(club, bram.id) == set()


async def test_running_matches_are_left_and_challenges_closed(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    to_bram = (await alice.command("play krabcek", opponent=bram)).public
    lobby = (await alice.command("play cubus")).public
    await bram.press(lobby, "Join")
    open_one = (await bram.command("play knopen")).public
    await forgets(bram)
    match = await table.match()
    assert match.outcome is not None
    assert [match.members[seat] for seat in match.outcome.winners] == [alice.id]
    former = language("en").say("former_member")
    assert former in table.post.content
    assert bram.mention not in table.post.content
    assert f"{former.capitalize()} declined" in club.again(to_bram).content
    assert f"{former.capitalize()} withdrew" in club.again(open_one).content
    assert "1 of 6" in club.again(lobby).content


async def test_a_match_that_has_not_begun_is_lost_by_nobody(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await forgets(bram)
    assert (await table.record())[-1] == "aborted"


async def test_opponents_keep_their_matches_against_a_former_member(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    await forgets(bram)
    for command in ("history", "games"):
        listed = (await alice.command(command)).private.content
        assert "a former member" in listed
        assert "<@-" not in listed
    film = (await alice.command("replay", match=table.id)).private
    assert "a former member" in film.content
    (offered,) = await alice.suggestions("replay", "match", "")
    assert "· a former member ·" in offered
    again = await alice.press(table.post, "Play again")
    assert again.private.content == say(alice, "refusals.opponent_forgotten")


@pytest.mark.on_both
async def test_the_ratings_of_the_others_stay_also_when_computed_anew(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    for members in ((alice, bram), (stranger, bram), (alice, stranger), (alice, stranger, bram)):
        game = "knopen" if len(members) == 2 else "cubus"
        await won(club.bot.table, [one.id for one in members], guild=club.guild.id, game=game)
    before = await ratings_of(club, alice, stranger)
    await forgets(bram)
    await forgets(stranger)
    assert await ratings_of(club, alice) == {
        key: value for key, value in before.items() if key[0] == alice.id
    }
    kept = await everything(club)
    await club.bot.table.recount.rebuild()
    assert await everything(club) == kept


async def test_who_was_forgotten_stands_on_no_leaderboard(club: Club, alice: Member, bram: Member) -> None:
    await won(club.bot.table, (bram.id, alice.id), guild=club.guild.id)
    await forgets(bram)
    await club.bot.table.recount.rebuild()
    for scope in ("here", "everywhere"):
        post = (await alice.command("leaderboard", scope=scope)).public
        assert f"🥇 {alice.mention}" in post.content
        assert "<@-" not in post.content


async def test_who_comes_back_begins_anew(club: Club, table: Table, alice: Member, bram: Member) -> None:
    await forgets(bram)
    assert say(bram, "history.none", who=bram.mention) in (await bram.command("history")).private.content
    again = await begin(club, alice, bram)
    assert again.id != table.id


async def test_every_forgotten_member_has_a_number_of_its_own(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    await forgets(bram)
    await forgets(alice)
    assert set((await table.match()).members) == {-1, -2}


async def ratings_of(club: Club, *members: Member) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    rows = await club.file.rows("SELECT member, game, scope, mu, sigma, matches FROM ratings")
    wanted = {one.id for one in members}
    return {tuple(row[:3]): tuple(row[3:]) for row in rows if row[0] in wanted}


async def everything(club: Club) -> list[list[tuple[Any, ...]]]:
    return [
        sorted(tuple(row) for row in await club.file.rows(f"SELECT * FROM {name}"))
        for name in ("ratings", "standings", "results")
    ]


# Alone with a computer


@pytest.mark.on_both
async def test_who_is_forgotten_leaves_no_trace_in_matches_with_a_computer(club: Club, bram: Member) -> None:
    over = await alone(club, bram)
    await over.move()
    await club.bot.table.leaving.resign(over.id, bram.id)
    running = await alone(club, bram, level=2)
    assert await club.bot.table.levels.tallies(bram.id)
    await forgets(bram)
    assert await places_of(club, bram.id) == set()
    assert await club.bot.table.levels.tallies(bram.id) == []
    assert await club.stored.running_of(bram.id) == []
    left = await running.match()
    assert left.outcome
    assert left.people[0] < 0
