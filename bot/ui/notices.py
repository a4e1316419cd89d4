"""Notices beside the boards: what somebody offers, that a pause is over, whose time runs out."""

from __future__ import annotations

import discord
from discord import ButtonStyle

from bot.club.match import Match
from bot.club.matches import Matches
from bot.club.offers import Offered, Resumed
from bot.club.timekeeper import Timekeeper
from bot.ui.addresses import Address
from bot.ui.background import Background
from bot.ui.calls import Calls
from bot.ui.controls import button, view
from bot.ui.discord_errors import Meaning, meaning
from bot.ui.venues import Venues
from bot.words import links, sentences
from bot.words.language import language


class Notices:
    def __init__(
        self, timekeeper: Timekeeper, matches: Matches, venues: Venues, calls: Calls, background: Background
    ) -> None:
        self._timekeeper = timekeeper
        self._matches = matches
        self._background = background
        self._venues = venues
        self._calls = calls

    async def show_offer(self, offered: Offered) -> None:
        """Tell the others what somebody offers."""
        match, offer = offered.match, offered.match.offer
        assert offer is not None
        words = language(match.stored.locale)
        others = [member for seat, member in enumerate(match.members) if seat != offer.seat]
        content = words.say(
            f"offers.{offer.what}.asked",
            who=sentences.who(match, offer.seat, words),
            others=words.mentions(others),
        )
        items = [
            button(
                Address("play", "agree", match.id, match.ply),
                words.say(f"offers.{offer.what}.agree"),
                ButtonStyle.success,
            ),
            button(Address("play", "disagree", match.id, match.ply), words.say("buttons.disagree")),
        ]
        sent = await self._sent(match, others, content, view=view(items))
        await self._calls.of_match(match, others, self._venues.of(match), "offer", sent.id)

    async def show_resumed(self, resumed: Resumed) -> None:
        """Tell everybody that the time runs again: nobody should lose by a pause that another has ended."""
        match = resumed.match
        words = language(match.stored.locale)
        called = _to_move(match)
        content = words.begun(
            words.say(
                "time.resumed",
                who=words.mention(resumed.member),
                called=words.mentions(called),
                due=sentences.due(match),
            )
        )
        sent = await self._sent(match, called, content)
        post = match.stored.post or sent.id
        await self._calls.of_match(match, called, self._venues.of(match), "turn", post)

    async def _sent(
        self, match: Match, called: list[int], content: str, *, view: discord.ui.View | None = None
    ) -> discord.Message:
        pinged = self._calls.pinged(called)
        try:
            if view is None:
                return await self._venues.of(match).send(content, allowed_mentions=pinged)
            return await self._venues.of(match).send(content, view=view, allowed_mentions=pinged)
        except discord.HTTPException as error:
            if meaning(error) is not Meaning.SHUT:
                raise
            raise self._venues.cannot_post(self._venues.of(match).id) from error

    async def remind(self) -> None:
        """Call once more whose time runs out; each by itself, and whom it fails for is not called again."""
        for number in await self._timekeeper.take_reminders():
            self._background.start(self._remind(number), "nobody could be reminded", match=number)
        for number in await self._timekeeper.take_impatient():
            self._background.start(self._tell_who_waits(number), "who waits was not told", match=number)

    async def _remind(self, number: int) -> None:
        match = await self._matches.load(number)
        words = language(match.stored.locale)
        called = _to_move(match)
        content = sentences.reminder(match, words)
        venue = self._venues.of(match)
        if self._venues.may_post(venue.id):
            sent = await venue.send(content, allowed_mentions=self._calls.pinged(called))
            await self._calls.of_match(match, called, venue, "reminder", match.stored.post or sent.id)

    async def _tell_who_waits(self, number: int) -> None:
        """That they need not wait any longer; and whom they wait for, that a move is still in time."""
        match = await self._matches.load(number)
        if match.outcome:
            return
        words = language(match.stored.locale)
        silent = _to_move(match)
        waiting = [member for member in map(match.members.__getitem__, match.playing) if member not in silent]
        key = "time.impatient" if match.has_begun else "time.impatient_unbegun"
        content = words.say(
            key if len(match.seats) == 2 else "time.impatient_of_many",
            waiting=words.mentions(waiting),
            silent=words.mentions(silent),
            board=links.where(match.stored, words),
        )
        venue, called = self._venues.of(match), [*waiting, *silent]
        if self._venues.may_post(venue.id):
            sent = await venue.send(content, allowed_mentions=self._calls.pinged(called))
            await self._calls.of_match(match, called, venue, "impatient", match.stored.post or sent.id)


def _to_move(match: Match) -> list[int]:
    return [match.members[seat] for seat in sorted(match.position.to_move)]
