"""The posts of challenges and lobbies: asked, filled, answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.club.bars import Bars
from bot.club.challenge import Challenge
from bot.club.challenges import Challenges
from bot.club.invitations import Invitations
from bot.club.lessons import Lessons
from bot.club.matches import Matches
from bot.club.preferences import Preferences
from bot.club.troubles import CHALLENGE
from bot.database.outbox import Outbox
from bot.ui.addresses import Address
from bot.ui.background import Background
from bot.ui.calls import Calls
from bot.ui.controls import challenge_buttons, challenge_verbs, seal_button
from bot.ui.discord_errors import Meaning, cannot_be_edited, meaning, takes_no_post
from bot.ui.layout import Layout
from bot.ui.one_at_a_time import OneAtATime
from bot.ui.pictures import colour_of, figure
from bot.ui.seekers import Seekers
from bot.ui.sight import Witnesses
from bot.ui.venues import Venues
from bot.words import challenging, links, sentences
from bot.words.language import Language, language
from engines.game import Position

_NOBODY: Final = discord.AllowedMentions.none()


class ChallengePosts:
    """A challenge is shown by one task at a time."""

    def __init__(
        self,
        challenges: Challenges,
        invitations: Invitations,
        matches: Matches,
        bars: Bars,
        lessons: Lessons,
        preferences: Preferences,
        outbox: Outbox,
        venues: Venues,
        witnesses: Witnesses,
        seekers: Seekers,
        calls: Calls,
        background: Background,
    ) -> None:
        self._challenges = challenges
        self._invitations = invitations
        self._matches = matches
        self._bars = bars
        self._lessons = lessons
        self._preferences = preferences
        self._outbox = outbox
        self._venues = venues
        self._witnesses = witnesses
        self._seekers = seekers
        self._calls = calls
        self._background = background
        self._showing = OneAtATime()

    async def send(self, number: int, send: Callable[..., Awaitable[int | None]]) -> None:
        """Post a new challenge by `send`, which returns the id of the message."""
        async with self._showing.alone_with(number):
            challenge = await self._challenges.load(number)
            called = await self._seekers.take_call(challenge)
            message = await send(**await self._content(challenge, called))
            await self._outbox.challenge_was_shown(challenge, message)
        self._call(challenge, message)

    async def post(self, number: int) -> None:
        """Post a new challenge that answers no command."""
        async with self._showing.alone_with(number):
            challenge = await self._challenges.load(number)
            if challenge.message is None:
                message = await self._post(challenge)
                await self._outbox.challenge_was_shown(challenge, message)

    async def show(self, number: int, *, look_first: bool = False) -> None:
        """Bring the post of a challenge up to what was saved. Raises Refused where the bot may not post.

        `look_first`: it may hang there already, for all that is known; else a new one is on its way.
        """
        async with self._showing.alone_with(number):
            challenge = await self._challenges.load(number)
            if challenge.shown_revision == challenge.revision:
                return
            message = challenge.message
            channel = self._venues.of_challenge(challenge)
            if message is not None and challenge.state == "open":
                if not await self._updated(channel.get_partial_message(message), challenge):
                    message = await self._post(challenge)
            elif message is not None:
                await self._close(channel.get_partial_message(message), challenge)
            elif challenge.state == "open":
                if not look_first:
                    return
                verb = challenge_verbs(challenge)[0]
                message = await self._venues.find(channel, {str(Address("challenge", verb, challenge.id))})
                message = message or await self._post(challenge)
            await self._outbox.challenge_was_shown(challenge, message)

    async def reword(self, number: int) -> None:
        """What was shown already, as it is said now."""
        async with self._showing.alone_with(number):
            challenge = await self._challenges.load(number)
            if challenge.message is not None:
                post = self._venues.of_challenge(challenge).get_partial_message(challenge.message)
                await (self._updated if challenge.state == "open" else self._close)(post, challenge)

    async def settled(self, seconds: float) -> None:
        """When those that are on their way now hang there and are noted, or have taken so long."""
        await self._showing.settled(seconds)

    async def _content(self, challenge: Challenge, called: discord.Role | None = None) -> dict[str, Any]:
        """Words, picture, buttons and mentions of an open challenge, ready to send; `called` is a role."""
        words, game, theme = language(challenge.locale), challenge.game, self._theme(challenge)
        layout, asked = await self._opened(challenge), await self._asked(challenge)
        files, letters = await figure(
            game.name, _beginning(challenge), name=game.name, alt=layout.alt, theme=theme
        )
        pinged = self._calls.pinged(asked)
        if challenge.is_lobby and asked:
            layout = layout.begun_with(words.say("lobby.again", others=words.mentions(asked)))
        if called:
            layout = layout.begun_with(words.say("challenge.called", role=called.mention))
            pinged.roles = [called]
        layout = layout.with_picture(files, letters)
        return {"view": layout.view, "files": files, "allowed_mentions": pinged}

    async def _opened(self, challenge: Challenge) -> Layout:
        """An open one, with the picture that hangs there or is sent along."""
        words, game = language(challenge.locale), challenge.game
        is_new = await self._lessons.fits_challenge(challenge)
        said = [challenging.challenge(challenge, words), words.aim(game.name, challenge.options)]
        small = [*([sentences.lesson(game, words)] if is_new else []), challenging.seal(challenge, words)]
        return Layout(
            colour=_colour_of(challenge, self._theme(challenge)),
            told="\n".join(said),
            picture=f"{game.name}.png",
            alt=words.of_game(game.name, "start_alt"),
            rows=challenge_buttons(challenge, words, is_new=is_new),
            small="\n".join(small),
        )

    async def _asked(self, challenge: Challenge) -> tuple[int, ...]:
        """Whom it is for; at a table laid once more, those who sat there before and see it."""
        if challenge.opponent is not None:
            return (challenge.opponent,)
        if challenge.rematch_of is None:
            return ()
        before = await self._matches.load(challenge.rematch_of)
        asked = self._invitations.asked_again(before.members, challenge.challenger)
        unwelcome = {*challenge.sent_away, *await self._bars.among(challenge.guild, asked)}
        others = [member for member in asked if member not in unwelcome]
        return await self._witnesses.among(others, challenge)

    async def _post(self, challenge: Challenge) -> int:
        """Where it was made or, where that is shut, in the next place that takes it."""
        content, tries = await self._content(challenge), 0
        most = self._venues.most_refusals(CHALLENGE, challenge.id)
        async for there in self._venues.open_to_challenge(challenge):
            nonce = f"c{challenge.id}.{challenge.revision}.{tries}"
            try:
                message = (await self._venues.of_challenge(there).send(**content, nonce=nonce)).id
            except discord.HTTPException as error:
                if meaning(error) is not Meaning.SHUT:
                    raise
                self._venues.shut(there.channel, error)
                tries += 1
                if tries == most:
                    break
                content = await self._content(challenge)
                continue
            self._venues.well(there.channel)
            self._call(there, message)
            return message
        raise self._venues.cannot_post(challenge.channel)

    def _call(self, challenge: Challenge, message: int | None) -> None:
        if message is not None:
            calling = self._message(challenge, message)
            self._background.start(calling, "somebody was not called", challenge=challenge.id)

    async def _message(self, challenge: Challenge, message: int) -> None:
        await self._calls.message(
            await self._asked(challenge),
            self._venues.of_challenge(challenge),
            challenge.locale,
            "challenge",
            game=challenge.game.title,
            link=links.url(challenge.guild, challenge.channel, message),
        )

    async def _updated(self, post: discord.PartialMessage, challenge: Challenge) -> bool:
        """Who sits there by now, and what may be done. Its picture stays. False: it cannot be changed."""
        return await self._edited(post, await self._opened(challenge))

    async def _close(self, post: discord.PartialMessage, challenge: Challenge) -> None:
        words = language(challenge.locale)
        layout = Layout(
            _colour_of(challenge, self._theme(challenge)), challenging.challenge(challenge, words)
        )
        match = await self._matches.begun_by(challenge)
        if match:
            seal, fair = challenging.seal(challenge, words), seal_button(challenge, words)
            layout = replace(layout, rows=[[fair]], small=seal)
        else:
            layout = replace(layout, rows=challenge_buttons(challenge, words))
        if match and match.stored.venue not in (None, challenge.channel):
            where = words.say("challenge.played_in", venue=f"<#{match.stored.venue}>")
            layout = replace(layout, told=f"{layout.told} {where}")
        if challenge.renewed_as is not None:
            layout = replace(layout, told=layout.told + await self._renewed(challenge.renewed_as, words))
        await self._edited(post, layout, attachments=[])

    def _theme(self, challenge: Challenge) -> str:
        """In whose colours everybody sees it: the server's."""
        return self._preferences.server(challenge.guild).theme

    async def _renewed(self, number: int, words: Language) -> str:
        """Where the one hangs that took its place."""
        new = await self._challenges.load(number)
        if new.message is None:
            return ""
        return " " + words.say("challenge.renewed_at", link=links.url(new.guild, new.channel, new.message))

    async def _edited(self, post: discord.PartialMessage, layout: Layout, **more: Any) -> bool:
        """Whether it could be. Before 0.2.0 it had its words where they are taken off now."""
        try:
            await post.edit(content=None, view=layout.view, **more, allowed_mentions=_NOBODY)
        except discord.HTTPException as error:
            if not cannot_be_edited(error):
                raise
            if takes_no_post(error):
                self._venues.shut(post.channel.id, error)
            return False
        return True


def _beginning(challenge: Challenge) -> Position:
    beginning: Position = challenge.game.start(challenge.options, challenge.game.seats[0])
    return beginning


def _colour_of(challenge: Challenge, theme: str) -> int:
    return colour_of(challenge.game.name, _beginning(challenge), theme)
