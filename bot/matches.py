"""Challenges and matches: who may do what, and what is saved. Knows people and time, but not Discord.

The record is the match. A request names the ply it was made for; a stale one is refused, and of two at
once the table's primary key lets one through.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot import dice
from bot.ledger import Change, Finished, Ledger
from bot.refused import Refused, RefusedByGame
from bot.store import Challenge, Offer, Seat, Store, Stored
from engines import GAMES
from engines.game import CHANCE, TABLE, Chosen, Drawn, Game, Leave, Move, Outcome, Position, Refusal
from engines.record import last_turn, read_ply, write_ply

__all__ = ["Challenge", "Match", "Matches", "Played"]

CHALLENGE_LASTS: Final = timedelta(days=1)
_REMEMBERED: Final = 500
"""Matches whose replayed positions are kept at hand."""


@dataclass(frozen=True, slots=True)
class Played:
    """A ply of the record, with the position it was played in."""

    text: str
    who: int
    move: Move
    before: Position
    forced: bool


@dataclass(frozen=True, slots=True)
class Match:
    stored: Stored
    played: tuple[Played, ...]
    position: Position

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.stored.seats

    @property
    def offer(self) -> Offer | None:
        return self.stored.offer

    @property
    def id(self) -> int:
        return self.stored.id

    @property
    def game(self) -> Game:
        return GAMES[self.stored.game]

    @property
    def ply(self) -> int:
        """Plies played: the number the next one will have."""
        return len(self.played)

    @property
    def record(self) -> tuple[str, ...]:
        return tuple(played.text for played in self.played)

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(seat.member for seat in self.seats)

    @property
    def commitment(self) -> str:
        return dice.commitment(self.stored.secret)

    def seat_of(self, member: int) -> int:
        """Raises Refused for somebody who does not play in it."""
        for number, seat in enumerate(self.seats):
            if seat.member == member:
                return number
        raise Refused("stranger")

    def check_turn(self, seat: int, ply: int) -> None:
        """Raises Refused unless the seat is to move, and at that very ply."""
        if self.outcome:
            raise Refused("over")
        if ply != self.ply:
            raise Refused("stale")
        if seat not in self.position.to_move:
            raise Refused("not_your_turn")

    def seen_from(self, seat: int) -> int:
        """The side from which this seat sees the board: as everybody does, or as it has turned it."""
        return int(self.seats[seat].turned)

    def plays(self, member: int) -> bool:
        return member in self.members

    def is_to_move(self, member: int) -> bool:
        return any(seat >= 0 and self.seats[seat].member == member for seat in self.position.to_move)

    @property
    def last(self) -> tuple[Played, ...]:
        """What the newest post tells."""
        return tuple(last_turn(self.played))

    @property
    def turn_before(self) -> tuple[Played, ...]:
        """What was told before `last`."""
        return tuple(last_turn(self.played[: -len(self.last)])) if self.last else ()

    @property
    def is_mid_turn(self) -> bool:
        """The seat that made the last ply goes on with its turn."""
        seats = {played.who for played in self.last if played.who >= 0}
        return bool(seats) and seats == set(self.position.to_move)


@dataclass(frozen=True, slots=True)
class _History:
    played: tuple[Played, ...]
    position: Position


class Matches:
    """The door to all challenges and matches. `clock` tells the time, in UTC."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._ledger = Ledger(store)
        self._clock = clock
        self._histories: OrderedDict[int, _History] = OrderedDict()

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
    ) -> Challenge:
        if opponent == challenger:
            raise Refused("yourself")
        try:
            options = GAMES[game].read_options(options)
        except Refusal as refusal:
            raise RefusedByGame(game, refusal) from refusal
        number = await self._store.add_challenge(
            guild=guild,
            channel=channel,
            locale=locale,
            game=game,
            options=options,
            challenger=challenger,
            opponent=opponent,
            secret=dice.new_secret(),
            expires_at=self._now() + int(CHALLENGE_LASTS.total_seconds()),
        )
        return await self.load_challenge(number)

    async def load_challenge(self, number: int) -> Challenge:
        challenge = await self._store.challenge(number)
        if challenge is None:
            raise Refused("no_challenge")
        return challenge

    async def accept(self, number: int, member: int) -> Match:
        challenge = await self._open_challenge(number)
        if challenge.challenger == member:
            raise Refused("yourself_accept")
        if challenge.opponent not in (None, member):
            raise Refused("not_your_challenge", opponent=_mention(challenge.opponent))
        game = GAMES[challenge.game]
        members = (challenge.challenger, member)
        start = game.start(challenge.options, len(members))
        history = _follow(game, _History((), start), challenge.secret)
        match = await self._store.add_match(
            challenge,
            members=members,
            rules_version=game.rules_version,
            record=[played.text for played in history.played],
            now=self._now(),
        )
        if match is None:
            raise Refused("challenge_closed")
        return await self.load(match)

    async def decline(self, number: int, member: int) -> Challenge:
        challenge = await self._open_challenge(number)
        if challenge.opponent != member:
            raise Refused("not_yours_to_decline")
        return await self._close(challenge, "declined")

    async def withdraw(self, number: int, member: int) -> Challenge:
        challenge = await self._open_challenge(number)
        if challenge.challenger != member:
            raise Refused("not_yours_to_withdraw", challenger=_mention(challenge.challenger))
        return await self._close(challenge, "withdrawn")

    async def withdraw_for_the_gone(self, number: int) -> Challenge:
        """The challenger is no longer a member."""
        return await self._close(await self._open_challenge(number), "withdrawn")

    async def expire_challenges(self) -> None:
        await self._store.expire_challenges(self._now())

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
        stored = await self._store.match(number)
        if stored is None:
            raise Refused("no_match")
        if stored.rules_version != GAMES[stored.game].rules_version:
            raise Refused("old_rules")
        history = await self._history(stored)
        return Match(stored, history.played, history.position)

    async def _history(self, stored: Stored) -> _History:
        """Replays what is not at hand yet."""
        game = GAMES[stored.game]
        history = self._histories.get(stored.id)
        if history is None or len(history.played) > stored.plies:
            history = _History((), game.start(stored.options, len(stored.seats)))
        if len(history.played) < stored.plies:
            for text in await self._store.record(stored.id, since=len(history.played)):
                history = _add(history, text, *read_ply(game, history.position, text))
        self._remember(stored.id, history)
        return history

    def _remember(self, match: int, history: _History) -> None:
        self._histories[match] = history
        self._histories.move_to_end(match)
        if len(self._histories) > _REMEMBERED:
            self._histories.popitem(last=False)

    async def play(self, number: int, member: int, ply: int, text: str) -> Match:
        """The member's move, made for that ply. Raises Refused; then nothing has changed."""
        match = await self.load(number)
        seat = match.seat_of(member)
        match.check_turn(seat, ply)
        try:
            move = match.game.read_move(match.position, seat, text)
        except Refusal as refusal:
            raise RefusedByGame(match.stored.game, refusal) from refusal
        return await self._save(match, seat, move)

    async def _save(self, match: Match, who: int, move: Move) -> Match:
        before = _History(match.played, match.position)
        history = _add(before, write_ply(match.game, match.position, who, move), who, move)
        history = _follow(match.game, history, match.stored.secret)
        texts = [played.text for played in history.played[match.ply :]]
        now = self._now()
        finished = _finished(match.stored, history, now)
        saved = await self._store.add_plies(
            match.id,
            match.ply,
            texts,
            outcome=history.position.outcome,
            keeps_offer_of=who,
            now=now,
            also=partial(self._ledger.enter, finished=finished) if finished else None,
        )
        if not saved:
            raise Refused("stale")
        self._remember(match.id, history)
        return await self.load(match.id)

    async def resign(self, number: int, member: int) -> Match:
        match = await self.load(number)
        return await self.forfeit(number, match.seat_of(member))

    async def forfeit(self, number: int, seat: int) -> Match:
        """The seat leaves the match, whoever moves meanwhile: that only makes it a ply later."""
        while True:
            match = await self.load(number)
            if match.outcome:
                raise Refused("over")
            try:
                return await self._save(match, TABLE, Leave(seat))
            except Refused as refused:
                if refused.code != "stale":
                    raise

    async def offer_draw(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        if match.outcome:
            raise Refused("over")
        if match.offer and match.offer.seat != seat:
            return await self.accept_draw(number, member, match.offer.ply)
        if not await self._store.add_offer(number, seat, match.ply):
            raise Refused("already_offered" if match.offer else "stale")
        return await self.load(number)

    async def accept_draw(self, number: int, member: int, ply: int) -> Match:
        """`ply` is the one the offer was made after."""
        match = await self._offered(number, member, ply)
        return await self._save(match, TABLE, Drawn())

    async def decline_draw(self, number: int, member: int, ply: int) -> Match:
        await self._offered(number, member, ply)
        await self._store.end_offer(number)
        return await self.load(number)

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

    async def turn_board(self, number: int, member: int) -> Match:
        match = await self.load(number)
        seat = match.seat_of(member)
        await self._store.set_turned(number, seat, turned=not match.seats[seat].turned)
        return await self.load(number)

    async def running(self, member: int, guild: int) -> list[Match]:
        return [await self.load(number) for number in await self._store.running_matches_of(member, guild)]

    async def count_running(self, member: int, guild: int) -> int:
        return len(await self._store.running_matches_of(member, guild))

    async def of_place(self, place: int) -> Match | None:
        """The match of a thread, running or over."""
        number = await self._store.newest_match_at(place)
        return await self.load(number) if number else None

    async def running_at(self, place: int) -> list[Match]:
        return [await self.load(number) for number in await self._store.matches_at(place)]

    async def open_challenges(self, member: int, guild: int) -> list[Challenge]:
        return await self._store.open_challenges_for(member, guild)

    async def finished(self, member: int, guild: int, most: int) -> list[Match]:
        numbers = await self._store.finished_matches_of(member, guild, most)
        return [await self.load(number) for number in numbers]

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
                finished = _finished(
                    match.stored, _History(match.played, match.position), match.stored.ended_at
                )
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


def _add(history: _History, text: str, who: int, move: Move) -> _History:
    before = history.position
    forced = before.forced() is not None and who >= 0
    played = Played(text, who, move, before, forced)
    return _History((*history.played, played), before.play(who, move))


def _follow(game: Game, history: _History, secret: bytes) -> _History:
    """What comes by itself: chance, and the moves that are all a seat can do."""
    while True:
        position = history.position
        if CHANCE in position.to_move:
            source = dice.source(secret, [played.text for played in history.played])
            who, move = CHANCE, position.draw_chance(source)
        elif forced := position.forced():
            who, move = forced
        else:
            return history
        history = _add(history, write_ply(game, position, who, move), who, move)


def _finished(stored: Stored, history: _History, at: int) -> Finished | None:
    outcome = history.position.outcome
    if outcome is None:
        return None
    members = tuple(seat.member for seat in stored.seats)
    return Finished.of(stored.id, stored.game, stored.guild, members, at, history.played, outcome)


def _mention(member: int | None) -> str:
    return f"<@{member}>"
