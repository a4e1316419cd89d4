"""The ledger: what finished matches did to the ratings, written where a match ends.

Everything in it follows from the records, in the order in which the matches ended.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.club import ratings
from bot.club.book import Book, Entry, Exchange, Tally
from bot.club.ratings import LEARNING, Spread
from bot.club.standings import ALL_TIME, EVERYWHERE, LONG_AWAY, Change, Finished, periods
from bot.database.file import File, Row, Writing, marks
from bot.database.house import note
from bot.database.leaderboards import RATING, read_rating

_VERSION: Final = "rating_rules"
"""What the house calls the version of the rules by which everything in it was made."""
OF_TODAY: Final = {_VERSION: ratings.RULES}
"""To be noted once it was made by the rules of this version."""
_A_DAY: Final = 24 * 60 * 60
_TALLY: Final = (
    "matches, won, drawn, lost, last_at, points, merit, settled, weight, against_known, against_strangers"
)


TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "results": ("match", "seat"),
    "standings": ("game", "scope", "period", "member"),
    "ratings": ("game", "scope", "member"),
    "exchanges": ("game", "scope", "member", "opponent"),
    "spreads": ("game", "scope"),
}
"""All that follows from the records, by its keys."""


async def is_of_today(file: File) -> bool:
    """All of it was made by the rules of this version."""
    row = await file.row("SELECT value FROM house WHERE name = ?", _VERSION)
    return row is not None and row[0] == ratings.RULES


class Ledger:
    def __init__(self, file: File) -> None:
        self._file = file
        self._faded: dict[tuple[str, int], int] = {}
        """By game and scope, the day on which it was last looked for who has been away for long."""
        self._entered: set[tuple[int, int]] | None = None
        """While it is rewritten: the rows of results that were."""

    async def enter(self, writing: Writing, finished: Finished) -> None:
        """Rate a match that has just ended, if it is a rated one."""
        await writing.execute(
            "UPDATE matches SET ended_as ="
            " (SELECT coalesce(max(ended_as) + 1, 0) FROM matches WHERE ended_as IS NOT NULL)"
            " WHERE id = ? AND ended_as IS NULL",
            (finished.match,),
        )
        if finished.is_rated:
            finished = await _as_of_now(writing, finished)
            book = await self._laid_out(writing, finished)
            book.enter(finished)
            await _keep(writing, book)
            await self._let_fade(writing, book)
            if self._entered is not None:
                self._entered.update((finished.match, seat) for seat in finished.present)

    async def _laid_out(self, writing: Writing, finished: Finished) -> Book:
        """The pages of those whose match it is, and of whom they met in matches to be looked at again."""
        members = [finished.members[seat] for seat in finished.present]
        book = Book(
            tallies=await _tallies(writing, finished, members), spreads=await _spreads(writing, finished)
        )
        await _lay_out(writing, book, finished, members, members)
        for scope in (finished.guild, EVERYWHERE):
            learning = [member for member in members if _is_learning(book, finished.game, scope, member)]
            if learning:
                await self._lay_out_first_matches(writing, book, finished, scope, learning)
        met = {
            other for matches in book.first_matches.values() for match in matches for other in match.members
        }
        if others := met.difference(members):
            await _lay_out(writing, book, finished, others, members)
            await _lay_out(writing, book, finished, members, others)
        return book

    async def _lay_out_first_matches(
        self, writing: Writing, book: Book, finished: Finished, scope: int, members: Collection[int]
    ) -> None:
        rows = await _played(writing, finished, scope, members)
        for (member, match), grouped in groupby(rows, key=itemgetter(0, 1)):
            seats = [row[1:] for row in grouped]
            if self._entered is None or (match, seats[0][1]) in self._entered:
                place = finished.game, scope, member
                book.first_matches.setdefault(place, []).append(_read_match(finished.game, seats))

    async def _let_fade(self, writing: Writing, book: Book) -> None:
        """Who has been away for so long stands below all who are settled; looked for once a day."""
        today = {which: last_at // _A_DAY for which, last_at in book.last_at.items()}
        new = {which: day for which, day in today.items() if self._faded.get(which) != day}
        if new:
            await writing.executemany(
                "UPDATE standings SET settled = 0, merit = points"
                f" WHERE game = ? AND scope = ? AND period = '{ALL_TIME}' AND settled = 1 AND last_at <= ?",
                [(*which, day * _A_DAY - LONG_AWAY) for which, day in new.items()],
            )
            self._faded.update(new)

    async def changes(self, match: int) -> list[Change]:
        """By seat; empty if the match was not rated."""
        rows = await self._file.rows(
            "SELECT member, rating, gained, provisional FROM results WHERE match = ? ORDER BY seat", match
        )
        return [
            Change(member, rating, gained, bool(provisional)) for member, rating, gained, provisional in rows
        ]

    # To make it anew

    async def told(self, match: int) -> Finished | None:
        """A match of which nothing is known any more but what it did here; None if it was not rated."""
        found = await self._file.rows(
            "SELECT results.game, seats.match, seats.seat, seats.member, results.guild, results.at,"
            " results.rank, results.result"
            " FROM seats LEFT JOIN results ON results.match = seats.match AND results.seat = seats.seat"
            " WHERE seats.match = ? ORDER BY seats.seat",
            match,
        )
        rows = list(found)
        games = [game for game, *_ in rows if game is not None]
        return _read_match(games[0], [row[1:] for row in rows]) if len(games) > 1 else None

    @asynccontextmanager
    async def rewriting(self) -> AsyncIterator[tuple[Writing, list[int]]]:
        """To enter all finished matches anew, in the order in which they ended: all of it, or nothing.

        What it told of each stays until then: of some nothing else is known.
        """
        async with self._file.transaction() as writing:
            for table in set(TABLES) - {"results"}:
                await writing.execute(f"DELETE FROM {table}")
            rows = await writing.execute_fetchall(
                "SELECT id FROM matches WHERE ended_as IS NOT NULL AND verdict <> 'voided' ORDER BY ended_as"
            )
            entered: set[tuple[int, int]] = set()
            self._entered = entered
            try:
                yield writing, [row[0] for row in rows]
            finally:
                self._entered = None
            told = await writing.execute_fetchall("SELECT match, seat FROM results")
            await writing.executemany(
                "DELETE FROM results WHERE match = ? AND seat = ?",
                [tuple(row) for row in told if tuple(row) not in entered],
            )
            await note(writing, **OF_TODAY)


async def _as_of_now(writing: Writing, finished: Finished) -> Finished:
    """Somebody may have been forgotten while the others played on: then a number has taken their place.

    A copy may know the match from what it is told alone.
    """
    seats = await writing.execute_fetchall(
        "SELECT member FROM seats WHERE match = ? ORDER BY seat", (finished.match,)
    )
    members = tuple(member for (member,) in seats)
    return replace(finished, members=members) if members else finished


def _is_learning(book: Book, game: str, scope: int, member: int) -> bool:
    rating = book.ratings.get((game, scope, member))
    return rating is not None and rating.matches < LEARNING


async def _lay_out(
    writing: Writing, book: Book, finished: Finished, members: Collection[int], opponents: Collection[int]
) -> None:
    """The ratings of members, and what they have from these opponents."""
    of_members = f"game = ? AND scope IN (?, ?) AND member IN ({marks(members)})"
    asked = (finished.game, finished.guild, EVERYWHERE, *members)
    rows = await writing.execute_fetchall(
        f"SELECT scope, member, opponent, exchanges.points, is_witness, is_known, {RATING}"
        " FROM ratings LEFT JOIN (SELECT * FROM exchanges"
        f" WHERE {of_members} AND opponent IN ({marks(opponents)})) AS exchanges USING (game, scope, member)"
        f" WHERE {of_members}",
        (*asked, *opponents, *asked),
    )
    for scope, member, opponent, points, is_witness, is_known, *rating in rows:
        book.ratings[finished.game, scope, member] = read_rating(rating)
        if opponent is not None:
            exchange = Exchange(points, bool(is_witness), bool(is_known))
            book.exchanges[finished.game, scope, member, opponent] = exchange


async def _tallies(
    writing: Writing, finished: Finished, members: Collection[int]
) -> dict[tuple[str, int, str, int], Tally]:
    current = periods(finished.at)
    rows = await writing.execute_fetchall(
        f"SELECT scope, period, member, {_TALLY} FROM standings WHERE game = ? AND scope IN (?, ?)"
        f" AND member IN ({marks(members)}) AND period IN ({marks(current)})",
        (finished.game, finished.guild, EVERYWHERE, *members, *current),
    )
    return {(finished.game, scope, period, member): _read_tally(row) for scope, period, member, *row in rows}


async def _spreads(writing: Writing, finished: Finished) -> dict[tuple[str, int], Spread]:
    rows = await writing.execute_fetchall(
        "SELECT scope, members, squares FROM spreads WHERE game = ? AND scope IN (?, ?)",
        (finished.game, finished.guild, EVERYWHERE),
    )
    return {(finished.game, scope): Spread(members, squares) for scope, members, squares in rows}


async def _played(
    writing: Writing, finished: Finished, scope: int, members: Collection[int]
) -> Iterable[Row]:
    """A row a seat of all other rated matches that each of these has played there, in order."""
    there = "" if scope == EVERYWHERE else "AND own.guild = ?"
    return await writing.execute_fetchall(
        "SELECT own.member, own.match, seated.seat, seated.member, seated.guild, seated.at,"
        " seated.rank, seated.result"
        " FROM results AS own JOIN results AS seated ON seated.match = own.match"
        f" WHERE own.member IN ({marks(members)}) AND own.game = ? AND own.match <> ? {there}"
        " AND NOT EXISTS (SELECT 1 FROM matches WHERE id = own.match AND verdict = 'voided')"
        " ORDER BY own.member, own.at, own.match, seated.seat",
        (*members, finished.game, finished.match, *([] if scope == EVERYWHERE else [scope])),
    )


def _read_match(game: str, rows: Sequence[Row]) -> Finished:
    """From its seats: nothing else is known of one that was not in it."""
    match, _, _, guild, at, *_ = next(row for row in rows if row[3] is not None)
    return Finished(
        match=match,
        game=game,
        guild=guild,
        members=tuple(row[2] for row in rows),
        at=at,
        is_rated=True,
        ranks=tuple(row[5] or 0 for row in rows),
        results=tuple(row[6] or "" for row in rows),
        absent=frozenset(row[1] for row in rows if row[3] is None),
    )


def _read_tally(row: Row) -> Tally:
    matches, won, drawn, lost, last_at, points, merit, settled, *played = row
    return Tally(matches, won, drawn, lost, last_at, points, merit, bool(settled), *played)


# Keeping


async def _keep(writing: Writing, book: Book) -> None:
    entries = [
        (finished, scope, entry)
        for finished, here, everywhere in book.results
        for scope, entries in ((finished.guild, here), (EVERYWHERE, everywhere))
        for entry in entries
    ]
    await _put(
        writing,
        "ratings",
        f"game, scope, member, {RATING}",
        3,
        (
            (
                *(finished.game, scope, finished.members[entry.seat]),
                *(rating.skill.mu, rating.skill.sigma, rating.matches),
                *(rating.streak, rating.best_streak, rating.proven, rating.opponents),
                *(rating.witnesses, rating.known, rating.strangers, rating.first_at, rating.last_at),
            )
            for finished, scope, entry in entries
            for rating in (entry.after,)
        ),
    )
    await _put(
        writing,
        "exchanges",
        "game, scope, member, opponent, points, is_witness, is_known",
        4,
        (
            (
                *(finished.game, scope, finished.members[entry.seat], opponent),
                *(exchange.points, exchange.is_witness, exchange.is_known),
            )
            for finished, scope, entry in entries
            for opponent, exchange in entry.exchanges.items()
        ),
    )
    await _put(
        writing,
        "spreads",
        "game, scope, members, squares",
        2,
        ((*club, spread.members, spread.squares) for club, spread in book.spreads.items()),
    )
    await _put(
        writing,
        "standings",
        f"game, scope, period, member, {_TALLY}",
        4,
        (
            (
                *(*place, tally.matches, tally.won, tally.drawn, tally.lost, tally.last_at),
                *(tally.points, tally.merit, tally.settled),
                *(tally.weight, tally.against_known, tally.against_strangers),
            )
            for place, tally in book.tallies.items()
        ),
    )
    await _put(
        writing,
        "results",
        "match, seat, member, game, guild, at, rank, result,"
        " rating, gained, provisional, rating_everywhere, gained_everywhere",
        2,
        (row for told in book.results for row in _results(*told)),
    )


async def _put(writing: Writing, table: str, columns: str, keys: int, rows: Iterable[Sequence[Any]]) -> None:
    """Rows take the place of those with the same key, which are the first columns."""
    names = columns.split(", ")
    anew = ", ".join(f"{name} = excluded.{name}" for name in names[keys:])
    await writing.executemany(
        f"INSERT INTO {table} ({columns}) VALUES ({marks(names)})"
        f" ON CONFLICT ({', '.join(names[:keys])}) DO UPDATE SET {anew}",
        rows,
    )


def _results(
    finished: Finished, here: Iterable[Entry], everywhere: Iterable[Entry]
) -> Iterator[tuple[Any, ...]]:
    for one, other in zip(here, everywhere, strict=True):
        seat = one.seat
        yield (
            *(finished.match, seat, finished.members[seat], finished.game, finished.guild, finished.at),
            *(finished.ranks[seat], finished.results[seat]),
            *(one.after.skill.shown, one.gained, one.after.is_provisional),
            *(other.after.skill.shown, other.gained),
        )
