"""Perft: how many lines of so many plies a position has, for every game, from the files in `perft/`.

A block of a file is a comment, the position, and a line `plies lines` for each depth. The last depth is
counted without playing it, so a count costs as many positions as the depth before it has lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.game import Game, Position

FILES = Path(__file__).with_name("perft")
BUDGET = 10_000
"""Positions that one count may play, so that the whole file stays a matter of seconds."""


def read_blocks(game: str) -> list[tuple[str, str, list[int]]]:
    """What each block is about, its position and its counts by depth."""
    blocks = []
    for block in (FILES / f"{game}.txt").read_text().strip().split("\n\n"):
        title, position, *lines = block.splitlines()
        counts = [tuple(map(int, line.split())) for line in lines]
        assert [plies for plies, _ in counts] == list(range(1, len(counts) + 1)), title
        blocks.append((title.removeprefix("# "), position, [count for _, count in counts]))
    return blocks


def perft(position: Position, plies: int) -> int:
    moves = [(who, move) for who in position.to_move for move in position.legal_moves(who)]
    if plies == 1:
        return len(moves)
    return sum(perft(position.play(who, move), plies - 1) for who, move in moves)


CASES = [
    pytest.param(GAMES[name], position, counts, id=f"{name}: {title}")
    for name in GAMES
    for title, position, counts in read_blocks(name)
]


@pytest.mark.parametrize(("game", "text", "counts"), CASES)
def test_there_are_as_many_lines_as_the_file_says(game: Game[Any], text: str, counts: list[int]) -> None:
    position = game.read_position(text)
    assert sum(counts[:-1]) <= BUDGET
    assert [perft(position, plies) for plies in range(1, len(counts) + 1)] == counts
