"""How the seats of Cubus stand while the pile is built: points, and what tiles in hand may still bring.

What lies in a hand is nobody else's: a tile there is worth more than the point that it costs to lay it. What
could be built at once is worth most to whoever is next. The numbers come from a regression over matches of
these players among themselves.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from engines.cubus.builds import CRATE_POINTS
from engines.cubus.most_crates import MOST_CRATES
from engines.cubus.pile import Pile
from engines.cubus.state import CubusState
from engines.cubus.tiles import LETTERS, ONE, Tiles
from engines.outlook import WON

Code = int
"""Tiles as one number, lids of both kinds together: what lies apart is put together by adding these."""
Plan = tuple[Code, int]
"""The tiles and the crates of a pile."""

_SIDE: Final = len(MOST_CRATES)
"""One more than there are tiles of a kind."""
_KINDS: Final[tuple[Code, ...]] = (_SIDE * _SIDE, _SIDE, 1)
"""A lid, a left side, a right side."""
CRATES: Final = tuple(crates for by_left in MOST_CRATES for by_right in by_left for crates in by_right)
"""By code: the most crates that these tiles show."""

_FULL: Final = 22.5
"""Draws of each of two seats, before the first."""
_NEXT: Final = ((500, 3_700), (5_900, -8_500))
_LATER: Final = ((0, 3_100), (7_700, -6_700))
"""Thousandths for a point that could be made at once, and for a tile in hand, by whoever is next and by the
others: with no draws to come, and how much more with all of them."""
_TURN: Final = -1_600
"""To be next, besides."""
_LEFT_OVER: Final = 600
"""For a point that could be made of what is left over at the end."""
_SPREAD: Final = (3_500, 9_000)
_BLIND: Final = (5_000, 20_000)
"""How far apart results lie, in the same way, which makes log odds of them; and how much more for who counts
on all that may come, and not on points alone."""
_DECIDED: Final = 20
"""Log odds beyond which only points count, so many thousandths as one and never more than the rest."""
_FINE: Final = 50
_REST: Final = 4_000

# Powers of e in whole numbers, the same on every machine: 2**12 parts are one, 2**8 of them a step
_ONE: Final = 1 << 40
_STEPS: Final = tuple(
    int(_ONE * (Decimal(step) / 16).exp()) for step in range(-16 * _DECIDED, 16 * _DECIDED + 1)
)
_PARTS: Final = tuple(int(_ONE * (Decimal(part) / 4_096).exp()) for part in range(256))


def code_of(lids: int, left: int, right: int) -> Code:
    return (lids * _SIDE + left) * _SIDE + right


def code_of_tiles(tiles: Tiles) -> Code:
    return code_of(tiles.lids + tiles.open, tiles.left, tiles.right)


def counts_of(code: Code) -> tuple[int, int, int]:
    """Lids, left sides, right sides."""
    rest, right = divmod(code, _SIDE)
    lids, left = divmod(rest, _SIDE)
    return lids, left, right


TILES: Final = tuple(sum(counts_of(code)) for code in range(len(CRATES)))
"""By code: how many they are."""


def plan_of(pile: Pile) -> Plan:
    return code_of_tiles(pile.tiles), pile.crates


def weights(*, young: bool) -> tuple[int, int]:
    """The points of a crate, and what a tile takes away."""
    return (1, 0) if young else (CRATE_POINTS, 1)


@cache
def most_made(*, young: bool) -> tuple[int, ...]:
    """By code: the most points that a pile of such tiles can have brought, if some are left over."""
    crate, tile = weights(young=young)
    best: list[int] = []
    for code, crates in enumerate(CRATES):
        fewer = (best[code - kind] for kind, count in zip(_KINDS, counts_of(code), strict=True) if count)
        best.append(max((crate * crates - tile * TILES[code], *fewer)))
    return tuple(best)


class Stand(NamedTuple):
    """What the chances of the seats hang on, between two turns."""

    table: Code
    made: int
    """Points that the pile has brought, from the first crate on."""
    hands: tuple[Code, ...]
    points: tuple[int, ...]


class Evaluation:
    """Of what one turn may come to: the stack, the seats and who is next are the same.

    Of what may come later, somebody counts so many parts of a hundred.
    """

    def __init__(self, position: CubusState, next_up: int, care: int = 100) -> None:
        young = position.rules.young
        self._most = most_made(young=young)
        self._crate, self._tile = weights(young=young)
        self._playing = position.playing
        self._next_up = next_up
        self._draws = [
            (left, code_of_tiles(ONE[letter]))
            for letter, left in zip(LETTERS, position.stack, strict=True)
            if left
        ]
        self._stack = position.stack.total
        share = self._stack / len(self._playing) / _FULL
        self._next, self._later = (
            tuple(_mixed(numbers, share) * care // 100 for numbers in kind) for kind in (_NEXT, _LATER)
        )
        self._turn = _TURN * care // 100
        self._spread = _mixed(_SPREAD, share) + _mixed(_BLIND, share) * care // 100
        self._helps_poorest = position.rules.ending == "poorest" and not self._stack

    def stand(self, position: CubusState) -> Stand:
        plan = plan_of(position.pile)
        return Stand(plan[0], self.made(*plan), tuple(map(code_of_tiles, position.hands)), position.totals())

    def made(self, table: Code, crates: int) -> int:
        return self._crate * crates - self._tile * TILES[table]

    def built(self, stand: Stand, plan: Plan, *, owner: int, builder: int) -> Stand:
        """After a build with the tiles of one, for the points of another or the same."""
        table, made = plan[0], self.made(*plan)
        hands, points = list(stand.hands), list(stand.points)
        hands[owner] += stand.table - table
        points[builder] += made - stand.made
        return Stand(table, made, tuple(hands), tuple(points))

    def worth(self, stand: Stand, me: int) -> int:
        """To me."""
        mine = self._prospect(stand, me)
        leads = [mine - self._prospect(stand, seat) for seat in self._playing if seat != me]
        return _worth(leads, self._spread)

    def _prospect(self, stand: Stand, seat: int) -> int:
        """What a seat may end with."""
        own = stand.table + stand.hands[seat]
        if seat == self._next_up:
            (reach, tile), turn = self._next, self._turn
            within = self._drawn(own, stand.made)
        else:
            (reach, tile), turn = self._later, 0
            within = 1_000 * max(0, self._most[own] - stand.made)
        found = 1_000 * stand.points[seat] + turn + reach * within // 1_000 + tile * TILES[stand.hands[seat]]
        return found + self._left_over(stand, seat) if self._helps_poorest else found

    def _left_over(self, stand: Stand, seat: int) -> int:
        """What the poorest seat may build of all tiles at the end."""
        if stand.points[seat] > min(stand.points[other] for other in self._playing):
            return 0
        return _LEFT_OVER * max(0, self._most[stand.table + sum(stand.hands)] - stand.made)

    def _drawn(self, own: Code, made: int) -> int:
        """Thousandths of points that a seat could make once it has drawn, on the average."""
        most = self._most
        if not self._stack:
            return 1_000 * max(0, most[own] - made)
        return (
            1_000 * sum(left * max(0, most[own + tile] - made) for left, tile in self._draws) // self._stack
        )


def worth_of_demolition(position: CubusState, me: int) -> int:
    """What is still to be freed is shared by all."""
    totals = position.totals()
    leads = [1_000 * (totals[me] - totals[seat]) for seat in position.playing if seat != me]
    return _worth(leads, 500 + 60 * position.pile.tiles.total)


def _worth(leads: list[int], spread: int) -> int:
    """Of whoever is so far ahead of each of the others: what it leads by counts where all is decided, too."""
    against = sum(_power(int(-4_096 * lead / spread)) for lead in leads)
    rest = max(-_REST, min(_REST, int(min(leads) / _FINE)))
    return (WON - 2 * _REST) * (_ONE - against) // (_ONE + against) + rest


def _power(parts: int) -> int:
    """Of e, as a part of the whole."""
    most = 4_096 * _DECIDED
    step, part = divmod(max(-most, min(parts, most)), 256)
    return _STEPS[step + 16 * _DECIDED] * _PARTS[part] // _ONE


def _mixed(numbers: tuple[int, int], share: float) -> int:
    return round(numbers[0] + numbers[1] * share)
