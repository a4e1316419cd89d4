"""Leases, where nobody else is: what several processes do with them is in tests/process."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.database.neighbours import Claim, Neighbours, Seen
from bot.database.ours import Ours
from bot.hosting.environment import Shards
from bot.hosting.leases import Leases, Playing

_A_FEW = 20
"""Turns of the loop of events, in which whatever was cancelled has ended."""


class Nobody(Neighbours):
    is_open = True

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def claim(self, what: Claim, shard: int) -> bool:  # noqa: ARG002 - there is nobody
        return True

    async def drop(self, what: Claim, shard: int) -> None:
        pass

    async def leave(self) -> None:
        pass

    async def look(self) -> Seen:
        return Seen(frozenset(), frozenset(), frozenset())

    async def tell(self, what: str) -> None:
        pass


class Somebody(Nobody):
    """Holds the one shard."""

    async def look(self) -> Seen:
        return Seen(frozenset(), theirs=frozenset({(Claim.HOLDS, 0)}), counts=frozenset({1}))


class Connected:
    """A bot that is connected there."""

    def __init__(self) -> None:
        self.parted: list[int] = []

    def is_connected(self, _: int) -> bool:
        return True

    async def part(self, shard: int) -> None:
        self.parted.append(shard)


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("later", range(4))
async def test_who_is_to_end_just_when_there_is_news_ends(later: int) -> None:
    leases = Leases(Nobody(), Shards(range(0), 0), Ours(), cast("Playing", cast("Any", None)))
    keeping = asyncio.create_task(leases.keep())
    await turns(_A_FEW)
    leases.look_now()
    await turns(later)
    keeping.cancel()
    await turns(_A_FEW)
    has_ended = keeping.cancelled()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert has_ended


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_connection_where_somebody_else_answers_ends_at_once_or_with_whoever_leaves(
    leaves: bool,
) -> None:
    """aiohttp waits for half a minute where the same connection is ended twice at once."""
    bot = Connected()
    leases = Leases(Somebody(), Shards(range(0), 1), Ours(), cast("Playing", cast("Any", bot)))
    if leaves:
        await leases.leave()
    keeping = asyncio.create_task(leases.keep())
    await turns(_A_FEW)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert bot.parted == ([] if leaves else [0])
