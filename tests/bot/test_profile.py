"""`/profile`: what a member has made of the games here."""

from __future__ import annotations

import re

import pytest

from bot.ui import pictures
from lessons import LESSONS
from puzzles.puzzle import puzzles_of
from tests.bot.finishing import drawn, won
from tests.bot.playing import begin
from tests.bot.practising import practised
from tests.bot.simulated import Club, Member
from tests.bot.test_leaderboard import OTHER_SERVER, beats
from tests.bot.test_play import say
from tests.bot.test_settings import sets


async def test_somebody_without_a_match_has_a_profile_that_says_so(club: Club, stranger: Member) -> None:
    post = (await stranger.command("profile")).public
    assert post.content.splitlines() == [
        f"### {stranger.mention}",
        say(stranger, "profile.unrated"),
    ]
    assert post.picture.alt == say(
        stranger, "profile.alt", who="Stranger", told=say(stranger, "profile.alt_none")
    )


async def test_it_tells_ratings_form_streaks_and_what_is_running(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    for _ in range(3):
        await beats(alice, bram)
    await beats(bram, alice)
    await drawn(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await beats(bram, alice, game="kriskras")
    await beats(bram, alice, game="kriskras")
    await begin(club, alice, stranger)
    post = (await stranger.command("profile", member=alice)).public
    heading, knopen, kriskras, _, form, favourite, running, mark = post.content.splitlines()
    assert heading == f"### {alice.mention}"
    assert re.fullmatch(
        r"\*\*Knopen\*\* 1\d\d\d\? ± \d\d\d · 3 won, 1 drawn, 1 lost · longest streak: 3 won", knopen
    )
    assert re.fullmatch(r"\*\*Kris-kras\*\* 1\d\d\d\? ± \d\d\d · 2 lost · 2 lost in a row", kriskras)
    assert form == "Lately, newest first: 🟥L 🟥L ⬜D 🟥L 🟩W 🟩W 🟩W"
    assert favourite == "Plays most: Knopen"
    assert running == "1 match is running here."
    assert mark == say(stranger, "profile.provisional", count=10)
    assert re.search(r"Knopen: from 1558 to 1\d\d\d; Kris-kras: from 1442 to 1\d\d\d", post.picture.alt)
    assert post.pinged == frozenset()


async def test_matches_elsewhere_show_as_one_number_only(club: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    assert "everywhere" not in (await alice.command("profile")).public.content
    await beats(alice, bram, guild=OTHER_SERVER)
    post = (await alice.command("profile")).public
    assert re.search(r"1558\? ± \d+ · 1 won · everywhere 15\d\d", post.content)
    assert "🟩W 🟩W" not in post.content


async def test_the_form_goes_back_ten_matches(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    for number in range(12):
        opponent = (bram.id, stranger.id, 4321)[number % 3]
        pair = (alice.id, opponent) if number else (bram.id, alice.id)
        await won(club.bot.table, pair, guild=club.guild.id)
    post = (await alice.command("profile")).public
    assert post.content.count("🟩W") == 10
    assert "🟥" not in post.content
    assert "? ±" not in post.content
    assert "11 won in a row" in post.content


async def test_a_dutch_server_reads_dutch(club: Club, alice: Member, bram: Member) -> None:
    club.speak("nl")
    await beats(bram, alice)
    post = (await alice.command("profile", member=bram)).public
    assert "1 gewonnen" in post.content
    assert "Speelt het vaakst: Knopen" in post.content


async def test_the_card_ranks_as_the_leaderboard_does(club: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    assert "rank 1" in (await alice.command("profile")).public.picture.alt
    assert "rank 2" in (await alice.command("profile", member=bram)).public.picture.alt
    await sets(alice, "hidden", "yes")
    assert "rank" not in (await alice.command("profile")).public.picture.alt
    assert "rank 1" in (await bram.command("profile")).public.picture.alt


async def test_the_card_tells_which_levels_were_beaten(club: Club, alice: Member) -> None:
    await practised(club.bot.table, alice.id, "won", level=2)
    await practised(club.bot.table, alice.id, "lost", level=3)
    alt = (await alice.command("profile")).public.picture.alt
    assert "Levels of the computer beaten: Knopen 2." in alt


async def test_the_card_tells_what_was_learnt_and_solved(club: Club, alice: Member) -> None:
    begun = (await alice.command("profile")).public.picture
    assert "puzzles" not in begun.alt
    table, task = club.bot.table, LESSONS["krabcek"].tasks[0]
    (tried,) = [await table.puzzles.note_try(alice.id, puzzle, 1) for puzzle in puzzles_of("cubus")[:1]]
    await table.lessons.note_done(alice.id, task, shown=False)
    picture = (await alice.command("profile")).public.picture
    assert tried is not None
    assert f"At puzzles: Cubus {tried.after.shown}." in picture.alt
    assert f"Of lessons: Krabcek 1 of {len(LESSONS['krabcek'].tasks)}." in picture.alt
    assert picture.data != begun.data


async def test_the_card_tells_the_streak_of_dailies(club: Club, alice: Member) -> None:
    dailies = club.bot.table.dailies
    await dailies.note_try(alice.id, await dailies.of_today(), 0)
    alt = (await alice.command("profile")).public.picture.alt
    assert "A daily tried on one day." in alt


@pytest.mark.breaks
async def test_a_profile_that_cannot_be_drawn_is_said_all_the_same(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beats(alice, bram)
    monkeypatch.setattr(pictures, "draw_profile", lambda _: 1 / 0)
    post = (await alice.command("profile")).public
    assert post.pictures == ()
    assert "1 won" in post.content
