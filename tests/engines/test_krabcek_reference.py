"""The engine of Krabcek beside the slow one: the same labyrinths, moves and ends, wherever one looks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.codes import Unreadable
from engines.krabcek import Krabcek
from engines.krabcek.labyrinth import BIT, BOXES, GATE_SET, GATES, Labyrinth, lay
from engines.krabcek.moves import Step
from engines.krabcek.pieces import BLACK, KINDS, SINGLE, WHITE, WIDTH, Pieces
from engines.krabcek.position import QUIET_MOVES, KrabcekPosition
from engines.record import play_text
from tests.engines import krabcek_reference as reference
from tests.engines.krabcek_reference import State
from tests.engines.test_perft import read_blocks
from tests.engines.walks import Walk, walks

KRABCEK = Krabcek()
BLOCKS = read_blocks("krabcek")
LETTER = {BLACK: "B", WHITE: "W"}


def told_to_the_reference(position: KrabcekPosition) -> State:
    """The position in the reference's words."""
    assert position.labyrinth
    return State(
        layout=position.labyrinth.layout,
        owner={gate: LETTER[side] for gate, side in position.owners.items() if side is not None},
        pieces={box: (LETTER[side], kind) for box, (side, kind) in position.pieces.items()},
        turn=LETTER[position.turn],
        step=str(position.step),
        throw=position.throw,
        quiet_moves=position.quiet,
    )


def texts(position: KrabcekPosition) -> set[str]:
    return {KRABCEK.write_move(move) for who in position.to_move for move in position.legal_moves(who)}


def compare(position: KrabcekPosition, state: State) -> None:
    assert texts(position) == reference.moves(state)
    told = told_to_the_reference(position)
    assert told == replace(state, reason=None, winner=None)
    for side, letter in LETTER.items():
        assert position.hands[side] == reference.hand(state, letter)
    if position.outcome is None:
        assert state.reason is None
        return
    assert position.outcome.reason == state.reason
    winners = [position.seat_of(side) for side, letter in LETTER.items() if letter == state.winner]
    assert list(position.outcome.winners) == winners


@st.composite
def labyrinths(draw: st.DrawFn) -> Labyrinth:
    types = draw(st.permutations("A" * 11 + "B" * 5))
    turns = draw(st.lists(st.sampled_from("01"), min_size=16, max_size=16))
    return lay("".join(kind + turn for kind, turn in zip(types, turns, strict=True)))


@settings(max_examples=60)
@given(labyrinths())
def test_both_engines_lay_the_same_labyrinth(labyrinth: Labyrinth) -> None:
    paths = reference.paths(labyrinth.layout)
    assert dict(zip(BOXES, labyrinth.widths, strict=True)) == paths.width
    assert {name: frozenset(labyrinth.neighbours(name)) for name in BOXES} == paths.touching


@settings(max_examples=25)
@given(walks(KRABCEK))
def test_both_engines_play_the_same_match(walk: Walk) -> None:
    state = None
    for position, who, move in walk.steps():
        assert isinstance(position, KrabcekPosition)
        after = position.play(who, move)
        if position.step is Step.LOT:
            state = told_to_the_reference(after)
        elif state is not None:
            compare(position, state)
            state = reference.after(state, KRABCEK.write_move(move))
            compare(after, state)


@st.composite
def crowded(draw: st.DrawFn) -> KrabcekPosition:
    """Pieces and stacks thrown on a labyrinth before a throw is used: more of them than play brings."""
    labyrinth = draw(labyrinths())
    boxes = list(draw(st.permutations(range(len(BOXES)))))
    forces = []
    for _ in (BLACK, WHITE):
        force, left = [0] * len(KINDS), [4, 2, 1]
        for kind in draw(st.lists(st.sampled_from(range(len(KINDS) - 1)), max_size=7)):
            parts = [single for single in SINGLE if KINDS[single] in KINDS[kind]]
            fitting = [box for box in boxes if labyrinth.widths[box] >= WIDTH[kind]]
            if not fitting or any(not left[single] for single in parts):
                continue
            for single in parts:
                left[single] -= 1
            boxes.remove(fitting[0])
            force[kind] |= BIT[fitting[0]]
        forces.append(tuple(force))
    black = sum(BIT[gate] for gate in draw(st.permutations(GATES))[:4])
    position = KrabcekPosition(
        labyrinth=labyrinth,
        gates=(black, GATE_SET & ~black),
        standing=Pieces((forces[BLACK], forces[WHITE])),
        turn=draw(st.sampled_from((BLACK, WHITE))),
        step=Step.MOVE,
        throw=draw(st.integers(1, 6)),
        quiet=draw(st.sampled_from((0, QUIET_MOVES - 2, QUIET_MOVES - 1))),
        black=draw(st.sampled_from((0, 1))),
    )
    assume(can_be(position))
    return position


def can_be(position: KrabcekPosition) -> bool:
    """The match is not over here."""
    try:
        return KRABCEK.read_position(KRABCEK.write_position(position)) == position
    except Unreadable:
        return False


@settings(max_examples=150)
@given(crowded(), st.data())
def test_both_engines_agree_where_pieces_stand_close(position: KrabcekPosition, data: st.DataObject) -> None:
    state = told_to_the_reference(position)
    compare(position, state)
    for _ in range(6):
        if not position.to_move:
            return
        text = data.draw(st.sampled_from(sorted(texts(position))))
        after = play_text(KRABCEK, position, text)
        assert isinstance(after, KrabcekPosition)
        position, state = after, reference.after(state, text)
        compare(position, state)


@pytest.mark.parametrize(("title", "text", "counts"), BLOCKS, ids=[title for title, _, _ in BLOCKS])
def test_the_slow_engine_counts_what_the_perft_file_says(title: str, text: str, counts: list[int]) -> None:
    position = KRABCEK.read_position(text)
    if position.step is Step.LOT:
        return
    state = told_to_the_reference(position)
    assert [reference.perft(state, plies) for plies in range(1, len(counts) + 1)] == counts
