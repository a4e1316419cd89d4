"""How long a lesson takes whoever reads all of it once and does each task right: a plain model.

    python -m tests.lessons.minutes

Words are what a task is called, what it tells and asks and, when it is done, what was played and why that is
right. Taps are those of the shortest way to its solution with the buttons there are, and [Next].
"""

from __future__ import annotations

import re
import sys
from typing import Final

from bot.club.exercises import laid_out
from bot.ui.composing.drafts import Draft
from bot.words import sentences
from bot.words.language import LANGUAGES, Language, language
from engines.cubus.moves import Build
from engines.cubus.position import CubusPosition
from lessons import LESSONS, Lesson, Task
from tests.bench import taps_a_turn, taps_cubus

MOST: Final = 180
"""Seconds."""
A_MINUTE: Final = 200
"""Words that are read in it."""
A_TAP: Final = 1.1
"""Seconds to point at something and press it, as the keystroke-level model of the literature has it."""
_LEARNER: Final = 100


def seconds(lesson: Lesson, words: Language) -> float:
    return sum(read(task, words) * 60 / A_MINUTE + taps(task) * A_TAP for task in lesson.tasks)


def read(task: Task, words: Language) -> int:
    stem = f"lessons.{task.game_name}.{task.name}"
    said = [words.say(f"{stem}.{key}") for key in ("title", "tells", "asks", "right")]
    table = laid_out(task.game, task.number, task.position, task.seat, _LEARNER, "")
    told = sentences.told_last(table.foreseen(task.seat, task.solved()), words)
    return sum(len(re.findall(r"\w+(?:'\w+)?", text)) for text in (*said, told))


def taps(task: Task) -> int:
    return 1 + _taps_to(task)


def _taps_to(task: Task) -> int:
    position, move = task.position, task.solved()
    if isinstance(position, CubusPosition) and isinstance(move, Build):
        return taps_cubus.fewest_taps(position, task.seat, move.pile) - 1  # the editor is open
    if not position.can_list_moves(task.seat):
        return 1
    found = taps_a_turn.taps(position, task.seat, move, looks=False, draft=Draft(1, 0))
    assert found is not None
    return found


def main() -> int:
    kept = []
    for game, lesson in LESSONS.items():
        for code in LANGUAGES:
            words = language(code)
            took, tapped = seconds(lesson, words), sum(map(taps, lesson.tasks))
            told = f"{len(lesson.tasks)} tasks, {sum(read(task, words) for task in lesson.tasks)} words"
            sys.stdout.write(f"{game:9} {code}: {told}, {tapped} taps: {took:.0f} s\n")
            kept.append(took <= MOST)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
