"""What lies in the file at this moment, for whoever looks in from outside. It does not touch the journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.database.file import look
from bot.database.where import Where

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


def survey(where: Where) -> Survey:
    """Raises Unopened where it is no file of ours, or of another version."""
    found, (file, journal) = look(where, _COUNTS, _UNSHOWN)
    ((running, unanswered, boards, since),), unshown = found
    return Survey(
        running_matches=running,
        open_challenges=unanswered,
        waiting_boards=boards,
        board_waits_since=since,
        waiting_challenges=tuple(number for (number,) in unshown),
        file_size=file,
        journal_size=journal,
    )
