"""A fair queue for what takes long: whoever asks for much waits for themselves, and nobody else for them."""

from __future__ import annotations

from asyncio import Future, get_running_loop, timeout
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.club.refused import Refused

PATIENCE: float = 600.0
"""Seconds. After a quarter of an hour Discord takes no answer: it would be thinking for ever."""

_Turn = Future[None]


class FairQueue:
    """Members take turns, round and round, and each has one thing done at a time."""

    def __init__(self, refusal: str, *, at_once: int = 1, most_waiting: int = 5) -> None:
        """Beside what is done for a member so much may wait; for more there is a `refusal`, by its code."""
        self._refusal = refusal
        self._most_waiting = most_waiting
        self._free = at_once
        self._places: Counter[int] = Counter()
        self._waiting: OrderedDict[int, deque[_Turn]] = OrderedDict()
        """By member; whose turn it is next stands first."""
        self._served: set[int] = set()

    @property
    def is_idle(self) -> bool:
        """Nothing is done for anybody, and nobody waits."""
        return not self._served and not self._waiting

    @contextmanager
    def place_for(self, member: int) -> Iterator[None]:
        """From when something is asked for until it is handed out. Raises Refused where there is no room."""
        if self._places[member] > self._most_waiting:
            raise Refused(self._refusal, most=self._places[member])
        self._places[member] += 1
        try:
            yield
        finally:
            self._places[member] -= 1
            if not self._places[member]:
                del self._places[member]

    @asynccontextmanager
    async def turn_of(self, member: int, *, first: bool = False) -> AsyncIterator[None]:
        """Waits for it. What is done meanwhile is done in this member's turn; `first`, theirs is the next.

        Raises Refused where it does not come in time.
        """
        turn: _Turn = get_running_loop().create_future()
        self._waiting.setdefault(member, deque()).append(turn)
        if first:
            self._waiting.move_to_end(member, last=False)
        self._go_on()
        try:
            await _come(turn)
            yield
        finally:
            if turn.cancelled():
                self._forget(member, turn)
            else:
                self._free += 1
                self._served.remove(member)
                if member in self._waiting:
                    self._waiting.move_to_end(member)
            self._go_on()

    def _go_on(self) -> None:
        """Let in whoever is next, as long as there is room."""
        while self._free and (member := self._next()) is not None:
            turn = self._waiting[member][0]
            self._forget(member, turn)
            if not turn.cancelled():
                self._free -= 1
                self._served.add(member)
                turn.set_result(None)

    def _next(self) -> int | None:
        return next((member for member in self._waiting if member not in self._served), None)

    def _forget(self, member: int, turn: _Turn) -> None:
        """It waits no longer."""
        turns = self._waiting.get(member, deque())
        if turn in turns:
            turns.remove(turn)
        if not turns:
            self._waiting.pop(member, None)


async def _come(turn: _Turn) -> None:
    try:
        async with timeout(PATIENCE):
            await turn
    except TimeoutError:
        raise Refused("long_queue") from None
