"""A restart gives back the time that it took, however the bot came to its end."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

import pytest

from tests.patience import PATIENCE
from tests.process.club import Club, Match

_OLD: Final = 100
"""Seconds that the sign of life in the file may be old at any moment."""
_DOWN: Final = 1.2


def alive_at(club: Club) -> int:
    ((value,),) = club.rows("SELECT value FROM house WHERE name = 'alive'")
    return int(value)


def due(club: Club, match: Match) -> int:
    ((value,),) = club.rows("SELECT due FROM matches WHERE id = ?", match.number)
    return int(value)


def last_at_play(club: Club) -> float:
    return Path(f"{club.database}-lock").stat().st_mtime


async def seen_at_play(club: Club) -> None:
    """It has had its first round, and was seen since."""
    began = last_at_play(club)
    async with asyncio.timeout(PATIENCE):
        while last_at_play(club) <= began:  # noqa: ASYNC110 - another process touches it
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("sudden", [False, True], ids=["stopped", "killed"])
async def test_five_restarts_give_back_what_they_took_and_no_more(club: Club, sudden: bool) -> None:
    match = await club.begin()
    for _ in range(5):
        await seen_at_play(club)
        club.write("UPDATE house SET value = value - ? WHERE name = 'alive'", _OLD)
        before, stopping = due(club, match), time.time()
        await (club.bot.kill() if sudden else club.bot.stop())
        last = last_at_play(club) if sudden else stopping
        sign = alive_at(club)
        await asyncio.sleep(_DOWN)
        await club.bot.start()
        await club.told("SELECT 1 FROM house WHERE name = 'alive' AND value > ?", sign)
        given = due(club, match) - before
        assert int(_DOWN) <= given <= time.time() - last + 1
