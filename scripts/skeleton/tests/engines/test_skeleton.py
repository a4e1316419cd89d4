"""The rules and rulings of docs/rules/skeleton.md, each sentence as a drawn position."""

from __future__ import annotations

import pytest

from engines.codes import IllegalMove
from engines.record import replay
from engines.skeleton import Skeleton
from engines.skeleton.position import SkeletonPosition

GAME = Skeleton()


def at(record: str) -> SkeletonPosition:
    """The position after these texts, with commas between them."""
    position = replay(GAME, {}, 2, [text.strip() for text in record.split(",")])
    assert isinstance(position, SkeletonPosition)
    return position


def test_one_two_or_three_counters_are_taken() -> None:
    position = at("lot 0")
    assert [GAME.write_move(move) for move in position.legal_moves(0)] == ["take 1", "take 2", "take 3"]


def test_nobody_takes_more_than_are_left() -> None:
    position = at("lot 0, take 3, take 3, take 3, take 1")
    with pytest.raises(IllegalMove, match="too_many"):
        GAME.read_move(position, 0, "take 3")


def test_who_takes_the_last_counter_wins() -> None:
    outcome = at("lot 0, take 3, take 3, take 3, take 3").outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("last", (1,), (6, 6))


def test_a_number_alone_is_a_move() -> None:
    position = at("lot 1")
    assert GAME.read_move(position, 1, " 2 ") == GAME.read_move(position, 1, "TAKE 2")
