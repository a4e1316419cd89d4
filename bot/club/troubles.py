"""What goes wrong and is tried again: each thing by itself, with growing pauses, and told once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

log = logging.getLogger(__name__)

PAUSES: Final = (60, 120, 240, 480, 600)
"""Seconds until it is tried again; from then on always the last."""

_MOST: Final = 10_000
"""That are remembered: places that are deleted never get well."""

MATCH: Final = "match"
CHALLENGE: Final = "challenge"
"""Kinds of what waits to be shown, and of trouble."""

Thing = tuple[str, str]
"""Of a kind ("match", "challenge", "place", "errand"), and which."""


def _itself(error: Exception) -> Exception:
    return error


@dataclass(slots=True)
class Trouble:
    what: str
    name: str
    why: str
    tries: int
    since: int
    """When it went wrong first."""
    next_at: int
    """When it is tried again."""


class Troubles:
    """`now` tells the time, in seconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._known: dict[Thing, Trouble] = {}
        self._kinds: set[str] = set()
        """That there ever was any of: a handful."""

    def may_try(self, what: str, which: object) -> bool:
        """It never went wrong, is well again, or has waited long enough."""
        trouble = self._known.get((what, str(which)))
        return trouble is None or self._seconds_to(trouble) == 0

    def is_well(self, what: str, which: object) -> bool:
        """It never went wrong, or is well again."""
        return (what, str(which)) not in self._known

    def note(
        self, what: str, which: object, error: BaseException | str, *, level: int = logging.WARNING
    ) -> None:
        """It went wrong. It is logged once; at the level ERROR, which nobody foresaw, with where it happened.

        Within its pause it cannot go wrong again: many may have tried at the same moment.
        """
        name, now = str(which), self._now()
        why = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        self._kinds.add(what)
        trouble = self._known.setdefault((what, name), Trouble(what, name, why, 0, now, now))
        if trouble.tries and self._seconds_to(trouble):
            return
        if len(self._known) > _MOST:
            del self._known[next(iter(self._known))]
        if trouble.tries == 0 and not self._is_told(trouble, why):
            log.log(
                level,
                "something goes wrong and is tried again",
                extra={what: which, "why": why},
                exc_info=error if level >= logging.ERROR and not isinstance(error, str) else None,
            )
        trouble.why = why
        trouble.tries += 1
        trouble.next_at = now + PAUSES[min(trouble.tries, len(PAUSES)) - 1]

    @contextmanager
    def alone(
        self,
        what: str,
        which: object,
        *foreseen: type[Exception],
        level: int = logging.WARNING,
        why: Callable[[Exception], Exception | str] = _itself,
    ) -> Iterator[None]:
        """What goes wrong with it is nobody else's loss: it is noted, and goes no further. What is `foreseen`
        has that level, and `why` puts it into words. If nothing goes wrong, it is well.
        """
        try:
            yield
        except foreseen as error:
            self.note(what, which, why(error), level=level)
        except Exception as error:  # noqa: BLE001 - whatever it was, others are not to suffer from it
            self.note(what, which, error, level=logging.ERROR)
        else:
            self.settle(what, which)

    def settle(self, what: str, which: object) -> None:
        """It is well again."""
        trouble = self._known.pop((what, str(which)), None)
        if trouble:
            log.info("it is well again", extra={what: which, "tries": trouble.tries})

    def settle_but(self, what: str, *names: object) -> None:
        """Of this kind nobody wants anything else any more: what went wrong with it is nobody's concern."""
        wanted = {str(name) for name in names}
        for trouble in self.listed():
            if trouble.what == what and trouble.name not in wanted:
                self.settle(what, trouble.name)

    def hurry(self, what: str, *names: object) -> bool:
        """Something has changed: these, or all of the kind, are tried at once. Whether there are any."""
        wanted = {str(name) for name in names}
        hurried = [
            trouble
            for trouble in self._known.values()
            if trouble.what == what and (not names or trouble.name in wanted)
        ]
        for trouble in hurried:
            trouble.next_at = self._now()
        return bool(hurried)

    def seconds_to_next(self, what: str) -> int | None:
        """Until the first of a kind is tried again; None: nothing of it is wrong."""
        waits = [self._seconds_to(trouble) for trouble in self._known.values() if trouble.what == what]
        return min(waits, default=None)

    def listed(self) -> list[Trouble]:
        """What is wrong now, the oldest first."""
        return sorted(self._known.values(), key=lambda trouble: trouble.since)

    def _is_told(self, trouble: Trouble, why: str) -> bool:
        """The same of the same match: it can neither be shown nor can its silence be answered, say."""
        kinds = self._kinds - {trouble.what}
        others = (self._known.get((kind, trouble.name)) for kind in kinds)
        return any(other is not None and other.why == why for other in others)

    def _seconds_to(self, trouble: Trouble) -> int:
        """Whoever put the clock back makes nobody wait."""
        left = trouble.next_at - self._now()
        return left if 0 < left <= PAUSES[-1] else 0
