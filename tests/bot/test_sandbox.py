"""The sandbox's pages, spoken to as the browser does. tests/browser plays a match in a real one."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from itertools import count
from typing import Any

import pytest
from simcord.components import walk_components
from simcord.preview._pages import HISTORY_WINDOW_SIZE, _Page

from bot.app import Speltafel
from bot.sandbox import MEMBERS, _sandbox, run_sandbox
from bot.sandbox.pages import Sandbox, dressed
from bot.words.language import language
from render.animals import portrait_of
from render.avatar import face_of
from tests.bot.simulated import Club, Database, Member
from tests.patience import PATIENCE
from tests.standin.pondering import Pondering

YOURS = "your turn"
THOUGHT = 15.0
"""Seconds: less than a thought may take."""
THINKING = language("en").say("computer.thinking", who="", count=1)


class Page:
    """One browser page, as far as the server knows it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.page: _Page = sandbox._open_page()
        self._numbers = count(1)

    @property
    def player(self) -> int:
        player: int = self.page.viewer.id
        return player

    @property
    def place(self) -> str:
        name: str = self.snapshot["channel"]["name"]
        return name

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.sandbox._page_payload(self.page)

    @property
    def said(self) -> list[str]:
        """The words of the messages it shows, oldest first."""
        return ["\n".join(_words(message)) for message in self.snapshot["messages"].values()]

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        """What sandbox.js asks."""
        return await self.sandbox._action(self.page.id, {"kind": kind, **body})

    async def act(self, kind: str, *, revision: int | None = None, **body: Any) -> dict[str, Any]:
        """What SimCord's own script sends, knowing the page as it was at this revision."""
        number = next(self._numbers)
        envelope = {
            "protocol_version": 3,
            "sequence": number,
            "request_id": f"request {number}",
            "generation": self.page.generation,
            "bot_generation": self.sandbox.env._generation,
            "published_revision": self.page.revision if revision is None else revision,
            "kind": kind,
        }
        return await self.sandbox._action(self.page.id, envelope | body)

    async def say(self, content: str, *, revision: int | None = None) -> None:
        answer = await self.act("send_message", content=content, revision=revision)
        assert answer["settlement"] == "settled", answer["diagnostics"]

    def offered(self, invocation: str) -> dict[str, Any]:
        """A command, as the page lists it."""
        entries: list[dict[str, Any]] = self.page.command_catalog["entries"]
        return next(entry for entry in entries if entry["invocation"] == invocation)

    def offered_as(self, name: str) -> str:
        """How it is called by who reads there."""
        entries: list[dict[str, Any]] = self.page.command_catalog["entries"]
        return next(str(entry["invocation"]) for entry in entries if entry["path"] == [name])

    async def command(self, invocation: str, **options: str) -> None:
        entry = self.offered(invocation)
        answer = await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )
        assert answer["settlement"] == "settled", answer["diagnostics"]

    def control(self, label: str) -> str:
        """The key of the newest button with this label."""
        key: str = next(
            component["control_key"]
            for message in reversed(self.snapshot["messages"].values())
            for component in walk_components(message["components"])
            if component.get("label") == label
        )
        return key

    async def press(self, label: str) -> None:
        key = self.control(label)
        answer = await self.act("click", control_key=key, target_id=key.split(":")[1])
        assert answer["settlement"] == "settled", answer["diagnostics"]


def _words(message: dict[str, Any]) -> Iterator[str]:
    if message["content"]:
        yield message["content"]
    yield from (part["content"] for part in walk_components(message["components"]) if "content" in part)


@pytest.fixture
async def sandbox(
    club: Club, alice: Member, bram: Member, stranger: Member, locales: dict[int, str]
) -> AsyncIterator[Sandbox]:
    sandbox = Sandbox(club.env, club.channel, (alice.actor, bram.actor, stranger.actor), locales, 0)
    async with sandbox:
        yield sandbox


@pytest.fixture
def one(sandbox: Sandbox) -> Page:
    return Page(sandbox)


@pytest.fixture
def two(one: Page, sandbox: Sandbox) -> Page:
    return Page(sandbox)


@pytest.fixture
async def thread(one: Page, two: Page, club: Club, alice: Member, bram: Member) -> str:
    """The name of the thread of a match between the two."""
    await alice.command("play knopen", opponent=bram)
    await bram.press(club.posts()[-1], "accept")
    name = club.threads[0].name
    assert name
    return name


def test_each_new_page_is_somebody_who_is_not_played_yet(
    one: Page, two: Page, sandbox: Sandbox, alice: Member, bram: Member, stranger: Member
) -> None:
    third = Page(sandbox)
    assert [one.player, two.player, third.player] == [alice.id, bram.id, stranger.id]
    assert Page(sandbox).player == alice.id


def test_a_closed_page_frees_its_player(one: Page, two: Page, sandbox: Sandbox, alice: Member) -> None:
    sandbox._close_page(one.page.id)
    assert Page(sandbox).player == alice.id


async def test_what_is_done_on_one_page_is_seen_on_the_other(one: Page, two: Page) -> None:
    await one.say("hello")
    assert two.said == ["hello"]


async def test_a_button_pressed_on_one_page_changes_the_other(
    one: Page, two: Page, sandbox: Sandbox, alice: Member, bram: Member
) -> None:
    await alice.command("play knopen", opponent=bram)
    await sandbox.refresh()
    before = one.said
    await two.press("Accept")
    assert one.said != before


async def test_a_page_refreshed_by_somebody_else_keeps_its_next_action(one: Page, two: Page) -> None:
    known = two.page.revision
    await one.say("first")
    await two.say("second", revision=known)
    assert one.said == ["first", "second"]


async def test_a_thread_that_a_button_opened_is_a_place_for_both(
    one: Page, two: Page, sandbox: Sandbox, club: Club, alice: Member, bram: Member
) -> None:
    await alice.command("play knopen", opponent=bram)
    await sandbox.refresh()
    await two.press("Accept")
    for page in (one, two):
        names = [place["name"] for place in (await page.ask("places"))["places"]]
        assert names == ["# games", f"@ {club.bot_name}", f"# {club.threads[0].name}"]


async def test_a_page_goes_to_a_thread_and_acts_there(one: Page, thread: str, club: Club) -> None:
    await one.ask("go", to=str(club.threads[0].id))
    await one.say("good luck")
    assert one.place == thread
    assert club.posts(club.threads[0])[-1].content == "good luck"
    assert "good luck" not in [post.content for post in club.posts()]


async def test_a_typed_name_leads_there_in_any_case_and_back(one: Page, thread: str) -> None:
    await one.say(f"#{thread.upper()}")
    assert one.place == thread
    await one.say("#GaMeS")
    assert one.place == "games"
    assert not [content for content in one.said if content.startswith("#")]


async def test_a_name_of_no_place_is_a_message_like_any_other(one: Page) -> None:
    await one.say("#nowhere")
    assert one.place == "games"
    assert one.said == ["#nowhere"]


async def test_who_speaks_while_looking_at_earlier_messages_sees_what_they_said(
    one: Page, bram: Member, club: Club
) -> None:
    for number in range(HISTORY_WINDOW_SIZE):
        await bram.actor.send(club.channel, str(number))
    await one.say("more than a window shows")
    await one.act("history", direction="older")
    assert one.snapshot["history"]["hasAfter"]
    await one.say("here")
    assert one.said[-1] == "here"


async def test_commands_are_listed_in_the_language_of_who_is_played(one: Page, two: Page) -> None:
    english, dutch = one.offered("play knopen"), two.offered("speel knopen")
    assert english["path"] == dutch["path"]
    assert english["description"] != dutch["description"]
    assert english["options"][0]["name"] == dutch["options"][0]["name"] == "opponent"
    assert dutch["options"][0]["description"].startswith("Wie je uitdaagt")


async def test_a_command_is_run_by_its_name_in_another_language(one: Page, two: Page, alice: Member) -> None:
    await two.command("speel knopen", opponent=str(alice.id))
    assert one.control("Accept")


async def test_a_page_is_told_which_names_are_not_english(one: Page, two: Page) -> None:
    assert (await one.ask("places"))["translated"] == {}
    assert (await two.ask("places"))["translated"]["play"] == "speel"


async def test_a_command_that_was_refused_has_been_answered(database: Database) -> None:
    async with _sandbox(database.file, 0) as sandbox:
        anneke = Page(sandbox)
        await anneke.command("zet", text="a1")
        assert not sandbox.env.errors


async def test_going_to_a_place_that_is_gone_changes_nothing(one: Page) -> None:
    await one.ask("go", to="123")
    assert one.place == "games"


async def test_every_page_stands_in_its_own_place(one: Page, two: Page, thread: str) -> None:
    await one.say(f"#{thread}")
    await two.say("here")
    assert (one.place, two.place) == (thread, "games")
    assert "here" in two.said


async def test_a_place_calls_who_was_mentioned_there_until_he_looks(
    one: Page, two: Page, thread: str, club: Club
) -> None:
    called = next(iter(club.posts(club.threads[0])[-1].pinged))
    mine, other = (one, two) if one.player == called else (two, one)
    assert [place["calls"] for place in (await mine.ask("places"))["places"]][-1]
    assert not [place["calls"] for place in (await other.ask("places"))["places"]][-1]
    await mine.say(f"#{thread}")
    assert not any(place["calls"] for place in (await mine.ask("places"))["places"])


async def test_alone_with_the_bot_there_is_nobody_else(
    one: Page, two: Page, club: Club, alice: Member
) -> None:
    await one.say(f"#{club.bot_name}")
    await one.say("only the two of us")
    await two.say(f"#{club.bot_name}")
    assert "only the two of us" in one.said
    assert "only the two of us" not in two.said
    assert [post.content for post in alice.directly.posts] == ["only the two of us"]
    offered = [entry["path"][0] for entry in one.page.command_catalog["entries"]]
    assert "play" in offered
    assert "season" not in offered


async def test_who_becomes_somebody_else_leaves_what_is_not_theirs(
    one: Page, club: Club, bram: Member
) -> None:
    await one.say(f"#{club.bot_name}")
    await one.act("viewer", viewer_id=str(bram.id))
    assert (one.player, one.place) == (bram.id, "games")


async def test_the_bots_clock_follows_the_one_on_the_wall(
    one: Page, sandbox: Sandbox, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = club.env.now()
    monkeypatch.setattr(sandbox, "_began", sandbox._began - 3600)
    await one.say("an hour later")
    assert 3600 <= (club.env.now() - before).total_seconds() < 3700


async def test_everybody_who_can_be_played_has_a_face_for_the_bot_and_on_the_page(database: Database) -> None:
    async with _sandbox(database.file, 0) as sandbox:
        pages = [Page(sandbox) for _ in MEMBERS]
        for page in pages:
            await page.command(page.offered_as("help"))
        bot = sandbox.env.bot
        assert isinstance(bot, Speltafel)
        await bot.table.avatars.seen()
        guild, members = sandbox.channel.guild, [page.player for page in pages]
        assert guild is not None
        faces = await bot.table.faces.of(guild.id, members)
        assert [faces[member] for member in members] == [
            face_of(portrait_of(animal)) for *_, animal in MEMBERS
        ]
        for page, (*_, animal) in zip(pages, MEMBERS, strict=True):
            shown = {asset.key: asset.available for asset in page.page.assets.values()}
            assert shown[f"avatar:{page.player}:{animal}"]


def test_a_taken_port_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        assert run_sandbox(port) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert str(port) in line
    assert "--port 0" in line


def test_the_page_is_simcords_with_our_script_and_sheet() -> None:
    page = dressed("<html><head></head><body></body></html>")
    assert page.count("/sandbox.css") == page.count("/sandbox.js") == page.count("/sandbox.svg") == 1


async def test_what_the_bot_does_of_its_own_accord_is_shown(
    one: Page, sandbox: Sandbox, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alice.command("play knopen", opponent=bram)
    await sandbox.refresh()
    open_challenge = one.said
    monkeypatch.setattr(sandbox, "_began", sandbox._began - 25 * 3600)
    await sandbox.pass_time()
    assert one.said != open_challenge


async def test_a_page_rests_while_the_computer_thinks_and_shows_what_comes_of_it(
    database: Database, pondering: Pondering
) -> None:
    pondering.stall()
    async with _sandbox(database.file, 0) as sandbox:
        anneke = Page(sandbox)
        sandbox.env.settle_timeout = THOUGHT  # a command is not settled if the thought has to end before
        await anneke.command("speel knopen", level="1")
        if YOURS in anneke.said[-1]:  # by lot
            await anneke.command("zet", text="e2-f1")
        await until(anneke, THINKING)
        pondering.go_on()
        await until(anneke, YOURS)


async def until(page: Page, said: str) -> None:
    """It shows this, as time passes."""
    async with asyncio.timeout(PATIENCE):
        while said not in page.said[-1]:
            await page.sandbox.pass_time()
            await asyncio.sleep(0.05)


async def test_alone_with_the_bot_one_plays_against_it(one: Page, club: Club, alice: Member) -> None:
    await one.say(f"#{club.bot_name}")
    await one.command("play knopen")
    await club.bot.table.posts.answers.done()
    assert len([post for post in alice.directly.posts if post.pictures]) == 1
    await one.press("Move")
    assert one.said[-1]
