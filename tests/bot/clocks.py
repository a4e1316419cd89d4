"""Clocks that a test sets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    """Between any two looks `a_look` passes."""

    def __init__(self, now: str, a_look: timedelta = timedelta()) -> None:
        """In UTC, such as `2026-05-01 09:00`."""
        self.now = datetime.fromisoformat(now).replace(tzinfo=UTC)
        self._a_look = a_look

    def __call__(self) -> datetime:
        self.now += self._a_look
        return self.now

    def advance(self, **length: float) -> None:
        self.now += timedelta(**length)
