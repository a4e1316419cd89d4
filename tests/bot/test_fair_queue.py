"""The fair queue: who waits for whom."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, ExitStack

import pytest

from bot.club import fair_queue
from bot.club.fair_queue import FairQueue
from bot.club.refused import Refused

GREEDY, MODEST, THIRD = 1, 2, 3


class Work:
    """What is done in the turns of a queue, one step of the test at a time."""

    def __init__(self, queue: FairQueue) -> None:
        self.begun: list[int] = []
        """The members whose turn it was, in that order."""
        self._queue = queue
        self._ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, member: int) -> None:
        self.tasks.append(asyncio.create_task(self._do(member)))
        await settled()

    async def end_first(self) -> None:
        """Of what is being done, what began first is done."""
        self._ends.pop(0).set()
        await settled()

    async def _do(self, member: int) -> None:
        async with self._queue.turn_of(member):
            self.begun.append(member)
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()


async def settled() -> None:
    """Everybody has done what they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def queue(**how: int) -> FairQueue:
    return FairQueue("one_after_another", **how)


async def test_members_take_turns_however_much_one_of_them_asks_for() -> None:
    work = Work(queue())
    for member in (GREEDY, GREEDY, GREEDY, GREEDY, MODEST, THIRD, MODEST):
        await work.ask(member)
    for _ in range(6):
        await work.end_first()
    assert work.begun == [GREEDY, MODEST, THIRD, GREEDY, MODEST, GREEDY, GREEDY]


async def test_each_has_one_thing_done_at_a_time() -> None:
    work = Work(queue(at_once=2))
    for member in (GREEDY, GREEDY, MODEST, MODEST):
        await work.ask(member)
    assert work.begun == [GREEDY, MODEST]
    await work.end_first()
    assert work.begun == [GREEDY, MODEST, GREEDY]


async def test_no_more_is_done_at_once_than_there_is_room() -> None:
    work = Work(queue(at_once=2))
    for member in (GREEDY, MODEST, THIRD):
        await work.ask(member)
    assert work.begun == [GREEDY, MODEST]


async def test_who_goes_away_is_waited_for_by_nobody() -> None:
    work = Work(queue())
    for member in (GREEDY, MODEST, THIRD):
        await work.ask(member)
    work.tasks[1].cancel()
    await work.end_first()
    assert work.begun == [GREEDY, THIRD]


async def test_who_goes_away_at_the_very_moment_of_their_turn_keeps_nobody_waiting() -> None:
    work = Work(queue())
    for member in (GREEDY, MODEST, THIRD):
        await work.ask(member)
    work._ends[0].set()
    work.tasks[1].cancel()
    await settled()
    assert work.begun == [GREEDY, THIRD]


async def test_who_goes_away_when_the_turn_was_given_hands_it_on() -> None:
    served = queue()
    work = Work(served)
    await work.ask(GREEDY)
    waiting = asyncio.create_task(work._do(MODEST))
    await settled()
    await work.ask(THIRD)
    work._ends[0].set()
    await asyncio.sleep(0)  # now the first is done, and the next has been told so
    assert served._served == {MODEST}
    waiting.cancel()
    await settled()
    assert work.begun == [GREEDY, THIRD]


async def test_what_breaks_ends_its_turn() -> None:
    fragile = queue()
    with pytest.raises(ZeroDivisionError):
        async with fragile.turn_of(GREEDY):
            raise ZeroDivisionError
    async with fragile.turn_of(GREEDY):
        assert fragile._served == {GREEDY}


async def test_a_member_has_room_for_what_is_done_and_five_that_wait() -> None:
    full = queue(most_waiting=5)
    with ExitStack() as places:
        for _ in range(6):
            places.enter_context(full.place_for(GREEDY))
        with pytest.raises(Refused, match="one_after_another"), full.place_for(GREEDY):
            pass
        with full.place_for(MODEST):
            pass
    with full.place_for(GREEDY):
        pass


async def test_nothing_is_remembered_of_those_who_are_served() -> None:
    done = queue()
    async with AsyncExitStack() as turns:
        turns.enter_context(done.place_for(GREEDY))
        await turns.enter_async_context(done.turn_of(GREEDY))
    assert not done._places
    assert not done._waiting
    assert not done._served


async def test_whoever_waits_too_long_is_told_so_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes no answer after a quarter of an hour."""
    work = Work(queue())
    await work.ask(GREEDY)
    monkeypatch.setattr(fair_queue, "PATIENCE", 0.0)
    await work.ask(MODEST)
    monkeypatch.undo()
    with pytest.raises(Refused) as refused:
        await work.tasks[1]
    assert refused.value.code == "long_queue"
    await work.ask(THIRD)
    await work.end_first()
    await work.end_first()
    assert work.begun == [GREEDY, THIRD]
