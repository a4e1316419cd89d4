"""Computer players: what they may do, what they may know, and that they are the same everywhere."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.chance import TextSource
from engines.codes import IllegalMove, Unreadable
from engines.cubus.moves import Bid, Pass, Step
from engines.cubus.solver import best_build
from engines.game import Game, Position
from engines.krabcek.evaluation import PARTS
from engines.krabcek.plans import MOST_THROWS
from engines.moves import CHANCE, Move
from engines.outlook import OVER, WON, worth_of_end
from engines.players import thinking
from engines.players.chances import chances
from engines.players.looking import Looker
from engines.players.thinking import LEVELS, think
from engines.record import play_text
from tests.bench.bench_players import play
from tests.engines.push_your_luck import DARE, HOLD, DarePosition
from tests.engines.walks import Walk
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
ALL_GAMES = [pytest.param(game, id=game.name) for game in (*GAMES.values(), DARE)]
DEAR = {"cubus": 5}
"""Where a look takes long, one position of so many is looked at."""
LOT_ONLY = "knopen"
"""Nothing falls there but the lot."""
LENDERS = [pytest.param(game, id=game.name) for game in GAMES.values() if game.outlook(1)]
SPREAD = (0, 3, 9, 14, 33, 60, 101, 140)
"""After so many plies of a random match somebody thinks."""
FEWER = {1: 1, 2: 1, 3: 1, 4: 2, 5: 4}
"""Of such positions a level is asked in one of so many."""


@cache
def match_of(game: Game[Any], seed: int) -> list[Position]:
    """The positions of a random match, as far as the laws go, where a seat moves."""
    return [position for position, who, _ in walk_of(game, seed).steps() if who != CHANCE]


@cache
def walk_of(game: Game[Any], seed: int) -> Walk:
    return Walk(game, {}, game.seats[1 - seed % 2], seed, 160)


def some(positions: list[Position], level: int) -> list[Position]:
    """The more a level thinks, the fewer."""
    return [positions[number] for number in SPREAD[:: FEWER[level]] if number < len(positions)]


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_a_legal_move_and_says_what_it_expects(game: Game[Any], level: int) -> None:
    for position in some(match_of(game, level % 2), level):
        for seat in position.to_move - {CHANCE}:
            thought = think(game, position, seat, level, "a text")
            after = position.play(seat, thought.move)
            assert play_text(game, position, thought.line[0]) == after or game.seats != (2, 2)
            assert 0 < thought.odds < 1
            assert thought.nodes > 0


@cache
def odd_positions(game: Game[Any]) -> list[Position]:
    """That hardly any match comes to: written ones are garbled, as long as they can be read."""
    choose = random.Random(game.name)  # noqa: S311 - nobody plays for money here
    return [_garbled(game, position, choose) for position in match_of(game, 1)[11::12]]


def _garbled(game: Game[Any], position: Position, choose: random.Random) -> Position:
    for _ in range(400):
        letters = list(game.write_position(position))
        one, other = choose.sample(range(len(letters)), 2)
        if choose.random() < 1 / 2:
            letters[one], letters[other] = letters[other], letters[one]
        else:
            letters[one : one + choose.randrange(3)] = letters[other]
        with suppress(Unreadable):
            position = game.read_position("".join(letters))
    return position


@pytest.mark.parametrize("game", LENDERS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves_in_positions_that_hardly_any_match_comes_to(game: Game[Any], level: int) -> None:
    odd = odd_positions(game)
    assert len(set(odd) - set(match_of(game, 1))) > len(odd) // 2
    for position in odd[:: 2 * FEWER[level] - 1]:
        for seat in position.to_move - {CHANCE}:
            assert position.play(seat, think(game, position, seat, level, "odd").move)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_line_can_be_played_as_a_record(game: Game[Any]) -> None:
    for position in some(match_of(game, 0), 4):
        for seat in position.to_move - {CHANCE}:
            reached = position.known_to(seat)
            for text in think(game, position, seat, 4, "").line:
                reached = play_text(game, reached, text)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whoever_is_not_to_move_is_refused(game: Game[Any]) -> None:
    for position in match_of(game, 1)[:20]:
        for seat in set(range(game.seats[0])) - position.to_move:
            with pytest.raises(IllegalMove):
                think(game, position, seat, 1, "")


def _requests() -> bytes:
    requests = [
        {
            "do": "think",
            "game": game.name,
            "position": game.write_position(position),
            "seat": min(position.to_move),
            "level": level,
            "random": "é",
        }
        for game in GAMES.values()
        for level in (1, 4)
        for position in match_of(game, 0)[10:40:20]
        if min(position.to_move, default=CHANCE) != CHANCE
    ]
    return "\n".join(map(json.dumps, requests)).encode()


def test_the_same_position_level_and_text_bring_the_same_in_every_process() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-m", "engines"],
            input=_requests(),
            capture_output=True,
            check=True,
            cwd=ROOT,
            timeout=PATIENCE,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    answers = [json.loads(line) for line in said[0].splitlines()]
    assert len(answers) > len(GAMES)
    assert all(set(answer) == {"move", "odds", "line", "nodes"} for answer in answers)


def test_no_machine_rounds_a_table_differently() -> None:
    """Logarithms and the like may differ in their last bits: none lies where that changes a whole number."""
    exact = [WON * math.tanh(thousandths / 2_000) for thousandths in range(8_001)]
    exact += [1_000 * math.log(number / PARTS) for number in range(1, MOST_THROWS * PARTS + 1)]
    assert all(abs(number % 1 - 0.5) > 1e-6 for number in exact)


def test_another_text_may_bring_another_move() -> None:
    game = GAMES["knopen"]
    position = match_of(game, 1)[1]
    (seat,) = position.to_move
    assert len({think(game, position, seat, 1, str(text)).move for text in range(12)}) > 1


def test_what_others_have_sealed_changes_no_answer() -> None:
    """At the end of Cubus all bid covered: whoever thinks does not see what the others bid."""
    game: Game[Any] = GAMES["cubus"]
    position: Any = game.start({"ending": "bid", "claims": "free"}, 2)
    source = TextSource("sealed")
    while position.step is not Step.BID:
        who = min(position.to_move)
        move = position.draw_chance(source) if who == CHANCE else position.if_silent(who)
        if move is None:
            _, move = position.forced() or (who, game.read_move(position, who, "none"))
        position = position.play(who, move)
    best = best_build(position.pile, position.building_hand).pile
    assert best is not None
    passed, bid = position.play(1, Pass()), position.play(1, Bid(best))
    for level in LEVELS:
        assert think(game, passed, 0, level, "x") == think(game, bid, 0, level, "x")


def test_a_move_that_wins_is_found_without_an_outlook() -> None:
    """Dare: five points and one at stake are six, and the match ends; a throw would risk it."""
    assert DARE.outlook(5) is None
    position = DarePosition(scores=(4, 5), turn=0, pot=1)
    assert position.play(0, HOLD).outcome is None
    winning = replace(position, turns=7)
    for level in LEVELS[1:]:
        assert think(DARE, replace(winning, scores=(5, 0)), 0, level, "").move == HOLD


def test_a_blurred_level_never_plays_what_the_search_has_only_cut_off() -> None:
    """Of such a move nobody knows how bad it is: only that it lies behind the margin."""
    blur = 0.1
    behind = -thinking.margin(blur) - 1
    ranked = [(0, "best"), *((behind, "cut off") for _ in range(200))]
    chosen = {thinking.chosen(ranked, blur, TextSource(str(text)))[1] for text in range(200)}
    assert chosen == {"best"}


# What a game lends is its rules, only quicker


@pytest.mark.parametrize("game", LENDERS)
@pytest.mark.parametrize("seed", range(2))
def test_an_outlook_keeps_the_rules_of_the_game(game: Game[Any], seed: int) -> None:
    outlook: Any = game.outlook(5)
    for position in match_of(game, seed)[:: DEAR.get(game.name, 1)]:
        for seat in position.to_move - {CHANCE}:
            node = outlook.node(position, seat)
            assert outlook.who(node) == seat
            assert outlook.glance(node, seat) == outlook.moves(node, seat)[0][0]
            listed = set(position.legal_moves(seat)) if position.can_list_moves(seat) else None
            for _, quick in outlook.moves(node, seat):
                move = outlook.move(node, quick)
                assert listed is None or move in listed
                _agree(outlook, outlook.after(node, quick), position.play(seat, move), seat)


@pytest.mark.parametrize("game", LENDERS)
def test_a_glance_that_may_stop_sooner_is_on_the_right_side_of_its_window(game: Game[Any]) -> None:
    outlook: Any = game.outlook(5)
    for position in match_of(game, 1)[:: DEAR.get(game.name, 1)]:
        for seat in position.to_move - {CHANCE}:
            node = outlook.node(position, seat)
            for me in (seat, *(other for other in range(len(position.totals())) if other != seat))[:2]:
                worth = outlook.moves(node, me)[0][0]
                assert outlook.glance_within(node, me, worth - 1, worth + 1) == worth
                assert outlook.glance_within(node, me, worth - 9, worth - 1) >= worth - 1
                assert outlook.glance_within(node, me, worth + 1, worth + 9) <= worth + 1


def _agree(outlook: Any, node: Any, position: Position, seat: int) -> None:
    """A node that was reached by the outlook is the one that the position has."""
    if position.outcome:
        assert outlook.who(node) == OVER
        assert outlook.worth(node, seat) == worth_of_end(position.outcome.winners, seat)
        return
    assert outlook.who(node) in position.to_move
    assert outlook.node(position, outlook.who(node)) == node
    if outlook.who(node) == CHANCE and position.can_list_moves(CHANCE):
        brought = {outlook.move(node, quick) for _, quick in outlook.chances(node)}
        assert brought <= set(position.legal_moves(CHANCE))


@pytest.mark.parametrize("game", [game for game in LENDERS if game.id != LOT_ONLY])
def test_an_outlook_weighs_what_chance_brings_as_it_is_drawn(game: Game[Any]) -> None:
    outlook: Any = game.outlook(1)
    falling = [position for position, who, _ in walk_of(game, 1).steps() if who == CHANCE]
    for position in falling[3::20]:
        node = outlook.node(position, CHANCE)
        weighed = {outlook.move(node, quick): weight for weight, quick in outlook.chances(node)}
        whole = sum(weighed.values())
        drawn = {move: share for share, move in chances(position, "")}
        assert {move: weight / whole for move, weight in weighed.items()} == pytest.approx(drawn)


# How strong they are: tests/bench measures it


JUDGE = 4
"""The level that judges those below it, without its blur."""
TOLD = range(1, JUDGE)
SO_MANY = {"kriskras": 4}
"""Where a look is quick, one position of so few is looked at; and what makes little difference needs many."""
TEXTS = {1: 4, 2: 4}
"""Levels that hardly think are asked as often, with another text each time."""


def given_away(game: Game[Any], level: int) -> float:
    """Of the odds of its best move, as the judge sees them: what a level's own move lacks, on average."""
    lacks = [
        max(odds.values()) - odds.get(think(game, position, seat, level, str(text)).move, min(odds.values()))
        for position, seat, odds in judged(game)
        for text in range(TEXTS.get(level, 1))
    ]
    return sum(lacks) / len(lacks)


@cache
def judged(game: Game[Any]) -> list[tuple[Position, int, dict[Move, float]]]:
    """Positions with much to choose from, who moves there, and the odds behind every move."""
    some = [position for seed in (0, 1) for position in match_of(game, seed)[3 :: SO_MANY.get(game.name, 12)]]
    return [
        (position, seat, dict(Looker(game, JUDGE).best(position, seat)))
        for position in some
        for seat in position.to_move
        if len(position.legal_moves(seat)) > 4
    ]


@pytest.mark.parametrize("game", [game for game in LENDERS if game.id != "cubus"])
def test_each_level_up_to_the_middle_gives_away_at_least_a_third_less_than_the_one_below_it(
    game: Game[Any],
) -> None:
    lowest, second, middle = (given_away(game, level) for level in TOLD)
    assert second < 2 / 3 * lowest
    assert middle < 2 / 3 * second


MATCHES = 8
PLAYED = ("cubus", "kriskras")
"""Where matches of the middle level are cheap, or nothing else is known of it."""


def beats(game: Game[Any], one: str, other: str, share: float) -> bool:
    """It has so large a share of the matches, which are the same every time; what can change nothing any more
    is not played.
    """
    won, needed = 0.0, share * MATCHES
    for number in range(MATCHES):
        if not won < needed <= won + MATCHES - number:
            break
        won += float(play(game, (one, other), number)["score"])
    return won >= needed


@pytest.mark.parametrize("game", LENDERS)
def test_the_lowest_level_beats_whoever_moves_at_random(game: Game[Any]) -> None:
    assert beats(game, "1", "random", 3 / 4)


@pytest.mark.parametrize("game", [game for game in LENDERS if game.id in PLAYED])
def test_the_middle_level_beats_the_lowest(game: Game[Any]) -> None:
    assert beats(game, "3", "1", 0.6)
