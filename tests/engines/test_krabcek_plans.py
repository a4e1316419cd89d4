"""What a side of Krabcek still needs for its tower, as computer players see it."""

from __future__ import annotations

import pytest

from engines.krabcek import Krabcek, evaluation
from engines.krabcek.distances import Distances, distances_in
from engines.krabcek.evaluation import Judge, judge_in
from engines.krabcek.labyrinth import BIT, GATE_SET, STREET, boxes_of
from engines.krabcek.pieces import Force
from engines.krabcek.plans import IN_HAND, ON_AVENUE, ON_GATE, STACKED, Plan, Plans
from tests.engines.walks import Walk

LAYOUT = "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0"
OWN_GATES = 0b0111_1000
OTHER_GATES = GATE_SET & ~OWN_GATES


def _distances() -> Distances:
    return distances_in(LAYOUT)


def _avenues() -> list[int]:
    return [BIT[box] for box in boxes_of(_distances().avenues)]


def _street_to(avenue: int) -> int:
    """Where a Middleman steps onto an avenue from, where that is one box only."""
    found = _distances().approaches[avenue.bit_length() - 1] & _distances().wide
    assert found.bit_count() == 1
    return found


def _lonely_avenue() -> int:
    return next(
        avenue
        for avenue in _avenues()
        if (_distances().approaches[avenue.bit_length() - 1] & _distances().wide).bit_count() == 1
    )


def _force(skinny: int = 0, middle: int = 0, big: int = 0, little: int = 0, stack: int = 0) -> Force:
    return skinny, middle, big, little, stack, 0


def _plan(force: Force, others: int = 0) -> Plan:
    return Plans(_distances())[force, OWN_GATES, others]


def test_a_tower_has_four_stages_and_each_is_nearer() -> None:
    avenue = _lonely_avenue()
    plans = [
        _plan(_force()),
        _plan(_force(big=BIT[3])),
        _plan(_force(big=avenue)),
        _plan(_force(stack=avenue)),
    ]
    assert [plan.stage for plan in plans] == [IN_HAND, ON_GATE, ON_AVENUE, STACKED]
    throws = [plan.throws for plan in plans]
    assert throws == sorted(throws, reverse=True)
    assert throws[0] > throws[1] > throws[2] > throws[3]


def test_who_waits_on_an_avenue_saves_the_bigboy_throws() -> None:
    waiting = _plan(_force(skinny=_lonely_avenue(), big=BIT[3]))
    assert waiting.throws < _plan(_force(big=BIT[3])).throws


def test_others_on_the_only_street_bar_a_middleman_but_not_one_who_stands_there() -> None:
    avenue = _lonely_avenue()
    street = _street_to(avenue)
    open_way = _plan(_force(big=avenue, middle=BIT[3]))
    assert _plan(_force(big=avenue, middle=BIT[3]), street).throws > open_way.throws
    beside = _force(big=avenue, middle=street)
    assert _plan(beside).throws < open_way.throws


def test_a_barred_tower_may_change_to_another_avenue() -> None:
    avenue = _lonely_avenue()
    other = next(each for each in _avenues() if each != avenue)
    force = _force(skinny=other, big=avenue)
    assert not _plan(_force(big=avenue)).is_elsewhere
    assert _plan(force, _distances().approaches[avenue.bit_length() - 1]).is_elsewhere


def test_a_middleman_flies_where_it_cannot_walk() -> None:
    distances = _distances()
    target = _lonely_avenue().bit_length() - 1
    rates = distances.rates(STREET, target, OWN_GATES, 0)
    (near,) = (gate for gate in boxes_of(GATE_SET) if rates[gate] == max(rates[:8]))
    assert all(rates[gate] > 0 for gate in boxes_of(GATE_SET))
    grounded = distances.rates(STREET, target, OWN_GATES, GATE_SET & ~BIT[near])
    assert sum(rate > 0 for rate in grounded[:8]) < sum(rate > 0 for rate in rates[:8])


def test_who_has_moved_likes_to_bar_the_other_tower() -> None:
    avenue = _lonely_avenue()
    theirs = _force(big=avenue, middle=BIT[0])
    judge = Judge(_distances())
    elsewhere = next(each for each in _avenues() if each != avenue)
    barring = judge.worth(_force(skinny=_street_to(avenue)), OWN_GATES, theirs, OTHER_GATES)
    idle = judge.worth(_force(skinny=elsewhere), OWN_GATES, theirs, OTHER_GATES)
    assert barring > idle


def test_what_earlier_thoughts_have_found_changes_no_later_one_and_is_forgotten_when_it_is_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in (3, 4):
        for position, _, _ in list(Walk(Krabcek(), {}, 2, seed, 60).steps())[10::4]:
            layout, forces = position.maze.layout, position.standing.forces
            for gates in ((OWN_GATES, OTHER_GATES), (0, GATE_SET)):
                asked = forces[0], gates[0], forces[1], gates[1]
                assert judge_in(layout).worth(*asked) == Judge(distances_in(layout)).worth(*asked)
    assert judge_in(LAYOUT) is judge_in(LAYOUT)
    monkeypatch.setattr(evaluation, "_MOST_KEPT", -1)
    assert judge_in(LAYOUT) is not judge_in(LAYOUT)
