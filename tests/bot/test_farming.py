"""Ratings cannot be farmed: not by own accounts nor by patience, nor by forgetting oneself or a server.

Small versions of what `tests/bench/bench_ratings.py` measures, over a real file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from statistics import fmean

import pytest

from bot.club.club import Club
from bot.club.sources import FROM_STRANGERS
from bot.club.standings import EVERYWHERE
from bot.database.file import File
from bot.database.where import Where
from tests.bench.bench_ratings import BEGAN, MAIN, OWN, Farm, newcomers_in_front
from tests.bench.bench_ratings import Club as Simulated
from tests.bot.clocks import Clock
from tests.bot.erased import places_in
from tests.bot.finishing import begun, moved, won

pytestmark = pytest.mark.on_both

BOUND = 1500 + FROM_STRANGERS
ANN, BOB, CAS = 1100, 2200, 3300


@pytest.fixture
async def file(where: Where) -> AsyncIterator[File]:
    file = await File.open(where)
    if isinstance(where, Path):
        await file.change("PRAGMA synchronous = OFF")
    yield file
    await file.close()


@pytest.fixture
def farm(file: File) -> Farm:
    return Farm(file)


async def test_one_account_gives_no_more_than_a_hundred_points_however_patient_one_is(farm: Farm) -> None:
    for _ in range(12):
        for _ in range(5):
            await farm.win(1)
        farm.tomorrow()
    assert 1580 <= await farm.shown() <= BOUND


async def test_around_midnight_it_gives_no_more(farm: Farm) -> None:
    farm.now += 86_400 - 900
    for _ in range(6):
        await farm.win(1)
    assert await farm.shown() <= BOUND


async def test_to_be_forgotten_between_matches_gains_nothing(farm: Farm, tmp_path: Path) -> None:
    other = await File.open(tmp_path / "other.sqlite3")
    always_there = Farm(other)
    for _ in range(25):
        await farm.win(1)
        await farm.forget(1)
        await always_there.win(1)
    kept = await always_there.shown()
    await other.close()
    assert await farm.shown() <= max(kept + 5, BOUND)
    assert await farm.shown() <= BOUND


async def test_five_accounts_at_all_sizes_of_tables_give_no_more_in_a_day(farm: Farm) -> None:
    for number in range(40):
        first = number % 5
        others = [1 + (first + step) % 5 for step in range(1 + number % 5)]
        await farm.win(*others)
    assert await farm.shown() <= BOUND


async def test_five_accounts_that_have_met_each_other_give_no_more_either(farm: Farm) -> None:
    for _ in range(4):
        for one in range(1, 6):
            await farm.win(1 + one % 5, main=one)
            await farm.win(1 + (one + 1) % 5, main=one)
        for account in range(1, 6):
            await farm.win(account)
        farm.tomorrow()
    assert await farm.shown() <= BOUND


async def test_a_server_that_is_forgotten_takes_no_limit_along(farm: Farm) -> None:
    for number in range(30):
        await farm.win(1, guild=OWN)
        if number % 3 == 2:
            await farm.forget_server(OWN)
    assert await farm.shown(EVERYWHERE) <= BOUND


async def test_to_begin_anew_lifts_nobody_above_those_who_are_settled(farm: Farm, file: File) -> None:
    for number in range(12):
        await farm.win(2, main=10 + number)
    await farm.forget(2)
    await farm.win(2, main=30)
    row = await file.row("SELECT points, settled FROM standings WHERE member = 2 AND period = 'all'")
    assert row is not None
    assert row[0] < 1500
    assert not row[1]


async def test_a_month_against_one_account_wins_no_month(farm: Farm) -> None:
    for _ in range(20):
        for _ in range(5):
            await farm.win(1)
        farm.tomorrow()
    assert await farm.shown(period="2026-01") <= BOUND


async def test_what_remains_of_somebody_forgotten_names_nobody(farm: Farm, file: File) -> None:
    for _ in range(3):
        await farm.win(987_654)
    await farm.forget(987_654)
    assert await places_in(file, 987_654) == set()


# In matches as they are played


async def test_who_leaves_before_moving_costs_and_brings_nobody_anything(file: File) -> None:
    club = Club(file, Clock("2026-11-18 09:00", a_look=timedelta(minutes=1)))
    match = await begun(club, (ANN, BOB, CAS), game="cubus")
    (first,) = match.position.to_move
    absent = match.members[(first + 2) % 3]
    match = await club.leaving.resign(match.id, absent)
    match = await moved(club, match)
    loser = next(member for member in match.members if member != absent)
    await club.leaving.resign(match.id, loser)
    changes = {change.member: change.gained for change in await club.ledger.changes(match.id)}
    assert set(changes) == {ANN, BOB, CAS} - {absent}
    two = await won(club, (101, 102), game="cubus")
    assert sorted(changes.values()) == sorted(one.gained for one in await club.ledger.changes(two.id))


# Honest people


def test_the_order_of_honest_people_is_found() -> None:
    club = Simulated.drawn(100, 300, seed=3)
    club.play(10)
    assert club.order() > 0.8
    club.play(30)
    assert club.order() > 0.94


def test_two_hundred_points_ahead_win_three_matches_in_four() -> None:
    clubs = [Simulated.drawn(80, 200, seed) for seed in range(2)]
    for club in clubs:
        club.play(50)
    assert fmean(club.wins(170, 230) for club in clubs) == pytest.approx(0.75, abs=0.03)


def test_a_months_first_ten_are_not_the_newcomers() -> None:
    """20 of 120 are new, all as skilled as one another: one or two among ten."""
    assert fmean(newcomers_in_front(seeds=3, days=14)) < 4


def test_a_small_club_of_honest_people_finds_its_order_too() -> None:
    club = Simulated([-200, -120, -60, 0, 60, 120, 200, 260], seed=1)
    club.play(60)
    assert club.order() > 0.9
    assert max(club.ratings()) - min(club.ratings()) > 250
    assert club.now > BEGAN
    assert MAIN not in club.board("all")
