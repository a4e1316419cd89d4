"""Random play for the laws: some way into a match of any game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hypothesis import strategies as st

from engines.chance import TextSource
from engines.choices import Choices, Complete, Partial
from engines.codes import IllegalMove
from engines.game import Chosen, Game, Position
from engines.moves import CHANCE, TABLE, Leave, Move
from tests.exploring import EXPLORING

MOST_PLIES = 160
"""As far as a walk of the laws goes; `endless` walks go to the end of the match."""
MATCHES = 64
"""Matches of a game that the laws walk into, each played once for all of them."""
_FIRST_SEED = random.SystemRandom().getrandbits(32) if EXPLORING else 1_987
_APART = 29
"""Matches between two walks: all are gone through before one comes again."""
NEAR = 12
"""Plies at the end of a walk that laws look at which take every ply."""
LEAVES_BY = 60
"""In half of the walks of more than two, somebody leaves before so many plies; of more than three, two do."""

Step = tuple[Any, int, Move]
"""A position on the way, who moves there, and how."""


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

    def steps(self, *, endless: bool = False) -> Iterator[Step]:
        """Every position on the way, with who moves there and how; the TABLE where a seat leaves."""
        yield from self._played(None) if endless else self._way

    @cached_property
    def _way(self) -> list[Step]:
        """It is asked for again and again, and played once."""
        return list(self._played(self.plies))

    def _played(self, most: int | None) -> Iterator[Step]:
        choose = random.Random(self.seed)  # noqa: S311 - nobody plays for money here
        play = quick_play(self.game.name)
        leaving = self._leaving()
        position, plies = self.start(), 0
        while position.to_move and (most is None or plies < most):
            who: int = TABLE
            move: Move | None = leaving.get(plies)
            if move is None:
                who = choose.choice(sorted(position.to_move))
                move = _any_move(position, who, choose, play)
            yield position, who, move
            position, plies = position.play(who, move), plies + 1

    def _leaving(self) -> dict[int, Leave]:
        """After how many plies which seat leaves: never so many that fewer than two go on."""
        choose = random.Random(f"{self.seed} leaves")  # noqa: S311 - as above; it changes no other choice
        if self.seats == 2 or choose.random() < 1 / 2:
            return {}
        gone = choose.sample(range(self.seats), choose.randint(1, min(2, self.seats - 2)))
        plies = choose.sample(range(LEAVES_BY), len(gone))
        return {ply: Leave(seat) for ply, seat in zip(plies, gone, strict=True)}

    def left(self) -> set[int]:
        """The seats that left on the way."""
        return {move.seat for _, _, move in self.steps() if isinstance(move, Leave)}

    def near(self) -> list[Step]:
        """The last steps of the way that were not the table's."""
        return [step for step in self.steps() if step[1] != TABLE][-NEAR:]

    def end(self) -> Position:
        steps = list(self.steps())
        return _behind(steps[-1]) if steps else self.start()


class SharedWalk(Walk):
    """One of the matches that all laws walk into, some way."""

    def __init__(self, game: Game[Any], number: int, plies: int) -> None:
        match = _match(game, _FIRST_SEED + number)
        super().__init__(game, match.walk.options, match.walk.seats, match.walk.seed, plies)

    def steps(self, *, endless: bool = False) -> Iterator[Step]:
        match = _match(self.game, self.seed)
        yield from match.all_steps() if endless else match.steps[: self.plies]

    def end(self) -> Position:
        match = _match(self.game, self.seed)
        position: Position = match.positions[min(self.plies, len(match.steps))]
        return position


class _Match:
    """A match that was played once: its first steps, and the positions before and behind them."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        choose = random.Random(seed)  # noqa: S311 - as in the walks
        options = {setting.name: choose.choice(setting.values) for setting in game.settings}
        self.walk = Walk(game, options, choose.randint(*game.seats), seed, MOST_PLIES)
        self.steps = list(self.walk.steps())
        self.positions: list[Position] = [position for position, _, _ in self.steps]
        self.positions.append(_behind(self.steps[-1]))

    def all_steps(self) -> Iterator[Step]:
        return self.walk.steps(endless=True)


@cache
def _match(game: Game[Any], seed: int) -> _Match:
    return _Match(game, seed)


def _behind(step: Step) -> Position:
    before, who, move = step
    after: Position = before.play(who, move)
    return after


QuickPlay = Callable[[Any, random.Random], Move]


@cache
def quick_play(game: str) -> QuickPlay | None:
    """Where a game's moves cannot be listed: `any_build` of tests/engines/<game>_play.py, if there is one.

    Many times quicker than composing; that composing works is a law of its own.
    """
    name = f"tests.engines.{game}_play"
    found: QuickPlay | None = import_module(name).any_build if find_spec(name) else None
    return found


def _any_move(position: Position, who: int, choose: random.Random, play: QuickPlay | None) -> Move:
    """One of the moves; where there is too much to list, what chance brings or what can be composed."""
    if position.can_list_moves(who):
        return choose.choice(position.legal_moves(who))
    if who == CHANCE:
        return position.draw_chance(TextSource(str(choose.random())))
    return play(position, choose) if play else any_composed(position, who, choose)


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
    """A place, the first answer about it given a few times or never, perhaps with another one."""
    first = position.choices(seat)
    assert isinstance(first, Choices)
    partial: Partial = (choose.choice(first.options).key,)
    further = _about(position, seat, partial)
    partial += further[:1] * choose.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6))
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


def some_walks(game: Game[Any], count: int) -> Iterator[Walk]:
    """The shortest first: from the start of a match to as far as a walk goes, each into another match."""
    for place in range(count):
        yield SharedWalk(game, _APART * place % MATCHES, MOST_PLIES * place // (count - 1))


@st.composite
def walks(draw: st.DrawFn, game: Game[Any]) -> Walk:
    return SharedWalk(game, draw(st.integers(0, MATCHES - 1)), draw(st.integers(0, MOST_PLIES)))


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
