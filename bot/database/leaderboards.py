"""Leaderboards and profiles, read from what the ledger holds. A page is read from an index, whoever plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

from bot.club.ratings import Skill
from bot.club.standings import (
    ALL_TIME,
    EVERYWHERE,
    LONG_AWAY,
    PAGE,
    Ladder,
    Rating,
    Result,
    Standing,
    Summary,
)
from bot.database.file import File, Row, marks

_STANDING: Final = "member, points, settled, matches, won, drawn, lost, last_at"
RATING: Final = (
    "mu, sigma, matches, streak, best_streak, proven, opponents, witnesses, known, strangers,"
    " first_at, last_at"
)
_Asked = tuple[str, int, str, int]
"""A ladder, and the least number of matches to appear on it."""
_ON_LADDER: Final = "game = ?1 AND scope = ?2 AND period = ?3"
_APPEARS: Final = f"{_ON_LADDER} AND matches >= ?4"


LEFT_OUT: Final = (
    "SELECT member FROM members WHERE hidden = 1 UNION"
    f" SELECT member FROM standings WHERE {_ON_LADDER} AND member < 0 UNION"
    " SELECT member FROM people WHERE guild = ?2 AND left_at > 0"
)
"""Those who hid themselves, those who were forgotten, and of a server those who left it."""
PAGE_QUERY: Final = (
    f"SELECT {_STANDING}, merit FROM (SELECT member AS listed FROM standings WHERE {_APPEARS}"
    f" AND member NOT IN ({LEFT_OUT}) ORDER BY merit DESC, member LIMIT ?5 OFFSET ?6)"
    f" AS page CROSS JOIN standings WHERE member = listed AND {_ON_LADDER} ORDER BY merit DESC, member"
)
"""Its inner query reads nothing but the index, so that late pages come as soon as the first."""


class Leaderboards:
    """`now` tells the time: whoever has been away for long is no longer settled."""

    def __init__(self, file: File, now: Callable[[], int] = lambda: int(time.time())) -> None:
        self._file = file
        self._now = now

    async def page(self, ladder: Ladder, number: int, *, least: int) -> tuple[list[Standing], bool]:
        """The standings of a page (from 0), and whether there is another page after it."""
        asked = (ladder.game, ladder.scope, ladder.period, least)
        found = await self._file.rows(PAGE_QUERY, *asked, PAGE + 1, number * PAGE)
        rows = list(found)
        standings: list[Standing] = []
        rank, merit = 0, None
        for line, row in enumerate(rows[:PAGE], start=number * PAGE + 1):
            if row[-1] != merit:
                merit = row[-1]
                rank = line if standings else await self._rank(asked, merit)
            standings.append(self._standing(ladder, rank, row[:-1]))
        return standings, len(rows) > PAGE

    async def standing(self, ladder: Ladder, member: int, *, least: int) -> Standing | None:
        """Of one member, with the rank it has or would have; None without a rated match."""
        asked = (ladder.game, ladder.scope, ladder.period, least)
        row = await self._file.row(
            f"SELECT {_STANDING}, merit FROM standings WHERE {_ON_LADDER} AND member = ?4", *asked[:3], member
        )
        return self._standing(ladder, await self._rank(asked, row[-1]), row[:-1]) if row else None

    def _standing(self, ladder: Ladder, rank: int, row: Row) -> Standing:
        member, points, settled, matches, won, drawn, lost, last_at = row
        fades = ladder.period == ALL_TIME and self._now() - last_at >= LONG_AWAY
        is_settled = bool(settled) and not fades
        return Standing(rank, member, points, is_settled, matches, won, drawn, lost, last_at)

    async def _rank(self, asked: _Asked, merit: int) -> int:
        """After all who stand higher, without those among them who do not appear: they are few."""
        higher = f"{_APPEARS} AND merit > ?5"
        row = await self._file.row(
            f"SELECT (SELECT count(*) FROM standings WHERE {higher})"
            f" - (SELECT count(*) FROM ({LEFT_OUT}) AS left_out CROSS JOIN standings"
            f" WHERE standings.member = left_out.member AND {higher})",
            *(*asked, merit),
        )
        assert row is not None
        return 1 + int(row[0])

    async def stands_everywhere(self, member: int, games: Collection[str]) -> bool:
        """On the board of all servers, of any of these games."""
        row = await self._file.row(
            f"SELECT 1 FROM standings WHERE game IN ({marks(games)})"
            " AND scope = ? AND period = ? AND member = ?",
            *(*games, EVERYWHERE, ALL_TIME, member),
        )
        return row is not None

    async def most_played(self, scope: int, games: Collection[str]) -> str | None:
        """Of these games the one with the most rated matches."""
        row = await self._file.row(
            "SELECT game FROM standings"
            f" WHERE game IN ({marks(games)}) AND scope = ? AND period = ?"
            " GROUP BY game ORDER BY sum(matches) DESC LIMIT 1",
            *(*games, scope, ALL_TIME),
        )
        return row[0] if row else None

    # One member, one match

    async def summaries(
        self, member: int, scope: int, games: Collection[str], *, least: int = 1
    ) -> list[Summary]:
        """The games that the member has played rated there, the most played first."""
        found = [await self._summary(game, member, scope, least) for game in games]
        return sorted(
            (summary for summary in found if summary), key=lambda one: one.standing.matches, reverse=True
        )

    async def _summary(self, game: str, member: int, scope: int, least: int) -> Summary | None:
        standing = await self.standing(Ladder(game, scope), member, least=least)
        if standing is None:
            return None
        rows = await self._file.rows(
            f"SELECT scope, {RATING} FROM ratings WHERE game = ? AND member = ? AND scope IN (?, ?)",
            *(game, member, scope, EVERYWHERE),
        )
        now = self._now()
        rated = {scope: read_rating(row).at(now) for scope, *row in rows}
        return Summary(game, rated[scope], rated[EVERYWHERE], standing)

    async def newest_results(self, member: int, scope: int, most: int) -> list[Result]:
        """Of matches there, with the rating there; the newest first."""
        of_all = scope == EVERYWHERE
        rating, where = ("rating_everywhere", "") if of_all else ("rating", " AND guild = ?")
        rows = await self._file.rows(
            f"SELECT match, game, at, result, {rating} FROM results WHERE member = ?{where}"
            " ORDER BY at DESC, match DESC LIMIT ?",
            *((member, most) if of_all else (member, scope, most)),
        )
        return [Result(*row) for row in rows]


def read_rating(row: Row) -> Rating:
    mu, sigma, *counted = row
    return Rating(Skill(mu, sigma), *counted)
