"""The engine of Kris-kras beside the slow one: the same moves, dangers and ends, wherever one looks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.codes import Unreadable
from engines.kriskras import Kriskras
from engines.kriskras.board import BLACK, COLUMNS, KINDS, MUSKETEERS, SOLDIERS, WHITE, set_of
from engines.kriskras.fighters import Fighters
from engines.kriskras.moves import Step
from engines.kriskras.position import QUIET_TURNS, KriskrasPosition
from engines.record import play_text
from tests.engines import kriskras_reference as reference
from tests.engines.kriskras_reference import State
from tests.engines.test_perft import read_blocks
from tests.engines.walks import Walk, walks

KRISKRAS = Kriskras()
BLOCKS = read_blocks("kriskras")
LETTER = {WHITE: "W", BLACK: "Z"}
KIND = dict(zip(KINDS, "MS", strict=True))


def told_to_the_reference(position: KriskrasPosition) -> State:
    """The position in the reference's words."""
    return State(
        board={
            reference.square_named(name): (LETTER[side], KIND[kind])
            for side in LETTER
            for name, kind in position.fighters_of(side)
        },
        turn=LETTER[position.turn],
        step=str(position.step),
        dice=position.dice,
        quiet_turns=position.quiet,
        exchanged_now=position.stirred,
    )


def texts(position: KriskrasPosition) -> set[str]:
    return {KRISKRAS.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def compare(position: KriskrasPosition, state: State) -> None:
    assert texts(position) == reference.moves(state)
    told = told_to_the_reference(position)
    assert told.board == state.board
    for side, letter in LETTER.items():
        assert position.score(side) == reference.points(state.board, letter)
    if position.outcome is None:
        assert state.reason is None
        assert told == state
        return
    assert position.outcome.reason == state.reason
    winners = [side for side, letter in LETTER.items() if letter == state.winner]
    assert list(position.outcome.winners) == winners


def compare_dangers(position: KriskrasPosition, state: State) -> None:
    for side, letter in LETTER.items():
        danger = {reference.name(square) for square in reference.in_danger(state.board, letter)}
        assert set(position.endangered(side)) == danger


@settings(max_examples=25)
@given(walks(KRISKRAS))
def test_both_engines_play_the_same_match(walk: Walk) -> None:
    state = State()
    for position, who, move in walk.steps():
        assert isinstance(position, KriskrasPosition)
        after = position.play(who, move)
        if position.step is Step.LOT:
            state = State(turn=LETTER[after.turn])
        else:
            compare(position, state)
            state = reference.after(state, KRISKRAS.write_move(move))
        if after.outcome:
            compare(after, state)
    end = walk.end()
    assert isinstance(end, KriskrasPosition)
    compare_dangers(end, state)


@st.composite
def crowded(draw: st.DrawFn) -> KriskrasPosition:
    """Fighters thrown on a strip of the board, at the beginning of a turn: closer together, and more of them
    home or lost, than play brings them."""
    columns = COLUMNS[: draw(st.integers(3, 6))]
    rows = draw(st.sampled_from([(1, 2, 3, 4), (14, 15, 16, 17), (1, 2, 16, 17), (1, 8, 9, 17)]))
    squares = draw(st.permutations([f"{column}{row}" for column in columns for row in rows]))
    sets = []
    for most in (MUSKETEERS, MUSKETEERS, SOLDIERS, SOLDIERS):
        count = draw(st.integers(0, min(most, len(squares))))
        sets.append(set_of(squares[:count]))
        squares = squares[count:]
    position = KriskrasPosition(
        fighters=Fighters((sets[0], sets[1]), (sets[2], sets[3])),
        turn=draw(st.sampled_from((WHITE, BLACK))),
        step=Step.THROW,
        quiet=draw(st.sampled_from((0, QUIET_TURNS - 2, QUIET_TURNS - 1))),
    )
    position = replace(position, step=position.first_step())
    assume(can_be(position))
    return position


def can_be(position: KriskrasPosition) -> bool:
    """The match is not over here by its counts."""
    try:
        return KRISKRAS.read_position(KRISKRAS.write_position(position)) == position
    except Unreadable:
        return False


@settings(max_examples=150)
@given(crowded(), st.data())
def test_both_engines_agree_where_fighters_stand_close(
    position: KriskrasPosition, data: st.DataObject
) -> None:
    state = told_to_the_reference(position)
    compare(position, state)
    compare_dangers(position, state)
    for _ in range(6):
        if not position.to_move:
            return
        text = data.draw(st.sampled_from(sorted(texts(position))))
        after = play_text(KRISKRAS, position, text)
        assert isinstance(after, KriskrasPosition)
        position, state = after, reference.after(state, text)
        compare(position, state)


@pytest.mark.parametrize(("title", "text", "counts"), BLOCKS, ids=[title for title, _, _ in BLOCKS])
def test_the_slow_engine_counts_what_the_perft_file_says(title: str, text: str, counts: list[int]) -> None:
    position = KRISKRAS.read_position(text)
    if position.step is Step.LOT:
        return
    state = told_to_the_reference(position)
    assert [reference.perft(state, plies) for plies in range(1, len(counts) + 1)] == counts
