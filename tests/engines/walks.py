"""Random play for the laws: some way into a match of any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from engines.chance import TextSource
from engines.cubus.position import CubusPosition
from engines.game import CHANCE, Choices, Chosen, Complete, Game, IllegalMove, Move, Partial, Position
from tests.engines.cubus_play import any_build

MOST_PLIES = 160
"""As far as a walk of the laws goes; `endless` walks go to the end of the match."""


@dataclass(frozen=True)
class Walk:
    """A match by its settings and the seed of its random moves: small to print, the same every time."""

    game: Game[Any]
    options: dict[str, Chosen]
    seats: int
    seed: int
    plies: int

    def start(self) -> Position:
        position: Position = self.game.start(self.options, self.seats)
        return position

    def steps(self, *, endless: bool = False) -> Iterator[tuple[Position, int, Move]]:
        """Every position on the way, with who moves there and how."""
        choose = random.Random(self.seed)  # noqa: S311 - nobody plays for money here
        position, plies = self.start(), 0
        while position.to_move and (endless or plies < self.plies):
            who = choose.choice(sorted(position.to_move))
            move = _any_move(position, who, choose)
            yield position, who, move
            position, plies = position.play(who, move), plies + 1

    def end(self) -> Position:
        position = self.start()
        for before, who, move in self.steps():
            position = before.play(who, move)
        return position


def _any_move(position: Position, who: int, choose: random.Random) -> Move:
    """One of the moves; where there is too much to list, what chance brings or what can be composed."""
    if position.can_list_moves(who):
        return choose.choice(position.legal_moves(who))
    if who == CHANCE:
        return position.draw_chance(TextSource(str(choose.random())))
    if isinstance(position, CubusPosition):  # many times quicker; that composing works is a law of its own
        return any_build(position, choose)
    return any_composed(position, who, choose)


MOST_ATTEMPTS = 5000
ATTEMPTS = 40
"""Partials that are tried before a seat does what needs no composing, if it may."""


def any_composed(position: Position, seat: int, choose: random.Random) -> Move:
    """Where moves cannot be listed."""
    end = position.choices(seat, any_way(position, seat, choose))
    assert isinstance(end, Complete)
    return end.move


def any_way(position: Position, seat: int, choose: random.Random) -> Partial:
    """A place, a few answers about it, and then what completes the move."""
    at_once = completions(position, seat, ())
    for attempt in range(MOST_ATTEMPTS):
        if at_once and attempt == ATTEMPTS:
            return choose.choice(at_once)
        partial = any_short_partial(position, seat, choose)
        ways = [way for way in completions(position, seat, partial) if way[-1:] not in at_once]
        if ways:
            return choose.choice(ways)
    raise AssertionError("nothing can be composed")


def any_short_partial(position: Position, seat: int, choose: random.Random) -> Partial:
    """A place, the first answer about it given once or a few times, perhaps with another one."""
    first = position.choices(seat)
    assert isinstance(first, Choices)
    partial: Partial = (choose.choice(first.options).key,)
    further = _about(position, seat, partial)
    partial += further[:1] * choose.choice((1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7))
    if choose.random() < 2 / 3:
        return partial
    try:
        return (*partial, choose.choice(_about(position, seat, partial)))
    except IllegalMove:
        return partial


def _about(position: Position, seat: int, partial: Partial) -> Partial:
    """What can be answered now about the place that was chosen."""
    step = position.choices(seat, partial)
    assert isinstance(step, Choices)
    return tuple(option.key for option in step.aside if option.places == step.chosen)


def completions(position: Position, seat: int, partial: Partial) -> list[Partial]:
    """What one more answer beside the options makes a move; nothing if the partial leads nowhere."""
    try:
        step = position.choices(seat, partial)
    except IllegalMove:
        return []
    if isinstance(step, Complete):
        return [partial]
    ways = ((*partial, option.key) for option in step.aside)
    return [way for way in ways if isinstance(position.choices(seat, way), Complete)]


@st.composite
def walks(draw: st.DrawFn, game: Game[Any]) -> Walk:
    options = {setting.name: draw(st.sampled_from(setting.values)) for setting in game.settings}
    return Walk(
        game=game,
        options=options,
        seats=draw(st.integers(*game.seats)),
        seed=draw(st.integers(0, 2**32)),
        plies=draw(st.integers(0, MOST_PLIES)),
    )


def composed(position: Position, seat: int, partial: Partial = ()) -> Iterator[Complete]:
    """What every way through the choices ends in."""
    step = position.choices(seat, partial)
    if isinstance(step, Complete):
        yield step
        return
    for key in keys(step):
        yield from composed(position, seat, (*partial, key))


def keys(step: Choices) -> Iterator[str]:
    """Every answer to the question of a step."""
    yield from (option.key for option in step.aside)
    named = [option.key for option in step.options]
    if not step.several:
        yield from named
        return
    for chosen in range(1, 2 ** len(named)):
        yield "+".join(key for place, key in enumerate(named) if chosen >> place & 1)
