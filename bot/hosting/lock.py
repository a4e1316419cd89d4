"""One bot a file: two would each believe that they alone move in its matches."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: docs/hosting.md leaves it to whoever hosts there
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)


class Taken(Exception):
    """Another process holds the lock."""


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Meanwhile nobody else gets in here. However this process ends, the lock ends with it. Raises Taken."""
    held = _open(database)
    try:
        if held is not None and fcntl:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Taken from None
        yield
    finally:
        if held is not None:
            os.close(held)


def _open(database: Path) -> int | None:
    """None where nothing may be written: there a second bot can do no harm either."""
    path = database.with_name(f"{database.name}-lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        if database.exists():  # else nothing will be opened, and that is said
            log.warning("no lock", extra={"file": str(path), "why": repr(error)})
        return None
