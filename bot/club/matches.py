"""Matches: how they are replayed, what members do in them, and what is saved. Knows people, but not Discord.

The record is the match. A request names the ply it was made for; a stale one is refused, and of two at
once the table's primary key lets one through.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.club.challenge import Challenge
from bot.club.computers import is_computer, is_solo
from bot.club.course import Course, add, follow
from bot.club.courses import Courses
from bot.club.deadlines import PATIENCE, Deadline
from bot.club.match import Match, left_to_computers
from bot.club.refused import Refused, RefusedByGame
from bot.club.standings import Finished
from bot.club.stored import Stored
from bot.club.tallies import Running
from bot.club.turn_time import TurnTime
from bot.club.whereabouts import DIRECT
from bot.database.ledger import Ledger
from bot.database.matches import Also, StoredMatches
from bot.database.pen import Hurry
from engines.codes import Refusal
from engines.moves import TABLE, Move
from engines.record import Ply

_REMEMBERED: Final = 10_000
"""Matches of which it is at hand who plays in them."""


class Matches:
    def __init__(self, stored: StoredMatches, ledger: Ledger, turn_time: TurnTime) -> None:
        self._stored = stored
        self._ledger = ledger
        self._turn_time = turn_time
        self._courses = Courses()
        self._seated: OrderedDict[int, frozenset[tuple[int, int]]] = OrderedDict()
        """Of the matches that were asked for lately: who plays in them, on which server."""

    # Looking

    async def load(self, number: int) -> Match:
        return await self._opened(await self._stored.load(number))

    async def find(self, number: int) -> Stored | None:
        """Without its record."""
        return await self._stored.load(number)

    async def open(self, stored: Stored) -> Match:
        return await self._opened(stored)

    async def visit(self, number: int, guild: int) -> Match:
        """As `load`, of one server: it does not know the matches of others."""
        stored = await self._stored.load(number)
        return await self._opened(stored if stored and stored.guild == guild else None)

    def is_known_to_be_of(self, number: int, member: int, guild: int | None) -> bool:
        """It was loaded lately, is played on that server (None: on any) or in direct messages, and they play
        in it.
        """
        return any(
            who == member and where in (where if guild is None else guild, DIRECT)
            for where, who in self._seated.get(number, ())
        )

    async def load_all(self, numbers: Sequence[int]) -> list[Match]:
        """Without those under older rules: nobody can move in them."""
        return await self._all(map(self.load, numbers))

    async def running(self, member: int, guild: int | None) -> list[Match]:
        """On a server and in their direct messages, or everywhere."""
        return await self.load_all(await self._stored.running_for(member, guild))

    async def awaiting_computers(self) -> list[int]:
        """Those that run, and in which a computer is to move."""
        return await self._stored.awaiting_computers()

    async def running_at(self, venue: int) -> list[Match]:
        return await self._all(map(self._opened, await self._stored.running_at(venue)))

    async def running_below(self, channel: int) -> list[Match]:
        """In that channel and its threads."""
        return await self.load_all(await self._stored.running_below(channel))

    async def newest_at(self, venue: int) -> Match | None:
        """The match of a thread, running or over."""
        number = await self._stored.newest_at(venue)
        return await self.load(number) if number else None

    async def begun_by(self, challenge: Challenge) -> Match | None:
        """The match that came of it."""
        number = await self._stored.begun_by(challenge.id)
        return await self.load(number) if number else None

    @staticmethod
    async def _all(loading: Iterable[Awaitable[Match]]) -> list[Match]:
        matches = []
        for each in loading:
            with suppress(Refused):
                matches.append(await each)
        return matches

    async def _opened(self, stored: Stored | None) -> Match:
        if stored is None:
            raise Refused("no_match")
        if stored.rules_version != stored.game.rules_version:
            raise Refused("old_rules")
        course = await self._course(stored)
        self._remember_members(stored)
        return Match.of(stored, course)

    def _remember_members(self, stored: Stored) -> None:
        self._seated[stored.id] = frozenset((stored.guild, member) for member in stored.members)
        self._seated.move_to_end(stored.id)
        if len(self._seated) > _REMEMBERED:
            self._seated.popitem(last=False)

    async def _course(self, stored: Stored) -> Course:
        """Replays what is not at hand yet."""
        course = self._courses.of(stored.id, stored.era)
        if course is None or len(course.played) > stored.plies:
            course = Course((), stored.game.start(stored.options, len(stored.seats)))
        if len(course.played) < stored.plies:
            try:
                for text in await self._stored.record(stored.id, since=len(course.played)):
                    course = add(course, Ply.read(stored.game, course.position, text))
            except Refusal as refusal:
                raise Refused("damaged") from refusal
        self._courses.keep(stored.id, stored.era, course)
        return course

    def forget_courses(self) -> None:
        """What is at hand is replayed from the file when it is next asked for."""
        self._courses.forget()
        self._seated.clear()

    # Playing

    async def begin(
        self,
        challenge: Challenge,
        members: Sequence[int],
        check: Callable[[Running], None],
        *,
        coach: bool = False,
    ) -> Match | None:
        """None if the challenge has changed meanwhile. `check` raises where they play too many already."""
        start = challenge.game.start(challenge.options, len(members))
        course = follow(challenge.game, Course((), start), challenge.secret)
        number = await self._stored.add(
            challenge,
            members=members,
            rules_version=challenge.game.rules_version,
            record=[played.text for played in course.played],
            venue=challenge.channel if challenge.id and is_solo(members) else None,
            window=self._turn_time.window_at(challenge.guild),
            deadline=lambda: self._turn_time.of_first_turn(challenge, members, course.position),
            now=self._turn_time.now(),
            check=check,
            awaits_computer=_awaits_computer(members, course),
            coach=coach,
        )
        if number is None:
            return None
        self._courses.keep(number, 0, course)
        return await self.load(number)

    async def play(self, match: Match, member: int, move: Move) -> Match:
        """A member's move in the match as it was loaded. Raises Refused; then nothing has changed."""
        seat, ply = match.seat_of(member), match.ply
        hurry = Hurry.ALONE if match.is_solo else Hurry.PEOPLE
        while True:
            match.check_turn(seat, ply)
            try:
                saved = await self.save(match, seat, move, hurry=hurry)
            except Refusal as refusal:
                raise RefusedByGame(match.game.name, refusal) from refusal
            if saved:
                return saved
            match = await self.load(match.id)  # somebody was faster; in a window that need not matter

    async def save(
        self, match: Match, who: int, move: Move, also: Sequence[Also] = (), *, hurry: Hurry = Hurry.PEOPLE
    ) -> Match | None:
        """The match after that ply and all that follows by itself; None if it has moved on meanwhile.

        What `also` write is saved with it, or not at all.
        """
        course = add(match, Ply.of(match.game, match.position, who, move))
        course = left_to_computers(match.stored, course)
        course = follow(match.game, course, match.stored.secret)
        now = self._turn_time.now()
        finished = finished_of(match.stored, course, now)
        deadline = await self._stored.add_plies(
            match.id,
            match.ply,
            [played.text for played in course.played[match.ply :]],
            outcome=course.position.outcome,
            keeps_offer_of=who,
            deadline=lambda: self._turn_time.after(match, course),
            now=now,
            era=match.stored.era,
            also=[*also, *([partial(self._ledger.enter, finished=finished)] if finished else [])],
            hurry=hurry,
            awaits_computer=_awaits_computer(match.members, course),
        )
        if deadline is None:
            return None
        self._courses.keep(match.id, match.stored.era, course)
        return Match.of(_after(match.stored, who, course, deadline, now), course)

    async def settle(self, number: int, ply: Callable[[Match], Move], also: Sequence[Also] = ()) -> Match:
        """A ply of the table, whoever moves meanwhile: that only makes it a ply later."""
        while True:
            match = await self.load(number)
            if match.outcome:
                raise Refused("over")
            saved = await self.save(match, TABLE, ply(match), also)
            if saved:
                return saved

    async def take_back(self, match: Match, to: int) -> Match | None:
        """The match as it stood after so many plies; None if it has moved on meanwhile."""
        course = match.until(to)
        if not await self._stored.take_back(
            *(match.id, match.ply, to),
            deadline=lambda: self._turn_time.after(match, course),
            now=self._turn_time.now(),
            awaits_computer=_awaits_computer(match.members, course),
        ):
            return None
        self._courses.keep(match.id, match.stored.era + 1, course)
        return await self.load(match.id)

    async def turn_board(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        await self._stored.set_turned(number, seat, turned=not match.seats[seat].turned)
        return await self.load(number)


def _awaits_computer(members: Sequence[int], course: Course) -> bool:
    return any(seat >= 0 and is_computer(members[seat]) for seat in course.position.to_move)


def _after(stored: Stored, who: int, course: Course, deadline: Deadline, now: int) -> Stored:
    """What the file knows now that these plies are saved."""
    outcome = course.position.outcome
    return replace(
        stored,
        plies=len(course.played),
        due=deadline.due,
        remind_at=deadline.remind_at,
        paused=None,
        rests_until=deadline.rests_until,
        patience_until=None if outcome else now + PATIENCE,
        moved_at=now,
        offer=stored.offer if stored.offer and stored.offer.seat == who else None,
        ended_at=now if outcome else None,
        reason=outcome.reason if outcome else None,
        winners=tuple(sorted(outcome.winners)) if outcome else (),
    )


def finished_of(stored: Stored, course: Course, at: int) -> Finished | None:
    outcome = course.position.outcome
    if outcome is None:
        return None
    return Finished.of(stored.id, stored.game_name, stored.guild, stored.members, at, course.played, outcome)
