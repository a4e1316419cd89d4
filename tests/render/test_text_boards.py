"""The boards in characters: what is promised of all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from render import DRAWERS, text_board
from render.textboard import WIDTH, scores
from tests.render.gallery import SCENES, scene
from tests.render.scenes import walked

DISCORD_MOST = 1900


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_a_text_board_that_fits_a_phone(name: str) -> None:
    assert max(map(len, text_board(scene(name)).splitlines())) <= WIDTH


@settings(max_examples=40)
@given(st.sampled_from(sorted(DRAWERS)), st.integers(0, 2**16), st.integers(0, 120), st.integers(0, 1))
def test_a_text_board_fits_a_phone_and_a_post(game: str, seed: int, plies: int, seat: int) -> None:
    board = text_board(replace(walked(game, seed, plies), seat=seat))
    assert len(board) <= DISCORD_MOST
    assert max(map(len, board.splitlines())) <= WIDTH
    assert "`" not in board


@pytest.mark.parametrize("game", DRAWERS)
def test_a_finished_match_has_a_text_board(game: str) -> None:
    assert text_board(walked(game, 1, 10_000))


def test_what_is_said_of_many_seats_takes_as_many_lines_as_it_needs() -> None:
    game = max(GAMES.values(), key=lambda game: game.seats[1])
    said = scores(game.start({}, 6), [f"orange square {seat}" for seat in range(6)])
    lines = said.splitlines()
    assert lines[0] == "  orange square 0     orange square 1"
    assert len(lines) == 3
    assert max(map(len, lines)) <= WIDTH
