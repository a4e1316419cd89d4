"""The search beside one that cuts nothing off and keeps nothing, in games that are made up."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engines.moves import CHANCE, Move
from engines.outlook import LOST, OVER, WON, Level, Outlook
from engines.players.search import Search

Node = tuple[int, int]
"""How many plies were made, and one of a few places: many ways lead there."""
ROOT: Node = (0, 0)
PLACES = 7
LONGEST = 9
"""Plies, at most."""
ME, OTHER = 0, 1
DEPTH = 4
GAMES = range(20)


class MadeUp(Outlook[int, Node, int]):
    """What is where comes from the number of the game: who moves, what chance weighs, and what it is worth.

    Where chance falls, and what is a small step, is the same after as many plies: so whatever the way to a
    node, it is looked at as deep.
    """

    def __init__(self, number: int) -> None:
        super().__init__(Level(depth=DEPTH, nodes=10**9))
        self.number = number

    def _chosen(self, node: Node | int, what: str) -> random.Random:
        return random.Random(f"{self.number} {what} {node}")  # noqa: S311 - nobody plays for money here

    def node(self, position: int, seat: int) -> Node:  # noqa: ARG002 - it begins where it begins
        return ROOT

    def move(self, node: Node, move: int) -> Move:
        raise NotImplementedError

    def who(self, node: Node) -> int:
        plies, _ = node
        if node == ROOT:
            return ME
        if plies == LONGEST:
            return OVER
        if self._chosen(plies, "falls").random() < 1 / 3:
            return CHANCE
        return self._chosen(node, "who").choice((ME, ME, OTHER, OTHER, OTHER, OVER))

    def after(self, node: Node, move: int) -> Node:
        plies, place = node
        return plies + 1, (3 * place + move) % PLACES

    def chances(self, node: Node) -> Sequence[tuple[int, int]]:
        choose = self._chosen(node, "chances")
        return [(choose.choice((1, 1, 2, 5, 20)), move) for move in range(choose.randint(1, 3))]

    def is_small(self, node: Node) -> bool:
        plies, _ = node
        return self._chosen(plies, "size").random() < 1 / 6

    def moves(self, node: Node, me: int) -> list[tuple[int, int]]:
        self.looked += 1
        moves = range(self._chosen(node, "moves").randint(1, 4))
        found = [(self.worth(self.after(node, move), me), move) for move in moves]
        return sorted(found, reverse=self.who(node) == me)

    def worth(self, node: Node, me: int) -> int:
        worth = self._chosen(node, "worth").randint(LOST, WON)
        return worth if me == ME else -worth


def gone_through(game: MadeUp, node: Node, depth: int) -> int:
    """What a node is worth to me, by all that there is behind it."""
    who = game.who(node)
    if who == OVER:
        return game.worth(node, ME)
    if who == CHANCE:
        brought = [(weight, game.after(node, move)) for weight, move in game.chances(node)]
        total = sum(weight * gone_through(game, after, depth) for weight, after in brought)
        return total // sum(weight for weight, _ in brought)
    further = depth if game.is_small(node) else depth - 1
    best = max if who == ME else min
    if further == 0:
        return best(worth for worth, _ in game.moves(node, ME))
    return best(gone_through(game, game.after(node, move), further) for _, move in game.moves(node, ME))


def all_gone_through(game: MadeUp) -> dict[int, int]:
    depth = DEPTH if game.is_small(ROOT) else DEPTH - 1
    return {move: gone_through(game, game.after(ROOT, move), depth) for _, move in game.moves(ROOT, ME)}


@pytest.mark.parametrize("number", GAMES)
def test_every_move_is_worth_what_all_behind_it_comes_to(number: int) -> None:
    """Of what chance brings, each as much as it is likely."""
    game = MadeUp(number)
    found = Search(game, ROOT, 2 * WON).ranked()
    assert {move: worth for worth, move in found} == all_gone_through(game)
    assert found == sorted(found, key=lambda pair: -pair[0])


@pytest.mark.parametrize("number", GAMES)
def test_the_best_move_is_among_the_best_where_others_are_cut_off(number: int) -> None:
    game = MadeUp(number)
    (worth, move), *_ = Search(game, ROOT, 0).ranked()
    everything = all_gone_through(game)
    assert worth == everything[move] == max(everything.values())
