"""Who takes no direct messages from the bot, as Discord said not long ago: it counts what it refuses."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

_NOT_ASKED_FOR: Final = timedelta(hours=1)
"""After that it is tried again."""
_REMEMBERED: Final = 10_000


class ClosedDoors:
    """By the numbers of members, or of the channels of their direct messages. `clock` tells the time."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._closed: OrderedDict[int, datetime] = OrderedDict()
        """When that was learnt."""

    def note(self, number: int) -> None:
        self._closed[number] = self._clock()
        self._closed.move_to_end(number)
        if len(self._closed) > _REMEMBERED:
            self._closed.popitem(last=False)

    def is_closed(self, number: int) -> bool:
        """For all that is known, and worth trying."""
        noted = self._closed.get(number)
        return noted is not None and self._clock() - noted < _NOT_ASKED_FOR

    def open(self, number: int) -> bool:
        """They are heard from. Whether the door was closed."""
        return self._closed.pop(number, None) is not None
