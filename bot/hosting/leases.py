"""Leases: which of several processes holds a shard, how one gets it, and how it is handed on.

A process connects the shards that are its own by its settings; it stands by where another holds one, which
then hands it on. It takes those that nobody has held for a while, and those of a process that says it will
end. Who answers where two are connected is decided by the lease alone, a lock in the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from typing import Final, Protocol

from bot.club.refused import Refused
from bot.database.neighbours import Claim, Lost, Neighbours, Seen
from bot.database.ours import Ours
from bot.hosting.environment import Shards

log = logging.getLogger(__name__)

STEP: float = 1.0
"""Seconds between two looks at what others have; sooner when they tell of a change."""
GRACE: float = 15.0
"""Seconds that a shard may be without a process before one takes it whose own it is not."""
SPACING: float = 5.0
"""Seconds that Discord wants between two sessions that begin."""
_LEAVES_WITHIN: Final = 60.0
"""Seconds that a process which is to end waits for others to take its shards."""
SHARDS: Final = "shards"
"""What is told when something about the leases has changed."""
HEARD: Final = "heard"
"""What is told, with numbers, when a shard is handed on: what was heard there and is done."""
_A_LETTER: Final = 300
"""Numbers in it: PostgreSQL takes eight thousand bytes."""


class CountsOtherwise(Exception):
    """Other processes play in another number of shards."""


class Playing(Protocol):
    """What holds shards: the bot."""

    def is_connected(self, shard: int) -> bool: ...

    def is_complete(self, shard: int) -> bool:
        """All its servers were told of."""

    async def join(self, shard: int) -> None:
        """Connect there; returns when it is connected. What goes wrong is tried again."""

    async def part(self, shard: int) -> None:
        """The connection there ends."""

    async def take_over(self, shard: int) -> None:
        """It is ours from now on."""

    async def settle(self) -> None:
        """What is on its way to Discord is there, or takes too long. Whoever acts meanwhile is heard."""

    async def hand_over(self, shard: int) -> list[int]:
        """It is ours no more. Returns what was heard there lately."""

    async def missed_news(self) -> None:
        """What others told meanwhile was not heard. Raises Refused."""


class Leases:
    def __init__(self, neighbours: Neighbours, shards: Shards, ours: Ours, playing: Playing) -> None:
        self._neighbours = neighbours
        self._shards = shards
        self._ours = ours
        self._playing = playing
        self._news = asyncio.Event()
        self._joining: dict[int, asyncio.Task[None]] = {}
        self._unheld_since: dict[int, float] = {}
        self._beginning: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._begun: set[asyncio.Task[None]] = set()
        self._answers: dict[int, asyncio.Event] = {}
        self._failure: BaseException | None = None
        self._is_leaving = False
        self._is_giving = False
        """A shard that is ours no more, and nobody else's yet."""
        self._has_missed = False
        self.max_concurrency = 1
        """How many sessions Discord lets begin at once."""
        ours.divide(shards.count, ())
        neighbours.lost = self._lose

    async def begin(self) -> bool:
        """Whether others are at play. Raises CountsOtherwise, Lost and NewerFile."""
        await self._neighbours.open()
        seen = await self._neighbours.look()
        if seen.counts - {self._shards.count}:
            raise CountsOtherwise
        return seen.has_others

    @property
    def unheld_since(self) -> dict[int, float]:
        """The shards that no process holds; seconds, UTC."""
        now = time.time() - time.monotonic()
        return {shard: now + since for shard, since in self._unheld_since.items()}

    def look_now(self) -> None:
        self._news.set()

    async def keep(self) -> None:
        """As long as the bot plays. Raises what keeps it from connecting for good, and NewerFile."""
        while self._failure is None:
            self._news.clear()
            try:
                await self._step()
            except Lost:
                self._lose()
            except Refused as refused:  # it was there again, and is away once more
                log.info("the news that were missed cannot be read", extra={"why": repr(refused)})
            with suppress(TimeoutError):
                async with asyncio.timeout(STEP):  # wait_for forgets to end where the news come just then
                    await self._news.wait()
        raise self._failure

    def stop(self) -> None:
        for task in (*self._joining.values(), *self._begun):
            task.cancel()

    async def leave(self) -> None:
        """Hand on what is held, if there is anybody to take it."""
        self._is_leaving = True
        ends = time.monotonic() + _LEAVES_WITHIN
        with suppress(Lost):
            await self._neighbours.leave()
            for shard in self._ours.shards:
                await self._neighbours.claim(Claim.LEAVES, shard)
            await self._neighbours.tell(SHARDS)
            while (self._ours.shards or self._is_giving) and time.monotonic() < ends:
                if not (await self._neighbours.look()).has_others:
                    return
                await asyncio.sleep(STEP / 4)

    # Sessions, one after the other

    async def may_begin(self, shard: int) -> None:
        """Returns when no session begins, here or in another process, that Discord counts with this one."""
        key = shard % self.max_concurrency
        ours = self._beginning[key]
        await ours.acquire()  # the database would let this process begin as many as it likes
        try:
            while not await self._neighbours.claim(Claim.BEGINS, key):  # noqa: ASYNC110 - another process has it
                await asyncio.sleep(STEP / 4)
        except Lost:
            await asyncio.sleep(SPACING)
            ours.release()
        except BaseException:
            ours.release()
            raise
        else:
            self._answers[shard] = asyncio.Event()
            task = asyncio.create_task(self._next_may_begin(key, self._answers[shard]))
            self._begun.add(task)
            task.add_done_callback(self._begun.discard)

    def has_begun(self, shard: int) -> None:
        """Discord has answered: it has counted the session before, however long that took to get there."""
        if answer := self._answers.pop(shard, None):
            answer.set()

    async def _next_may_begin(self, key: int, answer: asyncio.Event) -> None:
        """Who gets no answer was refused, perhaps, and begins anew."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SPACING):
                await answer.wait()
        await asyncio.sleep(SPACING)
        with suppress(Lost):
            await self._neighbours.drop(Claim.BEGINS, key)
        self._beginning[key].release()

    # One look, and what follows

    async def _step(self) -> None:
        if not self._neighbours.is_open:
            await self._neighbours.open()
            log.info("the neighbours are heard again")
        if self._has_missed:
            await self._playing.missed_news()
            self._has_missed = False
        seen = await self._neighbours.look()
        self._note_unheld(seen)
        for shard in range(self._shards.count):
            if shard in self._ours.shards:
                await self._keep_or_hand_over(shard, seen)
            elif self._playing.is_connected(shard):
                await self._take_or_stand_by(shard, seen)
            elif self._wants(shard, seen) and self._may_join(shard, seen):
                await self._join(shard)

    def _note_unheld(self, seen: Seen) -> None:
        now = time.monotonic()
        for shard in range(self._shards.count):
            if (Claim.HOLDS, shard) in seen.theirs | seen.ours:
                self._unheld_since.pop(shard, None)
            else:
                self._unheld_since.setdefault(shard, now)

    def _wants(self, shard: int, seen: Seen) -> bool:
        if self._is_leaving:
            return False
        if shard in self._shards.own or (Claim.LEAVES, shard) in seen.theirs:
            return True
        since = self._unheld_since.get(shard)
        return since is not None and time.monotonic() - since >= GRACE

    def _may_join(self, shard: int, seen: Seen) -> bool:
        """Nobody else does; and of those that are others' own one is joined at a time, so that all share."""
        if shard in self._joining or (Claim.COMES, shard) in seen.theirs | seen.ours:
            return False
        return shard in self._shards.own or not self._strangers(self._joining)

    def _strangers(self, shards: Collection[int]) -> bool:
        return any(shard not in self._shards.own for shard in shards)

    async def _join(self, shard: int) -> None:
        if await self._neighbours.claim(Claim.COMES, shard):
            task = asyncio.create_task(self._playing.join(shard))
            self._joining[shard] = task
            task.add_done_callback(lambda task: self._joined(shard, task))

    def _joined(self, shard: int, task: asyncio.Task[None]) -> None:
        del self._joining[shard]
        if not task.cancelled():
            self._failure = task.exception()
        self.look_now()

    async def _keep_or_hand_over(self, shard: int, seen: Seen) -> None:
        is_given = self._is_leaving or shard not in self._shards.own
        if is_given and (Claim.READY, shard) in seen.theirs:
            log.info("a shard is wanted", extra={"shard": shard})
            await self._playing.settle()
            if (Claim.READY, shard) in (await self._neighbours.look()).theirs:
                self._is_giving = True
                try:
                    await self._hand_over(shard)
                finally:
                    self._is_giving = False

    async def _take_or_stand_by(self, shard: int, seen: Seen) -> None:
        if (Claim.HOLDS, shard) not in seen.theirs:
            if not self._is_leaving and await self._neighbours.claim(Claim.HOLDS, shard):
                await self._take_over(shard)
        elif not self._wants(shard, seen):
            if not self._is_leaving:  # its last connections end together: one that is ended twice hangs
                await self._playing.part(shard)
            await self._drop(shard, seen, Claim.READY, Claim.COMES)
        elif self._playing.is_complete(shard) and (Claim.READY, shard) not in seen.ours:
            await self._neighbours.claim(Claim.READY, shard)
            await self._neighbours.tell(SHARDS)

    async def _take_over(self, shard: int) -> None:
        log.info("a shard is taken over", extra={"shard": shard})
        await self._drop(shard, await self._neighbours.look(), Claim.READY, Claim.COMES)
        self._ours.divide(self._shards.count, {*self._ours.shards, shard})
        await self._playing.take_over(shard)
        await self._neighbours.tell(SHARDS)

    async def _hand_over(self, shard: int) -> None:
        log.info("a shard is handed over", extra={"shard": shard})
        self._ours.divide(self._shards.count, self._ours.shards - {shard})
        heard = await self._playing.hand_over(shard)
        for first in range(0, len(heard), _A_LETTER):
            numbers = ",".join(map(str, heard[first : first + _A_LETTER]))
            await self._neighbours.tell(f"{HEARD} {numbers}")
        await self._drop(shard, await self._neighbours.look(), Claim.HOLDS, Claim.LEAVES)
        await self._neighbours.tell(SHARDS)
        if not self._is_leaving:
            await self._playing.part(shard)

    async def _drop(self, shard: int, seen: Seen, *claims: Claim) -> None:
        for claim in claims:
            if (claim, shard) in seen.ours:
                await self._neighbours.drop(claim, shard)

    def _lose(self) -> None:
        """Nobody knows what others do meanwhile: nothing is ours until it is claimed anew."""
        if not self._has_missed:
            log.warning("the neighbours are not heard any more")
        self._has_missed = True
        self._ours.divide(self._shards.count, ())
        self.look_now()
