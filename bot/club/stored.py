"""What the file knows: of challenges and matches, without their records, and of how people like it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, Self

from bot.club.computers import is_computer, is_solo, level_of, people
from bot.club.ratings import ABORTED
from engines import GAMES
from engines.game import Chosen, Game

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
class Challenge:
    id: int
    """0: it lies in no file yet."""
    guild: int
    channel: int
    message: int | None
    locale: str
    game_name: str
    options: Mapping[str, Chosen]
    challenger: int
    opponent: int | None
    secret: bytes
    expires_at: int
    state: str
    pace: int | None
    rematch_of: int | None
    revision: int
    """Grows with whatever changes what its post shows."""
    shown_revision: int
    """The one that its post shows."""
    guests: tuple[int, ...]
    """Of a lobby: who joined, in order."""
    known: Known | None
    """Of where it was made."""
    made_at: int
    """Since when who made it waits; also for whom it was renewed."""
    is_stale: bool
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


@dataclass(frozen=True, slots=True)
class Asked:
    """How many challenges a member has made, of the kind that is about to be made."""

    open: int
    """On the server, to whomever."""
    open_to_one: int
    """There, to the same opponent."""
    in_vain: int
    """Within a day, on all servers, that led to no match: to this one, or to all of a table before."""


@dataclass(frozen=True, slots=True)
class Running:
    """How many matches run on a server."""

    of: Mapping[int, int]
    """By member, of those who were asked for."""
    between: int
    """For two, between those two."""
    solo: tuple[tuple[str, int], ...] = ()
    """Of those who were asked for, on all servers: matches in which nobody else plays but computers, by game
    and number.
    """


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
class Whereabouts:
    """Of a match: where it is played, and by whom."""

    id: int
    guild: int
    channel: int
    venue: int | None
    involved: tuple[int, ...]
    """At least those of them who were asked for."""
    known: Known | None


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody is called; empty where that is not known."""

    name: str
    """On the server that was asked about."""
    known_as: str
    """By all of Discord."""
    is_here: bool
    """They were met on that server, and are not known to have left it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Of one game between two members, seen by the first."""

    game: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class LevelTally:
    """Of a member at one game, against the computers of one level."""

    game: str
    level: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it lies in the file, without its record."""

    id: int
    challenge: int | None
    """The one it came of."""
    guild: int
    channel: int
    """Where the challenge was made."""
    venue: int | None
    """The thread or channel it is played in; None until there is one."""
    locale: str
    game_name: str
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
    remind_at: int | None
    """When whoever is still to move is told so; None: they were, or there is no hurry."""
    paused: int | None
    """Seconds that were left when the match was paused."""
    rests_until: int | None
    """A vacation has stopped the clock of this turn until then, and no other one will."""
    patience_until: int | None
    """Whoever waits for a move may end the match from then on; None when it is over."""
    era: int
    """How often the same plies were to be shown anew: they were taken back, or count no longer."""
    adjudicated: bool
    """A manager ended it."""
    verdict: str
    """What managers decided when it was over: empty, `voided` or, after that, `restored`."""
    window: int | None
    """Seconds to answer a claim while people are active; None: as the pace asks."""
    moved_at: int
    seats: tuple[Seat, ...]
    offer: Offer | None
    known: Known | None
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


@dataclass(frozen=True, slots=True)
class MemberPreferences:
    language: str | None = None
    """None: that of their Discord."""
    pings: str = "mention"
    """`mention`, `message` or `none`: how they are called."""
    turned: bool = False
    """In new matches they see the board from the other side."""
    theme: str = ""
    """The table in whose colours they see what they alone see; empty: the server's."""
    at_once: bool = False
    """Their moves are played without being shown to them first."""
    hidden: bool = False
    """They stand on no leaderboard."""
    challengers: str = "all"
    """`all`, `known` or `none`: who may challenge them."""
    nameless: bool = False
    """On other servers they are called by no name."""
    told: bool = False
    """They know that they stand on the leaderboard of all servers."""
    faceless: bool = False
    """In pictures they are seen as a token."""
    coach: bool = False
    """Alone with computers they are told what their moves did."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A member is away: meanwhile the clocks of their turns stand still."""

    began_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class SealedBlock:
    """Against somebody who was forgotten. It tells whether it was this member, but not who it was."""

    salt: str
    seal: str

    @classmethod
    def against(cls, blocked: int) -> Self:
        salt = secrets.token_hex(16)
        return cls(salt, sealed(blocked, salt))

    def is_against(self, member: int) -> bool:
        return self.seal == sealed(member, self.salt)


def sealed(member: int, salt: str) -> str:
    """By which a member who was forgotten is known if they come back, and not before."""
    return blake2b(str(member).encode(), key=salt.encode(), digest_size=32).hexdigest()


@dataclass(frozen=True, slots=True)
class ServerPreferences:
    """None: as usual."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    """Where one plays; empty: everywhere."""
    threads: bool = True
    """A thread for each match."""
    pace: int | None = None
    """Seconds a turn may take, unless the challenge says otherwise; 0: no limit."""
    window: int | None = None
    """Seconds to answer a claim while people are active, in matches that begin; None: as the pace asks."""
    least_matches: int | None = None
    """To stand on the leaderboard."""
    seekers: int | None = None
    """The role that challenges to anybody call; None: nobody."""
    starters: int | None = None
    """The role that may start matches; None: everybody."""
    log_channel: int | None = None
    """Where is told what managers do; None: nowhere."""
    left_at: int | None = None
    """When the bot was removed."""
    season: str | None = None
    """How long a season lasts: `month` to `year`, or `none`."""
    season_since: int | None = None
    """When that was chosen."""
    daily_channel: int | None = None
    """Where the daily is posted; None: nowhere."""
    daily_hour: int | None = None
    """Of UTC, from which on; None: as usual."""
    daily_role: int | None = None
    """That it calls; None: nobody."""
    podium_channel: int | None = None
    """Where podiums are posted; None: where one plays."""
    theme: str = ""
    """The table in whose colours everybody sees boards and cards."""
    champions: bool = False
    """They have a role, given and taken by the bot."""
    faces: bool = True
    """In pictures members are seen as what they look like."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a manager did."""

    guild: int
    at: int
    manager: int
    what: str
    """`set`, `barred`, `lifted`, `ended`, `awarded`, `voided` or `restored`."""
    member: int | None = None
    """Whom it concerns; of a match that was awarded, its winner, if there is but one."""
    match: int | None = None
    setting: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A member who may not play on a server."""

    member: int
    manager: int
    at: int
    name: str
    """What they were called when last seen here; empty if never, or if they were forgotten."""
