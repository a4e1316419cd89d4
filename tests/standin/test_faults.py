"""The stand-in refuses what Discord refuses, with its codes, as a real client hears them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.standin import ALWAYS, BotProcess, Channel, Message, Person, StandIn, When

TOY = "tests.standin.toy"
POSTS = "/channels/*/messages"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def served() -> AsyncIterator[StandIn]:
    async with StandIn() as discord, BotProcess(discord, TOY):
        yield discord


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def discord(served: StandIn) -> StandIn:
    served.faults.clear()
    served.forget_nonces()
    served.world.hours_old = 0
    return served


class Attempts:
    """What a bot does, and what it hears."""

    def __init__(self, discord: StandIn) -> None:
        self.discord = discord
        self.anna: Person = discord.join("Anna")

    async def __call__(self, what: str, where: Channel, message: Message | None = None) -> str:
        options: dict[str, Any] = {"what": what, "where": str(where.id)}
        if message:
            options["message"] = str(message.id)
        asked = await self.anna.slash("attempt", channel=self.discord.table, **options)
        await self.discord.until(lambda: asked.text)
        return asked.text

    async def posted(self, where: Channel) -> Message:
        assert await self("post", where) == "done"
        return where.last

    async def thread(self) -> Channel:
        """With a message of the bot's in it."""
        begun_by = await self.posted(await self.discord.open_channel("somewhere"))
        assert await self("branch", begun_by.channel, begun_by) == "done"
        assert begun_by.thread
        await self.posted(begun_by.thread)
        return begun_by.thread


@pytest.fixture
def attempt(discord: StandIn) -> Attempts:
    return Attempts(discord)


async def test_in_an_archived_thread_nothing_is_edited_and_a_post_unfolds_it(
    discord: StandIn, attempt: Attempts
) -> None:
    thread = await attempt.thread()
    await discord.archive(thread)
    assert await attempt("know", thread) == "nothing"
    assert await attempt("edit", thread, thread.last) == "400 50083"
    assert await attempt("post", thread) == "done"
    assert await attempt("edit", thread, thread.last) == "done"
    assert (await attempt("know", thread)).startswith("Thread")


async def test_a_locked_thread_is_for_moderators(discord: StandIn, attempt: Attempts) -> None:
    thread = await attempt.thread()
    await discord.lock(thread)
    assert await attempt("post", thread) == "403 160005"
    assert await attempt("edit", thread, thread.last) == "403 160005"
    await discord.archive(thread)
    assert await attempt("post", thread) == "403 50083"
    await discord.allow(None, "manage_threads")
    assert await attempt("post", thread) == "done"
    await discord.forbid(None, "manage_threads")


@pytest.mark.parametrize("told", [True, False])
async def test_what_is_deleted_is_unknown(discord: StandIn, attempt: Attempts, told: bool) -> None:
    thread = await attempt.thread()
    message = thread.last
    await discord.delete_message(message, told=told)
    assert await attempt("edit", thread, message) == "404 10008"
    await discord.delete(thread, told=told)
    assert await attempt("post", thread) == "404 10003"
    assert (await attempt("know", thread) == "nothing") is told


async def test_a_channel_is_deleted_with_its_threads(discord: StandIn, attempt: Attempts) -> None:
    thread = await attempt.thread()
    assert thread.parent
    await discord.delete(thread.parent)
    assert await attempt("post", thread) == "404 10003"
    assert await attempt("know", thread) == "nothing"


async def test_a_forum_takes_posts_and_no_messages(discord: StandIn, attempt: Attempts) -> None:
    forum = await discord.open_forum("questions")
    assert await attempt("post", forum) == "400 50008"
    assert await attempt("publish", forum) == "done"
    post = discord.threads[-1]
    assert post.parent is forum
    assert (post.name, post.last.text, post.last.id) == ("A post", "the first", post.id)
    assert [file.name for file in post.last.attachments] == ["board.png"]
    assert await attempt("post", post) == "done"
    await discord.delete(post)
    assert await attempt("know", post) == "nothing"


async def test_people_open_posts_in_a_forum(discord: StandIn, attempt: Attempts) -> None:
    forum = await discord.open_forum("questions")
    post = await discord.open_post(attempt.anna, forum, "What is this?")
    assert await attempt("look back", post) == "1"
    assert await attempt("edit", post, post.last) == "403 50005"


async def test_a_private_thread_is_seen_by_whom_it_is_shown(discord: StandIn, attempt: Attempts) -> None:
    thread = await discord.open_private_thread("secrets", discord.table)
    assert await attempt("post", thread) == "403 50001"
    await discord.bring_in(thread)
    assert await attempt("post", thread) == "done"


@pytest.mark.parametrize(
    ("right", "what", "refused"),
    [
        ("view_channel", "post", "403 50001"),
        ("view_channel", "look back", "403 50001"),
        ("send_messages", "upload", "403 50013"),
        ("attach_files", "upload", "403 50013"),
        ("create_public_threads", "branch", "403 50013"),
        ("read_message_history", "look back", "0"),
    ],
)
@pytest.mark.parametrize("everybody", [True, False])
async def test_a_right_is_withdrawn_in_one_channel_and_given_back(
    discord: StandIn, attempt: Attempts, right: str, what: str, refused: str, everybody: bool
) -> None:
    channel = await discord.open_channel("quiet")
    message = await attempt.posted(channel)
    known = await attempt("know", channel)
    await discord.forbid(channel, right, everybody=everybody)
    assert await attempt(what, channel, message) == refused
    if right in known:
        assert right not in await attempt("know", channel)
    assert await attempt("post", discord.table) == "done"
    await discord.allow(channel, right, everybody=everybody)
    assert await attempt(what, channel, message) != refused
    assert await attempt("know", channel) == known


async def test_a_thread_has_the_rights_of_its_channel(discord: StandIn, attempt: Attempts) -> None:
    thread = await attempt.thread()
    assert thread.parent
    await discord.forbid(thread.parent, "send_messages")
    assert await attempt("post", thread) == "done"
    await discord.forbid(thread.parent, "send_messages_in_threads")
    assert await attempt("post", thread) == "403 50013"


async def test_a_right_is_withdrawn_everywhere(discord: StandIn, attempt: Attempts) -> None:
    await discord.forbid(None, "attach_files")
    assert await attempt("upload", discord.table) == "403 50013"
    assert "attach_files" not in await attempt("know", discord.table)
    await discord.allow(None, "attach_files")
    assert await attempt("upload", discord.table) == "done"


async def test_what_the_bot_is_not_told_it_does_not_know(discord: StandIn, attempt: Attempts) -> None:
    channel = await discord.open_channel("quiet")
    await discord.forbid(channel, "send_messages", told=False)
    assert "send_messages" in await attempt("know", channel)
    assert await attempt("post", channel) == "403 50013"


async def test_there_is_an_end_to_active_threads(discord: StandIn, attempt: Attempts) -> None:
    thread, message = await attempt.thread(), await attempt.posted(discord.table)
    await discord.archive(thread)
    discord.world.is_full = True
    assert await attempt("branch", discord.table, message) == "400 160006"
    assert await attempt("post", thread) == "400 160006"
    discord.world.is_full = False
    assert await attempt("branch", discord.table, message) == "done"


async def test_old_messages_are_edited_a_few_times_only(discord: StandIn, attempt: Attempts) -> None:
    discord.age(hours=2)
    old = await attempt.posted(await discord.open_channel("slow"))
    discord.age(hours=0)
    young = await attempt.posted(old.channel)
    discord.world.old_edits = (3, 10_000.0)
    assert [await attempt("edit", old.channel, old) for _ in range(3)] == ["done"] * 3
    fourth = asyncio.create_task(attempt("edit", old.channel, old))
    await discord.until(lambda: discord.calls[-1].status == 429)
    assert await attempt("post", old.channel) == "done"
    assert not fourth.done()
    fourth.cancel()
    discord.let_pass(10_000)
    assert old.edits == 3
    elsewhere = await attempt.posted(await discord.open_channel("elsewhere"))
    assert await attempt("edit", elsewhere.channel, elsewhere) == "done"
    assert young.edits == 0


async def test_a_limit_on_old_messages_is_waited_for(discord: StandIn, attempt: Attempts) -> None:
    discord.age(hours=2)
    old = await attempt.posted(await discord.open_channel("slow"))
    discord.world.old_edits = (1, 0.2)
    assert [await attempt("edit", old.channel, old) for _ in range(2)] == ["done"] * 2
    assert {call.status for call in discord.calls_of("PATCH", str(old.id))} == {200, 429}


async def test_an_answer_is_too_late_after_three_seconds(discord: StandIn, attempt: Attempts) -> None:
    hold = discord.faults.hold("POST", "/interactions/*/callback")
    asking = asyncio.create_task(attempt.anna.slash("look"))
    await hold.reached()
    discord.let_pass(3)
    hold.release()
    await discord.until(lambda: discord.calls[-1].status == 404)
    asking.cancel()
    assert not discord.interactions[-1].answered.is_set()
    assert (await attempt.anna.slash("look")).private


async def test_a_token_is_good_for_a_quarter_of_an_hour(discord: StandIn, attempt: Attempts) -> None:
    hold = discord.faults.hold("PATCH", "/webhooks/*")
    await attempt.anna.slash("later")
    await hold.reached()
    discord.let_pass(15 * 60)
    hold.release()
    await discord.until(lambda: discord.calls[-1].status == 401)


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_limits_of_every_scope_are_waited_for(discord: StandIn, attempt: Attempts, scope: str) -> None:
    discord.faults.limit("POST", POSTS, retry_after=0.05, scope=scope)
    assert await attempt("post", discord.table) == "done"
    assert not discord.refused(len(discord.calls) - 3)


async def test_a_page_of_cloudflares_is_a_refusal(discord: StandIn, attempt: Attempts) -> None:
    discord.faults.ban("POST", POSTS)
    assert await attempt("post", discord.table) == "429 0"


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize(("fault", "error"), [("garble", "TypeError"), ("truncate", "JSONDecodeError")])
async def test_a_garbled_answer_is_no_answer(
    discord: StandIn, attempt: Attempts, fault: str, error: str, when: When
) -> None:
    before = len(discord.table.posts)
    getattr(discord.faults, fault)("POST", POSTS, when)
    assert await attempt("post", discord.table) == error
    assert len(discord.table.posts) == before + (when is When.AFTER)


async def test_a_slow_answer_comes_after_a_quick_one(discord: StandIn, attempt: Attempts) -> None:
    discord.faults.slow("GET", POSTS, 0.1)
    asked = await attempt.anna.slash("attempt", what="look back", where=str(discord.table.id))
    assert await attempt("post", discord.table) == "done"
    assert not asked.text
    await discord.until(lambda: asked.text)


async def test_many_are_held_and_released_together(discord: StandIn, attempt: Attempts) -> None:
    moment = len(discord.calls)
    channels = [await discord.open_channel("many") for _ in range(3)]
    hold = discord.faults.hold("POST", POSTS, times=ALWAYS)
    doing = [asyncio.create_task(attempt("post", channel)) for channel in channels]
    await discord.until(lambda: [one.status for one in discord.calls[moment:]].count(None) == 3)
    hold.release()
    assert await asyncio.gather(*doing) == ["done"] * 3


async def test_refused_requests_are_counted(discord: StandIn, attempt: Attempts) -> None:
    moment = len(discord.calls)
    gone = await discord.open_channel("gone")
    await discord.delete(gone)
    await attempt("post", gone)
    await attempt("post", gone)
    assert discord.refused(moment) == {f"POST /channels/{gone.id}/messages": 2}


async def test_an_outage_comes_and_goes(discord: StandIn, attempt: Attempts) -> None:
    await discord.begin_outage()
    assert await attempt("post", discord.table) == "503 0"
    await discord.end_outage()
    assert await attempt("post", discord.table) == "done"


async def test_a_bot_is_removed_and_invited_back(discord: StandIn, attempt: Attempts) -> None:
    await discord.remove_bot()
    assert await attempt("post", discord.table) == "403 50001"
    await discord.invite_bot()
    assert await attempt("post", discord.table) == "done"
    assert (await attempt("know", discord.table)).startswith("TextChannel")


async def test_a_channel_may_be_open_to_the_bot_alone(discord: StandIn, attempt: Attempts) -> None:
    channel = await discord.open_channel("moderators")
    await discord.forbid(channel, "view_channel", everybody=True)
    assert await attempt("post", channel) == "403 50001"
    await discord.allow(channel, "view_channel")
    assert "view_channel" in await attempt("know", channel)
    assert await attempt("post", channel) == "done"


async def test_what_is_held_can_be_refused_and_the_next_one_held_anew(
    discord: StandIn, attempt: Attempts
) -> None:
    hold = discord.faults.hold("POST", POSTS, times=ALWAYS)
    posting = asyncio.create_task(attempt("post", discord.table))
    await hold.reached()
    hold.refuse(503)
    assert await posting == "503 0"
    hold = discord.faults.hold("POST", POSTS, times=ALWAYS)
    posting = asyncio.create_task(attempt("post", discord.table))
    await hold.reached()
    hold.release()
    assert await posting == "done"
