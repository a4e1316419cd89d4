"""Matches: how they are replayed, what members do in them, and what is saved. Knows people, but not Discord.

The record is the match. A request names the ply it was made for; a stale one is refused, and of two at
once the table's primary key lets one through.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.club import allowances
from bot.club.allowances import Allowances
from bot.club.challenge import Challenge
from bot.club.computers import is_computer, is_solo
from bot.club.courses import Courses
from bot.club.deadlines import ACTIVE, PATIENCE, Deadline
from bot.club.match import Course, Match, add, follow, left_to_computers
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
from engines.moves import TABLE, Aborted, Leave, Move
from engines.record import Ply

_REMEMBERED: Final = 10_000
"""Matches of which it is at hand who plays in them."""


class Matches:
    def __init__(self, stored: StoredMatches, ledger: Ledger, turn_time: TurnTime, spent: Allowances) -> None:
        self._stored = stored
        self._ledger = ledger
        self._turn_time = turn_time
        self._spent = spent
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
        matches = []
        for number in numbers:
            with suppress(Refused):
                matches.append(await self.load(number))
        return matches

    async def running(self, member: int, guild: int | None) -> list[Match]:
        """On a server and in their direct messages, or everywhere."""
        return await self.load_all(await self._stored.running_for(member, guild))

    async def awaiting_computers(self) -> list[int]:
        """Those that run, and in which a computer is to move."""
        return await self._stored.awaiting_computers()

    async def running_at(self, venue: int) -> list[Match]:
        return await self.load_all(await self._stored.running_at(venue))

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

    async def _opened(self, stored: Stored | None) -> Match:
        if stored is None:
            raise Refused("no_match")
        if stored.rules_version != stored.game.rules_version:
            raise Refused("old_rules")
        course = await self._course(stored)
        self._remember_members(stored)
        return Match(stored, course.played, course.position)

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
        before = Course(match.played, match.position)
        course = add(before, Ply.of(match.game, match.position, who, move))
        course = left_to_computers(match.stored, course)
        course = follow(match.game, course, match.stored.secret)
        now = self._turn_time.now()
        finished = _finished(match.stored, course, now)
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
        return Match(_after(match.stored, who, course, deadline, now), course.played, course.position)

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
        course = Course(match.played[:to], match.played[to].before)
        if not await self._stored.take_back(
            *(match.id, match.ply, to),
            deadline=lambda: self._turn_time.after(match, course),
            now=self._turn_time.now(),
            awaits_computer=_awaits_computer(match.members, course),
        ):
            return None
        self._courses.keep(match.id, match.stored.era + 1, course)
        return await self.load(match.id)

    async def resign(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        if not match.plays_on(member):
            raise Refused("stranger")
        resigned = await self.forfeit(number, seat)
        self._note_early_end(resigned, seat)
        return resigned

    async def leave(self, number: int, seat: int) -> Match:
        """The seat leaves the match; where nobody can lose yet, nobody does."""
        return await self.settle(number, lambda match: match.leaving(seat))

    async def forfeit(self, number: int, seat: int) -> Match:
        """The seat leaves the match."""
        return await self.settle(number, lambda _: Leave(seat))

    async def abort(self, number: int, member: int) -> Match:
        """Nobody loses: the match had not begun in earnest. Where more than two play, the others go on."""

        def aborted(match: Match) -> Move:
            seat = match.seat_of(member)
            if not match.plays_on(member):
                raise Refused("stranger")
            if not match.leaves_freely(seat):
                raise Refused("has_begun")
            return match.leaving(seat)

        before = await self.load(number)
        ended = await self.settle(number, aborted)
        if not self._has_waited(before, member):
            self._note_early_end(ended, ended.seat_of(member))
        return ended

    def _has_waited(self, match: Match, member: int) -> bool:
        """For a while, and for somebody else."""
        waits_for = self._turn_time.now() - match.stored.moved_at
        return not match.is_to_move(member) and waits_for > ACTIVE

    async def fall_silent(self, match: Match, seat: int) -> None:
        """Its time is up: the table answers for it or, where silence is no answer, it leaves."""
        move = match.position.if_silent(seat)
        saved = await self.save(match, seat if move else TABLE, move or match.leaving(seat))
        if saved and not move:
            self._note_early_end(saved, seat)

    def _note_early_end(self, match: Match, seat: int) -> None:
        """Who ends matches before they count, having seen the first throws, soon begins no more of them."""
        if match.is_practice:
            return
        is_over = match.outcome is not None
        if match.leaves_freely(seat) or (is_over and not match.is_rated):
            self._spent.count(allowances.EARLY_ENDS, match.members[seat])

    async def close(self, number: int) -> Match:
        """Ends without a result, however far it has come: there is no table any more to play it at."""
        return await self.settle(number, lambda _: Aborted())

    async def note_hint(self, number: int, seat: int) -> None:
        """The seat has had its hint. Raises Refused if it had before."""
        if not await self._stored.note_hint(number, seat):
            raise Refused("hint_used")

    async def set_coach(self, number: int, seat: int, *, on: bool) -> None:
        """Whether a coach speaks to it."""
        await self._stored.set_coach(number, seat, on=on)

    async def note_coached(self, number: int, seat: int) -> None:
        """The coach has spoken to it: the match counts against no level."""
        await self._stored.note_coached(number, seat)

    async def turn_board(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        await self._stored.set_turned(number, seat, turned=not match.seats[seat].turned)
        return await self.load(number)

    async def finished(self, number: int) -> Finished | None:
        """A match that is over, for the ledger; under older rules, as the ledger told it before."""
        try:
            match = await self.load(number)
        except Refused as refused:
            if refused.code != "old_rules":
                raise
            return await self._ledger.told(number)
        assert match.stored.ended_at is not None
        return _finished(match.stored, Course(match.played, match.position), match.stored.ended_at)

    async def rebuild_ratings(self) -> int:
        """Anew from all records; returns how many."""
        async with self._ledger.rewriting() as (writing, numbers):
            for number in numbers:
                if finished := await self.finished(number):
                    await self._ledger.enter(writing, finished)
            return len(numbers)


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


def _finished(stored: Stored, course: Course, at: int) -> Finished | None:
    outcome = course.position.outcome
    if outcome is None:
        return None
    return Finished.of(stored.id, stored.game_name, stored.guild, stored.members, at, course.played, outcome)
