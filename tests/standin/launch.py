"""Run a module as `python -m` would, with discord.py pointed at the stand-in.

    python tests/standin/launch.py bot [arguments]

It is run by its path, so that nothing of the tests is loaded into the process that is measured.
"""

from __future__ import annotations

import os
import runpy
import sys
from functools import partialmethod
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

REST = "STANDIN_REST"
GATEWAY = "STANDIN_GATEWAY"
LATE_PAINTS = "STANDIN_LATE_PAINTS"
"""Set: the art of a game is made for its first picture, not that of all games at the start."""
HASTE = "SPELTAFEL_TEST_HASTE"
"""Set: the pauses of the bot are so many times shorter."""
PAUSES = (("bot.club.troubles", "PAUSES"), ("bot.ui.sweep", "MINUTE"))
"""Whoever knows others comes after them: it may have copies."""
LIMIT = "SPELTAFEL_TEST_LIMIT"
"""Set: a request to Discord may take so many seconds."""
LAST_GUILD = 0.1
"""Seconds without another guild after which discord.py is ready. Discord itself is given two."""


def main() -> None:
    Route.BASE = os.environ[REST]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    client: Any = discord.Client
    client.__init__ = partialmethod(client.__init__, guild_ready_timeout=LAST_GUILD)
    sys.path[0] = str(Path.cwd())
    if LATE_PAINTS in os.environ:
        _paint_late()
    if HASTE in os.environ:
        _hurry(float(os.environ[HASTE]))
    if LIMIT in os.environ:
        limited: Any = import_module("bot.ui.requests")
        limited.LASTS = float(os.environ[LIMIT])
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _paint_late() -> None:
    from bot.ui import pictures  # noqa: PLC0415 - only now is the path to it known

    async def nothing() -> None:
        pass

    pictures.lay_out_paints = nothing


def _hurry(times: float) -> None:
    for name, constant in PAUSES:
        module: Any = import_module(name) if find_spec(name) else None
        if hasattr(module, constant):
            whole = getattr(module, constant)
            is_one = isinstance(whole, float | int)
            setattr(module, constant, whole / times if is_one else tuple(one / times for one in whole))


if __name__ == "__main__":
    main()
