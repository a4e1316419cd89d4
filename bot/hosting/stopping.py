"""How a program is asked to stop, from outside."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress


def asked_to_stop() -> asyncio.Event:
    """It is set when somebody does."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers: there Ctrl-C cancels the running task instead.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    return stop


async def stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
