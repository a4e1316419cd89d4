"""What lies in the file at this moment, for whoever looks in from outside. It does not touch the journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM matches WHERE ended_at IS NULL),
    (SELECT count(*) FROM challenges WHERE state = 'open'),
    (SELECT count(*) FROM matches WHERE posted_ply < plies),
    (SELECT min(at) FROM plies JOIN matches ON match = id AND ply = posted_ply WHERE posted_ply < plies)
"""
_UNSHOWN: Final = "SELECT id FROM challenges WHERE shown_revision < revision ORDER BY id"


@dataclass(frozen=True, slots=True)
class Survey:
    running_matches: int
    open_challenges: int
    waiting_boards: int
    """Matches with something saved that nobody has seen."""
    board_waits_since: int | None
    """The oldest of them."""
    waiting_challenges: tuple[int, ...]
    """The numbers of challenges whose posts show less than was saved."""
    file_size: int
    journal_size: int


class Unreadable(Exception):
    """It is no file of ours, or of another version."""


def survey(path: Path) -> Survey:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as reading:
            (counts,) = reading.execute(_COUNTS).fetchall()
            waiting = tuple(number for (number,) in reading.execute(_UNSHOWN).fetchall())
    except sqlite3.DatabaseError as error:
        raise Unreadable(error) from error
    journal = path.with_name(f"{path.name}-wal")
    running, unanswered, boards, since = counts
    return Survey(
        running_matches=running,
        open_challenges=unanswered,
        waiting_boards=boards,
        board_waits_since=since,
        waiting_challenges=waiting,
        file_size=path.stat().st_size,
        journal_size=journal.stat().st_size if journal.exists() else 0,
    )
