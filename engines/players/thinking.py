"""A computer player's thought: the move it makes, and what it sees in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engines.chance import TextSource
from engines.codes import Unreadable
from engines.game import Game, P
from engines.moves import CHANCE, Move
from engines.outlook import OVER, WON, Outlook
from engines.players.plain import PlainOutlook
from engines.players.search import Ranked, Search
from engines.record import write_ply

LEVELS: Final = range(1, 6)
"""How strong a computer plays."""
_LONGEST_LINE: Final = 12
_FINE: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Thought:
    """What a level thinks for a seat. The same position, seat, level and text bring the same."""

    move: Move
    odds: float
    """That the seat wins, as the level sees it."""
    line: tuple[str, ...]
    """What it expects, as the lines of a record: its move, and what follows as far as chance allows."""
    nodes: int
    """Positions that it looked at."""


def think(game: Game[P], position: P, seat: int, level: int, text: str) -> Thought:
    """A thought of a seat that is to move. Raises IllegalMove for another seat, Unreadable for no level.

    It is made of what the seat may know, and of nothing that chance will bring.
    """
    check_level(level)
    position.check_turn(seat)
    known = position.known_to(seat)
    name = f"{game.write_position(known)}/{seat}/{level}/{text}"
    outlook: Outlook[Any, Any, Any] = game.outlook(level) or PlainOutlook(level, name)
    root = outlook.node(known, seat)
    search = Search(outlook, root, margin(outlook.level.blur))
    ranked = search.ranked()
    worth, best = chosen(ranked, outlook.level.blur, TextSource(name))
    line = expected_line(game, known, search, root, best)
    return Thought(outlook.move(root, best), outlook.odds(root, worth), line, outlook.looked)


def check_level(level: int) -> None:
    """Raises Unreadable for a level that there is not."""
    if level not in LEVELS:
        raise Unreadable("level", least=LEVELS[0], most=LEVELS[-1])


def margin(blur: float) -> int:
    """How far behind the best a move is that a blurred look could still take for it."""
    return round(WON * min(2 * blur, 2))


def chosen(ranked: list[Ranked[Any]], blur: float, source: TextSource) -> Ranked[Any]:
    """The best move, as a blurred look sees it; of equal ones the text decides.

    What is won or lost for certain is never blurred. Of moves beyond the margin the search knows no more than
    that they are: blurred, one of them would be chosen for what it is not worth.
    """
    told = [pair for pair in ranked if pair[0] >= ranked[0][0] - margin(blur)]

    def seen(pair: Ranked[Any]) -> tuple[float, int]:
        worth = pair[0]
        slope = (WON - abs(worth)) * (WON + abs(worth)) / (2 * WON)
        return worth + blur * _error(source) * slope, source.below(_FINE)

    return max(told, key=seen)


def _error(source: TextSource) -> float:
    """Around nought with a spread of one, from one number: four parts of it, added up."""
    drawn = source.below(_FINE**4)
    parts = [(drawn >> 16 * place) % _FINE / _FINE for place in range(4)]
    return (sum(parts) - 2.0) * 1.7320508


def expected_line(
    game: Game[P], position: P, search: Search[Any, Any], root: Any, best: Any
) -> tuple[str, ...]:
    """The move and what is expected to follow, played on the board, until chance is next or no more is."""
    outlook, node, move = search.outlook, root, best
    line: list[str] = []
    while move is not None and len(line) < _LONGEST_LINE:
        who, real = outlook.who(node), outlook.move(node, move)
        line.append(write_ply(game, position, who, real))
        position, node = position.play(who, real), outlook.after(node, move)
        if outlook.who(node) in (CHANCE, OVER):
            break
        move = search.expected(node)
        if move is None and len(line) < outlook.level.depth:
            move = outlook.moves(node, search.me)[0][1]
    return tuple(line)
