"""Thinking in a process of its own: it ends with the bot, however the bot ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio, os
from bot.club import thinker
from engines import GAMES

async def main():
    position = GAMES["cubus"].start({}, 2)
    assert await thinker.hint(position, 0) is None
    (worker,) = thinker._thinker()._processes
    print(worker, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def is_alive(process: int) -> bool:
    """A dead one that nobody has asked after yet does not count."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_the_thinking_process_does_not_outlive_a_bot_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "thinks.py"
    script.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment
    ) as bot:
        assert bot.stdout is not None
        worker = int(bot.stdout.readline())
        assert is_alive(worker)
        bot.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while is_alive(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(worker)
