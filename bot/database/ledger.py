"""The ledger: what finished matches did to the ratings, written where a match ends.

Everything in it follows from the records, in the order in which the matches ended.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from bot.club import ratings
from bot.club.standings import ALL_TIME, EVERYWHERE, Change, Finished, Rating, periods
from bot.database.file import File, Writing, marks
from bot.database.leaderboards import STANDING, read_rating

_A_DAY: Final = 24 * 60 * 60
_SETTLED_FIRST: Final = 1_000_000
"""What being settled adds to the merit: more than any rating."""


TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "results": ("match", "seat"),
    "standings": ("game", "scope", "period", "member"),
    "ratings": ("game", "scope", "member"),
}
"""All that follows from the records, by its keys."""


class Ledger:
    def __init__(self, file: File) -> None:
        self._file = file

    async def enter(self, writing: Writing, finished: Finished) -> None:
        """Rate a match that has just ended, if it is a rated one."""
        await writing.execute(
            "UPDATE matches SET ended_as ="
            " (SELECT coalesce(max(ended_as) + 1, 0) FROM matches WHERE ended_as IS NOT NULL)"
            " WHERE id = ? AND ended_as IS NULL",
            (finished.match,),
        )
        if not finished.is_rated:
            return
        finished = await _as_of_now(writing, finished)
        circle = json.dumps(sorted(finished.members))
        weight = ratings.weight(await _played_that_day(writing, circle, finished))
        before = await _ratings(writing, finished)
        here, everywhere = (_rated(finished, scope, before, weight) for scope in (finished.guild, EVERYWHERE))
        await _write_ratings(writing, finished, [*here, *everywhere])
        await _write_standings(writing, finished, [*here, *everywhere])
        await _write_results(writing, finished, circle, here, everywhere)

    @asynccontextmanager
    async def rewriting(self) -> AsyncIterator[tuple[Writing, list[int]]]:
        """To enter all finished matches anew, in the order in which they ended: all of it, or nothing."""
        async with self._file.transaction() as writing:
            for table in TABLES:
                await writing.execute(f"DELETE FROM {table}")
            rows = await writing.execute_fetchall(
                "SELECT id FROM matches WHERE ended_as IS NOT NULL AND verdict <> 'voided' ORDER BY ended_as"
            )
            yield writing, [row[0] for row in rows]

    async def changes(self, match: int) -> list[Change]:
        """By seat; empty if the match was not rated."""
        rows = await self._file.rows(
            "SELECT member, rating, gained, provisional FROM results WHERE match = ? ORDER BY seat", match
        )
        return [
            Change(member, rating, gained, bool(provisional)) for member, rating, gained, provisional in rows
        ]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a match did to one member in one scope."""

    scope: int
    member: int
    result: str
    before: Rating
    after: Rating

    @property
    def gained(self) -> int:
        return self.after.skill.shown - self.before.skill.shown


def _rated(
    finished: Finished, scope: int, ratings_before: Mapping[tuple[int, int], Rating], weight: float
) -> list[_Entry]:
    """By seat."""
    before = [ratings_before[scope, member] for member in finished.members]
    skills = ratings.rated([rating.skill for rating in before], finished.ranks, weight)
    return [
        _Entry(scope, member, result, rating, rating.after(skill, result))
        for member, result, rating, skill in zip(
            finished.members, finished.results, before, skills, strict=True
        )
    ]


async def _as_of_now(writing: Writing, finished: Finished) -> Finished:
    """Somebody may have been forgotten while the others played on: then a number has taken their place.

    A copy may know the match from what it is told alone.
    """
    seats = await writing.execute_fetchall(
        "SELECT member FROM seats WHERE match = ? ORDER BY seat", (finished.match,)
    )
    members = tuple(member for (member,) in seats)
    return replace(finished, members=members) if members else finished


async def _played_that_day(writing: Writing, circle: str, finished: Finished) -> int:
    """Rated matches of the very same people, at this game, on this day."""
    midnight = finished.at - finished.at % _A_DAY
    rows = await writing.execute_fetchall(
        "SELECT count(*) FROM results WHERE circle = ? AND game = ? AND at >= ? AND at < ? AND seat = 0",
        (circle, finished.game, midnight, midnight + _A_DAY),
    )
    return int(next(iter(rows))[0])


async def _ratings(writing: Writing, finished: Finished) -> dict[tuple[int, int], Rating]:
    """By scope and member; whoever has none yet begins."""
    scopes = (finished.guild, EVERYWHERE)
    rows = await writing.execute_fetchall(
        "SELECT scope, member, mu, sigma, matches, streak, best_streak FROM ratings"
        f" WHERE game = ? AND scope IN (?, ?) AND member IN ({marks(finished.members)})",
        (finished.game, *scopes, *finished.members),
    )
    known = {(scope, member): read_rating(rest) for scope, member, *rest in rows}
    return {
        (scope, member): known.get((scope, member), Rating())
        for scope in scopes
        for member in finished.members
    }


async def _write_ratings(writing: Writing, finished: Finished, entries: Sequence[_Entry]) -> None:
    await writing.executemany(
        "INSERT INTO ratings (game, scope, member, mu, sigma, matches, streak, best_streak)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, scope, member) DO UPDATE SET mu = excluded.mu,"
        " sigma = excluded.sigma, matches = excluded.matches, streak = excluded.streak,"
        " best_streak = excluded.best_streak",
        [
            (
                *(finished.game, entry.scope, entry.member, entry.after.skill.mu, entry.after.skill.sigma),
                *(entry.after.matches, entry.after.streak, entry.after.best_streak),
            )
            for entry in entries
        ],
    )


async def _write_standings(writing: Writing, finished: Finished, entries: Sequence[_Entry]) -> None:
    """A month or a year adds up what was gained; all time has the rating itself."""
    rows: list[tuple[Any, ...]] = []
    for entry, period in product(entries, periods(finished.at)):
        of_all_time = period == ALL_TIME
        points = entry.after.skill.shown if of_all_time else entry.gained
        settled = not (of_all_time and entry.after.is_provisional)
        counted = (entry.result == one for one in ("won", "drawn", "lost"))
        rows.append(
            (
                *(finished.game, entry.scope, period, entry.member, points, settled),
                *(*counted, finished.at, of_all_time),
            )
        )
    await writing.executemany(
        f"INSERT INTO standings (game, scope, period, {STANDING}, merit)"
        f" VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8, ?9, ?10, ?5 + ?6 * {_SETTLED_FIRST})"
        " ON CONFLICT (game, scope, period, member) DO UPDATE SET"
        " points = excluded.points + CASE WHEN ?11 THEN 0 ELSE standings.points END,"
        " merit = excluded.merit + CASE WHEN ?11 THEN 0 ELSE standings.points END,"
        " settled = excluded.settled, matches = standings.matches + 1, won = standings.won + excluded.won,"
        " drawn = standings.drawn + excluded.drawn, lost = standings.lost + excluded.lost,"
        " last_at = excluded.last_at",
        rows,
    )


async def _write_results(
    writing: Writing,
    finished: Finished,
    circle: str,
    here: Sequence[_Entry],
    everywhere: Sequence[_Entry],
) -> None:
    await writing.executemany(
        "INSERT INTO results (match, seat, member, game, guild, at, circle, rank, result,"
        " rating, gained, provisional, rating_everywhere, gained_everywhere)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(finished.match, seat, one.member, finished.game, finished.guild, finished.at, circle),
                *(finished.ranks[seat], one.result),
                *(one.after.skill.shown, one.gained, one.after.is_provisional),
                *(other.after.skill.shown, other.gained),
            )
            for seat, (one, other) in enumerate(zip(here, everywhere, strict=True))
        ],
    )
