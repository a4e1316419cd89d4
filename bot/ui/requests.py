"""Every request to Discord has a time limit, and an answer that makes no sense is none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

import aiohttp
import discord
from discord.webhook.async_ import async_context

from bot.ui.discord_errors import Garbled

LASTS: Final = 20.0
"""Seconds for one request. discord.py would give it five minutes."""


def guard(client: discord.Client) -> None:
    """To be called once, before the client logs in."""
    # All requests of discord.py go through one of two doors; the second is for answers to interactions, and
    # there is one for all clients.
    vars(client.http)["request"] = _guarded(client.http.request, timeout=aiohttp.ClientTimeout(total=LASTS))
    answers = async_context.get()
    if not hasattr(answers.request, "__wrapped__"):
        vars(answers)["request"] = _guarded(answers.request)


def limit_answers(client: discord.Client) -> None:
    """They take their limit from the session, which is there after the login."""
    session = vars(client.http).get("_HTTPClient__session")
    if isinstance(session, aiohttp.ClientSession):
        session._timeout = aiohttp.ClientTimeout(total=LASTS)  # noqa: SLF001 - aiohttp takes it at birth only


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
