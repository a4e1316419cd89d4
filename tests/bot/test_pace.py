"""The pace: of what Discord takes from a bot in a second each process asks its share, and no more."""

from __future__ import annotations

from random import Random

import pytest

from bot.database.ours import Ours
from bot.hosting.pace import A_SECOND, Pace

SHARDS = 12


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
