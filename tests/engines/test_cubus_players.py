"""Computer players of Cubus: what they see, what they say, and that they stop looking."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from engines.cubus.builds import obvious_builds
from engines.cubus.evaluation import CRATES, TILES, Evaluation, code_of, code_of_tiles, counts_of, most_made
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.moves import AGREE, CLAIM, FAIL, KNOCK, PASS, Bid, Build, Step
from engines.cubus.outlook import SIGHTS
from engines.cubus.pile import ONE_CRATE, write_pile
from engines.cubus.position import CubusPosition
from engines.cubus.solver import best_build
from engines.cubus.tiles import NONE, Tiles, box
from engines.game import Chosen
from engines.outlook import WON
from engines.players.thinking import LEVELS, Thought, think
from tests.engines.cubus_play import CUBUS, at, pile, tiles
from tests.engines.walks import Walk


def thought(position: CubusPosition, level: int, seat: int | None = None) -> Thought:
    return think(CUBUS, position, min(position.to_move) if seat is None else seat, level, "a text")


def built(position: CubusPosition, level: int) -> str:
    move = thought(position, level).move
    assert isinstance(move, Build | Bid)
    return write_pile(move.pile)


# What they see

SMALL = at(".2/11", ("LR", ""), stack="TTLLRR")
"""An obvious build makes a crate of two tiles; two crates of them are better."""
ANEW = at("31/11", ("T", ""), stack="TTLLRR")
"""Nothing can be put anywhere, and yet six points can be made of it."""


def test_the_lowest_level_sees_but_the_obvious() -> None:
    assert obvious_builds(SMALL.pile, SMALL.building_hand)
    assert built(SMALL, 1) != ".2/22"
    assert thought(ANEW, 1).move == CLAIM


def test_the_second_sees_two_changes_at_once() -> None:
    assert built(SMALL, 2) == ".2/22"


def test_the_third_lays_what_makes_most_points_and_the_fifth_keeps_tiles() -> None:
    most, kept = (SMALL.verdict(pile(built(SMALL, level))) for level in (3, 5))
    assert most.points == best_build(SMALL.pile, SMALL.building_hand).points
    assert most.laid.total > kept.laid.total


@pytest.mark.parametrize("level", LEVELS[2:])
def test_from_the_third_on_they_build_anew(level: int) -> None:
    assert built(ANEW, level) == "22/22"


@pytest.mark.parametrize("level", LEVELS)
def test_who_sees_a_build_knocks_and_shows_it(level: int) -> None:
    claimed = replace(ANEW, step=Step.WINDOW)
    if level < 3:
        assert thought(claimed, level).move == AGREE
        return
    assert thought(claimed, level).move == KNOCK
    assert built(claimed.play(1, KNOCK), level) == "22/22"


@pytest.mark.parametrize("level", LEVELS)
def test_a_true_claim_is_agreed_to(level: int) -> None:
    claimed = at("22/22", ("T", "LR"), stack="TT", step=Step.WINDOW)
    assert best_build(claimed.pile, claimed.building_hand).pile is None
    assert thought(claimed, level).move == AGREE
    assert thought(replace(claimed, step=Step.KNOCK, knocker=1), level).move == FAIL


@pytest.mark.parametrize("level", LEVELS)
def test_the_best_bid_is_made_that_is_seen(level: int) -> None:
    """All that is left over is one hand: the first level leaves what is better and not obvious."""
    left_over = at("1/1", ("TL", "LR"), step=Step.BID, ending="bid")
    best = best_build(left_over.pile, left_over.building_hand)
    made = left_over.verdict(pile(built(left_over, level))).points
    assert made == best.points if level > 2 else 0 < made <= best.points
    assert thought(at("22/22", ("", ""), step=Step.BID, ending="bid"), level).move == PASS


# What it is worth


def test_tiles_are_one_number() -> None:
    for lids, left, right in ((1, 2, 3), (16, 16, 16), (0, 0, 1), (12, 0, 5)):
        code = code_of(lids, left, right)
        assert counts_of(code) == (lids, left, right)
        assert TILES[code] == lids + left + right
        assert CRATES[code] == MOST_CRATES[lids][left][right]
    assert code_of_tiles(Tiles(1, 2, 3, 4)) == code_of(3, 3, 4)


@pytest.mark.parametrize("young", [False, True])
def test_the_most_that_tiles_can_make_is_what_the_solver_finds(young: bool) -> None:
    choose = random.Random(7)  # noqa: S311 - nobody plays for money here
    for _ in range(30):
        hand = Tiles(*(choose.randint(0, 5) for _ in range(4)))._replace(open=0)
        most = most_made(young=young)[code_of_tiles(ONE_CRATE.tiles.plus(hand))]
        alone = most_made(young=young)[code_of_tiles(ONE_CRATE.tiles)]
        assert most - alone == best_build(ONE_CRATE, hand, young=young).points


def worth_to(seat: int, position: CubusPosition) -> int:
    evaluation = Evaluation(position, next_up=1)
    return evaluation.worth(evaluation.stand(position), seat)


def test_points_and_tiles_in_hand_are_good_and_what_is_left_to_the_next_is_bad() -> None:
    even = at("22/22", ("LR", "LR"), stack="TTTLLLRRR")
    assert worth_to(0, replace(even, scores=(5, 0))) > worth_to(0, even)
    assert worth_to(0, at("22/22", ("LLR", "LR"), stack="TTTLLLRRR")) > worth_to(0, even)
    assert worth_to(0, at("22/21", ("LR", "LR"), stack="TTTLLLRRR")) < worth_to(0, even)
    assert worth_to(0, even) == pytest.approx(-worth_to(1, even), abs=1)


def test_it_may_be_better_to_be_poorest_at_the_end() -> None:
    """Eight crates, and tiles for four more: whoever has fewest points builds of all that is left over."""
    last = at("22/22", ("LL", "RR"), ending="poorest")
    ahead, behind = replace(last, scores=(8, 7)), replace(last, scores=(7, 8))
    assert best_build(last.pile, tiles("LLRR")).points == 8
    assert worth_to(0, behind) > worth_to(0, ahead)
    assert worth_to(0, at("22/22", ("LL", "RR"), ending="none")) == worth_to(0, last)


def test_the_odds_of_all_seats_together_are_certain() -> None:
    table = at("22/22", ("LR", "T", "", "L"), stack="TTTLLLRRR")
    odds = [(worth_to(seat, table) + WON) / (2 * WON) for seat in range(4)]
    assert sum(odds) == pytest.approx(1, abs=0.01)


# What they may be asked


@cache
def some_positions() -> tuple[CubusPosition, ...]:
    """Of matches by all rules, of two to six seats, also with seats that left; and the bids that end them."""
    found: list[CubusPosition] = []
    for seed in range(15):
        choose = random.Random(seed)  # noqa: S311 - as above
        options: dict[str, Chosen] = {
            setting.name: choose.choice(setting.values) for setting in CUBUS.settings
        }
        walk = Walk(CUBUS, options, 2 + seed % 5, seed, 5_000)
        positions = [position for position, who, _ in walk.steps(endless=True) if who >= 0]
        found += positions[seed % 9 :: 50]
        found += [position for position in positions if position.step is Step.BID][-2:]
    return tuple(found)


DEARER = {3: 2, 4: 2, 5: 3}
"""Of these positions one of so many is asked where a thought takes long."""


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_by_all_rules_and_at_every_table(level: int) -> None:
    asked = some_positions()[:: DEARER.get(level, 1)]
    assert {position.step for position in asked} == {
        Step.BUILD,
        Step.WINDOW,
        Step.KNOCK,
        Step.BID,
        Step.LOWER,
    }
    for position in asked:
        seat = max(position.to_move)
        assert position.play(seat, thought(position, level, seat).move)


LATE = ("1*11*11*11*1", "a*/1*", "1*1111111111*", "8*8*/8*8*", "5*1*/2*1*", "3*3/33/33/3*3*")
"""Open lids that stand in the way, and all tiles in one hand: the hardest that can be asked."""
MORE = 30_000
"""Piles that are changed, and plans that are weighed: there are no more."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", LATE)
def test_who_finds_no_end_stops_looking(text: str, level: int) -> None:
    """A thought may take a few hundred rows more than it has, never a few times as many."""
    hand = box(young=False).minus(pile(text).tiles)
    position = replace(at(text), hands=(hand, NONE), stack=NONE)
    found = thought(position, level)
    assert position.play(0, found.move)
    assert found.nodes <= SIGHTS[level].nodes + MORE
