"""Every lesson, played: by its solutions, and by every other move there is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import lessons
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.choices import Complete
from engines.codes import Refusal
from engines.cubus.composing import next_edits
from engines.cubus.moves import Build
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import sketch_of
from engines.game import Position
from engines.moves import Move
from lessons import LESSONS, OTHERWISE, Task, numbered
from lessons.condition import Condition
from render import Scene, draw
from tests.engines.walks import Walk
from tests.lessons import minutes
from tests.lessons.goals import goals_of

TASKS: Final = [task for lesson in LESSONS.values() for task in lesson.tasks]
BUILDING: Final = [task for task in TASKS if task.solution.startswith("build")]
EVERY_TASK: Final = pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.game_name}-{task.name}")
CHANGES: Final = 3
"""Of columns: so far from the pile as it stands, or from the solution, every build is tried."""


def moves(task: Task) -> tuple[Move, ...]:
    """All that are legal; where they cannot be listed, all that are near, and the words beside them."""
    return _moves_of(task.number)


@cache
def _moves_of(number: int) -> tuple[Move, ...]:
    task = numbered(number)
    if task.position.can_list_moves(task.seat):
        return task.position.legal_moves(task.seat)
    return (*_builds_near(task), *_words(task))


def _builds_near(task: Task) -> Iterator[Move]:
    """Nobody can try all builds; but who tries to do what is asked ends here."""
    position, solved = task.position, task.solved()
    assert isinstance(position, CubusPosition)
    assert isinstance(solved, Build)
    edge = {sketch_of(position.pile).pile: sketch_of(position.pile), solved.pile: sketch_of(solved.pile)}
    met = dict(edge)
    for _ in range(CHANGES):
        further = [sketch.edited(edit) for sketch in edge.values() for edit in next_edits(sketch)]
        edge = {sketch.pile: sketch for sketch in further if sketch.pile not in met}
        met |= edge
    hand = position.building_hand
    yield from (Build(pile) for pile, sketch in met.items() if sketch.is_legal(position.pile, hand))


def _words(task: Task) -> Iterator[Move]:
    for word in ("none", "fail"):
        with suppress(Refusal):
            yield task.game.read_move(task.position, task.seat, word)


def reached(task: Task, move: Move) -> bool:
    """By the plain words of what is asked."""
    after = task.position.play(task.seat, move)
    return goals_of(task.game_name)[task.name](task.position, task.game.write_move(move), after)


def test_a_game_has_a_lesson_if_it_has_a_file() -> None:
    written = {path.stem for path in Path(lessons.__file__).parent.glob("*.toml")}
    assert set(LESSONS) == written
    assert {"krabcek", "knopen", "kriskras", "cubus"} <= written <= set(GAMES)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.game_name)
def test_a_lesson_has_eight_to_twelve_tasks(lesson: lessons.Lesson) -> None:
    assert 8 <= len(lesson.tasks) <= 12


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.game_name)
def test_of_every_task_it_is_said_in_plain_code_what_it_asks(lesson: lessons.Lesson) -> None:
    assert list(goals_of(lesson.game_name)) == list(lesson.names)


@EVERY_TASK
def test_its_solution_does_what_is_asked(task: Task) -> None:
    assert task.mistake(task.solved()) is None
    assert reached(task, task.solved())


@EVERY_TASK
def test_every_other_move_is_accepted_only_if_it_does_what_is_asked(task: Task) -> None:
    tried = moves(task)
    assert tried or not task.position.can_list_moves(task.seat)
    for move in tried:
        assert (task.mistake(move) is None) == reached(task, move), task.game.write_move(move)


@EVERY_TASK
def test_every_refused_move_is_told_why(task: Task) -> None:
    for move in moves(task):
        mistake = task.mistake(move)
        if mistake is None:
            continue
        for code in LANGUAGES:
            said = language(code).say(f"lessons.{task.game_name}.{task.name}.why.{mistake}")
            assert len(said) > 20


@EVERY_TASK
def test_every_mistake_that_is_named_can_be_made(task: Task) -> None:
    made = {task.mistake(move) for move in moves(task)}
    assert set(task.mistakes) <= made


@EVERY_TASK
def test_there_is_something_to_get_wrong(task: Task) -> None:
    assert any(task.mistake(move) is not None for move in moves(task))


@pytest.mark.parametrize("task", BUILDING, ids=lambda task: task.name)
def test_of_builds_some_are_wrong_and_are_answered(task: Task) -> None:
    wrong = [move for move in moves(task) if isinstance(move, Build) and task.mistake(move) is not None]
    assert wrong


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.game_name)
def test_a_lesson_takes_three_minutes(lesson: lessons.Lesson, code: str) -> None:
    """To read all of it at a walking pace, and to tap what is asked."""
    assert minutes.seconds(lesson, language(code)) <= minutes.MOST


@pytest.mark.parametrize("code", LANGUAGES)
@EVERY_TASK
def test_it_has_all_its_sentences_and_no_others(task: Task, code: str) -> None:
    stem = f"lessons.{task.game_name}.{task.name}."
    own = {key.removeprefix(stem) for key in language(code).sentences if key.startswith(stem)}
    assert own == {"title", "tells", "asks", "right", *(f"why.{mistake}" for mistake in task.codes)}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_no_sentence_belongs_to_a_task_that_is_not_there(game: str, code: str) -> None:
    texts = Path(lessons.__file__).parents[1] / "bot" / "words" / "texts" / "lessons" / f"{game}.{code}.toml"
    assert list(tomllib.loads(texts.read_text("utf-8"))) == list(LESSONS[game].names)


@EVERY_TASK
def test_the_solution_can_be_composed_with_the_buttons(task: Task) -> None:
    """By keys that are offered, one after the other."""
    assert task.game.write_move(_composed(task)) == task.game.write_move(task.solved())


def _composed(task: Task) -> Move:
    if not task.position.can_list_moves(task.seat) and task.solution.startswith("build"):
        partial = task.position.read_partial(task.seat, task.solution)
        step = task.position.choices(task.seat, partial)
        last = [option.key for option in getattr(step, "aside", ()) if option.is_last]
        whole = task.position.choices(task.seat, (*partial, *last))
        assert isinstance(whole, Complete)
        return whole.move
    return next(
        move
        for move in _all_composed(task.position, task.seat, ())
        if task.game.write_move(move) == task.solution
    )


def _all_composed(position: Position, seat: int, partial: tuple[str, ...]) -> list[Move]:
    step = position.choices(seat, partial)
    if isinstance(step, Complete):
        return [step.move]
    if len(partial) > 3:
        return []
    keys = [option.key for option in (*step.options, *step.aside)]
    if not position.can_list_moves(seat):
        keys = [option.key for option in step.aside if option.key != "lift"]
    return [move for key in keys for move in _all_composed(position, seat, (*partial, key))]


@EVERY_TASK
def test_its_place_on_the_table_is_one_that_a_match_can_have(task: Task) -> None:
    assert task.game.write_position(task.position) == task.position_text
    assert task.position.outcome is None
    assert len(task.position.to_move) == 1


@EVERY_TASK
def test_what_is_marked_is_a_mistake_and_lies_on_the_board(task: Task) -> None:
    plain = draw(Scene(task.game_name, task.position))
    for mistake, places in task.marks.items():
        assert mistake in task.codes
        shown = {draw(Scene(task.game_name, task.position, marked=((place,),))) for place in places}
        assert len({plain, *shown}) == 1 + len(places), "each is seen, in a place of its own"


def test_a_task_is_known_by_its_number() -> None:
    assert len({task.number for task in TASKS}) == len(TASKS)
    for task in TASKS:
        assert numbered(task.number) is task
        assert task.number < 10**15
    with pytest.raises(LookupError):
        numbered(0)


def test_the_first_mistake_that_fits_is_told_and_the_last_one_always_fits() -> None:
    task = LESSONS["knopen"].named("both")
    read = {text: task.mistake(task.game.read_move(task.position, task.seat, text)) for text in _TRIES}
    assert read == _TRIES


_TRIES: Final = {"e8-h8": "three", "b2-d4": "one", "e8-e5": None, "g9-g8": OTHERWISE}


def test_a_condition_that_nobody_knows_is_refused_when_it_is_read() -> None:
    with pytest.raises(TypeError):
        Condition.read({"move": ["a1-a2"]})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_of_no_move_is_true_of_all(game: str) -> None:
    walk = Walk(GAMES[game], {}, GAMES[game].seats[0], 1, 30)
    for position, who, move in walk.steps():
        if who >= 0:
            assert Condition().holds(GAMES[game], position, who, move)


def test_a_lesson_goes_on_with_the_first_task_that_was_not_done() -> None:
    lesson = LESSONS["knopen"]
    first, second, *_, last = lesson.tasks
    assert lesson.first_but(frozenset()) is first
    assert lesson.first_but(frozenset({first.name, last.name})) is second
    assert lesson.first_but(frozenset(lesson.names)) is None
    assert lesson.after(first) is second
    assert lesson.after(last) is None
    assert [lesson.place(task) for task in lesson.tasks] == list(range(1, len(lesson.tasks) + 1))
