"""What members want to play who play alone, thought out in a process that stands behind everybody else."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from bot.club.computers import is_computer
from engines import GAMES
from engines.game import Game, Position
from engines.record import read_ply
from tests.engines.walks import quick_play
from tests.standin.pondering import be_usual

_LAST_OF_ALL: Final = 19


@dataclass(frozen=True, slots=True)
class Wish:
    plies: int
    text: str | None
    """None: they are not to move."""
    is_over: bool

    @property
    def waits(self) -> bool:
        """For a computer."""
        return self.text is None and not self.is_over


class Minds:
    """Use it as `with`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        begin = multiprocessing.get_context("spawn")
        self._process = ProcessPoolExecutor(1, mp_context=begin, initializer=_stand_behind)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.shutdown(wait=False, cancel_futures=True)

    async def wish(self, match: int) -> Wish:
        """Of whoever plays that match alone, as the file tells it now: any move."""
        return await asyncio.get_running_loop().run_in_executor(self._process, _wish, self._database, match)


def _stand_behind() -> None:
    be_usual()
    os.nice(_LAST_OF_ALL - os.nice(0))


_POSITIONS: Final[dict[int, tuple[int, Position]]] = {}
"""By match: how many plies led there."""


def _wish(database: Path, match: int) -> Wish:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reading:
        ((name, options),) = reading.execute("SELECT game, options FROM matches WHERE id = ?", (match,))
        seats = reading.execute("SELECT member FROM seats WHERE match = ? ORDER BY seat", (match,))
        members = [member for (member,) in seats]
        game = GAMES[name]
        plies, position = _POSITIONS.get(match) or (0, game.start(json.loads(options), len(members)))
        newer = "SELECT text FROM plies WHERE match = ? AND ply >= ? ORDER BY ply"
        for (text,) in reading.execute(newer, (match, plies)):
            who, move = read_ply(game, position, text)
            position, plies = position.play(who, move), plies + 1
    _POSITIONS[match] = plies, position
    seats_of_theirs = [seat for seat in sorted(position.to_move) if not is_computer(members[seat])]
    text = _any(game, position, seats_of_theirs[0], match) if seats_of_theirs else None
    return Wish(plies, text, is_over=not position.to_move)


def _any(game: Game[Any], position: Position, seat: int, match: int) -> str:
    chance = Random(f"{match} {game.write_position(position)}")  # noqa: S311 - no stakes
    play = quick_play(game.name)
    if play and not position.can_list_moves(seat):
        return game.write_move(play(position, chance))
    return game.write_move(chance.choice(position.legal_moves(seat)))
