"""What a failing comparison of positions shows."""

from __future__ import annotations

from engines import GAMES
from engines.record import play_text
from tests.engines.conftest import pytest_assertrepr_compare


def test_two_positions_are_compared_by_their_boards() -> None:
    game = GAMES["knopen"]
    before = play_text(game, game.start({}, 2), "lot 0")
    shown = pytest_assertrepr_compare("==", play_text(game, before, "b9-d7"), before)
    assert shown is not None
    assert "-  9 . R B R B R B R B ." in shown
    assert "+  9 . . B R B R B R B ." in shown
    assert "quiet: 1 instead of 0" in shown


def test_nothing_else_is_compared_so() -> None:
    start = GAMES["knopen"].start({}, 2)
    assert pytest_assertrepr_compare("==", start, 1) is None
    assert pytest_assertrepr_compare("!=", start, start) is None
