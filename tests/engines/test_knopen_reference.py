"""The engine of Knopen beside the slow one: the same moves, threats, groups and ends, wherever one looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.knopen import Knopen
from engines.knopen.board import BIT, BLUE, INDEX, RED, STONES, names_of
from engines.knopen.moves import Step
from engines.knopen.position import QUIET_TURNS, KnopenPosition
from engines.record import play_text
from tests.engines import knopen_reference as reference
from tests.engines.knopen_reference import State
from tests.engines.test_perft import read_blocks
from tests.engines.walks import Walk, walks

KNOPEN = Knopen()
BLOCKS = read_blocks("knopen")


def told_to_the_reference(position: KnopenPosition) -> State:
    """The position in the reference's words. Before the lot nobody has played: it begins after it."""
    stones = {reference.square_named(name): "R" for name in names_of(position.red)}
    stones |= {reference.square_named(name): "B" for name in names_of(position.blue)}
    return State(
        stones=stones,
        turn="RB"[position.colour],
        step=str(position.step),
        taken_by_red=position.taken[RED],
        taken_by_blue=position.taken[BLUE],
        quiet_turns=position.quiet,
        passes=position.passes,
        stone_left=position.stirred,
        target=position.target,
    )


def texts(position: KnopenPosition) -> set[str]:
    return {KNOPEN.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def compare(position: KnopenPosition, state: State) -> None:
    assert texts(position) == {_as_written(text) for text in reference.moves(state)}
    for colour, letter in ((RED, "R"), (BLUE, "B")):
        own = position.stones(colour)
        assert set(names_of(own)) == names(at for at, owner in state.stones.items() if owner == letter)
        assert set(names_of(position.offending(colour))) == names(reference.offenders(state.stones, letter))
        threats = reference.threatened(state.stones, reference.OTHER[letter])
        assert set(names_of(position.threatened(colour))) == names(threats)
        assert position.taken[colour] == state.taken(letter)
    if position.outcome is None:
        assert state.reason is None
        assert (position.colour, position.step) == ("RB".index(state.turn), state.step)
        assert (position.quiet, position.passes) == (state.quiet_turns, state.passes)
        return
    assert position.outcome.reason == state.reason
    winners = (position.seat_of("RB".index(state.winner)),) if state.winner else ()
    assert position.outcome.winners == winners


def names(squares: Iterable[reference.Square]) -> set[str]:
    return {reference.name(square) for square in squares}


def _as_written(text: str) -> str:
    word, *squares = text.split(" ")
    return " ".join([word, *sorted(squares, key=lambda name: (name[0], len(name), name))])


@settings(max_examples=25)
@given(walks(KNOPEN))
def test_both_engines_play_the_same_match(walk: Walk) -> None:
    state = reference.start(int(str(walk.options["target"])))
    for position, who, move in walk.steps():
        assert isinstance(position, KnopenPosition)
        if position.step is Step.LOT:
            continue
        compare(position, state)
        state = reference.after(state, KNOPEN.write_move(move))
        after = position.play(who, move)
        if after.outcome:
            compare(after, state)


@st.composite
def crowded(draw: st.DrawFn) -> KnopenPosition:
    """Stones thrown on the board, at the beginning of a turn: closer together than play brings them."""
    target = draw(st.integers(5, 10))
    by_red, by_blue = draw(st.integers(0, target - 1)), draw(st.integers(0, target - 1))
    corner = draw(st.sampled_from((5, 7, 10)))
    squares = [index for index in INDEX.values() if index % 10 < corner and index // 10 < corner]
    stones = draw(st.permutations(squares))
    reds, blues = STONES - by_blue, STONES - by_red
    position = KnopenPosition(
        red=sum(BIT[index] for index in stones[:reds]),
        blue=sum(BIT[index] for index in stones[reds:][:blues]),
        colour=draw(st.sampled_from((RED, BLUE))),
        taken=(by_red, by_blue),
        quiet=draw(st.sampled_from((0, QUIET_TURNS - 2, QUIET_TURNS - 1))),
        passes=draw(st.sampled_from((0, 1))),
        red_seat=draw(st.sampled_from((0, 1))),
        target=target,
    )
    return replace(position, step=position.next_step(Step.PENALTY))


@settings(max_examples=150)
@given(crowded(), st.data())
def test_both_engines_agree_where_stones_lie_close(position: KnopenPosition, data: st.DataObject) -> None:
    state = told_to_the_reference(position)
    compare(position, state)
    for _ in range(4):
        if not position.to_move:
            return
        text = data.draw(st.sampled_from(sorted(texts(position))))
        after = play_text(KNOPEN, position, text)
        assert isinstance(after, KnopenPosition)
        position, state = after, reference.after(state, text)
        compare(position, state)


@pytest.mark.parametrize(("title", "text", "counts"), BLOCKS, ids=[title for title, _, _ in BLOCKS])
def test_the_slow_engine_counts_what_the_perft_file_says(title: str, text: str, counts: list[int]) -> None:
    position = KNOPEN.read_position(text)
    if position.step is Step.LOT:
        return
    state = told_to_the_reference(position)
    assert [reference.perft(state, plies) for plies in range(1, len(counts) + 1)] == counts
