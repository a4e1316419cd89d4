"""A puzzle: a position of some game and what is asked of it. They lie in a file a game, one a line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from engines.quiz import Asked

FOLDER: Final = Path(__file__).parent / "data"
_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class Puzzle:
    game: str
    position: str
    """As the engine writes it."""
    seat: int
    asked: Asked
    missed: float
    """What part of the computers' tries, from guesses to the second strongest level, does not find it."""
    hardness: float = 0.0
    """By that, its place among the puzzles of the game: from 0, the easiest, to 1."""

    @property
    def number(self) -> int:
        """The same as long as the same is asked of the same position."""
        told = f"{self.game} {self.position} {self.seat} {self.asked.task}"
        return int(hashlib.sha256(told.encode()).hexdigest()[:_DIGITS], 16)


def write_puzzles(game: str, puzzles: Iterable[Puzzle]) -> None:
    lines = [json.dumps(_told(puzzle), ensure_ascii=False) for puzzle in sorted(puzzles, key=_ease)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The easiest first; none of a game that has no file."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else ()
    puzzles = sorted((_read(game, json.loads(line)) for line in lines), key=_ease)
    last = max(len(puzzles) - 1, 1)
    return tuple(replace(puzzle, hardness=place / last) for place, puzzle in enumerate(puzzles))


def _ease(puzzle: Puzzle) -> tuple[float, int]:
    return puzzle.missed, puzzle.number


@cache
def _numbered() -> Mapping[int, Puzzle]:
    games = (file.stem for file in sorted(FOLDER.glob("*.jsonl")))
    return {puzzle.number: puzzle for game in games for puzzle in puzzles_of(game)}


def numbered(number: int) -> Puzzle:
    """Raises LookupError for one that there is no longer."""
    return _numbered()[number]


def _told(puzzle: Puzzle) -> dict[str, object]:
    asked = {name: value for name, value in asdict(puzzle.asked).items() if value}
    return {"position": puzzle.position, "seat": puzzle.seat, **asked, "missed": puzzle.missed}


def _read(game: str, told: dict[str, object]) -> Puzzle:
    match told:
        case {
            "position": str(position),
            "seat": int(seat),
            "task": str(task),
            "answers": list(answers),
            "line": list(line),
            "missed": float(missed),
        }:
            points = told.get("points", 0)
            assert isinstance(points, int)
            return Puzzle(game, position, seat, Asked(task, tuple(answers), tuple(line), points), missed)
    raise ValueError(f"no puzzle of {game}: {told}")
