"""Positions of Cubus in few words, quick play as its builds cannot be listed, and keys of its editor."""

from __future__ import annotations

import random
from dataclasses import replace

from engines.cubus import Cubus
from engines.cubus.builds import obvious_builds
from engines.cubus.moves import CLAIM, FAIL, PASS, Bid, Build, Step
from engines.cubus.pile import NAMES, Pile, read_pile, write_pile
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import edits_of, sketch_of
from engines.cubus.tiles import Tiles
from engines.moves import Move
from engines.record import play_text

CUBUS = Cubus()


def pile(text: str) -> Pile:
    found = read_pile(text)
    assert found is not None, text
    return found


def tiles(letters: str) -> Tiles:
    return Tiles(*(letters.count(letter) for letter in "TOLR"))


def at(
    text: str,
    hands: tuple[str, ...] = ("", ""),
    *,
    stack: str = "",
    step: Step = Step.BUILD,
    **options: object,
) -> CubusPosition:
    """A position of which only the pile and the hands matter."""
    start = CUBUS.start(options, len(hands))
    return replace(
        start,
        pile=pile(text),
        hands=tuple(map(tiles, hands)),
        stack=tiles(stack),
        step=step,
        round=3,
        begins=0,
        builder=0,
    )


def said(position: CubusPosition, *texts: str) -> CubusPosition:
    for text in texts:
        after = play_text(CUBUS, position, text)
        assert isinstance(after, CubusPosition)
        position = after
    return position


OVERLOOKED = 0.2
"""How often a seat does not build although it could."""


def any_build(position: CubusPosition, choose: random.Random) -> Move:
    """An obvious build, if there is one and the seat sees it."""
    hand, young = position.building_hand, position.rules.young
    builds = sorted(obvious_builds(position.pile, hand, young=young), key=write_pile)
    is_bound = position.step is Step.BUILD and position.rules.claims == "guarded"
    if builds and (is_bound or choose.random() >= OVERLOOKED):
        pile = choose.choice(builds)
        return Bid(pile) if position.step is Step.BID else Build(pile)
    return {Step.KNOCK: FAIL, Step.BID: PASS}.get(position.step, CLAIM)


def further(
    position: CubusPosition, keys: tuple[str, ...], key: str, name: str, changes: list[str]
) -> list[str]:
    """What is still to be changed about a column when it was chosen by this key."""
    if key == name:
        return changes
    stands = sketch_of(position.pile, edits_of((*keys, key)).made).heights[NAMES[name]]
    wanted = changes.count(f"+{name}")
    rest = [edit for edit in changes if edit != f"+{name}"]
    sign = "+" if wanted > stands else "-"
    return [f"{sign}{name}"] * abs(wanted - stands) + rest
