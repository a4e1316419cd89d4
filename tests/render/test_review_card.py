"""The curve of a match that was looked back on: golden pictures."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import accumulate
from math import sin

from PIL import Image, ImageChops

from engines import GAMES
from render import DRAWERS, MOST_BYTES, draw_review
from render.cards.review import ReviewCard, ReviewSeat
from render.person import Person
from tests.render.conftest import Golden

FIRST, *_ = DRAWERS
OF_TWO = next(game for game in GAMES if GAMES[game].seats == (2, 2))
OF_MANY = next(game for game in GAMES if GAMES[game].seats[1] > 2)
TABLE = tuple(DRAWERS[OF_MANY].sides)[:3]
HEADINGS = ("accuracy", "luck", "moves")


def of_two(plies: int = 60, game: str = OF_TWO) -> ReviewCard:
    """Luck and moves by turns; in the end the first wins."""
    odds = [0.5 + 0.3 * sin(ply / 7) + 0.04 * sin(ply * 1.7) for ply in range(plies)]
    sides = tuple(DRAWERS[game].sides)
    seats = tuple(
        ReviewSeat(Person(name), side, accuracy, luck, skill)
        for name, side, accuracy, luck, skill in (
            ("Anneke de Knopenkoning", sides[0], "98.4", "+31", "+19"),
            ("Игорь", sides[1], "91.0", "-31", "-19"),
        )
    )
    curve = tuple((each, 1 - each) for each in (*odds, 1.0))
    drawn = tuple(enumerate(curve))
    return ReviewCard(
        game, curve, drawn, tuple(ply % 2 == 0 for ply in range(plies)), (9, 30, 59), seats, HEADINGS
    )


def of_three() -> ReviewCard:
    moved = list(accumulate(range(40), lambda share, ply: share + 0.02 * sin(ply), initial=0.33))
    odds = tuple((one, (1 - one) / 2, (1 - one) / 2) for one in (*moved, 0.0))
    seats = tuple(
        ReviewSeat(Person(name), side, "99.0", "+2", "-35")
        for name, side in zip(("Zoë", "Björn", "Ωmega"), TABLE, strict=True)
    )
    return ReviewCard(OF_MANY, odds, tuple(enumerate(odds)), (False,) * 41, (12,), seats, HEADINGS)


def test_the_card_of_two(golden: Golden) -> None:
    golden("review", draw_review(of_two()))


def test_the_card_of_three(golden: Golden) -> None:
    golden("review-three", draw_review(of_three()))


def test_the_curve_under_a_step(golden: Golden) -> None:
    golden("review-step", draw_review(replace(of_two(), at=22)))


def test_a_match_of_one_ply_and_the_longest_ones_are_drawn() -> None:
    for plies in (1, 2, 600):
        card = replace(of_two(plies), turning=(0,))
        assert len(draw_review(card)) < MOST_BYTES


def test_where_the_reader_stands_is_seen() -> None:
    assert draw_review(replace(of_two(), at=22)) != draw_review(replace(of_two(), at=23))


def test_the_end_of_a_match_that_was_given_up_leaves_room_for_what_came_before() -> None:
    """Seen in the strip, on the card of a match in which little happened before it."""
    odds = tuple((0.3 + 0.1 * (ply % 2), 0.7 - 0.1 * (ply % 2)) for ply in range(20))
    quiet, given_up = (
        replace(of_two(20), turning=(), odds=(*odds, end), curve=((0, odds[0]), (20, odds[0])))
        for end in (odds[0], (1.0, 0.0))
    )
    strips = [
        Image.open(BytesIO(draw_review(card))).convert("RGB").crop((0, 285, 720, 380))
        for card in (quiet, given_up)
    ]
    assert ImageChops.difference(*strips).getbbox() is None


def test_what_luck_did_looks_other_than_what_moves_did() -> None:
    card = of_two()
    assert draw_review(card) != draw_review(replace(card, by_chance=tuple(not one for one in card.by_chance)))


def test_every_game_has_a_card() -> None:
    for game in GAMES:
        assert draw_review(of_two(60, game))
