"""The card with which a match ends: golden pictures, and what is to be read in them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engines import GAMES
from render import DRAWERS, draw_result, piece_of
from render.cards.result import BOARD, SIZE
from tests.render.cards_shown import PEOPLE, RESULTS, card, many, seat
from tests.render.conftest import Golden
from tests.render.gallery import ANY, names_of, opened, scene

MOST_BYTES = 100_000
"""Faces and a board have more colours than a board alone."""


@pytest.mark.parametrize("name", RESULTS)
def test_results_look_so(name: str, golden: Golden) -> None:
    drawn, board = RESULTS[name]
    file = draw_result(drawn, scene(board))
    golden(name, file)
    assert opened(file).size == SIZE
    assert len(file) < MOST_BYTES


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("winners", [0, 1, 2])
def test_any_number_of_seats_and_winners_has_a_card(seats: int, winners: int) -> None:
    assert draw_result(many(seats, winners), scene("cubus_shared_end"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_pieces_for_its_sides(game: str) -> None:
    sides = tuple(DRAWERS[game].sides)
    pieces = [piece_of(game, side, 48) for side in (*sides, "")]
    assert all(piece.size == (48, 48) and piece.mode == "RGBA" for piece in pieces)
    assert len({piece.tobytes() for piece in pieces[: len(sides)]}) == len(sides)


def test_strong_contrast_leaves_faces_as_they_are() -> None:
    drawn, board = RESULTS["result-won"]
    plain, strong = (
        opened(draw_result(replace(drawn, theme=theme), scene(board))).convert("RGB")
        for theme in ("", "contrast")
    )
    eyes = (150, 200, 200, 270)
    assert _mean_difference(plain.crop(eyes), strong.crop(eyes)) < 6
    paper = (300, 120, 640, 680)
    assert _mean_difference(plain.crop(paper), strong.crop(paper)) > 12


def test_a_board_is_shown_whole_and_only_smaller() -> None:
    shown = next(names_of(ANY))
    drawn = card(ANY, "Won", seat(0, "", won=True), seat(1, ""))
    picture = opened(draw_result(drawn, scene(shown))).convert("RGB")
    board = opened_board(shown)
    assert board.size == (BOARD, BOARD)
    found = picture.crop((669, 117, 669 + BOARD, 117 + BOARD))
    assert _mean_difference(found, board) < 4


def opened_board(name: str) -> Image.Image:
    return DRAWERS[ANY].picture(scene(name)).convert("RGB").reduce(2)


def _mean_difference(one: Image.Image, other: Image.Image) -> float:
    """Of all channels of all pixels."""
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return sum(abs(a - b) for a, b in pairs) / len(one.tobytes())


def test_a_name_of_any_script_and_length_fits() -> None:
    for person in (*PEOPLE, replace(PEOPLE[0], name="W" * 32), replace(PEOPLE[0], name="عبد الرحمن")):
        seats = [replace(seat(0, "", won=number == 0, score="123"), person=person) for number in range(6)]
        for count in range(2, 7):
            assert draw_result(card(ANY, "W" * 60, *seats[:count]), scene(next(names_of(ANY))))
