"""Inside the bot: where its processor time goes. It notes every few milliseconds of work what is being done.

Loaded by launch.py where STANDIN_SAMPLED names a file. On SIGUSR2 it writes what it has seen so far.
"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

_EVERY: Final = 0.003
"""Seconds of processor."""
_ROOMS: Final = (
    ("/engines/", "rules"),
    ("/render/", "pictures"),
    ("/bot/words/", "sentences"),
    ("/bot/database/", "database"),
    ("/aiosqlite/", "database"),
    ("/bot/", "the bot"),
    ("/discord/", "discord.py"),
    ("/aiohttp/", "HTTP"),
    ("/yarl/", "HTTP"),
    ("/multidict/", "HTTP"),
    ("/asyncio/", "asyncio"),
)
"""A frame belongs to the first that its file's path names; what stands in none belongs to who called it."""
_LOOP: Final = "MainThread"


def begin(file: str) -> None:
    seen: Counter[str] = Counter()

    def note(_: int, frame: FrameType | None) -> None:
        seen[_room(frame)] += 1

    def tell(*_: object) -> None:
        told = {"loop": seen, "threads": {thread.name: _spent(thread) for thread in threading.enumerate()}}
        draft = Path(f"{file}-draft")
        draft.write_text(json.dumps(told))
        draft.replace(file)

    signal.signal(signal.SIGPROF, note)
    signal.signal(signal.SIGUSR2, tell)
    signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)


def _room(frame: FrameType | None) -> str:
    """Of the event loop's thread. While it waits, others work, and that is counted where they are."""
    if frame and frame.f_code.co_name == "select":
        return "waiting"
    while frame:
        path = frame.f_code.co_filename
        for part, room in _ROOMS:
            if part in path:
                return room
        frame = frame.f_back
    return "else"


def _spent(thread: threading.Thread) -> float:
    if thread.ident is None:
        return 0.0
    return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
