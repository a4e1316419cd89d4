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
