"""Why a try at a puzzle is not the answer: there is always a reason, and it is true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from bot.words import hints
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.chance import TextSource
from engines.cubus.builds import obvious_builds
from engines.cubus.moves import Build
from engines.game import Game
from engines.moves import CHANCE, Move
from engines.outlook import WON
from engines.players.decisions import LEVEL, quiz_of
from engines.players.looking import Looker
from engines.quiz import MOST, WIN, Miss
from engines.record import Ply
from puzzles.puzzle import Puzzle, puzzles_of
from tests.exploring import EXPLORING

EVERY: Final = 1 if EXPLORING else 10
"""One puzzle of so many is tried, each game."""
ALL_GAMES = [pytest.param(game, id=game.name) for game in GAMES.values() if puzzles_of(game.name)]


def wrong_moves(game: Game[Any], puzzle: Puzzle) -> list[Move]:
    """Those that are not the answer; of builds those that are easily found, and to see none."""
    position, quiz = game.read_position(puzzle.position), quiz_of(game)
    moves = list(position.legal_moves(puzzle.seat))
    if not position.can_list_moves(puzzle.seat):
        moves = [Build(pile) for pile in obvious_builds(position.pile, position.building_hand)]
        moves = [move for move in moves if position.verdict(move.pile).points > 0]
    return [move for move in moves if quiz.share(position, puzzle.seat, puzzle.asked, move) < 1]


@cache
def tried(game: Game[Any]) -> tuple[tuple[Puzzle, Move, Miss], ...]:
    """A wrong move of each of these puzzles, as the lot has it, and why it is wrong: four tests ask."""
    return tuple(_tried(game))


def _tried(game: Game[Any]) -> Iterator[tuple[Puzzle, Move, Miss]]:
    for puzzle in puzzles_of(game.name)[::EVERY]:
        position, moves = game.read_position(puzzle.position), wrong_moves(game, puzzle)
        if moves:
            move = moves[TextSource(f"try {puzzle.number}").below(len(moves))]
            yield puzzle, move, quiz_of(game).miss(position, puzzle.seat, puzzle.asked, move)


def line_of(game: Game[Any], puzzle: Puzzle, texts: tuple[str, ...]) -> list[Ply[Any]]:
    plies: list[Ply[Any]] = []
    for text in texts:
        before = plies[-1].after if plies else game.read_position(puzzle.position)
        plies.append(Ply.read(game, before, text))
    return plies


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_wrong_try_has_a_reason_in_every_language(game: Game[Any]) -> None:
    for _, _, miss in tried(game):
        for code in LANGUAGES:
            assert hints.missed(game.name, miss, language(code))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_what_spoils_a_try_can_be_played_behind_it(game: Game[Any]) -> None:
    for puzzle, move, miss in tried(game):
        first, *others = line_of(game, puzzle, miss.line)
        assert (first.who, first.move) == (puzzle.seat, move)
        assert all(ply.who != puzzle.seat for ply in others), "they are asked again"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_it_is_told_up_to_where_the_solver_would_move_again(game: Game[Any]) -> None:
    for puzzle, _, miss in tried(game):
        end = line_of(game, puzzle, miss.line)[-1].after
        if CHANCE in end.to_move:
            end = end.play(CHANCE, end.legal_moves(CHANCE)[0])
        assert end.outcome or puzzle.seat in end.to_move or puzzle.asked.task == MOST


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_reason_is_what_the_engine_says(game: Game[Any]) -> None:
    for puzzle, move, miss in tried(game):
        check(game, puzzle, move, miss)


def check(game: Game[Any], puzzle: Puzzle, move: Move, miss: Miss) -> None:
    """By the rules where these can tell, else by a look of its own."""
    seat, values = puzzle.seat, miss.note.values
    line, right = (line_of(game, puzzle, texts) for texts in (miss.line, puzzle.asked.line))
    outcome = line[-1].after.outcome
    has_luck = any(ply.who == CHANCE for ply in line)
    match miss.note.code:
        case "lost" | "may_lose":
            assert outcome
            assert outcome.winners
            assert seat not in outcome.winners
            assert has_luck == (miss.note.code == "may_lose")
        case "drawn":
            assert outcome
            assert not outcome.winners
        case "goes_on" | "not_won":
            assert puzzle.asked.task == WIN
            assert not line[0].after.outcome
            won = right[0].after.outcome
            assert (seat in won.winners if won else False) == (miss.note.code == "goes_on")
            assert worth_of(game, puzzle, move) < WON
        case "brings" | "nothing":
            before = line[0].before.totals()[seat]
            assert values["points"] in {before_next - before for before_next in taken(line[-1].after, seat)}
            assert values["count"] in {best - before for best in taken(right[-1].after, seat)}
            assert int(str(values["points"])) < int(str(values["count"]))
        case "costs" | "costs_more":
            other = 1 - seat
            assert values["count"] == line[-1].after.totals()[other] - line[0].before.totals()[other]
            assert int(str(values["least"])) < int(str(values["count"]))
            assert bool(values["least"]) == (miss.note.code == "costs_more")
        case "odds":
            assert 1 <= int(str(values["odds"])) < int(str(values["most"])) <= 99
            look = Looker(game, LEVEL)
            answer = game.read_move(line[0].before, seat, puzzle.asked.answers[0])
            assert look.between(line[0].before, seat, answer, move) > 0
        case "more_crates" | "fewer_tiles" | "none_seen":
            assert puzzle.asked.task == MOST
            assert values["count"] == puzzle.asked.points
            assert values.get("points", 0) == line[0].after.totals()[seat] - line[0].before.totals()[seat]
        case _:
            raise AssertionError(miss.note.code)


def taken(position: Any, seat: int) -> set[int]:
    """The points that the seat may have with what it may take before it moves."""
    found = {position.totals()[seat]}
    if seat in position.to_move:
        after = (position.play(seat, move) for move in position.legal_moves(seat))
        for each in after:
            if each.to_move == {seat}:
                found |= taken(each, seat)
    return found


def worth_of(game: Game[Any], puzzle: Puzzle, move: Move) -> int:
    """Behind the move, to who is asked."""
    position = game.read_position(puzzle.position)
    outlook = game.outlook(LEVEL)
    assert outlook
    node = outlook.node(position.play(puzzle.seat, move), min(position.play(puzzle.seat, move).to_move))
    return outlook.worth(node, puzzle.seat)
