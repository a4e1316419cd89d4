"""The boards of matches, as everybody sees them: a post a turn, edited while the turn goes on.

Where somebody plays alone with computers it is quiet: one post is edited, turn by turn, and nobody is called.
What was saved and not shown yet is shown once. A post carries a nonce, so that Discord itself drops a second
copy. A post that can no longer be edited, or not soon, is followed by a new one. Nothing but the board itself
is waited for.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import discord

from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.ratings import ABORTED
from bot.club.troubles import MATCH, Troubles
from bot.database.outbox import Outbox
from bot.ui.background import Background
from bot.ui.board_layouts import BoardLayouts
from bot.ui.calls import Calls
from bot.ui.controls import board_addresses
from bot.ui.discord_errors import CUT_OFF, Meaning, cannot_be_edited, meaning, takes_no_post
from bot.ui.layout import Hanging, Layout, supersede
from bot.ui.one_at_a_time import OneAtATime
from bot.ui.venues import Venues

log = logging.getLogger(__name__)

_EDITED_WITHIN: Final = timedelta(minutes=55)
"""Of a message that is older than an hour Discord takes few edits, and none for sure."""
_SOON: Final = 2.5
"""Seconds for an edit: Discord lets them wait where there were many, and a board is due now."""
_OF_ONE_WHO_ASKS: Final = 3
"""Places that may refuse a board which a member wants elsewhere: that one is the third."""
Send = Callable[..., Awaitable[int | None]]
"""Posts what it is given, and returns the number of the message, if that is known."""
EDITS: Final = "edits"
"""A kind of trouble: edits wait in this venue."""


class Boards:
    """A match is shown by one task at a time."""

    def __init__(
        self,
        matches: Matches,
        outbox: Outbox,
        layouts: BoardLayouts,
        venues: Venues,
        calls: Calls,
        background: Background,
        troubles: Troubles,
    ) -> None:
        self._matches = matches
        self._outbox = outbox
        self._layouts = layouts
        self._venues = venues
        self._calls = calls
        self._background = background
        self._troubles = troubles
        self._showing = OneAtATime()
        self._hanging = Hanging()

    async def show(self, number: int, *, look_first: bool = False) -> None:
        """Post what was saved and not shown. Raises Refused where the bot may not post.

        `look_first`: it may hang there already, for all that is known.
        """
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)  # here, or an older board might follow a newer one
            if match.stored.posted_ply >= match.ply or (_is_on_its_way(match) and not look_first):
                return
            match = await self._venues.settle(match)
            if look_first and match.is_solo:
                match = await self._adopted(match)
            if (look_first and await self._found(match)) or await self._edited(match):
                return
            await self._post(match, nonce=f"m{match.id}.{match.ply}.{match.stored.era}")

    async def lay(self, number: int, send: Send) -> Match:
        """The first board of a solo match, by `send`, unless it hangs already."""
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)
            if not _is_on_its_way(match):
                return match
            layout, content = await self._content(match)
            post = await send(**content)
            match = await self._venues.settle(match)
            if post is not None:
                self._hanging.note(post, layout)
                await self._outbox.match_was_shown(match.id, match.ply, match.stored.era, post)
            return match

    async def show_anew(self, number: int) -> bool:
        """What hangs there, as it is to be said now; nobody is called. Whether it could be, and soon."""
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)
            if match.stored.post is None or match.outcome:
                return False
            return await self._changed(match, match.stored.post, is_due=False)

    async def show_again(self, number: int, wished: int | None = None) -> Match:
        """Post the newest board once more: where the match is played or, if that is shut, at `wished`."""
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)
            await self._post(
                await self._venues.settle(match), nonce=f"a{secrets.token_hex(8)}", wished=wished
            )
            return await self._matches.load(number)

    async def show_below(self, number: int) -> None:
        """Post the newest board of a match that runs once more, below what was posted since; nobody is
        called.
        """
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)
            if not match.outcome:
                await self._post(match, nonce=f"b{secrets.token_hex(8)}", calls=False)

    async def show_elsewhere(self, number: int, gone: int, wished: int | None) -> None:
        """Post the newest board once more, for the venue is gone; unless the match has left that already."""
        async with self._showing.alone_with(number):
            match = await self._matches.load(number)
            venue = self._venues.of(match).id
            if venue == gone:
                await self._post(match, nonce=f"a{secrets.token_hex(8)}", wished=wished)
            elif match.stored.posted_ply < match.ply or match.stored.post is None:
                # It has left, but nobody sees it yet.
                raise self._venues.cannot_post(venue)

    async def settled(self, seconds: float) -> None:
        """When those that are on their way now hang there and are noted, or have taken so long."""
        await self._showing.settled(seconds)

    async def _content(self, match: Match, *, moved: bool = False) -> tuple[Layout, dict[str, Any]]:
        """The newest board, and all of it ready to send. Only who is to move is notified.

        `moved`: it is the first in a place where nobody looks for it.
        """
        layout, files = await self._layouts.of(match, moved=moved)
        pinged = self._calls.pinged(_called(match))
        return layout, {"view": layout.view, "files": files, "allowed_mentions": pinged}

    async def _edited(self, match: Match) -> bool:
        """Within a turn the post is changed, not followed by another: nobody else is called."""
        post = match.stored.post
        is_quiet = match.is_solo or (match.calls_nobody_new and not match.outcome)
        if not is_quiet or post is None or not await self._changed(match, post):
            return False
        await self._outbox.match_was_shown(match.id, match.ply, match.stored.era, post)
        return True

    async def _changed(self, match: Match, post: int, *, is_due: bool = True) -> bool:
        """Whether what hangs there could be changed, and soon. `is_due`: where not, another post follows."""
        venue = self._venues.of(match)
        is_old = discord.utils.utcnow() - discord.utils.snowflake_time(post) > _EDITED_WITHIN
        if is_old and not _was_let_lie(match):
            return False
        if not (self._venues.may_post(venue.id) and self._troubles.may_try(EDITS, venue.id)):
            return False
        layout, content = await self._content(match)
        content |= {"attachments": content.pop("files"), "content": None}  # before 0.2.0 it had words there
        try:
            async with asyncio.timeout(_SOON):
                await venue.get_partial_message(post).edit(**content)
        except TimeoutError:
            if is_due and not self._venues.is_direct(venue.id):
                self._troubles.note(EDITS, venue.id, "an edit takes long", level=logging.INFO)
            if not (is_due and await self._has_come(match, venue, post)):
                return False
        except discord.HTTPException as error:
            if not cannot_be_edited(error):
                raise
            if takes_no_post(error):
                self._venues.shut(venue.id, error)
            return False
        else:
            self._troubles.settle(EDITS, venue.id)
        self._hanging.note(post, layout)
        return True

    async def _has_come(self, match: Match, venue: discord.PartialMessageable, post: int) -> bool:
        """An edit that was given up, all the same: Discord had it and was late to say so."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SOON):
                return await self._venues.find(venue, board_addresses(match)) == post
        return False

    async def _post(self, match: Match, *, nonce: str, wished: int | None = None, calls: bool = True) -> None:
        """Where it is played or, where that is shut, in the next place that takes it."""
        home, before, tries = self._venues.of(match), match.stored.post, 0
        most = _OF_ONE_WHO_ASKS if wished else self._venues.most_refusals(MATCH, match.id)
        async for there in self._venues.open_to(match, wished):
            venue, moved = self._venues.of(there), there.stored.venue != match.stored.venue
            try:
                whole = f"{nonce}.{tries}" if tries else nonce
                sent = await self._send(there, whole, moved=moved, calls=calls)
            except discord.HTTPException as error:
                if meaning(error) is not Meaning.SHUT:
                    raise
                self._venues.shut(venue.id, error)
                tries += 1
                if tries == most:
                    break
                continue
            self._venues.well(venue.id)
            await self._outbox.match_was_shown(match.id, match.ply, match.stored.era, sent.id)
            if not moved:
                self._supersede(match, before, sent.id)
            if calls:
                self._call(there, venue, sent.id)
            return
        raise self._venues.cannot_post(home.id)

    def _call(self, match: Match, venue: discord.PartialMessageable, post: int) -> None:
        if match.is_solo:
            return
        key = match.stored.verdict or ("over" if match.outcome else "turn")
        calling = self._calls.of_match(match, _called(match), venue, key, post)
        self._background.start(calling, "somebody was not called", match=match.id)

    async def _send(self, match: Match, nonce: str, *, moved: bool, calls: bool) -> discord.Message:
        """A post that was cut off is tried once more: by its nonce Discord knows whether it has it."""
        try:
            return await self._sent(match, nonce, moved=moved, calls=calls)
        except CUT_OFF:
            return await self._sent(match, nonce, moved=moved, calls=calls)

    async def _sent(self, match: Match, nonce: str, *, moved: bool, calls: bool) -> discord.Message:
        layout, content = await self._content(match, moved=moved)
        if not calls:
            content["allowed_mentions"] = discord.AllowedMentions.none()
        sent = await self._venues.of(match).send(nonce=nonce, **content)
        self._hanging.note(sent.id, layout)
        return sent

    def _supersede(self, match: Match, older: int | None, newest: int) -> None:
        """Only the newest board asks for anything. Nobody waits until the older one does so no more."""
        if older is not None and older != newest:
            post = self._venues.of(match).get_partial_message(older)
            superseding = supersede(post, self._hanging.take(older))
            self._background.start(superseding, "buttons of an older board stay", match=match.id)

    async def _adopted(self, match: Match) -> Match:
        """With a board of an earlier ply, if one hangs there that was not noted: it can be edited."""
        known = set().union(*(board_addresses(match.at(ply)) for ply in range(match.ply + 1)))
        message = await self._venues.find(self._venues.of(match), known)
        if message in (None, match.stored.post):
            return match
        self._supersede(match, match.stored.post, message)
        await self._outbox.match_was_shown(match.id, 0, match.stored.era, message)
        return await self._matches.load(match.id)

    async def _found(self, match: Match) -> bool:
        """A board that Discord had received when the process died; by now it may have forgotten the nonce."""
        message = await self._venues.find(self._venues.of(match), board_addresses(match))
        if message is None:
            return False
        await self._outbox.match_was_shown(match.id, match.ply, match.stored.era, message)
        self._supersede(match, match.stored.post, message)
        return True


def _is_on_its_way(match: Match) -> bool:
    """Of a solo match: the first board is the answer to whoever asked for it, and hangs nowhere yet."""
    return match.is_solo and match.stored.post is None and match.stored.venue is None


def _was_let_lie(match: Match) -> bool:
    """A solo match without a result: a new post of it would only disturb."""
    return match.is_solo and match.outcome is not None and match.outcome.reason == ABORTED


def _called(match: Match) -> tuple[int, ...]:
    """Whom the newest board is for. Who plays alone sits in front of it."""
    if match.is_solo:
        return ()
    return match.members if match.outcome else tuple(match.members[seat] for seat in match.position.to_move)
