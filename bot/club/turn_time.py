"""How long a turn has, with all that counts: the clock, vacations, and what the server likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.club.challenge import Challenge
from bot.club.computers import is_solo
from bot.club.course import Course
from bot.club.deadlines import NO_DEADLINE, Deadline, deadline_for, is_live
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.club.vacations import under_way
from engines.game import Position


class TurnTime:
    """`clock` tells the time, in UTC."""

    def __init__(self, preferences: Preferences, clock: Callable[[], datetime]) -> None:
        self._preferences = preferences
        self._clock = clock

    def now(self) -> int:
        return int(self._clock().timestamp())

    def window_at(self, guild: int) -> int | None:
        """What a match that begins there has to answer a claim, however the server likes it later."""
        return self._preferences.server(guild).window

    def of_first_turn(self, challenge: Challenge, members: Sequence[int], position: Position) -> Deadline:
        if is_solo(members):
            return NO_DEADLINE
        now = self.now()
        return deadline_for(
            position,
            now=now,
            pace=challenge.pace,
            window=self.window_at(challenge.guild),
            moved_at=now,
            back_at=self._back_at(members, position, challenge.pace, now),
        )

    def after(self, match: Match, course: Course) -> Deadline:
        """Who answers has the time that was there when the question was asked; who plays alone, all of it."""
        if match.is_solo:
            return NO_DEADLINE
        stored, after = match.stored, Match.of(match.stored, course)
        if after.calls_nobody_new and after.in_window and not after.is_mid_turn:
            return Deadline(stored.due, stored.remind_at)
        return deadline_for(
            after.position,
            now=self.now(),
            pace=stored.pace,
            window=stored.window,
            moved_at=stored.moved_at,
            back_at=self._back_at(after.members, after.position, stored.pace, stored.began_at),
        )

    def runs_from(self, match: Match) -> int:
        """From when the time of who is to move runs: now, or after the vacation that this turn has had."""
        return max(self.now(), self.rests_until(match))

    def rests_until(self, match: Match) -> int:
        """When who is to move is back from vacation; long ago, if this turn waits for nobody who is away."""
        if match.in_window:
            return 0
        stored = match.stored
        back_at = self._back_at(match.members, match.position, stored.pace, stored.began_at)
        return back_at if stored.rests_until is None else min(back_at, stored.rests_until)

    def _back_at(self, members: Sequence[int], position: Position, pace: int | None, began_at: int) -> int:
        """Nobody is away in a live match, nor in one that they have begun while they were."""
        if is_live(pace):
            return 0
        away = (
            under_way(self._preferences.vacations(members[seat]), self.now()) for seat in position.to_move
        )
        return max((one.ends_at for one in away if one and one.began_at >= began_at), default=0)
