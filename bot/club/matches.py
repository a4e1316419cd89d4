"""Challenges and matches: who may do what, and what is saved. Knows people and time, but not Discord.

The record is the match. A request names the ply it was made for; a stale one is refused, and of two at
once the table's primary key lets one through.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.club import lots
from bot.club.deadlines import NO_DEADLINE, USUAL_PACE, USUAL_WINDOW, Deadline, deadline_for
from bot.club.match import Course, Match, add, follow
from bot.club.preferences import MemberPreferences, Preferences
from bot.club.refused import Refused, RefusedByGame
from bot.club.standings import Change, Finished
from bot.club.stored import Challenge, Stored, Tally
from bot.database.ledger import Ledger
from bot.database.store import Store, move_deadlines
from engines import GAMES
from engines.game import TABLE, Aborted, Chosen, Drawn, Leave, Move, Position, Refusal
from engines.record import Ply

__all__ = ["Challenge", "Match", "Matches", "Stored", "Tally"]

CHALLENGE_LASTS: Final = timedelta(days=1)
_SIGN_OF_LIFE: Final = 120
"""Seconds between two signs of life in the file."""
_LONGEST_GAP: Final = 300
"""Seconds without a sign of life after which a bot that runs counts as having been away; one that has just
been started was."""
_REMEMBERED: Final = 500
"""Matches whose replayed positions are kept at hand."""


def may_see(match: Stored, guild: int | None) -> bool:
    """Whether the members of a server may look at a match: it is played there."""
    return match.guild == guild


def result(match: Stored, member: int) -> str:
    """What a finished match was to a member of it: won, shared, drawn, lost or aborted."""
    if match.reason == "aborted":
        return "aborted"
    if not match.winners:
        return "drawn"
    if member not in {match.seats[seat].member for seat in match.winners}:
        return "lost"
    return "won" if len(match.winners) == 1 else "shared"


class Matches:
    """The door to all challenges and matches. `clock` tells the time, in UTC."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._ledger = Ledger(store)
        self._clock = clock
        self._courses: OrderedDict[int, Course] = OrderedDict()
        self._names: dict[tuple[int, int], str] = {}
        self._alive_at = 0
        self.preferences = Preferences(store)
        """How members and servers like it."""

    def _now(self) -> int:
        return int(self._clock().timestamp())

    # Challenges

    async def challenge(
        self,
        game: str,
        options: Mapping[str, Chosen],
        *,
        guild: int,
        channel: int,
        locale: str,
        challenger: int,
        opponent: int | None,
        pace: int | None = None,
    ) -> Challenge:
        """`pace` None: as the server likes it; 0: a turn may take for ever."""
        if opponent == challenger:
            raise Refused("yourself")
        if opponent is not None:
            await self._check_willing(challenger, opponent)
        try:
            options = GAMES[game].read_options(options)
        except Refusal as refusal:
            raise RefusedByGame(game, refusal) from refusal
        if pace is None:
            liked = self.preferences.server(guild).pace
            pace = USUAL_PACE if liked is None else liked
        number = await self._store.add_challenge(
            guild=guild,
            channel=channel,
            locale=locale,
            game=game,
            options=options,
            challenger=challenger,
            opponent=opponent,
            secret=lots.new_secret(),
            expires_at=self._now() + int(CHALLENGE_LASTS.total_seconds()),
            pace=pace or None,
            rematch_of=None,
        )
        assert number is not None
        return await self.load_challenge(number)

    async def rematch(self, number: int, member: int, channel: int) -> Challenge:
        """The challenge to another match of the same members, made by this one or by another before."""
        match = await self.load(number)
        seat = match.seat_of(member)
        if not match.outcome:
            raise Refused("not_over")
        is_pair = len(match.seats) == 2
        if is_pair and await self._store.rematch_of(number) is None:
            await self._check_willing(member, match.members[1 - seat])
        made = await self._store.add_challenge(
            guild=match.stored.guild,
            channel=channel,
            locale=match.stored.locale,
            game=match.stored.game,
            options=_with_sides_swapped(match, seat) if is_pair else match.stored.options,
            challenger=member,
            opponent=match.members[1 - seat] if is_pair else None,
            secret=lots.new_secret(),
            expires_at=self._now() + int(CHALLENGE_LASTS.total_seconds()),
            pace=match.stored.pace,
            rematch_of=number,
        )
        known = made or await self._store.rematch_of(number)
        assert known is not None
        return await self.load_challenge(known)

    async def load_challenge(self, number: int) -> Challenge:
        challenge = await self._store.challenge(number)
        if challenge is None:
            raise Refused("no_challenge")
        return challenge

    async def visit_challenge(self, number: int, guild: int | None) -> Challenge:
        """As `load_challenge`, for those who are on a server: it does not know those of others."""
        challenge = await self.load_challenge(number)
        if challenge.guild != guild:
            raise Refused("no_challenge")
        return challenge

    async def accept(self, number: int, member: int) -> Match:
        """Accept a challenge between two."""
        challenge = await self._open_challenge(number)
        if challenge.challenger == member:
            raise Refused("yourself_accept")
        if challenge.opponent not in (None, member):
            raise Refused("not_your_challenge", opponent=challenge.opponent)
        self._check_welcome(challenge, member)
        match = await self._begin(challenge, (challenge.challenger, member))
        if match is None:
            raise Refused("challenge_closed")
        return match

    async def _check_willing(self, challenger: int, opponent: int) -> None:
        """Raises Refused where the opponent takes no challenge from this member; it does not tell why."""
        if opponent < 0:
            raise Refused("opponent_forgotten")
        if self.preferences.blocks(challenger, opponent):
            raise Refused("blocked_by_you", opponent=opponent)
        who = self.preferences.member(opponent).challengers
        met = who == "known" and await self._store.have_met(challenger, opponent)
        if self.preferences.blocks(opponent, challenger) or not (who == "all" or met):
            raise Refused("takes_no_challenge", opponent=opponent)

    def _check_welcome(self, challenge: Challenge, member: int) -> None:
        """Raises Refused where who laid out a game for anybody did not mean this member."""
        if challenge.opponent is None and self.preferences.blocks(challenge.challenger, member):
            raise Refused("table_taken")

    async def _begin(self, challenge: Challenge, members: Sequence[int]) -> Match | None:
        """None if the challenge has changed meanwhile."""
        game = GAMES[challenge.game]
        start = game.start(challenge.options, len(members))
        history = follow(game, Course((), start), challenge.secret)
        now = self._now()
        match = await self._store.add_match(
            challenge,
            members=members,
            rules_version=game.rules_version,
            record=[played.text for played in history.played],
            clock=lambda: deadline_for(
                history.position,
                now=now,
                pace=challenge.pace,
                window=self.preferences.server(challenge.guild).window or USUAL_WINDOW,
                moved_at=now,
                back_at=self._back_at(members, history.position),
            ),
            now=now,
        )
        return None if match is None else await self.load(match)

    # Lobbies: challenges to as many as the game takes

    async def join(self, number: int, member: int) -> Challenge:
        challenge = await self._open_challenge(number)
        most = GAMES[challenge.game].seats[1]
        if member in challenge.members:
            raise Refused("sits_already")
        self._check_welcome(challenge, member)
        if not await self._store.join(number, member, most - 1):
            raise Refused("lobby_full", most=most)
        return await self.load_challenge(number)

    async def quit(self, number: int, member: int) -> Challenge:
        """Leave the lobby again."""
        challenge = await self._open_challenge(number)
        if challenge.challenger == member:
            raise Refused("host_stays")
        if not await self._store.quit(number, member):
            raise Refused("sits_not")
        return await self.load_challenge(number)

    async def start(self, number: int, member: int) -> Match:
        """The host begins the match with all who sit there, also if one joins this very moment."""
        while True:
            challenge = await self._open_challenge(number)
            if challenge.challenger != member:
                raise Refused("host_starts", host=challenge.challenger)
            least = GAMES[challenge.game].seats[0]
            if len(challenge.members) < least:
                raise Refused("too_few", least=least)
            match = await self._begin(challenge, challenge.members)
            if match:
                return match

    async def decline(self, number: int, member: int) -> Challenge:
        challenge = await self._open_challenge(number)
        if challenge.opponent != member:
            raise Refused("not_yours_to_decline")
        return await self._close(challenge, "declined")

    async def withdraw(self, number: int, member: int) -> Challenge:
        challenge = await self._open_challenge(number)
        if challenge.challenger != member:
            raise Refused("not_yours_to_withdraw", challenger=challenge.challenger)
        return await self._close(challenge, "withdrawn")

    async def withdraw_for_the_gone(self, number: int) -> Challenge:
        """The challenger is no longer a member."""
        return await self._close(await self._open_challenge(number), "withdrawn")

    async def _open_challenge(self, number: int) -> Challenge:
        challenge = await self.load_challenge(number)
        if challenge.state == "open" and challenge.expires_at <= self._now():
            await self._store.close_challenge(number, "expired")
            raise Refused("challenge_expired")
        if challenge.state != "open":
            raise Refused("challenge_closed")
        return challenge

    async def _close(self, challenge: Challenge, state: str) -> Challenge:
        if not await self._store.close_challenge(challenge.id, state):
            raise Refused("challenge_closed")
        return await self.load_challenge(challenge.id)

    # Matches

    async def load(self, number: int) -> Match:
        return await self._opened(await self._store.match(number))

    async def visit(self, number: int, guild: int | None) -> Match:
        """As `load`, for readers on a server: it does not know what they may not see."""
        stored = await self._store.match(number)
        return await self._opened(stored if stored and may_see(stored, guild) else None)

    async def _opened(self, stored: Stored | None) -> Match:
        if stored is None:
            raise Refused("no_match")
        if stored.rules_version != GAMES[stored.game].rules_version:
            raise Refused("old_rules")
        history = await self._history(stored)
        return Match(stored, history.played, history.position)

    async def _history(self, stored: Stored) -> Course:
        """Replays what is not at hand yet."""
        game = GAMES[stored.game]
        history = self._courses.get(stored.id)
        if history is None or len(history.played) > stored.plies:
            history = Course((), game.start(stored.options, len(stored.seats)))
        if len(history.played) < stored.plies:
            for text in await self._store.record(stored.id, since=len(history.played)):
                history = add(history, Ply.read(game, history.position, text))
        self._remember(stored.id, history)
        return history

    def _remember(self, match: int, history: Course) -> None:
        self._courses[match] = history
        self._courses.move_to_end(match)
        if len(self._courses) > _REMEMBERED:
            self._courses.popitem(last=False)

    async def play(self, number: int, member: int, ply: int, text: str) -> Match:
        """The member's move, made for that ply. Raises Refused; then nothing has changed."""
        while True:
            match = await self.load(number)
            seat = match.seat_of(member)
            match.check_turn(seat, ply)
            try:
                move = match.game.read_move(match.position, seat, text)
            except Refusal as refusal:
                raise RefusedByGame(match.stored.game, refusal) from refusal
            saved = await self._saved(match, seat, move)
            if saved:  # else somebody was faster; in a window that need not matter
                return saved

    async def _saved(self, match: Match, who: int, move: Move) -> Match | None:
        """The match after that ply and all that follows by itself; None if it has moved on meanwhile."""
        before = Course(match.played, match.position)
        history = add(before, Ply.of(match.game, match.position, who, move))
        history = follow(match.game, history, match.stored.secret)
        texts = [played.text for played in history.played[match.ply :]]
        now = self._now()
        finished = _finished(match.stored, history, now)
        saved = await self._store.add_plies(
            match.id,
            match.ply,
            texts,
            outcome=history.position.outcome,
            keeps_offer_of=who,
            clock=lambda: self._deadline_after(match, history),
            now=now,
            also=partial(self._ledger.enter, finished=finished) if finished else None,
        )
        if not saved:
            return None
        self._remember(match.id, history)
        return await self.load(match.id)

    async def _settle(self, number: int, ply: Callable[[Match], Move]) -> Match:
        """A ply of the table, whoever moves meanwhile: that only makes it a ply later."""
        while True:
            match = await self.load(number)
            if match.outcome:
                raise Refused("over")
            saved = await self._saved(match, TABLE, ply(match))
            if saved:
                return saved

    async def resign(self, number: int, member: int) -> Match:
        match = await self.load(number)
        return await self.forfeit(number, match.seat_of(member))

    async def forfeit(self, number: int, seat: int) -> Match:
        """The seat leaves the match."""
        return await self._settle(number, lambda _: Leave(seat))

    async def abort(self, number: int, member: int) -> Match:
        """Nobody loses: the match had not begun in earnest."""

        def aborted(match: Match) -> Move:
            match.seat_of(member)
            if match.has_begun:
                raise Refused("has_begun")
            return Aborted()

        return await self._settle(number, aborted)

    async def close(self, number: int) -> Match:
        """Ends without a result, however far it has come: there is no table any more to play it at."""
        return await self._settle(number, lambda _: Aborted())

    async def quit_all(self, member: int) -> tuple[list[int], list[int]]:
        """Leave all challenges and running matches everywhere; returns the numbers of both."""
        challenges = await self._store.open_challenges_with(member)
        for challenge in challenges:
            with suppress(Refused):  # answered meanwhile
                if member in challenge.guests:
                    await self.quit(challenge.id, member)
                else:
                    await self._close(
                        challenge, "withdrawn" if member == challenge.challenger else "declined"
                    )
        matches = await self._loaded(await self._store.running_matches_of(member))
        for match in matches:
            seat = match.seat_of(member)
            if seat in match.left:
                continue
            with suppress(Refused):
                await (self.forfeit(match.id, seat) if match.has_begun else self.close(match.id))
        return [challenge.id for challenge in challenges], [match.id for match in matches]

    # What one seat offers the other

    async def offer(self, number: int, member: int, what: str) -> Match:
        """A draw, a takeback or a pause; it is agreed if the other side offers the same already."""
        match = await self.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if match.offer and match.offer.seat != seat and match.offer.what == what:
            return await self.agree(number, member, match.offer.ply)
        if len(match.seats) > 2:
            raise Refused("offer_for_two")
        if what == "takeback":
            match.takeback_of(seat)
        if what == "pause" and match.stored.due is None:
            raise Refused("no_clock")
        added = await self._store.add_offer(number, seat, match.ply, what)
        match = await self.load(number)
        if not added:
            raise Refused("already_offered" if match.offer else "stale")
        return match

    async def agree(self, number: int, member: int, ply: int) -> Match:
        """`ply` is the one the offer was made after."""
        match = await self._offered(number, member, ply)
        assert match.offer is not None
        match match.offer.what:
            case "draw":
                saved = await self._saved(match, TABLE, Drawn())
            case "takeback":
                saved = await self._take_back(match, match.takeback_of(match.offer.seat))
            case _:
                saved = await self._pause(match)
        if not saved:
            raise Refused("stale")
        return saved

    async def disagree(self, number: int, member: int, ply: int) -> Match:
        match = await self._offered(number, member, ply)
        await self._store.end_offer(number)
        return match

    async def _offered(self, number: int, member: int, ply: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if match.offer is None or match.offer.ply != ply:
            raise Refused("no_offer")
        if match.offer.seat == seat:
            raise Refused("own_offer")
        return match

    async def _take_back(self, match: Match, to: int) -> Match | None:
        history = Course(match.played[:to], match.played[to].before)
        if not await self._store.take_back(
            match.id, match.ply, to, clock=lambda: self._deadline_after(match, history)
        ):
            return None
        self._remember(match.id, history)
        return await self.load(match.id)

    async def _pause(self, match: Match) -> Match | None:
        left = max(0, (match.stored.due or 0) - self._running_from(match))
        if not await self._store.set_deadline(match.id, match.ply, NO_DEADLINE, paused=left, was=None):
            return None
        await self._store.end_offer(match.id)
        return await self.load(match.id)

    async def resume(self, number: int, member: int) -> Match:
        """Either side may; so does any move."""
        match = await self.load(number)
        match.seat_of(member)
        if match.stored.paused is None:
            raise Refused("not_paused")
        clock, was = Deadline.lasting(match.stored.paused, self._running_from(match)), match.stored.paused
        if not await self._store.set_deadline(match.id, match.ply, clock, paused=None, was=was):
            raise Refused("stale")
        return await self.load(number)

    # Time

    def _deadline_after(self, match: Match, history: Course) -> Deadline:
        """Who answers has the time that was there when the question was asked."""
        stored, after = match.stored, Match(match.stored, history.played, history.position)
        if after.calls_nobody_new and after.in_window and not after.is_mid_turn:
            return Deadline(stored.due)
        return deadline_for(
            after.position,
            now=self._now(),
            pace=stored.pace,
            window=stored.window or USUAL_WINDOW,
            moved_at=stored.moved_at,
            back_at=self._back_at(after.members, after.position),
        )

    def _back_at(self, members: Sequence[int], position: Position) -> int:
        """When who is to move is back from vacation; long ago, if nobody is away."""
        called = (members[seat] for seat in position.to_move if seat >= 0)
        return max((self.preferences.member(member).away_until or 0 for member in called), default=0)

    def _running_from(self, match: Match) -> int:
        """From when the time of who is to move runs: now, or after a vacation."""
        back_at = 0 if match.in_window else self._back_at(match.members, match.position)
        return max(self._now(), back_at)

    def likes(self, member: int) -> MemberPreferences:
        """How a member likes it at the moment: a vacation that is over is none."""
        liked = self.preferences.member(member)
        is_over = liked.away_until is not None and liked.away_until <= self._now()
        return replace(liked, away_until=None) if is_over else liked

    async def go_away(self, member: int, length: timedelta | None) -> None:
        """On vacation; None: back again. Where the member is to move, as much time is left as before."""
        now = self._now()
        until = None if length is None else now + int(length.total_seconds())
        async with self.preferences.changing_member(member, away_until=until) as writing:
            # Nobody else can write now: every clock was set before all of this, or will be after it.
            before = max(now, self.preferences.member(member).away_until or 0)
            matches = await self._loaded(await self._store.running_matches_of(member))
            waiting = [match.id for match in matches if match.waits_for(member)]
            await move_deadlines(writing, waiting, max(now, until or 0) - before)

    async def _loaded(self, numbers: Sequence[int]) -> list[Match]:
        """Without those under older rules."""
        matches = []
        for number in numbers:
            with suppress(Refused):
                matches.append(await self.load(number))
        return matches

    async def let_time_pass(self) -> None:
        """Answer the silence of all whose time is up."""
        await self._store.expire_challenges(self._now())
        for number in await self._store.due_matches(self._now()):
            with suppress(Refused):  # of a match under older rules
                await self._answer_silence(number)

    async def _answer_silence(self, number: int) -> None:
        while True:
            match = await self.load(number)
            if match.stored.due is None or match.stored.due > self._now():
                return
            seat = min(match.position.to_move)
            move = match.position.if_silent(seat)
            if move:
                await self._saved(match, seat, move)
            else:
                await self._saved(match, TABLE, Leave(seat) if match.has_begun else Aborted())

    async def reminders(self) -> list[Match]:
        """The matches in which somebody should be reminded, each once."""
        return await self._loaded(await self._store.take_reminders(self._now()))

    async def seconds_to_next_due(self) -> int | None:
        due = await self._store.next_due()
        return None if due is None else max(0, due - self._now())

    async def note_alive(self) -> int:
        """Nobody loses by an absence of the bot: returns the seconds by which all clocks were set on."""
        before, now = self._alive_at, self._now()
        if now - before < _SIGN_OF_LIFE:
            return 0
        self._alive_at = now
        return await self._store.note_alive(now, _LONGEST_GAP if before else 0)

    # People

    def forget_names(self) -> None:
        """They are asked of the file, and noted, anew."""
        self._names.clear()

    async def meet(self, guild: int, member: int, name: str) -> None:
        """Keep what a member is called."""
        if self._names.get((guild, member)) != name:
            self._names[guild, member] = name
            with suppress(Refused):  # a full disk is told to those who play
                await self._store.note_name(guild, member, name)

    # Hints

    async def note_hint(self, number: int, seat: int) -> None:
        """The seat has had its hint. Raises Refused if it had before."""
        if not await self._store.note_hint(number, seat):
            raise Refused("hint_used")

    async def turn_board(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        await self._store.set_turned(number, seat, turned=not match.seats[seat].turned)
        return await self.load(number)

    async def running(self, member: int, guild: int) -> list[Match]:
        """Without those under older rules: nobody can move in them."""
        return await self._loaded(await self._store.running_matches_of(member, guild))

    async def running_on(self, guild: int) -> list[int]:
        return await self._store.running_matches_on(guild)

    async def count_running(self, member: int, guild: int) -> int:
        return len(await self._store.running_matches_of(member, guild))

    async def of_place(self, place: int) -> Match | None:
        """The match of a thread, running or over."""
        number = await self._store.newest_match_at(place)
        return await self.load(number) if number else None

    async def running_at(self, place: int) -> list[Match]:
        return await self._loaded(await self._store.matches_at(place))

    async def open_challenges(self, member: int, guild: int) -> list[Challenge]:
        return await self._store.open_challenges_for(member, guild)

    async def history(
        self, member: int, guild: int, *, game: str | None, opponent: int | None, most: int, skip: int = 0
    ) -> tuple[int, list[Stored]]:
        """How many matches of a member are over, and some of them, the newest first. Nothing is replayed."""
        if member == opponent:
            raise Refused("same_member")
        length = await self._store.history_length(member, guild, game, opponent)
        return length, await self._store.history(member, guild, game, opponent, most=most, skip=skip)

    async def series(self, match: Match) -> list[Stored]:
        """The match and those it follows as a rematch, as far as they have a result."""
        chain = await self._store.series(match.id)
        return [stored for stored in chain if stored.reason != "aborted"]

    async def tallies(self, member: int, guild: int, *, game: str | None, opponent: int) -> list[Tally]:
        """How two members stand against each other, game by game."""
        return await self._store.tallies(member, guild, game, opponent)

    async def rating_changes(self, match: Match) -> list[Change]:
        """What it did to the ratings, by seat; empty if it was not rated."""
        return await self._ledger.changes(match.id)

    async def rebuild_ratings(self) -> int:
        """Anew from all records; returns how many. Raises Refused('old_rules'); then nothing has changed."""
        async with self._store.transaction() as writing:
            await self._ledger.forget(writing)
            numbers = await self._ledger.ended()
            for number in numbers:
                match = await self.load(number)
                assert match.stored.ended_at is not None
                history = Course(match.played, match.position)
                finished = _finished(match.stored, history, match.stored.ended_at)
                assert finished is not None
                await self._ledger.enter(writing, finished)
            return len(numbers)

    # What was shown. Kept here so that features know one door only.

    async def challenge_of(self, match: Match) -> Challenge | None:
        return await self._store.challenge_of_match(match.id)

    async def match_of(self, challenge: Challenge) -> Match | None:
        number = await self._store.match_of_challenge(challenge.id)
        return await self.load(number) if number else None

    async def unshown(self) -> tuple[list[int], list[int]]:
        """Challenges and matches with something saved that nobody has seen."""
        return await self._store.unshown_challenges(), await self._store.unshown_matches()

    async def challenge_was_shown(self, challenge: Challenge, message: int | None) -> None:
        await self._store.challenge_was_shown(challenge.id, challenge.look, message)

    async def note_post(self, challenge: int, message: int) -> None:
        """Where the post of a challenge hangs, learnt from somebody who pressed its buttons."""
        known = await self.load_challenge(challenge)
        if known.message is None:
            await self._store.challenge_was_shown(challenge, known.look, message)

    async def was_shown(self, match: Match, post: int) -> None:
        await self._store.match_was_shown(match.id, match.ply, post)

    async def set_place(self, match: Match, place: int) -> Match:
        await self._store.set_place(match.id, place)
        return await self.load(match.id)


def _with_sides_swapped(match: Match, challenger: int) -> dict[str, Chosen]:
    """Who did not begin begins; the challenger of the next match has its seat 0."""
    options = dict(match.stored.options)
    began = next((played.who for played in match.played if played.who >= 0), None)
    if "first" in options and began is not None:
        options["first"] = 0 if began != challenger else 1
    return options


def _finished(stored: Stored, history: Course, at: int) -> Finished | None:
    outcome = history.position.outcome
    if outcome is None:
        return None
    members = tuple(seat.member for seat in stored.seats)
    return Finished.of(stored.id, stored.game, stored.guild, members, at, history.played, outcome)
