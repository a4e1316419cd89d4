"""Thinking for longer than people who press buttons can wait for: in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from threading import Thread
from typing import Final

from engines.codes import Note
from engines.game import Position

log = logging.getLogger(__name__)

_PATIENCE: Final = 10.0
"""Seconds: what is not found by then is done without."""


@cache
def _thinker(*, is_asked: bool) -> ProcessPoolExecutor:
    """One for boards and one for members who ask, so that no board waits for these.

    Made when it is first needed: most matches need none. A spawned process takes nothing of ours along.
    """
    del is_asked  # each has its own
    spawning = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=spawning, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Also when the bot is killed and cannot tell us."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    Thread(target=watch, daemon=True).start()


async def hint(position: Position, seat: int, *, is_asked: bool = False) -> Note | None:
    """What a good player would see for the seat; None if the game gives no hints, or it took too long.

    `is_asked`: by a member, not for a board that everybody waits for.
    """
    loop = asyncio.get_running_loop()
    thinker = _thinker(is_asked=is_asked)
    try:
        return await asyncio.wait_for(loop.run_in_executor(thinker, _hint, position, seat), _PATIENCE)
    except (TimeoutError, BrokenProcessPool) as error:
        if isinstance(error, BrokenProcessPool):
            _thinker.cache_clear()
        log.warning("no hint", extra={"why": repr(error)})
        return None


def _hint(position: Position, seat: int) -> Note | None:
    return position.hint(seat)
