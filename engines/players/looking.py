"""What a level sees without a blur: the odds of every seat, and what a move gave away."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

from engines.game import Game, P
from engines.moves import CHANCE, Move
from engines.outlook import WON, Outlook, odds_of, worth_of_end
from engines.players.chances import chances
from engines.players.plain import PlainOutlook
from engines.players.search import Search
from engines.record import write_ply

Odds = tuple[float, ...]
"""That they win, seat by seat: one, together."""
STRONGEST: Final = 5
_HARDER: Final = 4
"""Times the nodes of the strongest level: how it looks again at what it has said itself."""

_MUCH: Final = WON // 5


@dataclass(frozen=True, slots=True)
class Better:
    """A move that is better than the one that was played."""

    text: str
    """As a line of the record."""
    gives: float
    """The odds that it would have brought the seat, beside those that it got."""


class Looker(Generic[P]):
    """Whoever looks at matches of a game with the eyes of a level, `times` as long as it plays."""

    def __init__(self, game: Game[P], level: int, times: int = 1) -> None:
        self.game = game
        self.level = level
        self.times = times

    @classmethod
    def deeper(cls, game: Game[P], level: int, times: int = 1) -> Looker[P]:
        """Who is asked whether such a level saw that truly."""
        return cls(game, STRONGEST, times * _HARDER if level == STRONGEST else times)

    # Odds

    def odds(self, position: P, gone: Collection[int] = ()) -> Odds:
        """Without the seats that are `gone`. Before chance they are the mean of those behind it."""
        seats = len(position.totals())
        if position.outcome:
            return shares(position.outcome.winners, seats)
        if CHANCE in position.to_move:
            return self._mean(position, gone)
        return _Look(self, position, min(position.to_move)).odds(gone)

    def _mean(self, position: P, gone: Collection[int]) -> Odds:
        brought = [
            (share, self.odds(position.play(CHANCE, move), gone))
            for share, move in chances(position, self.game.write_position(position))
        ]
        each = zip(*(odds for _, odds in brought), strict=True)
        return tuple(sum(share * one for (share, _), one in zip(brought, seat, strict=True)) for seat in each)

    def before(self, position: P, seat: int, move: Move, gone: Collection[int] = ()) -> tuple[Odds, float]:
        """The odds, and what a legal move gave away of those of its seat: nothing, where no better is seen.

        Mostly that is one look.
        """
        look = _Look(self, position, seat)
        _, given = look.compared(move)
        return look.odds(gone) if seat == min(position.to_move) else self.odds(position, gone), given

    # Moves

    def judged(self, position: P, seat: int, move: Move) -> tuple[float, float]:
        """What a legal move gave away; and, of one that looks best, how far all others are behind it."""
        look = _Look(self, position, seat, margin=_MUCH)
        best, gives = look.compared(move)
        return gives, look.ahead() if best == move else 0.0

    def better(self, position: P, seat: int, move: Move) -> Better | None:
        """The best that it sees, if that is not the move."""
        best, gives = _Look(self, position, seat).compared(move)
        return Better(write_ply(self.game, position, seat, best), gives) if gives > 0 else None

    def between(self, position: P, seat: int, better: Move, worse: Move) -> float:
        """How much more of its odds one move brings the seat than the other."""
        return _Look(self, position, seat).between(better, worse)

    def best(self, position: P, seat: int) -> Iterator[tuple[Move, float]]:
        """Its moves, those that look best first, with its odds behind each: truly, where not much is lost."""
        look = _Look(self, position, seat, margin=_MUCH)
        for worth, quick in look.ranked:
            yield look.outlook.move(look.root, quick), look.outlook.odds(look.root, worth)

    def outlook(self, position: P, seat: int) -> Outlook[Any, Any, Any]:
        name = f"{self.game.write_position(position)}/{seat}/{self.level}"
        outlook: Outlook[Any, Any, Any] = self.game.outlook(self.level) or PlainOutlook(self.level, name)
        if self.times > 1:
            outlook.look_harder(self.times)
        return outlook


class _Look(Generic[P]):
    """One thought of a seat that is to move, with all that the seat may know."""

    def __init__(self, looker: Looker[P], position: P, seat: int, margin: int = 0) -> None:
        self.seat = seat
        self.position = position.known_to(seat)
        self.outlook = looker.outlook(self.position, seat)
        self.root = self.outlook.node(self.position, seat)
        self.outlook.level = replace(self.outlook.level, blur=0.0)
        self.search: Search[Any, Any] = Search(self.outlook, self.root, margin)
        self.ranked = self.search.ranked()

    def odds(self, gone: Collection[int]) -> Odds:
        """Of several others each has as much of what is left as the move that looks best leaves them."""
        worth, best = self.ranked[0]
        own = self.outlook.odds(self.root, worth)
        others = set(range(len(self.position.totals()))) - set(gone) - {self.seat}
        after = self.outlook.after(self.root, best)
        weights = dict.fromkeys(others, 1.0)
        if len(others) > 1:
            weights = {seat: odds_of((self.outlook.worth(after, seat), 1.0)) for seat in others}
        whole = sum(weights.values())
        left = {seat: (1 - own) * weight / whole for seat, weight in weights.items()}
        return tuple(
            own if seat == self.seat else left.get(seat, 0.0) for seat in range(len(self.position.totals()))
        )

    def compared(self, move: Move) -> tuple[Move, float]:
        """The move that looks best, and the odds that it brings beside those of another."""
        best = self.outlook.move(self.root, self.ranked[0][1])
        if best == move:
            return best, 0.0
        return best, max(0.0, self.between(best, move))

    def ahead(self) -> float:
        """Of the odds of the best move, those that the next one lacks; nothing where it is alone."""
        odds = [self.outlook.odds(self.root, worth) for worth, _ in self.ranked[:2]]
        return odds[0] - odds[-1]

    def between(self, better: Move, worse: Move) -> float:
        odds = [self.outlook.odds(self.root, worth) for worth in self._worths([better, worse])]
        return odds[0] - odds[1]

    def _worths(self, moves: list[Move]) -> list[int]:
        """What is behind them is seen as far: of what is over, how it ended."""
        after = [self.position.play(self.seat, move) for move in moves]
        nodes = [self.outlook.node(each, min(each.to_move)) for each in after if not each.outcome]
        worths = iter(self.search.compared(nodes))
        return [
            worth_of_end(each.outcome.winners, self.seat) if each.outcome else next(worths) for each in after
        ]


def shares(winners: Collection[int], seats: int) -> Odds:
    """What a match that is over came to: a win that is shared is so much less, and a draw is a part each."""
    won = set(winners) or set(range(seats))
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(seats))
