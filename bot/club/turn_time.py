"""How long a turn has, with all that counts: the clock, vacations, and what the server likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.club.deadlines import USUAL_WINDOW, Deadline, deadline_for
from bot.club.match import Course, Match
from bot.club.preferences import Preferences
from bot.club.stored import Challenge
from engines.game import Position


class TurnTime:
    """`clock` tells the time, in UTC."""

    def __init__(self, preferences: Preferences, clock: Callable[[], datetime]) -> None:
        self._preferences = preferences
        self._clock = clock

    def now(self) -> int:
        return int(self._clock().timestamp())

    def of_first_turn(self, challenge: Challenge, members: Sequence[int], position: Position) -> Deadline:
        now = self.now()
        return deadline_for(
            position,
            now=now,
            pace=challenge.pace,
            window=self._preferences.server(challenge.guild).window or USUAL_WINDOW,
            moved_at=now,
            back_at=self._back_at(members, position),
        )

    def after(self, match: Match, course: Course) -> Deadline:
        """Who answers has the time that was there when the question was asked."""
        stored, after = match.stored, Match(match.stored, course.played, course.position)
        if after.calls_nobody_new and after.in_window and not after.is_mid_turn:
            return Deadline(stored.due)
        return deadline_for(
            after.position,
            now=self.now(),
            pace=stored.pace,
            window=stored.window or USUAL_WINDOW,
            moved_at=stored.moved_at,
            back_at=self._back_at(after.members, after.position),
        )

    def runs_from(self, match: Match) -> int:
        """From when the time of who is to move runs: now, or after a vacation."""
        back_at = 0 if match.in_window else self._back_at(match.members, match.position)
        return max(self.now(), back_at)

    def _back_at(self, members: Sequence[int], position: Position) -> int:
        """When who is to move is back from vacation; long ago, if nobody is away."""
        called = (members[seat] for seat in position.to_move if seat >= 0)
        return max((self._preferences.member(member).away_until or 0 for member in called), default=0)
