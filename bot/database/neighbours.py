"""Other processes that play over the same database: what they claim of the shards, and tell one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum


class Claim(IntEnum):
    """What a process claims of a shard."""

    PLAYS = 0
    """Of none, but that it is there, and goes on to be; many may claim it."""
    HOLDS = 1
    """It answers there, and nobody else does."""
    COMES = 2
    """It is about to connect there, and nobody else need do so."""
    READY = 3
    """It is connected there, and would hold it."""
    LEAVES = 4
    """It holds it, and is about to end."""
    BEGINS = 5
    """It begins a session just now, or did so a moment ago."""


class Lost(Exception):
    """The connection is lost, and all claims are with it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was claimed at a moment."""

    ours: frozenset[tuple[Claim, int]]
    theirs: frozenset[tuple[Claim, int]]
    counts: frozenset[int]
    """In how many shards others count."""

    @property
    def has_others(self) -> bool:
        return any(claim is Claim.PLAYS for claim, _ in self.theirs)


@dataclass(frozen=True, slots=True)
class Process:
    """One of those that share a database, as somebody sees it who looks in from outside."""

    name: str
    """Of its machine, and its number there."""
    since: int
    """When it came, or came again after the database was away; seconds, UTC."""
    shards: tuple[int, ...]
    """Those that it holds."""
    count: int
    """Of so many."""


class Neighbours(ABC):
    """What a process has claimed ends with its connection, whatever becomes of the process."""

    heard: Callable[[str], None]
    """Called with whatever a process tells, this one included."""
    lost: Callable[[], None]
    """Called when the connection is lost."""

    @property
    @abstractmethod
    def is_open(self) -> bool: ...

    @abstractmethod
    async def open(self) -> None:
        """Also again, after it was lost. Raises Lost and NewerFile."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def claim(self, what: Claim, shard: int) -> bool:
        """False: somebody else has. What is claimed twice is to be dropped twice. Raises Lost."""

    @abstractmethod
    async def drop(self, what: Claim, shard: int) -> None:
        """Raises Lost."""

    @abstractmethod
    async def leave(self) -> None:
        """Nobody is to count on this process any more. Raises Lost."""

    @abstractmethod
    async def look(self) -> Seen:
        """Raises Lost."""

    @abstractmethod
    async def tell(self, what: str) -> None:
        """All processes, this one included. Raises Lost."""
