"""The sandbox as a process of its own, and a real Chromium before it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser import sapling
from tests.browser.player import PATIENCE_MS
from tests.costs import shared
from tests.patience import PATIENCE
from tests.standin import launch
from tests.standin.stem import Branch, stem_of

ROOT = Path(__file__).parents[2]
PROGRAMS = ("chromium-headless-shell", "chromium")
"""The first is the same browser without windows and bars of its own, which take as much as our pages do."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Running:
    """`python -m bot sandbox`, with the lots of the test."""

    process: Process | Branch
    address: str
    temporary: Path
    """Where it makes its temporary files."""

    async def leave(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it; with which exit code it ended."""
        self.process.send_signal(how)
        return await self.ends()

    async def ends(self) -> int:
        """Wait until it does; with which exit code."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


Start = Callable[..., Awaitable[Process | Branch]]
"""Given the environment and the folder."""


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox(tmp_path: Path) -> AsyncIterator[Running]:
    """Branched off: every test has its own, and none of them waits until Python has loaded it."""
    async with _running(_branched, tmp_path) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def started(tmp_path: Path) -> AsyncIterator[Running]:
    """Started the way a person starts it."""
    async with _running(_started, tmp_path) as running:
        yield running


@asynccontextmanager
async def _running(start: Start, folder: Path) -> AsyncIterator[Running]:
    temporary = folder / "temporary"
    temporary.mkdir()
    process = await start({**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}, folder)
    assert process.stdout is not None
    try:
        yield Running(process, await _address(process.stdout), temporary)
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()
        # It belongs to what is told of a test that fails.
        sys.stderr.write((await process.stdout.read()).decode())


# Not in our own folder: somebody's .env with a token may lie there.
async def _started(environment: Mapping[str, str], folder: Path) -> Process:
    command = (sys.executable, launch.__file__, "bot", "sandbox", "--port", "0")
    return await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE
    )


async def _branched(environment: Mapping[str, str], folder: Path) -> Branch:
    stem = stem_of(sapling.__name__, {**environment, launch.PAINTED: "yes"})
    return await stem.branch(
        "sandbox", "--port", "0", environment={**environment, sapling.FOLDER: str(folder)}
    )


async def _address(stdout: asyncio.StreamReader) -> str:
    line = (await stdout.readline()).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", line)
    assert found, f"the sandbox did not say where it is, but: {line!r}"
    return found[0]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program, f"This test drives a real Chromium, and there is none: apt-get install {PROGRAMS[0]}"
    expect.set_options(timeout=PATIENCE_MS)
    playwright = await async_playwright().start()
    browser = await playwright.chromium.launch(executable_path=program, args=FLAGS, timeout=PATIENCE_MS)
    yield browser
    with shared():
        await browser.close()
        await playwright.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Without a window, before the test and after it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest.fixture
def screenshots() -> Path | None:
    """Where the pictures go, if SPELTAFEL_SCREENSHOTS keeps them."""
    kept = os.environ.get("SPELTAFEL_SCREENSHOTS")
    if not kept:
        return None
    folder = Path(kept)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
