"""`/server`: how a server likes it, and that it is so; a server that sends the bot away."""

from __future__ import annotations

import pytest

from bot.club.deadlines import DAY
from bot.features.preferences.house import PAGE
from tests.bot.finishing import won
from tests.bot.playing import begin
from tests.bot.simulated import Answer, Chosen, Club, Member
from tests.bot.test_play import say


@pytest.fixture
def manager(club: Club) -> Member:
    """She reads English."""
    return club.join_manager("Mona")


@pytest.fixture
def dutch_manager(club: Club) -> Member:
    return club.join_manager("Mies", locale="nl")


async def asks(manager: Member, setting: str) -> Answer:
    """The form in which it stands."""
    opened = await manager.command("server")
    return await manager.press(opened, f"form_house:0:0:{PAGE.theme_of(setting)}")


async def sets(manager: Member, setting: str, *values: Chosen) -> Answer:
    """Through its form; without a value, to none."""
    form = await asks(manager, setting)
    is_code = not values or isinstance(values[0], str)
    value = values[0] if values and is_code else values
    return await manager.fill_in(form, **{setting: value})


async def test_all_settings_are_shown_privately_in_the_readers_language(
    manager: Member, dutch_manager: Member
) -> None:
    english, dutch = [(await each.command("server")).private for each in (manager, dutch_manager)]
    assert english.content.startswith("**How this server likes it**\n**Language and places**\nLanguage: **as")
    assert dutch.content.startswith("**Zo wil deze server het**\n**Taal en plaatsen**\nTaal: **zoals deze")
    for shown, reader in ((english, manager), (dutch, dutch_manager)):
        assert all(say(reader, f"house.{setting}.name") in shown.content for setting in PAGE.settings)
    assert len(PAGE.settings) == 17


async def test_only_managers_may(club: Club, manager: Member, stranger: Member) -> None:
    """Discord hides the command; but a server can tell it to show it to all."""
    opened = await manager.command("server")
    for click in (
        stranger.pressing(opened, "form_house:0:0:places"),
        stranger.filling(opened, "preferences:save_house:0:0:places", threads="no"),
        stranger.forging(opened.private, "preferences:ask_house:0:0", ("language",)),
        stranger.pressing(opened, say(manager, "house.forget")),
    ):
        (answer,) = await club.deliver(click)
        assert answer.private.content == say(stranger, "refusals.manage_server")
    assert club.bot.table.preferences.server(club.guild.id).threads


@pytest.mark.on_both
async def test_menus_from_before_there_were_forms_are_heard(club: Club, manager: Member) -> None:
    old = (await manager.command("help")).private
    for address, values in (
        ("set_house:0:0:pace", ("300",)),
        ("starters_house:0:0", ("77",)),
        ("channels_house:0:0", (str(club.channel.id),)),
        ("podium_channel_house:0:0", (str(club.channel.id),)),
        ("log_channel_house:0:0", (str(club.channel.id),)),
    ):
        await club.deliver(manager.forging(old, f"preferences:{address}", values))
    liked, here = club.bot.table.preferences.server(club.guild.id), club.channel.id
    assert (liked.pace, liked.starters, liked.channels) == (300, 77, (here,))
    assert (liked.podium_channel, liked.log_channel) == (here, here)
    for setting in ("starters", "channels", "podium_channel", "log_channel"):
        await club.deliver(manager.forging(old, f"preferences:{setting}_house:0:0:all"))
    liked = club.bot.table.preferences.server(club.guild.id)
    assert (liked.starters, liked.channels, liked.podium_channel, liked.log_channel) == (None, (), None, None)
    (form,) = await club.deliver(manager.forging(old, "preferences:ask_house:0:0", ("pace",)))
    assert form.form.title == say(manager, "house.themes.matches")


async def test_all_of_a_form_is_saved_or_nothing(club: Club, manager: Member) -> None:
    shut = club.guild.create_text_channel("shut")
    await club.take_right("send_messages", shut)
    form = await asks(manager, "log_channel")
    answer = await manager.fill_in(form, log_channel=shut, threads="no", language="nl")
    assert f"<#{shut.id}>" in answer.private.content
    liked = club.bot.table.preferences.server(club.guild.id)
    assert (liked.log_channel, liked.threads, liked.language) == (None, True, None)


async def test_everybodys_role_is_no_role(club: Club, manager: Member) -> None:
    opened = await manager.command("server")
    everybody = manager.filling(opened, "preferences:save_house:0:0:matches", starters=str(club.guild.id))
    await club.deliver(everybody)
    assert club.bot.table.preferences.server(club.guild.id).starters is None


async def test_what_stands_in_a_form_is_what_is_set(club: Club, manager: Member) -> None:
    role = club.guild.create_role("Players")
    other = club.guild.create_text_channel("other")
    await sets(manager, "channels", club.channel, other)
    await sets(manager, "starters", role)
    places, matches = (await asks(manager, "channels")).form, (await asks(manager, "starters")).form
    assert places.field("channels").chosen == (str(club.channel.id), str(other.id))
    assert matches.field("starters").chosen == (str(role.id),)
    unchanged = await manager.fill_in(await asks(manager, "channels"))
    assert say(manager, "preferences.unchanged") in unchanged.private.content


@pytest.mark.on_both
async def test_the_servers_language_goes_before_discords(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    changed = await sets(manager, "language", "nl")
    assert "Language: **Nederlands**" in changed.private.content, "the answer is the reader's"
    await club.restart()
    assert "daagt je uit" in (await alice.command("play knopen", opponent=bram)).public.content


async def test_one_plays_where_the_server_wants_it(club: Club, manager: Member, alice: Member) -> None:
    other = club.guild.create_text_channel("other")
    changed = await sets(manager, "channels", other)
    assert f"**<#{other.id}>**" in changed.private.content
    answer = await alice.command("play knopen")
    assert answer.private.content == say(alice, "refusals.play_elsewhere", channels=f"<#{other.id}>")
    assert (await alice.command("play knopen", where=other)).public
    assert "everywhere" in (await sets(manager, "channels")).private.content
    assert (await alice.command("play knopen")).public


async def test_elsewhere_what_is_asked_for_is_for_the_asker_alone(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    other = club.guild.create_text_channel("other")
    for command in ("leaderboard", "profile"):
        assert (await bram.command(command, where=other)).public, "one plays everywhere"
    posts = club.posts(other)
    await sets(manager, "channels", club.channel)
    for command in ("leaderboard", "profile"):
        assert (await bram.command(command, where=other)).private.content
        assert (await bram.command(command)).public
    assert club.posts(other) == posts


async def test_a_film_can_be_shown_to_all_only_where_one_plays(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    match = await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await club.file.change("UPDATE matches SET channel = ?", club.channel.id)
    other = club.guild.create_text_channel("other")
    await sets(manager, "channels", club.channel)
    share = say(bram, "buttons.share")
    assert share not in (await bram.command("replay", where=other, match=match.id)).private.labels
    assert share in (await bram.command("replay", match=match.id)).private.labels


async def test_what_everybody_sees_is_shown_where_one_plays_and_elsewhere_to_oneself(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    for _ in range(11):  # two pages
        await won(club.bot.table, (alice.id, club.join("Guest").id), guild=club.guild.id)
    board = (await alice.command("leaderboard")).public
    other = club.guild.create_text_channel("other")
    await sets(manager, "channels", other)
    why = say(alice, "alone.play_elsewhere", channels=f"<#{other.id}>")
    for command in ("leaderboard", "profile"):
        assert why in (await alice.command(command)).private.content
        assert why not in (await alice.command(command, where=other)).public.content
    await alice.press(board, "after")
    assert club.again(board).content == board.content, "its pages turn for whoever presses, alone"


async def test_a_thread_belongs_to_its_channel(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await sets(manager, "channels", club.channel)
    assert (await alice.command("play knopen", where=table.venue)).public


async def test_matches_are_started_by_a_role(
    club: Club, manager: Member, alice: Member, stranger: Member
) -> None:
    role = club.guild.create_role("Players")
    player = club.join("Player", roles=[role])
    await sets(manager, "starters", role)
    answer = await alice.command("play knopen")
    assert answer.private.content == say(alice, "refusals.starters_only", role=f"<@&{role.id}>")
    challenge = await player.command("play knopen")
    await alice.press(challenge, "Accept")
    assert await club.stored.running_of(alice.id, club.guild.id), "to take one up is open to all"
    await sets(manager, "starters")
    assert (await stranger.command("play knopen")).public


@pytest.mark.on_both
async def test_without_threads_they_play_in_the_channel(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    await sets(manager, "threads", "no")
    table = await begin(club, alice, bram)
    assert not club.threads
    assert table.post.channel_id == club.channel.id


async def test_the_usual_times_are_the_servers(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    await sets(manager, "pace", str(DAY))
    await sets(manager, "window", "900")
    await sets(manager, "least_matches", "5")
    table = await begin(club, alice, bram)
    stored = (await table.match()).stored
    assert (stored.pace, stored.window) == (DAY, 900)
    assert club.bot.table.preferences.least_matches(club.guild.id) == 5
    await sets(manager, "pace", "0")
    assert (await (await begin(club, alice, bram)).match()).stored.pace is None


# Forgetting


@pytest.mark.on_both
async def test_a_server_is_forgotten_only_when_asked_twice(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await alice.command("play krabcek")
    await bram.press(await alice.command("play cubus"), "Join")
    await club.bot.table.preferences.change_server(club.guild.id, channels=(club.channel.id,))
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await sets(manager, "threads", "no")
    asked = await manager.press(await manager.command("server"), say(manager, "house.forget"))
    assert asked.private.content == say(manager, "house.forget_sure")
    assert await club.stored.load(table.id), "nothing has happened yet"
    done = await manager.press(asked, say(manager, "house.forget_yes"))
    assert done.private.content == say(manager, "house.forgotten")
    assert await left_of(club, club.guild.id) == set()
    (answer,) = await club.deliver(alice.pressing(table.post, "Move"))
    assert answer.private.content == say(alice, "refusals.no_match")
    again = await begin(club, alice, bram)
    assert again.id > table.id, "no old button may mean a new match"


@pytest.mark.on_both
async def test_what_other_servers_have_stays(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    for name in ("matches", "challenges"):
        await club.file.change(f"UPDATE {name} SET guild = 77")
    await club.bot.table.departures.forget_server(club.guild.id)
    assert (await table.record())[0].startswith("lot")


async def left_of(club: Club, guild: int) -> set[str]:
    """The tables in which something of a server is left."""
    tables = {
        **dict.fromkeys(("challenges", "matches", "people", "servers", "results"), "guild"),
        **dict.fromkeys(("play_channels", "bars", "acts"), "guild"),
        **dict.fromkeys(("ratings", "standings"), "scope"),
    }
    of_matches = ("seats", "plies", "offers", "guests")
    found = {
        name
        for name, column in tables.items()
        if await club.file.row(f"SELECT 1 FROM {name} WHERE {column} = ?", guild)
    }
    return found | {name for name in of_matches if await club.file.row(f"SELECT 1 FROM {name}")}


# A server that sends the bot away


@pytest.mark.on_both
async def test_what_a_server_removes_by_mistake_rests_for_a_day_and_goes_on(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=300)
    await table.play("b7-c6", "b6-b7")
    await alice.command("play krabcek")
    due = (await table.match()).stored.due
    assert due is not None
    await removed(club)
    await club.wait(hours=23)
    match = await table.match()
    assert (match.outcome, match.stored.due) == (None, due)
    assert await club.bot.table.stored_challenges.open_for(alice.id, club.guild.id)
    await club.bot.table.departures.welcome(club.guild.id)
    back = await table.match()
    assert (back.outcome, back.stored.due) == (None, due + 23 * 3600)


@pytest.mark.on_both
async def test_matches_of_a_server_that_does_not_take_the_bot_back_are_closed_quietly(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await table.play("b7-c6", "b6-b7")
    await alice.command("play krabcek")
    await removed(club)
    await club.wait(hours=24, minutes=10)
    match = await club.bot.table.matches.load(table.id)
    assert match.record[-1] == "aborted"
    outbox = club.bot.table.outbox
    assert (await outbox.unshown_challenges(), await outbox.unshown_matches()) == ([], [])
    assert not await club.bot.table.stored_challenges.open_for(alice.id, club.guild.id)


@pytest.mark.on_both
async def test_its_data_go_after_thirty_days(club: Club, alice: Member, bram: Member) -> None:
    await begin(club, alice, bram)
    await removed(club)
    await club.file.change("UPDATE servers SET left_at = left_at - ?", 29 * DAY)
    await club.bot.table.preferences.load()
    await club.wait(minutes=2)
    assert await left_of(club, club.guild.id)
    await club.file.change("UPDATE servers SET left_at = left_at - ?", DAY)
    await club.wait(minutes=2)
    assert await left_of(club, club.guild.id) == set()


@pytest.mark.on_both
async def test_a_server_that_removed_the_bot_while_it_was_down_is_noticed(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await club.file.change("UPDATE matches SET guild = 77")
    await club.restart()
    assert (await table.record())[-1] != "aborted"
    assert club.bot.table.preferences.server(77).left_at is not None
    assert club.bot.table.preferences.server(club.guild.id).left_at is None


async def test_a_server_that_takes_the_bot_back_keeps_its_data(club: Club, alice: Member) -> None:
    await club.bot.table.preferences.change_server(club.guild.id, left_at=1)
    await club.restart()
    await club.wait(minutes=2)
    assert club.bot.table.preferences.server(club.guild.id).left_at is None
    await club.bot.table.preferences.change_server(club.guild.id, left_at=1)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await club.bot.on_guild_join(guild)
    assert club.bot.table.preferences.server(club.guild.id).left_at is None


async def removed(club: Club) -> None:
    """The owner of the server throws the bot out."""
    club.env.backend.remove_guild(club.guild.id)
    await club.env.settle()
