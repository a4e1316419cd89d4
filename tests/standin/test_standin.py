"""The stand-in keeps Discord's promises, as a small real bot in its own process finds them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.standin import BotProcess, Message, Person, StandIn, When

TOY = "tests.standin.toy"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def discord() -> AsyncIterator[StandIn]:
    async with StandIn() as discord, BotProcess(discord, TOY):
        yield discord


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def anna(discord: StandIn) -> Person:
    return discord.join("Anna")


async def begin(discord: StandIn, anna: Person) -> Message:
    """The first board, in the thread of a new match."""
    discord.forget_nonces()
    threads = len(discord.threads)
    await anna.slash("begin", opponent=discord.join("Ben"))
    await discord.until(lambda: len(discord.threads) > threads and discord.threads[-1].posts)
    return discord.threads[-1].last


async def test_a_command_is_answered_in_the_channel_and_opens_a_thread(
    discord: StandIn, anna: Person
) -> None:
    post = await begin(discord, anna)
    assert discord.table.last.thread is post.channel
    assert discord.table.last.content.startswith(f"{anna.mention} against")
    assert post.text == "ply 0"
    assert [(file.name, len(file.content), file.description) for file in post.attachments] == [
        ("board.png", 50_004, "a board")
    ]


async def test_a_click_changes_its_message_and_brings_a_new_one(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    clicked = await anna.click(post, "Next")
    await discord.until(lambda: clicked.private)
    assert post.buttons == []
    assert [message.text for message in post.channel.messages] == ["ply 0", "ply 1"]
    assert clicked.private[0].text == "done"
    assert clicked.private[0] not in post.channel.messages


async def test_a_nonce_that_was_used_brings_the_message_that_is_there(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    click, late = anna.clicking(post, "Next"), anna.clicking(post, "Next")
    await anna.send(click)
    await discord.until(lambda: click.private)
    await anna.send(late)
    await discord.until(lambda: late.private)
    assert [message.text for message in post.channel.messages] == ["ply 0", "ply 1"]


async def test_a_private_answer_names_its_picture(discord: StandIn, anna: Person) -> None:
    shown = (await anna.slash("look")).private[0]
    assert "Your board" in shown.text
    (gallery,) = [part for part in shown.payload()["components"][0]["components"] if part["type"] == 12]
    assert gallery["items"][0]["media"]["attachment_id"] == str(shown.attachments[0].id)


async def test_an_edit_keeps_only_the_attachments_it_names(discord: StandIn, anna: Person) -> None:
    asked = await anna.slash("later")
    await discord.until(lambda: asked.text == "thought twice")
    assert [file.name for file in asked.private[0].attachments] == ["board.png"]


async def test_suggestions_and_forms_come_back(discord: StandIn, anna: Person) -> None:
    assert await anna.complete("say", "word", "ab") == ["abab"]
    form = await anna.slash("say", word="abab")
    assert (await anna.submit(form, said="good day")).text == "you said good day"


async def test_two_clicks_at_once_are_both_answered(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    clicks = [anna.clicking(post, "Next"), discord.join("Ben").clicking(post, "Next")]
    await asyncio.gather(*(anna.send(click) for click in clicks))
    await discord.until(lambda: all(click.private for click in clicks))
    assert [message.text for message in post.channel.messages] == ["ply 0", "ply 1"]


async def test_a_limit_is_waited_for_and_the_request_repeated(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    discord.faults.limit("POST", f"/channels/{post.channel.id}/messages", retry_after=0.05, times=2)
    clicked = await anna.click(post, "Next")
    await discord.until(lambda: clicked.private)
    tries = discord.calls_of("POST", f"/channels/{post.channel.id}/messages")
    assert [call.status for call in tries] == [200, 429, 429, 200]


async def test_a_refusal_reaches_the_bot(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    discord.faults.fail("POST", f"/channels/{post.channel.id}/messages", status=403)
    clicked = await anna.click(post, "Next")
    await discord.until(lambda: discord.calls[-1].status == 403)
    await anna.slash("look")
    assert clicked.private == []
    assert len(post.channel.messages) == 1


@pytest.mark.parametrize("when", When)
async def test_a_lost_request_was_done_or_not_done(discord: StandIn, anna: Person, when: When) -> None:
    post = await begin(discord, anna)
    path = f"/channels/{post.channel.id}/messages"
    discord.faults.drop("POST", path, when)
    clicked = await anna.click(post, "Next")
    await discord.until(lambda: len(discord.calls_of("POST", path)) == 2)
    await anna.slash("look")
    assert clicked.private == []
    assert len(post.channel.messages) == (1 if when is When.BEFORE else 2)


async def test_a_slow_discord_is_waited_for(discord: StandIn, anna: Person) -> None:
    hold = discord.faults.hold("POST", "/interactions/*/callback")
    looking = asyncio.create_task(anna.slash("look"))
    await hold.reached()
    assert not looking.done()
    hold.release()
    assert (await looking).private


async def test_a_held_request_goes_on_when_the_test_lets_it(discord: StandIn, anna: Person) -> None:
    post = await begin(discord, anna)
    hold = discord.faults.hold("POST", f"/channels/{post.channel.id}/messages")
    clicked = await anna.click(post, "Next")
    await hold.reached()
    assert len(post.channel.messages) == 1
    hold.release()
    await discord.until(lambda: clicked.private)
    assert len(post.channel.messages) == 2


async def test_a_broken_connection_is_resumed_and_nothing_is_missed(discord: StandIn, anna: Person) -> None:
    resumes = discord.gateway.resumes
    await discord.gateway.drop()
    assert (await anna.slash("look")).private
    assert discord.gateway.resumes == resumes + 1
