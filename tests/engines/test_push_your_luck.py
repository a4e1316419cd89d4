"""Where a turn begins with a throw of its own: what is told of it, what counts as a move, what is a word."""

from __future__ import annotations

from typing import Any

from engines.choices import Choices
from engines.moves import TABLE, Leave
from engines.record import Ply, is_mid_turn, is_window, last_turn, last_word, replay
from tests.engines.push_your_luck import DARE, DarePosition


def played(*texts: str) -> list[Ply[DarePosition]]:
    plies: list[Ply[DarePosition]] = []
    position = DARE.start({}, 2)
    for text in texts:
        plies.append(Ply.read(DARE, position, text))
        position = plies[-1].after
    return plies


def texts(plies: Any) -> list[str]:
    return [ply.text for ply in plies]


def goes_on(plies: list[Ply[DarePosition]]) -> bool:
    return is_mid_turn(plies, plies[-1].after)


FIRST_TURN = ("throw", "die 2", "throw", "die 3", "hold")


def test_a_match_may_end_with_its_second_ply() -> None:
    over = replay(DARE, {}, 2, ["throw", "die 6"])
    assert over.outcome is not None
    assert over.outcome.winners == (0,)


def test_the_last_turn_begins_with_its_first_throw_though_that_came_by_itself() -> None:
    plies = played(*FIRST_TURN, "throw", "die 4", "hold")
    assert plies[5].forced
    assert texts(last_turn(plies)) == ["throw", "die 4", "hold"]


def test_what_came_by_itself_in_the_next_turn_is_told_with_the_turn_before_it() -> None:
    plies = played(*FIRST_TURN, "throw", "die 4")
    assert texts(last_turn(plies)) == [*FIRST_TURN, "throw", "die 4"]
    assert texts(last_word(plies)) == ["hold", "throw", "die 4"]


def test_a_turn_goes_on_until_another_begins_even_of_the_same_seat() -> None:
    assert goes_on(played("throw", "die 2", "throw", "die 3"))
    assert not goes_on(played(*FIRST_TURN))
    assert not goes_on(played(*FIRST_TURN, "throw", "die 4"))
    lost = played("throw", "die 2", "throw", "die 1", "throw", "die 1", "throw", "die 2")
    assert lost[-1].after.to_move == {0}
    assert not goes_on(lost)


def test_a_turn_that_begins_by_itself_is_a_move_of_its_seat() -> None:
    plies = played("throw", "die 1", "throw", "die 2", "hold")
    assert [ply.mover for ply in plies] == [0, None, 1, None, 1]
    assert [ply.decided for ply in plies] == [False, False, False, False, True]


def test_who_leaves_at_the_beginning_of_a_turn_has_not_moved() -> None:
    leaving = Ply.of(DARE, DARE.start({}, 2), TABLE, Leave(0))
    assert (leaving.text, leaving.new_turn, leaving.mover) == ("leave 0", None, None)


def test_a_word_is_enough_where_silence_is_no_answer() -> None:
    position = played("throw", "die 4")[-1].after
    assert position.answers_in_a_word(0)
    assert not is_window(position)
    step = position.choices(0)
    assert isinstance(step, Choices)
    assert not step.options
    assert step.values == {"points": 4}


def test_a_ply_keeps_the_text_it_had_in_the_record() -> None:
    assert texts(played(*FIRST_TURN)) == list(FIRST_TURN)
