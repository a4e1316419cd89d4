"""How members and servers like it: what the file knows of that."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self


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
