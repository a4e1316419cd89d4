"""Silence is answered, members are reminded and go on vacation, and no absence of the bot counts."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from datetime import timedelta
from typing import Final

from bot.club.challenges import CHALLENGE_LASTS, STALE_AFTER
from bot.club.deadlines import DAY, is_live
from bot.club.leaving import Leaving
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.club.vacations import BUDGET, WITHIN, changed, left, under_way
from bot.club.wishes import Vacation
from bot.database.challenges import StoredChallenges
from bot.database.deadlines import StoredDeadlines, rest
from bot.database.matches import StoredMatches
from bot.database.ours import Ours

_SIGN_OF_LIFE: Final = 120
"""Seconds between two signs of life in the file."""
_LONGEST_GAP: Final = 300
"""Seconds without a sign of life after which a bot that runs counts as having been away; one that has just
been started was."""
AT_A_TIME: Final = 250
"""Silences that are answered in one go, where ten thousand are due at once."""
_STEP: Final = 300
"""Seconds by which a clock may be put back without anybody's noticing."""
_SHORTEST_VACATION: Final = 3600
DEADLINE: Final = "deadline"
"""A kind of trouble: the silence in a match cannot be answered."""


class Timekeeper:
    def __init__(
        self,
        deadlines: StoredDeadlines,
        challenges: StoredChallenges,
        stored: StoredMatches,
        matches: Matches,
        leaving: Leaving,
        preferences: Preferences,
        turn_time: TurnTime,
        troubles: Troubles,
        ours: Ours,
    ) -> None:
        self._troubles = troubles
        self._deadlines = deadlines
        self._challenges = challenges
        self._stored = stored
        self._matches = matches
        self._leaving = leaving
        self._preferences = preferences
        self._turn_time = turn_time
        self._ours = ours
        self._alive_at = 0
        self._asked_first_at: int | None = None
        self.others_are_alive = False
        """Other processes were at play when this one came: it is not the bot that was away before."""
        self.last_at_play: int | None = None
        """When a process before this one was, if that is known more exactly than by the file."""

    # Silence

    async def let_time_pass(self) -> int:
        """Answer the silence of those whose time is up, each by itself.

        Returns of how many, AT_A_TIME at most.
        """
        now, answered = self._turn_time.now(), 0
        if not await self._is_absence_given_back(now):
            return 0
        due = [
            number for number in await self._deadlines.due(now) if self._troubles.may_try(DEADLINE, number)
        ]
        for number in due[:AT_A_TIME]:
            answered += await self._by_itself(number, self._answer_silence(number))
        return answered

    async def _is_absence_given_back(self, now: int) -> bool:
        """One process gives back to all servers the time for which none was there; the others wait for it."""
        if self._asked_first_at is None:
            self._asked_first_at = now
        if self._ours.has_first:
            return True
        alive_at = await self._deadlines.alive_at()
        return alive_at is not None and alive_at >= self._asked_first_at

    async def _by_itself(self, number: int, answering: Awaitable[object]) -> bool:
        """Whether it could be done; what is wrong with one match is tried again later."""
        with self._troubles.alone(DEADLINE, number, Refused):  # such as of a match under older rules
            await answering
        return self._troubles.is_well(DEADLINE, number)

    async def end_forsaken(self) -> bool:
        """Matches with computers that their one member has let lie for thirty days end without a result.

        Whether there were any.
        """
        now, ended = self._turn_time.now(), False
        for number in await self._deadlines.forsaken(now):
            if self._troubles.may_try(DEADLINE, number):
                ended |= await self._by_itself(number, self._leaving.close(number))
        return ended

    async def let_challenges_expire(self) -> None:
        """Those that nobody has answered in time; and others may be renewed."""
        now = self._turn_time.now()
        await self._challenges.expire(now)
        await self._challenges.note_stale(now + int((CHALLENGE_LASTS - STALE_AFTER).total_seconds()))

    async def _answer_silence(self, number: int) -> None:
        while True:
            match = await self._matches.load(number)
            if match.stored.due is None or match.stored.due > self._turn_time.now():
                return
            await self._leaving.fall_silent(match, min(match.position.to_move))

    async def take_reminders(self) -> list[int]:
        """The matches in which somebody should be reminded, each once."""
        return await self._deadlines.take_reminders(self._turn_time.now())

    async def take_impatient(self) -> list[int]:
        """The matches that whoever waits need not wait for any more, each once."""
        return await self._deadlines.take_impatient(self._turn_time.now())

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
        return await self._note(now, unnoticed=_LONGEST_GAP if before or self.others_are_alive else 0)

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

    # Vacations

    def vacation(self, member: int) -> Vacation | None:
        """The one under way."""
        return under_way(self._preferences.vacations(member), self._turn_time.now())

    def vacation_left(self, member: int) -> timedelta:
        """How long they may still be away."""
        return timedelta(seconds=left(self._preferences.vacations(member), self._turn_time.now()))

    async def go_away(self, member: int, length: timedelta | None) -> list[int]:
        """On vacation, at most for as long as is left; None: back again. Raises Refused if nothing is.

        Where the member is to move, as much time is left as before. A turn rests once, and one whose time is
        up does not rest. Returns the matches in which their time runs all the same.
        """
        async with self._preferences.changing_vacations(member) as changing:
            # Nobody else can write now: every clock was set before all of this, or will be after it.
            now, taken = self._turn_time.now(), changing.taken
            seconds = min(int((length or timedelta()).total_seconds()), left(taken, now))
            if length is not None and seconds < _SHORTEST_VACATION:
                raise Refused("no_vacation_left", days=BUDGET // DAY)
            changing.taken, until = changed(taken, now, seconds), now + seconds
            waiting = await self._waiting_for(member)
            resting = [match for match in waiting if (match.stored.rests_until or 0) > now]
            fresh = [match for match in waiting if self._may_begin_to_rest(match, now)] if seconds else []
            shorter = [
                (match.id, until - rests)
                for match in resting
                if (rests := match.stored.rests_until) is not None and rests > until
            ]
            await rest(changing.writing, shorter, until)
            await rest(changing.writing, [(match.id, seconds) for match in fresh], until)
        return [match.id for match in waiting if match not in resting and match not in fresh]

    async def forget_old_vacations(self) -> None:
        """Those that do not count any more."""
        await self._preferences.forget_vacations(self._turn_time.now() - WITHIN)

    async def _waiting_for(self, member: int) -> list[Match]:
        matches = await self._matches.load_all(await self._stored.running_of(member))
        return [match for match in matches if _waits_for(match, member)]

    def _may_begin_to_rest(self, match: Match, now: int) -> bool:
        stored = match.stored
        is_up = stored.due is not None and stored.due <= now
        return stored.rests_until is None and not is_up and not is_live(stored.pace)


def _waits_for(match: Match, member: int) -> bool:
    """Its clock runs, and for a turn of this member: not for an answer to what another did."""
    return match.stored.due is not None and not match.in_window and match.is_to_move(member)
