"""What is counted: challenges and matches of members, and how these went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
