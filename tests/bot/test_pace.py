"""The pace: of what Discord takes from a bot in a second each process asks its share, and no more; and what
may wait stands behind all that does not, and comes in the end.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from bot.database.ours import Ours
from bot.hosting.pace import A_SECOND, Pace
from bot.ui import requests
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member
from tests.bot.test_daily_posts import dailies, manager, server  # noqa: F401 - fixtures

SHARDS = 12
DAILY, TURN = "daily", "turn"


def moments(processes: int, wishes: list[list[float]]) -> list[float]:
    """When each request is sent, of processes that wish to ask at these moments."""
    each = SHARDS // processes
    sent = []
    for number in range(processes):
        pace = Pace(Ours(SHARDS, range(number * each, (number + 1) * each)))
        sent += [now + max(0.0, pace.ask(now)) for now in wishes[number]]
    return sorted(sent)


def most_in_a_second(sent: list[float]) -> int:
    return max(sum(first <= one < first + 1 for one in sent[at:]) for at, first in enumerate(sent))


@pytest.mark.parametrize("processes", [1, 2, 4, 6])
def test_in_no_second_all_processes_ask_more_than_discord_takes(processes: int) -> None:
    at_once = [[100.0] * 200] * processes
    assert most_in_a_second(moments(processes, at_once)) <= A_SECOND
    chance = Random(7)  # noqa: S311 - no stakes
    by_chance = [sorted(chance.uniform(100, 105) for _ in range(300)) for _ in range(processes)]
    assert most_in_a_second(moments(processes, by_chance)) <= A_SECOND


def test_most_of_what_discord_takes_is_asked() -> None:
    sent = moments(4, [[100.0] * 250] * 4)
    assert len(sent) / (sent[-1] - sent[0]) > 0.75 * A_SECOND


def test_after_a_pause_nobody_waits() -> None:
    """Not even where a process has one shard of many."""
    pace = Pace(Ours(50, [7]))
    assert pace.ask(100) <= 0
    assert pace.ask(110) <= 0
    assert pace.ask(110) > 0


@pytest.mark.parametrize("is_alone", [True, False])
async def test_a_turn_goes_before_all_dailies_that_wait(is_alone: bool) -> None:
    pace, asked = Pace(Ours(), is_alone=is_alone), list[str]()

    async def ask(what: str) -> None:
        await pace.wait(may_wait=what == DAILY)
        asked.append(what)

    waiting = [asyncio.create_task(ask(DAILY)) for _ in range(25)]
    while asked.count(DAILY) < 10:  # noqa: ASYNC110 - it is as soon as it is
        await asyncio.sleep(0)
    before = asked.count(DAILY)
    await asyncio.gather(*(ask(TURN) for _ in range(4)))
    assert asked.count(DAILY) <= before + 1
    assert not all(one.done() for one in waiting)
    await asyncio.gather(*waiting)
    assert asked.count(DAILY) == len(waiting)


async def test_the_post_of_a_day_may_wait_and_nothing_else(
    server: Club,  # noqa: F811
    alice: Member,
    bram: Member,
) -> None:
    asked = dict[str, set[bool]]()
    request = server.bot.http.request

    async def noting(route: Any, **how: Any) -> Any:
        asked.setdefault(f"{route.method} {route.path}", set()).add(requests._MAY_WAIT.get())
        return await request(route, **how)

    vars(server.bot.http)["request"] = noting
    await server.wait(minutes=10)
    assert len(dailies(server)) == 1
    assert asked == {"POST /channels/{channel_id}/messages": {True}}
    asked.clear()
    table = await begin(server, alice, bram)
    await table.play("e2-d3")
    assert "POST /channels/{channel_id}/messages" in asked
    assert set().union(*asked.values()) == {False}
