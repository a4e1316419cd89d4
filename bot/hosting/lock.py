"""One bot a file: two would each believe that they alone move in its matches.

When the lock was last touched tells when its bot was last at play, to the second, however it ended.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.database.driver import Taken
from bot.database.where import Where, is_shared

try:
    import fcntl
except ImportError:  # Windows: docs/hosting.md leaves it to whoever hosts there
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)


@contextmanager
def locked(database: Where) -> Iterator[None]:
    """Meanwhile nobody else gets in here. However this process ends, the lock ends with it. Raises Taken.

    A file that others can open from elsewhere knows by itself who plays with it: see File.claim.
    """
    held = _open(database)
    try:
        if held is not None and fcntl and not is_shared(database):
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Taken from None
        yield
    finally:
        if held is not None:
            os.close(held)


def touch(database: Where) -> None:
    """The bot is at play."""
    with suppress(OSError):
        os.utime(_lock_of(database))


def last_touched(database: Where) -> int | None:
    """When a bot was last at play there; None if that cannot be known."""
    with suppress(OSError):
        return int(_lock_of(database).stat().st_mtime)
    return None


def _lock_of(database: Where) -> Path:
    return database.with_name(f"{database.name}-lock")


def _open(database: Where) -> int | None:
    """None where nothing may be written: there a second bot can do no harm either."""
    path = _lock_of(database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        if database.exists():  # else nothing will be opened, and that is said
            log.warning("no lock", extra={"file": str(path), "why": repr(error)})
        return None
