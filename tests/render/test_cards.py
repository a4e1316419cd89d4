"""The leaderboard, the graph of ratings and what these mean: golden pictures."""

from __future__ import annotations

import pytest

from engines import GAMES
from render import DRAWERS, MOST_BYTES, draw_card, draw_graph, draw_scale, draw_season
from render.cards.graph import Graph, GraphLine
from render.cards.leaderboard import Card, CardRow
from render.cards.scale import Scale
from render.cards.season import SeasonCard, SeasonPodium, SeasonRow
from render.person import Person
from tests.render.conftest import Golden
from tests.test_rooms import MODULES

FIRST, SECOND, THIRD, FOURTH, *_ = DRAWERS
"""Games of the house, by the order of the register: a new one stands behind them."""
NAMES = (
    *("Anneke de Knopenkoning", "Björn", "señor_ñandú", "Игорь", "Łukasz Wójcik"),
    *("a very long display name that never ends", "Ελένη", "Müller-Lüdenscheidt", "Ødegård", "Zoë 🎲"),
)


def rows(first: int = 1, count: int = 10) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(
            rank=first + number,
            person=Person(NAMES[number]),
            points=f"{1874 - 31 * number}{'?' if number > 7 else ''}",
            matches=212 - 20 * number,
            share=1 - number / 9,
            is_own=number == 4,
        )
        for number in range(count)
    )


def line(game: str, *ratings: int) -> GraphLine:
    return GraphLine(game, GAMES[game].title, tuple(enumerate(ratings)))


def test_the_first_page_has_a_podium(golden: Golden) -> None:
    golden("leaderboard", draw_card(Card(FIRST, GAMES[FIRST].title, rows(), with_podium=True)))


def test_later_pages_have_rows_only(golden: Golden) -> None:
    golden("leaderboard-later", draw_card(Card(SECOND, GAMES[SECOND].title, rows(11, 7), with_podium=False)))


def test_two_people_stand_on_two_steps(golden: Golden) -> None:
    golden("leaderboard-two", draw_card(Card(THIRD, GAMES[THIRD].title, rows(1, 2), with_podium=True)))


def podium(game: str, *ranks: int, champions: int = 1) -> SeasonPodium:
    stood = tuple(
        SeasonRow(rank, Person(NAMES[number]), str(1556 - 31 * number), is_champion=number < champions)
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


def test_ratings_are_lines_that_end_in_their_names(golden: Golden) -> None:
    lines = (
        line(FIRST, *range(1500, 1750, 10)),
        line(SECOND, *(1500 + number % 5 * 20 for number in range(25))),
        line(THIRD, 1500, 1480, 1505, 1530, 1498, 1515, 1580),
        line(FOURTH, *(1500 - number % 7 * 12 + number * 2 for number in range(25))),
    )
    golden("ratings", draw_graph(Graph(lines)))


@pytest.mark.parametrize("ratings", [(1500, 1500), (1, 3000), (-700, -650, 20)])
def test_any_two_ratings_make_a_line(ratings: tuple[int, ...]) -> None:
    assert draw_graph(Graph((line(FIRST, *ratings),)))


def test_the_scale_tells_what_a_lead_wins_and_how_a_number_grows_sure(golden: Golden) -> None:
    scale = Scale(
        leads=((0, 0.5), (100, 0.64), (200, 0.76), (400, 0.91)),
        margins=tuple((number, 330 - 5 * number) for number in range(41)),
        settled=10,
    )
    golden("scale", draw_scale(scale))


def test_the_files_are_small() -> None:
    assert len(draw_card(Card(FIRST, GAMES[FIRST].title, rows(), with_podium=True))) < MOST_BYTES
    assert len(season(*(podium(game, 1, 2, 3) for game in GAMES))) < MOST_BYTES


def test_cards_know_no_scene_and_no_game() -> None:
    cards = [module for name, module in MODULES.items() if name.startswith("render.cards.")]
    known = {name for module in cards for name in module.imports if name.startswith(("engines", "render."))}
    assert cards
    assert not {name for name in known if name.startswith("engines") or name == "render.scene"}
