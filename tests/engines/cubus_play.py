"""Quick random play of Cubus, whose builds cannot be listed."""

from __future__ import annotations

import random

from engines.cubus.builds import obvious_builds
from engines.cubus.moves import CLAIM, FAIL, PASS, Bid, Build
from engines.cubus.pile import write_pile
from engines.cubus.position import CubusPosition, Step
from engines.game import Move

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
