"""Matches without a server: in a direct message with the bot, where nobody else is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from bot.club.computers import computer, is_computer, level_of
from bot.club.match import Match
from bot.club.whereabouts import DIRECT
from bot.words.language import language
from engines import GAMES
from tests.bot.erased import places_of, traces_of
from tests.bot.finishing import won
from tests.bot.playing import begin
from tests.bot.simulated import Answer, Club, Direct, Member, Shown
from tests.bot.test_privacy import forgets

EN, NL = language("en"), language("nl")


@dataclass
class Alone:
    """A match of one member against the computer, in their direct messages."""

    club: Club
    id: int
    who: Direct

    @property
    def boards(self) -> list[Shown]:
        return [post for post in self.who.posts if post.pictures]

    @property
    def board(self) -> Shown:
        return self.boards[-1]

    async def match(self) -> Match:
        return await self.club.bot.table.matches.load(self.id)

    async def move(self, by: Member) -> Answer:
        """The first that there is; the computer has answered."""
        match = await self.match()
        text = match.game.write_move(match.position.legal_moves(match.seat_of(by.id))[0])
        answer = await by.command("move", text=text, match=self.id)
        await self.club.bot.table.posts.answers.done()
        return answer


async def begun(club: Club, member: Member, *, game: str = "knopen", **options: Any) -> Alone:
    """As they ask for it; the computer has answered, if it began."""
    await member.directly.command(f"play {game}", **options)
    await club.bot.table.posts.answers.done()
    return Alone(club, max(await club.stored.running_of(member.id, DIRECT)), member.directly)


@pytest.fixture
async def alone(club: Club, alice: Member) -> Alone:
    return await begun(club, alice)


# Beginning


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_begins_at_once_and_goes_on(club: Club, alice: Member, game: str) -> None:
    alone = await begun(club, alice, game=game, level=2)
    assert (await alone.match()).is_solo
    assert not alone.board.pinged
    listed = (await alone.who.command("board")).private
    assert listed.pictures


async def test_its_level_is_the_one_asked_for(club: Club, alice: Member) -> None:
    alone = await begun(club, alice, level=1)
    assert [level_of(member) for member in (await alone.match()).members if is_computer(member)] == [1]


async def test_who_names_somebody_there_is_told_that_people_are_met_on_servers(
    club: Club, alice: Member, bram: Member
) -> None:
    answer = await alice.directly.command("play knopen", opponent=bram)
    assert answer.private.content == EN.say("refusals.people_on_servers")
    assert not await club.stored.running_of(alice.id)
    assert not await club.bot.table.stored_challenges.open_with(alice.id)


async def test_there_are_three_at_once(club: Club, alice: Member) -> None:
    for _ in range(3):
        await begun(club, alice)
    answer = await alice.directly.command("play knopen")
    which = ("Knopen #1", "Knopen #2", "Knopen #3")
    assert answer.private.content == EN.say("refusals.too_many_alone", most=3, matches=which)


async def test_it_hangs_in_the_direct_message_and_nowhere_else(alone: Alone, club: Club) -> None:
    assert len(alone.boards) == 1
    assert not club.posts()
    match = await alone.match()
    assert match.stored.venue == alone.board.channel_id


# A table for more than two


async def laid(club: Club, member: Member, *levels: int) -> Shown:
    """A table of Cubus, with computers of these levels; returns its post."""
    await member.directly.command("play cubus")
    post = member.directly.posts[-1]
    host = (await member.directly.press(post, EN.say("buttons.ask_computers"))).private
    for level in levels:
        host = (await member.directly.choose(host, str(level), menu="seat")).private
    return member.directly.posts[-1]


async def test_cubus_is_laid_out_for_as_many_computers_as_its_host_asks(club: Club, alice: Member) -> None:
    table = await laid(club, alice, 1, 3, 3)
    assert table.pictures
    seated = (f"<@{alice.id}>", *(EN.mention(computer(*one)) for one in ((1,), (3,), (3, 1))))
    assert EN.listing(seated) in table.content
    assert table.labels[:2] == (EN.say("buttons.start"), EN.say("buttons.ask_computers"))
    assert "a turn" not in table.content
    assert "limit" not in table.content
    await alice.directly.press(table, EN.say("buttons.start"))
    await club.bot.table.posts.answers.done()
    (number,) = await club.stored.running_of(alice.id, DIRECT)
    alone = Alone(club, number, alice.directly)
    match = await alone.match()
    assert match.is_solo
    assert match.stored.pace is None
    assert sorted(match.members)[:3] == [1, 3, 13]
    assert alone.board.channel_id == table.channel_id
    assert not alone.board.pinged
    assert not club.posts()


async def test_a_table_for_nobody_else_does_not_start(club: Club, alice: Member) -> None:
    table = await laid(club, alice)
    answer = await alice.directly.press(table, EN.say("buttons.start"))
    assert answer.private.content == EN.say("refusals.too_few", least=2)
    assert not await club.stored.running_of(alice.id)


async def test_its_host_sends_a_computer_away_or_clears_the_table(club: Club, alice: Member) -> None:
    table = await laid(club, alice, 2)
    host = (await alice.directly.press(table, EN.say("buttons.ask_computers"))).private
    assert [menu.custom_id.split(":")[1] for menu in host.menus] == ["seat", "send_away"]
    host = (await alice.directly.choose(host, str(computer(2)), menu="send_away")).private
    assert alice.directly.posts[-1].content.count("(level") == 0
    host = (await alice.directly.press(table, EN.say("buttons.ask_computers"))).private
    await alice.directly.press(host, EN.say("buttons.withdraw"))
    table = alice.directly.posts[-1]
    assert not table.labels
    assert table.content == EN.say("challenge.withdrawn", challenger=alice.mention, game="Cubus")


async def test_a_table_that_nobody_begins_is_cleared_after_a_day(club: Club, alice: Member) -> None:
    await laid(club, alice, 2)
    await club.wait(days=2)
    assert alice.directly.posts[-1].content == EN.say("lobby.expired_alone", game="Cubus")


@pytest.mark.on_both
async def test_who_is_forgotten_takes_their_tables_along(club: Club, alice: Member) -> None:
    await laid(club, alice, 2)
    await forgets(alice)
    assert await club.file.numbers("SELECT count(*) FROM challenges") == [0]
    assert await club.file.numbers("SELECT count(*) FROM guests") == [0]


async def test_a_challenge_of_a_server_is_not_answered_in_a_direct_message(
    club: Club, alice: Member, bram: Member
) -> None:
    await alice.command("play cubus")
    listed = (await alice.directly.command("games")).private
    for verb in ("start", "withdraw", "host"):
        (answer,) = await club.deliver(alice.directly.forging(listed, f"challenge:{verb}:1:0"))
        assert answer.private.content == EN.say("refusals.asked_elsewhere")
    assert [one.state for one in await club.bot.table.stored_challenges.open_with(alice.id)] == ["open"]


# What its player finds of it, and where


async def test_its_player_finds_it_there_with_a_link(alone: Alone) -> None:
    listed = (await alone.who.command("games")).private
    link = f"https://discord.com/channels/@me/{alone.board.channel_id}/{alone.board.id}"
    assert listed.button("Open").url == link
    assert "direct messages" not in listed.content


async def test_in_a_direct_message_all_matches_are_listed_with_where_they_are(
    alone: Alone, club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    listed = (await alone.who.command("games")).private
    assert f"#{alone.id} Knopen" in listed.content
    assert f"**#{table.id} Knopen** with Bram, {EN.say('list.on_server', server='Club')}" in listed.content
    assert set(listed.labels) == {"Open"}


async def test_on_a_server_it_is_listed_for_its_player_alone(
    alone: Alone, alice: Member, bram: Member
) -> None:
    listed = (await alice.command("games")).private.content
    assert f"#{alone.id} Knopen" in listed
    assert EN.say("list.in_direct_messages") in listed
    assert f"#{alone.id}" not in (await bram.command("games")).private.content


async def test_it_is_suggested_by_what_its_members_are_called(alone: Alone, alice: Member) -> None:
    for where in (alice, alone.who):
        assert alone.id in (await where.suggestions("move", "match", "")).values()


async def test_whoever_plays_there_alone_is_called_as_by_all_of_discord(
    alone: Alone, club: Club, alice: Member
) -> None:
    club.env.backend.edit_member(club.guild.id, alice.id, {"nick": "Queen of the Club"})
    await alice.command("help")
    await alone.who.command("help")
    match = await alone.match()
    assert match.seats[match.seat_of(alice.id)].name == "Alice"


# Who sees it


@pytest.mark.parametrize("directly", [False, True], ids=["on the server", "in their own direct messages"])
@pytest.mark.parametrize("command", ["board", "replay", "fair", "move", "hint"])
async def test_by_its_number_it_is_unknown_to_others(
    alone: Alone, bram: Member, command: str, directly: bool
) -> None:
    options: dict[str, Any] = {"text": "b7-c6"} if command == "move" else {}
    who = bram.directly if directly else bram
    answer = await who.command(command, match=alone.id, **options)
    assert answer.private.content == NL.say("refusals.no_match")


@pytest.mark.parametrize(
    "address", ["play:move", "play:more", "archive:replay", "archive:steps", "fair:check"]
)
async def test_its_buttons_are_not_heard_from_others(
    alone: Alone, club: Club, bram: Member, address: str
) -> None:
    listed = (await bram.command("games")).private
    (answer,) = await club.deliver(bram.forging(listed, f"{address}:{alone.id}:0"))
    assert answer.private.content == NL.say("refusals.no_match")


async def test_a_manager_of_a_server_decides_nothing_about_it(alone: Alone, club: Club) -> None:
    mona = club.join_manager("Mona")
    listed = (await mona.command("games")).private
    (answer,) = await club.deliver(mona.forging(listed, f"managing:end_yes:{alone.id}:0"))
    assert answer.private.content == EN.say("refusals.no_match")
    assert (await alone.match()).outcome is None


async def test_its_film_is_shown_to_nobody_else(alone: Alone, alice: Member) -> None:
    on_server = (await alice.command("replay", match=alone.id)).private
    in_direct_message = (await alone.who.command("replay")).private
    assert on_server.labels == in_direct_message.labels == ("Step by step", "Record")
    assert in_direct_message.pictures


# What its player does from elsewhere


async def test_a_move_from_a_server_is_shown_in_the_direct_message(
    alone: Alone, club: Club, alice: Member
) -> None:
    answer = await alone.move(alice)
    assert answer.private.content.startswith("Done")
    assert alone.board.picture.name == f"knopen-{alone.id}-{len((await alone.match()).played)}.png"
    assert not club.posts()


async def test_it_does_not_leave_the_direct_message(alone: Alone, club: Club, alice: Member) -> None:
    board = (await alice.command("board", match=alone.id)).private
    await alice.press(board, "again")
    assert len(alone.boards) == 2
    assert not club.posts()


async def test_a_match_of_a_server_does_not_leave_it_for_a_direct_message(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    club.lock(table.venue)
    await club.take_right("send_messages")
    board = (await alice.directly.command("board", match=table.id)).private
    answer = await alice.directly.press(board, "again")
    assert "I can" in answer.private.content  # not post there
    assert not alice.directly.posts


async def test_another_match_with_people_is_not_asked_for_in_a_direct_message(
    club: Club, alice: Member, bram: Member
) -> None:
    finished = await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    listed = (await alice.directly.command("games")).private
    (answer,) = await club.deliver(alice.directly.forging(listed, f"challenge:rematch:{finished.id}:0"))
    assert answer.private.content == EN.say("refusals.played_elsewhere")


# What is told there of servers


async def test_the_history_there_is_of_all_servers(club: Club, alice: Member, bram: Member) -> None:
    finished = await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    told = (await alice.directly.command("history")).private
    assert told.content.startswith(EN.say("history.of_anywhere", who=alice.mention))
    assert f"#{finished.id}" in told.content
    against = (await alice.directly.command("history", opponent=bram)).private.content
    assert EN.say("history.against", who=bram.mention, won=1, drawn=0, lost=0) in against


@pytest.mark.parametrize("command", ["history", "profile"])
async def test_of_others_nothing_is_told_there(club: Club, alice: Member, bram: Member, command: str) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    answer = await alice.directly.command(command, member=bram)
    assert answer.private.content == EN.say("refusals.others_on_servers")


@pytest.mark.on_both
async def test_the_profile_there_is_ones_own_of_all_servers(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await won(club.bot.table, (alice.id, stranger.id), guild=club.guild.id + 1)
    told = (await alice.directly.command("profile")).public
    assert "2 won" in told.content
    assert told.pictures


async def test_the_leaderboard_there_is_that_of_all_servers(club: Club, alice: Member, bram: Member) -> None:
    await alice.command("help")
    await bram.command("help")
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    told = (await alice.directly.command("leaderboard")).public
    assert EN.say("ladder.everywhere") in told.content.splitlines()[0]
    assert "Bram" in told.content
    assert bram.mention not in told.content


async def test_open_challenges_are_told_there_and_answered_on_their_server(
    club: Club, alice: Member, bram: Member
) -> None:
    await bram.command("play krabcek", opponent=alice)
    told = (await alice.directly.command("games")).private
    assert EN.say("list.asked") in told.content
    assert told.labels == ("Open",), "there one goes to answer it"


# As its only reader likes it


@pytest.mark.on_both
async def test_its_board_is_told_in_the_language_its_member_chooses(
    alone: Alone, club: Club, alice: Member
) -> None:
    await club.bot.table.preferences.change_member(alice.id, language="nl")
    await alone.who.press((await alone.who.command("board")).private, "again")
    assert "@" in alone.board.content
    assert alone.board.labels[0] == NL.say("buttons.move")


@pytest.mark.on_both
async def test_its_board_is_drawn_as_its_member_sees_boards(alone: Alone, club: Club, alice: Member) -> None:
    before = alone.board.picture.data
    await club.bot.table.preferences.change_member(alice.id, theme="contrast")
    await alone.who.press((await alone.who.command("board")).private, "again")
    strong = alone.board.picture.data
    await club.bot.table.matches.turn_board(alone.id, alice.id)
    await alone.who.press((await alone.who.command("board")).private, "again")
    assert len({before, strong, alone.board.picture.data}) == 3


# When they take no messages


@pytest.fixture
async def closed(alone: Alone, club: Club, alice: Member) -> Alone:
    """They have moved from a server, when a new post was due; their direct messages are closed."""
    await club.wait(minutes=56)
    club.refuse_direct_messages(alice)
    answer = await alone.move(alice)
    told = [message.content for message in answer.messages if "saved" in message.content]
    assert told == [EN.say("saved_not_shown", why=EN.say("refusals.cannot_write_to_you"))]
    return alone


async def test_a_board_that_is_not_taken_waits_and_says_nothing_to_others(closed: Alone, club: Club) -> None:
    asked = len(club.requests(f"/channels/{closed.board.channel_id}/messages"))
    await club.wait(minutes=50)
    assert len(club.requests(f"/channels/{closed.board.channel_id}/messages")) == asked
    assert not club.posts()
    assert (await closed.match()).outcome is None


@pytest.mark.on_both
async def test_it_comes_when_they_are_heard_from_again(closed: Alone, club: Club) -> None:
    boards = len(closed.boards)
    club.take_direct_messages()
    await closed.who.command("help")
    assert len(closed.boards) == boards + 1


@pytest.mark.on_both
async def test_who_never_takes_it_is_not_waited_for_for_ever(closed: Alone, club: Club) -> None:
    await club.bot.table.leaving.close(closed.id)
    await club.wait(minutes=5)
    assert await club.bot.table.outbox.unshown_matches()
    await club.file.change("UPDATE matches SET ended_at = ended_at - ?", 24 * 60 * 60)
    await club.wait(minutes=5)
    assert not await club.bot.table.outbox.unshown_matches()


async def test_neither_log_nor_status_knows_whose_messages_are_closed(
    closed: Alone, club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    whose = str(closed.board.channel_id)
    assert not [record for record in caplog.records if whose in str(vars(record))]
    assert not [each for each in club.bot.table.troubles.listed() if whose in each.name + each.why]


# Servers come and go


async def test_it_does_not_rest_with_any_server(alone: Alone, club: Club) -> None:
    await alone.who.command("help")
    await club.bot.table.departures.compare_servers([])
    assert club.bot.table.preferences.server(DIRECT).left_at is None
    await club.wait(hours=30)
    assert (await alone.match()).outcome is None
    await club.bot.table.departures.forget_server(club.guild.id)
    match = await alone.match()
    assert match.seats[match.seat_of(alone.who.id)].name == "Alice"


async def test_it_goes_on_after_a_restart(alone: Alone, club: Club) -> None:
    await club.restart()
    answer = await alone.who.press(alone.board, "move")
    assert answer.private.pictures


# What is stored


async def test_who_is_forgotten_leaves_nothing_there(alone: Alone, club: Club, alice: Member) -> None:
    channel = alone.board.channel_id
    await club.wait(minutes=2)
    assert places_of(club.database.path, channel)
    await forgets(alice)
    assert places_of(club.database.path, alice.id, channel) == set()
    assert traces_of(club.database.path, alice.id, channel) == {}
    answer = await alone.who.press(alone.board, "move")
    assert answer.private.content == EN.say("refusals.no_match")


async def test_what_others_play_there_stays_when_somebody_is_forgotten(
    alone: Alone, club: Club, bram: Member
) -> None:
    theirs = await begun(club, bram)
    await forgets(alone.who)
    assert (await theirs.match()).outcome is None


async def test_it_is_exported_to_its_member(alone: Alone) -> None:
    answer = await alone.who.command("privacy export")
    (told,) = [json.loads(file.data) for message in answer.messages for file in message.pictures]
    (match,) = told["matches"]
    assert (match["id"], match["guild"]) == (alone.id, DIRECT)
