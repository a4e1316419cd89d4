"""The book: what finished matches do to ratings and standings, one after the other. Pure: no file, no clock.

The ledger lays out the pages that a match needs and keeps what was changed; or a book is begun empty, and
all matches are entered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.club import ratings, sources
from bot.club.ratings import LEARNING, SETTLED, START, Skill, Spread
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

Club = tuple[str, int]
"""A game and a scope: all who play it there."""
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
    """Those that have changed, by the opponents: of this match and of those that were looked at again."""
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
    spreads: dict[Club, Spread] = field(default_factory=dict)
    first_matches: dict[Place, list[Finished]] = field(default_factory=dict)
    """Of whoever has not played more than are looked at again."""
    results: list[tuple[Finished, list[Entry], list[Entry]]] = field(default_factory=list)
    """Here and everywhere, by seat."""
    last_at: dict[Club, int] = field(default_factory=dict)
    """When the last match ended."""

    def enter(self, finished: Finished) -> None:
        """A rated match that has ended after all that were entered before."""
        here, everywhere = (self._entered(finished, scope) for scope in (finished.guild, EVERYWHERE))
        self.results.append((finished, here, everywhere))

    def _entered(self, finished: Finished, scope: int) -> list[Entry]:
        game, members = finished.game, finished.members
        entries = _entries(self, finished, scope)
        for entry in entries:
            member = members[entry.seat]
            self._rate((game, scope, member), entry.after, finished)
            for other, exchange in entry.exchanges.items():
                self.exchanges[game, scope, member, other] = exchange
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

    def _rate(self, place: Place, rating: Rating, finished: Finished) -> None:
        club, before = place[:2], self.ratings.get(place)
        self.ratings[place] = rating
        if rating.matches >= SETTLED:
            spread = self.spreads.get(club, Spread())
            if before and before.matches >= SETTLED:
                spread = spread.minus(before.skill)
            self.spreads[club] = spread.plus(rating.skill)
        if rating.matches < LEARNING:
            self.first_matches.setdefault(place, []).append(finished)
        else:
            self.first_matches.pop(place, None)


# What a match does to its seats


def _entries(book: Book, finished: Finished, scope: int) -> list[Entry]:
    """By seat; all of them as they were before it."""
    page = _Page(book, (finished.game, scope), finished.at)
    return [page.entry(seat, finished) for seat in finished.present]


class _Page:
    """What the book says of all who play a game in a scope, at a moment."""

    def __init__(self, book: Book, club: Club, at: int) -> None:
        self._book = book
        self._club = club
        self._at = at
        self._newcomer = Rating(book.spreads.get(club, Spread()).newcomer)

    def entry(self, seat: int, finished: Finished) -> Entry:
        member = finished.members[seat]
        before = self._rating(member)
        entry = self._entered(seat, before, self._exchanges(member, finished), finished)
        first = self._book.first_matches.get((*self._club, member), [])
        # Where a server was forgotten, not all of them are known any more.
        is_learning = 0 < before.matches == len(first)
        return self._looked_at_again(entry, member, [*first, finished]) if is_learning else entry

    def _looked_at_again(self, entry: Entry, member: int, matches: Sequence[Finished]) -> Entry:
        """As if they had all been played against the opponents as they are known now.

        The number moves only the way this match does: nobody gains by a defeat.
        """
        met = {other: one for finished in matches for other, one in self._exchanges(member, finished).items()}
        rating = self._newcomer
        exchanges = {other: Exchange(is_witness=one.is_witness) for other, one in met.items()}
        for finished in matches:
            seat = finished.members.index(member)
            again = self._entered(seat, rating.at(finished.at), exchanges, finished)
            rating = again.after
            exchanges.update(again.exchanges)
        way = entry.after.skill.mu - entry.before.skill.mu
        gained = rating.skill.mu - entry.before.skill.mu
        skill = rating.skill if way * gained > 0 else Skill(entry.before.skill.mu, rating.skill.sigma)
        after = replace(entry.after, skill=skill, known=rating.known, strangers=rating.strangers)
        # A witness is whoever had been there for a while when they met, and not whoever has been by now.
        as_they_met = {**met, **entry.exchanges}
        exchanges = {
            other: replace(one, is_witness=as_they_met[other].is_witness) for other, one in exchanges.items()
        }
        changed = {other: one for other, one in exchanges.items() if met.get(other) != one}
        return replace(entry, after=after, exchanges=changed)

    def _entered(
        self, seat: int, before: Rating, exchanges: Mapping[int, Exchange], finished: Finished
    ) -> Entry:
        """What a match does to a seat, against the others as they are now."""
        members, own = finished.members, finished.members[seat]
        others = [other for other in finished.present if other != seat]
        met = {other: self._rating(members[other]) for other in others}
        skills = ratings.rated(
            [before.skill, *(rating.skill for rating in met.values())],
            [finished.ranks[seat], *(finished.ranks[other] for other in others)],
        )
        opponents = [
            _Opponent(
                members[other],
                rating,
                exchanges.get(members[other]),
                self._book.exchanges.get((*self._club, members[other], own)),
                self._at,
                won=_won(finished.ranks[seat], finished.ranks[other]),
            )
            for other, rating in met.items()
        ]
        return _entry(seat, before, skills[0], opponents, finished)

    def _rating(self, member: int) -> Rating:
        rating = self._book.ratings.get((*self._club, member))
        return rating.at(self._at) if rating else self._newcomer

    def _exchanges(self, member: int, finished: Finished) -> dict[int, Exchange]:
        """With those of the match; none where they have not met before."""
        known = self._book.exchanges
        places = {other: (*self._club, member, other) for other in finished.members}
        return {other: known[place] for other, place in places.items() if place in known}


def _won(own: int, other: int) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0


class _Opponent:
    """As a seat meets it."""

    def __init__(
        self,
        member: int,
        rating: Rating,
        exchange: Exchange | None,
        returned: Exchange | None,
        at: int,
        *,
        won: float,
    ) -> None:
        """`exchange` is what the seat has from it, and `returned` what it has from the seat."""
        self.member = member
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
    counted = {one.member for one in known if not one.exchange.is_known and before.strangers * points >= 0}
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
        {one.member: one.after(part, is_counted=one.member in counted) for one in opponents},
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
