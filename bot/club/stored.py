"""A match as it lies in the file, without its record; and who sits there, by what names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.club.computers import is_computer, is_solo, level_of, people
from bot.club.ratings import ABORTED
from bot.club.whereabouts import Known
from engines import GAMES
from engines.game import Chosen, Game


@dataclass(frozen=True, slots=True)
class Seat:
    member: int
    turned: bool
    hinted: bool
    """It has had its hint."""
    name: str
    """What the member was called when last seen here; empty if never, and of a computer."""
    gone_at: int | None = None
    """Since when the member is known to have left the server."""
    coach: bool = False
    """After each move it is told what that did."""
    coached: bool = False
    """It was told so at least once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat offers the others, and after how many plies."""

    seat: int
    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody is called; empty where that is not known."""

    name: str
    """On the server that was asked about."""
    known_as: str
    """By all of Discord."""
    is_here: bool
    """They were met on that server, and are not known to have left it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A match as it lies in the file, without its record. As it begins, where nothing else is said."""

    id: int
    challenge: int | None = None
    """The one it came of."""
    guild: int
    channel: int
    """Where the challenge was made."""
    venue: int | None = None
    """The thread or channel it is played in; None until there is one."""
    locale: str
    game_name: str
    rules_version: int
    options: Mapping[str, Chosen]
    secret: bytes
    began_at: int
    ended_at: int | None = None
    reason: str | None = None
    winners: tuple[int, ...] = ()
    """Seats; empty while it runs, and of a draw."""
    plies: int = 0
    posted_ply: int = 0
    post: int | None = None
    pace: int | None = None
    """Seconds a turn may take; None: as long as it likes."""
    due: int | None = None
    """When the silence of who is to move is answered."""
    remind_at: int | None = None
    """When whoever is still to move is told so; None: they were, or there is no hurry."""
    paused: int | None = None
    """Seconds that were left when the match was paused."""
    rests_until: int | None = None
    """A vacation has stopped the clock of this turn until then, and no other one will."""
    patience_until: int | None = None
    """Whoever waits for a move may end the match from then on; None when it is over."""
    era: int = 0
    """How often the same plies were to be shown anew: they were taken back, or count no longer."""
    adjudicated: bool = False
    """A manager ended it."""
    verdict: str = ""
    """What managers decided when it was over: empty, `voided` or, after that, `restored`."""
    window: int | None = None
    """Seconds to answer a claim while people are active; None: as the pace asks."""
    moved_at: int
    seats: tuple[Seat, ...]
    offer: Offer | None = None
    known: Known | None = None
    """Of where it is played."""

    @property
    def involved(self) -> tuple[int, ...]:
        return self.members

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_name]

    @property
    def members(self) -> tuple[int, ...]:
        """By seat."""
        return tuple(seat.member for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The members among these, also those who were forgotten; the others are computers."""
        return people(self.members)

    @property
    def computers(self) -> frozenset[int]:
        """The seats where a computer sits."""
        return frozenset(number for number, seat in enumerate(self.seats) if is_computer(seat.member))

    @property
    def is_practice(self) -> bool:
        """A computer plays: it counts in no ratings."""
        return bool(self.computers)

    @property
    def is_solo(self) -> bool:
        """One member plays, and nobody else but computers."""
        return is_solo(self.members)

    @property
    def level(self) -> int | None:
        """Of all computers that one member plays alone with; None where these differ, or others play."""
        levels = {level_of(self.seats[seat].member) for seat in self.computers}
        return min(levels) if self.is_solo and len(levels) == 1 else None

    @property
    def helped_by(self) -> str:
        """Why it says nothing of how that member stands against a level: `takeback`, `hint`, `coach`, or
        empty.
        """
        if self.verdict:
            return ""
        if self.era:
            return "takeback"
        if any(seat.hinted for seat in self.seats):
            return "hint"
        return "coach" if any(seat.coached for seat in self.seats) else ""

    @property
    def coach(self) -> int | None:
        """The seat that a coach speaks to: of a member who plays alone with computers, if they like."""
        if not self.is_solo:
            return None
        return next((number for number, seat in enumerate(self.seats) if seat.coach), None)

    @property
    def voided(self) -> bool:
        """Its result counts for nobody."""
        return self.verdict == "voided"

    def result(self, member: int) -> str:
        """What a finished match was to a member of it: won, shared, drawn, lost, aborted or voided."""
        if self.voided:
            return "voided"
        if self.reason == ABORTED:
            return ABORTED
        if not self.winners:
            return "drawn"
        if member not in {self.seats[seat].member for seat in self.winners}:
            return "lost"
        return "won" if len(self.winners) == 1 else "shared"
