"""The solver of Cubus against brute force, and the table it rests on."""

from __future__ import annotations

import random
import runpy
from collections import defaultdict
from functools import cache
from itertools import product

import pytest

from engines.cubus.builds import is_shifted_into, judge
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.pile import Heights, Pile, Place, places, read_pile, write_pile
from engines.cubus.search import Search, falling_rows, most_worth
from engines.cubus.solver import Problem, best_build, find_build
from engines.cubus.tiles import NONE, Tiles, box
from tests.engines.cubus_piles import all_piles
from tests.test_rooms import ROOT

SCRIPT = runpy.run_path(str(ROOT / "scripts" / "count_crates.py"))
SMALL = 5
"""Tiles of a kind; there are 566 such piles."""

MOST_BY_TILES = (
    "3:1 5:2 7:3 8:4 9:4 10:5 11:6 12:8 13:7 14:9 15:10 16:12 17:11 18:13 19:14 20:16 21:18 22:17"
    " 23:19 24:20 25:22 26:24 27:27 28:25 29:28 30:29 31:31 32:33 33:36 34:34 35:37 36:38 37:40 38:42"
    " 39:45 40:48 41:46 42:49 43:50 44:52 45:54 46:57 47:60 48:64"
)
"""Counted by another program: the most crates that exactly so many tiles show."""


@cache
def small_piles() -> tuple[Pile, ...]:
    return tuple(sorted(all_piles(SMALL), key=write_pile))


# The table


@cache
def counted_exactly() -> dict[tuple[int, int, int], int]:
    """By lids, left and right sides: the most crates."""
    counts: dict[tuple[int, int, int], int] = SCRIPT["count_exactly"]()
    return counts


def test_the_table_is_what_its_script_writes() -> None:
    written = SCRIPT["write"](SCRIPT["count_at_most"](counted_exactly()))
    assert (ROOT / "engines" / "cubus" / "most_crates.py").read_text() == written


def test_no_pile_whatever_its_shape_has_more_crates_than_the_table_says() -> None:
    known = [(pile.tiles, pile.crates) for pile in small_piles()]
    for lids, left, right in product(range(1, SMALL + 1), repeat=3):
        most = max(
            crates
            for tiles, crates in known
            if tiles.lids <= lids and tiles.left <= left and tiles.right <= right
        )
        assert most == MOST_CRATES[lids][left][right]


def test_the_table_agrees_with_a_count_by_all_tiles_together() -> None:
    most: dict[int, int] = defaultdict(int)
    for counts, crates in counted_exactly().items():
        most[sum(counts)] = max(most[sum(counts)], crates)
    for pair in MOST_BY_TILES.split():
        tiles, crates = map(int, pair.split(":"))
        assert most[tiles] == crates, tiles


def test_the_table_is_the_same_whichever_side_of_the_crates_is_up() -> None:
    kinds = range(len(MOST_CRATES))
    for a in kinds:
        for b in kinds:
            for c in kinds:
                assert MOST_CRATES[a][b][c] == MOST_CRATES[b][c][a] == MOST_CRATES[b][a][c]


def test_rows_that_do_not_rise_are_listed_once_each() -> None:
    rows = falling_rows(6, 6, 6)
    assert len(rows) == len(set(rows)) == 1 + 1 + 2 + 3 + 5 + 7 + 11
    assert falling_rows(3, 2, 1) == ((), (1,), (2,))


def test_what_tiles_can_bring_is_nothing_where_a_kind_is_lacking() -> None:
    assert most_worth(3, 1, 0, 4, 4, 4) == most_worth(3, 1, 4, 4, 4, 0) == most_worth(3, 1, 4, 0, 0, 4) == 0
    assert most_worth(3, 1, 4, 0, 4, 4) == 3 * 8 - 12


# The solver


def best_by_brute_force(before: Pile, hand: Tiles) -> int:
    """The points of the best build, 0 if there is none."""
    lids, opened, left, right = before.tiles.plus(hand)
    return max(
        (
            3 * (after.crates - before.crates) - after.tiles.total + before.tiles.total
            for after in small_piles()
            if after.crates > before.crates
            and len(after.heights) <= lids + opened
            and after.tiles.left <= left
            and after.tiles.right <= right
            and _keeps(before.open_places, after.heights)
        ),
        default=0,
    )


def _keeps(old: frozenset[Place], heights: Heights) -> bool:
    return len(old) <= len(heights) and is_shifted_into(old, places(heights, heights))


def any_position(choose: random.Random) -> tuple[Pile, Tiles]:
    """A small pile with up to four open lids, and a hand that cannot make it too big to be known."""
    pile = choose.choice(small_piles())
    columns = sorted(pile.heights)
    opened = choose.sample(columns, choose.randint(0, min(4, len(columns))))
    lids, _, left, right = pile.tiles
    more_lids = choose.randint(0, SMALL - lids)
    new_open = choose.randint(0, more_lids) if choose.random() < 1 / 3 else 0
    hand = Tiles(
        more_lids - new_open, new_open, choose.randint(0, SMALL - left), choose.randint(0, SMALL - right)
    )
    return Pile(pile.rows, frozenset(opened)), hand


@pytest.mark.parametrize("seed", range(4))
def test_the_solver_finds_what_brute_force_finds_and_nothing_else(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311
    for _ in range(100):
        before, hand = any_position(choose)
        points = best_by_brute_force(before, hand)
        best, some = best_build(before, hand), find_build(before, hand)
        assert (best.points, best.exact, some.exact) == (max(0, points), True, True), (
            write_pile(before),
            hand,
        )
        assert (best.pile is None) == (some.pile is None) == (points < 1)
        for answer in (best, some):
            if answer.pile is not None:
                verdict = judge(before, answer.pile, hand)
                assert (verdict.fault, verdict.points) == (None, answer.points)


@pytest.mark.parametrize(
    ("before", "hand", "points"),
    [
        ("511*/2", Tiles(left=1, right=1), 19),
        ("...2*/..1/.1/1", Tiles(left=1, right=1), 19),
        ("2*2/22*", Tiles(left=2, right=2), 8),
        ("21/1", Tiles(1, 0, 1, 1), 9),
        ("22/22", NONE, 0),
    ],
)
def test_the_solver_knows_the_worked_examples(before: str, hand: Tiles, points: int) -> None:
    pile = read_pile(before)
    assert pile is not None
    answer = best_build(pile, hand)
    assert (answer.points, answer.exact) == (points, True)


def test_children_are_helped_to_the_most_crates() -> None:
    pile = read_pile("1")
    assert pile is not None
    answer = best_build(pile, Tiles(3, 0, 3, 3), young=True)
    assert (answer.points, answer.exact) == (7, True)
    assert find_build(pile, NONE, young=True).pile is None


def test_a_search_that_is_broken_off_says_so() -> None:
    pile = read_pile("4*321/3211/21/1*")
    assert pile is not None
    hand = Tiles(2, 0, 1, 2)
    assert not best_build(pile, hand, nodes=50).exact
    some = best_build(pile, hand, nodes=50)
    assert some.pile is None or judge(pile, some.pile, hand).fault is None


def test_the_same_question_has_the_same_answer() -> None:
    pile = read_pile("4*321/3211/21/1*")
    assert pile is not None
    hand = Tiles(1, 0, 1, 1)
    assert best_build(pile, hand, nodes=20_000) == best_build(pile, hand, nodes=20_000)


@pytest.mark.parametrize("text", ["8*8*/8*8*", "5*1*/2*1*", "3*3/33/33/3*3*", "1*11*11*11*1", "a*/1*"])
@pytest.mark.parametrize("nodes", [100, 1_000])
def test_a_search_stops_when_its_nodes_are_used_up(text: str, nodes: int) -> None:
    """With all tiles in hand, and open lids that stand in the way."""
    pile = read_pile(text)
    assert pile is not None
    task = Problem(pile, box(young=False).minus(pile.tiles), young=False).task
    search = Search(task, task.most(), nodes)
    assert search.found() is None
    assert search.nodes > -50
