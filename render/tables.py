"""The tables to choose: other colours under the same drawings.

A table says what becomes of the colours by role, in `assets/tables.toml`; strong contrast is a rule for all
colours instead (`render/contrast.py`). Between the roles a colour goes along with those it is mixed of, and
what is a game's own stays what it is: its pieces, its dice, its red.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from math import dist
from typing import Any, Final, NamedTuple

from render.contrast import recoloured, seen_on
from render.palette import Palette
from render.theme import (
    BEECH,
    FRAME_LIGHT,
    GROOVE,
    INK,
    IVORY,
    MAPLE,
    OAK,
    PAPER,
    PETROL,
    PETROL_HIGH,
    ROLES,
    RUSSET,
    SOCKET,
    WALNUT,
    Colour,
    colour,
    mix,
)
from render.wood import WOOD

USUAL: Final = "walnut"
"""As everything is drawn."""
CONTRAST: Final = "contrast"

_ROLES: Final[Mapping[str, Colour]] = {
    "ink": INK,
    "groove": GROOVE,
    "socket": SOCKET,
    "paper": PAPER,
    "ivory": IVORY,
    "maple": MAPLE,
    "beech": BEECH,
    "petrol": PETROL,
    "petrol_high": PETROL_HIGH,
}
_OF_BOXES: Final = (*WALNUT, FRAME_LIGHT)
_OF_FIELDS: Final = (*WALNUT, OAK, RUSSET)
_BESIDE_ALL: Final = (INK, PAPER, IVORY)
"""What a thing of any colour is lined with, lies on, or has a mark in."""
_READ: Final = 3.5
"""Contrast of letters with the wood they stand on, where the table names no colour for them."""
_SHARES: Final = (0.25, 0.5, 0.75)
_REACH: Final = 36.0
"""Farther from all roles than this, in steps of a channel, a colour hardly goes along."""
_NEARNESS: Final = 6
"""How much more the near ones count than the far ones."""


Colours = Collection[Colour]
Recolour = Callable[[Colour], Colour]


class Moved(NamedTuple):
    """A colour, and how far it moves in each channel."""

    colour: Colour
    by: tuple[float, float, float]


class _Table:
    """What becomes of colours: those by role as the table has them."""

    def __init__(self, written: Mapping[str, Any]) -> None:
        self._roles = {each: colour(written[name]) for name, each in _ROLES.items() if name in written}
        self._field = dict(zip(_OF_FIELDS, map(colour, written["field"]), strict=True))
        self._wood = dict(zip(_OF_BOXES, map(colour, written["wood"]), strict=True))
        self._stained = dict(
            zip(_OF_BOXES, map(colour, written.get("stained", written["wood"])), strict=True)
        )
        self._letters = colour(written["letters"])

    def things(self, own: Colours, laid: Colours) -> Recolour:
        """Of what lies in the box. A game's `own` colours stay, but for those that are `laid`."""
        field = {each: new for each, new in self._field.items() if each in laid}
        return _recolour(self._roles | field, own, laid)

    def cards(self, own: Colours) -> Recolour:
        """Of cards. What is their `own` stays."""
        return _recolour(self._roles | self._stained, own, ())

    def on_wood(self, each: Colour) -> Colour:
        """Wood as it is here; what is written on it so that it can be read."""
        if each == MAPLE:
            return self._letters
        found = self._wood.get(each) or self._roles.get(each)
        return found or seen_on(self._wood[WALNUT[0]], each, _READ)


class _Strong(_Table):
    """Strong contrast: one rule for all colours."""

    def __init__(self) -> None: ...

    def things(self, own: Colours, laid: Colours) -> Recolour:  # noqa: ARG002 - it makes no difference
        return recoloured

    def cards(self, own: Colours) -> Recolour:  # noqa: ARG002 - nor this
        return recoloured

    def on_wood(self, each: Colour) -> Colour:
        return recoloured(each)


_WRITTEN: Final = tomllib.loads((files("render") / "assets" / "tables.toml").read_text(encoding="utf-8"))
_TABLES: Final[Mapping[str, _Table]] = {
    **{name: _Table(written) for name, written in _WRITTEN.items()},
    CONTRAST: _Strong(),
}
TABLES: Final = (USUAL, *_TABLES)
"""By the names under which they are chosen; by any other name it is the usual one."""


@cache
def coloured(each: Colour, table: str, own: tuple[Colour, ...] = ()) -> Colour:
    """A colour of a card in this table; those that are its own stay, but for strong contrast."""
    return _of_cards(table, own)(each)


@cache
def _of_cards(table: str, own: tuple[Colour, ...]) -> Recolour:
    return _TABLES[table].cards(own) if table in _TABLES else _as_it_is


@cache
def on_wood(each: Colour, table: str) -> Colour:
    """A colour of the wood of a box, or of what is written there."""
    return _TABLES[table].on_wood(each) if table in _TABLES else each


def palette_in(table: str, palette: Palette, recolour: Recolour) -> Sequence[Colour]:
    """What the colours of the palette are in this table, where those of things are recoloured so."""
    grown = (mix(on_wood(one, table), on_wood(other, table), share) for one, other, share in WOOD)
    return (*map(recolour, palette.things), *grown)


def things(table: str, own: Colours, laid: Colours) -> Recolour:
    """What becomes of the colours of a game. Its `own` stay, but for those that are `laid`: of the board."""
    return _TABLES[table].things(own, laid) if table in _TABLES else _as_it_is


def _as_it_is(each: Colour) -> Colour:
    return each


# Colours that are no role


def _recolour(moving: Mapping[Colour, Colour], own: Colours, laid: Colours) -> Recolour:
    """With what is known to move, and to stay; and whatever is mixed of that."""
    resting = {*ROLES, *own}.difference(moving, laid)
    known = {**moving, **{each: each for each in resting}, **{each: _as_mixed(each, moving) for each in laid}}
    anchors = list(_anchors(moving, resting))
    return lambda each: known.get(each) or _along(each, anchors)


def _anchors(moving: Mapping[Colour, Colour], resting: Colours) -> Iterator[Moved]:
    """The roles, what stays, and what the edges of drawings are mixed of: a role, and anything else."""
    known = {**{each: each for each in resting}, **moving}
    for each, new in known.items():
        yield _moved(each, new)
    pairs = (*combinations(moving, 2), *product(resting, _BESIDE_ALL))
    for one, other in pairs:
        for share in _SHARES:
            yield _moved(mix(one, other, share), mix(known[one], known.get(other, other), share))


def _moved(each: Colour, new: Colour) -> Moved:
    red, green, blue = (float(after - before) for before, after in zip(each, new, strict=True))
    return Moved(each, (red, green, blue))


def _along(each: Colour, anchors: Iterable[Moved]) -> Colour:
    """With those it lies among; what lies far from all of them stays."""
    weight, red, green, blue = _REACH**-_NEARNESS, 0.0, 0.0, 0.0
    for anchor, by in anchors:
        near = max(0.5, dist(each, anchor)) ** -_NEARNESS
        weight += near
        red, green, blue = red + near * by[0], green + near * by[1], blue + near * by[2]
    return _shifted(each, (red / weight, green / weight, blue / weight))


def _as_mixed(each: Colour, moving: Mapping[Colour, Colour]) -> Colour:
    """As the mix of two roles that it is, or nearly is."""
    if each in moving:
        return moving[each]
    one, other, share = min(
        ((one, other, _share(each, one, other)) for one, other in combinations(moving, 2)),
        key=lambda found: dist(each, mix(*found)),
    )
    return mix(moving[one], moving[other], share)


def _share(each: Colour, one: Colour, other: Colour) -> float:
    """Of the other colour, where the line from one to the other passes nearest."""
    way = [b - a for a, b in zip(one, other, strict=True)]
    ahead = sum(step * (part - start) for step, part, start in zip(way, each, one, strict=True))
    return min(1.0, max(0.0, ahead / sum(step * step for step in way)))


def _shifted(each: Colour, by: tuple[float, float, float]) -> Colour:
    red, green, blue = (min(255, max(0, round(part + step))) for part, step in zip(each, by, strict=True))
    return red, green, blue
