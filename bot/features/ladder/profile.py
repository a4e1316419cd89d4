"""What a member has made of the games here: ratings, form and streaks in words, and all of it as a card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import discord

from bot.club.allowances import CARDS
from bot.club.computers import computer
from bot.club.days import Streak
from bot.club.ratings import SETTLED
from bot.club.refused import Refused
from bot.club.standings import EVERYWHERE, SolverTally, Summary
from bot.club.tallies import LevelTally
from bot.club.whereabouts import DIRECT
from bot.features.ladder.card import Made, described, profile_card
from bot.ui import pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard, Values
from bot.ui.readers import count_seen, why_alone
from bot.ui.table import (
    Interaction,
    house_theme,
    house_words,
    is_on_server,
    reach_of,
    room_to_draw,
    table_of,
    theme_for,
    words_for,
)
from bot.words.ladders import tally
from bot.words.language import Language
from bot.words.naming import harmless
from engines import GAMES
from lessons import LESSONS

_DRAWN: Final = 100
"""Matches that the lines go back."""


async def show(interaction: Interaction, member: discord.User | discord.Member) -> None:
    """Where one plays, for everybody to see. Where there is no server that is one's own, of all servers."""
    name = harmless(member.display_name) or member.name
    await _show(interaction, member.id, name, alone=why_alone(interaction))


async def _show_of_line(interaction: Interaction, address: Address, _: Values) -> None:
    """Of who stands on a line of a leaderboard, to whoever asks alone."""
    with understood():
        member = whole_number(address.rest[0])
    known = await table_of(interaction).names.of(interaction.guild_id or DIRECT, [member])
    await _show(interaction, member, harmless(known[member].name) or str(member), alone="")


async def _show(interaction: Interaction, member: int, name: str, *, alone: str | None) -> None:
    """`alone`: to whoever asks, and why."""
    if reach_of(interaction) is None and member != interaction.user.id:
        raise Refused("others_on_servers")
    with room_to_draw(interaction, CARDS):
        await interaction.response.defer(ephemeral=alone is not None, thinking=True)
        await _fill(interaction, member, name, alone)


async def _fill(interaction: Interaction, member: int, name: str, alone: str | None) -> None:
    table = table_of(interaction)
    words = house_words(interaction) if alone is None else words_for(interaction)
    scope = reach_of(interaction) or EVERYWHERE
    least = table.preferences.least_matches(scope)
    summaries = await table.leaderboards.summaries(member, scope, list(GAMES), least=least)
    newest = await table.leaderboards.newest_results(member, scope, _DRAWN)
    tallies = await table.levels.tallies(member)
    matches = [match.stored for match in await table.matches.running(member, reach_of(interaction))]
    running = await count_seen(interaction, matches, is_alone=alone is not None)
    lines = [words.say("profile.heading", who=words.mention(member))]
    lines += [_rated(summary, words) for summary in summaries] or [words.say("profile.unrated")]
    if newest:
        form = " ".join(words.say(f"profile.{result.result}") for result in newest[: pictures.FORM])
        lines += ["", words.say("profile.form", form=form)]
        lines.append(words.say("profile.favourite", game=GAMES[summaries[0].game].title))
    lines += _against_computers(tallies, words)
    solved, learnt = await table.puzzles.tallies(member), await table.lessons.tallies(member)
    streak = await table.dailies.streak(member)
    lines += _puzzled(solved, words)
    lines += _played_daily(streak, words)
    lines += _learnt(learnt, words)
    if running:
        key = "profile.running" if is_on_server(interaction) else "profile.running_anywhere"
        lines.append(words.say(key, count=running))
    if any(summary.here.is_provisional for summary in summaries):
        lines.append(words.say("profile.provisional", count=SETTLED))
    if alone:
        lines.append(alone)
    faces = await table.faces.of(scope, [member])
    is_listed = not table.preferences.member(member).hidden
    made = Made(
        tuple(summaries),
        tuple(newest),
        tuple(tallies),
        least if is_listed else None,
        solved=tuple(solved),
        learnt=tuple(learnt),
        streak=streak.now,
    )
    theme = house_theme(interaction) if alone is None else theme_for(interaction)
    async with table.studio.turn_of(interaction.user.id):
        card = profile_card(pictures.person(member, name, faces), made, words, theme)
        files = await pictures.profile(card, name="profile", alt=described(card, words))
    await interaction.edit_original_response(
        content="\n".join(lines),
        attachments=files,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _rated(summary: Summary, words: Language) -> str:
    """The rating here with its margin; the one everywhere, where it is another; and the streak."""
    here = summary.here
    parts = [
        words.say(
            "profile.rating",
            game=GAMES[summary.game].title,
            rating=here.skill.shown,
            mark="?" if here.is_provisional else "",
            margin=here.skill.margin,
        ),
        tally(summary.standing, words),
    ]
    if here.streak not in (-1, 0, 1):
        key = "profile.winning" if here.streak > 0 else "profile.losing"
        parts.append(words.say(key, number=abs(here.streak)))
    if here.best_streak > max(here.streak, 1):
        parts.append(words.say("profile.best_streak", number=here.best_streak))
    if summary.everywhere.matches > here.matches:
        parts.append(words.say("profile.everywhere", rating=summary.everywhere.skill.shown))
    return " · ".join(parts)


def _against_computers(tallies: Sequence[LevelTally], words: Language) -> list[str]:
    """A line a game, with each level that was played."""
    lines = []
    for game, of_game in groupby(tallies, key=lambda one: one.game):
        levels = " · ".join(_level(tally, words) for tally in of_game)
        lines.append(words.say("profile.levels_at", game=GAMES[game].title, levels=levels))
    return [words.say("profile.levels"), *lines] if lines else []


def _level(tally: LevelTally, words: Language) -> str:
    return words.say(
        "profile.level",
        name=words.computer(computer(tally.level)),
        level=tally.level,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
    )


def _learnt(tallies: Sequence[tuple[str, int]], words: Language) -> list[str]:
    """Of each lesson that was begun, how far it was done."""
    lessons = " · ".join(
        words.say("profile.lesson", game=GAMES[game].title, done=done, tasks=len(LESSONS[game].tasks))
        for game, done in tallies
    )
    return [words.say("profile.lessons", lessons=lessons)] if lessons else []


def _puzzled(tallies: Sequence[SolverTally], words: Language) -> list[str]:
    """How good they are at puzzles, game by game."""
    puzzles = " · ".join(
        words.say(
            "profile.puzzle",
            game=GAMES[one.game].title,
            rating=one.skill.shown,
            solved=one.solved,
            tried=one.tried,
        )
        for one in tallies
        if one.game in GAMES
    )
    return [words.say("profile.puzzles", puzzles=puzzles)] if puzzles else []


def _played_daily(streak: Streak, words: Language) -> list[str]:
    """Days in a row with a try, and how many were right."""
    if not streak.played:
        return []
    counted = {"count": streak.now, "best": streak.best, "solved": streak.solved, "played": streak.played}
    return [words.say("profile.daily", **counted)]


VERBS: Final[dict[str, Heard]] = {"profile": _show_of_line}
