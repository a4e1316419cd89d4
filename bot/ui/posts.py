"""All that everybody sees of the club: boards, challenges and notices. Save first, then show.

What was saved is shown by `show`, whatever it is; what nobody could be shown then, by `reconcile`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord

from bot.club.club import Club
from bot.club.departures import Departed
from bot.club.match import Match
from bot.club.offers import Offered, Resumed
from bot.club.refused import Refused
from bot.club.stored import Challenge
from bot.database.outbox import Outbox
from bot.ui.boards import Boards
from bot.ui.calls import Calls
from bot.ui.challenge_posts import ChallengePosts
from bot.ui.notices import Notices
from bot.ui.venues import LOST, Venues

log = logging.getLogger(__name__)

Saved = Match | Challenge | Offered | Resumed | Departed
"""What the club may have saved for a member, and others are to see."""


class Posts:
    def __init__(self, client: discord.Client, club: Club) -> None:
        self._outbox: Outbox = club.outbox
        calls = Calls(client, club.preferences)
        venues = Venues(client, club.challenges, club.preferences, club.outbox)
        self.boards = Boards(club.matches, club.outbox, club.archive, club.ledger, venues, calls)
        self.challenges = ChallengePosts(club.challenges, club.matches, club.outbox, venues, calls)
        self.notices = Notices(club.timekeeper, venues, calls)

    async def show(self, saved: Saved) -> None:
        """To everybody whom it concerns. Raises Refused where the bot may not post."""
        match saved:
            case Match():
                await self._show_match(saved)
            case Challenge():
                if saved.rematch_of is not None:
                    await self.challenges.post(saved.id)
                await self.challenges.show(saved.id)
            case Offered():
                await self.notices.show_offer(saved)
            case Resumed():
                await self.notices.show_resumed(saved)
            case Departed():
                await self._show_departed(saved)

    async def _show_match(self, match: Match) -> None:
        """With its first board the post of its challenge is closed, and says where they play."""
        await self.boards.show(match.id)
        if match.stored.post is None and match.stored.challenge is not None:
            await self.challenges.show(match.stored.challenge)

    async def _show_departed(self, departed: Departed) -> None:
        """What cannot be shown now is shown later, or never: they need not know."""
        for number in departed.challenges:
            await _tried(self.challenges.show(number), "a challenge waits", number)
        for number in departed.matches:
            await _tried(self.boards.show(number), "a board waits", number)

    async def reconcile(self, *, after_restart: bool) -> bool:
        """Show everything that was saved and not shown. Returns whether nothing waits any more.

        After a restart a message may hang there that this process knows nothing of: it is looked for first.
        """
        shown = True
        for number in await self._outbox.unshown_matches():
            showing = self.boards.show(number, after_restart=after_restart)
            shown = await _tried(showing, "a board waits", number) and shown
        for number in await self._outbox.unshown_challenges():
            showing = self.challenges.show(number, after_restart=after_restart)
            shown = await _tried(showing, "a challenge waits", number) and shown
        return shown


async def _tried(showing: Awaitable[None], failed: str, number: int) -> bool:
    """Whether it was shown; else it is shown later."""
    try:
        await showing
    except (*LOST, Refused) as error:
        log.warning(failed, extra={"number": number, "why": repr(error)})
        return False
    return True
