"""Where something is played, as far as it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DIRECT: Final = 0
"""In the place of a server's number: a direct message with the bot, which has none."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a channel or a thread, also when Discord tells nothing of it any more."""

    venue: int
    guild: int
    above: int | None = None
    """The channel of a thread; None: it is a channel."""
    is_secluded: bool = False
    """A thread that only those see who are in it."""
    is_open: bool = False
    """All members of the server see it, or the channel above it."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Of a match: where it is played, and by whom."""

    id: int
    guild: int
    channel: int
    venue: int | None
    involved: tuple[int, ...]
    """At least those of them who were asked for."""
    known: Known | None
