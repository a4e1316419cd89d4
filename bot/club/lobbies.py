"""Lobbies: challenges to as many as the game takes, how they are filled, and how they begin."""

from __future__ import annotations

from collections.abc import Collection

from bot.club import allowances
from bot.club.allowances import Allowances
from bot.club.challenge import Challenge
from bot.club.challenges import Challenges
from bot.club.computers import check_level, computer, is_computer
from bot.club.invitations import Invitations
from bot.club.match import Match
from bot.club.refused import Refused
from bot.database.challenges import StoredChallenges


class Lobbies:
    def __init__(
        self,
        stored: StoredChallenges,
        challenges: Challenges,
        invitations: Invitations,
        spent: Allowances,
    ) -> None:
        self._stored = stored
        self._challenges = challenges
        self._invitations = invitations
        self._spent = spent

    async def join(self, number: int, member: int) -> Challenge:
        challenge = await self._challenges.load_open(number)
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
        return await self._challenges.load(number)

    async def quit(self, number: int, member: int) -> Challenge:
        """Leave the lobby again."""
        challenge = await self._challenges.load_open(number)
        if challenge.challenger == member:
            raise Refused("host_stays")
        if not await self._stored.quit(number, member):
            raise Refused("sits_not")
        return await self._challenges.load(number)

    async def seat_computer(self, number: int, host: int, level: int) -> Challenge:
        """A computer of that level takes a free chair."""
        check_level(level)
        while True:
            challenge = await self.load_of_host(number, host)
            most = challenge.game.seats[1]
            if len(challenge.members) >= most:
                raise Refused("lobby_full", most=most)
            ready = (computer(level, which) for which in range(most))
            guest = next(one for one in ready if one not in challenge.guests)
            if await self._stored.join(number, guest, most - 1):
                return await self._challenges.load(number)

    async def send_away(self, number: int, host: int, guest: int) -> Challenge:
        """The host gives the chair of a guest free; a member who sat there does not sit down at this table
        again, a computer may.
        """
        challenge = await self._check_guest_of(number, host, guest)
        sending = self._stored.quit if is_computer(guest) else self._stored.send_away
        if not await sending(challenge.id, guest):
            raise Refused("no_such_guest")
        return await self._challenges.load(number)

    async def hand_on(self, number: int, host: int, guest: int) -> Challenge:
        """The guest is the host from now on, and the host a guest."""
        challenge = await self._check_guest_of(number, host, guest)
        if is_computer(guest) or not await self._stored.hand_on(challenge.id, host, guest):
            raise Refused("no_such_guest")
        return await self._challenges.load(number)

    async def _check_guest_of(self, number: int, host: int, guest: int) -> Challenge:
        challenge = await self.load_of_host(number, host)
        if guest not in challenge.guests:
            raise Refused("no_such_guest")
        return challenge

    async def load_of_host(self, number: int, member: int) -> Challenge:
        """An open table, for its host. Raises Refused for anybody else."""
        challenge = await self._challenges.load_open(number)
        if challenge.challenger != member or not challenge.is_lobby:
            raise Refused("hosts_only", host=challenge.challenger)
        return challenge

    async def start(self, number: int, member: int, *, gone: Collection[int] = ()) -> Match:
        """The host begins the match with all who sit there, also if one joins this very moment; but not with
        those who are gone from the server.
        """
        while True:
            challenge = await self._challenges.load_open(number)
            if challenge.challenger != member:
                raise Refused("host_starts", host=challenge.challenger)
            if any([await self._stored.quit(number, guest) for guest in gone if guest in challenge.guests]):
                continue
            least = challenge.game.seats[0]
            if len(challenge.members) < least:
                raise Refused("too_few", least=least)
            match = await self._challenges.begin(challenge, challenge.members, member)
            if match:
                return match
