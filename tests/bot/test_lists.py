"""Lists with a line and its button each: `/games` and what is done there; how many lines make a page."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from discord import ui
from simcord.components import validate_components

from bot.club.deadlines import DAY
from bot.ui import layout, lists
from bot.ui.addresses import Address
from bot.ui.lists import Line
from bot.words.language import language
from tests.bot.finishing import drawn, won
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say

V2 = 1 << 15


# Pages


def line(number: int, *, text: str = "x", below: int = 0, heading: str = "") -> Line:
    buttons = [
        ui.Button[ui.View](custom_id=f"play:look:{number}:{one}", label="?") for one in range(below + 1)
    ]
    return Line(f"{number} {text}", buttons[0], tuple(buttons[1:]), heading)


@pytest.mark.parametrize("below", [0, 1, 4])
@pytest.mark.parametrize("length", [10, 300, 900, 5000])
def test_every_page_is_one_that_discord_takes(below: int, length: int) -> None:
    lines = [line(number, text="x" * length, below=below, heading=f"h{number // 7}") for number in range(40)]
    pages = lists.paged(lines)
    assert list(chain(*pages)) == lines
    for page in pages:
        leaf = lists.leaf(0, len(pages), language("en"), lambda _, there: Address("play", "games", there))
        parts: Any = layout.laid_out([*lists.shown(page), *leaf])
        validate_components(parts.to_components(), flags=V2)


def test_a_heading_stands_once_above_its_lines_and_again_on_the_next_page() -> None:
    lines = [line(number, heading="mine" if number < 3 else "yours") for number in range(20)]
    headings = [
        [item.content for item in lists.shown(page) if isinstance(item, ui.TextDisplay)]
        for page in lists.paged(lines)
    ]
    assert headings == [["mine", "yours"], ["yours"]]


# What `/games` tells


async def games(member: Member) -> str:
    return (await member.command("games")).private.content


async def test_it_says_whose_turn_it_is_and_how_much_time_is_left(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    due = f"<t:{(await table.match()).stored.due}:R>"
    red, blue = table.red, table.blue
    heading = {
        one: say(one, "list.match", number=table.id, game="Knopen", others=other.mention)
        for one, other in ((red, blue), (blue, red))
    }
    own = f"{say(red, 'list.your_turn')}\n{heading[red]}\n{say(red, 'list.to_move.due', due=due)}"
    assert await games(red) == own
    theirs = say(blue, "list.waiting.due", who=red.mention, due=due)
    assert await games(blue) == f"{say(blue, 'list.their_turn')}\n{heading[blue]}\n{theirs}"


@pytest.mark.on_both
async def test_it_says_where_no_time_runs(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, time=DAY)
    free = await begin(club, alice, bram, time=0)
    for member in (alice, bram):
        await club.bot.table.offers.offer(table.id, member.id, "pause")
    for one, other in ((alice, bram), (bram, alice)):
        shown = await games(one)
        for match, clock in ((table, "paused"), (free, "free")):
            whose = "to_move" if match.red is one else "waiting"
            assert say(one, f"list.{whose}.{clock}", who=other.mention) in shown


@pytest.mark.parametrize(("reader", "said"), [("alice", "You won, "), ("bram", "{winner} won, ")])
async def test_it_says_who_won_what_is_over(
    club: Club, alice: Member, bram: Member, reader: str, said: str
) -> None:
    finished = await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    shown = await games(getattr(club, reader))
    assert said.format(winner=alice.mention) in shown
    assert f", <t:{finished.stored.ended_at}:R>." in shown


async def test_it_says_that_nobody_won_a_draw(club: Club, alice: Member, bram: Member) -> None:
    await drawn(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    for reader, said in ((alice, "A draw, "), (bram, "Remise, ")):
        assert said in await games(reader)


@pytest.mark.on_both
async def test_before_there_is_a_post_the_board_is_a_tap_away(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await club.file.change("UPDATE matches SET post = NULL WHERE id = ?", table.id)
    club.bot.table.matches.forget_courses()
    listed = await bram.command("games")
    board = (await bram.press(listed, say(bram, "buttons.look"))).private
    assert board.picture
    assert "Knopen" in board.picture.alt


# What is done there


async def test_what_became_of_a_challenge_stands_in_its_line_and_the_others_stay(
    club: Club, alice: Member, bram: Member
) -> None:
    for game in ("knopen", "krabcek", "kriskras"):
        await alice.command(f"play {game}", opponent=bram)
    listed = (await bram.command("games")).private
    await club.restart()
    await bram.press(listed, "challenge:accept:1:")
    once = club.again(listed)
    assert f"{bram.mention} nam de uitdaging van {alice.mention}" in once.content
    assert [button.custom_id for button in once.buttons] == [
        f"challenge:{verb}:{number}:0" for number in (2, 3) for verb in ("accept", "decline")
    ]
    await bram.press(once, "challenge:decline:3:")
    twice = club.again(listed)
    assert [button.custom_id for button in twice.buttons] == ["challenge:accept:2:0", "challenge:decline:2:0"]
    assert len(await club.stored.running_of(bram.id, club.guild.id)) == 1


async def test_at_an_open_table_one_sits_down_from_the_list(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    post = (await alice.command("play cubus")).public
    listed = await bram.command("games")
    assert say(bram, "list.seated", count=1, most=6, members=alice.mention) in listed.private.content
    await bram.press(listed, say(bram, "buttons.join"))
    assert bram.mention in club.again(post).content
    theirs = (await stranger.command("games")).private.content
    both = f"{alice.mention} and {bram.mention}"
    assert say(stranger, "list.seated", count=2, most=6, members=both) in theirs
    mine = (await alice.command("games")).private
    assert mine.labels == (say(alice, "buttons.start"), say(alice, "buttons.withdraw"))
    await alice.press(mine, say(alice, "buttons.start"))
    assert len(await club.stored.running_of(alice.id, club.guild.id)) == 1


@pytest.mark.on_both
async def test_a_page_that_is_there_no_more_is_the_last_one(club: Club, alice: Member, bram: Member) -> None:
    for number in range(13):
        await club.join(f"Host{number}").command("play knopen")
    first = await alice.command("games")
    second = await alice.press(first, "▶")
    assert second.private.labels[-1] == "◀"
    await club.file.change("UPDATE challenges SET state = 'withdrawn' WHERE id > 3")
    (answer,) = await club.deliver(alice.forging(second.private, "play:games:1:0"))
    assert len(club.again(second.private).buttons) == 3, answer


async def test_lists_are_leafed_through_in_a_direct_message_too(
    club: Club, alice: Member, bram: Member
) -> None:
    for _ in range(14):
        await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    page = (await alice.directly.command("history")).private
    assert "#14 " in page.content
    assert "#4 " in (await alice.directly.press(page, "older")).private.content
