"""Challenges and lobbies: how they are made, answered, filled and closed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from bot.club import allowances, lots
from bot.club.allowances import Allowances
from bot.club.computers import computer, is_computer, level_of, people
from bot.club.deadlines import PACES, USUAL_PACE
from bot.club.invitations import Invitations, Opponent
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.preferences import Preferences
from bot.club.refused import Refused, RefusedByGame
from bot.club.stored import Challenge
from bot.club.turn_time import TurnTime
from bot.database.challenges import StoredChallenges
from engines import GAMES
from engines.codes import Refusal
from engines.game import Chosen
from engines.players.thinking import LEVELS

CHALLENGE_LASTS: Final = timedelta(days=1)
STALE_AFTER: Final = timedelta(hours=6)
"""Whoever still waits then may ask once more."""


class Challenges:
    def __init__(
        self,
        stored: StoredChallenges,
        matches: Matches,
        invitations: Invitations,
        preferences: Preferences,
        turn_time: TurnTime,
        spent: Allowances,
    ) -> None:
        self._stored = stored
        self._matches = matches
        self._invitations = invitations
        self._preferences = preferences
        self._turn_time = turn_time
        self._spent = spent

    async def challenge(
        self,
        game: str,
        options: Mapping[str, Chosen],
        *,
        guild: int,
        channel: int,
        locale: str,
        challenger: int,
        opponent: Opponent | None,
        pace: int | None = None,
    ) -> Challenge:
        """`pace` None: as the server likes it; 0: a turn may take for ever."""
        if pace is not None and pace not in PACES:
            raise Refused("no_such_pace")
        playing = (challenger,) if opponent is None else (challenger, opponent.member)
        await self._invitations.check_bars(guild, playing, challenger)
        if opponent is not None:
            await self._invitations.check_opponent(challenger, opponent)
        options = _read_options(game, options)
        if pace is None:
            liked = self._preferences.server(guild).pace
            pace = USUAL_PACE if liked is None else liked
        named = opponent.member if opponent else None
        await self._check_room(guild, challenger, named)
        number = await self._stored.add(
            guild=guild,
            channel=channel,
            locale=locale,
            game=game,
            options=options,
            challenger=challenger,
            opponent=named,
            secret=lots.new_secret(),
            expires_at=self._expires_at(),
            pace=pace or None,
            rematch_of=None,
            now=self._turn_time.now(),
            check=partial(allowances.check_challenges, opponent=named),
        )
        assert number is not None
        return await self.load(number)

    async def begin_solo(
        self,
        game: str,
        options: Mapping[str, Chosen],
        *,
        guild: int,
        channel: int,
        locale: str,
        member: int,
        level: int,
        computers: Sequence[int] = (),
        rematch_of: int | None = None,
    ) -> Match:
        """A match with these computers or, if none are named, as few of that level as the game takes.

        Nobody is asked, and no time runs. Of a rematch there is one: who asks once more gets the same.
        """
        _check_level(level)
        await self._invitations.check_bars(guild, (member,), member)
        draft = Challenge(
            id=0,
            guild=guild,
            channel=channel,
            message=None,
            locale=locale,
            game_name=game,
            options=_read_options(game, options),
            challenger=member,
            opponent=computer(level),
            secret=lots.new_secret(),
            expires_at=self._turn_time.now(),
            made_at=self._turn_time.now(),
            is_stale=False,
            state="accepted",
            pace=None,
            rematch_of=rematch_of,
            revision=0,
            shown_revision=0,
            guests=(),
            known=None,
        )
        computers = computers or [computer(level, which) for which in range(draft.game.seats[0] - 1)]
        match = await self._matches.begin(draft, (member, *computers), allowances.check_solo)
        if match is None:
            assert rematch_of is not None
            known = await self._stored.rematch_of(rematch_of)
            assert known is not None
            match = await self._matches.begun_by(await self.load(known))
            assert match is not None
        return match

    async def _check_room(self, guild: int, challenger: int, opponent: int | None) -> None:
        """Raises Refused where one more would be too much: of matches that run, or of calls by the minute."""
        playing = (challenger,) if opponent is None else (challenger, opponent)
        await self._invitations.check_running(guild, playing, challenger)
        self._spent.check(allowances.EARLY_ENDS, challenger)
        self._spent.spend(allowances.CHALLENGES, challenger)

    async def rematch(
        self, number: int, member: int, channel: int, opponent: Opponent | None = None
    ) -> Challenge:
        """The challenge to another match of the same members, made by this one or by another before.

        `opponent`: the other of two, as Discord knows them.
        """
        match = await self._matches.load(number)
        seat = match.seat_of(member)
        if not match.outcome:
            raise Refused("not_over")
        other = match.members[1 - seat] if len(match.seats) == 2 else None
        playing = (member,) if other is None else match.members
        await self._invitations.check_bars(match.stored.guild, playing, member)
        if await self._stored.rematch_of(number) is None:
            if other is not None:
                await self._invitations.check_opponent(member, opponent or Opponent(other))
            await self._check_room(match.stored.guild, member, other)
        made = await self._stored.add(
            guild=match.stored.guild,
            channel=channel,
            locale=match.stored.locale,
            game=match.stored.game_name,
            options=match.stored.options if other is None else _with_sides_swapped(match, seat),
            challenger=member,
            opponent=other,
            secret=lots.new_secret(),
            expires_at=self._expires_at(),
            pace=match.stored.pace,
            rematch_of=number,
            guests=match.computers_at,
            now=self._turn_time.now(),
            check=partial(allowances.check_challenges, opponent=other),
        )
        known = made or await self._stored.rematch_of(number)
        assert known is not None
        return await self.load(known)

    async def renew(self, number: int, member: int, channel: int) -> Challenge:
        """One to anybody, once more and as if it were new. Who sits there stays, unless it had run out: then
        members may have gone on to something else.
        """
        old = await self.load(number)
        if old.challenger != member:
            raise Refused("not_yours_to_renew", challenger=old.challenger)
        if old.renewed_as is not None:
            raise Refused("renewed_already")
        if not old.is_renewable:
            raise Refused("not_old_yet" if old.state == "open" else "challenge_closed")
        await self._invitations.check_bars(old.guild, (member,), member)
        await self._check_room(old.guild, member, None)
        has_run_out = old.state == "expired" or old.expires_at <= self._turn_time.now()
        made = await self._stored.renew(
            old,
            channel=channel,
            guests=[guest for guest in old.guests if is_computer(guest)] if has_run_out else old.guests,
            secret=lots.new_secret(),
            expires_at=self._expires_at(),
            now=self._turn_time.now(),
            check=partial(allowances.check_challenges, opponent=None),
        )
        if made is None:
            raise Refused("renewed_already")
        return await self.load(made)

    async def play_again(
        self, number: int, member: int, channel: int, opponent: Opponent | None = None
    ) -> Challenge | Match:
        """Asked for by the first who wants it, agreed to by the others."""
        challenge = await self.rematch(number, member, channel, opponent)
        if challenge.message is None and challenge.challenger == member:
            return challenge
        if challenge.is_lobby:
            return await self.join(challenge.id, member)
        return await self.accept(challenge.id, member)

    async def play_alone_again(
        self, number: int, member: int, channel: int, level: int | None = None
    ) -> Match:
        """A solo match once more, with sides swapped; with computers of another level, if one is named.

        Whoever asks twice gets the same.
        """
        match = await self._matches.load(number)
        seat = match.seat_of(member)
        if not match.is_solo:
            raise Refused("stale")
        if not match.outcome:
            raise Refused("not_over")
        computers = match.computers_at
        if level is not None:
            _check_level(level)
            computers = tuple(computer(level, which) for which, _ in enumerate(computers))
        return await self.begin_solo(
            match.game.name,
            _with_sides_swapped(match, seat) if len(match.seats) == 2 else match.stored.options,
            guild=match.stored.guild,
            channel=channel,
            locale=match.stored.locale,
            member=member,
            level=level_of(computers[0]),
            computers=computers,
            rematch_of=match.id,
        )

    def _expires_at(self) -> int:
        return self._turn_time.now() + int(CHALLENGE_LASTS.total_seconds())

    async def load(self, number: int) -> Challenge:
        challenge = await self._stored.load(number)
        if challenge is None:
            raise Refused("no_challenge")
        return challenge

    # Answers

    async def accept(self, number: int, member: int) -> Match:
        """Accept a challenge between two."""
        await self._check_untaken(number, member)
        challenge = await self._load_open(number)
        if challenge.challenger == member:
            raise Refused("yourself_accept")
        if challenge.opponent not in (None, member):
            raise Refused("not_your_challenge", opponent=challenge.opponent)
        self._invitations.check_guest(challenge, member)
        self._spent.check(allowances.EARLY_ENDS, member)
        match = await self._begin(challenge, (challenge.challenger, member), member)
        if match is None:
            await self._check_untaken(number, member)
            raise Refused("challenge_closed")
        return match

    async def _check_untaken(self, number: int, member: int) -> None:
        """Raises Refused where somebody else was faster: it says who."""
        challenge = await self.load(number)
        opponent = challenge.opponent
        if challenge.state == "accepted" and opponent is not None and member not in challenge.involved:
            raise Refused("taken", opponent=opponent)

    async def _begin(self, challenge: Challenge, members: Sequence[int], asking: int) -> Match | None:
        playing = people(members)
        await self._invitations.check_bars(challenge.guild, playing, asking)
        if len(playing) == 1:
            return await self._matches.begin(replace(challenge, pace=None), members, allowances.check_solo)
        check = partial(allowances.check_matches, members=playing, asking=asking)
        return await self._matches.begin(challenge, members, check)

    async def decline(self, number: int, member: int) -> Challenge:
        challenge = await self._load_open(number)
        if challenge.opponent != member:
            raise Refused("not_yours_to_decline")
        return await self._close(challenge, "declined")

    async def withdraw(self, number: int, member: int) -> Challenge:
        challenge = await self._load_open(number)
        if challenge.challenger != member:
            raise Refused("not_yours_to_withdraw", challenger=challenge.challenger)
        return await self._close(challenge, "withdrawn")

    async def withdraw_for_the_gone(self, number: int) -> Challenge:
        """The challenger is no longer a member."""
        return await self._close(await self._load_open(number), "withdrawn")

    async def leave_all(self, member: int) -> list[int]:
        """Everywhere: their own, those made to them, and the lobbies where they sit. Returns which."""
        challenges = await self._stored.open_with(member)
        for challenge in challenges:
            if member in challenge.guests:
                await self._stored.quit(challenge.id, member)
            else:
                state = "withdrawn" if member == challenge.challenger else "declined"
                await self._stored.close(challenge.id, state)
        return [challenge.id for challenge in challenges]

    async def _load_open(self, number: int) -> Challenge:
        challenge = await self.load(number)
        if challenge.state == "open" and challenge.expires_at <= self._turn_time.now():
            await self._stored.close(number, "expired")
            raise Refused("challenge_expired")
        if challenge.state != "open":
            raise Refused("challenge_closed")
        return challenge

    async def _close(self, challenge: Challenge, state: str) -> Challenge:
        if not await self._stored.close(challenge.id, state):
            raise Refused("challenge_closed")
        return await self.load(challenge.id)

    # Lobbies: challenges to as many as the game takes

    async def join(self, number: int, member: int) -> Challenge:
        challenge = await self._load_open(number)
        most = challenge.game.seats[1]
        if member in challenge.members:
            raise Refused("sits_already")
        await self._invitations.check_bars(challenge.guild, (member,), member)
        if member in challenge.sent_away:
            raise Refused("sent_away")
        self._invitations.check_guest(challenge, member)
        await self._invitations.check_running(challenge.guild, (member,), member)
        self._spent.check(allowances.EARLY_ENDS, member)
        self._spent.spend(allowances.SEATS, member, number)
        if not await self._stored.join(number, member, most - 1):
            raise Refused("lobby_full", most=most)
        return await self.load(number)

    async def quit(self, number: int, member: int) -> Challenge:
        """Leave the lobby again."""
        challenge = await self._load_open(number)
        if challenge.challenger == member:
            raise Refused("host_stays")
        if not await self._stored.quit(number, member):
            raise Refused("sits_not")
        return await self.load(number)

    async def seat_computer(self, number: int, host: int, level: int) -> Challenge:
        """A computer of that level takes a free chair."""
        _check_level(level)
        while True:
            challenge = await self.load_of_host(number, host)
            most = challenge.game.seats[1]
            if len(challenge.members) >= most:
                raise Refused("lobby_full", most=most)
            ready = (computer(level, which) for which in range(most))
            guest = next(one for one in ready if one not in challenge.guests)
            if await self._stored.join(number, guest, most - 1):
                return await self.load(number)

    async def send_away(self, number: int, host: int, guest: int) -> Challenge:
        """The host gives the chair of a guest free; a member who sat there does not sit down at this table
        again, a computer may.
        """
        challenge = await self._check_guest_of(number, host, guest)
        sending = self._stored.quit if is_computer(guest) else self._stored.send_away
        if not await sending(challenge.id, guest):
            raise Refused("no_such_guest")
        return await self.load(number)

    async def hand_on(self, number: int, host: int, guest: int) -> Challenge:
        """The guest is the host from now on, and the host a guest."""
        challenge = await self._check_guest_of(number, host, guest)
        if is_computer(guest) or not await self._stored.hand_on(challenge.id, host, guest):
            raise Refused("no_such_guest")
        return await self.load(number)

    async def _check_guest_of(self, number: int, host: int, guest: int) -> Challenge:
        challenge = await self.load_of_host(number, host)
        if guest not in challenge.guests:
            raise Refused("no_such_guest")
        return challenge

    async def load_of_host(self, number: int, member: int) -> Challenge:
        """An open table, for its host. Raises Refused for anybody else."""
        challenge = await self._load_open(number)
        if challenge.challenger != member or not challenge.is_lobby:
            raise Refused("hosts_only", host=challenge.challenger)
        return challenge

    async def start(self, number: int, member: int, *, gone: Collection[int] = ()) -> Match:
        """The host begins the match with all who sit there, also if one joins this very moment; but not with
        those who are gone from the server.
        """
        while True:
            challenge = await self._load_open(number)
            if challenge.challenger != member:
                raise Refused("host_starts", host=challenge.challenger)
            if any([await self._stored.quit(number, guest) for guest in gone if guest in challenge.guests]):
                continue
            least = challenge.game.seats[0]
            if len(challenge.members) < least:
                raise Refused("too_few", least=least)
            match = await self._begin(challenge, challenge.members, member)
            if match:
                return match


def _check_level(level: int) -> None:
    """Raises Refused where there is no such level."""
    if level not in LEVELS:
        raise Refused("no_such_level", least=LEVELS[0], most=LEVELS[-1])


def _read_options(game: str, options: Mapping[str, Chosen]) -> dict[str, Chosen]:
    try:
        return GAMES[game].read_options(options)
    except Refusal as refusal:
        raise RefusedByGame(game, refusal) from refusal


def _with_sides_swapped(match: Match, challenger: int) -> dict[str, Chosen]:
    """Who did not begin begins; the challenger of the next match has its seat 0."""
    options = dict(match.stored.options)
    began = next((played.who for played in match.played if played.who >= 0), None)
    if "first" in options and began is not None:
        options["first"] = 0 if began != challenger else 1
    return options
