"""The sandbox: the real bot against simulated Discord, played in a browser. No token, no network.

Everything that touches SimCord's private parts lives in this one file, and in the script and the sheet that
it adds to the page (sandbox.js, sandbox.css). SimCord's version is pinned, and each of those parts is named
by a test in tests/bot/test_sandbox_contract.py.
"""
# ruff: noqa: SLF001 - see above: reaching into SimCord is what this file is for

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final

import discord
import simcord
import simcord.env
import simcord.interactions
from discord.ext import tasks
from simcord.backend.access import can_access_channel
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.app import make_bot
from bot.club.refused import Refused
from bot.database.file import File
from render.animals import portrait_of

MEMBERS: Final = (("Anneke", "nl", "fox"), ("Bruno", "en-US", "bear"), ("Chiara", "en-GB", "owl"))
"""Who can be played, the language each of them reads, and what they look like."""

_WELCOME: Final = """\
**Welcome to the sandbox.** Everything here is simulated, except the bot.
**Alone:** type `/play knopen` and press Enter; choose *level*, then *1*, and press Enter again. \
(Anneke reads Dutch: as she types, it turns into `/speel knopen`.) You play the computer, and press *Move*.
**1.** With others: the same, but choose *opponent*, then *Bruno*.
**2.** Become Bruno, under *Viewing as* or by opening this address in a second window, and press *Accept*.
**3.** The match gets a thread, listed above beside *# tafel*. Go there; who is to move presses *Move*.
-# All three of you: `/play cubus`; the others press *Join*, and who laid the table presses *Start*.
-# Alone: go to *@ Speltafel*, listed above, and type `/play knopen` there.\
"""
_HOW_TO_LEAVE: Final = "Open it twice for two players. Ctrl-C leaves, and forgets all that was played."
_TICK: Final = 1.0
"""Seconds between two looks at the clock."""
_PATIENCE: Final = 60.0
"""Seconds in which the bot should have done what was asked of it."""


# What SimCord leaves out of an interaction, and what it costs to wait for one


@contextmanager
def reading_in(locales: Mapping[int, str]) -> Iterator[None]:
    """Meanwhile every interaction carries its user's locale, its guild's, and who installed the bot.

    `locales` is asked at each interaction, by user id; who is not in it reads American English.
    """
    build = simcord.interactions.base_payload

    @wraps(build)
    def localised(backend: Any, **fields: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = build(backend, **fields)
        payload["locale"] = locales.get(fields["user_id"], "en-US")
        guild_id = fields["guild_id"]
        if guild_id is not None:
            payload["guild_locale"] = backend.get_guild(guild_id).preferred_locale
        payload["authorizing_integration_owners"] = {"0": str(guild_id or 0)}
        return record, payload

    simcord.interactions.base_payload = localised
    try:
        yield
    finally:
        simcord.interactions.base_payload = build


@contextmanager
def settling_quickly(idle: float = 0.001) -> Iterator[None]:
    """Meanwhile a sleeping background loop no longer costs every action SimCord's 50 ms of looking again, nor
    is it compared with the timers of all others whenever SimCord settles, to find out that it sleeps.
    """
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    settling: Any = simcord.env
    usual, owned = defaults["idle"], settling._owned_tasks

    def awake(state: Any) -> list[asyncio.Task[Any]]:
        return [task for task in owned(state) if not _rests(task, state.virtual_time)]

    defaults["idle"], settling._owned_tasks = idle, awake
    try:
        yield
    finally:
        defaults["idle"], settling._owned_tasks = usual, owned


def _rests(task: asyncio.Task[Any], now: float) -> bool:
    """It is a loop of `discord.ext.tasks` between two rounds, and the next one is not due."""
    frame = getattr(task.get_coro(), "cr_frame", None)
    going = frame.f_locals.get("self") if frame else None
    sleep = going._handle if isinstance(going, tasks.Loop) else None
    if sleep is None or sleep.future.done() or sleep.handle.cancelled():
        return False
    return bool(sleep.handle.when() > now)


class PatientEnv(simcord.Env):
    """SimCord gives a bot five seconds to start, also on a busy machine. Here it has `settle_timeout`.

    Behind each timer of the bot SimCord sets one by the real clock, looks through all of these whenever it
    settles, and leaves them there when the bot cancels its own. Here they are cancelled with them.
    """

    def __init__(self, *how: Any, **further: Any) -> None:
        super().__init__(*how, **further)
        self._timers: list[Any] = []

    # What a caller allows is left out on purpose.
    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ARG002, ASYNC109
        self._drop_timers()
        await super()._settle_internal(**how)

    def _schedule_timer(self, record: Any, *how: Any) -> None:
        super()._schedule_timer(record, *how)
        self._timers.append(record)

    def _drop_timers(self) -> None:
        for timer in self._timers:
            if timer.handle.cancelled() and timer.real_handle is not None:
                timer.real_handle.cancel()
        self._timers = [timer for timer in self._timers if _is_set(timer)]


def _is_set(timer: Any) -> bool:
    return timer.real_handle is not None and not timer.real_handle.cancelled()


class _Env(PatientEnv):
    """Counts no refusal as an error: it is an answer, and what was typed need not stay in its field."""

    def _record_error(self, error: BaseException) -> None:
        if not isinstance(getattr(error, "original", error), Refused):
            super()._record_error(error)


# Commands in the words of who reads them


def worded(entry: dict[str, Any], command: Mapping[str, Any], locale: str) -> None:
    """Put an entry of SimCord's list of commands into a language, as Discord would show it.

    The names of options stay as they are: to SimCord's page they are the options themselves.
    """
    names = [_said(command, "name", locale)]
    part = command
    for name in entry["path"][1:]:
        part = _named(name, part)
        names.append(_said(part, "name", locale))
    entry["invocation"] = " ".join(names)
    entry["description"] = _said(part, "description", locale)
    for option in entry["options"]:
        registered = _named(option["name"], part)
        option["description"] = _said(registered, "description", locale)
        for choice, known in zip(option["choices"], registered.get("choices") or (), strict=True):
            choice["name"] = _said(known, "name", locale)


def _named(name: str, command: Mapping[str, Any]) -> Mapping[str, Any]:
    """The subcommand or the option of this name."""
    found: Mapping[str, Any] = next(option for option in command["options"] if option["name"] == name)
    return found


def _said(named: Mapping[str, Any], what: str, locale: str) -> str:
    said: str = (named.get(f"{what}_localizations") or {}).get(locale, named[what])
    return said


# The page: SimCord's, with places to go


class _Server(PreviewServer):
    """Serves SimCord's page with our script and sheet in it."""

    _OURS: ClassVar = {
        f"/sandbox.{kind}": (str(Path(__file__).with_suffix(f".{kind}")), content_type)
        for kind, content_type in (
            ("js", "application/javascript"),
            ("css", "text/css"),
            ("svg", "image/svg+xml"),
        )
    }
    # SimCord joins the name of a file to its own folder, and an absolute name wins that.
    _STATIC_FILES: ClassVar = PreviewServer._STATIC_FILES | {url: file for url, (file, _) in _OURS.items()}
    _STATIC_CONTENT_TYPES: ClassVar = PreviewServer._STATIC_CONTENT_TYPES | dict(_OURS.values())

    async def _index(self, request: Any) -> Any:
        page = await super()._index(request)
        page.text = dressed(page.text)
        return page


def dressed(page: str) -> str:
    """SimCord's page, with our icon and sheet in its head and our script after its own."""
    for mark, ours in (
        ("</head>", '<link rel="icon" href="/sandbox.svg"><link rel="stylesheet" href="/sandbox.css">'),
        ("</body>", '<script type="module" src="/sandbox.js"></script>'),
    ):
        page = page.replace(mark, ours + mark)
    return page


_here: ContextVar[simcord.ChannelHandle | None] = ContextVar("_here", default=None)
"""The place of the page whose action is being carried out."""


class Sandbox(Preview):
    """SimCord's preview, alive: time passes, every page sees what the others do, and each has its own place.

    SimCord shows one channel. Here a page stands in the channel, in one of its threads, or in the direct
    message of its member with the bot.
    """

    def __init__(
        self,
        env: simcord.Env,
        home: simcord.ChannelHandle,
        members: tuple[simcord.MemberActor, ...],
        locales: Mapping[int, str],
        port: int,
    ) -> None:
        super().__init__(
            env,
            home,
            members,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = _Server(self, port)
        self._locales = locales
        self._one_at_a_time = asyncio.Lock()
        self._began = time.monotonic()
        self._told: dict[str, int] = {}
        """How much of what happened each page knows."""
        self._read: dict[tuple[int, int], int] = {}
        """The newest message that a member saw in a place."""

    @property
    def channel(self) -> simcord.ChannelHandle:
        return _here.get() or self._home

    @channel.setter
    def channel(self, home: simcord.ChannelHandle) -> None:
        self._home = home

    # Time

    async def keep_time(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            await self.pass_time()

    async def pass_time(self) -> None:
        """Let the time pass that has passed outside, and show what the bot did of its own accord.

        What it thinks about in another process comes when it comes, whatever time it is here.
        """
        async with self._one_at_a_time:
            await self._catch_up()
            if any(map(self._is_behind, self._pages.values())):
                await self.refresh()

    async def _catch_up(self) -> None:
        behind = time.monotonic() - self._began - self.env.backend.clock.elapsed
        # After a long sleep of the machine there may be too much to do at once; the rest follows.
        with suppress(TimeoutError):
            await self.env.advance_time(max(0.0, behind))

    @property
    def _happened(self) -> int:
        return len(self.env.backend.transcript)

    def _is_behind(self, page: _Page) -> bool:
        return self._told.get(page.id, 0) < self._happened

    # What a page asks

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._get_page(context_id)
        match body.get("kind"):
            case "places":
                return self._surroundings(page)
            case "go":
                async with self._one_at_a_time:
                    self._go(page, self._place(page, body.get("to")))
                return self._surroundings(page)
        async with self._one_at_a_time:
            await self._catch_up()
            return await self._act(page, body)

    async def _act(self, page: _Page, body: Mapping[str, Any]) -> dict[str, Any]:
        if body.get("kind") == "viewer" and _is_direct(self._handle(page.channel_id)):
            self._go(page, self._home)  # what is there is somebody else's
            body = {**body, "generation": page.generation}
        if body.get("kind") in ("send_message", "run_command"):
            page.window_end_id = None  # What was said comes last: leave the earlier messages.
        here = _here.set(self._handle(page.channel_id))
        try:
            # The page may not know yet that somebody else's move has just refreshed it.
            answer = await super()._action(page.id, {**body, "published_revision": page.revision})
        finally:
            _here.reset(here)
        behind = [other for other in self._pages.values() if other is not page and self._is_behind(other)]
        if behind:
            self._advance_presentation_time()
            for other in behind:
                # To publish one page drops those that nobody has asked after for long.
                if other.id in self._pages:
                    self._publish(other, reason="refresh")
        return answer

    def _prepare_action(self, page: _Page, kind: str, body: Mapping[str, Any]) -> Any:
        content = body.get("content")
        if kind == "send_message" and isinstance(content, str) and content.startswith("#"):
            place = self._place(page, content[1:])
            if place is not None:
                return self._going(page, place)
        return super()._prepare_action(page, kind, body)

    def _going(self, page: _Page, place: simcord.ChannelHandle) -> Callable[..., Any]:
        async def go(action: Any, cursor: int) -> dict[str, Any]:
            answer = self._finish_action(page, action, "settled", cursor)
            self._go(page, place)
            return answer

        return go

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        """A new page is the first member whom nobody plays yet."""
        if viewer_id is None:
            played = {page.viewer.id for page in self._pages.values() if page is not self._python}
            viewer_id = next((viewer.id for viewer in self.viewers if viewer.id not in played), None)
        return super()._open_page(viewer_id, target_id)

    def _publish(self, page: _Page, **why: Any) -> None:
        super()._publish(page, **why)
        self._told[page.id] = self._happened
        entries = page.command_catalog["entries"]
        if entries:
            viewer, channel = page.viewer.id, page.channel_id
            registered = self.env.backend.visible_commands(user_id=viewer, channel_id=channel)
            commands = {str(command["id"]): command for command in registered}
            for entry in entries:
                worded(entry, commands[entry["commandId"]], self._locales.get(viewer, "en-US"))

    def _initial_target(self, viewer: Any, channel_id: int) -> int | None:  # noqa: ARG002 - asked by name
        """No message is in focus: a page shows the newest ones."""
        return None

    # Places

    def _surroundings(self, page: _Page) -> dict[str, Any]:
        """Where one can go from here, and how commands are called here that have another name in English."""
        names = {
            entry["path"][0]: entry["invocation"].split()[0] for entry in page.command_catalog["entries"]
        }
        translated = {name: own for name, own in names.items() if name != own}
        return {"places": self._places(page), "translated": translated}

    def _handle(self, channel_id: int) -> simcord.ChannelHandle:
        channel = self.env.backend.get_channel(channel_id)
        guild = None if channel.guild_id is None else self._home.guild
        return simcord.ChannelHandle(self.env, guild, channel)

    def _reachable(self, page: _Page) -> list[simcord.ChannelHandle]:
        """The channel, the direct message with the bot, and the threads: the newest first."""
        threads = sorted(self._home.threads, key=lambda thread: thread.id, reverse=True)
        direct = self._handle(self._member(page).user.dm_channel.id)
        return [
            place
            for place in (self._home, direct, *threads)
            if can_access_channel(self.env, place.id, page.viewer, history=True)
        ]

    def _member(self, page: _Page) -> simcord.MemberActor:
        """Who is played there, as a member of the guild."""
        member: simcord.MemberActor = next(one for one in self.viewers if one.id == page.viewer.id)
        return member

    def _name(self, place: simcord.ChannelHandle) -> str:
        return self.env.backend.bot_user.name if _is_direct(place) else place.name or ""

    def _place(self, page: _Page, wanted: object) -> simcord.ChannelHandle | None:
        """By id, or by name in any case; of several threads of one name the newest."""
        sought = str(wanted).strip().lower()
        for place in self._reachable(page):
            if sought in (str(place.id), self._name(place).lower()):
                return place
        return None

    def _go(self, page: _Page, place: simcord.ChannelHandle | None) -> None:
        if place is None or place.id == page.channel_id:
            return
        self._clear_page_assets(page)
        self._reset_queries(page)
        member = self._member(page)
        page.viewer = member.user if _is_direct(place) else member
        page.channel_id = place.id
        page.generation += 1
        page.target_id = page.window_end_id = None
        page.modal = page.modal_handle = None
        self._publish(page, reason="navigation")

    def _places(self, page: _Page) -> list[dict[str, Any]]:
        newest = max(self.env.backend.messages.get(page.channel_id, ()), default=0)
        self._read[page.viewer.id, page.channel_id] = newest
        return [
            {
                "id": str(place.id),
                "name": f"{'@' if _is_direct(place) else '#'} {self._name(place)}",
                "here": place.id == page.channel_id,
                "calls": self._calls(page.viewer.id, place),
            }
            for place in self._reachable(page)
        ]

    def _calls(self, member: int, place: simcord.ChannelHandle) -> bool:
        """Whether somebody was mentioned in a place since they last looked, or written to directly."""
        seen = self._read.get((member, place.id), 0)
        messages = self.env.backend.messages.get(place.id, {}).values()
        new = [message for message in messages if message.id > seen]
        return bool(new) if _is_direct(place) else any(member in message.ping_user_ids for message in new)


def _is_direct(place: simcord.ChannelHandle) -> bool:
    return place.guild is None


# The sandbox


def run_sandbox(port: int = 0) -> int:
    """Serve it until Ctrl-C, SIGTERM or the page's own 'end'. Port 0: any that is free."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        asyncio.run(_serve(port))
    except KeyboardInterrupt:
        pass  # Windows: see _leaving
    except simcord.SetupError as error:
        _say(f"The sandbox cannot start: {error}. If its port is taken, `--port 0` finds a free one.")
        return 1
    return 0


async def _serve(port: int) -> None:
    leaving = _leaving()
    with TemporaryDirectory(prefix="speltafel-") as folder:
        file = await File.open(Path(folder) / "speltafel.sqlite3")
        try:
            async with _sandbox(file, port) as sandbox:
                _say(f"Speltafel sandbox: {sandbox.url}", _HOW_TO_LEAVE)
                await _until_left(sandbox, leaving)
        finally:
            await file.close()


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def _leaving() -> asyncio.Event:
    leaving = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers: there Ctrl-C cancels the running task instead.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, leaving.set)
    return leaving


@asynccontextmanager
async def _sandbox(file: File, port: int) -> AsyncIterator[Sandbox]:
    locales: dict[int, str] = {}
    with reading_in(locales), settling_quickly():
        # Who tries one game need not wait for the art of all of them.
        env = _Env(
            make_bot(file, paints_ahead=False, shard_count=1), check_errors=False, settle_timeout=_PATIENCE
        )
        env.backend.clock._epoch = datetime.now(UTC)
        env.backend.edit_bot_profile("Speltafel")
        await env.start()
        try:
            users = [_join(env, name, animal) for name, _, animal in MEMBERS]
            locales |= {user.id: locale for user, (_, locale, _) in zip(users, MEMBERS, strict=True)}
            # The first one owns the guild, so that there is somebody who may do everything.
            guild = env.create_guild("Sandbox", owner=users[0])
            members = [simcord.MemberActor(env, guild, users[0]), *map(guild.add_member, users[1:])]
            channel = guild.create_text_channel("tafel")
            await guild.create_webhook(channel, "Sandbox").send(_WELCOME)
            sandbox = Sandbox(env, channel, tuple(members), locales, port)
            async with sandbox:
                yield sandbox
        finally:
            await env.shutdown()


def _join(env: simcord.Env, name: str, animal: str) -> simcord.UserHandle:
    """With an avatar, for the bot where Discord has it and for the page where SimCord looks for it."""
    user = env.create_user(name.lower(), global_name=name, avatar=animal)
    portrait, place = portrait_of(animal), f"avatars/{user.id}/{animal}.png"
    for url in (f"{discord.Asset.BASE}/{place}?size=128", f"{CDN_BASE}/{place}"):
        env.backend.cdn._blobs[url] = portrait
    return user


async def _until_left(sandbox: Sandbox, leaving: asyncio.Event) -> None:
    ends = (sandbox.keep_time(), sandbox.wait_closed(), leaving.wait())
    waiting = [asyncio.create_task(end) for end in ends]
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    for task in done:
        task.result()
