"""The card that goes with the last board of a match: who won, and what it did to the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.club.computers import level_of
from bot.club.match import Match
from bot.club.ratings import ABORTED, ranks, results
from bot.club.standings import Change
from bot.ui import pictures
from bot.ui.eyes import Eyes
from bot.words import cards, outcomes, sentences
from bot.words.language import Language
from bot.words.naming import NAMELESS, harmless
from engines.game import Outcome


async def result_card(
    match: Match, changes: Sequence[Change], faces: pictures.Seen, eyes: Eyes
) -> list[discord.File]:
    """None of a match that has no result; and none if drawing fails, for the post says all of it."""
    outcome, words = match.outcome, eyes.words
    if outcome is None or outcome.reason == ABORTED or match.stored.voided:
        return []
    seated = _seated(match, outcome, changes, words)
    people = pictures.people_of(match, words, faces)
    card = pictures.ResultCard(
        match.game.name,
        match.game.title,
        cards.reason(match, words),
        tuple(_drawn(match, one, people[one.seat], words) for one in seated),
        cards.about(match, words),
        eyes.theme,
    )
    return await pictures.result(
        card, match, words, faces, seat=eyes.seat, alt=cards.described(match, seated, words)
    )


def _seated(match: Match, outcome: Outcome, changes: Sequence[Change], words: Language) -> list[cards.Seated]:
    """The best first."""
    played = len(match.seats), match.played, outcome
    ranked, came_to = ranks(*played), results(*played)
    by_member = {change.member: change for change in changes}
    return [
        cards.Seated(
            seat,
            _named(match, seat, words),
            came_to[seat],
            str(outcome.scores[seat]) if any(outcome.scores) else "",
            by_member.get(match.members[seat]),
        )
        for seat in sorted(range(len(match.seats)), key=lambda seat: (ranked[seat], seat))
    ]


def _named(match: Match, seat: int, words: Language) -> str:
    member = match.members[seat]
    nobody = words.say("former_member") if member < 0 else NAMELESS
    return harmless(sentences.names(match.stored, words)[seat]) or nobody


def _drawn(match: Match, one: cards.Seated, person: pictures.Person, words: Language) -> pictures.ResultSeat:
    return pictures.ResultSeat(
        replace(person, name=one.name),
        match.position.side(one.seat),
        won=one.result == "won",
        score=one.score,
        rating=_below_name(match, one, words),
        gained=outcomes.gained(one.change.gained) if one.change else "",
    )


def _below_name(match: Match, one: cards.Seated, words: Language) -> str:
    if one.change:
        return cards.rating(one.change, words)
    if one.seat in match.computers:
        return words.say("cards.level", level=level_of(match.members[one.seat]))
    return words.say("cards.gone") if one.seat in match.left and len(match.seats) > 2 else ""
