"""A challenge: as it is wished for, and as it lies in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.club.whereabouts import DIRECT, Known
from engines import GAMES
from engines.game import Chosen, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """As it is wished for, where nothing else is said; when it is laid it has a secret and its times."""

    id: int = 0
    """0: it lies in no file yet."""
    guild: int
    channel: int
    message: int | None = None
    locale: str
    game_name: str
    options: Mapping[str, Chosen]
    challenger: int
    opponent: int | None
    secret: bytes = b""
    expires_at: int = 0
    state: str = "open"
    pace: int | None = None
    rematch_of: int | None = None
    revision: int = 0
    """Grows with whatever changes what its post shows."""
    shown_revision: int = 0
    """The one that its post shows."""
    guests: tuple[int, ...] = ()
    """Of a lobby: who joined, in order."""
    known: Known | None = None
    """Of where it was made."""
    made_at: int = 0
    """Since when who made it waits; also for whom it was renewed."""
    is_stale: bool = False
    """It is for anybody, and has hung there for long."""
    renewed_as: int | None = None
    """The challenge that took its place."""
    sent_away: tuple[int, ...] = ()
    """Of a lobby: who may not sit down there again."""

    @property
    def is_renewable(self) -> bool:
        """It is for anybody, and has hung there for long, or for its whole day."""
        has_waited = self.state == "expired" or (self.state == "open" and self.is_stale)
        is_for_anybody = self.opponent is None and self.guild != DIRECT
        return is_for_anybody and self.renewed_as is None and has_waited

    @property
    def venue(self) -> int:
        return self.channel

    @property
    def involved(self) -> tuple[int, ...]:
        """Who made it, whom it is made to, and who joined."""
        return (*self.members, *filter(None, (self.opponent,)))

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_name]

    @property
    def members(self) -> tuple[int, ...]:
        """Who sits there so far."""
        return (self.challenger, *self.guests)

    @property
    def is_lobby(self) -> bool:
        """Not for one opponent, but for as many as the game takes."""
        return self.opponent is None and self.game.seats[1] > 2
