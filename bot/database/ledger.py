"""The ledger: what finished matches did to the ratings, as it lies in the file. Its SQL, and nothing else.

Everything in it follows from the records, in the order in which the matches ended.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import aiosqlite

from bot.club import ratings
from bot.club.ratings import Skill
from bot.club.standings import (
    ALL_TIME,
    EVERYWHERE,
    PAGE,
    Change,
    Finished,
    Ladder,
    Rating,
    Result,
    Standing,
    Summary,
    periods,
)
from bot.database.file import File, Row

_A_DAY: Final = 24 * 60 * 60
_SETTLED_FIRST: Final = 1_000_000
"""What being settled adds to the merit: more than any rating."""
_STANDING: Final = "member, points, settled, matches, won, drawn, lost, last_at"
_Asked = tuple[str, int, str, int, str]
"""A ladder, the least number of matches to appear on it, and as a JSON list those who do not."""
_ON_LADDER: Final = "game = ?1 AND scope = ?2 AND period = ?3"
_LEFT_OUT: Final = (
    "SELECT member FROM members WHERE hidden UNION SELECT value FROM json_each(?5)"
    f" UNION SELECT member FROM standings WHERE {_ON_LADDER} AND member < 0"
)
"""Those who hid themselves, those of a JSON list, and those who were forgotten."""
_APPEARS: Final = f"{_ON_LADDER} AND matches >= ?4"
_HIGHER: Final = f"{_APPEARS} AND merit > ?6"
_PAGE: Final = (
    # The inner query reads nothing but the index, so that late pages come as soon as the first.
    f"SELECT {_STANDING}, merit FROM (SELECT member AS listed FROM standings WHERE {_APPEARS}"
    f" AND member NOT IN ({_LEFT_OUT}) ORDER BY merit DESC, member LIMIT ?6 OFFSET ?7)"
    f" CROSS JOIN standings ON member = listed WHERE {_ON_LADDER} ORDER BY merit DESC, member"
)


class Ledger:
    """Ratings, leaderboards and results. Written where a match ends, in the transaction of its last ply."""

    def __init__(self, file: File) -> None:
        self._file = file

    # Writing

    async def enter(self, writing: aiosqlite.Connection, finished: Finished) -> None:
        """Rate a match that has just ended, if it is a rated one."""
        await writing.execute(
            "UPDATE matches SET ended_as ="
            " (SELECT coalesce(max(ended_as) + 1, 0) FROM matches WHERE ended_as IS NOT NULL)"
            " WHERE id = ? AND ended_as IS NULL",
            (finished.match,),
        )
        if not finished.is_rated:
            return
        circle = json.dumps(sorted(finished.members))
        weight = ratings.weight(await _played_that_day(writing, circle, finished))
        before = await _ratings(writing, finished)
        here, everywhere = (_rated(finished, scope, before, weight) for scope in (finished.guild, EVERYWHERE))
        await _write_ratings(writing, finished, [*here, *everywhere])
        await _write_standings(writing, finished, [*here, *everywhere])
        await _write_results(writing, finished, circle, here, everywhere)

    async def forget(self, writing: aiosqlite.Connection) -> None:
        """Everything, to be entered anew."""
        for table in ("results", "standings", "ratings"):
            await writing.execute(f"DELETE FROM {table}")

    # Leaderboards

    async def page(
        self, ladder: Ladder, number: int, *, least: int, without: Collection[int] = ()
    ) -> tuple[list[Standing], bool]:
        """The standings of a page (from 0), and whether there is another page after it."""
        asked = _asked(ladder, least, without)
        rows = list(
            await self._file.rows(
                _PAGE,
                *(*asked, PAGE + 1, number * PAGE),
            )
        )
        standings: list[Standing] = []
        rank, merit = 0, None
        for place, row in enumerate(rows[:PAGE], start=number * PAGE + 1):
            if row[-1] != merit:
                merit = row[-1]
                rank = place if standings else await self._rank(asked, merit)
            standings.append(_read_standing(rank, row[:-1]))
        return standings, len(rows) > PAGE

    async def standing(
        self, ladder: Ladder, member: int, *, least: int, without: Collection[int] = ()
    ) -> Standing | None:
        """Of one member, with the rank it has or would have; None without a rated match."""
        asked = _asked(ladder, least, without)
        row = await self._file.row(
            f"SELECT {_STANDING}, merit FROM standings WHERE {_ON_LADDER} AND member = ?4", *asked[:3], member
        )
        return _read_standing(await self._rank(asked, row[-1]), row[:-1]) if row else None

    async def _rank(self, asked: _Asked, merit: int) -> int:
        """After all who stand higher, without those among them who do not appear: they are few."""
        row = await self._file.row(
            f"SELECT (SELECT count(*) FROM standings WHERE {_HIGHER})"
            f" - (SELECT count(*) FROM ({_LEFT_OUT}) CROSS JOIN standings USING (member) WHERE {_HIGHER})",
            *(*asked, merit),
        )
        assert row is not None
        return 1 + int(row[0])

    async def least_matches(self, guild: int) -> int:
        """To stand on the leaderboards of this guild."""
        row = await self._file.row("SELECT least_matches FROM servers WHERE guild = ?", guild)
        return row[0] if row and row[0] else 1

    async def is_hidden(self, member: int) -> bool:
        return await self._file.row("SELECT 1 FROM members WHERE member = ? AND hidden", member) is not None

    async def most_played(self, scope: int, games: Collection[str]) -> str | None:
        """Of these games the one with the most rated matches."""
        row = await self._file.row(
            "SELECT game FROM standings"
            " WHERE game IN (SELECT value FROM json_each(?)) AND scope = ? AND period = ?"
            " GROUP BY game ORDER BY sum(matches) DESC LIMIT 1",
            *(json.dumps(list(games)), scope, ALL_TIME),
        )
        return row[0] if row else None

    # One member, one match

    async def summaries(self, member: int, guild: int, games: Collection[str]) -> list[Summary]:
        """The games that the member has played rated in the guild, the most played first."""
        found = [await self._summary(game, member, guild) for game in games]
        return sorted(
            (summary for summary in found if summary), key=lambda one: one.standing.matches, reverse=True
        )

    async def _summary(self, game: str, member: int, guild: int) -> Summary | None:
        standing = await self.standing(Ladder(game, guild), member, least=1)
        if standing is None:
            return None
        rows = await self._file.rows(
            "SELECT scope, mu, sigma, matches, streak, best_streak FROM ratings"
            " WHERE game = ? AND member = ? AND scope IN (?, ?)",
            *(game, member, guild, EVERYWHERE),
        )
        rated = {scope: _read_rating(row) for scope, *row in rows}
        return Summary(game, rated[guild], rated[EVERYWHERE], standing)

    async def newest_results(self, member: int, guild: int, most: int) -> list[Result]:
        """In the guild, the newest first."""
        rows = await self._file.rows(
            "SELECT match, game, at, result, rating FROM results WHERE member = ? AND guild = ?"
            " ORDER BY at DESC, match DESC LIMIT ?",
            *(member, guild, most),
        )
        return [Result(*row) for row in rows]

    async def changes(self, match: int) -> list[Change]:
        """By seat; empty if the match was not rated."""
        rows = await self._file.rows(
            "SELECT member, rating, gained, provisional FROM results WHERE match = ? ORDER BY seat", match
        )
        return [
            Change(member, rating, gained, bool(provisional)) for member, rating, gained, provisional in rows
        ]

    async def ended(self) -> list[int]:
        """All finished matches, in the order in which they ended."""
        rows = await self._file.rows("SELECT id FROM matches WHERE ended_as IS NOT NULL ORDER BY ended_as")
        return [row[0] for row in rows]


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
    skills = ratings.rated([rating.skill for rating in before], finished.places, weight)
    return [
        _Entry(scope, member, result, rating, rating.after(skill, result))
        for member, result, rating, skill in zip(
            finished.members, finished.results, before, skills, strict=True
        )
    ]


def _asked(ladder: Ladder, least: int, without: Collection[int]) -> _Asked:
    return ladder.game, ladder.scope, ladder.period, least, json.dumps(list(without))


async def _played_that_day(writing: aiosqlite.Connection, circle: str, finished: Finished) -> int:
    """Rated matches of the very same people, at this game, on this day."""
    midnight = finished.at - finished.at % _A_DAY
    rows = await writing.execute_fetchall(
        "SELECT count(*) FROM results WHERE circle = ? AND game = ? AND at >= ? AND at < ? AND seat = 0",
        (circle, finished.game, midnight, midnight + _A_DAY),
    )
    return int(next(iter(rows))[0])


async def _ratings(writing: aiosqlite.Connection, finished: Finished) -> dict[tuple[int, int], Rating]:
    """By scope and member; whoever has none yet begins."""
    scopes = (finished.guild, EVERYWHERE)
    rows = await writing.execute_fetchall(
        "SELECT scope, member, mu, sigma, matches, streak, best_streak FROM ratings"
        " WHERE game = ? AND scope IN (?, ?) AND member IN (SELECT value FROM json_each(?))",
        (finished.game, *scopes, json.dumps(finished.members)),
    )
    known = {(scope, member): _read_rating(rest) for scope, member, *rest in rows}
    return {
        (scope, member): known.get((scope, member), Rating())
        for scope in scopes
        for member in finished.members
    }


async def _write_ratings(
    writing: aiosqlite.Connection, finished: Finished, entries: Sequence[_Entry]
) -> None:
    await writing.executemany(
        "INSERT OR REPLACE INTO ratings (game, scope, member, mu, sigma, matches, streak, best_streak)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(finished.game, entry.scope, entry.member, entry.after.skill.mu, entry.after.skill.sigma),
                *(entry.after.matches, entry.after.streak, entry.after.best_streak),
            )
            for entry in entries
        ],
    )


async def _write_standings(
    writing: aiosqlite.Connection, finished: Finished, entries: Sequence[_Entry]
) -> None:
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
        f"INSERT INTO standings (game, scope, period, {_STANDING}, merit)"
        f" VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8, ?9, ?10, ?5 + ?6 * {_SETTLED_FIRST})"
        " ON CONFLICT DO UPDATE SET points = excluded.points + iif(?11, 0, points),"
        " merit = excluded.merit + iif(?11, 0, points),"
        " settled = excluded.settled, matches = matches + 1, won = won + excluded.won,"
        " drawn = drawn + excluded.drawn, lost = lost + excluded.lost, last_at = excluded.last_at",
        rows,
    )


async def _write_results(
    writing: aiosqlite.Connection,
    finished: Finished,
    circle: str,
    here: Sequence[_Entry],
    everywhere: Sequence[_Entry],
) -> None:
    await writing.executemany(
        "INSERT INTO results (match, seat, member, game, guild, at, circle, place, result,"
        " rating, gained, provisional, rating_everywhere, gained_everywhere)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(finished.match, seat, one.member, finished.game, finished.guild, finished.at, circle),
                *(finished.places[seat], one.result),
                *(one.after.skill.shown, one.gained, one.after.is_provisional),
                *(other.after.skill.shown, other.gained),
            )
            for seat, (one, other) in enumerate(zip(here, everywhere, strict=True))
        ],
    )


def _read_standing(rank: int, row: Row) -> Standing:
    member, points, settled, *rest = row
    return Standing(rank, member, points, bool(settled), *rest)


def _read_rating(row: Row) -> Rating:
    mu, sigma, *counted = row
    return Rating(Skill(mu, sigma), *counted)
