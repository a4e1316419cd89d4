"""What a task asks of a move, and what describes a mistake: said in what every engine tells of its moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Self

from engines.codes import Note
from engines.game import Game, Position
from engines.moves import Move


@dataclass(frozen=True, slots=True)
class Condition:
    """All that is named must hold; what is empty is not asked.

    A `saying` is the code of a note, perhaps with one thing about it: `threatens 2` is a note with a count of
    two or more, `in_danger f4` one that names that place, `in_danger {target}` the one where the move ends.
    """

    moves: tuple[str, ...] = ()
    """Written moves, one of which it is; `*` stands for anything."""
    not_moves: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    """Sayings of the move."""
    says_not: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    """Sayings of the position it leads to."""
    then_not: tuple[str, ...] = ()
    wins: bool = False
    """It wins the match."""

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """Raises TypeError for a name that there is not."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in written.items()
        }
        return cls(**values)

    def holds(self, game: Game[Any], before: Position, seat: int, move: Move) -> bool:
        """Of a legal move."""
        text, told = game.write_move(move), before.notes(seat, move)
        if self.moves and not _is_like(text, self.moves):
            return False
        if _is_like(text, self.not_moves) or not _all_said(self.says, told, told):
            return False
        if _any_said(self.says_not, told, told):
            return False
        return self._holds_after(before.play(seat, move), seat, told)

    def _holds_after(self, after: Position, seat: int, told: Sequence[Note]) -> bool:
        if self.wins and not (after.outcome and seat in after.outcome.winners):
            return False
        summary = after.summary()
        return _all_said(self.then, summary, told) and not _any_said(self.then_not, summary, told)


def _is_like(text: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def _all_said(sayings: Iterable[str], notes: Sequence[Note], told: Sequence[Note]) -> bool:
    return all(_is_said(saying, notes, told) for saying in sayings)


def _any_said(sayings: Iterable[str], notes: Sequence[Note], told: Sequence[Note]) -> bool:
    return any(_is_said(saying, notes, told) for saying in sayings)


def _is_said(saying: str, notes: Sequence[Note], told: Sequence[Note]) -> bool:
    code, *about = saying.split()
    return any(note.code == code and all(_is_about(note, each, told) for each in about) for note in notes)


def _is_about(note: Note, what: str, told: Sequence[Note]) -> bool:
    """It counts so many or more, or names that place; `{target}` is a value of the move's own first note."""
    if what.isdecimal():
        count = note.values.get("count", 0)
        return isinstance(count, int) and count >= int(what)
    place = what.format_map(told[0].values) if "{" in what else what
    return any(
        place in value if isinstance(value, tuple) else place == value for value in note.values.values()
    )
