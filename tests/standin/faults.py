"""What can go wrong on the way, chosen by the test: refusals, limits, lost connections, answers that wait."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatch
from typing import Any, Final

from tests.patience import PATIENCE
from tests.standin.world import Payload, Upload

_ANSWERS: Final = ("/interactions/", "/webhooks/")


@dataclass(slots=True)
class Call:
    """One request of the bot's, as it is kept in the log."""

    method: str
    path: str
    """Below the address of the interface: `/channels/1/messages`."""
    ids: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    status: int | None = None
    """None while it waits for its answer, or if it never got one."""

    @property
    def is_counted(self) -> bool:
        """Against the limit of a bot. Answers to what somebody did are not."""
        return not self.path.startswith(_ANSWERS)

    @property
    def data(self) -> Payload:
        return self.body if isinstance(self.body, dict) else {}


class When(Enum):
    BEFORE = "before Discord hears the request"
    AFTER = "after Discord did it, before the bot hears of it"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said instead of the real answer."""

    status: int
    payload: Payload
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """Sent as it is, in the place of the payload."""
    content_type: str = "application/json"


HTML: Final = b"<html><head><title>Attention Required!</title></head><body>cloudflare</body></html>"


def limited(scope: str, retry_after: float) -> dict[str, str]:
    """The headers of a 429: `user` for what this bot did, `shared` for what others did there, `global`.

    Without `Via` a client takes it for a ban.
    """
    headers = {"Via": "1.1 stand-in", "Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
    return headers | ({"X-RateLimit-Global": "true"} if scope == "global" else {})


class ConnectionLostError(Exception):
    """The connection is lost: the bot never gets an answer."""


Act = Callable[[], Awaitable[Answer | None]]
ALWAYS: Final = sys.maxsize
"""So many times."""


@dataclass(frozen=True, slots=True)
class _Way:
    method: str
    pattern: str

    def leads(self, call: Call) -> bool:
        return self.method in ("*", call.method) and fnmatch(call.path, self.pattern)


@dataclass(slots=True)
class _Fault:
    way: _Way
    when: When
    times: int
    act: Act
    hold: Hold | None = None

    def hits(self, call: Call, when: When) -> bool:
        is_over = not self.times or (self.hold is not None and self.hold.is_over)
        return not is_over and self.when is when and self.way.leads(call)


class Hold:
    """A request that waits for the test."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._freed = asyncio.Event()
        self._lost = False
        self._answer: Answer | None = None

    async def reached(self, seconds: float = PATIENCE) -> None:
        """Wait until the bot has sent it."""
        async with asyncio.timeout(seconds):
            await self._reached.wait()

    def release(self) -> None:
        """It goes on as if nothing had been."""
        self._freed.set()

    def refuse(self, status: int) -> None:
        """It is never done, and the answer says so."""
        self._answer = Answer(status, {"code": 0, "message": f"Injected {status}"})
        self._freed.set()

    def lose(self) -> None:
        """It is never done and never answered."""
        self._lost = True
        self._freed.set()

    @property
    def is_over(self) -> bool:
        return self._freed.is_set()

    async def wait(self) -> Answer | None:
        self._reached.set()
        await self._freed.wait()
        if self._lost:
            raise ConnectionLostError
        return self._answer


class Faults:
    """Patterns are as for files: `/channels/*/messages`. The first fault that fits a request is used up."""

    def __init__(self) -> None:
        self._faults: list[_Fault] = []
        self._holds: list[Hold] = []
        self._slow: list[tuple[_Way, float]] = []

    def fail(
        self,
        method: str,
        pattern: str,
        status: int,
        code: int = 0,
        times: int = 1,
        when: When = When.BEFORE,
    ) -> None:
        """An error, also where Discord did what it was asked."""
        answer = Answer(status, {"code": code, "message": f"Injected {status}"})
        self._add(method, pattern, when, times, lambda: _say(answer))

    def limit(
        self,
        method: str,
        pattern: str,
        retry_after: float,
        times: int = 1,
        scope: str = "user",
        code: int = 0,
    ) -> None:
        """429, to be waited for."""
        said = {"message": "You are being rate limited.", "retry_after": retry_after, "code": code}
        answer = Answer(429, said | {"global": scope == "global"}, limited(scope, retry_after))
        self._add(method, pattern, When.BEFORE, times, lambda: _say(answer))

    def ban(self, method: str, pattern: str, times: int = 1) -> None:
        """Cloudflare does not let the request through: 429 and a page for people."""
        answer = Answer(429, {}, {"Retry-After": "600"}, HTML, "text/html")
        self._add(method, pattern, When.BEFORE, times, lambda: _say(answer))

    def garble(self, method: str, pattern: str, when: When = When.BEFORE, times: int = 1) -> None:
        """200, and a page for people in the place of JSON."""
        self._add(method, pattern, when, times, lambda: _say(Answer(200, {}, {}, HTML, "text/html")))

    def truncate(self, method: str, pattern: str, when: When = When.BEFORE, times: int = 1) -> None:
        """200, and JSON that ends in the middle."""
        self._add(method, pattern, when, times, lambda: _say(Answer(200, {}, {}, b'{"id": "1')))

    def drop(self, method: str, pattern: str, when: When = When.BEFORE, times: int = 1) -> None:
        self._add(method, pattern, when, times, _drop)

    def hold(self, method: str, pattern: str, when: When = When.BEFORE, times: int = 1) -> Hold:
        """Stop the next such request until the test says so; or the next few."""
        hold = Hold()
        self._holds.append(hold)
        self._faults.append(_Fault(_Way(method, pattern), when, times, hold.wait, hold))
        return hold

    def slow(self, method: str, pattern: str, seconds: float) -> None:
        """Every such request takes so much longer, from now on, whatever else befalls it."""
        self._slow.append((_Way(method, pattern), seconds))

    def clear(self) -> None:
        """No more faults; whoever is held gets no answer."""
        self._faults.clear()
        self._slow.clear()
        for hold in self._holds:
            hold.lose()
        self._holds.clear()

    async def meet(self, call: Call, when: When) -> Answer | None:
        """Let the call suffer what is meant for it. Raises ConnectionLostError."""
        delay = sum(seconds for way, seconds in self._slow if way.leads(call))
        if delay and when is When.BEFORE:
            await asyncio.sleep(delay)
        fault = next((fault for fault in self._faults if fault.hits(call, when)), None)
        if fault is None:
            return None
        fault.times -= 1
        return await fault.act()

    def _add(self, method: str, pattern: str, when: When, times: int, act: Act) -> None:
        self._faults.append(_Fault(_Way(method, pattern), when, times, act))


async def _say(answer: Answer) -> Answer:
    return answer


async def _drop() -> Answer | None:
    raise ConnectionLostError
