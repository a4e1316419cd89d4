"""The sandbox: the real bot against simulated Discord, played in a browser. No token, no network.

Everything that touches SimCord's private parts lives in this one file. Its version is pinned, and each of
those parts is named by a test in tests/bot/test_sandbox_contract.py.
"""
# ruff: noqa: SLF001 - see above: reaching into SimCord is what this file is for

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any

import simcord.env
import simcord.interactions

# What SimCord leaves out of an interaction


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
    """Meanwhile a sleeping background loop no longer costs every action SimCord's 50 ms of looking again."""
    defaults = simcord.env.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    usual = defaults["idle"]
    defaults["idle"] = idle
    try:
        yield
    finally:
        defaults["idle"] = usual
