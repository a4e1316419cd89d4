"""Thinking in a process of its own: it ends with the bot, however the bot ends."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the end of a process")

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio, os
from bot.club import thinker
from engines import GAMES

async def main():
    position = GAMES["cubus"].start({}, 2)
    assert await thinker.hint(position, 0) is None
    (worker,) = thinker._thinker(is_asked=False)._processes
    print(worker, flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_the_thinking_process_does_not_outlive_a_bot_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "thinks.py"
    script.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment
    ) as bot:
        assert bot.stdout is not None
        worker = os.pidfd_open(int(bot.stdout.readline()))
        bot.send_signal(signal.SIGKILL)
    ended, _, _ = select.select([worker], [], [], PATIENCE)
    os.close(worker)
    assert ended


TWO_AT_ONCE = """
import asyncio, os, time
from bot.club import thinker
from tests.engines.cubus_play import at
from tests.patience import PATIENCE

async def main():
    position = at("2", ("TTLLRR", ""), hints="on")
    assert await thinker.hint(position, 0, is_asked=True)
    thinker._thinker(is_asked=True).submit(time.sleep, 3600)
    asked = asyncio.create_task(thinker.hint(position, 0, is_asked=True))
    await asyncio.sleep(0)
    assert await thinker.hint(position, 0)
    assert not asked.done()
    print("thought", flush=True)

if __name__ == "__main__":
    try:
        asyncio.run(asyncio.wait_for(main(), PATIENCE))
    finally:
        os._exit(0)  # a process that still thinks would be waited for
"""


def test_a_board_waits_for_no_hint_that_a_member_asked_for(tmp_path: Path) -> None:
    script = tmp_path / "thinks_twice.py"
    script.write_text(TWO_AT_ONCE)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, env=environment, check=True)
    assert said.stdout == b"thought\n"
