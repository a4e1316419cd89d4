"""The sandbox as a process of its own, and a real Chromium before it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.player import PATIENCE_MS
from tests.patience import PATIENCE
from tests.standin import launch

ROOT = Path(__file__).parents[2]
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
    """`python -m bot sandbox`, started the way a person starts it, with the lots of the test."""

    process: subprocess.Popen[str]
    address: str
    temporary: Path
    """Where it makes its temporary files."""

    def leave(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it; with which exit code it ended."""
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Running]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # Not in our own folder: somebody's .env with a token may lie there.
    with subprocess.Popen(
        [sys.executable, launch.__file__, "bot", "sandbox", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Running(process, _address(process), temporary)
        finally:
            if process.poll() is None:
                process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", line)
    assert found, f"the sandbox did not say where it is, but: {line!r}"
    return found[0]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    program = shutil.which("chromium")
    assert program, "This test drives a real Chromium, and there is none: apt-get install chromium"
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS, timeout=PATIENCE_MS)
        yield browser
        await browser.close()


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
