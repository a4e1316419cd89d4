"""Challenges and matches as they are stored: what the file knows of them, without their records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines import GAMES
from engines.game import Chosen


@dataclass(frozen=True, slots=True)
class Challenge:
    id: int
    guild: int
    channel: int
    message: int | None
    locale: str
    game: str
    options: Mapping[str, Chosen]
    challenger: int
    opponent: int | None
    secret: bytes
    expires_at: int
    state: str
    shown: str
    """The look that its post has."""
    guests: tuple[int, ...]
    """Of a lobby: who joined, in order."""
    pace: int | None
    rematch_of: int | None
    look: str
    """All of it that its post shows and that may change."""

    @property
    def members(self) -> tuple[int, ...]:
        """Who sits there so far."""
        return (self.challenger, *self.guests)

    @property
    def is_lobby(self) -> bool:
        """Not for one opponent, but for as many as the game takes."""
        return self.opponent is None and GAMES[self.game].seats[1] > 2


@dataclass(frozen=True, slots=True)
class Seat:
    member: int
    turned: bool
    hinted: bool
    """It has had its hint."""
    name: str
    """What the member was called when last seen here; empty if never."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat offers the others, and after how many plies."""

    seat: int
    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Of one game between two members, seen by the first."""

    game: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it lies in the file, without its record."""

    id: int
    guild: int
    channel: int
    place: int | None
    locale: str
    game: str
    rules_version: int
    options: Mapping[str, Chosen]
    secret: bytes
    began_at: int
    ended_at: int | None
    reason: str | None
    winners: tuple[int, ...]
    """Seats; empty while it runs, and of a draw."""
    plies: int
    posted_ply: int
    post: int | None
    pace: int | None
    """Seconds a turn may take; None: as long as it likes."""
    due: int | None
    """When the silence of who is to move is answered."""
    paused: int | None
    """Seconds that were left when the match was paused."""
    era: int
    """How often plies were taken back."""
    window: int | None
    """Seconds to answer a claim, where the server likes it otherwise than usual."""
    moved_at: int
    seats: tuple[Seat, ...]
    offer: Offer | None
