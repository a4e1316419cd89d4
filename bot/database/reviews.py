"""Reviews of matches that are over: wanted, then made, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.club.ratings import ABORTED
from bot.club.stored import Stored
from bot.database.file import File
from bot.database.pen import Hurry
from engines.players.review import Points, Review, Turning

REVIEW_PARTS: Final = ("review_points", "review_turns", "review_seats", "review_odds")
"""Tables of what a review found."""


class StoredReviews:
    def __init__(self, file: File) -> None:
        self._file = file

    async def want(self, match: Stored, level: int) -> None:
        """From now on it is gone on with, also after a restart. One by other rules or odds is forgotten."""
        wanted = (match.id, match.rules_version, level)
        async with self._file.transaction() as writing:
            for part in REVIEW_PARTS:
                await writing.execute(f"DELETE FROM {part} WHERE match = ?", (match.id,))
            await writing.execute(
                "INSERT INTO reviews (match, rules_version, level) VALUES (?, ?, ?)"
                " ON CONFLICT (match) DO UPDATE SET"
                " rules_version = excluded.rules_version, level = excluded.level, made_at = NULL",
                wanted,
            )

    async def wanted(self) -> list[int]:
        """Matches whose reviews are still to be made."""
        return await self._file.numbers(
            "SELECT match FROM reviews JOIN matches ON id = match"
            f" WHERE made_at IS NULL AND {self._file.ours.sql} ORDER BY match"
        )

    async def unmade(self, *, since: int, most: int) -> list[int]:
        """Matches that ended since then with a result, whose reviews were never begun; the newest first."""
        return await self._file.numbers(
            f"SELECT id FROM matches WHERE ended_at >= ? AND reason <> ? AND {self._file.ours.sql}"
            " AND NOT EXISTS (SELECT 1 FROM reviews WHERE match = id)"
            " ORDER BY ended_at DESC, id DESC LIMIT ?",
            *(since, ABORTED, most),
        )

    async def give_up(self, match: int) -> None:
        await self._file.change("DELETE FROM reviews WHERE match = ? AND made_at IS NULL", match)

    async def keep(self, match: int, review: Review, at: int) -> None:
        """Nothing is kept of a match that was forgotten meanwhile."""
        seats = range(len(review.luck))
        async with self._file.transaction(Hurry.COMPUTERS) as writing:
            made = await writing.execute_fetchall(
                "UPDATE reviews SET made_at = ? WHERE match = ? AND made_at IS NULL RETURNING match",
                (at, match),
            )
            if not list(made):
                return
            await writing.executemany(
                "INSERT INTO review_odds (match, ply, seat, odds) VALUES (?, ?, ?, ?)",
                [
                    (match, ply, seat, float(odds))
                    for ply, each in enumerate(review.odds)
                    for seat, odds in enumerate(each)
                ],
            )
            await writing.executemany(
                "INSERT INTO review_seats (match, seat, luck, skill, accuracy) VALUES (?, ?, ?, ?, ?)",
                [
                    (match, seat, float(review.luck[seat]), float(review.skill[seat]), review.accuracy[seat])
                    for seat in seats
                ],
            )
            await writing.executemany(
                "INSERT INTO review_turns (match, ply, better, gives) VALUES (?, ?, ?, ?)",
                [(match, turning.ply, turning.better, float(turning.gives)) for turning in review.turning],
            )
            await writing.executemany(
                "INSERT INTO review_points (match, ply, made, most) VALUES (?, ?, ?, ?)",
                [(match, one.ply, one.made, one.most) for one in review.points],
            )

    async def find(self, match: Stored, record: Sequence[str], level: int) -> Review | None:
        """As it was made of this record by the rules of the match, with the odds of this level."""
        made = await self._file.row(
            "SELECT match FROM reviews WHERE match = ? AND rules_version = ? AND level = ?"
            " AND made_at IS NOT NULL",
            *(match.id, match.rules_version, level),
        )
        if made is None:
            return None
        odds = await self._file.rows(
            "SELECT ply, odds FROM review_odds WHERE match = ? ORDER BY ply, seat", match.id
        )
        seats = await self._file.rows(
            "SELECT luck, skill, accuracy FROM review_seats WHERE match = ? ORDER BY seat", match.id
        )
        turns = await self._file.rows(
            "SELECT ply, better, gives FROM review_turns WHERE match = ? ORDER BY ply", match.id
        )
        points = await self._file.rows(
            "SELECT ply, made, most FROM review_points WHERE match = ? ORDER BY ply", match.id
        )
        luck, skill, accuracy = zip(*seats, strict=True)
        return Review(
            level,
            tuple(tuple(each for _, each in ply) for _, ply in groupby(odds, key=lambda row: row[0])),
            luck,
            skill,
            accuracy,
            tuple(Turning(ply, record[ply], better, gives) for ply, better, gives in turns),
            tuple(Points(*each) for each in points),
        )

    async def was_shown(self, match: int) -> bool:
        """To everybody."""
        return bool(
            await self._file.row("SELECT match FROM reviews WHERE match = ? AND shown_to_all = 1", match)
        )

    async def take_showing(self, match: int) -> bool:
        """Everybody is about to be shown it. False if they were before."""
        changed = await self._file.change(
            "UPDATE reviews SET shown_to_all = 1 WHERE match = ? AND shown_to_all = 0", match
        )
        return changed == 1

    async def give_showing_back(self, match: int) -> None:
        """Nobody was shown anything."""
        await self._file.change("UPDATE reviews SET shown_to_all = 0 WHERE match = ?", match)
