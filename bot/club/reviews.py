"""Reviews of matches that are over, made piece by piece where it is thought, while nobody else thinks there.

One is made after the other, and once: whoever asks for one that is under way waits for the same. Where the
host likes it, those of matches that ended lately are made ahead, in time that nobody else needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import nullcontext
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


LATELY: Final = 86_400
"""Seconds since a match ended, at most, for its review to be made ahead."""
_LOOK: Final = 0.5
"""Seconds from one look whether anybody needs who thinks to the next."""


class Making:
    """A review under way."""

    task: asyncio.Task[Review]
    """Raises Refused if nothing comes of it."""

    def __init__(self, total: int, *, is_asked: bool) -> None:
        self.is_asked = is_asked
        """Somebody waits for it, or did."""
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
        self.are_made_ahead = False
        """In time that nobody else needs."""
        self._ahead: asyncio.Task[None] | None = None
        self._passed_over: set[int] = set()
        """Matches whose reviews cannot be made ahead."""

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

    async def begin(self, match: Match, *, is_asked: bool = True) -> Making:
        """It is gone on with, whoever waits for it. Raises Refused where there is nothing to review."""
        check_over(match)
        if match.id not in self._making:
            await self._stored.want(match.stored, LEVEL)
            if match.id not in self._making:  # nobody else was as quick
                self._making[match.id] = self._begun(match, is_asked=is_asked)
        making = self._making[match.id]
        making.is_asked |= is_asked
        return making

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

    def go_ahead(self) -> None:
        """With those of matches that ended lately, if the host likes it, until there is none left."""
        if self.are_made_ahead and (self._ahead is None or self._ahead.done()):
            self._ahead = asyncio.create_task(self._make_ahead())
            self._ahead.add_done_callback(_note)

    async def done(self) -> None:
        """When none is under way."""
        while self._making or (self._ahead and not self._ahead.done()):
            ahead = [self._ahead] if self._ahead else []
            await asyncio.wait([*ahead, *(making.task for making in self._making.values())])

    def stop(self) -> None:
        if self._ahead:
            self._ahead.cancel()
        for making in self._making.values():
            making.task.cancel()

    # Ahead

    async def _make_ahead(self) -> None:
        """The newest first."""
        while (number := await self._next_ahead()) is not None:
            try:
                making = await self.begin(await self._matches.load(number), is_asked=False)
                await asyncio.wait([making.task])
                came = not making.task.cancelled() and making.task.exception() is None
            except Refused as refused:  # its rules are not known any more
                log.info("no review", extra={"match": number, "why": repr(refused)})
                came = False
            if not came:
                self._passed_over.add(number)

    async def _next_ahead(self) -> int | None:
        ended = await self._stored.unmade(since=self._now() - LATELY, most=len(self._passed_over) + 1)
        return next((number for number in ended if number not in self._passed_over), None)

    async def _let_others_first(self, making: Making) -> None:
        """Until nobody else needs who thinks, or somebody has come to wait for this."""
        while not (making.is_asked or self._is_quiet):  # noqa: ASYNC110 - both hang on many
            await asyncio.sleep(_LOOK)

    @property
    def _is_quiet(self) -> bool:
        return self._thinker.queue.is_idle and not any(each.is_asked for each in self._making.values())

    # Piece by piece

    def _begun(self, match: Match, *, is_asked: bool) -> Making:
        making = Making(total=match.ply, is_asked=is_asked)
        making.task = asyncio.create_task(self._made(match, making))
        making.task.add_done_callback(lambda task: self._over(match.id, making, task))
        return making

    def _over(self, number: int, making: Making, task: asyncio.Task[Review]) -> None:
        del self._making[number]
        making.move_on()
        if not task.cancelled() and (error := task.exception()):
            log.warning("no review", extra={"match": number, "why": repr(error)})

    async def _made(self, match: Match, making: Making) -> Review:
        async with self._one_at_a_time if making.is_asked else nullcontext():
            try:
                review = await self._looked(match, making)
            except Failed as error:
                await self._stored.give_up(match.id)
                raise Refused("review_failed") from error
            await self._stored.keep(match.id, review, self._now())
        return review

    async def _looked(self, match: Match, making: Making) -> Review:
        gone = gone_before(match.played)
        glances: list[Glance] = []
        for ply, left in zip(match.played, gone, strict=True):
            glances.append(await self._piece(making, "glance", match, ply, left))
            making.move_on()
        doubts = doubtful(glances)
        making.total += len(doubts)
        again: dict[int, Better | None] = {}
        for number in doubts:
            again[number] = await self._piece(making, "look_again", match, match.played[number], gone[number])
            making.move_on()
        return put_together(match.played, glances, again, LEVEL)

    async def _piece(self, making: Making, what: str, match: Match, ply: Any, *more: Any) -> Any:
        """Raises Failed. Where many wait it waits on: no answer hangs on a piece."""
        about = (match.game.name, ply.before, ply.text, LEVEL, *more)
        await self._let_others_first(making)
        failures = 0
        while True:
            try:
                return await self._thinker.piece(what, *about)
            except Refused as refused:
                why = refused.code
            except Failed as failed:
                failures += 1
                if failures == TRIES:
                    raise
                why = repr(failed)
            log.info("a piece of a review is tried again", extra={"match": match.id, "why": why})


def _note(ahead: asyncio.Task[None]) -> None:
    if not ahead.cancelled() and (error := ahead.exception()):
        log.warning("no reviews are made ahead", extra={"why": repr(error)})


def has_review(match: Match) -> bool:
    """It is over, and came to something."""
    return match.outcome is not None and not isinstance(match.played[-1].move, Aborted)


def check_over(match: Match) -> None:
    """Raises Refused unless there is something to review."""
    if match.outcome is None:
        raise Refused("review_running")
    if not has_review(match):
        raise Refused("review_nothing")
