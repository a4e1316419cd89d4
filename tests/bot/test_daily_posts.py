"""The daily on a server that likes it posted: each day at its hour, once, whatever happens meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import simcord

from bot.club.days import number_of
from bot.ui.dailies import DAILY, nonce_of
from bot.words.language import language
from bot.words.puzzles import task
from puzzles.daily import daily
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_daily import Player, today_of, told
from tests.bot.test_play import say
from tests.bot.test_seasons import travel
from tests.bot.test_server import asks, sets

EN = language("en")
HOUR = 9
NONCE = 25
"""Characters that Discord takes."""


@pytest.fixture
def manager(club: Club) -> Member:
    return club.join_manager("Mona")


@pytest.fixture
async def server(club: Club, manager: Member) -> Club:
    """It is nine minutes to nine, and the daily is wanted at nine."""
    await travel(club, datetime(2026, 3, 3, HOUR - 1, 51, tzinfo=UTC))
    form = await asks(manager, "daily_channel")
    await manager.fill_in(form, daily_channel=club.channel, daily_hour=str(HOUR))
    return club


def dailies(club: Club, where: simcord.ChannelHandle | None = None) -> list[Shown]:
    return [post for post in club.posts(where) if "Daily #" in post.content]


async def test_it_comes_at_its_hour_and_not_before(server: Club) -> None:
    await server.wait(minutes=6)
    assert dailies(server) == []
    await server.wait(minutes=4)
    (post,) = dailies(server)
    day = today_of(server)
    assert post.content.startswith(f"### 📅 Daily #{number_of(day)} · ")
    assert task(daily(day), EN) in post.content
    assert post.picture.alt
    assert post.pinged == frozenset()
    assert daily(day).asked.answers[0] not in told(post)


async def test_every_day_there_is_another_and_one_a_day(server: Club, alice: Member) -> None:
    await server.wait(minutes=10)
    player = Player(alice)
    await player.finds()
    await server.wait(hours=24)
    await server.wait(hours=24)
    posts = dailies(server)
    assert len(posts) == 3
    numbers = [number_of(today_of(server) - before) for before in (2, 1, 0)]
    assert all(f"#{number} " in post.content for number, post in zip(numbers, posts, strict=True))
    assert EN.say("daily.before_it.one", percent=100) in posts[1].content
    assert "%" not in posts[2].content, "yesterday nobody tried it"


async def test_it_is_tried_from_there_in_private(server: Club, alice: Member) -> None:
    await server.wait(minutes=10)
    (post,) = dailies(server)
    player = Player(alice)
    player.shown = await alice.press(post, EN.say("buttons.daily_try"))
    page = await player.tries(player.puzzle.asked.answers[0])
    assert page.private
    assert len(server.posts()) == 1


async def test_it_speaks_the_language_of_the_server(server: Club) -> None:
    server.speak("nl")
    await server.restart()
    await server.wait(minutes=10)
    assert any("### 📅 Dagpuzzel #" in post.content for post in server.posts())


@pytest.mark.on_both
async def test_it_is_not_posted_twice_when_the_bot_starts_again(server: Club) -> None:
    await server.wait(minutes=10)
    await server.restart()
    await server.wait(minutes=5)
    await server.file.change("UPDATE daily_posts SET posted = 0, message = NULL")
    await server.restart()
    await server.wait(minutes=5)
    assert len(dailies(server)) == 1, "nor when it was posted and not noted"


@pytest.mark.on_both
async def test_to_change_the_hour_brings_no_second_one(server: Club, manager: Member) -> None:
    await server.wait(minutes=10)
    await sets(manager, "daily_hour", "10")
    await server.wait(hours=2)
    assert len(dailies(server)) == 1
    assert "10:00 UTC" in (await manager.command("server")).private.content


async def test_an_hour_that_was_missed_is_made_up_for_on_the_same_day(server: Club) -> None:
    await travel(server, datetime(2026, 3, 3, 17, 30, tzinfo=UTC))
    assert len(dailies(server)) == 1


async def test_a_day_that_was_missed_is_not(server: Club) -> None:
    await travel(server, datetime(2026, 3, 5, HOUR - 1, 55, tzinfo=UTC))
    assert dailies(server) == []
    await server.wait(minutes=10)
    (post,) = dailies(server)
    assert f"#{number_of(today_of(server))} " in post.content


async def test_who_chooses_it_after_its_hour_has_todays_at_once(club: Club, manager: Member) -> None:
    await travel(club, datetime(2026, 3, 3, 15, tzinfo=UTC))
    await sets(manager, "daily_channel", club.channel)
    await club.wait(minutes=2)
    assert len(dailies(club)) == 1


async def test_nowhere_is_where_it_comes_from_itself(club: Club) -> None:
    await club.wait(hours=25)
    assert club.posts() == ()


async def test_when_it_is_not_wanted_any_more_it_ends(server: Club, manager: Member) -> None:
    await sets(manager, "daily_channel")
    await server.wait(hours=25)
    assert dailies(server) == []


# Who is called


async def test_it_calls_a_role_once(server: Club, manager: Member) -> None:
    role = server.guild.create_role("puzzlers", mentionable=True)
    await sets(manager, "daily_role", role)
    await server.wait(minutes=10)
    (post,) = dailies(server)
    assert post.content.startswith(EN.say("daily.called", role=f"<@&{role.id}>"))
    assert post.payload["mention_roles"] == [str(role.id)]
    await server.restart()
    await server.wait(minutes=5)
    assert len(dailies(server)) == 1


@pytest.mark.on_both
@pytest.mark.parametrize("how", ["gone", "shut"])
async def test_a_role_that_cannot_be_called_delays_nothing_and_the_log_channel_hears_of_it(
    server: Club, manager: Member, how: str
) -> None:
    role = server.guild.create_role("puzzlers", mentionable=False)
    log = server.guild.create_text_channel("log")
    await sets(manager, "log_channel", log)
    await sets(manager, "daily_role", role)
    await server.take_right("mention_everyone")
    if how == "gone":
        server.env.backend.delete_role(server.guild.id, role.id)
        await server.env.settle()
    await server.wait(minutes=10)
    (post,) = dailies(server)
    assert ("<@&" in post.content, post.payload["mention_roles"]) == (False, [])
    why = say(manager, f"refusals.daily_role_{how}", role=f"<@&{role.id}>")
    assert server.posts(log)[-1].content == EN.say("daily.uncalled", why=why)
    assert why in (await manager.command("server")).private.content


# Where


@pytest.mark.parametrize("right", ["send_messages", "attach_files", "view_channel"])
async def test_a_channel_that_is_shut_delays_it_and_the_log_channel_hears_of_it_once(
    server: Club, manager: Member, right: str
) -> None:
    log = server.guild.create_text_channel("log")
    await sets(manager, "log_channel", log)
    heard = len(server.posts(log))
    await server.take_right(right)
    await server.wait(minutes=30)
    assert dailies(server) == []
    (said,) = server.posts(log)[heard:]
    assert said.content.startswith("⚠ Today's daily is not posted. I cannot post in")
    assert said.content.split(". ", 1)[1] in (await manager.command("server")).private.content
    assert [one.what for one in server.bot.table.troubles.listed()] == [DAILY]
    await server.give_rights_back()
    await server.wait(minutes=2)
    assert len(dailies(server)) == 1
    assert server.bot.table.troubles.listed() == []


@pytest.mark.on_both
async def test_a_channel_that_is_deleted_leads_to_no_other(server: Club, manager: Member) -> None:
    hall = server.guild.create_text_channel("hall")
    log = server.guild.create_text_channel("log")
    await sets(manager, "log_channel", log)
    await sets(manager, "daily_channel", hall)
    await server.delete_channel(hall)
    await server.wait(minutes=15)
    assert dailies(server) == []
    assert "not posted" in server.posts(log)[-1].content
    await sets(manager, "daily_channel", server.channel)
    await server.wait(minutes=2)
    assert len(dailies(server)) == 1


async def test_a_server_that_has_sent_the_bot_away_gets_none(server: Club) -> None:
    await server.bot.table.departures.leave_server(server.guild.id)
    await server.bot.table.preferences.load()
    await server.wait(minutes=15)
    assert await server.bot.table.stored_dailies.unposted(today_of(server)) == []
    assert dailies(server) == []


async def test_what_a_forgotten_server_had_is_gone(server: Club, alice: Member) -> None:
    await server.wait(minutes=10)
    await alice.command("daily")
    await server.bot.table.departures.forget_server(server.guild.id)
    for table in ("daily_posts", "daily_players"):
        assert await server.file.rows(f"SELECT * FROM {table}") == []


async def test_what_fails_on_one_server_does_not_hold_up_another(server: Club, manager: Member) -> None:
    _, elsewhere = server.elsewhere("Otto")
    assert elsewhere.guild is not None
    await server.bot.table.preferences.change_server(
        elsewhere.guild.id, daily_channel=elsewhere.id, daily_hour=HOUR
    )
    await server.take_right("send_messages")
    await server.wait(minutes=10)
    assert (len(dailies(server)), len(dailies(server, elsewhere))) == (0, 1)


# The setting


def test_no_two_channels_whose_numbers_end_alike_are_one_to_discord() -> None:
    """Of thousands some do in their last nine digits."""
    places = (1_400_000_000_123_456_789, 1_400_000_001_123_456_789)
    nonces = {nonce_of("d", 20_411, place) for place in places}
    assert len(nonces) == len(places)
    assert max(map(len, nonces)) <= NONCE


async def test_no_other_hour_can_be_set(server: Club, manager: Member) -> None:
    opened = await manager.command("server")
    for wrong in ("24", "-1", "nine", ""):
        click = manager.filling(opened, "preferences:save_house:0:0:daily", daily_hour=wrong)
        (answer,) = await server.deliver(click)
        assert answer.private.content == say(manager, "refusals.no_setting")
    assert server.bot.table.preferences.server(server.guild.id).daily_hour == HOUR


async def test_the_form_says_what_time_it_is(server: Club, manager: Member) -> None:
    form = (await asks(manager, "daily_hour")).form
    now = server.env.now()
    shown = {f"{now - timedelta(minutes=late):%H:%M}" for late in (0, 1)}
    assert any(time in form.field("daily_hour").hint for time in shown)
    assert len(form.field("daily_hour").values) == 24
