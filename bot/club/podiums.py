"""Seasons as values: how long they last, and what one came to.

A season is a stretch of time by the calendar (UTC) that ends with a podium for each game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from bot.club.standings import ALL_TIME, PERIODS, Standing, periods

LENGTHS: Final = tuple(reversed([period for period in PERIODS if period != ALL_TIME]))
"""How long a season may last, the shortest first."""
USUAL_LENGTH: Final = "quarter"
NO_SEASONS: Final = "none"
LEAST_MATCHES: Final = 5
"""Rated, within the season, to stand on its podium."""
LEAST_OPPONENTS: Final = 3
"""Different ones, to be champion."""
STEPS: Final = 3
"""Of a podium."""

_MONTHS: Final = {"year": 12, "half": 6, "quarter": 3, "month": 1}
_WRITTEN: Final = re.compile(r"(?P<year>[0-9]{4})(-(?P<part>H[12]|Q[1-4]|0[1-9]|1[0-2]))?")
_LENGTHS: Final = {"H": "half", "Q": "quarter", "": "year"}


@dataclass(frozen=True, slots=True)
class Season:
    period: str
    """As the ledger calls it: `2026-Q4`."""
    length: str
    begins_at: int
    ends_at: int
    """The first moment of the next one."""

    @classmethod
    def at(cls, moment: int, length: str) -> Season:
        season = cls.read(periods(moment)[PERIODS.index(length)])
        assert season is not None
        return season

    @classmethod
    def read(cls, period: str) -> Season | None:
        """None for a text that is no season, such as `all`."""
        written = _WRITTEN.fullmatch(period)
        if written is None or written["year"] == "0000":
            return None
        year, part = int(written["year"]), written["part"] or ""
        length = _LENGTHS.get(part[:1], "month")
        months = _MONTHS[length]
        first = months * (int(part.lstrip("HQ") or 1) - 1)
        return cls(period, length, _month(year, first), _month(year, first + months))

    @property
    def before(self) -> Season:
        return self.at(self.begins_at - 1, self.length)


def _month(year: int, months: int) -> int:
    """The first moment of a month, counted from the first of a year."""
    return int(datetime(year + months // 12, months % 12 + 1, 1, tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class Contender:
    """Who has played enough to stand on a podium."""

    standing: Standing
    merit: int
    opponents: int
    """Different ones."""

    @property
    def may_be_champion(self) -> bool:
        return self.opponents >= LEAST_OPPONENTS


@dataclass(frozen=True, slots=True)
class Place:
    """On the podium of a game. Equal standings share a rank."""

    game: str
    standing: Standing
    is_champion: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A season that is over, as it was written down then."""

    id: int
    guild: int
    season: Season
    places: tuple[Place, ...]
    channel: int | None
    """Where its podium hangs, or is about to."""
    message: int | None

    @property
    def champions(self) -> list[int]:
        return list(dict.fromkeys(place.standing.member for place in self.places if place.is_champion))


@dataclass(frozen=True, slots=True)
class Crown:
    """The role of a game's champion, which somebody is to get or to lose."""

    guild: int
    game: str
    member: int
    season: int
    """For which it is to be given; 0: it is to be taken back."""


def places(game: str, contenders: Sequence[Contender]) -> list[Place]:
    """The podium of a game. Who has not met enough opponents stands below everybody who has."""

    def worth(one: Contender) -> tuple[bool, int]:
        return one.may_be_champion, one.merit

    placed: list[Place] = []
    for (may_be_champion, _), equals in groupby(sorted(contenders, key=worth, reverse=True), key=worth):
        rank = len(placed) + 1
        if rank > STEPS:
            break
        placed += [
            Place(game, replace(one.standing, rank=rank), is_champion=may_be_champion and rank == 1)
            for one in equals
        ]
    return placed
