"""The laws of engines/game.py: every registered game keeps them, whatever its rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from engines.chance import TextSource
from engines.choices import Choices
from engines.codes import IllegalMove, Note, Refusal, Unreadable
from engines.game import Game, Outcome, Position
from engines.moves import CHANCE, TABLE, Aborted, Awarded, Drawn, Leave, Move
from engines.record import is_chance_next, play_text, replay, write_ply
from tests.engines.push_your_luck import DARE
from tests.engines.walks import Walk, any_composed, composed, some_walks, walks

GAMES_AND_TOY: dict[str, Game[Any]] = {**GAMES, DARE.name: DARE}
"""One of them is over after a few plies."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES_AND_TOY.values(), ids=GAMES_AND_TOY)
ANY = st.data()
LAW = settings(max_examples=100)
"""For laws that draw more than a walk."""
Law = Callable[[Game[Any], Walk], None]


def on_walks(count: int) -> Callable[[Law], Callable[[Game[Any]], None]]:
    """Looked at on so many walks, the shortest first: whoever fails there is told the simplest way to it."""

    def on_all(law: Law) -> Callable[[Game[Any]], None]:
        def looked_at(game: Game[Any]) -> None:
            for walk in some_walks(game, count):
                try:
                    law(game, walk)
                except Exception as error:
                    error.add_note(f"after {walk}")
                    raise

        looked_at.__name__ = law.__name__
        looked_at.__doc__ = law.__doc__
        return looked_at

    return on_all


law = on_walks(100)
rare_law = on_walks(20)
"""For laws that play whole matches."""
slow_law = on_walks(40)
"""For laws that compose where moves cannot be listed."""

CODE = re.compile(r"[a-z][a-z0-9_]*")


def drawn_walk(game: Game[Any], data: st.DataObject) -> Walk:
    return data.draw(walks(game))


def everybody(game: Game[Any]) -> list[int]:
    return [CHANCE, *range(game.seats[1])]


def refused(position: Position, who: int, move: Move) -> bool:
    try:
        position.play(who, move)
    except IllegalMove:
        return True
    return False


def codes(notes: tuple[Note, ...]) -> list[str]:
    return [note.code for note in notes]


@EVERY_GAME
@law
def test_what_is_listed_can_be_played_and_what_is_not_listed_cannot(game: Game[Any], walk: Walk) -> None:
    position = walk.end()
    elsewhere = {
        move for before, _, _ in walk.near() for who in before.to_move for move in before.legal_moves(who)
    }
    for who in everybody(game):
        listed = position.legal_moves(who)
        if not position.can_list_moves(who):
            assert listed == ()
            continue
        assert bool(listed) == (who in position.to_move)
        assert not any(refused(position, who, move) for move in listed)
        assert all(refused(position, who, move) for move in elsewhere.difference(listed))
        assert listed == position.legal_moves(who), "the same order every time"


@EVERY_GAME
@law
def test_playing_or_refusing_leaves_the_old_position_as_it_was(game: Game[Any], walk: Walk) -> None:
    position = walk.end()
    before, before_hash = game.write_position(position), hash(position)
    for who in everybody(game):
        for move in position.legal_moves(who)[:20]:
            position.play(who, move)
            assert all(
                refused(position, other, move) for other in everybody(game) if other not in position.to_move
            )
    assert (game.write_position(position), hash(position)) == (before, before_hash)


@EVERY_GAME
@law
def test_moves_can_be_read_as_they_are_written_and_no_two_share_a_text(game: Game[Any], walk: Walk) -> None:
    position = walk.end()
    for who in position.to_move:
        moves = position.legal_moves(who)
        texts = [game.write_move(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [game.read_move(position, who, text) for text in texts] == list(moves)


@EVERY_GAME
@law
def test_positions_can_be_read_as_they_are_written(game: Game[Any], walk: Walk) -> None:
    position = walk.end()
    text = game.write_position(position)
    again = game.read_position(text)
    assert (again, hash(again)) == (position, hash(position))
    assert text.isprintable()
    assert game.write_position(again) == text


@EVERY_GAME
@law
def test_a_record_replays_to_the_same_position(game: Game[Any], walk: Walk) -> None:
    record = [write_ply(game, position, who, move) for position, who, move in walk.steps()]
    assert replay(game, walk.options, walk.seats, record) == walk.end()


@EVERY_GAME
@rare_law
def test_a_match_ends_within_the_bound_with_an_outcome_and_nobody_to_move(
    game: Game[Any], walk: Walk
) -> None:
    plies = 0
    position, left = walk.start(), set[int]()
    for before, who, move in walk.steps(endless=True):
        assert before.outcome is None, "while two or more are left, the match goes on"
        assert before.to_move
        assert not left & before.to_move, "who has left is not waited for"
        left |= {move.seat} if isinstance(move, Leave) else set()
        assert before.to_move == {CHANCE} or before.to_move <= set(range(walk.seats))
        position, plies = before.play(who, move), plies + 1
        assert plies <= game.bound
    outcome = position.outcome
    assert outcome is not None
    assert not position.to_move
    assert CODE.fullmatch(outcome.reason)
    assert len(outcome.scores) == walk.seats
    assert set(outcome.winners) <= set(range(walk.seats)) - left
    assert list(outcome.winners) == sorted(set(outcome.winners))


@EVERY_GAME
@law
def test_every_way_through_the_choices_is_a_legal_move_and_every_move_has_one(
    game: Game[Any], walk: Walk
) -> None:
    position = walk.end()
    for seat in position.to_move - {CHANCE}:
        if position.can_list_moves(seat):
            ends = list(composed(position, seat))
            assert {end.move for end in ends} == set(position.legal_moves(seat))
            assert all(end.warning == position.warning(seat, end.move) for end in ends)


@EVERY_GAME
@slow_law
def test_what_is_composed_where_moves_cannot_be_listed_is_legal_and_can_be_read_as_it_is_written(
    game: Game[Any], walk: Walk
) -> None:
    position = walk.end()
    for seat in position.to_move - {CHANCE}:
        if not position.can_list_moves(seat):
            choose = random.Random(walk.plies)  # noqa: S311 - as in the walks
            move = any_composed(position, seat, choose)
            assert not refused(position, seat, move)
            assert game.read_move(position, seat, game.write_move(move)) == move


@EVERY_GAME
@law
def test_each_step_of_the_choices_can_be_asked_and_shown(game: Game[Any], walk: Walk) -> None:
    position = walk.end()
    for seat in position.to_move - {CHANCE}:
        step = position.choices(seat)
        assert step == position.choices(seat)
        if not isinstance(step, Choices):
            continue
        answers = [*step.options, *step.aside]
        assert len({option.key for option in answers}) == len(answers)
        assert not (step.several and any("+" in option.key for option in step.options))
        assert CODE.fullmatch(step.ask)
        assert 1 <= step.step <= step.steps
        assert all(CODE.fullmatch(code) for option in answers for code in codes(option.notes))


@EVERY_GAME
@LAW
@given(ANY)
def test_choices_that_lead_nowhere_are_refused(game: Game[Any], data: st.DataObject) -> None:
    position = drawn_walk(game, data).end()
    nonsense = data.draw(st.lists(st.text(max_size=9), min_size=1, max_size=4))
    for who in everybody(game):
        partial = (*nonsense, "no such key") if who in position.to_move else ()
        with pytest.raises(IllegalMove):
            position.choices(who, partial)


@EVERY_GAME
@LAW
@given(ANY)
def test_chance_brings_what_is_listed_and_the_same_text_brings_the_same(
    game: Game[Any], data: st.DataObject
) -> None:
    text = data.draw(st.text(st.characters(codec="utf-8")))
    for position, _, _ in drawn_walk(game, data).near():
        if is_chance_next(position):
            move = position.draw_chance(TextSource(text))
            assert position.to_move == {CHANCE}
            assert not refused(position, CHANCE, move)
            assert move in position.legal_moves(CHANCE) or not position.can_list_moves(CHANCE)
            assert move == position.draw_chance(TextSource(text))


@EVERY_GAME
@law
def test_what_the_table_plays_for_a_seat_is_legal_and_forced_is_all_it_can_do(
    game: Game[Any], walk: Walk
) -> None:
    position = walk.end()
    forced = position.forced()
    if forced is not None:
        seat, move = forced
        assert seat in position.to_move
        assert position.legal_moves(seat) == (move,)
    for seat in position.to_move - {CHANCE}:
        silent = position.if_silent(seat)
        assert silent is None or not refused(position, seat, silent)


@EVERY_GAME
@law
def test_every_position_and_every_move_can_be_told(game: Game[Any], walk: Walk) -> None:
    for position, who, move in walk.near():
        told = (*position.notes(who, move), *position.summary())
        assert all(CODE.fullmatch(code) for code in codes(told))
        assert told == (*position.notes(who, move), *position.summary()), "the same words every time"
        sides = [position.side(seat) for seat in range(walk.seats)]
        assert all(side == "" or CODE.fullmatch(side) for side in sides)
    assert walk.end().summary()


@EVERY_GAME
@law
def test_seats_can_leave_and_agree_at_any_time_before_the_end_and_never_after(
    game: Game[Any], walk: Walk
) -> None:
    position = walk.end()
    leavers: list[Move] = [Leave(seat) for seat in range(walk.seats)]
    if position.outcome is not None:
        assert all(refused(position, TABLE, ply) for ply in (Drawn(), Aborted(), *leavers))
        return
    for text, ply in (("drawn", Drawn()), ("aborted", Aborted())):
        over = position.play(TABLE, ply)
        assert over.outcome is not None
        assert (over.outcome.winners, over.to_move) == ((), frozenset())
        assert all(refused(over, TABLE, later) for later in (Drawn(), Aborted(), *leavers))
        assert play_text(game, position, text) == over == game.read_position(game.write_position(over))
    assert refused(position, TABLE, Leave(walk.seats))
    gone = walk.left()
    awarded_as_it_may_be(game, position, walk.seats, gone)
    for seat, leave in enumerate(leavers):
        if seat in gone:
            assert refused(position, TABLE, leave), "nobody leaves twice"
            continue
        left = position.play(TABLE, leave)
        assert (
            left
            == play_text(game, position, f"leave {seat}")
            == game.read_position(game.write_position(left))
        )
        assert seat not in left.to_move
        others = set(range(walk.seats)) - gone - {seat}
        if len(others) == 1:
            assert left.outcome is not None
            assert set(left.outcome.winners) == others
        elif left.outcome:  # whoever left was all that the end was waiting for
            assert set(left.outcome.winners) <= others


def awarded_as_it_may_be(game: Game[Any], position: Position, seats: int, gone: set[int]) -> None:
    """To some who still play, but not to all there are."""
    for count in range(seats + 2):
        for winners in combinations(range(seats + 1), count):
            ply = Awarded(winners)
            if not winners or count == seats or not set(winners) <= set(range(seats)) - gone:
                assert refused(position, TABLE, ply)
                continue
            over = position.play(TABLE, ply)
            assert over.outcome == Outcome("awarded", winners, over.totals())
            assert over == play_text(game, position, game.write_move(ply))
            assert over == game.read_position(game.write_position(over))
            assert refused(over, TABLE, ply)
            assert over.to_move == frozenset()


@EVERY_GAME
@law
def test_the_table_plays_nothing_but_its_own_plies(game: Game[Any], walk: Walk) -> None:
    for position, who, move in walk.near():
        assert refused(position, TABLE, move)
        assert refused(position, who, Drawn())
        assert refused(position, who, Aborted())
        assert refused(position, who, Awarded((0,)))
        assert refused(position, who, Leave(0))


@EVERY_GAME
@LAW
@given(ANY)
def test_no_text_is_answered_with_anything_but_a_refusal(game: Game[Any], data: st.DataObject) -> None:
    walk = drawn_walk(game, data)
    position, text = walk.end(), data.draw(st.text())
    for who in everybody(game):
        try:
            move = game.read_move(position, who, text)
        except Refusal:
            continue
        assert not refused(position, who, move)
    with pytest.raises(Unreadable):
        game.read_position(text)


@EVERY_GAME
@LAW
@given(ANY)
def test_a_damaged_position_is_refused_or_another_position(game: Game[Any], data: st.DataObject) -> None:
    text = game.write_position(drawn_walk(game, data).end())
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 3)) :]
    try:
        position = game.read_position(damaged)
    except Unreadable:
        return
    assert game.write_position(position) == damaged
    for who in position.to_move:
        for move in position.legal_moves(who)[:9]:
            position.play(who, move)


@EVERY_GAME
@law
def test_a_position_prints_as_a_board_that_every_move_changes(game: Game[Any], walk: Walk) -> None:
    for position, who, move in walk.near():
        printed, after = str(position), position.play(who, move)
        assert all(line.isprintable() and line == line.rstrip() for line in printed.splitlines())
        assert 2 <= len(printed.splitlines()) <= 24
        assert max(map(len, printed.splitlines())) <= 72
        assert (str(after) == printed) == (after == position)


@EVERY_GAME
def test_a_game_says_what_it_is(game: Game[Any]) -> None:
    assert GAMES_AND_TOY[game.name] is game
    assert CODE.fullmatch(game.name)
    assert game.title
    assert 1 <= game.seats[0] <= game.seats[1]
    assert all(len(set(setting.values)) == len(setting.values) for setting in game.settings)
    assert game.rules_version >= 1


@EVERY_GAME
def test_unknown_options_values_and_seats_are_unreadable(game: Game[Any]) -> None:
    least, most = game.seats
    for seats in (least - 1, most + 1, 10**30):
        with pytest.raises(Unreadable):
            game.start({}, seats)
    wrong: list[dict[str, object]] = [{"no such option": 1}]
    strange: list[object] = ["", "x" * 10**6, True, 1.0, -1, 10**5000, [], {"a": [[]]}]
    wrong += [{setting.name: value} for setting in game.settings for value in strange]
    for options in wrong:
        with pytest.raises(Unreadable) as refusal:
            game.start(options, least)
        assert len(str(refusal.value)) < 200
