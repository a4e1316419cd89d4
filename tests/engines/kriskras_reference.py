"""Kris-kras a second time, written from docs/rules/kriskras.md alone: slow, plain, and a judge of the engine.

Fighters are a dict from (column, row), both from 1, to a side 'W' or 'Z' and a kind 'M' or 'S'. Nothing is
imported from the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

Square = tuple[int, int]
Fighter = tuple[str, str]
Board = Mapping[Square, Fighter]

OTHER = {"W": "Z", "Z": "W"}
OWN_ZONE = {"W": 1, "Z": 17}
UP = {"W": 1, "Z": -1}
SIDEWAYS_OR_BACK = {"M": [(-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1)], "S": [(-1, 0), (1, 0), (0, -1)]}
FORWARD = {"M": [(0, 1), (-1, 1), (1, 1)], "S": [(0, 1)]}
ALL_THROWS = [(red, green) for red in range(1, 7) for green in range(1, 7)]


def start_board() -> dict[Square, Fighter]:
    board: dict[Square, Fighter] = {}
    for side, musketeers, soldiers in (("W", 2, 3), ("Z", 16, 15)):
        board |= {(column, musketeers): (side, "M") for column in (1, 9, 17)}
        board |= {(column, soldiers): (side, "S") for column in range(2, 17, 2)}
    return board


@dataclass(frozen=True)
class State:
    board: Board = field(default_factory=start_board)
    turn: str = "W"
    step: str = "throw"
    dice: tuple[int, int] | None = None
    quiet_turns: int = 0
    exchanged_now: bool = False
    reason: str | None = None
    winner: str | None = None


def name(square: Square) -> str:
    return "abcdefghijklmnopq"[square[0] - 1] + str(square[1])


def square_named(text: str) -> Square:
    return "abcdefghijklmnopq".index(text[0]) + 1, int(text[1:])


def squares(board: Board, side: str, kind: str = "MS") -> list[Square]:
    return sorted(square for square, (owner, what) in board.items() if owner == side and what in kind)


def is_home(square: Square, side: str) -> bool:
    return square[1] == OWN_ZONE[OTHER[side]]


def is_on_the_board(square: Square) -> bool:
    return 1 <= square[0] <= 17 and 1 <= square[1] <= 17


def red_ends(board: Board, square: Square, eyes: int) -> list[Square]:
    """In a straight line, over nobody, onto nobody."""
    side, kind = board[square]
    ends = []
    for across, up in SIDEWAYS_OR_BACK[kind]:
        line = [(square[0] + across * i, square[1] + up * UP[side] * i) for i in range(1, eyes + 1)]
        if all(is_on_the_board(passed) and passed not in board for passed in line):
            ends.append(line[-1])
    return ends


def green_ends(board: Board, fighter: Fighter, knee: Square, eyes: int) -> list[Square]:
    """In a straight line to the end, or to the first enemy, who must be in the field."""
    side, kind = fighter
    ends = []
    for across, up in FORWARD[kind]:
        square = knee
        for i in range(1, eyes + 1):
            square = (square[0] + across, square[1] + up * UP[side])
            if not is_on_the_board(square):
                break
            if square in board:
                if board[square][0] == OTHER[side] and square[1] not in (1, 17):
                    ends.append(square)
                break
            if i == eyes:
                ends.append(square)
    return ends


def without(board: Board, square: Square) -> Board:
    return {where: who for where, who in board.items() if where != square}


def walks(board: Board, side: str, dice: tuple[int, int]) -> set[str]:
    found = set()
    for square in squares(board, side):
        if is_home(square, side):
            continue
        left = without(board, square)
        for knee in red_ends(board, square, dice[0]):
            for end in green_ends(left, board[square], knee, dice[1]):
                found.add(f"{name(square)}-{name(knee)}-{name(end)}")
            if knee[1] == OWN_ZONE[side] != square[1]:
                found.add(f"{name(square)}-{name(knee)}")
    return found


def exchanges(state: State) -> set[str]:
    board, side = state.board, state.turn
    if len(squares(board, side, "M")) == 3:
        return set()
    home = [square for square in squares(board, side, "S") if is_home(square, side)]
    free = [(column, OWN_ZONE[side]) for column in range(1, 18) if (column, OWN_ZONE[side]) not in board]
    return {
        f"swap {name(square)} {name(one)} {name(other)}"
        for square in free
        for one, other in combinations(home, 2)
    }


def moves(state: State) -> set[str]:
    if state.reason:
        return set()
    if state.step == "exchange":
        may_keep = squares(state.board, state.turn, "M")
        return exchanges(state) | ({"keep"} if may_keep else set())
    if state.step == "throw":
        return {f"throw {red} {green}" for red, green in ALL_THROWS}
    assert state.dice
    return walks(state.board, state.turn, state.dice) or {"lapse"}


def after(state: State, text: str) -> State:
    words = text.split()
    if words[0] == "throw":
        return replace(state, step="move", dice=(int(words[1]), int(words[2])))
    if words[0] == "keep":
        return _before_the_throw(state)
    if words[0] == "swap":
        square, *soldiers = (square_named(word) for word in words[1:])
        board = {where: who for where, who in state.board.items() if where not in soldiers}
        swapped = replace(state, board=board | {square: (state.turn, "M")}, exchanged_now=True)
        return _exchange_or_throw(swapped)
    return _next_turn(state, text)


def _next_turn(state: State, text: str) -> State:
    board, happened = dict(state.board), state.exchanged_now
    if text != "lapse":
        line = [square_named(word) for word in text.split("-")]
        fighter = board.pop(line[0])
        happened = happened or line[-1] in board or is_home(line[-1], state.turn)
        board[line[-1]] = fighter
    state = State(board, OTHER[state.turn], quiet_turns=0 if happened else state.quiet_turns + 1)
    moved = OTHER[state.turn]
    if sum(is_home(square, moved) for square in squares(board, moved, "M")) == 3:
        return replace(state, reason="home", winner=moved)
    if not squares(board, state.turn, "M") and not exchanges(state):
        return replace(state, reason="lost", winner=moved)
    if state.quiet_turns == 100:
        return replace(state, reason="quiet", winner=counted(board))
    return _exchange_or_throw(state)


def _exchange_or_throw(state: State) -> State:
    return replace(state, step="exchange") if exchanges(state) else _before_the_throw(state)


def _before_the_throw(state: State) -> State:
    if any(walks(state.board, state.turn, dice) for dice in ALL_THROWS):
        return replace(state, step="throw")
    return replace(state, step="throw", reason="no_move", winner=counted(state.board))


def points(board: Board, side: str) -> int:
    home = [square for square in squares(board, side) if is_home(square, side)]
    return sum(4 if board[square][1] == "M" else 2 for square in home)


def counted(board: Board) -> str | None:
    for measure in (points, lambda board, side: any(1 < row < 17 for _, row in squares(board, side))):
        white, black = measure(board, "W"), measure(board, "Z")
        if white != black:
            return "W" if white > black else "Z"
    return None


def in_danger(board: Board, side: str) -> set[Square]:
    """Whom the other side captures with one of its walks, tried with every throw."""
    enemy, eyes = OTHER[side], range(1, 7)
    ends: set[Square] = set()
    for square in squares(board, enemy):
        if not is_home(square, enemy):
            left = without(board, square)
            for knee in (knee for red in eyes for knee in red_ends(board, square, red)):
                ends.update(end for green in eyes for end in green_ends(left, board[square], knee, green))
    return ends & set(squares(board, side))


def perft(state: State, depth: int) -> int:
    """How many lines of so many plies there are from here."""
    texts = moves(state)
    if depth == 1:
        return len(texts)
    return sum(perft(after(state, text), depth - 1) for text in texts)
