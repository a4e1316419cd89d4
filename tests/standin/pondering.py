"""A thinking process that writes down what it is told, and comes to no end as long as a file stands there.

It is run by its path in the place of the bot's own, beside a folder that the environment names.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.club import thinking

FOLDER: Final = "STANDIN_PONDERING"
TOLD: Final = "told"
"""The file with what it was told, a line a thought."""
TOOK: Final = "took"
"""The file with the seconds that it thought, a line a thought."""
STALLS: Final = "stalls"
"""The file that lets nobody come to an end."""
_HELD_UP: Final = ("think", "miss")


class Pondering:
    """Thinking processes that write down what they are told, and come to no end while they are held up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def told(self) -> list[str]:
        path = self._folder / TOLD
        return path.read_text().splitlines() if path.exists() else []

    @property
    def took(self) -> list[float]:
        return [float(line) for line in (self._folder / TOOK).read_text().splitlines()]

    def stall(self) -> None:
        (self._folder / STALLS).touch()

    def go_on(self) -> None:
        (self._folder / STALLS).unlink(missing_ok=True)


def be_usual() -> None:
    """Also if who started us has the processors before everybody else: whoever thinks has not."""
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def main() -> None:
    be_usual()
    folder = Path(os.environ[FOLDER])
    for what in _HELD_UP:
        thinking.TASKS[what] = _pondering(folder, thinking.TASKS[what])
    thinking.main()


def _pondering(folder: Path, think: Callable[..., Any]) -> Callable[..., Any]:
    def ponder(*about: Any) -> Any:
        with (folder / TOLD).open("a") as told:
            told.write(f"{about!r}\n")
        while (folder / STALLS).exists():
            time.sleep(0.005)
        began = time.perf_counter()
        thought = think(*about)
        with (folder / TOOK).open("a") as took:
            took.write(f"{time.perf_counter() - began}\n")
        return thought

    return ponder


if __name__ == "__main__":
    main()
