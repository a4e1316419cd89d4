"""Ratings follow what managers and new rules decide: computed anew beside the file, then put in their place.

The whole of it takes a while, and nobody who plays waits for it. Whatever ends it, such as a kill, leaves the
ratings as they were, and it begins again: that it is due is in the file.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Final

from bot.club.matches import Matches, finished_of
from bot.club.refused import Refused
from bot.club.standings import Finished
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.database.file import File
from bot.database.ledger import Ledger
from bot.database.matches import StoredMatches
from bot.database.recount import State, StoredRecount

RATINGS: Final = "ratings"
"""A kind of trouble: they cannot be computed anew."""


class Recount:
    def __init__(self, file: File, matches: Matches, turn_time: TurnTime, troubles: Troubles) -> None:
        self._file = file
        self._stored = StoredRecount(file)
        self._ledger = Ledger(file)
        self._matches = matches
        self._turn_time = turn_time
        self._troubles = troubles
        self._task: asyncio.Task[None] | None = None

    async def rebuild(self) -> int:
        """Here and now from all records, where nobody plays meanwhile; returns how many."""
        async with self._ledger.rewriting() as (writing, numbers):
            for number in numbers:
                if finished := await _finished(self._matches, self._ledger, number):
                    await self._ledger.enter(writing, finished)
            return len(numbers)

    # While others play

    async def is_due(self) -> bool:
        """The ratings do not follow yet what was decided, or how this version counts."""
        return await self._stored.is_due()

    async def start_if_due(self) -> None:
        if await self._stored.is_due():
            self.start()

    def start(self) -> None:
        """Unless it is under way; it goes on by itself. Where others play, too, one of them does it."""
        if not self._file.ours.has_first:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep_up())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def done(self) -> None:
        """When nothing of it is under way."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _keep_up(self) -> None:
        if not self._troubles.may_try(RATINGS, RATINGS):
            return
        with self._troubles.alone(RATINGS, RATINGS, Refused):
            while await self._stored.is_due():
                await self._count_anew()

    async def _count_anew(self) -> None:
        if await self._stored.follow_nothing():
            return
        async with self._file.copied() as copy:
            state = await StoredRecount(copy).state()
            ledger = Ledger(copy)
            matches = Matches(StoredMatches(copy), ledger, self._turn_time)
            async with ledger.rewriting() as (writing, numbers):
                for number in numbers:
                    began = time.perf_counter()
                    if finished := await _finished(matches, ledger, number):
                        await ledger.enter(writing, finished)
                    await asyncio.sleep(time.perf_counter() - began)  # the others have at least as much
            while True:
                state = await self._catch_up(copy, ledger, state)
                differences = await self._stored.differences(copy)
                if await self._stored.put_in_place(copy, state, differences) or await self._has_passed(state):
                    return

    async def _catch_up(self, copy: File, ledger: Ledger, state: State) -> State:
        """With the matches that ended meanwhile."""
        for number, place in (await self._stored.ended_since(state.newest)).items():
            if finished := await _finished(self._matches, self._ledger, number):
                async with copy.transaction() as writing:
                    await ledger.enter(writing, finished)
            state = replace(state, newest=place)
        return state

    async def _has_passed(self, state: State) -> bool:
        """More has changed than that matches ended: all begins again."""
        now = await self._stored.state()
        return (now.rulings, now.erasures) != (state.rulings, state.erasures)


async def _finished(matches: Matches, ledger: Ledger, number: int) -> Finished | None:
    """A match that is over, for the ledger; under older rules, as the ledger told it before."""
    try:
        match = await matches.load(number)
    except Refused as refused:
        if refused.code != "old_rules":
            raise
        return await ledger.told(number)
    assert match.stored.ended_at is not None
    return finished_of(match.stored, match, match.stored.ended_at)
