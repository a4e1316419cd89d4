"""The gate: while a shard changes hands, whatever people do there is done, and done once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.database.ours import Ours
from bot.hosting import gate as gates
from bot.hosting.gate import Gate

SHARDS = 4
GUILD = 4711 << 22 | 2
"""Of shard 3."""
SHARD = 3


class Process:
    """A gate, and what came through it."""

    def __init__(self, *shards: int) -> None:
        self.ours = Ours(SHARDS, shards)
        self.done: list[int] = []
        self.gate = Gate(self.ours, lambda guild: guild == GUILD, self._let_in)

    def _let_in(self, data: Mapping[str, Any]) -> None:
        self.done.append(int(data["id"]))

    def hold(self, *shards: int) -> None:
        self.ours.divide(SHARDS, shards)


@pytest.fixture
def one() -> Process:
    return Process(SHARD)


@pytest.fixture
def other() -> Process:
    return Process()


def act(number: int, *processes: Process, guild: int | None = GUILD) -> None:
    """Both are connected: Discord tells both."""
    for process in processes:
        process.gate.come({"id": str(number), **({"guild_id": str(guild)} if guild else {})})


def hand_over(one: Process, other: Process) -> None:
    other.gate.was_done(one.gate.heard(SHARD))
    other.hold(SHARD)
    other.gate.open()


def test_the_lease_decides_who_answers(one: Process, other: Process) -> None:
    act(1, one, other)
    assert (one.done, other.done) == ([1], [])


def test_what_came_while_nobody_held_the_shard_is_done_by_whoever_gets_it(
    one: Process, other: Process
) -> None:
    act(1, one, other)
    one.hold()
    act(2, one, other)
    hand_over(one, other)
    act(3, one, other)
    assert (one.done, other.done) == ([1], [2, 3])


def test_what_comes_late_to_one_of_two_is_done_once(one: Process, other: Process) -> None:
    act(1, one)
    one.hold()
    hand_over(one, other)
    act(1, other)
    assert one.done + other.done == [1]


def test_after_a_shard_died_nobody_knows_what_was_done_there(other: Process) -> None:
    """Whoever pressed something sees that it failed, or Discord says that it was answered."""
    act(1, other)
    other.hold(SHARD)
    other.gate.open()
    assert other.done == [1]


def test_what_nobody_waits_for_any_more_is_not_done(other: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    act(1, other)
    monkeypatch.setattr(gates, "_WAITS", -1.0)
    other.hold(SHARD)
    other.gate.open()
    assert other.done == []


def test_direct_messages_are_of_the_first_shard() -> None:
    first, rest = Process(0), Process(1, 2, 3)
    act(1, first, rest, guild=None)
    assert (first.done, rest.done) == ([1], [])


def test_of_a_server_that_is_not_ours_whoever_is_told_answers() -> None:
    """Nobody says by which shard Discord tells of what is done where the bot is no member."""
    first, owner, neither = Process(0), Process(SHARD), Process(1, 2)
    elsewhere = 4711 << 22 | 3
    for process in (first, owner, neither):
        act(1, process, guild=elsewhere)
    assert [process.done for process in (first, owner, neither)] == [[1], [1], []]


async def test_a_shard_is_handed_over_when_what_was_begun_there_is_done(one: Process) -> None:
    with one.gate.at_work(1, GUILD):
        draining = asyncio.create_task(one.gate.drained(60, SHARD))
        elsewhere = asyncio.create_task(one.gate.drained(60, 0))
        await elsewhere
        assert not draining.done()
    await draining
