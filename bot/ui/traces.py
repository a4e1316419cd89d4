"""What still names somebody in Discord who was forgotten: thread names, boards, notices, answered challenges.

A little at a time, in the background, as far as Discord lets itself be edited. Nobody knows any more who it
was, and nobody has to: named may be who plays there, and whoever else is named is a former member.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.club.challenge import Challenge
from bot.club.challenges import Challenges
from bot.club.faces import Faces
from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.refused import Refused
from bot.club.troubles import Troubles
from bot.database.traces import MATCH, StoredTraces, Trace
from bot.ui import pictures
from bot.ui.addresses import ANY, Address
from bot.ui.board_layouts import BoardLayouts
from bot.ui.challenge_posts import ChallengePosts
from bot.ui.discord_errors import LOST, Meaning, is_too_often, meaning
from bot.ui.layout import custom_ids, is_laid_out, reworded, words_of
from bot.ui.venues import is_called_by_us, name_of
from bot.words.language import Language, language

TRACE: Final = "trace"
"""A kind of trouble: a match or a challenge whose posts still name somebody."""
_AT_ONCE: Final = 10
"""Messages that are looked at before something else has its turn."""
_WITHIN: Final = 60.0
"""Seconds for these."""
_SOON: Final = 1
"""Seconds until the next ones."""
_AFTERWARDS: Final = timedelta(days=1)
"""How long after the last ply of a match it is looked for in a channel that is not its own."""
_NEVER: Final = frozenset({"old_rules", "damaged", "no_match", "no_challenge"})
"""Refused because nothing can be shown of it."""
_MENTION: Final = re.compile(r"<@!?(\d+)>")


class Traces:
    def __init__(
        self,
        client: discord.Client,
        stored: StoredTraces,
        matches: Matches,
        challenges: Challenges,
        faces: Faces,
        posts: ChallengePosts,
        layouts: BoardLayouts,
        troubles: Troubles,
    ) -> None:
        self._client = client
        self._stored = stored
        self._matches = matches
        self._challenges = challenges
        self._faces = faces
        self._posts = posts
        self._layouts = layouts
        self._troubles = troubles

    async def cover_next(self) -> int | None:
        """Some of them. Returns in how many seconds there is more to do; None: nothing is known of."""
        for trace in await self._stored.waiting():
            if self._troubles.may_try(TRACE, trace):
                await self._try(trace)
                return _SOON
        return self._troubles.seconds_to_next(TRACE)

    async def _try(self, trace: Trace) -> None:
        with self._troubles.alone(TRACE, trace, Refused, *LOST, level=logging.INFO):
            if await self._is_covered(trace):
                await self._stored.cover(trace)

    async def _is_covered(self, trace: Trace) -> bool:
        """As far as it ever can be."""
        try:
            async with asyncio.timeout(_WITHIN):
                return await self._cover(trace)
        except Refused as refused:
            if refused.code not in _NEVER:
                raise
        except LOST as error:
            if meaning(error) not in (Meaning.GONE, Meaning.SHUT) or is_too_often(error):
                raise
        return True

    async def _cover(self, trace: Trace) -> bool:
        """Whether nothing is left to do."""
        if trace.what == MATCH:
            return await self._cover_match(await self._matches.load(trace.number), trace)
        await self._cover_challenge(await self._challenges.load(trace.number))
        return True

    async def _cover_challenge(self, challenge: Challenge) -> None:
        if challenge.message is None:
            return
        venue = await self._client.fetch_channel(challenge.channel)
        async with _unfolded(venue):
            await self._posts.reword(challenge.id)

    # Matches

    async def _cover_match(self, match: Match, trace: Trace) -> bool:
        if match.stored.venue is None:
            return True
        venue = await self._client.fetch_channel(match.stored.venue)
        if not isinstance(venue, discord.Thread | discord.TextChannel | discord.VoiceChannel):
            return True
        async with _unfolded(venue):
            if isinstance(venue, discord.Thread):
                await self._rename(venue, match)
            messages = [message async for message in _messages(venue, match, trace.done_to)]
            named = await self._stored.members_at(venue.id)
            faces = await self._faces.at(match)
            for message in messages:
                if message.author == self._client.user:
                    await self._cover_message(message, match, named, faces)
                await self._stored.looked_at(trace, message.id)
        return len(messages) < _AT_ONCE

    async def _cover_message(
        self, message: discord.Message, match: Match, named: Collection[int], faces: pictures.Seen
    ) -> None:
        pictured = _is_pictured(message, match)
        if not (pictured or _is_notice(message, match)):
            return
        words = language(match.stored.locale)
        edits: dict[str, Any] = {}
        cover = partial(_covered, named=match.members if pictured else named, words=words)
        if cover(words_of(message)) != words_of(message):
            covered = cover(message.content)
            edits |= {"view": reworded(message, cover)} if is_laid_out(message) else {"content": covered}
        if pictured:
            edits["attachments"] = files = await self._drawn_anew(message, match, words, faces)
            if is_laid_out(message):
                alts = {file.filename: file.description or "" for file in files}
                edits["view"] = reworded(message, cover, pictures=alts)
        if not edits:
            return
        try:
            await message.edit(**edits, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            if meaning(error) not in (Meaning.GONE, Meaning.SHUT) or is_too_often(error):
                raise

    async def _drawn_anew(
        self, message: discord.Message, match: Match, words: Language, faces: pictures.Seen
    ) -> list[discord.File | discord.Attachment]:
        """The same board and card, and what names nobody; what else names people can be had anew."""
        written = re.compile(rf"{match.game.name}-{match.id}-(\d+)\.png")
        plies = [int(found[1]) for file in message.attachments if (found := written.fullmatch(file.filename))]
        if not plies or plies[0] > match.ply:
            return []
        files, _ = await pictures.board(match.at(plies[0]), words, faces)
        card = await self._layouts.result_card(match) if _has_card(message) else []
        unnamed = (file for file in message.attachments if file.filename.endswith(f"{pictures.HINT}.png"))
        return [*files, *unnamed, *card]

    async def _rename(self, thread: discord.Thread, match: Match) -> None:
        """If it is called as we call threads: somebody may have found a better name."""
        name = name_of(match)
        is_ours = thread.owner_id == getattr(self._client.user, "id", None)
        if is_ours and is_called_by_us(thread.name, match) and thread.name != name:
            await thread.edit(name=name)


def _messages(
    venue: discord.Thread | discord.TextChannel | discord.VoiceChannel, match: Match, done_to: int
) -> AsyncIterator[discord.Message]:
    """The next ones, the oldest first; of a channel that is not its own those from when it was played."""
    began = datetime.fromtimestamp(match.stored.began_at, UTC) - timedelta(minutes=1)
    after = discord.Object(done_to) if done_to else discord.Object(discord.utils.time_snowflake(began))
    before = None
    if not isinstance(venue, discord.Thread):
        before = datetime.fromtimestamp(match.stored.moved_at, UTC) + _AFTERWARDS
    return venue.history(limit=_AT_ONCE, after=after, before=before, oldest_first=True)


def _is_pictured(message: discord.Message, match: Match) -> bool:
    """A board of this match, or a film: the players' names are painted on it."""
    return any(file.filename.startswith(f"{match.game.name}-{match.id}") for file in message.attachments)


def _has_card(message: discord.Message) -> bool:
    """How the match ended, with its players' names and faces."""
    return any(file.filename.endswith(f"{pictures.RESULT}.png") for file in message.attachments)


def _is_notice(message: discord.Message, match: Match) -> bool:
    """Of this match, in its thread or by its buttons; what somebody asked for there themselves is theirs."""
    if message.interaction_metadata is not None:
        return False
    own = any(address.feature == "play" and address.number == match.id for address in _addresses(message))
    return own or isinstance(message.channel, discord.Thread)


def _addresses(message: discord.Message) -> Iterator[Address]:
    return (Address.read(text) for text in custom_ids(message) if ANY.fullmatch(text))


def _covered(content: str, named: Collection[int], words: Language) -> str:
    former = words.mention(-1)
    covered = _MENTION.sub(lambda found: found[0] if int(found[1]) in named else former, content)
    return words.begun(covered)


@asynccontextmanager
async def _unfolded(venue: object) -> AsyncIterator[None]:
    """A thread that is folded away takes no changes; it is folded away again afterwards."""
    if not (isinstance(venue, discord.Thread) and venue.archived):
        yield
        return
    await venue.edit(archived=False)
    try:
        yield
    finally:
        await venue.edit(archived=True)
