"""Every request to Discord has a time limit, and an answer without sense, or without end, is none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Final, Protocol

import aiohttp
import discord
from discord.http import HTTPClient
from discord.webhook.async_ import async_context

from bot.ui.discord_errors import Garbled

LASTS: Final = 20.0
"""Seconds for one request. discord.py would give it five minutes."""
MOST_BYTES: Final = 256 * 1024
"""Of a picture that is fetched from Discord, however large it is said to be."""


_MAY_WAIT: Final = ContextVar("may_wait", default=False)


class Pace(Protocol):
    """Ends when one more request may be asked; what `may_wait` stands behind all that does not."""

    def __call__(self, *, may_wait: bool) -> Awaitable[None]: ...


@contextmanager
def behind_everybody() -> Iterator[None]:
    """What is asked of Discord meanwhile may wait: nobody who plays stands behind it."""
    before = _MAY_WAIT.set(True)
    try:
        yield
    finally:
        _MAY_WAIT.reset(before)


class TooMuch(Exception):
    """Discord sends more bytes than anybody has asked for."""


def guard(client: discord.Client, pace: Pace | None = None) -> None:
    """To be called once, before the client logs in. `pace` is waited for before each request that Discord
    counts.
    """
    # All requests of discord.py go through one of two doors; the second is for answers to interactions, and
    # there is one for all clients.
    request = _paced(client.http.request, pace) if pace else client.http.request
    vars(client.http)["request"] = _guarded(request, timeout=aiohttp.ClientTimeout(total=LASTS))
    vars(client.http)["get_from_cdn"] = partial(_fetched, client.http)
    answers = async_context.get()
    if not hasattr(answers.request, "__wrapped__"):
        vars(answers)["request"] = _guarded(answers.request)


def limit_answers(client: discord.Client) -> None:
    """They take their limit from the session, which is there after the login."""
    session = vars(client.http).get("_HTTPClient__session")
    if isinstance(session, aiohttp.ClientSession):
        session._timeout = aiohttp.ClientTimeout(total=LASTS)  # noqa: SLF001 - aiohttp takes it at birth only


async def _fetched(http: HTTPClient, url: str) -> bytes:
    """What lies there, and nothing that it only points to. discord.py would read it to its end."""
    session: aiohttp.ClientSession = vars(http)["_HTTPClient__session"]
    way: dict[str, Any] = {"proxy": http.proxy, "proxy_auth": http.proxy_auth, "allow_redirects": False}
    async with session.get(url, headers={"Accept-Encoding": "identity"}, **way) as response:
        if response.status != HTTPStatus.OK:
            raise discord.HTTPException(response, "a picture was not to be had")
        file = bytearray()
        async for part in response.content.iter_chunked(MOST_BYTES):
            file += part
            if len(file) > MOST_BYTES:
                raise TooMuch
        return bytes(file)


def _paced(request: Callable[..., Awaitable[Any]], pace: Pace) -> Callable[..., Awaitable[Any]]:
    @wraps(request)
    async def paced(*what: Any, **how: Any) -> Any:
        await pace(may_wait=_MAY_WAIT.get())
        return await request(*what, **how)

    return paced


def _guarded(request: Callable[..., Awaitable[Any]], **always: Any) -> Callable[..., Awaitable[Any]]:
    @wraps(request)
    async def guarded(*what: Any, **how: Any) -> Any:
        try:
            answer = await request(*what, **how, **always)
        except (KeyError, TypeError, ValueError) as error:  # JSON that is cut off, or says something else
            raise Garbled(repr(error)) from error
        if isinstance(answer, str) and answer:
            raise Garbled(f"{len(answer)} characters that are no JSON")
        return answer

    return guarded
