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


# The move: a fighter, where it ends, and over which square where there are two ways


def _move(position: KriskrasState, partial: Partial) -> Choices | Complete:
    walks = _walks(position)
    if not walks and not partial:
        return Complete(LAPSE)
    match partial:
        case ():
            return Choices("fighter", _fighters(position, walks), steps=_steps(walks))
        case (fighter,):
            own = [walk for walk in walks if SQUARES[walk.source] == fighter]
            if own:
                return _end_of(position, own, fighter)
        case (fighter, way, *squares) if way == _RED_FIRST:
            return _die_by_die(position, walks, (fighter, *squares))
        case (fighter, end, *knee) if end.startswith(_END):
            ways = [walk for walk in walks if (SQUARES[walk.source], _end(walk)) == (fighter, end)]
            return _way(position, ways, (fighter, end), knee)
        case _:
            return _die_by_die(position, walks, partial)
    raise _no_choice(partial)


_END: Final = "-"
"""Before a square where a fighter ends; a square alone is where red takes it."""
_RED_FIRST: Final = "red"


def _walks(position: KriskrasState) -> list[Walk | Retreat]:
    return [move for move in position.legal_moves(position.seat) if isinstance(move, Walk | Retreat)]


def _end(walk: Walk | Retreat) -> str:
    stays = f" {_STAY}" if isinstance(walk, Retreat) else ""
    return f"{_END}{SQUARES[walk.target]}{stays}"


def _steps(walks: Sequence[Walk | Retreat]) -> int:
    ends = [(walk.source, _end(walk)) for walk in walks]
    return 2 if len(ends) == len(set(ends)) else 3


def _fighters(position: KriskrasState, walks: Sequence[Walk | Retreat]) -> tuple[Option, ...]:
    keys = sorted({SQUARES[walk.source] for walk in walks}, key=reading_order)
    return tuple(
        Option(key, (key,), _hints(position, [walk for walk in walks if SQUARES[walk.source] == key]))
        for key in keys
    )


def _end_of(position: KriskrasState, walks: Sequence[Walk | Retreat], fighter: str) -> Choices:
    ends = _ends(position, walks)
    aside = (Option(_RED_FIRST, notes=(Note("red_first"),)),) if len(ends) > 1 else ()
    return Choices("end", ends, aside, step=2, steps=_steps(walks), chosen=(fighter,))


def _ends(position: KriskrasState, walks: Sequence[Walk | Retreat]) -> tuple[Option, ...]:
    """Each square once: what is done there is the same by all ways."""
    by_end = {_end(walk): walk for walk in walks}
    read = sorted(by_end.values(), key=_read_by_end)
    return tuple(Option(_end(walk), (SQUARES[walk.target],), _said_of_end(position, walk)) for walk in read)


def _read_by_end(walk: Walk | Retreat) -> tuple[object, ...]:
    """A fighter may end on a square of its own zone by green, too, or stay there."""
    return (*reading_order(SQUARES[walk.target]), isinstance(walk, Retreat))


def _said_of_end(position: KriskrasState, walk: Walk | Retreat) -> tuple[Note, ...]:
    stays = (Note("stays"),) if isinstance(walk, Retreat) else ()
    return (*stays, *_effects(position, walk), *_prospects(position, walk))


def _way(
    position: KriskrasState, ways: Sequence[Walk | Retreat], chosen: Partial, knee: Sequence[str]
) -> Choices | Complete:
    """All ways lead to the same; the record tells which one was gone."""
    by_knee = {SQUARES[way.knee]: way for way in ways if isinstance(way, Walk)}
    if len(ways) == 1 and not knee:
        return _whole(position, ways[0])
    if len(ways) > 1 and not knee:
        places = (chosen[0], chosen[1].removeprefix(_END))
        return Choices("way", _plain(by_knee), step=3, steps=3, chosen=places)
    if len(ways) > 1 and len(knee) == 1 and knee[0] in by_knee:
        return _whole(position, by_knee[knee[0]])
    raise _no_choice((*chosen, *knee))


def _whole(position: KriskrasState, walk: Walk | Retreat) -> Complete:
    return Complete(walk, warning(position, position.seat, walk))


# Die by die, for who likes to see it, and as old composers ask: where red takes it, where green does


def _die_by_die(
    position: KriskrasState, walks: Sequence[Walk | Retreat], partial: Partial
) -> Choices | Complete:
    chosen = len(partial)
    open_walks = [walk for walk in walks if _path(walk)[:chosen] == partial]
    if not open_walks:
        raise _no_choice(partial)
    if chosen == 1:
        return Choices("red", _reds(position, open_walks), step=2, steps=3, chosen=partial)
    if chosen == 3 or (len(open_walks) == 1 and isinstance(open_walks[0], Retreat)):
        return _whole(position, open_walks[0])
    stay = (Option(_STAY, (partial[1],), (Note("stay"),)),) if _may_stay(open_walks) else ()
    greens = sorted((walk for walk in open_walks if isinstance(walk, Walk)), key=_read_by_end)
    options = tuple(
        Option(SQUARES[walk.target], (SQUARES[walk.target],), _said_of_end(position, walk)) for walk in greens
    )
    return Choices("green", options, stay, step=3, steps=3, chosen=partial)


def _reds(position: KriskrasState, walks: Sequence[Walk | Retreat]) -> tuple[Option, ...]:
    keys = sorted({_path(walk)[1] for walk in walks}, key=reading_order)
    return tuple(
        Option(key, (key,), _may(position, [walk for walk in walks if _path(walk)[1] == key])) for key in keys
    )


def _path(walk: Walk | Retreat) -> Partial:
    if isinstance(walk, Retreat):
        return SQUARES[walk.source], SQUARES[walk.target], _STAY
    return SQUARES[walk.source], SQUARES[walk.knee], SQUARES[walk.target]


def _may_stay(walks: Sequence[Walk | Retreat]) -> bool:
    return any(isinstance(walk, Retreat) for walk in walks)


def _hints(position: KriskrasState, walks: Sequence[Walk | Retreat]) -> tuple[Note, ...]:
    """What kind of fighter it is, and what it may do."""
    source = walks[0].source
    kind = Note(KINDS[position.fighters.kind_on(source)])
    danger = (Note("in_danger"),) if position.fighters.in_danger(position.turn) & BIT[source] else ()
    return (kind, *danger, *_may(position, walks))


def _may(position: KriskrasState, walks: Sequence[Walk | Retreat]) -> tuple[Note, ...]:
    """What one of them may lead to."""
    effects = {note.code.partition("_")[0] for walk in walks for note in _effects(position, walk)}
    retreat = (Note("can_retreat"),) if _may_stay(walks) else ()
    return (*(Note(code) for cause, code in _MAY if cause in effects), *retreat)


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
