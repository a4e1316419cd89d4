"""Matches of one member with computers: how they begin, and begin once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.club import allowances, lots
from bot.club.challenge import Challenge
from bot.club.challenges import Challenges, read_options
from bot.club.computers import check_level, computer, level_of
from bot.club.invitations import Invitations
from bot.club.match import Match, with_sides_swapped
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.turn_time import TurnTime
from engines.game import Chosen


class Solo:
    def __init__(
        self,
        matches: Matches,
        challenges: Challenges,
        invitations: Invitations,
        turn_time: TurnTime,
    ) -> None:
        self._matches = matches
        self._challenges = challenges
        self._invitations = invitations
        self._turn_time = turn_time

    async def begin(
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
        coach: bool = False,
    ) -> Match:
        """A match with these computers or, if none are named, as few of that level as the game takes.

        Nobody is asked, and no time runs. `coach`: it speaks after each of their moves. Of a rematch there is
        one: who asks once more gets the same.
        """
        check_level(level)
        await self._invitations.check_bars(guild, (member,), member)
        draft = Challenge(
            guild=guild,
            channel=channel,
            locale=locale,
            game_name=game,
            options=read_options(game, options),
            challenger=member,
            opponent=computer(level),
            secret=lots.new_secret(),
            expires_at=self._turn_time.now(),
            made_at=self._turn_time.now(),
            state="accepted",
            rematch_of=rematch_of,
        )
        computers = computers or [computer(level, which) for which in range(draft.game.seats[0] - 1)]
        match = await self._matches.begin(draft, (member, *computers), allowances.check_solo, coach=coach)
        if match is None:
            assert rematch_of is not None
            match = await self._matches.begun_by(await self._challenges.rematch_of(rematch_of))
            assert match is not None
        return match

    async def play_again(self, number: int, member: int, channel: int, level: int | None = None) -> Match:
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
            check_level(level)
            computers = tuple(computer(level, which) for which, _ in enumerate(computers))
        return await self.begin(
            match.game.name,
            with_sides_swapped(match, seat) if len(match.seats) == 2 else match.stored.options,
            guild=match.stored.guild,
            channel=channel,
            locale=match.stored.locale,
            member=member,
            level=level_of(computers[0]),
            computers=computers,
            rematch_of=match.id,
            coach=match.seats[seat].coach,
        )
