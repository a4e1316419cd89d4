"""What came of dailies: of one's own try, of a day that is over, of all who played on a server.

An answer is told by nothing here: [Show the answer] leads to that of the puzzle, which is shut as long as it
is the daily of a day that is not over and was not tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.club.allowances import SHARES
from bot.club.dailies import LOOKED_BACK, Noted
from bot.club.days import WHOLE, Daily, Score
from bot.club.exercises import shown_of
from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address
from bot.ui.composing import composer
from bot.ui.feature import Heard, Values
from bot.ui.readers import why_alone
from bot.ui.table import (
    Interaction,
    house_words,
    is_on_server,
    server_preferences_of,
    table_of,
    theme_for,
    words_for,
)
from bot.words import hints, outcomes, puzzles, sentences
from bot.words.language import Language, shortened
from engines import GAMES
from engines.quiz import Miss

Button = ui.Button[ui.View]
_ROWS: Final = 25
"""Of the table of a day."""


async def take_seat(interaction: Interaction, daily: Daily) -> None:
    """On the table of the server where they open it; who may not play there has none."""
    table, member, guild = table_of(interaction), interaction.user.id, interaction.guild_id
    if guild is None or not is_on_server(interaction):
        return
    if not await table.bars.among(guild, [member]):
        await table.dailies.note_player(guild, daily.day, member)


async def check_may_post(interaction: Interaction) -> None:
    """Raises Refused unless they may show something to everybody here."""
    assert interaction.guild_id is not None
    table, member = table_of(interaction), interaction.user.id
    await table.invitations.check_bars(interaction.guild_id, [member], member)
    if why_alone(interaction) is not None:
        channels = tuple(f"<#{each}>" for each in server_preferences_of(interaction).channels)
        raise Refused("play_elsewhere", channels=channels)


# One's own


@dataclass(frozen=True, slots=True)
class Played:
    """A try that was a move."""

    after: Match
    """The board, with what spoils it."""
    miss: Miss | None
    """Why it is not the answer; None where it is, or nobody had time to think of that."""


async def show(
    interaction: Interaction,
    daily: Daily,
    *,
    first: bool,
    played: Played | None = None,
    noted: Noted | None = None,
) -> None:
    """To who has tried it. `noted` just now, and what was `played`, where it was a move."""
    dailies, words = table_of(interaction).dailies, words_for(interaction)
    shares = await dailies.shares(interaction.user.id)
    share = shares[daily.day]
    lines = [
        puzzles.heading(daily, words),
        *_judged(daily, share, played, noted, words),
        puzzles.squares(daily, shares, words),
        _world(await dailies.score(daily.day), words),
        words.say("daily.before", end=puzzles.ends(daily)) if noted is None else words.say("daily.others"),
        _counted(daily, noted, words),
    ]
    buttons = [_share(daily, words)] if is_on_server(interaction) else []
    if share < WHOLE or len(daily.puzzle.asked.line) > 1:
        buttons.append(_answer(daily, words))
    buttons += _elsewhere(interaction, daily, words)
    await _tell(interaction, daily, played.after if played else None, lines, buttons, first=first)


def _judged(
    daily: Daily, share: int, played: Played | None, noted: Noted | None, words: Language
) -> list[str]:
    if noted is None or not noted.is_first:
        return [puzzles.task(daily.puzzle, words), _yours(share, words)]
    if played is None:
        return [words.say("daily.given_up")]
    after, most = played.after, daily.puzzle.asked.points
    told = sentences.told(after.at(1), words)
    if noted.share == WHOLE:
        (tried,) = (ply.text for ply in after.played[:1])
        return [words.say("puzzles.right", told=told), puzzles.merit(daily.puzzle, tried, words)]
    points = round(noted.share * most / WHOLE)
    reply = sentences.told_since(after, 1, words)
    return [
        words.say("puzzles.partly" if points else "puzzles.wrong", told=told, points=points, most=most),
        words.say("puzzles.reply", reply=reply) if reply else "",
        outcomes.ended(after, words) if after.outcome else "",
        hints.missed(daily.puzzle.game, played.miss, words),
    ]


def _yours(share: int, words: Language) -> str:
    return words.say("daily.yours", how=puzzles.how(share, words))


def _world(score: Score, words: Language) -> str:
    """To who has tried it."""
    return words.say("daily.nobody") if score.tried == 1 else puzzles.world(score, words)


def _counted(daily: Daily, noted: Noted | None, words: Language) -> str:
    """What it did to their rating at puzzles."""
    if noted is None or not noted.is_first:
        return ""
    if noted.tried is None:
        return words.say("daily.counted_before")
    before, after = noted.tried.before.shown, noted.tried.after.shown
    game = GAMES[daily.puzzle.game].title
    return words.say("puzzles.counted", game=game, before=before, after=after)


# A day that is over


async def show_past(interaction: Interaction, day: int, *, first: bool) -> None:
    """Its position and how it went. Its answer is one tap away, for who likes to look for it first."""
    dailies, words = table_of(interaction).dailies, words_for(interaction)
    daily = await dailies.past(day)
    shares = await dailies.shares(interaction.user.id)
    is_theirs = day in shares
    lines = [
        puzzles.heading(daily, words),
        puzzles.task(daily.puzzle, words),
        _yours(shares[day], words) if is_theirs else words.say("daily.not_yours"),
        puzzles.squares(daily, shares, words) if is_theirs else "",
        puzzles.world(await dailies.score(day), words, "world_over"),
    ]
    buttons = [_answer(daily, words, ButtonStyle.primary)]
    if day > dailies.today - LOOKED_BACK:
        buttons.append(_button("past", day - 1, words, "older"))
    if day < dailies.today - 1:
        buttons.append(_button("past", day + 1, words, "newer"))
    buttons.append(to_today(words))
    await _tell(interaction, daily, None, lines, buttons, first=first)


async def _past(interaction: Interaction, address: Address, _: Values) -> None:
    await show_past(interaction, address.number, first=not _is_private(interaction))


def _is_private(interaction: Interaction) -> bool:
    """What is pressed on a page of one's own is answered in its place."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _tell(
    interaction: Interaction,
    daily: Daily,
    after: Match | None,
    lines: list[str],
    buttons: list[Button],
    *,
    first: bool,
) -> None:
    """With the board as it was asked, or as it stands after their try."""
    words, theme, shown = words_for(interaction), theme_for(interaction), after or shown_of(daily.puzzle)
    name = f"{daily.puzzle.game}-daily-{daily.number}"
    if after is None:
        alt = sentences.described(shown, words)
        files, letters = await pictures.figure(
            daily.puzzle.game, shown.position, name=name, alt=alt, theme=theme
        )
    else:
        faces = await table_of(interaction).faces.at(after)
        files, letters = await pictures.board(after, words, faces, theme=theme)
    said = "\n".join(filter(None, lines)) + letters
    await composer.respond(interaction, said, files, controls.view(buttons), first=first)


# Among the members of a server


async def _share_it(interaction: Interaction, address: Address, _: Values) -> None:
    """How they did, in squares, for everybody to see: nothing of what they did."""
    table, member, words = table_of(interaction), interaction.user.id, house_words(interaction)
    dailies = table.dailies
    is_today = address.number == dailies.today
    daily = await (dailies.of_today() if is_today else dailies.past(address.number))
    shares = await dailies.shares(member)
    if daily.day not in shares:
        raise Refused("daily_untried")
    await check_may_post(interaction)
    table.allowances.spend(SHARES, member)
    line = puzzles.line(daily, shares[daily.day], words)
    buttons = [
        _button("open", daily.day, words, "daily_try", ButtonStyle.primary),
        _button("table", daily.day, words, "daily_table"),
    ]
    await interaction.response.send_message(
        f"{words.say('daily.shared', who=words.mention(member), line=line)}\n"
        f"{puzzles.squares(daily, shares, words)}",
        view=controls.view(buttons),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _table(interaction: Interaction, address: Address, _: Values) -> None:
    """Who played here that day, and how: no answers."""
    assert interaction.guild_id is not None
    dailies, words = table_of(interaction).dailies, words_for(interaction)
    is_over = address.number < dailies.today
    daily = await (dailies.past(address.number) if is_over else dailies.of_today())
    rows = await dailies.table(interaction.guild_id, daily.day)
    lines = [puzzles.heading(daily, words, "table")]
    lines += [
        words.say("daily.table_row", square=puzzles.square(row.share), who=words.mention(row.member))
        for row in rows[:_ROWS]
    ] or [words.say("daily.table_none")]
    if len(rows) > _ROWS:
        lines.append(words.say("daily.table_more", count=len(rows) - _ROWS))
    lines.append(puzzles.world(await dailies.score(daily.day), words, "world_over" if is_over else "world"))
    lines.append(
        words.say("daily.table_key", found=puzzles.FOUND, partly=puzzles.PARTLY, missed=puzzles.MISSED)
    )
    said = shortened("\n".join(filter(None, lines)), limits.POST)
    buttons = [_button("today", 0, words, "daily_today")]
    is_private = _is_private(interaction)
    await composer.respond(
        interaction, said, composer.NO_PICTURE, controls.view(buttons), first=not is_private
    )


# Buttons


def _button(
    verb: str, day: int, words: Language, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return controls.button(Address("daily", verb, day), words.say(f"buttons.{label}"), style)


def to_today(words: Language) -> Button:
    return _button("today", 0, words, "daily_today", ButtonStyle.success)


def _share(daily: Daily, words: Language) -> Button:
    return _button("share", daily.day, words, "daily_share", ButtonStyle.success)


def _answer(daily: Daily, words: Language, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    address = Address("puzzle", "look", daily.puzzle.number)
    return controls.button(address, words.say("buttons.daily_answer"), style)


def _elsewhere(interaction: Interaction, daily: Daily, words: Language) -> list[Button]:
    buttons = [_button("table", daily.day, words, "daily_table")] if is_on_server(interaction) else []
    return [*buttons, _button("past", daily.day - 1, words, "daily_yesterday")]


ALONE: Final[dict[str, Heard]] = {"past": _past}
AMONG_MEMBERS: Final[dict[str, Heard]] = {"share": _share_it, "table": _table}
