"""Krabcek a second time, written from docs/rules/krabcek.md alone: slow, plain, and a judge of the engine.

A box is its place in half tiles, (down, across) from the top left corner, modulo the board; pieces are a dict
from the box's name to a side 'B' or 'W' and the letters of its single pieces. Nothing is imported from the
engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

Place = tuple[int, int]
Pieces = Mapping[str, tuple[str, str]]

OTHER = {"B": "W", "W": "B"}
CHOOSERS = "BWWBBWW"
GATES = {
    (2, 4): "G1",
    (4, 6): "G2",
    (6, 4): "G3",
    (4, 2): "G4",
    (0, 2): "G5",
    (2, 0): "G6",
    (0, 6): "G7",
    (6, 0): "G8",
}

MIDDLE: Place = (0, 0)
"""Of a tile: its parts are told by their distance from it, down and across, in half tiles."""
NW, N, E, S, W = (-1, -1), (-1, 0), (0, 1), (1, 0), (0, -1)
TOUCHING = {"A": [(NW, MIDDLE), (MIDDLE, W), (W, S), (S, E)], "B": [(NW, MIDDLE), (MIDDLE, N), (MIDDLE, W)]}
WIDTH = {"A": {MIDDLE: 1, N: 1, S: 1}, "B": {MIDDLE: 2, N: 3, S: 1}}
"""1 for Alleys, 2 for Streets, 3 for Avenues."""
NEEDS = {"S": 1, "M": 2, "G": 3}


def named(place: Place) -> str:
    down, across = place[0] % 8, place[1] % 8
    if (down, across) in GATES:
        return GATES[down, across]
    if down % 2 and across % 2:
        return "abcd"[across // 2] + "efgh"[down // 2]
    return f"{'efgh'[down // 2]}{across // 2}" if down % 2 else f"{'abcd'[across // 2]}{down // 2}"


def turned(part: Place, quarters: int) -> Place:
    """Clockwise, seen from above."""
    down, across = part
    for _ in range(quarters):
        down, across = across, -down
    return down, across


@dataclass(frozen=True)
class Paths:
    touching: Mapping[str, frozenset[str]]
    width: Mapping[str, int]


@cache
def paths(layout: str) -> Paths:
    touching: dict[str, set[str]] = {}
    width = dict.fromkeys(GATES.values(), 3)
    for i in range(16):
        kind, turn = layout[2 * i], int(layout[2 * i + 1])
        row, column = i // 4, i % 4
        quarters = 2 * turn + (1 if (row + column) % 2 == 0 else 0)

        def box(part: Place, row: int = row, column: int = column, quarters: int = quarters) -> str:
            down, across = turned(part, quarters)
            return named((2 * row + 1 + down, 2 * column + 1 + across))

        for one, other in TOUCHING[kind]:
            touching.setdefault(box(one), set()).add(box(other))
            touching.setdefault(box(other), set()).add(box(one))
        width |= {box(part): wide for part, wide in WIDTH[kind].items()}
    return Paths({name: frozenset(touching.get(name, ())) for name in width}, width)


@dataclass(frozen=True)
class State:
    layout: str
    owner: Mapping[str, str] = field(default_factory=dict)
    pieces: Pieces = field(default_factory=dict)
    turn: str = "B"
    step: str = "gate"
    throw: int | None = None
    quiet_moves: int = 0
    reason: str | None = None
    winner: str | None = None


def hand(state: State, side: str) -> dict[str, int]:
    out = "".join(letters for owner, letters in state.pieces.values() if owner == side)
    return {single: count - out.count(single) for single, count in (("S", 4), ("M", 2), ("G", 1))}


def need(letters: str) -> int:
    return max(NEEDS[letter] for letter in letters)


def fits(state: State, letters: str, box: str) -> bool:
    return paths(state.layout).width[box] >= need(letters)


def stacked(upper: str, lower: str) -> str | None:
    """What two pieces make: Skinnyboy on Middleman, Middleman on Bigboy, Little Stack on Bigboy, Skinnyboy on
    Big Stack."""
    return {("S", "M"): "MS", ("M", "G"): "GM", ("MS", "G"): "GMS", ("S", "GM"): "GMS"}.get((upper, lower))


def may_end(state: State, letters: str, box: str) -> bool:
    if box not in state.pieces:
        return True
    owner, there = state.pieces[box]
    return owner == state.turn and not box.startswith("G") and stacked(letters, there) is not None


def ends(state: State, letters: str, been: tuple[str, ...], steps: int) -> Iterator[str]:
    """Where somebody may end who has been on these boxes, the last of them now, and has so many to go."""
    if steps == 0:
        yield been[-1]
        return
    for box in paths(state.layout).touching[been[-1]]:
        if box in been or not fits(state, letters, box):
            continue
        if steps == 1 and may_end(state, letters, box):
            yield box
        elif steps > 1 and box not in state.pieces:
            yield from ends(state, letters, (*been, box), steps - 1)


def moves(state: State) -> set[str]:
    if state.reason:
        return set()
    if state.step == "gate":
        return {f"gate {name[1]}" for name in GATES.values() if name not in state.owner}
    if state.step == "start":
        return {f"start {black} {white}" for black in range(1, 7) for white in range(1, 7)}
    if state.step == "throw":
        return {f"throw {eyes}" for eyes in range(1, 7)}
    return set(entering(state)) | set(walking(state)) | set(flying(state)) | set(switching(state))


def own(state: State) -> list[tuple[str, str]]:
    return [(box, letters) for box, (owner, letters) in state.pieces.items() if owner == state.turn]


def entering(state: State) -> Iterator[str]:
    assert state.throw
    for single, left in hand(state, state.turn).items():
        for gate, owner in state.owner.items():
            if left and owner == state.turn and gate not in state.pieces:
                for end in ends(state, single, (gate,), state.throw - 1):
                    yield f"{single}@{end}"


def walking(state: State) -> Iterator[str]:
    assert state.throw
    for box, letters in own(state):
        for end in ends(state, letters, (box,), state.throw):
            yield f"{box}-{end}"


def flying(state: State) -> Iterator[str]:
    if state.throw != 5:
        return
    for box, _ in own(state):
        for gate, owner in state.owner.items():
            if box in state.owner and owner != state.owner[box] and gate not in state.pieces:
                yield f"{box}^{gate}"


def switching(state: State) -> Iterator[str]:
    for (box, letters), (other_box, other) in combinations(own(state), 2):
        if (
            state.throw == 6
            and letters != other
            and fits(state, letters, other_box)
            and fits(state, other, box)
        ):
            yield "~".join(sorted([box, other_box]))


def after(state: State, text: str) -> State:
    word, _, rest = text.partition(" ")
    if word == "gate":
        return _after_gate(state, f"G{rest}")
    if word == "start":
        black, white = map(int, rest.split())
        if black == white:
            return state
        return _thrown(replace(state, turn="B" if black < white else "W"), min(black, white))
    if word == "throw":
        return _thrown(state, int(rest))
    return _after_move(state, text)


def _after_gate(state: State, gate: str) -> State:
    owner = {**state.owner, gate: state.turn}
    if len(owner) < len(CHOOSERS):
        return replace(state, owner=owner, turn=CHOOSERS[len(owner)])
    (last,) = set(GATES.values()) - set(owner)
    return replace(state, owner={**owner, last: "B"}, turn="B", step="start")


def _thrown(state: State, eyes: int) -> State:
    state = replace(state, step="move", throw=eyes)
    return state if moves(state) else replace(state, reason="block", winner=OTHER[state.turn])


def _after_move(state: State, text: str) -> State:
    pieces, happened = dict(state.pieces), "@" in text
    if "~" in text:
        one, other = text.split("~")
        pieces[one], pieces[other] = pieces[other], pieces[one]
    else:
        start, end = text.replace("^", "-").replace("@", "-").split("-")
        letters = start if "@" in text else pieces.pop(start)[1]
        if end in pieces:
            made = stacked(letters, pieces[end][1])
            assert made
            letters, happened = made, True
        pieces[end] = (state.turn, letters)
    following = replace(
        state,
        pieces=pieces,
        turn=OTHER[state.turn],
        step="throw",
        throw=None,
        quiet_moves=0 if happened else state.quiet_moves + 1,
    )
    if "GMS" in [letters for _, letters in pieces.values()]:
        return replace(following, reason="krabcek", winner=state.turn)
    return replace(following, reason="quiet") if following.quiet_moves == 300 else following


def perft(state: State, depth: int) -> int:
    """How many lines of so many plies there are from here."""
    texts = moves(state)
    if depth == 1:
        return len(texts)
    return sum(perft(after(state, text), depth - 1) for text in texts)
