"""What is said of a Kris-kras position, and how a move is put together step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engines.choices import Choices, Complete, Option, Partial
from engines.codes import IllegalMove, Note
from engines.kriskras.board import BIT, BLACK, INDEX, KINDS, SQUARES, WHITE, ZONES, names_of, set_of
from engines.kriskras.moves import KEEP, LAPSE, Keep, Lapse, Retreat, Step, Swap, Throw, Walk
from engines.kriskras.state import KriskrasState
from engines.moves import Lot, Move
from engines.squares import reading_order

_KEEP: Final = "keep"
_STAY: Final = "stay"


def choices(position: KriskrasState, seat: int, partial: Partial = ()) -> Choices | Complete:
    position.check_turn(seat)
    match position.step:
        case Step.EXCHANGE:
            return _exchange(position, partial)
        case Step.MOVE:
            return _move(position, partial)
    raise IllegalMove(f"step_{position.step}")


# The exchange: the square to return on, then two soldiers where there is a choice


def _exchange(position: KriskrasState, partial: Partial) -> Choices | Complete:
    squares = names_of(position.fighters.free_in_zone(position.turn))
    soldiers = names_of(position.swappable())
    steps = 1 if len(soldiers) == 2 else 3
    match partial:
        case ():
            must = position.must_exchange(position.turn)
            aside = () if must else (Option(_KEEP, notes=(Note("keep"),)),)
            return Choices("rescue" if must else "exchange", _plain(squares), aside, steps=steps)
        case (key,) if key == _KEEP and not position.must_exchange(position.turn):
            return Complete(KEEP, warning(position, position.seat, KEEP))
        case (square,) if square in squares and steps == 1:
            return _swap(square, soldiers)
        case (square,) if square in squares:
            return Choices("first_soldier", _plain(soldiers), step=2, steps=3, chosen=partial)
        case (square, one) if square in squares and one in soldiers and steps == 3:
            others = [name for name in soldiers if name != one]
            return Choices("second_soldier", _plain(others), step=3, steps=3, chosen=partial)
        case (square, one, other) if square in squares and one != other and {one, other} <= set(soldiers):
            return _swap(square, (one, other))
    raise _no_choice(partial)


def _swap(square: str, soldiers: Iterable[str]) -> Complete:
    return Complete(Swap(INDEX[square], set_of(soldiers)))


def _plain(names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(name, (name,)) for name in sorted(names, key=reading_order))


# The move: a fighter, where red takes it, where green takes it


def _move(position: KriskrasState, partial: Partial) -> Choices | Complete:
    """A path through the three steps is what the written move says, or `stay` for the third square."""
    walks = _walks(position)
    if not walks and not partial:
        return Complete(LAPSE)
    chosen = len(partial)
    open_walks = [walk for walk in walks if _path(walk)[:chosen] == partial]
    if not open_walks:
        raise _no_choice(partial)
    only = open_walks[0]
    if chosen == 3 or (chosen == 2 and open_walks == [only] and isinstance(only, Retreat)):
        return Complete(only, warning(position, position.seat, only))
    ask = ("fighter", "red", "green")[chosen]
    options = _options(position, open_walks, chosen)
    return Choices(ask, options, _stay(open_walks, chosen), step=chosen + 1, steps=3, chosen=partial)


def _walks(position: KriskrasState) -> list[Walk | Retreat]:
    return [move for move in position.legal_moves(position.seat) if isinstance(move, Walk | Retreat)]


def _path(walk: Walk | Retreat) -> Partial:
    if isinstance(walk, Retreat):
        return SQUARES[walk.source], SQUARES[walk.target], _STAY
    return SQUARES[walk.source], SQUARES[walk.knee], SQUARES[walk.target]


def _options(position: KriskrasState, walks: Sequence[Walk | Retreat], chosen: int) -> tuple[Option, ...]:
    keys = sorted({_path(walk)[chosen] for walk in walks} - {_STAY}, key=reading_order)
    return tuple(
        Option(key, (key,), _hints(position, [walk for walk in walks if _path(walk)[chosen] == key], chosen))
        for key in keys
    )


def _stay(walks: Sequence[Walk | Retreat], chosen: int) -> tuple[Option, ...]:
    """The answer beside the green squares: the fighter stays in its own zone."""
    return tuple(
        Option(_STAY, (SQUARES[walk.target],), (Note("stay"),))
        for walk in walks
        if chosen == 2 and isinstance(walk, Retreat)
    )


def _hints(position: KriskrasState, walks: Sequence[Walk | Retreat], chosen: int) -> tuple[Note, ...]:
    """What an option does, or what it may still lead to."""
    if chosen == 2:
        return (*_effects(position, walks[0]), *_prospects(position, walks[0]))
    found = []
    if chosen == 0:
        source = walks[0].source
        found.append(Note(KINDS[position.fighters.kind_on(source)]))
        if position.fighters.in_danger(position.turn) & BIT[source]:
            found.append(Note("in_danger"))
    effects = {note.code.partition("_")[0] for walk in walks for note in _effects(position, walk)}
    found += [Note(code) for cause, code in _MAY if cause in effects]
    if any(isinstance(walk, Retreat) for walk in walks):
        found.append(Note("can_retreat"))
    return tuple(found)


_MAY: Final = (("captures", "can_capture"), ("arrives", "can_arrive"))


def _effects(position: KriskrasState, walk: Walk | Retreat) -> tuple[Note, ...]:
    """What happens on the square where a walk ends."""
    if BIT[walk.target] & ZONES[1 - position.turn]:
        return (Note("arrives", {"square": SQUARES[walk.target]}),)
    if BIT[walk.target] & position.fighters.of(1 - position.turn):
        kind = KINDS[position.fighters.kind_on(walk.target)]
        return (Note(f"captures_{kind}", {"square": SQUARES[walk.target]}),)
    return ()


def _prospects(position: KriskrasState, walk: Walk | Retreat) -> tuple[Note, ...]:
    """What a walk leads to."""
    after = position.play(position.seat, walk)
    if after.outcome:
        return (Note("wins"),) if position.seat in after.outcome.winners else ()
    if after.fighters.in_danger(position.turn) & BIT[walk.target]:
        return (Note("in_danger"),)
    return ()


def _no_choice(partial: Partial) -> IllegalMove:
    return IllegalMove("no_choice", choice=" ".join(partial)[:40])


# What is said of a move


def warning(position: KriskrasState, who: int, move: Move) -> Note | None:
    """A move that ends the match without winning it."""
    if not isinstance(move, Keep | Walk | Retreat):
        return None
    outcome = position.play(who, move).outcome
    if outcome is None or who in outcome.winners:
        return None
    own, other = (outcome.scores[seat] for seat in (who, 1 - who))
    return Note("ends_match", {"own": own, "other": other})


def notes(position: KriskrasState, who: int, move: Move) -> tuple[Note, ...]:  # noqa: ARG001 - only one can have played it
    match move:
        case Lot(seat):
            return (Note("lot" if position.first is None else "sides_swapped", {"seat": seat}),)
        case Throw(red, green):
            return (Note("throw", {"seat": position.seat, "red": red, "green": green}),)
        case Swap(square, soldiers):
            return (Note("swapped", {"square": SQUARES[square], "soldiers": names_of(soldiers)}),)
        case Keep():
            return (Note("kept"),)
        case Walk(source, knee, target):
            squares = {"source": SQUARES[source], "knee": SQUARES[knee], "target": SQUARES[target]}
            return (Note("walked", squares), *_effects(position, move))
        case Retreat(source, target):
            return (Note("retreated", {"source": SQUARES[source], "target": SQUARES[target]}),)
        case Lapse():
            red, green = position.dice or (0, 0)
            return (Note("lapsed", {"red": red, "green": green}),)
    return ()


# The position in words


def summary(position: KriskrasState) -> tuple[Note, ...]:
    found = [Note("points", {"white": position.score(WHITE), "black": position.score(BLACK)})]
    if position.dice and not position.outcome:
        found.append(Note("dice", {"red": position.dice[0], "green": position.dice[1]}))
    for side, code in ((WHITE, "white"), (BLACK, "black")):
        found += _said_of(position, side, code)
    danger = position.fighters.in_danger(WHITE) | position.fighters.in_danger(BLACK)
    if danger and not position.outcome:
        found.append(Note("in_danger", {"squares": names_of(danger)}))
    return tuple(found)


def _said_of(position: KriskrasState, side: int, code: str) -> list[Note]:
    fighters, home = position.fighters, ZONES[1 - side]
    sets = {
        "musketeers": fighters.musketeers[side] & ~home,
        "soldiers": fighters.soldiers[side] & ~home,
        "musketeers_home": fighters.musketeers[side] & home,
        "soldiers_home": fighters.soldiers[side] & home,
    }
    found = [
        Note(f"{code}_{what}", {"squares": names_of(squares)}) for what, squares in sets.items() if squares
    ]
    lost = position.lost(side)
    if any(lost):
        found.append(Note(f"{code}_lost", {"musketeers": lost.musketeers, "soldiers": lost.soldiers}))
    if position.gone(side):
        found.append(Note(f"{code}_gone", {"count": position.gone(side)}))
    return found
