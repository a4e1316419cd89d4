"""A finished match looked at: the odds ply by ply, what luck and what moves did to them, and where it tipped.

What takes long is looking: at each ply once, and at the doubtful ones again. Whoever cannot wait does both
piece by piece, wherever they like, and puts them together in the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from engines.codes import Refusal
from engines.game import Game, Hint, P
from engines.moves import CHANCE, TABLE, Aborted, Leave, Move
from engines.players.looking import Better, Looker, Odds, shares
from engines.players.thinking import check_level
from engines.record import BadRecord, Ply

LEVEL: Final = 4
"""Whose odds a review tells, if nobody asks for others: they were fitted on matches."""
TURNING: Final = 3
"""Turns that are told."""
TIPS: Final = 0.03
"""A turn that changed the odds by less did not tip it."""
MISTAKE: Final = 0.05
"""Whoever gives away less has made no mistake."""
AGREED: Final = 0.03
"""So much must be given away in a deeper look, too."""
_LOOKED_AGAIN: Final = 8
"""Moves, at most, those that gave away most."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is seen of a ply."""

    odds: Odds
    """Before it."""
    given: float | None
    """What the move gave away of the odds of its seat; None where nobody had a choice."""
    points: tuple[int, int] | None = None
    """That it made, and of how many; None where the game says nothing of that."""


@dataclass(frozen=True, slots=True)
class Points:
    """Of a ply of which the game says how many were to be made, such as by the best build."""

    ply: int
    made: int
    most: int


@dataclass(frozen=True, slots=True)
class Turning:
    """A ply that changed much."""

    ply: int
    played: str
    better: str | None
    """None where chance did it, or no move is known to be better."""
    gives: float
    """Odds of its seat behind the better one, less those behind what was played: as the curve has both."""


@dataclass(frozen=True, slots=True)
class Review:
    level: int
    odds: tuple[Odds, ...]
    """At the start, and after each ply; at the end what it came to."""
    luck: tuple[float, ...]
    """By seat: what chance did to its odds."""
    skill: tuple[float, ...]
    """By seat: what all that was decided did to its odds, by itself or by others."""
    accuracy: tuple[float | None, ...]
    """By seat: a hundred, less the points of odds that its moves gave away, mean a decision."""
    turning: tuple[Turning, ...]
    points: tuple[Points, ...] = ()


class NothingToReview(Refusal):
    """Nobody knows yet what the match came to, or it came to nothing."""

    kind = "record"


def review(
    game: Game[P], options: Mapping[str, object], seats: int, record: Sequence[str], level: int = LEVEL
) -> Review:
    """Raises BadRecord, NothingToReview for a record without an end, and Unreadable for no level."""
    check_level(level)
    plies = plies_of(game, options, seats, record)
    gone = gone_before(plies)
    glances = [glance(game, ply, left, level) for ply, left in zip(plies, gone, strict=True)]
    again = {one: looked_again(game, plies[one], gone[one], level) for one in doubtful(glances)}
    return put_together(plies, glances, again, level)


def plies_of(game: Game[P], options: Mapping[str, object], seats: int, record: Sequence[str]) -> list[Ply[P]]:
    """Raises as above."""
    position = game.start(options, seats)
    plies: list[Ply[P]] = []
    for number, text in enumerate(record):
        try:
            plies.append(Ply.read(game, position, text))
            position = plies[-1].after
        except Refusal as refusal:
            raise BadRecord(number, text, refusal) from refusal
    if position.outcome is None:
        raise NothingToReview("no_end", plies=len(record))
    if isinstance(plies[-1].move, Aborted):
        raise NothingToReview("no_result", plies=len(record))
    return plies


def gone_before(plies: Sequence[Ply[Any]]) -> list[frozenset[int]]:
    """By ply: the seats that had left."""
    gone: frozenset[int] = frozenset()
    found = []
    for ply in plies:
        found.append(gone)
        gone |= {ply.move.seat} if isinstance(ply.move, Leave) else set()
    return found


# Looking


def glance(game: Game[P], ply: Ply[P], gone: Collection[int], level: int) -> Glance:
    """What it made of the points there were is said by the game: see `Position.hint`."""
    looker, points = Looker(game, level), points_of(ply, _seen(ply))
    if not had_a_choice(ply):
        return Glance(looker.odds(ply.before, gone), None, points)
    return Glance(*looker.before(ply.before, ply.who, ply.move, gone), points)


def _seen(ply: Ply[Any]) -> Hint | None:
    """What the game itself would have said."""
    return ply.before.hint(ply.who) if ply.decided and not ply.in_window else None


def points_of(ply: Ply[Any], hint: Hint | None) -> tuple[int, int] | None:
    """That it made, and of how many; None where the game says nothing of that."""
    most = hint.note.values.get("count") if hint else None
    if not isinstance(most, int):
        return None
    made = ply.after.totals()[ply.who] - ply.before.totals()[ply.who]
    return made, max(made, most)


def looked_again(game: Game[P], ply: Ply[P], gone: Collection[int], level: int) -> Better | None:
    """A better move, if a deeper look agrees that there is one, and the odds behind both say so, too."""
    better = Looker.deeper(game, level).better(ply.before, ply.who, ply.move)
    if better is None or better.gives < AGREED:
        return None
    looker, instead = Looker(game, level), ply.before.play(ply.who, move_of(game, ply, better.text))
    behind = [looker.odds(position, gone)[ply.who] for position in (instead, ply.after)]
    gives = behind[0] - behind[1]
    return replace(better, gives=gives) if gives >= AGREED else None


def doubtful(glances: Sequence[Glance]) -> list[int]:
    """Plies that look like mistakes: what chance brings is none."""
    given = [(glance.given or 0.0, number) for number, glance in enumerate(glances)]
    worst = sorted((pair for pair in given if pair[0] >= MISTAKE), reverse=True)
    return sorted(number for _, number in worst[:_LOOKED_AGAIN])


def had_a_choice(ply: Ply[Any]) -> bool:
    """Its seat could have played something else."""
    is_listed = ply.who >= 0 and ply.before.can_list_moves(ply.who)
    return ply.decided and not (is_listed and len(ply.before.legal_moves(ply.who)) == 1)


# Putting together


def put_together(
    plies: Sequence[Ply[Any]], glances: Sequence[Glance], again: Mapping[int, Better | None], level: int
) -> Review:
    outcome = plies[-1].after.outcome
    assert outcome is not None
    seats = range(len(outcome.scores))
    odds = [*(glance.odds for glance in glances), shares(outcome.winners, len(seats))]
    steps = [tuple(after[seat] - before[seat] for seat in seats) for before, after in pairwise(odds)]
    by_chance = [step for ply, step in zip(plies, steps, strict=True) if ply.who == CHANCE]
    decided = [step for ply, step in zip(plies, steps, strict=True) if ply.who != CHANCE]
    return Review(
        level,
        tuple(odds),
        luck=tuple(sum(step[seat] for step in by_chance) for seat in seats),
        skill=tuple(sum(step[seat] for step in decided) for seat in seats),
        accuracy=tuple(_accuracy(plies, glances, seat) for seat in seats),
        turning=tuple(_turning(plies, steps, again)),
        points=tuple(Points(ply, *one.points) for ply, one in enumerate(glances) if one.points),
    )


def _accuracy(plies: Sequence[Ply[Any]], glances: Sequence[Glance], seat: int) -> float | None:
    given = [
        glance.given
        for ply, glance in zip(plies, glances, strict=True)
        if ply.who == seat and glance.given is not None
    ]
    return 100 - 100 * sum(given) / len(given) if given else None


def _turning(
    plies: Sequence[Ply[Any]], steps: Sequence[tuple[float, ...]], again: Mapping[int, Better | None]
) -> list[Turning]:
    """Of each turn what tipped most; of these the greatest.

    What was played well, as far as is known, counts half: much of it is only seen once it is there.
    """
    found: dict[int, tuple[float, Turning]] = {}
    for number, (ply, turn) in enumerate(zip(plies, _turns(plies), strict=True)):
        if ply.who == TABLE:
            continue
        better = again.get(number)
        told = Turning(number, ply.text, better.text if better else None, better.gives if better else 0.0)
        change = max(map(abs, steps[number])) / (1 if ply.who == CHANCE else 2)
        tipped = max(change, told.gives)
        if tipped >= TIPS and tipped > (found[turn][0] if turn in found else 0.0):
            found[turn] = tipped, told
    greatest = sorted(found.values(), key=lambda pair: pair[0], reverse=True)[:TURNING]
    return sorted((turning for _, turning in greatest), key=lambda turning: turning.ply)


def _turns(plies: Sequence[Ply[Any]]) -> list[int]:
    """By ply: the number of its turn. Chance that falls before a move belongs to it."""
    turn, whose = 0, None
    found = []
    for ply in plies:
        if (ply.who == CHANCE and whose is not None) or (ply.who >= 0 and whose not in (None, ply.who)):
            turn, whose = turn + 1, None
        whose = ply.who if ply.who >= 0 else whose
        found.append(turn)
    return found


def evened(odds: Sequence[Odds], turns: Sequence[int]) -> list[tuple[float, Odds]]:
    """As they are drawn, each at how many plies: of a turn the mean of before and after it.

    Whose turn it is sees their own chances a little too well, or too badly, and next the others do. `turns`:
    after how many plies each was over. How it began and what it came to are as they are.
    """
    means: list[tuple[float, Odds]] = []
    for before, after in pairwise((0, *turns[:-1])):
        mean = tuple((one + other) / 2 for one, other in zip(odds[before], odds[after], strict=True))
        means.append(((before + after) / 2, mean))
    return [(0.0, odds[0]), *means, (float(len(odds) - 1), odds[-1])]


def move_of(game: Game[P], ply: Ply[P], text: str) -> Move:
    """What a better line of the record means in the place of the one that was played."""
    return Ply.read(game, ply.before, text).move
