"""`/leaderboard`: who stands where, in words and as a picture; whose pages are turned; who is left out."""

from __future__ import annotations

import io
import re

import discord
import pytest
from PIL import Image

from bot.ui import pictures
from bot.words.language import LANGUAGES, language
from render import draw_card
from render.cards.leaderboard import Card
from tests.bot.finishing import drawn, won
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import label, say

OTHER_SERVER = 77


async def beats(winner: Member, loser: Member, **begin: str | int) -> None:
    club = winner.club
    begin.setdefault("guild", club.guild.id)
    await won(club.bot.table, (winner.id, loser.id), **begin)


async def twelve(club: Club) -> list[Member]:
    """So many that there are two pages: the first has beaten everybody."""
    people = [club.join(f"Player{number}") for number in range(12)]
    for loser in people[1:]:
        await beats(people[0], loser)
    return people


def ranks(post: Shown) -> list[str]:
    """The rows: what each begins with."""
    return re.findall(r"^(🥇|🥈|🥉|\d+\.) ", post.content, re.MULTILINE)


async def test_it_says_and_shows_who_stands_where(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await beats(alice, bram)
    await drawn(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    post = (await stranger.command("leaderboard")).public
    heading, first, second, own, mark = post.content.splitlines()
    assert heading == "### Knopen: leaderboard, this server"
    assert re.fullmatch(rf"🥇 {alice.mention} \*\*15\d\d\?\*\* · 1 won, 1 drawn · <t:\d+:R>", first)
    assert re.fullmatch(rf"🥈 {bram.mention} \*\*14\d\d\?\*\* · 1 drawn, 1 lost · <t:\d+:R>", second)
    assert own == say(stranger, "ladder.unplayed", who=stranger.mention, game="Knopen")
    assert mark == say(stranger, "ladder.provisional", count=10)
    assert re.search(r"1\. Alice 15\d\d\?; 2\. Bram 14\d\d\?", post.picture.alt)
    assert Image.open(io.BytesIO(post.picture.data)).width == 800
    assert post.pinged == frozenset()
    assert post.labels == ("Profile", "Profile"), "there is but one page"


async def test_a_server_without_a_match_has_an_empty_leaderboard(club: Club, alice: Member) -> None:
    post = (await alice.command("leaderboard", game="krabcek", scope="everywhere", period="year")).public
    assert say(alice, "ladder.empty") in post.content
    assert post.pictures == ()


async def test_the_game_is_the_one_most_played_here(club: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    for _ in range(2):
        await beats(alice, bram, game="kriskras")
        await beats(alice, bram, guild=OTHER_SERVER)
    post = (await alice.command("leaderboard")).public
    assert post.content.startswith("### Kris-kras")


async def test_the_asker_turns_the_pages_of_the_post_itself(club: Club) -> None:
    people = await twelve(club)
    answer = await people[0].command("leaderboard")
    first = answer.public
    assert len(ranks(first)) == 10
    assert first.labels == (*["Profile"] * 10, label(people[0], "after"))
    await people[0].press(first, "after")
    second = club.again(first)
    assert len(ranks(second)) == 2
    assert second.labels == (*["Profile"] * 2, label(people[0], "before"))
    assert f"{people[0].mention}: rank **1**" in second.content, "one's own rank is on every page"
    named = re.findall(r"<@(\d+)> \*\*", first.content + second.content)
    assert sorted(named) == sorted(str(member.id) for member in people)


async def test_anybody_else_gets_a_copy_in_his_own_language(club: Club, bram: Member) -> None:
    people = await twelve(club)
    post = (await people[0].command("leaderboard")).public
    copy = (await bram.press(post, "after")).private
    assert club.again(post).content == post.content
    assert say(bram, "ladder.unplayed", who=bram.mention, game="Knopen") in copy.content
    assert len(ranks(copy)) == 2
    again = (await bram.press(copy, "before")).club.again(copy)
    assert len(ranks(again)) == 10
    assert again.id == copy.id


async def test_the_buttons_outlive_a_restart(club: Club) -> None:
    people = await twelve(club)
    post = (await people[0].command("leaderboard")).public
    await club.restart()
    await people[0].press(post, "after")
    assert len(ranks(club.again(post))) == 2


async def test_equals_share_a_rank(club: Club, alice: Member, bram: Member, stranger: Member) -> None:
    other = club.join("Other")
    await beats(alice, bram)
    await beats(stranger, other)
    post = (await alice.command("leaderboard")).public
    assert ranks(post) == ["🥇", "🥇", "🥉", "🥉"]


async def test_who_has_left_does_not_stand_there(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await beats(alice, bram)
    await beats(alice, stranger)
    club.env.backend.remove_member(club.guild.id, alice.id)
    post = (await bram.command("leaderboard")).public
    assert alice.mention not in post.content
    assert "Alice" not in post.picture.alt
    assert ranks(post)[0] == "🥇"
    assert f"{bram.mention}: rank **2**" in post.content


async def test_who_comes_back_and_acts_stands_there_again(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await beats(alice, bram)
    club.env.backend.remove_member(club.guild.id, alice.id)
    assert alice.mention not in (await bram.command("leaderboard")).public.content
    club.env.backend.add_member(club.guild.id, alice.id)
    await alice.command("help")
    assert alice.mention in (await bram.command("leaderboard")).public.content
    await club.restart()
    assert alice.mention in (await bram.command("leaderboard")).public.content


async def test_discord_is_asked_about_ten_members_at_most(club: Club, bram: Member) -> None:
    gone = [club.join(f"Player{number}") for number in range(25)]
    for winner in gone:
        await beats(winner, bram)
        club.env.backend.remove_member(club.guild.id, winner.id)
    asked, listed = 0, []
    for _ in range(4):
        await club.restart()
        post = (await bram.command("leaderboard")).public
        now = len(club.requests("/members/"))
        assert now - asked <= 10
        asked = now
        listed.append(sum(winner.mention in post.content for winner in gone))
        assert not club.requests("/users/")
    assert listed == [9, 5, 0, 0], "each time, ten more are known to have left"


async def test_discord_is_asked_only_after_the_answer_was_promised(club: Club, bram: Member) -> None:
    await beats(bram, club.join("Other"))
    before = len(club.env.http_requests)
    await bram.command("leaderboard")
    (promised, *asked) = [request.path for request in club.env.http_requests[before:]]
    assert promised.endswith("/callback")
    assert any("/members/" in path for path in asked)


async def test_who_hides_does_not_stand_there_and_is_told_so(club: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    await club.bot.table.preferences.change_member(alice.id, hidden=True)
    post = (await alice.command("leaderboard")).private  # or all would know that she hides
    assert ranks(post) == ["🥇"]
    assert bram.mention in post.content
    assert say(alice, "ladder.hidden") in post.content


@pytest.mark.on_both
async def test_a_server_may_want_more_matches(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await club.bot.table.preferences.change_server(club.guild.id, least_matches=2)
    await beats(alice, bram)
    await beats(alice, stranger)
    post = (await bram.command("leaderboard")).public
    assert ranks(post) == ["🥇"]
    assert f"{bram.mention}: " in post.content
    assert "one more rated match" in post.content


async def test_everywhere_names_strangers_without_a_mention(club: Club, alice: Member, bram: Member) -> None:
    far, elsewhere = club.elsewhere("Far_Away")
    await far.command("games", where=elsewhere)
    await won(club.bot.table, (far.id, alice.id), guild=OTHER_SERVER)
    here = (await bram.command("leaderboard")).public
    assert far.mention not in here.content
    assert ranks(here) == []
    everywhere = (await bram.command("leaderboard", scope="everywhere")).public
    assert r"🥇 Far\_Away **1558?**" in everywhere.content
    assert alice.mention in everywhere.content
    assert [button.custom_id for button in everywhere.buttons] == [f"ladder:profile:0:0:{alice.id}"]
    assert str(far.id) not in str(everywhere.payload["components"])


async def test_a_month_tells_how_one_played_in_it(club: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    now = discord.utils.utcnow()
    month = language("en").say(f"periods.{now:%m}", year=f"{now:%Y}")
    post = (await alice.command("leaderboard", period="month")).public
    assert post.content.startswith(f"### Knopen: leaderboard of {month}, this server")
    assert "**1556**" in post.content
    assert "**1444**" in post.content
    told = language("en").say("ladder.in_period")
    assert post.content.endswith(told)
    assert told not in (await alice.command("leaderboard")).public.content


@pytest.mark.breaks
async def test_without_a_picture_the_words_remain(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beats(alice, bram)
    monkeypatch.setattr("bot.ui.pictures.draw_card", lambda _: 1 / 0)
    post = (await alice.command("leaderboard")).public
    assert post.pictures == ()
    assert ranks(post) == ["🥇", "🥈"]


async def test_names_of_any_script_are_said_whole(club: Club, bram: Member) -> None:
    odd = club.join("李雷 🎲")
    await beats(odd, bram)
    post = (await bram.command("leaderboard")).public
    assert "1. 李雷 🎲 1558?" in post.picture.alt


async def test_who_cannot_be_lettered_is_told_apart_in_the_picture(
    club: Club, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_names: list[str] = []

    def drawing(card: Card) -> bytes:
        drawn_names.extend(row.person.name for row in card.rows)
        return draw_card(card)

    monkeypatch.setattr(pictures, "draw_card", drawing)  # to read what is lettered
    user = club.env.create_user("leilei", global_name="🎲 🎲")
    await beats(Member(club.guild.add_member(user), club), bram)
    await beats(club.join("🎲🎲"), bram)
    await bram.command("leaderboard")
    assert "@leilei" in drawn_names, "by what Discord tells people apart"
    assert re.search(r"\(name on line [12]\)", " ".join(drawn_names))


async def test_the_last_board_tells_what_the_match_did(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    for _ in range(4):
        match = await table.match()
        (seat,) = match.position.to_move
        move = match.game.write_move(match.position.legal_moves(seat)[0])
        await table.play(move)
    await club.bot.table.leaving.resign(table.id, bram.id)
    await club.show_board(table.id)
    assert "Rating: " in table.post.content
    assert f"{alice.mention} 1558? (+58)" in table.post.content
    assert f"{bram.mention} 1442? (\N{MINUS SIGN}58)" in table.post.content


async def test_each_line_leads_to_a_profile_for_whoever_presses(
    club: Club, alice: Member, bram: Member
) -> None:
    await beats(alice, bram)
    post = (await alice.command("leaderboard")).public
    before = len(club.posts())
    shown = (await bram.press(post, f"ladder:profile:0:0:{alice.id}")).private
    assert shown.content.startswith(say(bram, "profile.heading", who=alice.mention))
    assert say(bram, "ladder.won", count=1) in shown.content
    assert len(club.posts()) == before


async def test_a_page_from_before_there_were_such_is_turned_to_whoever_presses(club: Club) -> None:
    people = await twelve(club)
    old = (await people[0].command("help")).private
    (turned,) = await club.deliver(people[0].forging(old, "ladder:page:1:0:knopen:here:all:after"))
    assert len(ranks(turned.private)) == 2
    assert club.again(old).content == old.content


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_page_fits_a_post(code: str) -> None:
    """Ten strangers with long names and long tallies."""
    words = language(code)
    tally = ", ".join(words.say(f"ladder.{what}", count=1000) for what in ("won", "drawn", "lost"))
    row = words.say(
        "ladder.row", rank="1000.", name="x" * 64, points="1500?", tally=tally, when="<t:1800000000:R>"
    )
    assert len(row) * 10 + 1000 < 4000


@pytest.mark.on_both
async def test_an_update_that_rates_otherwise_makes_all_numbers_anew_by_itself(
    club: Club, alice: Member, bram: Member
) -> None:
    await beats(alice, bram)
    await club.file.change("UPDATE house SET value = 1 WHERE name = 'rating_rules'")
    await club.file.change("UPDATE standings SET points = 1777, merit = 1777")
    assert "1777" in (await alice.command("leaderboard")).public.content
    await club.restart()
    await club.bot.table.recount.done()
    assert f"{alice.mention} **1558?**" in (await alice.command("leaderboard")).public.content
