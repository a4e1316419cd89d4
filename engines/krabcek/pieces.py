"""The pieces of both sides: which are on the board and where, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.krabcek.labyrinth import ALLEY, AVENUE, BIT, BOXES, GATE_SET, STREET, boxes_of

BLACK: Final = 0
WHITE: Final = 1
SIDES: Final = ("black", "white")

SKINNYBOY: Final = 0
MIDDLEMAN: Final = 1
BIGBOY: Final = 2
LITTLE_STACK: Final = 3
BIG_STACK: Final = 4
KRABCEK: Final = 5
KINDS: Final = ("S", "M", "G", "MS", "GM", "GMS")
"""As they are written, by kind."""
KIND_CODES: Final = ("skinnyboy", "middleman", "bigboy", "little_stack", "big_stack", "krabcek")
IN_THE_SET: Final = (4, 2, 1)
"""Skinnyboys, Middlemen and Bigboys a side."""
SINGLE: Final = range(len(IN_THE_SET))
"""The kinds that are brought on."""
WIDTH: Final = (ALLEY, STREET, AVENUE, STREET, AVENUE, AVENUE)
"""By kind: the narrowest box it fits into. A stack needs what the piece at its bottom needs."""
ON_TOP: Final = {
    (SKINNYBOY, MIDDLEMAN): LITTLE_STACK,
    (MIDDLEMAN, BIGBOY): BIG_STACK,
    (LITTLE_STACK, BIGBOY): KRABCEK,
    (SKINNYBOY, BIG_STACK): KRABCEK,
}
"""What a piece makes that lands on a bigger one."""
BIGGER: Final = tuple(tuple(lower for upper, lower in ON_TOP if upper == kind) for kind in range(len(KINDS)))
"""By kind: those it may land on."""
Force = tuple[int, ...]
"""By kind, the boxes where a side has it, as a set."""
_NOBODY: Final[Force] = (0,) * len(KINDS)


@dataclass(frozen=True, slots=True)
class Pieces:
    forces: tuple[Force, Force] = (_NOBODY, _NOBODY)
    """Of Black and of White."""

    def of(self, side: int) -> int:
        """The boxes where a side stands."""
        skinnyboys, middlemen, bigboys, little, big, towers = self.forces[side]
        return skinnyboys | middlemen | bigboys | little | big | towers

    @property
    def everybody(self) -> int:
        return self.of(BLACK) | self.of(WHITE)

    def on(self, box: int) -> tuple[int, int] | None:
        """Side and kind of who stands on a box."""
        for side, force in enumerate(self.forces):
            for kind, boxes in enumerate(force):
                if boxes & BIT[box]:
                    return side, kind
        return None

    def hand(self, side: int) -> tuple[int, ...]:
        """How many of each single piece are not on the board yet."""
        return hand_of(self.forces[side])

    def bases(self, side: int, kind: int) -> int:
        """The boxes where such a piece may land on an own one: never a gate."""
        force, found = self.forces[side], 0
        for lower in BIGGER[kind]:
            found |= force[lower]
        return found & ~GATE_SET

    # What becomes of them

    def entered(self, side: int, kind: int, target: int) -> Pieces:
        force = list(self.forces[side])
        _land(force, kind, BIT[target])
        return self._with(side, force)

    def moved(self, side: int, kind: int, source: int, target: int) -> Pieces:
        """A piece stands elsewhere, or on top of another."""
        force = list(self.forces[side])
        force[kind] ^= BIT[source]
        _land(force, kind, BIT[target])
        return self._with(side, force)

    def switched(self, side: int, one: int, other: int) -> Pieces:
        both = BIT[one] | BIT[other]
        return self._with(
            side,
            [
                boxes ^ both if (boxes & both) in (BIT[one], BIT[other]) else boxes
                for boxes in self.forces[side]
            ],
        )

    def _with(self, side: int, force: list[int]) -> Pieces:
        changed = tuple(force)
        return Pieces((changed, self.forces[WHITE]) if side == BLACK else (self.forces[BLACK], changed))

    # For those who look

    def by_name(self) -> dict[str, tuple[int, str]]:
        """Box to side and kind as written, by kind, then by box."""
        return {
            BOXES[box]: (side, KINDS[kind])
            for side, force in enumerate(self.forces)
            for kind, boxes in enumerate(force)
            for box in boxes_of(boxes)
        }


def hand_of(force: Force) -> tuple[int, ...]:
    """How many of each single piece a side has not on the board yet."""
    skinny, middle, big, little, big_stack, tower = (boxes.bit_count() for boxes in force)
    skinnies, middlemen, bigboys = IN_THE_SET
    return (
        skinnies - skinny - little - tower,
        middlemen - middle - little - big_stack - tower,
        bigboys - big - big_stack - tower,
    )


def _land(force: list[int], kind: int, target: int) -> None:
    """Puts a piece on a box; who stands there of its own side is under it from now on."""
    for lower in BIGGER[kind]:
        if force[lower] & target:
            force[lower] ^= target
            force[ON_TOP[kind, lower]] |= target
            return
    force[kind] |= target
