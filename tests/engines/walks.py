"""Random play for the laws: some way into a match of any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from engines.chance import TextSource
from engines.game import CHANCE, Choices, Chosen, Complete, Game, Move, Partial, Position

MOST_PLIES = 160
"""As far as a walk of the laws goes; `endless` walks go to the end of the match."""


@dataclass(frozen=True)
class Walk:
    """A match by its settings and the seed of its random moves: small to print, the same every time."""

    game: Game
    options: dict[str, Chosen]
    seats: int
    seed: int
    plies: int

    def start(self) -> Position:
        return self.game.start(self.options, self.seats)

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
    """One of the moves; what chance brings, where there is too much to list."""
    if who == CHANCE and not position.can_list_moves(who):
        return position.draw_chance(TextSource(str(choose.random())))
    return choose.choice(position.legal_moves(who))


@st.composite
def walks(draw: st.DrawFn, game: Game) -> Walk:
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
