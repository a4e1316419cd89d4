"""Seasons: a quarter ends, its podium is posted once, and past ones can be looked up."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
import simcord
from PIL import Image

from bot.club.podiums import LENGTHS, Place, Season
from bot.club.standings import Standing, periods
from bot.words import seasons
from bot.words.language import LANGUAGES, Language, language
from engines import GAMES
from tests.bot.finishing import drawn, won
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import say
from tests.bot.test_privacy import exported
from tests.bot.test_server import sets

LAST_EVENING = datetime(2026, 3, 31, 21, tzinfo=UTC)
"""Three hours before the end of a quarter."""


async def travel(club: Club, to: datetime) -> None:
    """The bot is down until then, and starts again."""
    clock = club.env.backend.clock
    clock._epoch += to - clock.now()
    await club.restart()
    await club.wait(minutes=2)


@pytest.fixture
async def evening(club: Club) -> Club:
    await travel(club, LAST_EVENING)
    return club


async def beats(
    winner: Member, *losers: Member, where: simcord.ChannelHandle | None = None, **how: Any
) -> None:
    """Each of them, one after the other."""
    club = winner.club
    how.setdefault("guild", club.guild.id)
    for loser in losers:
        match = await won(club.bot.table, (winner.id, loser.id), **how)
        channel = (where or club.channel).id
        await club.file.change("UPDATE matches SET channel = ? WHERE id = ?", channel, match.id)


async def a_season(club: Club, **how: Any) -> list[Member]:
    """Ann has beaten four others, one of them twice; so she has five matches, and they have one or two."""
    ann, *others = [club.join(name) for name in ("Ann", "Bob", "Cas", "Dot", "Eve")]
    await beats(ann, *others, others[0], **how)
    return [ann, *others]


def podiums(club: Club, where: simcord.ChannelHandle | None = None) -> list[Shown]:
    return [post for post in club.posts(where) if "season is over" in post.content]


async def test_a_quarter_ends_with_a_podium_in_the_play_channel(evening: Club) -> None:
    ann, *_ = await a_season(evening)
    await evening.wait(hours=2, minutes=50)
    assert podiums(evening) == []
    await evening.wait(minutes=15)
    (post,) = podiums(evening)
    heading, game, first, empty, following = post.content.splitlines()
    assert heading == "## The season is over: the first quarter of 2026"
    assert game == "**Knopen**"
    assert first.startswith(f"🥇 {ann.mention} **")
    assert first.endswith("** · 5 won · 👑 champion")
    assert empty == ""
    assert following.startswith(
        "-# The second quarter of 2026 ends on <t:1782864000:f>. It takes 5 rated matches"
    )
    assert post.picture.alt.startswith("Podiums of the first quarter of 2026. Knopen: 1. Ann ")
    assert Image.open(io.BytesIO(post.picture.data)).width == 800
    assert post.labels == ("Seasons",)
    assert post.pinged == {ann.id}
    await evening.wait(hours=3)
    await evening.restart()
    await evening.wait(minutes=5)
    assert len(podiums(evening)) == 1


async def test_it_speaks_the_language_of_the_server(evening: Club) -> None:
    evening.speak("nl")
    await evening.restart()
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    (post,) = [post for post in evening.posts() if "Het seizoen is voorbij" in post.content]
    assert "👑 kampioen" in post.content
    assert "Het tweede kwartaal van 2026 eindigt op" in post.content


async def test_a_champion_who_does_not_like_to_be_called_is_not(evening: Club) -> None:
    ann, *_ = await a_season(evening)
    await evening.bot.table.preferences.change_member(ann.id, pings="none")
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert post.pinged == frozenset()
    assert evening.direct_messages(ann) == ()


async def test_a_champion_who_likes_messages_gets_one(evening: Club) -> None:
    ann, *_ = await a_season(evening)
    await evening.bot.table.preferences.change_member(ann.id, pings="message")
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert post.pinged == frozenset()
    *_, told = evening.direct_messages(ann)
    assert "the first quarter of 2026 is over" in told.content
    assert str(post.id) in told.content


@pytest.mark.on_both
async def test_a_bot_that_was_down_posts_it_when_it_comes_back_and_no_older_one(evening: Club) -> None:
    await a_season(evening)
    await travel(evening, datetime(2026, 4, 12, tzinfo=UTC))
    assert len(podiums(evening)) == 1
    await a_season(evening)
    await travel(evening, datetime(2026, 7, 30, tzinfo=UTC))
    assert len(podiums(evening)) == 1, "what ended a month ago is no news"
    ((posted, podium),) = await evening.file.rows(
        "SELECT min(posted), count(*) FROM seasons JOIN podiums ON season = id WHERE period = '2026-Q2'"
    )
    assert (posted, podium) == (1, 1), "but it can be looked up"


async def test_without_play_there_is_no_podium(evening: Club, alice: Member, bram: Member) -> None:
    await beats(alice, bram)
    await evening.wait(hours=3, minutes=5)
    assert podiums(evening) == []


async def test_who_has_met_too_few_stands_below_and_is_no_champion(
    evening: Club, alice: Member, bram: Member
) -> None:
    """Five wins against one friend bring more points than any others here."""
    for _ in range(6):
        await beats(alice, bram)
    others = [evening.join(name) for name in ("Ann", "Bob", "Cas", "Dot")]
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3)):
        await drawn(evening.bot.table, (others[one].id, others[other].id), guild=evening.guild.id)
    await drawn(evening.bot.table, (others[0].id, others[1].id), guild=evening.guild.id)
    await drawn(evening.bot.table, (others[0].id, others[2].id), guild=evening.guild.id)
    await evening.wait(hours=3, minutes=5)
    ((post),) = podiums(evening)
    _, _, first, second, third, *_ = post.content.splitlines()
    assert first.startswith(f"🥇 {others[0].mention}")
    assert "👑" in first
    assert second.startswith(f"🥈 {alice.mention}")
    assert third.startswith(f"🥉 {bram.mention}")
    assert "👑" not in second + third


async def test_a_club_of_two_has_a_podium_without_a_champion(
    evening: Club, alice: Member, bram: Member
) -> None:
    for _ in range(5):
        await beats(alice, bram)
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert "🥇" in post.content
    assert "🥈" in post.content
    assert "👑" not in post.content
    assert post.pinged == frozenset()


async def test_equals_share_a_place_and_the_title(evening: Club) -> None:
    """Two who never met have done the very same."""
    for names in (("Ann", "A1", "A2", "A3"), ("Bob", "B1", "B2", "B3")):
        ann, *others = [evening.join(name) for name in names]
        await beats(ann, *others, others[0], others[1])
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert post.content.count("🥇") == post.content.count("👑") == 2
    assert len(post.pinged) == 2


@pytest.mark.parametrize("how", ["hidden", "left", "forgotten"])
async def test_who_does_not_stand_on_leaderboards_does_not_stand_on_podiums(evening: Club, how: str) -> None:
    ann, *others = await a_season(evening)
    if how == "hidden":
        await evening.bot.table.preferences.change_member(ann.id, hidden=True)
    elif how == "left":
        evening.env.backend.remove_member(evening.guild.id, ann.id)
    else:
        await evening.bot.table.departures.forget_member(ann.id)
    await beats(others[0], *others[1:], others[1])
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert ann.mention not in post.content
    assert f"🥇 {others[0].mention}" in post.content


async def test_a_podium_of_the_past_names_nobody_who_wants_no_name(evening: Club, stranger: Member) -> None:
    ann, *_ = await a_season(evening)
    bob = evening.join("Bob2")
    others = [evening.join(f"Other{number}") for number in range(3)]
    await beats(bob, *others, others[0], others[1], game="kriskras")
    await evening.wait(hours=3, minutes=5)
    await evening.bot.table.departures.forget_member(ann.id)
    await evening.bot.table.preferences.change_member(bob.id, hidden=True)
    seen = (await stranger.command("season", which="2026-Q1")).private
    assert f"🥇 {say(stranger, 'former_member')}" in seen.content
    assert f"🥇 {say(stranger, 'seasons.unnamed')}" in seen.content
    assert "Ann" not in seen.picture.alt
    assert "Bob2" not in seen.picture.alt


# Where


async def test_it_is_posted_where_the_server_likes_it(evening: Club) -> None:
    manager, hall = evening.join_manager("Mona"), evening.guild.create_text_channel("hall-of-fame")
    changed = await sets(manager, "podium_channel", hall)
    assert f"**<#{hall.id}>**" in changed.private.content
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    assert (len(podiums(evening)), len(podiums(evening, hall))) == (0, 1)
    assert "where matches are played" in (await sets(manager, "podium_channel")).private.content


async def test_where_nobody_else_sees_what_was_played_it_is_not_posted(evening: Club, alice: Member) -> None:
    hidden = evening.guild.create_text_channel(
        "hidden",
        overwrites={evening.guild.default_role: discord.PermissionOverwrite(view_channel=False)},
    )
    await a_season(evening, where=hidden)
    await evening.wait(hours=3, minutes=5)
    assert podiums(evening) == podiums(evening, hidden) == []
    (trouble,) = [one for one in evening.bot.table.troubles.listed() if one.what == "podium"]
    assert trouble.why == language("en").say("refusals.no_place_for_podium")
    await sets(evening.join_manager("Mona"), "podium_channel", evening.channel)
    await evening.wait(minutes=5)
    assert len(podiums(evening)) == 1
    assert [one for one in evening.bot.table.troubles.listed() if one.what == "podium"] == []


async def test_a_channel_that_is_closed_delays_it_until_it_is_open_again(evening: Club) -> None:
    await a_season(evening)
    await evening.take_right("send_messages")
    await evening.wait(hours=3, minutes=5)
    assert podiums(evening) == []
    await evening.give_rights_back()
    await evening.wait(minutes=2)
    assert len(podiums(evening)) == 1


# How long


async def test_a_server_has_months_if_it_likes(evening: Club) -> None:
    manager = evening.join_manager("Mona")
    await a_season(evening)
    changed = await sets(manager, "season", "month")
    assert "Seasons: **a month**" in changed.private.content
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    assert "The season is over: March 2026" in post.content


async def test_to_choose_another_length_brings_no_podium_of_what_is_over(evening: Club) -> None:
    await a_season(evening)
    await travel(evening, datetime(2026, 4, 2, tzinfo=UTC))
    assert len(podiums(evening)) == 1
    await sets(evening.join_manager("Mona"), "season", "month")
    await evening.wait(minutes=5)
    assert len(podiums(evening)) == 1


async def test_a_server_may_have_none(evening: Club, alice: Member) -> None:
    await a_season(evening)
    await sets(evening.join_manager("Mona"), "season", "none")
    await evening.wait(hours=3, minutes=5)
    assert podiums(evening) == []
    assert (await alice.command("season")).private.content == say(alice, "refusals.no_seasons")


@pytest.mark.parametrize("length", LENGTHS)
def test_seasons_follow_each_other_without_a_gap(length: str) -> None:
    season = Season.at(int(LAST_EVENING.timestamp()), length)
    for _ in range(30):
        assert season.before.ends_at == season.begins_at
        assert Season.read(season.period) == season
        assert season.period in periods(season.begins_at)
        assert season.period in periods(season.ends_at - 1)
        assert season.period not in periods(season.ends_at)
        season = season.before


@pytest.mark.parametrize("written", ["all", "2026-Q5", "2026-13", "2026-00", "0000", "2026-H0", "", "2026 "])
def test_no_other_text_is_a_season(written: str) -> None:
    assert Season.read(written) is None


# /season


async def test_the_running_season_says_how_it_stands_and_how_long_it_goes_on(
    club: Club, alice: Member, bram: Member
) -> None:
    ann, *_ = await a_season(club)
    await beats(alice, bram)
    seen = (await alice.command("season")).private
    assert seen.content.startswith(
        "### The season: the first quarter of 2026\nIt ends on <t:1775001600:f>: 90 days left."
    )
    assert f"🥇 {ann.mention}" in seen.content
    assert re.search(
        r"Knopen, you: \*\*\S+\*\* · 1 won; 4 more rated matches to stand on the podium", seen.content
    )
    assert "Ann" in seen.picture.alt
    assert seen.labels == (), "there was none before"
    dutch = (await bram.command("season")).private
    assert "### Het seizoen: het eerste kwartaal van 2026" in dutch.content
    assert "nog 90 dagen" in dutch.content


async def test_an_empty_season_says_what_it_takes(alice: Member) -> None:
    seen = (await alice.command("season")).private
    assert say(alice, "seasons.nobody") in seen.content
    assert say(alice, "seasons.takes", least=5, opponents=3) in seen.content
    assert seen.pictures == ()


async def test_one_leafs_through_the_seasons(evening: Club, stranger: Member) -> None:
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    (post,) = podiums(evening)
    past = (await stranger.press(post, "Seasons")).private
    assert past.content.startswith("### The first quarter of 2026\n**Knopen**\n🥇")
    assert f"/{post.id})" in past.content, "with a link to its post"
    assert past.labels == (say(stranger, "buttons.after"),)
    await stranger.press(past, "after")
    running = evening.again(past)
    assert "### The season: the second quarter" in running.content
    assert running.labels == (say(stranger, "buttons.before"),)
    await stranger.press(running, "before")
    assert evening.again(past).content == past.content


async def test_past_seasons_are_suggested_by_their_names(evening: Club, bram: Member) -> None:
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    offered = await bram.suggestions("season", "which", "kwartaal")
    assert offered == {"het eerste kwartaal van 2026": "2026-Q1"}
    assert await bram.suggestions("season", "which", "december") == {}


async def test_a_season_may_be_named_in_writing(evening: Club, bram: Member) -> None:
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    assert (
        "### Het eerste kwartaal" in (await bram.command("season", which="Eerste kwartaal")).private.content
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_podiums_fit_a_post(code: str) -> None:
    """Ten equals at every game of the house."""
    words = language(code)
    standing = Standing(1, 2**63, 1999, True, 999, 333, 333, 333, 0)
    places = [Place(game, standing, is_champion=True) for game in GAMES for _ in range(10)]
    season = Season.at(0, "quarter")
    lines = seasons.podiums(places, words.mention, words)
    following = seasons.next_one(season, 20, words)
    assert len("\n".join([*lines, following, say_over(words, season)])) < 2000
    assert all(GAMES[game].title in "\n".join(lines) for game in GAMES)


def say_over(words: Language, season: Season) -> str:
    return words.say("seasons.over", season=seasons.name(season, words))


@pytest.mark.parametrize("which", ["2025-Q4", "nonsense", "all", "x" * 200])
async def test_a_season_that_never_was_is_refused(club: Club, alice: Member, which: str) -> None:
    assert (await alice.command("season", which=which)).private.content == say(alice, "refusals.no_podium")


async def test_what_managers_do_later_does_not_rewrite_a_podium(evening: Club, stranger: Member) -> None:
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    before = (await stranger.command("season", which="2026-Q1")).private.content
    await evening.file.change("DELETE FROM results")
    await evening.file.change("DELETE FROM standings")
    assert (await stranger.command("season", which="2026-Q1")).private.content == before


async def test_a_server_that_is_forgotten_has_had_no_season(evening: Club) -> None:
    await a_season(evening)
    await evening.bot.table.preferences.change_server(evening.guild.id, champions=True)
    await evening.wait(hours=3, minutes=5)
    await evening.bot.table.departures.forget_server(evening.guild.id)
    for table in ("seasons", "podiums", "crowns", "champion_roles"):
        assert await evening.file.rows(f"SELECT * FROM {table}") == [], table


async def test_the_export_tells_of_podiums_and_crowns(evening: Club) -> None:
    ann, *_ = await a_season(evening)
    await evening.bot.table.preferences.change_server(evening.guild.id, champions=True)
    await evening.wait(hours=3, minutes=5)
    stored = await exported(ann)
    ((podium,), (crown,)) = stored["podiums"], stored["crowns"]
    assert (podium["period"], podium["rank"]) == ("2026-Q1", 1)
    assert podium["ended_at"] == "2026-04-01T00:00:00+00:00"
    assert (crown["game"], crown["guild"]) == ("knopen", evening.guild.id)


async def test_whoever_closes_it_second_changes_nothing(evening: Club) -> None:
    await a_season(evening)
    await evening.wait(hours=3, minutes=5)
    kept, season = evening.bot.table.seasons, Season.read("2026-Q1")
    assert season is not None
    await kept.close(evening.guild.id, season, [])
    past = await kept.load(evening.guild.id, "2026-Q1")
    assert past is not None
    assert len(past.places) == 1
    assert await kept.unposted() == []


async def test_servers_are_looked_at_once_a_month_and_only_where_somebody_played(evening: Club) -> None:
    seasons = evening.bot.table.seasons
    assert await seasons.to_look_at() == []
    await a_season(evening)
    assert await seasons.to_look_at() == []
    await evening.wait(hours=3, minutes=5)
    assert await seasons.to_look_at() == []
    assert len(podiums(evening)) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_length_of_a_season_has_a_name(code: str) -> None:
    assert all(language(code).has(f"house.season.{length}") for length in (*LENGTHS, "none"))
