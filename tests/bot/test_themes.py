"""The table that a server lays, and the one that a member likes: who sees what in whose colours."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.club.deadlines import DAY
from bot.features.preferences import house, mine
from render import TABLES, USUAL, colours_of
from tests.bot import test_server, test_settings
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import say


@pytest.fixture
def manager(club: Club) -> Member:
    return club.join_manager("Mona")


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    return table


def seen(post: Shown, game: str = "knopen") -> set[str]:
    """The tables in whose colours its picture is."""
    values = bytes(Image.open(io.BytesIO(post.picture.data)).getpalette() or ())
    return {each for each in TABLES if values.startswith(colours_of(game, each))}


async def test_everybody_sees_the_table_of_the_server(club: Club, table: Table, manager: Member) -> None:
    assert seen(table.post) == {USUAL}
    answer = await test_server.sets(manager, "theme", "delft")
    assert f"{say(manager, 'house.theme.name')} → **Delft blue**" in answer.private.content
    await table.play("take b7")
    assert seen(table.post) == {"delft"}
    for player in (table.red, table.blue):
        assert seen((await player.command("board")).private) == {"delft"}, "who chose none sees the server's"
    await club.restart()
    assert seen((await table.blue.command("board")).private) == {"delft"}


async def test_what_only_they_see_is_seen_at_their_own_table(table: Table, manager: Member) -> None:
    await test_server.sets(manager, "theme", "delft")
    await test_settings.sets(table.red, "theme", "birch")
    assert seen((await table.red.command("board")).private) == {"birch"}
    assert seen((await table.red.press(table.post, "Move")).private) == {"birch"}
    assert seen((await table.blue.command("board")).private) == {"delft"}
    await table.play("take b7")
    assert seen(table.post) == {"delft"}, "everybody's stays as it is"


async def test_who_likes_walnut_sees_it_on_any_server(table: Table, manager: Member) -> None:
    await test_server.sets(manager, "theme", "night")
    await test_settings.sets(table.red, "theme", USUAL)
    assert seen((await table.red.command("board")).private) == {USUAL}
    await test_settings.sets(table.red, "theme", "classic")
    assert seen((await table.red.command("board")).private) == {"night"}, "and again as the server likes it"


async def test_a_film_is_its_readers_and_once_it_is_shown_to_all_the_servers(
    table: Table, manager: Member
) -> None:
    await test_server.sets(manager, "theme", "night")
    await test_settings.sets(table.red, "theme", "birch")
    film = await table.red.command("replay", match=table.id)
    assert seen(film.private) == {"birch"}
    steps = await table.red.press(film, "archive:steps:")
    assert seen(steps.private) == {"birch"}
    assert seen((await table.red.press(film, "archive:share:")).public) == {"night"}


async def test_the_pages_of_rules_are_drawn_at_ones_own_table(table: Table) -> None:
    await test_settings.sets(table.red, "theme", "night")
    assert seen((await table.red.command("rules", game="knopen")).private) == {"night"}


async def test_a_challenge_hangs_in_the_colours_of_its_server(
    club: Club, alice: Member, manager: Member
) -> None:
    await test_server.sets(manager, "theme", "birch")
    await test_settings.sets(alice, "theme", "contrast")
    assert seen((await alice.command("play knopen")).public) == {"birch"}


@pytest.mark.on_both
async def test_what_was_chosen_when_there_were_two_is_still_meant(
    club: Club, table: Table, alice: Member
) -> None:
    """Of strong contrast the code is in the file, and of the usual colours nothing."""
    await club.file.change("INSERT INTO members (member, theme) VALUES (?, 'contrast')", alice.id)
    await club.restart()
    assert seen((await alice.command("board")).private) == {"contrast"}
    old = (await alice.command("help")).private
    await club.deliver(alice.forging(old, "preferences:set:0:0:theme", ("classic",)))
    assert club.bot.table.preferences.member(alice.id).theme == ""


@pytest.mark.on_both
async def test_a_table_that_there_is_no_more_is_the_usual_one(
    club: Club, table: Table, alice: Member, manager: Member
) -> None:
    await club.file.change("INSERT INTO members (member, theme) VALUES (?, 'marble')", alice.id)
    await club.file.change(
        "INSERT INTO servers (guild, theme) VALUES (?, 'marble')"
        " ON CONFLICT (guild) DO UPDATE SET theme = 'marble'",
        club.guild.id,
    )
    await club.restart()
    assert seen((await alice.command("board")).private) == {USUAL}
    assert (await test_server.asks(manager, "theme")).form.field("theme").chosen == (USUAL,)
    assert (await test_settings.asks(alice, "theme")).form.field("theme").chosen == ("classic",)


def test_members_and_servers_choose_among_all_tables() -> None:
    assert set(house.PAGE.setting("theme").codes) == set(TABLES)  # type: ignore[attr-defined]
    assert set(mine.PAGE.setting("theme").codes) - set(TABLES) == {"classic"}  # type: ignore[attr-defined]


async def test_whoever_chooses_sees_all_tables_first(manager: Member, bram: Member) -> None:
    for member, page in ((bram, "settings"), (manager, "server")):
        shown = (await member.press(await member.command(page), say(member, "buttons.tables"))).private
        picture = Image.open(io.BytesIO(shown.picture.data))
        assert picture.width > picture.height
        for number, table in enumerate(TABLES, 1):
            name = f"{number} {say(member, f'likes.theme.{table}')}"
            assert name in shown.content
            assert name in shown.picture.alt
            assert name.endswith(say(member, f"house.theme.{table}"))
