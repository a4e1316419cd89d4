"""Whatever may go wrong on Discord or inside: nothing is lost, and somebody is told."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from bot.club.refused import Refused
from bot.club.troubles import MATCH
from bot.ui import pictures
from bot.words.language import language
from tests.bot.playing import AN_OFFENCE, Table, begin, write
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


async def test_after_a_restart_old_buttons_work(table: Table, club: Club) -> None:
    post = table.post
    composer = (await table.red.press(post, "Move")).private
    await club.restart()
    assert table.post == post, "nothing is posted twice"
    further = await table.red.answer(composer, "b7")
    await club.restart()
    seen = await table.red.answer(further, "c6")
    await club.restart()
    await table.red.press(seen, label(table.red, "play"))
    assert "b7 → c6" in table.post.content
    assert len(table.boards) == 2


async def test_what_was_saved_and_not_shown_is_shown_once_after_a_restart(table: Table, club: Club) -> None:
    match = await table.match()
    await write(club.bot.table.matches, match, table.red.id, "b7-c6")
    assert len(table.boards) == 1
    await club.restart()
    assert len(table.boards) == 2
    assert "b7 → c6" in table.post.content
    await club.restart()
    assert len(table.boards) == 2


async def test_what_was_refused_while_another_waited_for_it_is_not_asked_at_once_again(
    table: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts, asked = club.bot.table.posts, []

    async def refuse(number: int, *, look_first: bool) -> None:
        asked.append(number)
        await asyncio.sleep(0)
        raise Refused("unsaved")

    monkeypatch.setattr(posts.boards, "show", refuse)
    await asyncio.gather(posts.show_waiting(MATCH, table.id), posts.show_waiting(MATCH, table.id))
    assert asked == [table.id]


async def test_a_board_that_discord_has_is_not_posted_again(table: Table, club: Club) -> None:
    """The process died between Discord's receiving the board and the bot's noting it."""
    await table.play("b7-c6")
    shown = table.post
    with sqlite3.connect(club.database.path) as connection:
        connection.execute("UPDATE matches SET posted_ply = 1, post = NULL")
    connection.close()
    await club.restart()
    assert table.post == shown
    assert len(table.boards) == 2
    assert (await table.match()).stored.post == shown.id


async def test_a_challenge_that_was_never_posted_is_posted_after_a_restart(club: Club, alice: Member) -> None:
    await club.bot.table.challenges.challenge(
        "knopen",
        {},
        guild=club.guild.id,
        channel=club.channel.id,
        locale="en",
        challenger=alice.id,
        opponent=None,
    )
    await club.restart()
    (post,) = [post for post in club.posts() if post.labels]
    assert "looking for an opponent" in post.content
    await club.restart()
    assert len([post for post in club.posts() if post.labels]) == 1


async def test_a_challenge_that_expired_while_the_bot_was_away_is_closed(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = (await alice.command("play knopen", opponent=bram)).public
    await club.bot.table.stored_challenges.close(1, "expired")
    await club.restart()
    assert "in time" in club.again(challenge).content


async def test_a_deleted_board_does_not_stop_the_match(table: Table, club: Club) -> None:
    await club.delete(table.post)
    await table.red.command("move", where=table.venue, text="b7-c6")
    assert "b7 → c6" in table.post.content


async def test_a_board_deleted_within_a_turn_is_posted_anew(table: Table, club: Club) -> None:
    await table.play(*AN_OFFENCE)
    await club.delete(table.post)
    await table.blue.command("move", where=table.venue, text="take -")
    assert "waives the penalty" in table.post.content
    assert table.post.labels == ("Move", "Rules", "More")


async def test_the_board_is_posted_again_when_asked(table: Table, club: Club) -> None:
    before = table.post
    more = await table.blue.press(before, "More")
    await table.blue.press(more, label(table.blue, "again"))
    assert table.post.id != before.id
    assert table.post.content == before.content
    assert club.again(before).labels == ()


async def test_when_the_thread_is_deleted_the_match_goes_on_in_the_channel(table: Table, club: Club) -> None:
    await club.delete_channel(table.venue)
    post = club.posts()[-1]
    assert f"**Knopen, match #{table.id}** goes on here" in post.content
    assert post.labels == ("Move", "Rules", "More", "Learn it")
    assert post.channel_id == club.channel.id
    await table.red.press(post, "Move")
    await table.red.command("move", text="b7-c6")
    assert "b7 → c6" in club.posts()[-1].content
    assert "goes on here" not in club.posts()[-1].content, "now everybody knows"


@pytest.mark.parametrize(("status", "code"), [(403, 160005), (400, 160005), (400, 50083)])
async def test_when_the_thread_is_locked_the_match_goes_on_in_the_channel(
    table: Table, club: Club, status: int, code: int
) -> None:
    club.lock(table.venue, status, code)
    await table.red.command("move", where=club.channel, text="b7-c6")
    post = [post for post in club.posts() if post.pictures][-1]
    assert "b7 → c6" in post.content
    assert (await table.match()).stored.venue == club.channel.id


async def test_without_the_right_to_post_the_move_stands_and_is_shown_later(
    club: Club, alice: Member, bram: Member
) -> None:
    await club.take_right("create_public_threads")
    table = await begin(club, alice, bram)
    await club.take_right("send_messages")
    answer = await table.red.command("move", text="b7-c6")
    sentence = answer.private.content
    missing = language("nl" if table.red is bram else "en").say("rights.send_messages")
    assert missing in sentence
    assert (await table.record())[-1] == "b7-c6"
    assert len(table.boards) == 1
    await club.give_rights_back()
    await club.wait(minutes=2)
    assert "b7 → c6" in table.post.content
    assert len(table.boards) == 2


@pytest.mark.breaks
async def test_when_drawing_fails_the_board_is_written(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(scene: object) -> bytes:
        raise MemoryError("no paint")

    monkeypatch.setattr(pictures, "draw", torn)
    await table.red.command("move", where=table.venue, text="b7-c6")
    post = table.club.posts(table.venue)[-1]
    assert post.pictures == ()
    assert "```" in post.content
    assert len(post.content) < 2000
    assert post.labels == ("Move", "Rules", "More")
    composer = await table.blue.press(post, "Move")
    assert "```" in composer.private.content
    first = composer.private.labels[0]
    assert first.startswith("1 · "), "no picture says what the number stands for"


async def test_when_nothing_can_be_saved_nothing_changes_and_somebody_is_told(
    table: Table, club: Club
) -> None:
    await club.file.change("PRAGMA query_only = ON")
    answer = await table.red.command("move", where=table.venue, text="b7-c6")
    assert answer.private.content == say(table.red, "refusals.unsaved")
    assert len(await table.record()) == 1
    await club.file.change("PRAGMA query_only = OFF")
    await table.red.command("move", where=table.venue, text="b7-c6")
    assert (await table.record())[-1] == "b7-c6"


@pytest.mark.breaks
async def test_what_nobody_foresaw_is_said_kindly_and_logged(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise sqlite3.ProgrammingError("who wrote this?")

    monkeypatch.setattr(table.club.bot.table.matches, "load", broken)
    answer = await table.red.press(table.post, "Move")
    assert answer.private.content == say(table.red, "refusals.broken")
    assert "who wrote this?" in caplog.text


async def test_buttons_of_a_match_nobody_knows_are_answered(table: Table, club: Club) -> None:
    (answer,) = await club.deliver(table.red.forging(table.post, "play:move:4711:0"))
    assert answer.private.content == say(table.red, "refusals.no_match")
