"""The review of a match: luck and skill add up to what it came to, and chance is never a mistake."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES, protocol
from engines.chance import TextSource
from engines.codes import Unreadable
from engines.cubus.moves import Draw
from engines.cubus.tiles import Tiles
from engines.game import Game, Position
from engines.moves import CHANCE
from engines.players.chances import chances
from engines.players.looking import Looker
from engines.players.review import (
    AGREED,
    LEVEL,
    MISTAKE,
    NothingToReview,
    Review,
    doubtful,
    evened,
    glance,
    had_a_choice,
    looked_again,
    plies_of,
    put_together,
    review,
)
from engines.record import BadRecord, Ply, read_ply, replay
from tests.engines.push_your_luck import DARE

MATCHES = Path(__file__).parents[1] / "render"
PLIES = 12
"""Of each match, from its beginning, but never its last; then somebody leaves."""
FEW = {"knopen": 2}
"""Where moves are looked at as deep as a review looks, and most of them again."""
EARLY = {"krabcek": 3}
"""So many plies before a blunder, where it takes long to look at it later."""
LOW = 2
"""For what holds at every level: it looks one move ahead."""
DRAWS = 3_000
GAMES_OF_TWO = ("krabcek", "knopen", "kriskras")


def recorded(name: str, plies: int = PLIES) -> tuple[int, list[str]]:
    """The beginning of a match that somebody gives up, and how many play it."""
    first, *record = (MATCHES / f"{name}_match.txt").read_text().splitlines()
    seats = int(first.removeprefix("seats "))
    return seats, [*record[:-1][:plies], *(f"leave {seat}" for seat in range(seats - 1))]


def reviewed(name: str) -> tuple[list[str], Review]:
    """A record and its review."""
    seats, record = recorded(name, FEW.get(name, PLIES))
    return record, _review_of(name, seats, tuple(record))


@cache
def _review_of(name: str, seats: int, record: tuple[str, ...]) -> Review:
    """Two tests ask for it."""
    return review(GAMES[name], {}, seats, record)


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_skill_add_up_to_what_the_match_came_to(name: str) -> None:
    record, found = reviewed(name)
    seats = len(found.luck)
    assert len(found.odds) == len(record) + 1
    assert all(sum(odds) == pytest.approx(1) for odds in found.odds)
    assert found.odds[-1] == (*(0,) * (seats - 1), 1)
    for seat in range(seats):
        came = found.odds[0][seat] + found.luck[seat] + found.skill[seat]
        assert came == pytest.approx(found.odds[-1][seat])


@pytest.mark.parametrize("name", GAMES)
def test_odds_before_chance_are_the_mean_of_those_behind_it(name: str) -> None:
    """What chance brings is drawn here, as often as it takes."""
    game: Game[Any] = GAMES[name]
    seats, record = recorded(name, 12)
    looker = Looker(game, LOW)
    plies = plies_of(game, {}, seats, record)
    before = {str(ply.before): ply.before for ply in plies if ply.who == CHANCE}
    assert before
    for position in list(before.values())[-2:]:
        drawn = Counter(position.draw_chance(TextSource(str(number))) for number in range(DRAWS))
        behind = {move: looker.odds(position.play(CHANCE, move)) for move in drawn}
        for seat, odds in enumerate(looker.odds(position)):
            mean = sum(count * behind[move][seat] for move, count in drawn.items()) / DRAWS
            assert odds == pytest.approx(mean, abs=0.02)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.seats[1] > 2])
def test_the_odds_before_an_answer_do_not_depend_on_who_gives_it(name: str) -> None:
    """Several may be asked at once: the odds are those that the first of them sees."""
    game: Game[Any] = GAMES[name]
    seats, record = recorded(name, 200)
    played = [ply for ply in plies_of(game, {}, seats, record) if had_a_choice(ply)]
    of_others = [ply for ply in played if ply.who != min(ply.before.to_move)]
    if not of_others:
        pytest.skip("nobody is asked beside another")
    for ply in of_others[:5]:
        assert glance(game, ply, (), LOW).odds == Looker(game, LOW).odds(ply.before)


@pytest.mark.parametrize("name", GAMES)
def test_chance_is_never_a_mistake(name: str) -> None:
    game: Game[Any] = GAMES[name]
    seats, record = recorded(name)
    for ply in plies_of(game, {}, seats, record):
        if ply.who < 0:
            assert glance(game, ply, (), LOW).given is None
    record, found = reviewed(name)
    plies = plies_of(game, {}, len(found.luck), record)
    for turning in found.turning:
        assert plies[turning.ply].who >= 0 or not (turning.better or turning.gives)


def test_chance_is_as_likely_as_it_is_drawn() -> None:
    seats, record = recorded("cubus", 1)
    drawing = plies_of(GAMES["cubus"], {}, seats, record)[1].before
    found = {GAMES["cubus"].write_move(move): share for share, move in chances(drawing, "")}
    stack = drawing.stack
    assert found["draw L"] == pytest.approx(stack.left / stack.total)
    assert sum(found.values()) == pytest.approx(1)


def test_odds_before_chance_are_nearer_to_those_behind_what_is_likelier() -> None:
    game: Game[Any] = GAMES["cubus"]
    seats, record = recorded("cubus", 34)
    *_, drawing = (ply.before for ply in plies_of(game, {}, seats, record) if ply.who == CHANCE)
    lopsided = dataclasses.replace(drawing, stack=Tiles(lids=12, left=1))
    looker = Looker(game, LOW)
    lid, left = (looker.odds(lopsided.play(CHANCE, Draw(letter))) for letter in "TL")
    assert lid != left
    mean = [(12 * one + other) / 13 for one, other in zip(lid, left, strict=True)]
    assert looker.odds(lopsided) == pytest.approx(mean, abs=1e-9)


def test_a_throw_that_is_thrown_again_is_left_out() -> None:
    seats, record = recorded("krabcek")
    throwing = next(
        ply.before for ply in plies_of(GAMES["krabcek"], {}, seats, record) if "start" in ply.text
    )
    found = chances(throwing, "")
    assert len(found) == 30
    assert all(share == pytest.approx(1 / 30) for share, _ in found)


def test_of_more_labyrinths_than_can_be_gone_through_a_fair_sample_is_drawn() -> None:
    found = chances(GAMES["krabcek"].start({}, 2), "")
    assert len(found) == 24
    assert found == chances(GAMES["krabcek"].start({}, 2), "")
    assert found != chances(GAMES["krabcek"].start({}, 2), "another text")


# Moves


def worst_of(game: Game[Any], position: Position, seat: int) -> Ply[Any]:
    *_, (move, _) = Looker(game, LEVEL).best(position, seat)
    return Ply.of(game, position, seat, move)


def best_of(game: Game[Any], position: Position, seat: int) -> Ply[Any]:
    move, _ = next(Looker(game, LEVEL).best(position, seat))
    return Ply.of(game, position, seat, move)


def decided(name: str, plies: int) -> tuple[Position, int]:
    """Somewhere in the match, where a seat is to decide something."""
    seats, record = recorded(name, plies)
    return next(
        (ply.before, ply.who) for ply in reversed(plies_of(GAMES[name], {}, seats, record)) if ply.decided
    )


@pytest.mark.parametrize("name", GAMES_OF_TWO)
def test_a_blunder_is_seen_and_the_better_move_is_said(name: str) -> None:
    game: Game[Any] = GAMES[name]
    position, seat = decided(name, EARLY.get(name, 30))
    blunder = worst_of(game, position, seat)
    given = glance(game, blunder, (), LEVEL).given
    assert given is not None
    assert given >= MISTAKE
    better = looked_again(game, blunder, (), LEVEL)
    assert better is not None
    assert better.text != blunder.text
    assert read_ply(game, position, better.text)[0] == seat
    behind = [
        Looker(game, LEVEL).odds(Ply.read(game, position, text).after)[seat]
        for text in (better.text, blunder.text)
    ]
    assert better.gives == behind[0] - behind[1], "whoever reads the curve finds the same"
    assert better.gives >= AGREED


@pytest.mark.parametrize("name", GAMES_OF_TWO)
def test_the_best_move_gives_nothing_away(name: str) -> None:
    game: Game[Any] = GAMES[name]
    position, seat = decided(name, 30)
    assert glance(game, best_of(game, position, seat), (), LEVEL).given == 0


def test_a_blunder_costs_accuracy_and_tips_the_match() -> None:
    """Before moves that are the best: nothing else needs another look. The gates of Krabcek are chosen."""
    game: Game[Any] = GAMES["krabcek"]
    _, record = recorded("krabcek", 2)
    before = record[:2]
    position = replay(game, {}, 2, before)
    (seat,) = position.to_move
    blunder, best = worst_of(game, position, seat), best_of(game, position, seat)
    found, without = (review(game, {}, 2, followed_well(game, before, ply, seat)) for ply in (blunder, best))
    told = {turning.ply: turning for turning in found.turning}
    assert told[len(before)].played == blunder.text
    assert told[len(before)].better
    assert told[len(before)].gives > MISTAKE / 2
    given = glance(game, blunder, (), LEVEL).given
    assert given is not None
    assert found.accuracy[seat] == pytest.approx(100 - 100 * given / 3), "the mean of three moves"
    assert without.accuracy[seat] == 100


def followed_well(game: Game[Any], before: list[str], ply: Ply[Any], seat: int) -> list[str]:
    """The record of a match in which the seat makes two more moves, and gives up."""
    record, after, more = [*before, ply.text], ply.after, 2
    while more:
        (who,) = after.to_move
        best = best_of(game, after, who)
        record, after, more = [*record, best.text], best.after, more - (who == seat)
    return [*record, f"leave {seat}"]


def test_only_what_gave_much_away_is_looked_at_again() -> None:
    seats, record = recorded("knopen")
    glances = [glance(GAMES["knopen"], ply, (), LOW) for ply in plies_of(GAMES["knopen"], {}, seats, record)]
    assert 0 < len(doubtful(glances)) < len(glances)
    for number, one in enumerate(glances):
        assert (number in doubtful(glances)) == ((one.given or 0) >= MISTAKE)
    worse = [dataclasses.replace(one, given=0.2) for one in glances]
    assert len(doubtful(worse)) == 8


def test_a_seat_that_has_left_has_no_odds_any_more() -> None:
    seats, record = recorded("cubus", 9)
    found = review(GAMES["cubus"], {}, seats, record)
    (left,) = {odds[0] for odds in found.odds[10:]}
    assert left == 0
    assert all(abs(sum(after) - sum(before)) < 1e-9 for before, after in pairwise(found.odds))


def test_a_game_that_lends_no_outlook_is_reviewed_too() -> None:
    game: Game[Any] = DARE
    position: Position = game.start({}, 2)
    record: list[str] = []
    for number in range(60):
        if position.outcome:
            break
        who = min(position.to_move)
        moves = position.legal_moves(who)
        move = position.draw_chance(TextSource(str(number))) if who == CHANCE else moves[number % len(moves)]
        ply: Ply[Any] = Ply.of(game, position, who, move)
        record, position = [*record, ply.text], ply.after
    record = record if position.outcome else [*record, "leave 0"]
    found = review(game, {}, 2, record, 1)
    came = [found.odds[0][seat] + found.luck[seat] + found.skill[seat] for seat in (0, 1)]
    assert came == pytest.approx(found.odds[-1])


def test_of_each_build_it_is_told_what_the_best_one_would_have_brought() -> None:
    game: Game[Any] = GAMES["cubus"]
    seats, record = recorded("cubus", 34)
    plies = plies_of(game, {}, seats, record)
    glances = [glance(game, ply, (), 1) for ply in plies]
    points = {one.ply: (one.made, one.most) for one in put_together(plies, glances, {}, 1).points}
    assert points[28] == (2, 7)
    assert plies[30].text == "none"
    assert points[30] == (0, 1)
    assert all(0 <= made <= most for made, most in points.values())
    assert all(plies[ply].text.startswith(("build", "none")) for ply in points)


def test_a_curve_has_no_teeth_of_the_turns_it_goes_through() -> None:
    """Each side sees its own chances by four points too well; then one is won."""
    seen = [0.54 if ply % 2 else 0.46 for ply in range(1, 12)]
    odds = [(0.5, 0.5), *((one, 1 - one) for one in seen), (1.0, 0.0)]
    first, *middle, last = evened(odds, range(1, 13))
    assert [first, last] == [(0, (0.5, 0.5)), (12, (1.0, 0.0))]
    assert [plies for plies, _ in middle] == [turn + 0.5 for turn in range(11)]
    assert all(one == pytest.approx((0.5, 0.5)) for _, one in middle[1:])


def test_a_turn_of_several_plies_is_one_point_of_the_curve() -> None:
    odds = [(one, 1 - one) for one in (0.5, 0.9, 0.6, 0.2, 0.4, 0.0)]
    assert [one for one, _ in evened(odds, (2, 4, 5))] == [0, 1, 3, 5]
    assert [round(each[0], 9) for _, each in evened(odds, (2, 4, 5))] == [0.5, 0.55, 0.5, 0.0]


# What is refused, and what is answered


def test_there_is_nothing_to_review_before_the_end_nor_without_a_result() -> None:
    seats, record = recorded("knopen")
    for unfit, code in ((record[:-1], "no_end"), ([*record[:-1], "aborted"], "no_result")):
        with pytest.raises(NothingToReview) as refused:
            review(GAMES["knopen"], {}, seats, unfit)
        assert refused.value.code == code
    with pytest.raises(BadRecord):
        review(GAMES["knopen"], {}, seats, ["lot 0", "a1-a1"])
    with pytest.raises(Unreadable):
        review(GAMES["knopen"], {}, seats, record, 6)


def test_the_protocol_answers_with_a_review_that_is_always_the_same() -> None:
    seats, record = recorded("kriskras", 8)
    asked = {"do": "review", "game": "kriskras", "options": {}, "seats": seats, "record": record, "level": 3}
    line = json.dumps(asked).encode()
    answer: Any = json.loads(json.dumps(protocol.reply_to(line, GAMES)))
    assert list(answer) == ["odds", "luck", "skill", "accuracy", "turning"]
    assert len(answer["odds"]) == len(record) + 1
    assert answer["luck"][0] + answer["skill"][0] + answer["odds"][0][0] == pytest.approx(
        answer["odds"][-1][0], abs=1e-5
    )
    assert all(set(one) == {"ply", "played", "better", "gives"} for one in answer["turning"])
    assert answer == json.loads(json.dumps(protocol.reply_to(line, GAMES)))
    running = json.dumps({**asked, "record": record[:-1]}).encode()
    assert protocol.reply_to(running, GAMES) == {
        "error": {"code": "record", "detail": {"reason": "no_end", "plies": len(record) - 1}}
    }
