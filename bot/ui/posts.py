"""What Discord shows: the words, pictures and buttons of challenges and matches. Save first, then show.

Whatever was saved and not shown yet is shown by `show_match` and `show_challenge`, once; `reconcile` does so
for everything after a restart. A post carries a nonce, so that Discord itself drops a second copy.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ButtonStyle

from bot.club import thinker
from bot.club.matches import Match, Matches
from bot.club.refused import Refused
from bot.club.stored import Challenge
from bot.ui import limits
from bot.ui.addresses import Address
from bot.ui.calls import Calls
from bot.ui.controls import button, challenge_buttons, challenge_verbs, match_buttons, view
from bot.ui.pictures import board, figure
from bot.words import sentences
from bot.words.language import Language, language, shortened
from engines import GAMES

log = logging.getLogger(__name__)

RIGHTS: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed where it plays."""
RIGHTS_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
THREAD_RIGHTS: Final = ("create_public_threads", "send_messages_in_threads")
"""What it must be allowed besides to give each match a thread."""

_A_WEEK: Final = 10_080
"""Minutes after which Discord folds a silent thread away; it unfolds with the next post."""
_RECENT: Final = 25
"""Messages that are looked through for a board whose posting was cut short."""
_THREAD_IS_THERE: Final = 160_004
"""Discord's error code for a second thread under one message."""
_SHOWS_PLY: Final = (("play", "move"), ("fair", "check"))
"""The button that is under a board while the match runs, and the one under its last board."""
_NOBODY: Final = discord.AllowedMentions.none()
LOST: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord said no, broke, or could not be reached. (TimeoutError is an OSError.)"""
_CUT_OFF: Final = (aiohttp.ClientError, OSError)
_SHUT: Final = (discord.NotFound, discord.Forbidden)
_THREAD_IS_SHUT: Final = (50_083, 160_005)
"""Discord's error codes for writing in an archived thread that does not unfold, and in a locked one."""


class Posts:
    """Shows what was saved. One match (and one challenge) is shown by one task at a time."""

    def __init__(self, client: discord.Client, matches: Matches) -> None:
        self._client = client
        self._matches = matches
        self._calls = Calls(client, matches.preferences)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def _alone(self, what: str) -> AsyncIterator[None]:
        lock = self._locks.setdefault(what, asyncio.Lock())
        async with lock:
            yield

    async def reconcile(self, *, after_restart: bool) -> bool:
        """Show everything that was saved and not shown. Returns whether nothing waits any more.

        After a restart a message may hang there that this process knows nothing of: it is looked for first.
        """
        challenges, matches = await self._matches.unshown()
        waiting = 0
        for number in matches:
            try:
                await self.show_match(number, after_restart=after_restart)
            except (*LOST, Refused) as error:
                waiting += 1
                log.warning("a board waits", extra={"match": number, "why": repr(error)})
        for number in challenges:
            try:
                await self.show_challenge(number, after_restart=after_restart)
            except (*LOST, Refused) as error:
                waiting += 1
                log.warning("a challenge waits", extra={"challenge": number, "why": repr(error)})
        return not waiting

    # Challenges

    async def challenge_message(self, challenge: Challenge) -> dict[str, Any]:
        """Content, picture, buttons and mentions of an open challenge, ready to send."""
        words = language(challenge.locale)
        game = GAMES[challenge.game]
        position = game.start(challenge.options, game.seats[0])
        alt = words.of_game(challenge.game, "start_alt")
        files, letters = await figure(challenge.game, position, name=challenge.game, alt=alt)
        asked = await self._asked(challenge)
        lines = [sentences.challenge(challenge, words), sentences.seal(challenge, words)]
        if challenge.is_lobby and asked:
            others = tuple(words.mention(member) for member in asked)
            lines.insert(0, words.say("lobby.again", others=others))
        return {
            "content": "\n".join(lines) + letters,
            "files": files,
            "view": challenge_buttons(challenge, words),
            "allowed_mentions": self._calls.pinged(asked),
        }

    async def _asked(self, challenge: Challenge) -> tuple[int, ...]:
        """Whom it is for; at a table laid once more, those who sat there before."""
        if challenge.opponent is not None:
            return (challenge.opponent,)
        if challenge.rematch_of is None:
            return ()
        before = await self._matches.load(challenge.rematch_of)
        return tuple(member for member in before.members if member != challenge.challenger)

    async def send_challenge(self, number: int, send: Callable[..., Awaitable[int | None]]) -> None:
        """Post a new challenge by `send`, which returns the id of the message."""
        async with self._alone(f"challenge {number}"):
            challenge = await self._matches.load_challenge(number)
            message = await send(**await self.challenge_message(challenge))
            await self._matches.challenge_was_shown(challenge, message)
        await self._call_to_challenge(challenge, message)

    async def show_challenge(self, number: int, *, after_restart: bool = False) -> None:
        """Bring the post of a challenge up to what was saved."""
        async with self._alone(f"challenge {number}"):
            challenge = await self._matches.load_challenge(number)
            if challenge.shown == challenge.look:
                return
            message = challenge.message
            channel = self._client.get_partial_messageable(challenge.channel, guild_id=challenge.guild)
            if message is not None and challenge.state == "open":
                await self._update_post(channel.get_partial_message(message), challenge)
            elif message is not None:
                await self._close_post(channel.get_partial_message(message), challenge)
            elif challenge.state == "open":
                if not after_restart:
                    return  # it is on its way
                verb = challenge_verbs(challenge)[0]
                message = await self._find(channel, {str(Address("challenge", verb, challenge.id))})
                message = message or await self._send_challenge(challenge)
            await self._matches.challenge_was_shown(challenge, message)

    async def post_challenge(self, number: int) -> None:
        """Post a new challenge that answers no command."""
        async with self._alone(f"challenge {number}"):
            challenge = await self._matches.load_challenge(number)
            if challenge.message is None:
                message = await self._send_challenge(challenge)
                await self._matches.challenge_was_shown(challenge, message)

    async def _send_challenge(self, challenge: Challenge) -> int:
        channel = self._client.get_partial_messageable(challenge.channel, guild_id=challenge.guild)
        content = await self.challenge_message(challenge)
        message = (await channel.send(**content, nonce=f"c{challenge.id}")).id
        await self._call_to_challenge(challenge, message)
        return message

    async def _call_to_challenge(self, challenge: Challenge, message: int | None) -> None:
        if message is None:
            return
        await self._calls.message(
            await self._asked(challenge),
            self._client.get_partial_messageable(challenge.channel, guild_id=challenge.guild),
            challenge.locale,
            "challenge",
            game=GAMES[challenge.game].title,
            link=sentences.url(challenge.guild, challenge.channel, message),
        )

    async def _update_post(self, post: discord.PartialMessage, challenge: Challenge) -> None:
        """Of a lobby: who sits there by now. Its picture stays."""
        words = language(challenge.locale)
        content = f"{sentences.challenge(challenge, words)}\n{sentences.seal(challenge, words)}"
        try:
            await post.edit(content=content, allowed_mentions=_NOBODY)
        except _SHUT:
            log.info("the post of a challenge is gone", extra={"challenge": challenge.id})

    async def _close_post(self, post: discord.PartialMessage, challenge: Challenge) -> None:
        words = language(challenge.locale)
        content = sentences.challenge(challenge, words)
        match = await self._matches.match_of(challenge)
        if match and match.stored.place not in (None, challenge.channel):
            content += " " + words.say("challenge.played_in", place=f"<#{match.stored.place}>")
        if match:
            content += "\n" + sentences.seal(challenge, words)
        try:
            await post.edit(content=content, attachments=[], view=None, allowed_mentions=_NOBODY)
        except _SHUT:
            log.info("the post of a challenge is gone", extra={"challenge": challenge.id})

    # Matches

    async def show_match(self, number: int, *, after_restart: bool = False) -> None:
        """Post what was saved and not shown. Raises Refused where the bot may not post."""
        async with self._alone(f"match {number}"):
            match = await self._matches.load(number)
            if match.stored.posted_ply >= match.ply:
                return
            match = await self._with_place(match)
            if (after_restart and await self._found(match)) or await self._edited(match):
                return
            await self._post(match, nonce=f"m{match.id}.{match.ply}.{match.stored.era}")

    async def show_again(self, number: int, place: int | None = None) -> Match:
        """Post the newest board once more: where the match is played or, from now on, at `place`."""
        async with self._alone(f"match {number}"):
            match = await self._matches.load(number)
            if place is not None and place != match.stored.place:
                match = await self._matches.set_place(match, place)
            await self._post(await self._with_place(match), nonce=f"a{secrets.token_hex(8)}")
            return await self._matches.load(number)

    async def show_offer(self, match: Match) -> None:
        """Tell the others what somebody offers."""
        assert match.offer is not None
        words = language(match.stored.locale)
        others = [member for seat, member in enumerate(match.members) if seat != match.offer.seat]
        content = words.say(
            f"offers.{match.offer.what}.asked",
            who=sentences.who(match, match.offer.seat, words),
            others=words.mentions(others),
        )
        items = [
            button(
                Address("play", "agree", match.id, match.ply),
                words.say(f"offers.{match.offer.what}.agree"),
                ButtonStyle.success,
            ),
            button(Address("play", "disagree", match.id, match.ply), words.say("buttons.disagree")),
        ]
        place, pinged = self._place(match), self._calls.pinged(others)
        try:
            sent = await place.send(content, view=view(items), allowed_mentions=pinged)
        except _SHUT as error:
            raise self._cannot_post(match) from error
        await self._call(match, others, "offer", sent.id)

    async def show_resumed(self, match: Match, member: int) -> None:
        """Tell everybody that the time runs again: nobody should lose by a pause that another has ended."""
        words = language(match.stored.locale)
        called = [match.members[seat] for seat in sorted(match.position.to_move)]
        content = words.say(
            "time.resumed",
            who=words.mention(member),
            called=words.mentions(called),
            due=sentences.due(match),
        )
        try:
            sent = await self._place(match).send(content, allowed_mentions=self._calls.pinged(called))
        except _SHUT as error:
            raise self._cannot_post(match) from error
        await self._call(match, called, "turn", match.stored.post or sent.id)

    async def remind(self) -> None:
        """Call once more whose time runs out."""
        for match in await self._matches.reminders():
            words = language(match.stored.locale)
            called = [match.members[seat] for seat in sorted(match.position.to_move)]
            content = words.say(
                "time.reminder",
                who=words.mentions(called),
                due=sentences.due(match),
                board=sentences.where(match.stored, words),
            )
            try:
                sent = await self._place(match).send(content, allowed_mentions=self._calls.pinged(called))
            except LOST as error:
                log.info("nobody could be reminded", extra={"match": match.id, "why": repr(error)})
                continue
            await self._call(match, called, "reminder", match.stored.post or sent.id)

    async def _call(self, match: Match, members: Iterable[int], key: str, message: int) -> None:
        """By direct message, those who like it so."""
        place = self._place(match)
        await self._calls.message(
            members,
            place,
            match.stored.locale,
            key,
            game=match.game.title,
            number=str(match.id),
            link=sentences.url(match.stored.guild, place.id, message),
        )

    def _place(self, match: Match) -> discord.PartialMessageable:
        place = match.stored.place or match.stored.channel
        return self._client.get_partial_messageable(place, guild_id=match.stored.guild)

    async def _content(self, match: Match) -> dict[str, Any]:
        """Content, picture, buttons and mentions of the newest board. Only who is to move is notified."""
        words = language(match.stored.locale)
        files, letters = await board(match, words)
        lines = [sentences.told(match, words), await self._looked_back(match, words)]
        if match.is_mid_turn and not match.in_window:
            lines.insert(0, sentences.told_before(match, words))
        if match.outcome:
            lines += [
                sentences.ended(match, words),
                sentences.series(await self._matches.series(match), words),
                sentences.ratings(match, await self._matches.rating_changes(match), words),
                words.say("fair.secret", secret=match.stored.secret.hex()),
            ]
        else:
            lines += [sentences.turn(match, words), sentences.time(match, words)]
        return {
            "content": "\n".join(filter(None, lines)) + letters,
            "files": files,
            "view": match_buttons(match, words),
            "allowed_mentions": self._calls.pinged(_called(match)),
        }

    async def _looked_back(self, match: Match, words: Language) -> str:
        """Of a claim that nobody contested: whether it was right."""
        for played in match.last:
            seat = played.before.settles(played.who, played.move)
            note = None if seat is None else await thinker.hint(played.before, seat)
            if note is not None:
                return words.of_game(match.stored.game, f"review.{note.code}", **note.values)
        return ""

    async def _edited(self, match: Match) -> bool:
        """Within a turn the post is changed, not followed by another: nobody else is called."""
        if not match.calls_nobody_new or match.outcome or match.stored.post is None:
            return False
        content = await self._content(match)
        content["attachments"] = content.pop("files")
        try:
            await self._place(match).get_partial_message(match.stored.post).edit(**content)
        except _SHUT:
            return False
        await self._matches.was_shown(match, match.stored.post)
        return True

    async def _post(self, match: Match, *, nonce: str) -> None:
        before = match.stored.post
        try:
            sent = await self._send(match, nonce)
        except discord.HTTPException as error:
            if not _is_shut(error):
                raise
            if match.stored.place == match.stored.channel:
                raise self._cannot_post(match) from error
            log.info(
                "a thread is gone or locked, its match goes on in the channel", extra={"match": match.id}
            )
            match = await self._matches.set_place(match, match.stored.channel)
            await self._post(match, nonce=f"{nonce}.c")
            return
        await asyncio.gather(self._matches.was_shown(match, sent.id), self._strip(match, before, sent.id))
        await self._call(match, _called(match), "over" if match.outcome else "turn", sent.id)

    async def _send(self, match: Match, nonce: str) -> discord.Message:
        """A post that was cut off is tried once more: by its nonce Discord knows whether it has it."""
        try:
            return await self._place(match).send(nonce=nonce, **await self._content(match))
        except _CUT_OFF:
            return await self._place(match).send(nonce=nonce, **await self._content(match))

    async def _strip(self, match: Match, older: int | None, newest: int) -> None:
        """Only the newest board has buttons."""
        if older in (None, newest):
            return
        try:
            await self._place(match).get_partial_message(older).edit(view=None)
        except discord.HTTPException as error:
            log.info("buttons of an older board stay", extra={"match": match.id, "why": str(error)})

    async def _found(self, match: Match) -> bool:
        """A board that Discord had received when the process died; by now it may have forgotten the nonce."""
        addresses = {str(Address(feature, verb, match.id, match.ply)) for feature, verb in _SHOWS_PLY}
        message = await self._find(self._place(match), addresses)
        if message is None:
            return False
        await self._matches.was_shown(match, message)
        await self._strip(match, match.stored.post, message)
        return True

    async def _find(self, place: discord.PartialMessageable, addresses: set[str]) -> int | None:
        """The message with one of these buttons, among the newest of a place."""
        try:
            async for message in place.history(limit=_RECENT):
                if addresses & set(_custom_ids(message)):
                    return message.id
        except discord.HTTPException as error:
            log.info("no looking back", extra={"place": place.id, "why": str(error)})
        return None

    def _cannot_post(self, match: Match) -> Refused:
        place = match.stored.place or match.stored.channel
        channel = self._client.get_channel(place)
        missing: tuple[str, ...] = ()
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            rights = channel.permissions_for(channel.guild.me)
            missing = missing_rights(rights, in_thread=isinstance(channel, discord.Thread))
        return Refused(
            "cannot_post_rights" if missing else "cannot_post", place=f"<#{place}>", rights=missing
        )

    # Threads

    async def _with_place(self, match: Match) -> Match:
        """A match without a place gets a thread under its challenge; where it may not, the channel."""
        if match.stored.place is not None:
            return match
        place = await self._new_thread(match) or match.stored.channel
        return await self._matches.set_place(match, place)

    async def _new_thread(self, match: Match) -> int | None:
        challenge = await self._matches.challenge_of(match)
        channel = self._client.get_channel(match.stored.channel)
        if challenge is None or challenge.message is None or not isinstance(channel, discord.TextChannel):
            return None
        if not self._matches.preferences.server(match.stored.guild).threads:
            return None
        rights = channel.permissions_for(channel.guild.me)
        if not all(getattr(rights, right) for right in THREAD_RIGHTS):
            return None
        names = [seat.name for seat in match.seats]
        name = shortened(f"{match.game.title}: {' – '.join(names)}", limits.THREAD)  # noqa: RUF001 - an en dash between names
        try:
            thread = await channel.get_partial_message(challenge.message).create_thread(
                name=name, auto_archive_duration=_A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == _THREAD_IS_THERE:
                return challenge.message
            log.info("no thread for a match", extra={"match": match.id, "why": str(error)})
            return None
        return thread.id


def _called(match: Match) -> tuple[int, ...]:
    """Whom the newest board is for."""
    return match.members if match.outcome else tuple(match.members[seat] for seat in match.position.to_move)


def _is_shut(error: discord.HTTPException) -> bool:
    """The place is gone, or one may not write there."""
    return isinstance(error, _SHUT) or error.code in _THREAD_IS_SHUT


def missing_rights(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """The code of the first right the bot lacks; without the first Discord denies the others too."""
    needed = RIGHTS_IN_THREADS if in_thread else RIGHTS
    return tuple(right for right in needed if not getattr(rights, right))[:1]


def _custom_ids(message: discord.Message) -> Iterator[str]:
    for row in message.components:
        for component in getattr(row, "children", ()):
            if getattr(component, "custom_id", None):
                yield component.custom_id
