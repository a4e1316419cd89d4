"""Processes that branch off one which has loaded everything already: nine tenths of a start is loading."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.costs import book_branch
from tests.standin import launch

ROOT: Final = Path(__file__).parents[2]
WANTED: Final = "STANDIN_STEM"
"""Set: a bot branches off instead of being started."""
IS_POSSIBLE: Final = sys.platform == "linux"
_LOADED: Final = (launch.LATE_PAINTS, launch.PAINTED)
"""What changes a module as it is loaded. Where one of these differs, the stem is another."""
_SHORT: Final = 64


class Branch:
    """A process of its own, with a number and an exit code, that was forked when its modules were loaded."""

    def __init__(self, pid: int, told: socket.socket, stdout: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self.took: float | None = None
        """Seconds of processor; told when it has ended."""
        self._told = told
        self._ended: asyncio.Task[int] | None = None

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """However many wait: it is told once."""
        if self._ended is None:
            self._ended = asyncio.create_task(self._end())
        return await asyncio.shield(self._ended)

    async def _end(self) -> int:
        told = await asyncio.get_running_loop().sock_recv(self._told, _SHORT)
        self._told.close()
        code, took = told.split()
        self.returncode, self.took = int(code), float(took)
        book_branch(self.took)
        return self.returncode


class Stem:
    """Started with the first branch, and ends with this process."""

    def __init__(self, module: str, *settings: tuple[str, str]) -> None:
        self._asking, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        plain = {name: value for name, value in os.environ.items() if name not in _LOADED}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, launch.__file__, launch.STEM, str(theirs.fileno()), module],
                cwd=ROOT,
                env={**plain, **dict(settings)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self._end)

    async def branch(self, *arguments: str, environment: Mapping[str, str]) -> Branch:
        """As if `python -m` had just been called with these arguments."""
        os.umask(umask := os.umask(0))
        asked = {"arguments": arguments, "environment": dict(environment), "umask": umask}
        told, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        reading, writing = os.pipe()
        with theirs:
            socket.send_fds(self._asking, [json.dumps(asked).encode()], [writing, theirs.fileno()])
        os.close(writing)
        told.setblocking(False)
        loop = asyncio.get_running_loop()
        stdout = asyncio.StreamReader()
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb", 0)
        )
        return Branch(int(await loop.sock_recv(told, _SHORT)), told, stdout)

    def _end(self) -> None:
        self._asking.close()
        self._process.wait()


def stem_of(module: str, environment: Mapping[str, str]) -> Stem:
    """The one whose branches are this module in such an environment."""
    return _stem(module, *((name, environment[name]) for name in _LOADED if name in environment))


_stem = cache(Stem)
