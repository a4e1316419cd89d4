"""The record: a list of texts that is the match."""

from __future__ import annotations

from typing import Any

import pytest

from engines import GAMES
from engines.codes import IllegalMove, Unreadable
from engines.game import Position
from engines.knopen import Knopen
from engines.knopen.board import INDEX
from engines.knopen.moves import Shift, Step
from engines.knopen.position import KnopenPosition
from engines.moves import CHANCE, TABLE, Awarded, Drawn, Leave, Lot, Move, read_table_ply
from engines.record import BadRecord, Ply, is_chance_next, last_turn, play_text, read_ply, replay, write_ply
from tests.engines.walks import Walk

KNOPEN = Knopen()
KRISKRAS = GAMES["kriskras"]


class BothToMove(KnopenPosition):
    """A window in which both seats may speak, made of Knopen's words."""

    __slots__ = ()

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset({0, 1})


PREFIXES = 12
"""So many of a match are replayed."""
WINDOW = BothToMove(step=Step.MOVE, red_seat=0)


def test_a_ply_of_a_lone_mover_is_its_text() -> None:
    position = KNOPEN.start({}, 2)
    assert write_ply(KNOPEN, position, CHANCE, Lot(1)) == "lot 1"
    assert read_ply(KNOPEN, position, "lot 1") == (CHANCE, Lot(1))


def test_where_several_are_to_move_the_seat_stands_before_the_move() -> None:
    move = Shift(INDEX["b9"], INDEX["d7"])
    assert write_ply(KNOPEN, WINDOW, 1, move) == "1 b9-d7"
    assert read_ply(KNOPEN, WINDOW, "1 b9-d7") == (1, move)
    assert play_text(KNOPEN, WINDOW, "1 b9-d7") == play_text(KNOPEN, WINDOW, "0 b9-d7")


@pytest.mark.parametrize(
    "text", ["b9-d7", "", "x b9-d7", "-1 b9-d7", "\N{ARABIC-INDIC DIGIT ONE} b9-d7", "111 b9-d7"]
)
def test_a_window_needs_a_readable_seat(text: str) -> None:
    with pytest.raises(Unreadable, match="seat"):
        read_ply(KNOPEN, WINDOW, text)


def test_a_window_hears_only_those_to_move() -> None:
    with pytest.raises(IllegalMove, match="not_your_turn"):
        read_ply(KNOPEN, WINDOW, "2 b9-d7")


@pytest.mark.parametrize(
    ("text", "ply"),
    [
        ("drawn", Drawn()),
        ("leave 0", Leave(0)),
        ("leave 12", Leave(12)),
        ("awarded 1", Awarded((1,))),
        ("awarded 0 2 5", Awarded((0, 2, 5))),
    ],
)
def test_the_tables_plies_are_read_in_every_position(text: str, ply: Move) -> None:
    for position in (KNOPEN.start({}, 2), WINDOW):
        assert read_ply(KNOPEN, position, text) == (TABLE, ply)
    assert KNOPEN.write_move(ply) == text


@pytest.mark.parametrize(
    "text",
    [
        *("leave", "leave 100", "leave -1", "leave \N{SUPERSCRIPT TWO}", "drawn 1", "Drawn", ""),
        *("awarded", "awarded 2 0", "awarded 1 1", "awarded 100", "awarded -", "awarded 0,2"),
    ],
)
def test_what_only_resembles_a_ply_of_the_table_is_none(text: str) -> None:
    assert read_table_ply(text) is None


def test_nothing_follows_the_end() -> None:
    over = replay(KNOPEN, {}, 2, ["lot 0", "drawn"])
    for text in ("b9-d7", "drawn", "leave 0"):
        with pytest.raises(IllegalMove, match="over"):
            play_text(KNOPEN, over, text)


def test_a_bad_record_names_its_first_bad_line_and_why() -> None:
    with pytest.raises(BadRecord) as bad:
        replay(KNOPEN, {}, 2, ["lot 0", "b9-d7", "b9-d7", "nonsense"])
    assert (bad.value.kind, bad.value.code) == ("record", "not_your_stone")
    assert bad.value.values == {"ply": 2, "text": "b9-d7"}
    assert isinstance(bad.value.cause, IllegalMove)


def test_a_bad_start_is_not_a_bad_line() -> None:
    with pytest.raises(Unreadable):
        replay(KNOPEN, {"target": 4}, 2, [])


def test_an_empty_record_is_the_start() -> None:
    start = replay(KNOPEN, {}, 2, [])
    assert start == KNOPEN.start({}, 2)
    assert is_chance_next(start)
    assert not is_chance_next(play_text(KNOPEN, start, "lot 0"))


@pytest.mark.parametrize("name", GAMES)
def test_prefixes_of_a_whole_match_replay(name: str) -> None:
    game = GAMES[name]
    walk = Walk(game, options={}, seats=game.seats[0], seed=5, plies=0)
    steps = list(walk.steps(endless=True))
    record = [write_ply(game, position, who, move) for position, who, move in steps]
    for ply in range(0, len(steps), 1 + len(steps) // PREFIXES):
        assert replay(game, {}, walk.seats, record[:ply]) == steps[ply][0]
    assert replay(game, {}, walk.seats, record).outcome is not None


def plies(position: Position, *texts: str) -> list[Ply[Any]]:
    played = []
    for text in texts:
        played.append(Ply.read(KRISKRAS, position, text))
        position = played[-1].after
    return played


def test_before_anybody_decided_all_is_told() -> None:
    played = plies(KRISKRAS.start({}, 2), "lot 1", "throw 6 4")
    assert last_turn(played) == played
    assert last_turn(played[:0]) == []


def test_the_last_turn_begins_with_what_a_seat_decided_not_with_its_throw() -> None:
    opening = ("lot 1", "throw 6 4", "i16-o16-o12", "throw 2 3", "q2-o2-o5", "throw 1 4")
    played = plies(KRISKRAS.start({}, 2), *opening)
    assert last_turn(played[:3]) == played[2:3]
    assert last_turn(played) == played[4:]


def test_a_lapsed_throw_is_told_with_the_turn_before_it() -> None:
    position = KRISKRAS.read_position(
        "15M1/m16/1s3s5s3s1/17/9s2m4/5s11/2M9s4/17/17/17/17/17/17/17/1SMS1S1S1S1S1S1S1/17/17"
        " Z move dice=3,4 quiet=0 stirred=0 exchanges=0,0 first=-"
    )
    played = plies(position, "f15-c15-c11", "throw 5 5", "lapse", "throw 6 5")
    assert [ply.forced for ply in played] == [False, False, True, False]
    assert last_turn(played) == played
    (walk,) = (move for move in played[3].after.legal_moves(1) if KRISKRAS.write_move(move) == "m11-g11-g6")
    later = [*played, Ply.of(KRISKRAS, played[3].after, 1, walk)]
    assert last_turn(later) == later[4:]
