"""Knopen a second time, written from docs/rules/knopen.md alone: slow, plain, and a judge of the engine.

Stones are a dict from (column, row), both from 1, to 'R' or 'B'. Nothing is imported from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

Square = tuple[int, int]
Stones = Mapping[Square, str]

HOLES = """
3 2 4 4 1 3 3 2 4 3
4 2 3 3 2 4 1 4 2 2
2 4 1 4 3 4 2 1 3 4
3 1 2 1 4 2 1 4 3 4
3 4 4 2 3 3 4 3 2 1
1 2 3 4 3 3 2 4 4 3
4 3 4 1 2 4 1 2 1 3
4 3 1 2 4 3 4 1 4 2
2 2 4 1 4 2 3 3 2 4
3 4 2 3 3 1 4 4 2 3
"""
HOLES_AT = {
    (column, 10 - line): int(holes)
    for line, row in enumerate(HOLES.split("\n")[1:-1])
    for column, holes in enumerate(row.split(), start=1)
}
OTHER = {"R": "B", "B": "R"}
COMPASS = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if (across, up) != (0, 0)]
AROUND = {(column, row): {(column + across, row + up) for across, up in COMPASS} for column, row in HOLES_AT}


@dataclass(frozen=True)
class State:
    stones: Stones
    turn: str = "R"
    step: str = "move"
    taken_by_red: int = 0
    taken_by_blue: int = 0
    quiet_turns: int = 0
    passes: int = 0
    stone_left: bool = False
    target: int = 10
    reason: str | None = None
    winner: str | None = None

    def taken(self, colour: str) -> int:
        return self.taken_by_red if colour == "R" else self.taken_by_blue


def start(target: int = 10) -> State:
    ring = [(column, 9) for column in range(2, 10)]
    ring += [(9, row) for row in range(8, 1, -1)]
    ring += [(column, 2) for column in range(8, 1, -1)]
    ring += [(2, row) for row in range(3, 9)]
    return State({square: "RB"[place % 2] for place, square in enumerate(ring)}, target=target)


def name(square: Square) -> str:
    return "abcdefghij"[square[0] - 1] + str(square[1])


def square_named(text: str) -> Square:
    return "abcdefghij".index(text[0]) + 1, int(text[1:])


def groups(stones: Stones, colour: str) -> list[set[Square]]:
    found: list[set[Square]] = []
    left = {square for square, owner in stones.items() if owner == colour}
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            more = AROUND[edge.pop()] & left
            left -= more
            group |= more
            edge += more
        found.append(group)
    return found


def offenders(stones: Stones, colour: str) -> set[Square]:
    return {square for group in groups(stones, colour) if len(group) > 2 for square in group}


def threatened(stones: Stones, attacker: str) -> set[Square]:
    found = set()
    for one, other in (group for group in groups(stones, attacker) if len(group) == 2):
        reach = HOLES_AT[one] + HOLES_AT[other]
        for near, far in ((one, other), (other, one)):
            across, up = near[0] - far[0], near[1] - far[1]
            outwards = [(near[0] + across * step, near[1] + up * step) for step in range(1, reach + 1)]
            seen = [square for square in outwards if square in stones]
            if seen and stones[seen[0]] == OTHER[attacker]:
                found.add(seen[0])
    return found


def shifts(state: State) -> set[str]:
    found = set()
    for square, colour in state.stones.items():
        holes = HOLES_AT[square]
        for distance in [1, 2, 3, 4] if holes == 4 else [holes]:
            for across, up in COMPASS:
                target = (square[0] + across * distance, square[1] + up * distance)
                if colour == state.turn and target in HOLES_AT and target not in state.stones:
                    found.add(f"{name(square)}-{name(target)}")
    return found


def moves(state: State) -> set[str]:
    if state.reason:
        return set()
    if state.step == "penalty":
        groups = offenders(state.stones, OTHER[state.turn])
        return {f"take {name(square)}" for square in groups} | {"take -"}
    if state.step == "capture":
        victims = sorted(threatened(state.stones, state.turn))
        selections = (some for count in range(1, len(victims) + 1) for some in combinations(victims, count))
        return {"hit " + " ".join(name(square) for square in some) for some in selections} | {"hit -"}
    return shifts(state) or {"pass"}


def after(state: State, text: str) -> State:
    if state.step == "penalty":
        return _stand_on(_without(state, text), ["capture", "move"])
    if state.step == "capture":
        return _stand_on(_without(state, text), ["move"])
    if text == "pass":
        return _next_turn(replace(state, passes=state.passes + 1))
    source, target = (square_named(word) for word in text.split("-"))
    stones = {square: colour for square, colour in state.stones.items() if square != source}
    return _next_turn(replace(state, stones=stones | {target: state.turn}, passes=0))


def _without(state: State, text: str) -> State:
    gone = {square_named(word) for word in text.split()[1:] if word != "-"}
    state = replace(
        state,
        stones={square: colour for square, colour in state.stones.items() if square not in gone},
        taken_by_red=state.taken_by_red + (len(gone) if state.turn == "R" else 0),
        taken_by_blue=state.taken_by_blue + (len(gone) if state.turn == "B" else 0),
        stone_left=state.stone_left or bool(gone),
    )
    if state.taken(state.turn) >= state.target:
        return replace(state, reason="target", winner=state.turn)
    return state


def _stand_on(state: State, steps: Iterable[str]) -> State:
    if state.reason:
        return state
    return replace(state, step=next(step for step in steps if _is_due(state, step)))


def _is_due(state: State, step: str) -> bool:
    if step == "penalty":
        return bool(offenders(state.stones, OTHER[state.turn]))
    return step == "move" or bool(threatened(state.stones, state.turn))


def _next_turn(state: State) -> State:
    state = replace(
        state,
        turn=OTHER[state.turn],
        step="move",
        quiet_turns=0 if state.stone_left else state.quiet_turns + 1,
        stone_left=False,
    )
    if state.passes == 2:
        return _counted(state, "no_moves")
    if state.quiet_turns == 150:
        return _counted(state, "quiet")
    return _stand_on(state, ["penalty", "capture", "move"])


def _counted(state: State, reason: str) -> State:
    if state.taken_by_red == state.taken_by_blue:
        return replace(state, reason=reason)
    return replace(state, reason=reason, winner="R" if state.taken_by_red > state.taken_by_blue else "B")


def perft(state: State, depth: int) -> int:
    """How many lines of so many plies there are from here."""
    texts = moves(state)
    if depth == 1:
        return len(texts)
    return sum(perft(after(state, text), depth - 1) for text in texts)
