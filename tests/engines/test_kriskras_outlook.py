"""How Kris-kras looks to computer players: what is found at once is what one would find step by step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.kriskras import Kriskras
from engines.kriskras.board import BLACK, SQUARES, WHITE
from engines.kriskras.moves import THROWS, Retreat, Step, Walk
from engines.kriskras.outlook import KriskrasOutlook, Node
from engines.kriskras.pairs import ASIDE, NOTHING, WIDE, hits
from engines.kriskras.position import KriskrasPosition
from engines.kriskras.prospect import Prospect, move_of, score_of
from engines.outlook import LOST, OVER, WON
from engines.players.thinking import LEVELS, think
from tests.engines.walks import Walk as Match

KRISKRAS = Kriskras()
NEARLY_HOME = (
    "MM7m7/7M9/m7s8/17/17/17/17/17/17/17/17/17/17/17/17/17/17 W move dice=1,1 quiet=0 stirred=0"
    " exchanges=0,0 first=-"
)


def positions(seed: int) -> Iterator[KriskrasPosition]:
    for position, _, _ in Match(KRISKRAS, {}, 2, seed, 400).steps():
        if position.step is Step.MOVE:
            yield position


def score_after(outlook: KriskrasOutlook, node: Node, move: Walk | Retreat) -> int | None:
    """What the side that moved has now, added up from the start; None where the match is over."""
    after = outlook.after(node, move)
    if outlook.who(after) == OVER:
        return None
    return Prospect((*after[2:4], *after[:2], node.turn), WIDE).score


@pytest.mark.parametrize("seed", range(3))
def test_what_a_walk_changes_is_what_adding_up_anew_finds(seed: int) -> None:
    outlook, compared = KriskrasOutlook(5), 0
    for position in list(positions(seed))[::7]:
        node = outlook.node(position, position.seat)
        for place, codes in enumerate(Prospect(node[:5], WIDE).walks()):
            thrown = outlook.after(node._replace(step=Step.THROW), THROWS[place])
            for code in codes[:4]:
                move = move_of(code)
                if isinstance(move, Walk | Retreat):
                    after = outlook.after(thrown, move)
                    fewer = after.own_musketeers.bit_count() < node.other_musketeers.bit_count()
                    anew = score_after(outlook, thrown, move)
                    if anew is not None and not fewer:
                        assert abs(anew - score_of(code)) <= 2
                        compared += 1
    assert compared > 500


@pytest.mark.parametrize("seed", range(3))
def test_all_throws_at_once_bring_the_walks_of_each(seed: int) -> None:
    for position in list(positions(seed))[::5]:
        sides = KriskrasOutlook(5).node(position, position.seat)[:5]
        for throw, codes in zip(THROWS, Prospect(sides, WIDE).walks(), strict=True):
            walks = position.fighters.walks(position.turn, (throw.red, throw.green))
            assert len(codes) == max(len(walks), 1)
            assert {move_of(code) for code in codes} == set(walks) or not walks


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_musketeer_goes_home_when_it_can(level: int) -> None:
    position = KRISKRAS.read_position(NEARLY_HOME)
    thought = think(KRISKRAS, position, WHITE, level, "any")
    after = position.play(WHITE, thought.move)
    assert after.outcome
    assert after.outcome.winners == (WHITE,)
    assert thought.odds > 0.99


def test_what_a_level_sees_coming_grows_with_it() -> None:
    square = SQUARES.index("i9")
    for kind in range(2):
        for side in (WHITE, BLACK):
            nothing, aside, wide = (hits(side, kind, square, sight) for sight in (NOTHING, ASIDE, WIDE))
            assert not nothing
            assert set(aside) < set(wide)
            assert all(aside[target] <= wide[target] for target in aside)


def test_a_soldier_straight_ahead_is_hit_by_whoever_goes_back_and_forth() -> None:
    """From i9 back by red one, two or three and forward by green: no throw hits the next square otherwise."""
    throws = hits(WHITE, 1, SQUARES.index("i9"), WIDE)[SQUARES.index("i10")]
    assert throws == sum(6 - red for red in range(1, 6))


def test_worth_is_seen_from_both_sides() -> None:
    outlook = KriskrasOutlook(5)
    for position in list(positions(4))[::9]:
        node = outlook.node(position, position.seat)
        for me in (0, 1):
            worth = outlook.glance(node, me)
            assert LOST <= worth <= WON
            assert worth == -outlook.glance(node, 1 - me)
