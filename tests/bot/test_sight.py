"""What is played in a channel is seen by those who see the channel: everywhere else it is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.words.language import language
from tests.bot.finishing import won
from tests.bot.playing import started
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_play import say

EN = language("en")
NO_MATCH = EN.say("refusals.no_match")
NO_CHALLENGE = EN.say("refusals.no_challenge")
HIDDEN = discord.PermissionOverwrite(view_channel=False)
SHOWN = discord.PermissionOverwrite(view_channel=True)


@pytest.fixture
def fans(club: Club) -> simcord.RoleHandle:
    """The role that opens the hidden channel."""
    return club.guild.create_role("Fans")


@pytest.fixture
def hidden(club: Club, fans: simcord.RoleHandle) -> simcord.ChannelHandle:
    """A channel that only fans see."""
    return only_for(club, fans, "hidden")


def only_for(club: Club, role: simcord.RoleHandle, name: str) -> simcord.ChannelHandle:
    """And for the bot, which must be let in as well."""
    channel = club.guild.create_text_channel(name, overwrites={club.guild.default_role: HIDDEN, role: SHOWN})
    club.let_bot_in(channel)
    return channel


@dataclass
class Secret:
    """Two fans who play where others do not see it."""

    club: Club
    hidden: simcord.ChannelHandle
    fan: Member
    other: Member
    reader: Member
    """Who is no fan."""
    finished: int
    running: int = field(default=0)


@pytest.fixture
async def secret(
    club: Club, fans: simcord.RoleHandle, hidden: simcord.ChannelHandle, stranger: Member
) -> Secret:
    fan, other = club.join("Fenna", roles=[fans]), club.join("Floor", roles=[fans])
    finished = await played(club, fan, other, hidden)
    return Secret(club, hidden, fan, other, stranger, finished)


async def played(club: Club, one: Member, other: Member, where: simcord.ChannelHandle) -> int:
    """A match that is over, in the thread it had in this channel."""
    challenge = await one.command("play knopen", where=where, opponent=other)
    await other.press(challenge, "accept")
    number = max(await club.stored.running_of(one.id, club.guild.id))
    await club.bot.table.leaving.resign(number, one.id)
    await club.show_board(number)
    return number


def said(answer: Answer) -> str:
    return answer.private.content


# By number


@pytest.mark.parametrize("command", ["board", "replay", "fair", "hint"])
async def test_who_does_not_see_the_channel_knows_of_no_match_there(secret: Secret, command: str) -> None:
    assert said(await secret.reader.command(command, match=secret.finished)) == NO_MATCH
    assert said(await secret.reader.command(command, match=99_999)) == NO_MATCH


async def test_a_move_in_a_match_one_may_not_see_is_one_in_no_match(secret: Secret) -> None:
    for number in (secret.finished, 99_999):
        assert said(await secret.reader.command("move", match=number, text="b7-c6")) == NO_MATCH
    assert said(await secret.fan.command("move", match=secret.finished, text="b7-c6")) != NO_MATCH


async def test_who_sees_the_channel_sees_what_is_played_there(
    secret: Secret, club: Club, fans: simcord.RoleHandle
) -> None:
    third = club.join("Fre", roles=[fans])
    assert (await third.command("board", match=secret.finished)).private.pictures
    assert (await third.command("replay", where=secret.hidden, match=secret.finished)).private.pictures


async def test_players_see_their_own_match_also_when_the_channel_is_shut_to_them(
    secret: Secret, club: Club
) -> None:
    club.hide(secret.hidden, secret.fan)
    assert (await secret.fan.command("board", match=secret.finished)).private.pictures
    assert (await secret.fan.command("replay", match=secret.finished)).private.pictures


async def test_who_may_see_everything_may_see_this(secret: Secret, club: Club) -> None:
    admin = club.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
    boss = club.join("Boss", roles=[admin])
    assert (await boss.command("board", match=secret.finished)).private.pictures


async def test_a_channel_that_is_opened_shows_what_was_played_there(secret: Secret, club: Club) -> None:
    assert said(await secret.reader.command("board", match=secret.finished)) == NO_MATCH
    club.show(secret.hidden, secret.reader)
    await club.env.settle()
    assert (await secret.reader.command("board", match=secret.finished)).private.pictures


# In lists


async def test_a_history_lists_what_its_reader_may_see(secret: Secret, club: Club) -> None:
    open_one = await played(club, secret.fan, club.alice, club.channel)
    for reader, listed in ((secret.reader, {open_one}), (secret.fan, {open_one, secret.finished})):
        shown = (await reader.command("history", member=secret.fan)).private
        watched = [button.custom_id for button in shown.buttons if "watch" in button.custom_id]
        assert watched == [f"archive:watch:{number}:0" for number in sorted(listed, reverse=True)]
        assert (f"#{secret.finished}" in shown.content) is (secret.finished in listed)


async def test_pages_of_a_history_hold_eight_that_their_reader_may_see(secret: Secret, club: Club) -> None:
    table = club.bot.table
    for _ in range(12):
        await won(table, (secret.fan.id, club.alice.id), guild=club.guild.id)
        await won(table, (secret.fan.id, secret.other.id), guild=club.guild.id)
    await club.file.change("UPDATE matches SET channel = ? WHERE venue IS NULL", club.channel.id)
    await club.file.change(
        "UPDATE matches SET channel = ? WHERE venue IS NULL"
        " AND id IN (SELECT match FROM seats WHERE member = ?)",
        *(secret.hidden.id, secret.other.id),
    )
    first = await secret.reader.command("history", member=secret.fan)
    assert len(re.findall("archive:watch", str(first.private.buttons))) == 8
    second = await secret.reader.press(first, "older")
    assert len(re.findall("archive:watch", str(club.see(second).buttons))) == 4


async def test_how_two_stand_is_everybodys_to_know(secret: Secret) -> None:
    shown = (await secret.reader.command("history", member=secret.other, opponent=secret.fan)).private
    assert EN.say("history.against", who=secret.fan.mention, won=1, drawn=0, lost=0) in shown.content
    assert not shown.buttons


async def test_a_profile_counts_the_running_matches_that_all_who_read_along_may_see(secret: Secret) -> None:
    challenge = await secret.fan.command("play knopen", where=secret.hidden, opponent=secret.other)
    await secret.other.press(challenge, "accept")
    running = say(secret.reader, "profile.running", count=1)
    for asking in (secret.reader, secret.fan):
        assert running not in (await asking.command("profile", member=secret.fan)).public.content
    there = await secret.fan.command("profile", where=secret.hidden, member=secret.fan)
    assert running in there.public.content


async def test_an_open_challenge_is_listed_to_those_who_see_where_it_hangs(
    secret: Secret, club: Club
) -> None:
    await secret.fan.command("play knopen", where=secret.hidden)
    assert secret.fan.mention not in said(await secret.reader.command("games"))
    assert secret.fan.mention in said(await secret.other.command("games"))


async def test_nobody_takes_up_a_challenge_they_cannot_see(secret: Secret, club: Club) -> None:
    challenge = (await secret.fan.command("play knopen", where=secret.hidden)).public
    listed = (await secret.reader.command("games")).private
    address = challenge.button("Accept").custom_id
    (answer,) = await club.deliver(secret.reader.forging(listed, address))
    assert said(answer) == NO_CHALLENGE
    assert len(await club.stored.running_of(secret.reader.id)) == 0


# Whom a challenge calls


async def test_nobody_is_challenged_in_a_thread_of_a_channel_they_cannot_see(secret: Secret) -> None:
    thread = secret.hidden.threads[0]
    answer = await secret.fan.command("play knopen", where=thread, opponent=secret.reader)
    assert said(answer) == EN.say("refusals.cannot_see", opponent=secret.reader.mention)


async def test_a_rematch_calls_nobody_who_no_longer_sees_the_channel(secret: Secret, club: Club) -> None:
    club.hide(secret.hidden, secret.other)
    last = club.posts(secret.hidden.threads[0])[-1]
    answer = await secret.fan.press(last, "Play again")
    assert said(answer) == EN.say("refusals.cannot_see", opponent=secret.other.mention)


async def test_who_is_shut_out_after_being_challenged_does_not_begin_to_play_there(
    secret: Secret, club: Club
) -> None:
    await secret.fan.command("play knopen", where=secret.hidden, opponent=secret.other)
    club.hide(secret.hidden, secret.other)
    await club.env.settle()
    listed = await secret.other.command("games")
    answer = await secret.other.press(listed, "challenge:accept")
    assert said(answer) == EN.say("refusals.shut_out")
    assert not await club.stored.running_of(secret.other.id)
    await secret.other.press(listed, "challenge:decline")
    assert not await club.bot.table.stored_challenges.open_with(secret.other.id)


# Threads


@dataclass
class Thread:
    """A private thread of a channel that everybody sees, and a match that is over in it."""

    here: simcord.ChannelHandle
    match: int


@pytest.fixture
async def private_thread(club: Club, alice: Member, bram: Member) -> Thread:
    backend = club.env.backend
    made = backend.create_thread(club.channel.id, "whispers", alice.id, type=12)
    for member in (bram.id, backend.bot_user.id):
        backend.add_thread_member(made.id, member)
    await club.env.settle()
    here = next(thread for thread in club.threads if thread.id == made.id)
    return Thread(here, await played(club, alice, bram, here))


async def test_a_private_thread_is_seen_by_who_is_in_it(
    private_thread: Thread, club: Club, stranger: Member
) -> None:
    assert said(await stranger.command("board", match=private_thread.match)) == NO_MATCH
    club.env.backend.add_thread_member(private_thread.here.id, stranger.id)
    assert (await stranger.command("board", match=private_thread.match)).private.pictures


async def test_who_manages_threads_sees_private_ones(private_thread: Thread, club: Club) -> None:
    keeper = club.guild.create_role("Keepers", permissions=discord.Permissions(manage_threads=True))
    mia = club.join("Mia", roles=[keeper])
    assert (await mia.command("board", match=private_thread.match)).private.pictures


async def test_a_private_thread_that_is_folded_away_stays_private(
    private_thread: Thread, club: Club, stranger: Member, alice: Member
) -> None:
    club.archive(private_thread.here)
    await club.env.settle()
    assert said(await stranger.command("board", match=private_thread.match)) == NO_MATCH
    shown = await stranger.command("history", member=alice)
    assert f"#{private_thread.match}" not in said(shown)
    club.env.backend.add_thread_member(private_thread.here.id, stranger.id)
    assert (await stranger.command("board", match=private_thread.match)).private.pictures


async def test_nobody_is_challenged_in_a_private_thread_they_are_not_in(
    private_thread: Thread, alice: Member, stranger: Member
) -> None:
    answer = await alice.command("play knopen", where=private_thread.here, opponent=stranger)
    assert said(answer) == EN.say("refusals.cannot_see", opponent=stranger.mention)


async def test_for_one_list_discord_is_asked_about_a_few_threads(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    backend = club.env.backend
    for _ in range(14):
        made = backend.create_thread(club.channel.id, "whispers", alice.id, type=12)
        backend.add_thread_member(made.id, backend.bot_user.id)
        number = (await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)).id
        await club.file.change("UPDATE matches SET channel = ?1, venue = ?1 WHERE id = ?2", made.id, number)
    await club.env.settle()
    asked = len(club.requests("thread-members"))
    await stranger.command("history", member=alice)
    assert 0 < len(club.requests("thread-members")) - asked <= 10


async def test_a_public_thread_that_is_folded_away_is_as_open_as_its_channel(
    secret: Secret, club: Club, alice: Member, bram: Member
) -> None:
    open_one = await played(club, alice, bram, club.channel)
    for thread in (*club.threads, *secret.hidden.threads):
        club.archive(thread)
    await club.env.settle()
    assert (await secret.reader.command("board", match=open_one)).private.pictures
    assert said(await secret.reader.command("board", match=secret.finished)) == NO_MATCH


async def test_what_was_played_in_a_channel_that_is_gone_only_its_players_see(
    secret: Secret, club: Club
) -> None:
    await club.delete_channel(secret.hidden)
    assert said(await secret.reader.command("board", match=secret.finished)) == NO_MATCH
    assert (await secret.fan.command("board", match=secret.finished)).private.pictures


async def test_what_was_played_in_a_thread_that_is_gone_is_seen_with_its_channel(
    secret: Secret, club: Club, fans: simcord.RoleHandle
) -> None:
    await club.delete_channel(secret.hidden.threads[0])
    third = club.join("Fre", roles=[fans])
    assert (await third.command("board", match=secret.finished)).private.pictures
    assert said(await secret.reader.command("board", match=secret.finished)) == NO_MATCH


async def test_where_a_voice_channel_cannot_be_joined_its_chat_is_not_seen(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    voice = club.guild.create_voice_channel("locked")
    shut = discord.Permissions(connect=True).value
    everyone = Overwrite(club.guild.default_role.id, OverwriteType.ROLE, allow=0, deny=shut)
    club.env.backend.set_overwrite(voice.id, everyone)
    await club.env.settle()
    number = (await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)).id
    await club.file.change("UPDATE matches SET channel = ? WHERE id = ?", voice.id, number)
    assert said(await stranger.command("board", match=number)) == NO_MATCH


# In public


SHARE = "Show to all"


async def test_a_film_can_be_shown_to_all_where_all_who_read_along_may_see_it(
    secret: Secret, club: Club, fans: simcord.RoleHandle
) -> None:
    answer = (await secret.fan.command("replay", match=secret.finished)).private
    assert SHARE not in answer.labels
    (forced,) = await club.deliver(secret.fan.forging(answer, f"archive:share:{secret.finished}:0"))
    assert said(forced) == EN.say("refusals.stays_private")
    at_home = await secret.fan.command("replay", where=secret.hidden, match=secret.finished)
    assert SHARE in at_home.private.labels
    den = only_for(club, fans, "den")
    there = await secret.fan.command("replay", where=den, match=secret.finished)
    assert (await secret.fan.press(there, SHARE)).public.pictures


async def test_a_role_that_is_shut_out_there_counts_among_those_who_read_along(
    secret: Secret, club: Club, alice: Member, bram: Member
) -> None:
    muted = club.guild.create_role("Muted")
    open_one = await played(club, alice, bram, club.channel)
    lounge = club.guild.create_text_channel("lounge")
    shown = await alice.command("replay", where=lounge, match=open_one)
    assert SHARE in shown.private.labels
    club.hide(club.channel, muted)
    await club.env.settle()
    assert SHARE not in (await alice.command("replay", where=lounge, match=open_one)).private.labels
    assert said(await alice.press(shown, SHARE)) == EN.say("refusals.stays_private")


async def test_a_private_thread_reads_along_with_its_channel(
    private_thread: Thread, club: Club, alice: Member, bram: Member
) -> None:
    open_one = await played(club, alice, bram, club.channel)
    for match in (open_one, private_thread.match):
        there = await alice.command("replay", where=private_thread.here, match=match)
        assert SHARE in there.private.labels
    assert SHARE not in (await alice.command("replay", match=private_thread.match)).private.labels


# Lists of challenges


async def test_a_challenge_to_me_is_not_hidden_by_older_tables(
    club: Club, alice: Member, bram: Member
) -> None:
    for number in range(10):
        await club.join(f"Host{number}").command("play knopen")
    await alice.command("play krabcek", opponent=bram)
    own = (await bram.command("play kriskras")).public
    shown = (await bram.command("games")).private
    assert alice.mention in shown.content
    assert [button.label for button in shown.buttons][:2] == ["Aannemen", "Afslaan"]
    withdraw = own.button("withdraw").custom_id
    assert withdraw in {button.custom_id for button in shown.buttons}


async def test_open_tables_come_newest_first(club: Club, alice: Member, bram: Member) -> None:
    hosts = [club.join(f"Host{number}") for number in range(14)]
    for host in hosts:
        await host.command("play knopen")
    first = await alice.command("games")
    content = said(first)
    content += said(await alice.press(first, "▶"))
    places = [content.find(host.mention) for host in reversed(hosts)]
    assert -1 not in places
    assert places == sorted(places)


# Where a match goes on


async def test_a_match_in_a_hidden_channel_goes_on_in_no_channel_that_others_see(
    secret: Secret, club: Club, fans: simcord.RoleHandle
) -> None:
    await secret.fan.command("play knopen", where=secret.hidden, opponent=secret.other)
    await secret.other.press(await secret.other.command("games"), "challenge:accept")
    (number,) = await club.stored.running_of(secret.fan.id)
    before = len(club.posts())
    await club.delete_channel(secret.hidden)
    await club.env.settle()
    match = await club.bot.table.matches.load(number)
    mover = next(one for one in (secret.fan, secret.other) if match.is_to_move(one.id))
    answer = await mover.command("move", match=number, text="b7-c6")
    assert "<#" in said(answer), "it is saved, and told why nobody sees it"
    assert len(club.posts()) == before
    assert len(await club.stored.record(number)) > len(match.record)


async def test_it_goes_on_where_the_same_people_see_it(
    secret: Secret, club: Club, fans: simcord.RoleHandle
) -> None:
    await secret.fan.command("play knopen", where=secret.hidden, opponent=secret.other)
    await secret.other.press(await secret.other.command("games"), "challenge:accept")
    (number,) = await club.stored.running_of(secret.fan.id)
    den = only_for(club, fans, "den")
    await club.bot.table.preferences.change_server(
        club.guild.id, channels=(club.channel.id, den.id), threads=False
    )
    await club.take_right("send_messages_in_threads", secret.hidden)
    await club.take_right("send_messages", secret.hidden)
    match = await club.bot.table.matches.load(number)
    mover = next(one for one in (secret.fan, secret.other) if match.is_to_move(one.id))
    await mover.command("move", match=number, text="b7-c6")
    assert (await club.bot.table.matches.load(number)).stored.venue == den.id
    assert "goes on here" in club.posts(den)[-1].content


async def test_a_table_laid_once_more_calls_only_who_sees_it(club: Club, alice: Member, bram: Member) -> None:
    guest = club.join("Guest")
    round_of_three = await started(club, "cubus", alice, bram, guest)
    for member in (guest, bram):
        await club.bot.table.leaving.resign(round_of_three.id, member.id)
    await club.show_board(round_of_three.id)
    club.hide(club.channel, guest)
    await alice.press(round_of_three.post, "Play again")
    again = club.posts(round_of_three.venue)[-1]
    assert again.pinged == {bram.id}
    assert guest.mention not in again.content
