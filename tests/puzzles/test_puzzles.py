"""Puzzles: every one can be asked, has the answer that it says, and there is something for everybody."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.words.language import LANGUAGES, language
from bot.words.puzzles import merit
from engines import GAMES
from engines.choices import Choices
from engines.cubus.builds import obvious_builds
from engines.cubus.moves import Build
from engines.game import Game
from engines.moves import CHANCE
from engines.players.decisions import Decisions, quiz_of
from engines.quiz import MOST, TASKS
from puzzles import puzzle as puzzles
from puzzles.making import found, is_true, puzzle_of
from puzzles.puzzle import Puzzle, puzzles_of, write_puzzles

MOST_OF_A_TENTH = 0.32
CONFIRMED = 3
"""Puzzles a game that are looked at here as deeply as they were when they were kept; all are in the bench."""
ALL_GAMES = [pytest.param(game, id=game.name) for game in GAMES.values() if puzzles_of(game.name)]


def test_a_game_has_four_hundred_puzzles_or_none() -> None:
    assert ALL_GAMES
    assert {game: len(puzzles_of(game)) for game in GAMES if 0 < len(puzzles_of(game)) < 400} == {}


@pytest.mark.parametrize("game", ALL_GAMES)
def test_no_puzzle_is_there_twice_and_the_easiest_come_first(game: Game[Any]) -> None:
    all_of_it = puzzles_of(game.name)
    assert len({(puzzle.position, puzzle.seat) for puzzle in all_of_it}) == len(all_of_it)
    assert len({puzzle.number for puzzle in all_of_it}) == len(all_of_it)
    missed = [puzzle.missed for puzzle in all_of_it]
    assert missed == sorted(missed)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_they_are_spread_from_easy_to_hard(game: Game[Any]) -> None:
    tenths = Counter(int(10 * puzzle.missed) for puzzle in puzzles_of(game.name))
    assert max(tenths.values()) <= MOST_OF_A_TENTH * tenths.total()
    hardness = [puzzle.hardness for puzzle in puzzles_of(game.name)]
    assert (hardness[0], hardness[-1]) == (0, 1)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_answer_of_every_puzzle_is_legal_and_right(game: Game[Any]) -> None:
    quiz = quiz_of(game)
    for puzzle in puzzles_of(game.name):
        position = game.read_position(puzzle.position)
        asked = puzzle.asked
        assert asked.task in TASKS
        assert puzzle.seat in position.to_move - {CHANCE}
        assert asked.line[0] == asked.answers[0]
        for text in asked.answers:
            move = game.read_move(position, puzzle.seat, text)
            assert quiz.share(position, puzzle.seat, asked, move) == 1


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_line_of_every_puzzle_can_be_played(game: Game[Any]) -> None:
    for puzzle in puzzles_of(game.name):
        position = game.read_position(puzzle.position)
        for text in puzzle.asked.line:
            (who,) = position.to_move if len(position.to_move) == 1 else (puzzle.seat,)
            position = position.play(who, game.read_move(position, who, text))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_of_moves_that_can_be_listed_only_the_answers_are_right(game: Game[Any]) -> None:
    quiz = quiz_of(game)
    if not isinstance(quiz, Decisions):
        pytest.skip("builds cannot be listed")
    for puzzle in puzzles_of(game.name)[::20]:
        position = game.read_position(puzzle.position)
        right = {
            game.write_move(move)
            for move in position.legal_moves(puzzle.seat)
            if quiz.share(position, puzzle.seat, puzzle.asked, move)
        }
        assert right == set(puzzle.asked.answers)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_no_answer_is_a_word_such_as_to_decline(game: Game[Any]) -> None:
    for puzzle in puzzles_of(game.name):
        step = game.read_position(puzzle.position).choices(puzzle.seat)
        assert isinstance(step, Choices)
        assert not {option.key for option in step.aside}.intersection(puzzle.asked.answers)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ALL_GAMES)
def test_of_every_answer_it_is_said_why_it_is_right_unless_it_ends_the_match(
    game: Game[Any], code: str
) -> None:
    for puzzle in puzzles_of(game.name):
        for text in puzzle.asked.answers:
            position = game.read_position(puzzle.position)
            after = position.play(puzzle.seat, game.read_move(position, puzzle.seat, text))
            said = merit(puzzle, text, language(code))
            assert bool(said) == (after.outcome is None)
            assert "{" not in said


def test_of_the_most_points_a_part_is_counted() -> None:
    game = GAMES["cubus"]
    quiz = quiz_of(game)
    puzzle = next(one for one in puzzles_of("cubus") if one.asked.points >= 3)
    assert puzzle.asked.task == MOST
    position = game.read_position(puzzle.position)
    obvious = map(Build, obvious_builds(position.pile, position.building_hand))
    shares = {quiz.share(position, puzzle.seat, puzzle.asked, move) for move in obvious}
    assert shares & {points / puzzle.asked.points for points in range(1, puzzle.asked.points)}
    assert 1 not in shares, "what is obvious is not asked"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_deeper_look_confirms_them(game: Game[Any]) -> None:
    all_of_it = puzzles_of(game.name)
    for puzzle in all_of_it[:: len(all_of_it) // CONFIRMED]:
        assert is_true(game, puzzle)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_puzzle_with_a_wrong_answer_is_found_out(game: Game[Any]) -> None:
    for puzzle in puzzles_of(game.name)[:3]:
        position = game.read_position(puzzle.position)
        wrong = next(
            text for text in game.suggestions(position, puzzle.seat, "") if text not in puzzle.asked.answers
        )
        asked = mistaken(puzzle, wrong)
        assert not is_true(game, asked)


def mistaken(puzzle: Puzzle, wrong: str) -> Puzzle:
    """As if somebody had taken another move for the best, and more points for the most."""
    asked = replace(puzzle.asked, answers=(wrong,), points=puzzle.asked.points and puzzle.asked.points + 1)
    return replace(puzzle, asked=asked)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_same_match_brings_the_same_puzzles(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, seat, asked = next(one for number in range(40) for one in found(game, f"test {number}"))
    assert asked == quiz_of(game).asked(position, seat)
    puzzle = puzzle_of(game, position, seat, asked)
    assert 0 <= puzzle.missed <= 1
    monkeypatch.setattr(puzzles, "FOLDER", tmp_path)
    puzzles_of.cache_clear()
    write_puzzles(game.name, [puzzle])
    assert puzzles_of(game.name) == (puzzle,)
    puzzles_of.cache_clear()


def test_what_is_asked_of_a_seat_knows_nothing_of_what_others_have_sealed() -> None:
    game = GAMES["cubus"]
    for puzzle in puzzles_of("cubus")[::10]:
        position = game.read_position(puzzle.position)
        assert position.known_to(puzzle.seat) == position
