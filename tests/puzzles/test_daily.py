"""The puzzle of a day: everywhere the same, every day another game, and none again for long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engines import GAMES
from puzzles import daily as module
from puzzles.daily import daily
from puzzles.puzzle import Puzzle, puzzles_of

TODAY = datetime(2026, 11, 19, tzinfo=UTC).toordinal() - datetime(1970, 1, 1, tzinfo=UTC).toordinal()
TWO_YEARS = 730
ASKED = [game for game in GAMES if puzzles_of(game)]
ROOT = Path(__file__).parents[2]
OPEN_PAGES = (
    ROOT / "docs" / "protocol.md",
    *(ROOT / "docs" / "rules").glob("*.md"),
    *(ROOT / "docs" / "pictures").glob("*.txt"),
    *(ROOT / "lessons").glob("*.toml"),
    *(ROOT / "bot" / "words" / "texts" / "rules").glob("*.md"),
)
"""Where positions stand that anybody reads."""


@pytest.fixture
def other_files() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        module._drawn.cache_clear()
        yield patch
    module._drawn.cache_clear()


def test_every_day_is_the_next_game() -> None:
    every = len(ASKED)
    games = [daily(day).game for day in range(TODAY, TODAY + 2 * every)]
    assert sorted(games[:every]) == sorted(ASKED)
    assert games[:every] == games[every:]


def test_none_comes_again_within_two_years() -> None:
    last: dict[int, int] = {}
    for day in range(TODAY, TODAY + 3650):
        number = daily(day).number
        assert day - last.get(number, -TWO_YEARS) >= TWO_YEARS
        last[number] = day


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_draws_the_same(seed: str) -> None:
    days = range(TODAY, TODAY + 400, 7)
    asked = f"from puzzles.daily import daily; print([daily(d).number for d in {days!r}])"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str([daily(day).number for day in days])


def test_puzzles_that_are_added_take_few_days_and_the_others_keep_theirs(
    other_files: pytest.MonkeyPatch,
) -> None:
    days = range(TODAY, TODAY + 1000)
    before = [daily(day).number for day in days]
    added = {game: _added(game, 40) if game in ASKED else [] for game in GAMES}
    other_files.setattr(module, "puzzles_of", lambda game: (*added[game], *puzzles_of(game)))
    module._drawn.cache_clear()
    after = [daily(day).number for day in days]
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    assert 0 < changed < len(days) / 4, "a tenth was added; what these displace moves a little further"


def _added(game: str, count: int) -> list[Puzzle]:
    puzzle = puzzles_of(game)[0]
    return [replace(puzzle, position=f"{puzzle.position} {number}") for number in range(count)]


def test_a_game_with_three_puzzles_has_them_in_turn(other_files: pytest.MonkeyPatch) -> None:
    few = {game: puzzles_of(game)[:3] for game in GAMES}
    other_files.setattr(module, "puzzles_of", few.__getitem__)
    for game in ASKED:
        drawn = [daily(day) for day in range(TODAY, TODAY + 400) if daily(day).game == game]
        assert len({one.number for one in drawn}) > 1
        assert {one.number for one in drawn} <= {one.number for one in few[game]}


@pytest.mark.parametrize("page", OPEN_PAGES, ids=lambda path: path.name)
def test_no_page_gives_a_puzzle_away(page: Path) -> None:
    """A position with what `think` or a lesson says of it would tell the answer on its day."""
    text = page.read_text("utf-8")
    assert [one.number for game in GAMES for one in puzzles_of(game) if one.position in text] == []
