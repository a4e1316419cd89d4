"""The page: SimCord's, with time that passes, and with places to go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ClassVar, Final

import simcord
from simcord.backend.access import can_access_channel
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.sandbox.stills import Stills
from bot.sandbox.translated import worded

_TICK: Final = 1.0
"""Seconds between two looks at the clock."""


class _Server(PreviewServer):
    """Serves SimCord's page with our script and sheet in it."""

    _OURS: ClassVar = {
        f"/{name}": (str(Path(__file__).with_name(name)), content_type)
        for name, content_type in (
            ("sandbox.js", "application/javascript"),
            ("fonts.js", "application/javascript"),
            ("sandbox.css", "text/css"),
            ("sandbox.svg", "image/svg+xml"),
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
    """SimCord's page, with our icon, sheet and word on fonts in its head, and our script after its own."""
    head = '<link rel="icon" href="/sandbox.svg"><link rel="stylesheet" href="/sandbox.css">'
    for mark, ours in (
        ("</head>", f'{head}<script src="/fonts.js"></script>'),
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
        self._media_worker = Stills()
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
                with suppress(TimeoutError):  # it is tried again in a second
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
