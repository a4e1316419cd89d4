"""The sandbox as a process of its own, and a real Chromium before it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

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
    """`python -m bot sandbox`, started the way a person starts it."""

    process: subprocess.Popen[str]
    address: str
    temporary: Path
    """Where it makes its temporary files."""

    def leave(self, how: signal.Signals = signal.SIGINT) -> float:
        """End it; how many seconds that took."""
        before = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(timeout=10)
        return time.monotonic() - before


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Running]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # Not in our own folder: somebody's .env with a token may lie there.
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "sandbox", "--port", "0"],
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


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "This test drives a real Chromium, and there is none: apt-get install chromium"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
def screenshots(tmp_path: Path) -> Path:
    """Where the pictures go: SPELTAFEL_SCREENSHOTS keeps them."""
    folder = Path(os.environ.get("SPELTAFEL_SCREENSHOTS") or tmp_path / "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
