"""How large the file grows: bytes a match of each game, by what they are needed for, and of a club in a year.

One match of each game is played by computers of level 2 in the club's own room. The others are copies of it
among other members, challenge and seats and plies, and all ratings are computed from them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from discord.utils import utcnow

from bot.club.club import Club
from bot.database.file import File
from engines import GAMES
from engines.players.thinking import think
from tests.bot.finishing import begun

COPIES: Final = 2_000
MEMBERS: Final = 20
"""Who all play each other: a club."""
LEVEL: Final = 2
A_YEAR: Final = 20 * 3 * 52 // 2
"""Matches of such a club, in which everybody plays three a week."""
FOR_EVER: Final = ("matches", "seats", "plies")
"""The record, and whose it is: everything else is computed from it, or could be done without."""
_COPIED: Final = {"challenges": "id", "matches": "id", "seats": "match", "plies": "match"}


async def sizes() -> AsyncIterator[str]:
    whole: list[float] = []
    for game in GAMES:
        with TemporaryDirectory() as folder:
            database = Path(folder) / "speltafel.sqlite3"
            plies = await played(database, game)
            before = _bytes(database)
            copy(database)
            await _rated(database)
            grown = {part: (size - before.get(part, 0)) / COPIES for part, size in _bytes(database).items()}
            whole.append(sum(grown.values()))
            needed = sum(size for part, size in grown.items() if part in FOR_EVER)
            yield (
                f"{game:<10}{plies:>5} plies{whole[-1] / 1000:>8.1f} kB a match,"
                f" of that {needed / 1000:.1f} kB the record and its seats"
            )
            review(database)
            reviews = (sum(_bytes(database).values()) - sum(before.values())) / COPIES - whole[-1]
            yield f"{'':<10}a review of it {reviews / 1000:.1f} kB"
            yield f"{'':<10}{grown['plies'] / plies:.0f} bytes a ply"
            most = sorted(grown.items(), key=lambda one: -one[1])[:6]
            yield f"{'':<10}{', '.join(f'{part} {size / 1000:.2f}' for part, size in most)}"
    a_year = A_YEAR * sum(whole) / len(whole)
    yield f"a club of {MEMBERS}, {A_YEAR} matches a year: {a_year / 1e6:.1f} MB a year"


async def played(database: Path, game: str) -> int:
    file = await File.open(database)
    try:
        club = Club(file, utcnow)
        match = await begun(club, range(100, 100 + max(2, GAMES[game].seats[0])), game=game)
        while not match.outcome:
            seat = min(match.position.to_move)
            thought = think(match.game, match.position, seat, LEVEL, str(match.ply))
            match = await club.matches.play(match, match.members[seat], thought.move)
        return match.ply
    finally:
        await file.close()


def copy(database: Path, copies: int = COPIES) -> None:
    with closing(sqlite3.connect(database)) as writing, writing:
        for table, key in _COPIED.items():
            writing.execute(_copying(writing, table, key), (copies,))
        writing.execute(
            "UPDATE matches SET challenge = id, ended_as = id, began_at = began_at + 600 * id,"
            " ended_at = ended_at + 600 * id WHERE id > 1"
        )
        others = f"(member - 100 + match * (1 + match / {MEMBERS} % 7)) % {MEMBERS} + 100"
        writing.execute(f"UPDATE seats SET member = {others} WHERE match > 1")


def _copying(writing: sqlite3.Connection, table: str, key: str) -> str:
    names = [name for (_, name, *_) in writing.execute(f"PRAGMA table_info({table})")]
    other = {key: "number", "challenge": "NULL", "ended_as": "NULL"}
    copied = ", ".join(other.get(name, name) for name in names)
    return (
        "WITH RECURSIVE numbers (number) AS (VALUES (2) UNION ALL SELECT number + 1 FROM numbers LIMIT ?)"
        f" INSERT INTO {table} ({', '.join(names)}) SELECT {copied} FROM numbers, {table} WHERE {key} = 1"
    )


async def _rated(database: Path) -> None:
    file = await File.open(database)
    try:
        await Club(file, utcnow).recount.rebuild()
    finally:
        await file.close()


def review(database: Path) -> None:
    """As if somebody had asked for it of every match: odds of each seat at each ply, and what was better."""
    with closing(sqlite3.connect(database)) as writing, writing:
        writing.execute(
            "INSERT INTO reviews (match, rules_version, level, made_at)"
            " SELECT id, rules_version, 4, ended_at FROM matches"
        )
        writing.execute(
            "INSERT INTO review_odds (match, ply, seat, odds)"
            " SELECT plies.match, ply, seat, abs(random() / 1e19)"
            " FROM plies JOIN seats ON seats.match = plies.match"
        )
        writing.execute(
            "INSERT INTO review_turns (match, ply, better, gives)"
            " SELECT match, ply, text, 0.1 FROM plies WHERE ply % 3 = 1"
        )


def _bytes(database: Path) -> dict[str, int]:
    """Of each table with its indices, as it lies in the file when nothing is left over."""
    with closing(sqlite3.connect(database)) as reading:
        reading.execute("VACUUM")
        reading.execute("CREATE VIRTUAL TABLE temp.pages USING dbstat(main)")
        return dict(
            reading.execute(
                "SELECT coalesce(tbl_name, 'schema'), sum(pgsize) FROM temp.pages"
                " LEFT JOIN sqlite_schema USING (name) GROUP BY 1"
            )
        )
