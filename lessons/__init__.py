"""Lessons: what each game teaches, task by task, as data in a file a game: `lessons/<game>.toml`.

A task is a position, one thing to do there, and what may be said of the mistakes. It knows codes, as the
engines do; the sentences stand in `bot/words/texts/lessons/`. A game without a file has no lesson.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final
from zlib import crc32

from engines import GAMES
from engines.game import Game, Position
from engines.moves import Move
from lessons.condition import Condition

OTHERWISE: Final = "otherwise"
"""The code of the mistake that no other one describes: every task has words for it."""


@dataclass(frozen=True, slots=True)
class Task:
    game_name: str
    name: str
    """By this it is known for good: sentences, what was done, and buttons hang on it."""
    position_text: str
    solution: str
    """A move that does it, as it is written."""
    accepts: Condition
    mistakes: Mapping[str, Condition]
    """By code. The first one that holds is told."""
    marks: Mapping[str, tuple[str, ...]]
    """By code of a mistake: the places to look at, which are numbered in a picture."""

    @property
    def number(self) -> int:
        """By which buttons call it: it stays the same wherever the task is put."""
        return crc32(f"{self.game_name}/{self.name}".encode())

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.game_name]

    @property
    def position(self) -> Position:
        return _position(self.game_name, self.position_text)

    @property
    def seat(self) -> int:
        """Whoever learns sits there."""
        (seat,) = self.position.to_move
        return seat

    @property
    def codes(self) -> tuple[str, ...]:
        """Of all mistakes that are answered."""
        return (*self.mistakes, OTHERWISE)

    def solved(self) -> Move:
        """The move of the solution."""
        return self.game.read_move(self.position, self.seat, self.solution)

    def mistake(self, move: Move) -> str | None:
        """What is wrong with a legal move here; None: it does what was asked."""
        before, seat = self.position, self.seat
        if self.accepts.holds(self.game, before, seat, move):
            return None
        told = (code for code, when in self.mistakes.items() if when.holds(self.game, before, seat, move))
        return next(told, OTHERWISE)


@dataclass(frozen=True, slots=True)
class Lesson:
    game_name: str
    tasks: tuple[Task, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(task.name for task in self.tasks)

    def first_but(self, done: frozenset[str]) -> Task | None:
        """The first task that was not done yet."""
        return next((task for task in self.tasks if task.name not in done), None)

    def after(self, task: Task) -> Task | None:
        """None: it is the last one."""
        return next(iter(self.tasks[self.place(task) :]), None)

    def place(self, task: Task) -> int:
        """Counted from 1."""
        return self.names.index(task.name) + 1

    def named(self, name: str) -> Task:
        """Raises LookupError."""
        return self.tasks[self.place_of(name)]

    def place_of(self, name: str) -> int:
        if name not in self.names:
            raise LookupError(name)
        return self.names.index(name)


def numbered(number: int) -> Task:
    """Raises LookupError for a number of none."""
    return _by_number()[number]


@cache
def _by_number() -> Mapping[int, Task]:
    return {task.number: task for lesson in LESSONS.values() for task in lesson.tasks}


@cache
def _position(game: str, text: str) -> Position:
    position: Position = GAMES[game].read_position(text)
    return position


def _lesson(game: str) -> Lesson | None:
    file = files("lessons") / f"{game}.toml"
    if not file.is_file():
        return None
    tasks = tomllib.loads(file.read_text("utf-8"))
    return Lesson(game, tuple(_task(game, name, **written) for name, written in tasks.items()))


def _task(
    game: str,
    name: str,
    position: str,
    solution: str,
    accepts: Mapping[str, Any],
    mistakes: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    marks: Mapping[str, str] = MappingProxyType({}),
) -> Task:
    described = {code: Condition.read(when) for code, when in mistakes.items()}
    places = {code: tuple(named.split()) for code, named in marks.items()}
    return Task(game, name, position, solution, Condition.read(accepts), described, places)


LESSONS: Final[Mapping[str, Lesson]] = {
    game: lesson for game in GAMES if (lesson := _lesson(game)) is not None
}
"""In the order of the register."""
