"""Thinking in a process of its own: it ends with the bot, however the bot ends."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.club import thinking
from engines import GAMES
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the end of a process")

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio
from bot.club import thinker
from engines import GAMES

async def main():
    position = GAMES["cubus"].start({}, 2)
    assert await thinker.Thinker().hint("cubus", position, 0, 1) is None
    print(thinker._ALL[-1]._running.pid, flush=True)
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


def test_what_nobody_hears_any_more_is_said_in_silence() -> None:
    """A bot that is killed leaves the thought to be ended; the log is not to tell of it."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot.club.thinking"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as worker:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        assert thinking.receive(worker.stdout) == (True, "ready")
        worker.stdout.close()
        thinking.send(worker.stdin, ("hint", ("cubus", GAMES["cubus"].start({}, 2), 0)))
        assert worker.stderr.read() == b""
        assert worker.wait(PATIENCE) == 0


ONE_AFTER_THE_OTHER = """
import asyncio
from bot.club import thinker
from tests.engines.cubus_play import at
from tests.patience import PATIENCE

async def main():
    position = at("2", ("TTLLRR", ""), hints="on")
    thoughts = thinker.Thinker()
    told = []

    async def tell(name, thinking):
        assert await thinking
        told.append(name)

    async with asyncio.TaskGroup() as group:
        for number in range(thinker.PROCESSES):
            group.create_task(tell("under way", thoughts.hint("cubus", position, 0, 100 + number)))
        await asyncio.sleep(0)
        for number in range(5):
            group.create_task(tell("a hint", thoughts.hint("cubus", position, 0, 200 + number)))
        await asyncio.sleep(0)
        group.create_task(tell("a board", thoughts.review(position, 0)))
    print(told.index("a board") <= 2 * thinker.PROCESSES - 1, flush=True)

if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(), PATIENCE))
"""


def test_a_board_waits_for_no_hint_that_a_member_has_only_asked_for(tmp_path: Path) -> None:
    script = tmp_path / "thinks_in_turn.py"
    script.write_text(ONE_AFTER_THE_OTHER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, env=environment, check=True)
    assert said.stdout == b"True\n"
