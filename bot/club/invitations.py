"""Who may begin a match where, challenge whom, and take up whose challenge: all of it is decided here.

Of Discord it knows what it is told: who is a bot, who is here, and who sees what.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.club.allowances import check_matches
from bot.club.bars import Bars
from bot.club.challenge import Challenge
from bot.club.computers import is_member
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.database.matches import StoredMatches


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who is named for a match, as Discord knows them."""

    member: int
    is_bot: bool = False
    is_here: bool = True
    """A member of the server."""
    sees_channel: bool = True


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a match is to begin, and with which roles who begins it comes there."""

    guild: int
    channel: int
    """Of a thread, the one above it."""
    roles: Collection[int]
    missing_rights: tuple[str, ...]
    """Codes of what the bot would need to host it there."""
    lets_bot_in: bool = True
    """It is no private thread without the bot."""


class Invitations:
    def __init__(self, preferences: Preferences, stored: StoredMatches, bars: Bars) -> None:
        self._preferences = preferences
        self._stored = stored
        self._bars = bars

    async def check_bars(self, guild: int, members: Collection[int], asking: int) -> None:
        """Raises Refused where a manager has barred one of them from playing there."""
        barred = await self._bars.among(guild, members)
        if asking in barred:
            raise Refused("barred")
        if barred:
            raise Refused("opponent_barred", opponent=min(barred))

    def check_spot(self, spot: Spot) -> None:
        """Raises Refused unless this member may begin a match there, and the bot may host it."""
        liked = self._preferences.server(spot.guild)
        if liked.channels and spot.channel not in liked.channels:
            raise Refused("play_elsewhere", channels=tuple(f"<#{each}>" for each in liked.channels))
        if liked.starters and liked.starters not in spot.roles:
            raise Refused("starters_only", role=f"<@&{liked.starters}>")
        if not spot.lets_bot_in:
            raise Refused("not_let_in")
        if spot.missing_rights:
            raise Refused("missing_rights", rights=spot.missing_rights)

    async def check_opponent(self, challenger: int, opponent: Opponent) -> None:
        """Raises Refused where this one cannot be challenged, or not by this member: why is not told then."""
        if opponent.member == challenger:
            raise Refused("yourself")
        if opponent.member < 0:
            raise Refused("opponent_forgotten")
        if opponent.is_bot:
            raise Refused("bots")
        if not opponent.is_here:
            raise Refused("not_here", opponent=opponent.member)
        if not opponent.sees_channel:
            raise Refused("cannot_see", opponent=opponent.member)
        if self._preferences.blocks(challenger, opponent.member):
            raise Refused("blocked_by_you", opponent=opponent.member)
        if not await self._takes_challenges(opponent.member, challenger):
            raise Refused("takes_no_challenge", opponent=opponent.member)

    async def check_running(self, guild: int, members: Sequence[int], asking: int) -> None:
        """Raises Refused where these have as many matches running there as can be."""
        check_matches(await self._stored.running_among(guild, members), members, asking)

    async def _takes_challenges(self, member: int, challenger: int) -> bool:
        if self._preferences.blocks(member, challenger):
            return False
        match self._preferences.member(member).challengers:
            case "all":
                return True
            case "known":
                return await self._stored.have_met(challenger, member)
        return False

    def check_guest(self, challenge: Challenge, member: int) -> None:
        """Raises Refused where somebody who sits there would not play with this member."""
        if challenge.opponent is None and any(
            self._preferences.blocks(sitting, member) for sitting in challenge.members
        ):
            raise Refused("table_taken")

    def asked_again(self, members: Sequence[int], host: int) -> tuple[int, ...]:
        """Of those who played together, whom the host of another match may call to it."""
        return tuple(
            member
            for member in members
            if is_member(member)
            and member != host
            and self._preferences.member(member).challengers != "none"
            and not self._preferences.blocks(member, host)
            and not self._preferences.blocks(host, member)
        )
