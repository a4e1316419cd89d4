"""Challenges: how they are made, answered and closed. How tables fill is in lobbies.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from bot.club import allowances, lots
from bot.club.allowances import Allowances
from bot.club.challenge import Challenge
from bot.club.computers import is_computer, people
from bot.club.deadlines import PACES, USUAL_PACE
from bot.club.invitations import Invitations, Opponent
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.preferences import Preferences
from bot.club.refused import Refused, RefusedByGame
from bot.club.turn_time import TurnTime
from bot.database.challenges import StoredChallenges
from engines import GAMES
from engines.codes import Refusal
from engines.game import Chosen

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
            raise Refused("not_listed")
        playing = (challenger,) if opponent is None else (challenger, opponent.member)
        await self._invitations.check_bars(guild, playing, challenger)
        if opponent is not None:
            await self._invitations.check_opponent(challenger, opponent)
        options = read_options(game, options)
        if pace is None:
            liked = self._preferences.server(guild).pace
            pace = USUAL_PACE if liked is None else liked
        named = opponent.member if opponent else None
        await self.check_room(guild, challenger, named)
        wished = Challenge(
            guild=guild,
            channel=channel,
            locale=locale,
            game_name=game,
            options=options,
            challenger=challenger,
            opponent=named,
            pace=pace or None,
        )
        return await self.lay(wished)

    async def lay(self, wished: Challenge) -> Challenge:
        """To be answered from now on, if they have not made too many. Of a rematch there is one: whoever asks
        once more gets the same.
        """
        draft = replace(self._fresh(wished), made_at=self._turn_time.now())
        check = partial(allowances.check_challenges, opponent=draft.opponent)
        made = await self._stored.add(draft, check)
        if made is None:
            assert draft.rematch_of is not None
            return await self.rematch_of(draft.rematch_of)
        return await self.load(made)

    def _fresh(self, wished: Challenge) -> Challenge:
        """From now on for a day."""
        expires_at = self._turn_time.now() + int(CHALLENGE_LASTS.total_seconds())
        return replace(wished, secret=lots.new_secret(), expires_at=expires_at)

    async def has_rematch(self, match: int) -> bool:
        return await self._stored.rematch_of(match) is not None

    async def rematch_of(self, match: int) -> Challenge:
        """The challenge to it, open or taken up."""
        number = await self._stored.rematch_of(match)
        assert number is not None
        return await self.load(number)

    async def check_room(self, guild: int, challenger: int, opponent: int | None) -> None:
        """Raises Refused where one more would be too much: of matches that run, or of calls by the minute."""
        playing = (challenger,) if opponent is None else (challenger, opponent)
        await self._invitations.check_running(guild, playing, challenger)
        self._spent.check(allowances.EARLY_ENDS, challenger)
        self._spent.spend(allowances.CHALLENGES, challenger)

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
        await self.check_room(old.guild, member, None)
        has_run_out = old.state == "expired" or old.expires_at <= self._turn_time.now()
        stay = [guest for guest in old.guests if is_computer(guest)] if has_run_out else old.guests
        draft = self._fresh(replace(old, channel=channel, guests=tuple(stay)))
        check = partial(allowances.check_challenges, opponent=None)
        made = await self._stored.renew(number, draft, self._turn_time.now(), check)
        if made is None:
            raise Refused("renewed_already")
        return await self.load(made)

    async def load(self, number: int) -> Challenge:
        challenge = await self._stored.load(number)
        if challenge is None:
            raise Refused("no_challenge")
        return challenge

    # Answers

    async def accept(self, number: int, member: int) -> Match:
        """Accept a challenge between two."""
        challenge = await self.load(number)
        _check_untaken(challenge, member)
        await self._check_open(challenge)
        if challenge.challenger == member:
            raise Refused("yourself_accept")
        if challenge.opponent not in (None, member):
            raise Refused("not_your_challenge", opponent=challenge.opponent)
        self._invitations.check_guest(challenge, member)
        self._spent.check(allowances.EARLY_ENDS, member)
        match = await self.begin(challenge, (challenge.challenger, member), member)
        if match is None:
            _check_untaken(await self.load(number), member)
            raise Refused("challenge_closed")
        return match

    async def begin(self, challenge: Challenge, members: Sequence[int], asking: int) -> Match | None:
        playing = people(members)
        await self._invitations.check_bars(challenge.guild, playing, asking)
        if len(playing) == 1:
            return await self._matches.begin(replace(challenge, pace=None), members, allowances.check_solo)
        check = partial(allowances.check_matches, members=playing, asking=asking)
        return await self._matches.begin(challenge, members, check)

    async def decline(self, number: int, member: int) -> Challenge:
        challenge = await self.load_open(number)
        if challenge.opponent != member:
            raise Refused("not_yours_to_decline")
        return await self._close(challenge, "declined")

    async def withdraw(self, number: int, member: int) -> Challenge:
        challenge = await self.load_open(number)
        if challenge.challenger != member:
            raise Refused("not_yours_to_withdraw", challenger=challenge.challenger)
        return await self._close(challenge, "withdrawn")

    async def withdraw_for_the_gone(self, number: int) -> Challenge:
        """The challenger is no longer a member."""
        return await self._close(await self.load_open(number), "withdrawn")

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

    async def load_open(self, number: int) -> Challenge:
        challenge = await self.load(number)
        await self._check_open(challenge)
        return challenge

    async def _check_open(self, challenge: Challenge) -> None:
        if challenge.state == "open" and challenge.expires_at <= self._turn_time.now():
            await self._stored.close(challenge.id, "expired")
            raise Refused("challenge_expired")
        if challenge.state != "open":
            raise Refused("challenge_closed")

    async def _close(self, challenge: Challenge, state: str) -> Challenge:
        if not await self._stored.close(challenge.id, state):
            raise Refused("challenge_closed")
        return await self.load(challenge.id)


def _check_untaken(challenge: Challenge, member: int) -> None:
    """Raises Refused where somebody else was faster: it says who."""
    opponent = challenge.opponent
    if challenge.state == "accepted" and opponent is not None and member not in challenge.involved:
        raise Refused("taken", opponent=opponent)


def read_options(game: str, options: Mapping[str, Chosen]) -> dict[str, Chosen]:
    try:
        return GAMES[game].read_options(options)
    except Refusal as refusal:
        raise RefusedByGame(game, refusal) from refusal
