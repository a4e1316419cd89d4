"""A bot as a real process, connected to the stand-in."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, Self

from tests.patience import PATIENCE
from tests.standin import launch, stem
from tests.standin.standin import StandIn

TOKEN: Final = "a-token.that-must.never-be-shown"


class BotProcess:
    """Use it as `async with`: whatever is still running at the end is killed."""

    def __init__(self, discord: StandIn, module: str = "bot", **settings: str) -> None:
        self.log: list[str] = []
        """What it wrote, to either stream, line by line."""
        self._spoke = asyncio.Event()
        self._discord = discord
        self._module = module
        self.settings = settings
        self._settings = {f"SPELTAFEL_{name.upper()}": value for name, value in settings.items()}
        self._process: asyncio.subprocess.Process | stem.Branch | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process and self._process.returncode is None:
            await self.kill()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    async def start(self, seconds: float = PATIENCE) -> None:
        """Start it anew; returns when it is connected and told of its guild."""
        before = len(self._discord.gateway.sessions)
        self._process = await begun(self._module, environment=self.environment())
        self._reading = asyncio.create_task(self._read(self._process))
        connected = asyncio.create_task(
            self._discord.until(lambda: len(self._discord.gateway.sessions) > before, seconds)
        )
        await asyncio.wait({self._reading, connected}, return_when=asyncio.FIRST_COMPLETED)
        if not connected.done() or connected.exception():
            connected.cancel()
            # Python loses the exit code of a process that is killed when it has just ended by itself.
            await (self.ended() if self._reading.done() else self.kill())
            raise AssertionError("the process did not connect:\n" + "\n".join(self.log))

    async def kill(self) -> None:
        """kill -9: it gets no chance to tidy up."""
        await self.stop(signal.SIGKILL)

    async def stop(self, by: signal.Signals = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        """Send a signal and wait for the end. Returns the exit code."""
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(by)
        return await self.ended(seconds)

    async def ended(self, seconds: float = PATIENCE) -> int:
        assert self._process
        assert self._reading
        async with asyncio.timeout(seconds):
            await self._reading
            return await self._process.wait()

    async def said(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until it has written them."""
        try:
            async with asyncio.timeout(seconds):
                while not any(words in line for line in self.log):
                    self._spoke.clear()
                    await self._spoke.wait()
        except TimeoutError:
            raise AssertionError(f"it did not write {words!r}, but:\n" + "\n".join(self.log)) from None

    def environment(self) -> dict[str, str]:
        theirs = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL_")}
        ours = {
            launch.REST: self._discord.url,
            launch.GATEWAY: self._discord.gateway.url,
            launch.CDN: self._discord.world.cdn,
            "SPELTAFEL_REVIEWS": "asked",  # what is measured is not what is done ahead
        }
        return theirs | ours | {"SPELTAFEL_TOKEN": TOKEN} | self._settings

    async def _read(self, process: asyncio.subprocess.Process | stem.Branch) -> None:
        assert process.stdout
        async for line in process.stdout:
            self.log.append(line.decode(errors="replace").rstrip())
            self._spoke.set()


async def begun(
    module: str, *arguments: str, environment: Mapping[str, str]
) -> asyncio.subprocess.Process | stem.Branch:
    """`python -m` it, by launch.py, or a branch of one: a process that writes all it says to one stream."""
    if stem.WANTED in environment and stem.IS_POSSIBLE:
        return await stem.stem_of(module, environment).branch(*arguments, environment=environment)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, launch.__file__, module, *arguments),
        cwd=stem.ROOT,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
