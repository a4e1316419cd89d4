"""A thinking process that says at once what was thought of the same in this run of the tests, by whomever.

It is run by its path in the place of the bot's own, beside a folder that the environment names. Kept is what
takes long and is asked again and again: what was better, move by move, in the few matches that tests play.

It does not stand behind others, for then nothing would be thought beside six busy loops in less than minutes.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.club import thinking

FOLDER: Final = "STANDIN_REMEMBERING"
_KEPT: Final = ("look_again", "remark")


def main() -> None:
    thinking.BEHIND = 0
    for what in _KEPT:
        thinking.TASKS[what] = _remembering(Path(os.environ[FOLDER]), what, thinking.TASKS[what])
    thinking.main()


def _remembering(folder: Path, what: str, think: Callable[..., Any]) -> Callable[..., Any]:
    def remember(*about: Any) -> Any:
        kept = folder / hashlib.sha256(pickle.dumps((what, about))).hexdigest()
        with suppress(FileNotFoundError):
            return pickle.loads(kept.read_bytes())  # noqa: S301 - from one of us
        thought = think(*about)
        whole = kept.with_suffix(f".{os.getpid()}")
        whole.write_bytes(pickle.dumps(thought))
        whole.rename(kept)  # a neighbour reads all of it or nothing
        return thought

    return remember


if __name__ == "__main__":
    main()
