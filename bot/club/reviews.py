"""Reviews of matches that are over, made piece by piece where it is thought, while nobody else thinks there.

One is made after the other, and once: whoever asks for one that is under way waits for the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.thinker import Failed, Thinker
from bot.database.reviews import StoredReviews
from engines.moves import Aborted
from engines.players.looking import Better
from engines.players.review import LEVEL, Glance, Review, doubtful, gone_before, put_together

log = logging.getLogger(__name__)

TRIES: Final = 3
"""Of a piece: its process may be killed."""


class Making:
    """A review under way."""

    task: asyncio.Task[Review]
    """Raises Refused if nothing comes of it."""

    def __init__(self, total: int) -> None:
        self.total = total
        """Pieces, as far as is known."""
        self.done = 0
        self._moved = asyncio.Event()

    @property
    def share(self) -> float:
        return self.done / self.total

    def move_on(self) -> None:
        """A piece is there, or all of it is over."""
        self.done += not self.task.done()
        self._moved.set()
        self._moved = asyncio.Event()

    async def moved(self) -> None:
        """When it has moved on."""
        await self._moved.wait()


class Reviews:
    """`now` tells the time, in seconds."""

    def __init__(
        self, stored: StoredReviews, matches: Matches, thinker: Thinker, now: Callable[[], int]
    ) -> None:
        self._stored = stored
        self._matches = matches
        self._thinker = thinker
        self._now = now
        self._making: dict[int, Making] = {}
        self._one_at_a_time = asyncio.Lock()

    async def find(self, match: Match) -> Review | None:
        """If it was made before."""
        return await self._stored.find(match.stored, match.record, LEVEL) if match.outcome else None

    # To all

    async def was_shown(self, match: Match) -> bool:
        return await self._stored.was_shown(match.id)

    async def take_showing(self, match: Match) -> bool:
        """Everybody is about to be shown it. False if they were before."""
        return await self._stored.take_showing(match.id)

    async def give_showing_back(self, match: Match) -> None:
        """Nobody was shown anything."""
        await self._stored.give_showing_back(match.id)

    # Making

    async def begin(self, match: Match) -> Making:
        """It is gone on with, whoever waits for it. Raises Refused where there is nothing to review."""
        check_over(match)
        if match.id not in self._making:
            await self._stored.want(match.stored, LEVEL)
            if match.id not in self._making:  # nobody else was as quick
                self._making[match.id] = self._begun(match)
        return self._making[match.id]

    async def go_on(self) -> None:
        """With all that were asked for before a restart."""
        for number in await self._stored.wanted():
            if number in self._making:
                continue
            try:
                await self.begin(await self._matches.load(number))
            except Refused as refused:  # its rules are not known any more
                log.info("no review", extra={"match": number, "why": repr(refused)})
                await self._stored.give_up(number)

    async def done(self) -> None:
        """When none is under way."""
        while self._making:
            await asyncio.wait([making.task for making in self._making.values()])

    def stop(self) -> None:
        for making in self._making.values():
            making.task.cancel()

    def _begun(self, match: Match) -> Making:
        making = Making(total=match.ply)
        making.task = asyncio.create_task(self._made(match, making))
        making.task.add_done_callback(lambda task: self._over(match.id, making, task))
        return making

    def _over(self, number: int, making: Making, task: asyncio.Task[Review]) -> None:
        del self._making[number]
        making.move_on()
        if not task.cancelled() and (error := task.exception()):
            log.warning("no review", extra={"match": number, "why": repr(error)})

    async def _made(self, match: Match, making: Making) -> Review:
        async with self._one_at_a_time:
            try:
                review = await self._looked(match, making)
            except (Failed, Refused) as error:
                await self._stored.give_up(match.id)
                raise Refused("review_failed") from error
            await self._stored.keep(match.id, review, self._now())
        return review

    async def _looked(self, match: Match, making: Making) -> Review:
        glances: list[Glance] = []
        for ply, gone in zip(match.played, gone_before(match.played), strict=True):
            glances.append(await self._piece("glance", match, ply, gone))
            making.move_on()
        doubts = doubtful(glances)
        making.total += len(doubts)
        again: dict[int, Better | None] = {}
        for number in doubts:
            again[number] = await self._piece("look_again", match, match.played[number])
            making.move_on()
        return put_together(match.played, glances, again, LEVEL)

    async def _piece(self, what: str, match: Match, ply: Any, *more: Any) -> Any:
        """Raises Failed, or Refused where many wait."""
        about = (match.game.name, ply.before, ply.text, LEVEL, *more)
        for left in reversed(range(TRIES)):
            try:
                return await self._thinker.piece(what, *about)
            except Failed as failed:
                if not left:
                    raise
                log.info("a piece of a review is tried again", extra={"match": match.id, "why": repr(failed)})
        raise AssertionError


def has_review(match: Match) -> bool:
    """It is over, and came to something."""
    return match.outcome is not None and not isinstance(match.played[-1].move, Aborted)


def check_over(match: Match) -> None:
    """Raises Refused unless there is something to review."""
    if match.outcome is None:
        raise Refused("review_running")
    if not has_review(match):
        raise Refused("review_nothing")
