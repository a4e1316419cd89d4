"""Silence is answered, members are reminded and go on vacation, and no absence of the bot counts."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.club.matches import Matches
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.stored import MemberPreferences
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.database.challenges import StoredChallenges
from bot.database.deadlines import StoredDeadlines, move_deadlines
from bot.database.matches import StoredMatches
from engines.moves import TABLE, Aborted, Leave

_SIGN_OF_LIFE: Final = 120
"""Seconds between two signs of life in the file."""
_LONGEST_GAP: Final = 300
"""Seconds without a sign of life after which a bot that runs counts as having been away; one that has just
been started was."""
AT_A_TIME: Final = 250
"""Silences that are answered in one go, where ten thousand are due at once."""
_STEP: Final = 300
"""Seconds by which a clock may be put back without anybody's noticing."""
DEADLINE: Final = "deadline"
"""A kind of trouble: the silence in a match cannot be answered."""


class Timekeeper:
    def __init__(
        self,
        deadlines: StoredDeadlines,
        challenges: StoredChallenges,
        stored: StoredMatches,
        matches: Matches,
        preferences: Preferences,
        turn_time: TurnTime,
        troubles: Troubles,
    ) -> None:
        self._troubles = troubles
        self._deadlines = deadlines
        self._challenges = challenges
        self._stored = stored
        self._matches = matches
        self._preferences = preferences
        self._turn_time = turn_time
        self._alive_at = 0
        self.last_at_play: int | None = None
        """When a process before this one was, if that is known more exactly than by the file."""

    # Silence

    async def let_time_pass(self) -> int:
        """Answer the silence of those whose time is up, each by itself.

        Returns of how many, AT_A_TIME at most.
        """
        now, answered = self._turn_time.now(), 0
        due = [
            number for number in await self._deadlines.due(now) if self._troubles.may_try(DEADLINE, number)
        ]
        for number in due[:AT_A_TIME]:
            try:
                await self._answer_silence(number)
            except Refused as refused:  # such as a match under older rules
                self._troubles.note(DEADLINE, number, refused)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one is not the others' loss
                self._troubles.note(DEADLINE, number, error, level=logging.ERROR)
            else:
                self._troubles.settle(DEADLINE, number)
                answered += 1
        return answered

    async def let_challenges_expire(self) -> None:
        """Those that nobody has answered in time."""
        await self._challenges.expire(self._turn_time.now())

    async def _answer_silence(self, number: int) -> None:
        while True:
            match = await self._matches.load(number)
            if match.stored.due is None or match.stored.due > self._turn_time.now():
                return
            seat = min(match.position.to_move)
            move = match.position.if_silent(seat)
            if move:
                await self._matches.save(match, seat, move)
            else:
                await self._matches.save(match, TABLE, Leave(seat) if match.has_begun else Aborted())

    async def take_reminders(self) -> list[int]:
        """The matches in which somebody should be reminded, each once."""
        return await self._deadlines.take_reminders(self._turn_time.now())

    async def seconds_to_next_due(self) -> int | None:
        """Until silence is to be answered; None: nobody's."""
        now = self._turn_time.now()
        due = await self._deadlines.next_due(now)
        waits = [None if due is None else due - now, self._troubles.seconds_to_next(DEADLINE)]
        return min((wait for wait in waits if wait is not None), default=None)

    # Absence

    async def note_alive(self) -> int:
        """Nobody loses by an absence of the bot: returns the seconds by which all clocks were set on.

        Nor by a clock that is put right: where it is put back, these are, too.
        """
        before, now = self._alive_at, self._turn_time.now()
        if 0 <= now - before < _SIGN_OF_LIFE:
            return 0
        self._alive_at = now
        return await self._note(now, unnoticed=_LONGEST_GAP if before else 0)

    async def note_stop(self) -> None:
        """The bot stops, and is away from now on; one that had not begun to play has been all the while."""
        if self._alive_at:
            with suppress(Refused):  # a full disk
                await self._note(self._turn_time.now(), unnoticed=_LONGEST_GAP)

    async def _note(self, now: int, *, unnoticed: int) -> int:
        """All clocks are set on by the time since the last sign of life, unless that goes unnoticed."""
        gap = await self._gap(now, None if unnoticed else self.last_at_play)
        away = 0 if -_STEP <= gap <= unnoticed else gap
        await self._deadlines.note_alive(now, away)
        return away

    async def _gap(self, now: int, last_at_play: int | None) -> int:
        """Since the last sign of life, which is minutes old where the end was sudden.

        What is known more exactly counts, unless it is of another file: of the one that was there before a
        backup was brought back, say.
        """
        told = await self._deadlines.alive_at()
        if told is None:
            return 0
        is_of_this = last_at_play is not None and 0 <= last_at_play - told <= _LONGEST_GAP
        return now - (last_at_play if is_of_this and last_at_play else told)

    def likes(self, member: int) -> MemberPreferences:
        """How a member likes it at the moment: a vacation that is over is none."""
        liked = self._preferences.member(member)
        is_over = liked.away_until is not None and liked.away_until <= self._turn_time.now()
        return replace(liked, away_until=None) if is_over else liked

    async def go_away(self, member: int, length: timedelta | None) -> None:
        """On vacation; None: back again. Where the member is to move, as much time is left as before."""
        now = self._turn_time.now()
        until = None if length is None else now + int(length.total_seconds())
        async with self._preferences.changing_member(member, away_until=until) as writing:
            # Nobody else can write now: every clock was set before all of this, or will be after it.
            before = max(now, self._preferences.member(member).away_until or 0)
            matches = await self._matches.load_all(await self._stored.running_of(member))
            waiting = [match.id for match in matches if match.waits_for(member)]
            await move_deadlines(writing, waiting, max(now, until or 0) - before)
