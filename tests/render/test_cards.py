"""The leaderboard, the season and what ratings mean: golden pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engines import GAMES
from render import DRAWERS, draw_card, draw_scale, draw_season
from render.cards.colours import (
    BRONZE,
    FAINT,
    GOLD,
    ON_STEP,
    SILVER,
    STEP,
    STEP_LIGHT,
    STRIPE,
    in_theme,
)
from render.cards.leaderboard import Card, CardRow
from render.cards.scale import Scale
from render.cards.season import SeasonCard, SeasonPodium, SeasonRow
from render.contrast import contrast
from render.tables import CONTRAST, TABLES
from render.theme import BEECH, BRASS, INK, IVORY, MAPLE, PAPER, PETROL, PETROL_HIGH, WALNUT, Colour
from tests.render.cards_shown import PEOPLE
from tests.render.conftest import Golden
from tests.render.gallery import opened
from tests.test_rooms import MODULES

FIRST, SECOND, THIRD, FOURTH, *_ = DRAWERS
"""Games of the house, by the order of the register: a new one stands behind them."""
COLUMNS = ("rating", "matches", "won")
MOST_BYTES = 90_000
"""With a face for each row."""
MOST_OF_A_PODIUM = 22_500
"""With three faces: a season has one for each game."""


def rows(first: int = 1, count: int = 10) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(
            rank=first + number,
            person=PEOPLE[number],
            points=f"{1874 - 31 * number}{'?' if number > 7 else ''}",
            matches=212 - 20 * number,
            share=1 - number / 9,
            is_own=number == 4,
        )
        for number in range(count)
    )


def leaderboard(game: str, shown: tuple[CardRow, ...], *, with_podium: bool = True, theme: str = "") -> bytes:
    return draw_card(Card(game, GAMES[game].title, shown, with_podium, COLUMNS, theme))


def ranked(*ranks: int) -> tuple[CardRow, ...]:
    return tuple(replace(row, rank=rank) for row, rank in zip(rows(), ranks, strict=False))


def test_the_first_page_has_a_podium(golden: Golden) -> None:
    golden("leaderboard", leaderboard(FIRST, rows()))


def test_later_pages_have_rows_only(golden: Golden) -> None:
    golden("leaderboard-later", leaderboard(SECOND, rows(11, 7), with_podium=False))


def test_two_people_stand_on_two_steps(golden: Golden) -> None:
    golden("leaderboard-two", leaderboard(THIRD, rows(1, 2)))


def test_strong_contrast_reaches_the_leaderboard(golden: Golden) -> None:
    golden("leaderboard-contrast", leaderboard(FIRST, ranked(1, 1, 3, 3, 5), theme="contrast"))


STEPS_AT = (300, 90, 515)
"""The first, the second and the third step, at their left."""


@pytest.mark.parametrize(
    ("ranks", "higher", "level"),
    [((1, 2, 3), [(0, 1), (1, 2)], []), ((1, 1, 3), [(0, 2)], [(0, 1)]), ((1, 2, 2), [(0, 1)], [(1, 2)])],
)
def test_who_shares_a_rank_stands_as_high(
    ranks: tuple[int, ...], higher: list[tuple[int, int]], level: list[tuple[int, int]]
) -> None:
    picture = opened(leaderboard(FIRST, ranked(*ranks))).convert("RGB")
    tops = [step_top(picture, x) for x in STEPS_AT]
    assert all(tops[one] < tops[other] for one, other in higher)
    assert all(tops[one] == tops[other] for one, other in level)


def step_top(picture: Image.Image, x: int) -> int:
    return next(y for y in range(80, 360) if picture.getpixel((x, y)) == STEP_LIGHT)


@pytest.mark.parametrize("theme", TABLES)
@pytest.mark.parametrize(
    ("letters", "ground"),
    [
        *((INK, PAPER), (INK, STRIPE), (FAINT, PAPER), (FAINT, STRIPE), (INK, STEP), (ON_STEP, STEP)),
        *((IVORY, PETROL), (IVORY, PETROL_HIGH), (MAPLE, PETROL), (MAPLE, PETROL_HIGH)),
        *((BRASS, PETROL), (BRASS, PETROL_HIGH), (BEECH, PETROL), (BEECH, PETROL_HIGH)),
        *((PAPER, WALNUT[-1]), (INK, GOLD), (INK, SILVER), (INK, BRONZE), (INK, BRASS)),
    ],
)
def test_what_is_written_is_read_in_every_theme(letters: Colour, ground: Colour, theme: str) -> None:
    one, other = in_theme((letters, ground), theme)
    assert contrast(one, other) > (4.5 if theme == CONTRAST else 3.5)


def podium(game: str, *ranks: int, champions: int = 1) -> SeasonPodium:
    stood = tuple(
        SeasonRow(rank, PEOPLE[number], str(1556 - 31 * number), is_champion=number < champions)
        for number, rank in enumerate(ranks)
    )
    return SeasonPodium(game, GAMES[game].title, stood)


def season(*podiums: SeasonPodium) -> bytes:
    return draw_season(SeasonCard("The third quarter of 2026", podiums))


def test_a_season_ends_with_a_podium_for_each_game(golden: Golden) -> None:
    golden(
        "season",
        season(
            podium(FIRST, 1, 2, 3),
            podium(SECOND, 1, 1, 3, 3, champions=2),
            podium(THIRD, 1, 2, champions=0),
            podium(FOURTH, 1),
        ),
    )


def test_a_season_of_one_game_has_one_podium(golden: Golden) -> None:
    golden("season-one", season(podium(SECOND, 1, 2, 2)))


def test_however_long_its_name_is_a_season_has_a_title() -> None:
    assert draw_season(SeasonCard("W" * 60, (podium(FIRST, 1, 2, 3),)))


def test_the_scale_tells_what_a_lead_wins_and_how_a_number_grows_sure(golden: Golden) -> None:
    scale = Scale(
        leads=((0, 0.5), (100, 0.64), (200, 0.76), (400, 0.91)),
        margins=tuple((number, 330 - 5 * number) for number in range(41)),
        settled=10,
    )
    golden("scale", draw_scale(scale))


def test_the_files_are_small() -> None:
    assert len(leaderboard(FIRST, rows())) < MOST_BYTES
    assert len(season(*(podium(game, 1, 2, 3) for game in GAMES))) < MOST_OF_A_PODIUM * len(GAMES)


def test_cards_know_no_scene_and_no_game() -> None:
    cards = [module for name, module in MODULES.items() if name.startswith("render.cards.")]
    known = {name for module in cards for name in module.imports if name.startswith(("engines", "render."))}
    assert cards
    assert not {name for name in known if name.startswith("engines") or name == "render.scene"}
