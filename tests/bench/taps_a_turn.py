"""How many taps a turn takes in the composer, by the shortest way: from [Move] to [Play], both counted.

    python tests/bench/taps_a_turn.py

A button is one tap, a menu two, and one more for each further line that is chosen in it. Counted are the
turns of the recorded matches of the tests, and of matches of computer players of levels 1 to 3. A turn of
several plies is one turn: a capture and a move of Knopen. What is answered by a word under the board is none.

Cubus: builds of the solver, as in `taps_cubus.py`.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.ui.composing import answers, drafts
from bot.ui.composing.drafts import Asked, Draft
from engines import GAMES
from engines.chance import TextSource
from engines.choices import Choices, Complete
from engines.game import Game, Position
from engines.moves import CHANCE, Move
from engines.players.thinking import think
from engines.record import Ply, is_mid_turn
from render.scene import PAGE
from tests.bench import taps_cubus

RENDER = Path(__file__).parents[1] / "render"
LISTED = ("knopen", "krabcek", "kriskras")
LEVELS = ((1, 2), (3, 2), (2, 3), (3, 3))
"""Of the two sides of each match."""
MOST_PLIES = 400
BARS = {"knopen": 4, "krabcek": 4, "kriskras": 4, "cubus": 6}


def recorded(game: Game[Any]) -> tuple[Ply[Any], ...]:
    head, *texts = (RENDER / f"{game.name}_match.txt").read_text("ascii").splitlines()
    position, plies = game.start({}, int(head.split()[1])), list[Ply[Any]]()
    for text in texts:
        plies.append(Ply.read(game, position, text))
        position = plies[-1].after
    return tuple(plies)


def played(game: Game[Any], levels: Sequence[int], name: str) -> tuple[Ply[Any], ...]:
    position, plies = game.start({}, len(levels)), list[Ply[Any]]()
    while position.outcome is None and len(plies) < MOST_PLIES:
        text = f"{name}/{len(plies)}"
        forced = position.forced()
        if CHANCE in position.to_move:
            who, move = CHANCE, position.draw_chance(TextSource(text))
        elif forced:
            who, move = forced
        else:
            who = min(position.to_move)
            move = think(game, position, who, levels[who], text).move
        plies.append(Ply.of(game, position, who, move))
        position = plies[-1].after
    return tuple(plies)


def turns(plies: Sequence[Ply[Any]]) -> Iterator[list[Ply[Any]]]:
    """What a seat decided on in each of its turns."""
    turn: list[Ply[Any]] = []
    for number, ply in enumerate(plies):
        if not ply.decided or ply.before.answers_in_a_word(ply.who):
            continue
        if turn and not is_mid_turn(plies[:number], ply.before):
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


def taps(position: Position, seat: int, move: Move, *, looks: bool, draft: Draft) -> int | None:
    """Behind what was chosen so far; None where that does not lead to the move."""
    asked = drafts.ask(position, seat, draft)
    if isinstance(asked.step, Complete):
        return _confirmed(asked, asked.step, looks=looks) if asked.step.move == move else None
    below = bool(asked.draft.partial) + (not position.can_list_moves(seat))
    counts = []
    for key, cost in _answers(asked.step, below):
        further = taps(position, seat, move, looks=looks, draft=asked.draft.plus(key))
        if further is not None:
            counts.append(cost + further)
    return min(counts, default=None)


def _confirmed(asked: Asked, whole: Complete, *, looks: bool) -> int:
    return int(looks or bool(whole.warning or asked.forced))


def _answers(step: Choices, below: int) -> Iterator[tuple[str, int]]:
    """Every answer, with its taps."""
    yield from ((option.key, 1) for option in step.aside)
    named = [option.key for option in step.options]
    if step.several:
        for count in range(1, len(named) + 1):
            yield from (("+".join(some), 1 + count) for some in combinations(named, count))
        return
    in_menu = answers.is_menu(step, len(step.aside) + below)
    yield from ((key, 2 + place // PAGE if in_menu else 1) for place, key in enumerate(named))


def counted(game: Game[Any], *, looks: bool) -> list[int]:
    matches = [recorded(game)]
    matches += [played(game, levels, f"taps {number}") for number, levels in enumerate(LEVELS)]
    counts = []
    for turn in (turn for match in matches for turn in turns(match)):
        found = [taps(ply.before, ply.who, ply.move, looks=looks, draft=Draft(1, 0)) for ply in turn]
        counts.append(1 + sum(each for each in found if each is not None))
    return counts


def tell(name: str, counts: Sequence[int], bar: int) -> bool:
    median = statistics.median(counts)
    told = f"least {min(counts)}, median {median:g}, most {max(counts)}; bar {bar}"
    print(f"{name:<28}{len(counts):>5} turns: {told}")  # noqa: T201
    return median <= bar


def main() -> int:
    kept = []
    for name in LISTED:
        for looks in (True, False):
            how = "looked at first" if looks else "played at once"
            kept.append(tell(f"{name}, {how}", counted(GAMES[name], looks=looks), BARS[name] - (not looks)))
    kept.append(tell("cubus, builds of the solver", taps_cubus.counted(), BARS["cubus"]))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
