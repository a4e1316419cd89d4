"""The quiz of every game whose moves can be listed: one of them is right, and all others are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engines.choices import Choices, Complete
from engines.game import Game, P
from engines.moves import Move
from engines.outlook import LOST, WON, Outlook
from engines.players.misses import missed
from engines.players.search import Ranked, Search
from engines.players.thinking import expected_line
from engines.quiz import BEST, HOLD, WIN, Asked, Miss, Quiz

LEVEL: Final = 4
"""That finds puzzles. The one above it looks deeper, and confirms them."""
CLEAR: Final = 200_000
"""How much worth lies between the best and all others: ten points of odds."""
_HOLDS: Final = 200_000
"""What is worth less than even by more than this is not held."""
_GIVEN_UP: Final = -700_000
_LEAST_MOVES: Final = 6
_LEAST: Final = -600_000
_SETTLED: Final = 900_000
"""Beyond this a match is won or lost whatever is played, and there is nothing to be found."""


def quiz_of(game: Game[P]) -> Quiz[P]:
    return game.quiz() or Decisions(game)


class Decisions(Quiz[P]):
    def __init__(self, game: Game[P]) -> None:
        self._game = game

    def asked(self, position: P, seat: int) -> Asked | None:
        if len(position.legal_moves(seat)) < _LEAST_MOVES:
            return None
        outlook = self._outlook(LEVEL)
        if outlook is None:
            return None
        root = outlook.node(position, seat)
        search = Search(outlook, root, CLEAR)
        (best, move), *others = search.ranked()
        task = _task(best, others[0][0] if others else LOST)
        if task is None:
            return None
        real = outlook.move(root, move)
        if _is_a_word(position, seat, real):
            return None
        line = expected_line(self._game, position, search, root, move)
        return Asked(task, self._same(position, seat, real), line)

    def is_confirmed(self, position: P, seat: int, asked: Asked, times: int = 1) -> bool:
        """The answer is still the best and, looked at by themselves, all others are as far behind."""
        outlook = self._outlook(LEVEL + 1, times)
        assert outlook is not None
        root = outlook.node(position, seat)
        right = self._right(position, seat, asked)
        if any(
            _is_a_word(position, seat, self._game.read_move(position, seat, one)) for one in asked.answers
        ):
            return False
        answers: list[Ranked[Any]] = []
        others: list[Ranked[Any]] = []
        for ranked in outlook.moves(root, outlook.who(root)):
            after = position.play(seat, outlook.move(root, ranked[1]))
            (answers if after in right else others).append(ranked)
        if not answers or not others:
            return False
        best = _Among(outlook, root, answers).ranked()[0][0]
        outlook.looked = 0
        second = _Among(outlook, root, others).ranked()[0][0]
        return _task(best, second) == asked.task

    def share(self, position: P, seat: int, asked: Asked, move: Move) -> float:
        return float(position.play(seat, move) in self._right(position, seat, asked))

    def miss(self, position: P, seat: int, asked: Asked, move: Move) -> Miss:
        outlook = self._outlook(LEVEL)
        assert outlook is not None
        return missed(self._game, outlook, position, seat, asked, move)

    def _right(self, position: P, seat: int, asked: Asked) -> set[P]:
        read = self._game.read_move
        return {position.play(seat, read(position, seat, text)) for text in asked.answers}

    def _same(self, position: P, seat: int, move: Move) -> tuple[str, ...]:
        """The move, and those that lead to the same position."""
        after = position.play(seat, move)
        others = (
            other
            for other in position.legal_moves(seat)
            if other != move and position.play(seat, other) == after
        )
        return tuple(self._game.write_move(one) for one in (move, *others))

    def _outlook(self, level: int, times: int = 1) -> Outlook[P, Any, Any] | None:
        """That sees all moves, and judges them as truly as it can."""
        outlook = self._game.outlook(level)
        if outlook is not None:
            seen = outlook.level
            outlook.level = replace(seen, blur=0.0, breadth=max(seen.breadth, 1), nodes=times * seen.nodes)
        return outlook


class _Among(Search[Any, Any]):
    """Looks at some of the moves alone."""

    def __init__(self, outlook: Outlook[Any, Any, Any], root: Any, moves: list[Ranked[Any]]) -> None:
        super().__init__(outlook, root, 0)
        self._moves = moves

    def listed(self) -> list[Ranked[Any]]:
        return self._moves


def _is_a_word(position: P, seat: int, move: Move) -> bool:
    """It is an answer beside those on the board, such as to decline. Where a puzzle could be made of such a
    question that was always the answer: who knows that finds nothing.
    """
    step = position.choices(seat)
    for option in step.aside if isinstance(step, Choices) else ():
        whole = position.choices(seat, (option.key,))
        if isinstance(whole, Complete) and whole.move == move:
            return True
    return False


def _task(best: int, second: int) -> str | None:
    """What is asked where these are the worths of the best move and of all others."""
    if best - second < CLEAR or best < _LEAST or second > _SETTLED:
        return None
    if best == WON:
        return WIN
    if second <= _GIVEN_UP and best >= -_HOLDS:
        return HOLD
    return BEST
