"""Rematches: the same members once more, at whoever's wish, and once."""

from __future__ import annotations

from bot.club.challenge import Challenge
from bot.club.challenges import Challenges
from bot.club.invitations import Invitations, Opponent
from bot.club.lobbies import Lobbies
from bot.club.match import Match, with_sides_swapped
from bot.club.matches import Matches
from bot.club.refused import Refused


class Rematches:
    def __init__(
        self,
        matches: Matches,
        challenges: Challenges,
        lobbies: Lobbies,
        invitations: Invitations,
    ) -> None:
        self._matches = matches
        self._challenges = challenges
        self._lobbies = lobbies
        self._invitations = invitations

    async def ask(
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
        if not await self._challenges.has_rematch(number):
            if other is not None:
                await self._invitations.check_opponent(member, opponent or Opponent(other))
            await self._challenges.check_room(match.stored.guild, member, other)
        wished = Challenge(
            guild=match.stored.guild,
            channel=channel,
            locale=match.stored.locale,
            game_name=match.stored.game_name,
            options=match.stored.options if other is None else with_sides_swapped(match, seat),
            challenger=member,
            opponent=other,
            pace=match.stored.pace,
            rematch_of=number,
            guests=match.computers_at,
        )
        return await self._challenges.lay(wished)

    async def play_again(
        self, number: int, member: int, channel: int, opponent: Opponent | None = None
    ) -> Challenge | Match:
        """Asked for by the first who wants it, agreed to by the others."""
        challenge = await self.ask(number, member, channel, opponent)
        if challenge.message is None and challenge.challenger == member:
            return challenge
        if challenge.is_lobby:
            return await self._lobbies.join(challenge.id, member)
        return await self._challenges.accept(challenge.id, member)
