"""All that everybody sees of the club: boards, challenges and notices. Save first, then show.

What was saved is shown by `show`, whatever it is. What nobody could be shown then waits, each by itself: the
sweep has it shown by `show_waiting`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import discord

from bot.club.bars import Barred
from bot.club.challenge import Challenge
from bot.club.club import Club
from bot.club.coach import Called
from bot.club.departures import Departed
from bot.club.match import Match
from bot.club.offers import Declined, Offered, Resumed
from bot.club.refused import Refused
from bot.club.troubles import CHALLENGE, MATCH, Troubles
from bot.database.outbox import Outbox
from bot.ui.answers import Answers
from bot.ui.background import Background
from bot.ui.board_layouts import BoardLayouts
from bot.ui.boards import Boards
from bot.ui.calls import Calls
from bot.ui.challenge_posts import ChallengePosts
from bot.ui.closed_doors import ClosedDoors
from bot.ui.coaching import Coaching
from bot.ui.discord_errors import LOST
from bot.ui.logbook import Logbook
from bot.ui.notices import Notices
from bot.ui.one_at_a_time import OneAtATime
from bot.ui.people import People
from bot.ui.seekers import Seekers
from bot.ui.sight import Witnesses
from bot.ui.traces import Traces
from bot.ui.venues import PLACE, Venues

Saved = Match | Challenge | Offered | Declined | Resumed | Departed | Barred | Called
"""What the club may have saved for a member, and others are to see; what a computer declined is nobody's."""
Waiting = tuple[str, int]

_UNNOTED: Final = ("unsaved", "unsure")
"""It may hang there, and nobody could write that down."""


class Posts:
    def __init__(self, client: discord.Client, club: Club, people: People) -> None:
        self._outbox: Outbox = club.outbox
        self._troubles: Troubles = club.troubles
        self._alone: Final = {MATCH: OneAtATime(), CHALLENGE: OneAtATime()}
        self._uncertain: set[Waiting] = set()
        """What may hang there already, for all that this process knows."""
        self.background = Background()
        self.calls = Calls(client, club.preferences, ClosedDoors(club.clock))
        self.venues = Venues(
            *(client, club.challenges, club.preferences, club.outbox, club.troubles, club.known_venues),
            ClosedDoors(club.clock),
        )
        layouts = BoardLayouts(
            *(club.archive, club.ledger, club.thinker, club.opponents, club.levels),
            *(club.lessons, club.preferences, club.faces),
            Coaching(club.coach, self.background, self._show_remark),
        )
        self.boards = Boards(
            club.matches, club.outbox, layouts, self.venues, self.calls, self.background, club.troubles
        )
        self.seekers = Seekers(client, club.preferences, lambda: int(club.clock().timestamp()))
        self.answers = Answers(club.opponents, self._show_answer, self._show_anew)
        self.challenges = ChallengePosts(
            *(club.challenges, club.invitations, club.matches, club.bars, club.lessons, club.preferences),
            club.outbox,
            *(self.venues, Witnesses(client, people), self.seekers, self.calls, self.background),
        )
        self.logbook = Logbook(client, club.acts, club.preferences, club.troubles)
        self.traces = Traces(
            *(client, club.traces, club.matches, club.challenges, club.faces),
            *(self.challenges, layouts, club.troubles),
        )
        self.notices = Notices(club.timekeeper, club.matches, self.venues, self.calls, self.background)

    async def show(self, saved: Saved) -> None:
        """To everybody whom it concerns. Raises Refused where that must wait: it says why."""
        match saved:
            case Match():
                await self.answers.to(saved)
                await self._show(MATCH, saved.id)
                if saved.stored.post is None and saved.stored.challenge is not None:
                    # With the first board the post of its challenge is closed, and says where they play.
                    await self._show(CHALLENGE, saved.stored.challenge)
            case Called() if saved.match.is_new_to_its_members:
                await self._show_anew(saved.match.id)
            case Challenge():
                if saved.rematch_of is not None:
                    with self._by_itself(CHALLENGE, saved.id):
                        await self.challenges.post(saved.id)
                await self._show(CHALLENGE, saved.id)
            case Offered():
                await self._told(self.notices.show_offer(saved))
            case Resumed():
                await self._told(self.notices.show_resumed(saved))
            case Departed():
                await self._show_all(CHALLENGE, saved.challenges)
                for match in saved.matches:
                    self.answers.begin(match)
                await self._show_all(MATCH, saved.matches)
            case Barred():
                await self._show_all(CHALLENGE, saved.challenges)

    async def _show_all(self, kind: str, numbers: Iterable[int]) -> None:
        """What cannot be shown now is shown later, or never: who asks for it need not know."""
        for number in numbers:
            with suppress(Refused):
                await self._show(kind, number)

    async def note_left_over(self) -> None:
        """What a process before this one left may hang there. To be called before anybody is heard: what is
        saved from then on hangs nowhere yet.
        """
        for kind in (MATCH, CHALLENGE):
            for number in await self.waiting(kind):
                self.look_first(kind, number)

    async def waiting(self, kind: str) -> list[int]:
        """What was saved and not shown, and may be tried now."""
        unshown = self._outbox.unshown_matches if kind == MATCH else self._outbox.unshown_challenges
        return [number for number in await unshown() if self._troubles.may_try(kind, number)]

    async def venue_is_gone(self, match: Match, above: int | None = None) -> None:
        """The newest board once more, where the match goes on."""
        gone = match.stored.venue or match.stored.channel
        self._troubles.note(PLACE, gone, "deleted", level=logging.INFO)
        with suppress(Refused), self._by_itself(MATCH, match.id):
            await self.boards.show_elsewhere(match.id, gone, above)

    async def show_waiting(self, kind: str, number: int) -> None:
        if kind == MATCH:
            self.answers.begin(number)  # what time has brought may be a computer's turn
        with suppress(Refused):  # it goes on waiting
            async with self._alone[kind].alone_with(number):
                if self._troubles.may_try(kind, number):  # else somebody else was refused just now
                    await self._show_now(kind, number)

    async def _show_answer(self, number: int) -> None:
        await self._show_all(MATCH, [number])

    async def _show_anew(self, number: int) -> None:
        """What hangs there, as it is to be said now. What goes wrong is tried again."""
        with suppress(Refused), self._by_itself(MATCH, number):
            await self.boards.show_anew(number)

    async def _show_remark(self, number: int) -> bool:
        """As above; whether it hangs there."""
        with suppress(Refused), self._by_itself(MATCH, number):
            return await self.boards.show_anew(number)
        return False

    async def settled(self, seconds: float) -> None:
        """When what is on its way to Discord now hangs there and is noted, or has taken so long."""
        await asyncio.gather(self.boards.settled(seconds), self.challenges.settled(seconds))

    async def hears_from(self, channel: int | None) -> None:
        """A member acts in their direct messages: what waited because they were closed is shown."""
        if channel is not None and self.venues.hears_from(channel):
            for number in await self._outbox.waiting_at(channel):
                self._troubles.hurry(MATCH, number)
                self.background.start(self.show_waiting(MATCH, number), "a board still waits", match=number)

    def look_first(self, kind: str, number: int) -> None:
        """It may hang there: nobody knows, for an answer was cut off, or a process before this one ended."""
        self._uncertain.add((kind, number))

    def look_again(self, *places: int) -> bool:
        """Discord tells of a change there, or everywhere: what waits is tried at once, if anything does."""
        was_shut = self._troubles.hurry(PLACE, *places)
        if places and not was_shut:
            return False
        return any([was_shut, self._troubles.hurry(MATCH), self._troubles.hurry(CHALLENGE)])

    async def look_again_on(self, guild: int, channel: int | None = None) -> bool:
        """As above, for a server: what waits there may have a place now that it had not.

        A place that has refused us is asked again if something changed in that channel, or in all (None).
        """
        self.logbook.look_again(guild)
        matches, challenges = await self._outbox.places_of_waiting(guild)
        for kind, waiting in ((MATCH, matches), (CHALLENGE, challenges)):
            near = [places for places in waiting.values() if channel is None or channel in places]
            for names, what in ((waiting, kind), (set().union(*near), PLACE)):
                if names:
                    self._troubles.hurry(what, *names)
        return bool(matches or challenges)

    async def _show(self, kind: str, number: int) -> None:
        async with self._alone[kind].alone_with(number):
            await self._show_now(kind, number)

    async def _show_now(self, kind: str, number: int) -> None:
        show: Callable[..., Awaitable[None]] = self.boards.show if kind == MATCH else self.challenges.show
        with self._by_itself(kind, number):
            await show(number, look_first=(kind, number) in self._uncertain)
            self._uncertain.discard((kind, number))

    async def _told(self, telling: Awaitable[Any]) -> None:
        """A notice is told once, or not at all."""
        try:
            await telling
        except LOST as error:
            raise Refused("discord") from error

    @contextmanager
    def _by_itself(self, kind: str, number: int) -> Iterator[None]:
        """What goes wrong with one goes wrong with that one alone, and is tried again. Raises Refused."""
        try:
            yield
        except Refused as refused:
            if refused.code in _UNNOTED:
                self._uncertain.add((kind, number))
            self._troubles.note(kind, number, refused)
            raise
        except LOST as error:
            self._uncertain.add((kind, number))
            self._troubles.note(kind, number, error)
            raise Refused("shown_later") from error
        except asyncio.CancelledError:
            self._uncertain.add((kind, number))
            raise
        except Exception as error:
            self._troubles.note(kind, number, error, level=logging.ERROR)
            raise Refused("shown_later") from error
        else:
            self._troubles.settle(kind, number)
