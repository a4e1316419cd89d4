"""The book: what finished matches do to ratings and standings, one after the other. Pure: no file, no clock.

The ledger lays out the pages that a match needs and keeps what was changed; or a book is begun empty, and
all matches are entered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.club import ratings, sources
from bot.club.ratings import START, Skill
from bot.club.sources import Source
from bot.club.standings import ALL_TIME, EVERYWHERE, Finished, Rating, periods

SETTLED_FIRST: Final = 1_000_000
"""What being settled adds to the merit: more than any rating."""
_FINE: Final = 1000
"""Of a period, the merit is so many times as fine as its points."""
_PERFECT: Final = 800
"""Points between winning all and losing all, against equals, without end."""
_PRIOR: Final = 6
"""Draws with a newcomer that everybody begins a period with: two wins do not make a champion."""

Place = tuple[str, int, int]
"""A game, a scope and a member."""
Pair = tuple[str, int, int, int]
"""And an opponent."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a member has from one opponent."""

    points: float = 0.0
    """As if they were not bounded."""
    is_witness: bool = False
    """The opponent had been there for a while."""
    is_known: bool = False
    """And was well known."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Of a member in one period."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last_at: int = 0
    points: int = START
    merit: int = 0
    settled: bool = True
    weight: float = 0.0
    """How many matches it counts; less than there were, where many were against the same opponent."""
    against_known: float = 0.0
    """What was won beyond what a newcomer would have, in matches, against well-known opponents."""
    against_strangers: float = 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """How a seat did in one match, beside what a newcomer could expect of the same opponents."""

    weight: float
    against_known: float
    against_strangers: float


@dataclass(frozen=True, slots=True)
class Entry:
    """What a match did to one seat in one scope."""

    seat: int
    before: Rating
    after: Rating
    exchanges: Mapping[int, Exchange]
    """After it, by the opponents' seats."""
    score: Score

    @property
    def gained(self) -> int:
        return self.after.skill.shown - self.before.skill.shown


@dataclass(slots=True)
class Book:
    """All that is in it was laid out there or has been changed by what was entered."""

    ratings: dict[Place, Rating] = field(default_factory=dict)
    exchanges: dict[Pair, Exchange] = field(default_factory=dict)
    tallies: dict[tuple[str, int, str, int], Tally] = field(default_factory=dict)
    results: list[tuple[Finished, list[Entry], list[Entry]]] = field(default_factory=list)
    """Here and everywhere, by seat."""
    last_at: dict[tuple[str, int], int] = field(default_factory=dict)
    """By game and scope, when the last match ended."""

    def enter(self, finished: Finished) -> None:
        """A rated match that has ended after all that were entered before."""
        here, everywhere = (self._entered(finished, scope) for scope in (finished.guild, EVERYWHERE))
        self.results.append((finished, here, everywhere))

    def _entered(self, finished: Finished, scope: int) -> list[Entry]:
        game, members = finished.game, finished.members
        entries = _entries(self, finished, scope)
        for entry in entries:
            member = members[entry.seat]
            self.ratings[game, scope, member] = entry.after
            for other, exchange in entry.exchanges.items():
                self.exchanges[game, scope, member, members[other]] = exchange
            for period in periods(finished.at):
                place = game, scope, period, member
                before = self.tallies.get(place, Tally())
                of_period = (
                    _of_all_time(entry.after) if period == ALL_TIME else _of_period(before, entry.score)
                )
                counts = _counted(before, finished.results[entry.seat], finished.at)
                self.tallies[place] = Tally(**counts, **of_period)
        self.last_at[game, scope] = max(finished.at, self.last_at.get((game, scope), 0))
        return entries


# What a match does to its seats


def _entries(book: Book, finished: Finished, scope: int) -> list[Entry]:
    """By seat; all of them as they were before it."""
    seats, members = finished.present, finished.members
    place = finished.game, scope
    before = {seat: book.ratings.get((*place, members[seat]), Rating()).at(finished.at) for seat in seats}
    skills = ratings.rated([before[seat].skill for seat in seats], [finished.ranks[seat] for seat in seats])
    entries = []

    def exchange(seat: int, other: int) -> Exchange | None:
        return book.exchanges.get((*place, members[seat], members[other]))

    for seat, skill in zip(seats, skills, strict=True):
        opponents = [
            _Opponent(
                other,
                before[other],
                exchange(seat, other),
                exchange(other, seat),
                finished.at,
                won=_won(finished.ranks[seat], finished.ranks[other]),
            )
            for other in seats
            if other != seat
        ]
        entries.append(_entry(seat, before[seat], skill, opponents, finished))
    return entries


def _won(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0


class _Opponent:
    """As a seat meets it."""

    def __init__(
        self,
        seat: int,
        rating: Rating,
        exchange: Exchange | None,
        returned: Exchange | None,
        at: int,
        *,
        won: float,
    ) -> None:
        """`exchange` is what the seat has from it, and `returned` what it has from the seat."""
        self.seat = seat
        self.is_new = exchange is None
        self.exchange = exchange or Exchange()
        self.is_new_witness = not self.exchange.is_witness and rating.is_witness(at)
        self.is_known = rating.is_known(at, without=returned is not None and returned.is_witness)
        self.source = sources.of_opponent(self.exchange.points, rating.witnesses)
        self.won_beyond = won - ratings.expected(START, rating.skill.points)

    @property
    def weight(self) -> float:
        return self.source.share if self.is_known else 1.0

    def after(self, points: float, *, is_counted: bool) -> Exchange:
        came = self.source.plus(points).points if self.is_known else self.exchange.points
        return Exchange(
            came,
            is_witness=self.exchange.is_witness or self.is_new_witness,
            is_known=self.exchange.is_known or is_counted,
        )


def _entry(
    seat: int, before: Rating, unbounded: Skill, opponents: Sequence[_Opponent], finished: Finished
) -> Entry:
    """Each opponent has the same part in what the match was worth. How much counts depends on who it is."""
    points = unbounded.points - before.skill.points
    part = points / len(opponents)
    known = [one for one in opponents if one.is_known]
    # To have met one more of them moves the number only the way the match does: nobody gains by a defeat.
    counted = {one.seat for one in known if not one.exchange.is_known and before.strangers * points >= 0}
    strangers = sources.of_strangers(before.strangers, before.known)
    added = strangers.plus(part * (len(opponents) - len(known)))
    believed = sources.of_strangers(added.points, before.known + len(counted))
    are_known = len(known) == len(opponents)
    share = sources.share_of(
        points,
        [one.source for one in known] + ([] if are_known else [strangers]),
        [one.source.plus(part) for one in known] + ([] if are_known else [added]),
    )
    gained = share * points + believed.counted - added.counted
    after = before.after(
        Skill(
            before.skill.mu + gained / ratings.SCALE,
            before.skill.sigma + share * (unbounded.sigma - before.skill.sigma),
        ),
        finished.results[seat],
        finished.at,
    )
    return Entry(
        seat,
        before,
        replace(
            after,
            opponents=before.opponents + sum(one.is_new for one in opponents),
            witnesses=before.witnesses + sum(one.is_new_witness for one in opponents),
            known=before.known + len(counted),
            strangers=added.points,
        ),
        {one.seat: one.after(part, is_counted=one.seat in counted) for one in opponents},
        _score(opponents),
    )


# What it does to the standings


def _score(opponents: Sequence[_Opponent]) -> Score:
    share = 1 / len(opponents)
    return Score(
        weight=share * sum(one.weight for one in opponents),
        against_known=share * sum(one.weight * one.won_beyond for one in opponents if one.is_known),
        against_strangers=share * sum(one.won_beyond for one in opponents if not one.is_known),
    )


def _counted(tally: Tally, result: str, at: int) -> dict[str, Any]:
    return {
        "matches": tally.matches + 1,
        "won": tally.won + (result == "won"),
        "drawn": tally.drawn + (result == "drawn"),
        "lost": tally.lost + (result == "lost"),
        "last_at": max(tally.last_at, at),
    }


def _of_all_time(rating: Rating) -> dict[str, Any]:
    points, settled = rating.skill.shown, not rating.is_provisional
    return {"points": points, "settled": settled, "merit": points + settled * SETTLED_FIRST}


def _of_period(tally: Tally, score: Score) -> dict[str, Any]:
    """How one played in it, as a rating: by the opponents' ratings, and whoever one was before."""
    weight = tally.weight + score.weight
    known = tally.against_known + score.against_known
    strangers = tally.against_strangers + score.against_strangers
    each = _PERFECT / (weight + _PRIOR)
    played = START + each * known + Source(each * strangers, sources.FROM_STRANGERS).counted
    return {
        "points": round(played),
        "merit": round(played * _FINE),
        "weight": weight,
        "against_known": known,
        "against_strangers": strangers,
    }
