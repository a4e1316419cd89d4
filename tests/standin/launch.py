"""Run a module as `python -m` would, with discord.py pointed at the stand-in if there is one.

    python tests/standin/launch.py bot [arguments]

It is run by its path, so that nothing of the tests is loaded into the process that is measured. As a stem
(see stem.py) it loads the module and waits; each branch of it runs the module then, as if just started.
"""

from __future__ import annotations

import gc
import hashlib
import itertools
import json
import os
import runpy
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
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
CDN = "STANDIN_CDN"
LATE_PAINTS = "STANDIN_LATE_PAINTS"
"""Set: the art of a game is made for its first picture, not that of all games at the start."""
PAINTED = "STANDIN_PAINTED"
"""Set: a stem makes the art of all games, so that its branches have it."""
HASTE = "SPELTAFEL_TEST_HASTE"
"""Set: the pauses of the bot are so many times shorter."""
PAUSES = (
    ("bot.club.troubles", "PAUSES"),
    ("bot.ui.sweep", "MINUTE"),
    ("bot.ui.avatars", "REST"),
    ("bot.database.postgres.lines", "DYING"),
    *(("bot.hosting.leases", name) for name in ("STEP", "GRACE", "SPACING")),
    ("bot.hosting.opening", "PAUSE"),
)
"""They are asked where they stand: nobody has copies."""
LIMIT = "SPELTAFEL_TEST_LIMIT"
"""Set: a request to Discord may take so many seconds."""
SETTLING = "SPELTAFEL_TEST_SETTLING"
"""Set: a board on its way may take so many seconds before its shard is handed over, or the bot ends."""
PONDERING = "STANDIN_PONDERING"
"""Set: thoughts are those of pondering.py."""
PACE = "SPELTAFEL_TEST_PACE"
"""Set: so many requests a second are all that Discord takes from the bot."""
THOUGHT = "SPELTAFEL_TEST_THOUGHT"
"""Set: a thought may take so many seconds."""
NUMBERS = {
    LIMIT: ("bot.ui.requests", "LASTS"),
    PACE: ("bot.hosting.pace", "A_SECOND"),
    THOUGHT: ("bot.club.thinker", "LONGEST"),
    SETTLING: ("bot.app", "A_WHILE", "AT_PARTING"),
}
GROWN = "SPELTAFEL_TEST_GROWN"
"""Set: the bot is a version that knows one more migration, which says this."""
LOTS = "STANDIN_LOTS"
"""Set: the secrets of matches follow from it, one after the other, instead of being drawn."""
LAST_GUILD = 0.1
"""Seconds without another guild after which discord.py is ready. Discord itself is given two."""
CROWDED = "STANDIN_CROWDED"
"""Set: Discord is given its two seconds, but no five between two shards."""
SAMPLED = "STANDIN_SAMPLED"
"""Set: the file to which it tells, when asked, where its processor time went."""
UVLOOP = "STANDIN_UVLOOP"
"""Set: it runs on uvloop."""
SELDOM = "STANDIN_SELDOM"
"""Set: Python looks for garbage seldom, and not among what is loaded."""
STEM = "--stem"
"""In place of a module: the number of the socket to listen at, and the module that the branches will be."""
LONGEST_ASKED = 1 << 20


def main() -> None:
    client: Any = discord.Client
    if CROWDED in os.environ:
        client.before_identify_hook = _wait_for_nothing
    else:
        client.__init__ = partialmethod(client.__init__, guild_ready_timeout=LAST_GUILD)
    sys.path[0] = str(Path.cwd())
    if LATE_PAINTS in os.environ:
        _paint_late()
    del sys.argv[0]
    if sys.argv[0] == STEM:
        _, listening, module = sys.argv
        _load(module)
        sys.argv[:] = [module]
        _branch_off(socket.socket(fileno=int(listening)))
    if HASTE in os.environ:
        _hurry(float(os.environ[HASTE]))
    if GROWN in os.environ:
        _grow(os.environ[GROWN])
    if PONDERING in os.environ:
        thinker: Any = import_module("bot.club.thinker")
        thinker.PROGRAM = (str(Path(__file__).with_name("pondering.py")),)
    if LOTS in os.environ:
        lots: Any = import_module("bot.club.lots")
        lots.new_secret = steady_secrets(os.environ[LOTS])
    for setting, (module, *constants) in NUMBERS.items():
        for constant in constants if setting in os.environ else ():
            setattr(import_module(module), constant, float(os.environ[setting]))
    if REST in os.environ:
        Route.BASE = os.environ[REST]
        discord.Asset.BASE = os.environ.get(CDN, discord.Asset.BASE)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    _prepare_to_be_measured()
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def steady_secrets(named: str) -> Callable[[], bytes]:
    drawn = itertools.count()
    return lambda: hashlib.sha256(f"{named} {next(drawn)}".encode()).digest()


def _prepare_to_be_measured() -> None:
    if UVLOOP in os.environ:
        import_module("uvloop").install()
    if SELDOM in os.environ:
        import_module("bot.app")
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
    if SAMPLED in os.environ:
        import_module("tests.bench.scale.sampler").begin(os.environ[SAMPLED])


async def _wait_for_nothing(*_: object, **__: object) -> None:
    pass


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


def _grow(script: str) -> None:
    growth: Any = import_module("bot.database.postgres.growth")
    known = growth.migrations()
    growth.migrations = lambda: [*known, (len(known) + 1, script)]


def _load(module: str) -> None:
    """All but what runs as `__main__`; and the words of all languages, for to read those of one is a third of
    what a branch does until it has logged in. What cannot be loaded fails in the branch, as at a start.
    """
    for name in (module, f"{module}.__main__"):
        with suppress(ModuleNotFoundError):
            import_module(name)
        if not hasattr(sys.modules.get(name), "__path__"):
            sys.modules.pop(name, None)
    if PAINTED in os.environ:
        render = import_module("render")
        for game in render.DRAWERS:
            render.warm(game)
    words: Any = sys.modules.get("bot.words.language")
    for code in words.LANGUAGES if words else ():
        words.language(code)
    gc.collect()
    gc.freeze()


def _branch_off(listening: socket.socket) -> None:
    """Returns in each branch, which has become what was asked for. The stem ends when nobody can ask it.

    Whoever asks sends two files: what the branch writes to, and a socket that is told its number and, when it
    has ended, its exit code and what it took: seconds of processor.
    """
    branches: dict[int, socket.socket] = {}

    def tell(*_: object) -> None:
        for pid in list(branches):
            ended, status, spent = os.wait4(pid, os.WNOHANG)
            if ended:
                with branches.pop(pid) as asker, suppress(OSError):
                    took = spent.ru_utime + spent.ru_stime
                    asker.send(f"{os.waitstatus_to_exitcode(status)} {took}".encode())

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, tell)
    while True:
        asked, files, _, _ = socket.recv_fds(listening, LONGEST_ASKED, 2)
        if not asked:
            sys.exit()
        written, told = files
        asker = socket.socket(fileno=told)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})  # not before it is known
        pid = os.fork()
        if not pid:
            for ours in (listening, asker, *branches.values()):
                ours.close()
            _become(json.loads(asked), written)
            return
        branches[pid] = asker
        os.close(written)
        with suppress(OSError):
            asker.send(str(pid).encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


def _become(asked: dict[str, Any], written: int) -> None:
    """Like a process that was just started."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for stream in (sys.stdout, sys.stderr):
        os.dup2(written, stream.fileno())
    os.close(written)
    os.umask(asked["umask"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv.extend(asked["arguments"])


if __name__ == "__main__":
    main()
