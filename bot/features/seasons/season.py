"""`/season`: how the running one stands and when it ends, and what those before it came to.

The answer is private, in the reader's language; one leafs from season to season.
"""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.club.allowances import CARDS
from bot.club.podiums import LEAST_OPPONENTS, Season
from bot.club.refused import Refused
from bot.club.standings import Ladder
from bot.ui import controls, limits
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction, preferences_of, room_to_draw, table_of, theme_for, words_for
from bot.words import ladders, links, seasons
from bot.words.language import Language, shortened
from engines import GAMES

_A_DAY: Final = 24 * 60 * 60


async def find(interaction: Interaction, typed: str | None) -> None:
    """Where nothing is suggested, as in older clients, somebody writes its name or a part of it."""
    found = await _found(interaction, typed) if typed else {}
    await show(interaction, next(iter(found)) if len(found) == 1 else typed)


async def show(interaction: Interaction, period: str | None) -> None:
    """None: the one that runs; where there is none, the last that was."""
    with room_to_draw(interaction, CARDS):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _fill(interaction, period)


async def _look(interaction: Interaction, address: Address, _: Values) -> None:
    """From the post of a podium."""
    await show(interaction, address.rest[0] if address.rest else None)


async def _turn(interaction: Interaction, address: Address, _: Values) -> None:
    with room_to_draw(interaction, CARDS):
        await interaction.response.defer()
        await _fill(interaction, address.rest[0] if address.rest else None)


async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Seasons that are over, by what they are called."""
    found = await _found(interaction, typed)
    return [
        app_commands.Choice(name=name, value=period)
        for period, name in list(found.items())[: limits.SUGGESTIONS]
    ]


async def _found(interaction: Interaction, typed: str) -> dict[str, str]:
    """The names of those that it may mean."""
    words, (_, *past) = words_for(interaction), await _periods(interaction)
    named = {period: ladders.period(period, words) for period in past}
    return {period: name for period, name in named.items() if typed.casefold() in name.casefold()}


async def _periods(interaction: Interaction) -> list[str]:
    """The one that runs, or nothing in its place; then those that had a podium, the newest first."""
    assert interaction.guild_id is not None
    seasons_of = table_of(interaction).seasons
    running = seasons_of.running(interaction.guild_id)
    past = await seasons_of.past(interaction.guild_id)
    return [running.period if running else "", *past]


async def _fill(interaction: Interaction, wished: str | None) -> None:
    words = words_for(interaction)
    running, *past = await _periods(interaction)
    listed = [period for period in (running, *past) if period]
    period = wished or next(iter(listed), None)
    if period is None:
        raise Refused("no_seasons")
    async with table_of(interaction).studio.turn_of(interaction.user.id):
        if period == running:
            lines, files = await _running(interaction, period, words)
        else:
            lines, files = await _past(interaction, period, words)
    await interaction.edit_original_response(
        content=shortened("\n".join(lines), limits.POST),
        attachments=files,
        view=controls.view(_buttons(listed, period, words)),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _running(
    interaction: Interaction, period: str, words: Language
) -> tuple[list[str], list[discord.File]]:
    table, guild, season = table_of(interaction), interaction.guild, Season.read(period)
    assert guild is not None
    assert season is not None
    places = await table.podiums.of(guild, season)
    shown = await table.podiums.shown(guild, season, places, words, theme_for(interaction))
    days = -(-(season.ends_at - int(table.clock().timestamp())) // _A_DAY)
    least = table.seasons.least_matches(guild.id)
    return [
        words.say("seasons.running", season=ladders.period(period, words)),
        words.say("seasons.days", end=seasons.ends(season), count=days),
        "",
        *(shown.lines or [words.say("seasons.nobody")]),
        "",
        *await _own(interaction, season, words),
        words.say("seasons.takes", least=least, opponents=LEAST_OPPONENTS),
    ], shown.files


async def _own(interaction: Interaction, season: Season, words: Language) -> list[str]:
    """What the reader has made of it so far, at each game."""
    table, member = table_of(interaction), interaction.user.id
    assert interaction.guild_id is not None
    if preferences_of(interaction).hidden:
        return [words.say("seasons.hidden")]
    lines, least = [], table.seasons.least_matches(interaction.guild_id)
    for game in GAMES:
        ladder = Ladder(game, interaction.guild_id, season.period)
        own = await table.leaderboards.standing(ladder, member, least=1)
        if own is not None:
            lines.append(
                words.say(
                    "seasons.own" if own.matches >= least else "seasons.own_few",
                    game=GAMES[game].title,
                    points=ladders.points(own),
                    tally=ladders.tally(own, words),
                    count=least - own.matches,
                )
            )
    return lines


async def _past(
    interaction: Interaction, period: str, words: Language
) -> tuple[list[str], list[discord.File]]:
    table, guild = table_of(interaction), interaction.guild
    assert guild is not None
    past = await table.seasons.load(guild.id, period)
    if past is None:
        raise Refused("no_podium")
    theme = theme_for(interaction)
    shown = await table.podiums.shown(guild, past.season, past.places, words, theme)
    lines = [words.say("seasons.past", season=seasons.name(past.season, words)), *shown.lines]
    if past.channel and past.message:
        link = links.url(guild.id, past.channel, past.message)
        lines += ["", words.say("seasons.post", link=link)]
    return lines, shown.files


def _buttons(listed: list[str], period: str, words: Language) -> list[discord.ui.Button[discord.ui.View]]:
    """To the season before, and to the one after."""
    if period not in listed or len(listed) == 1:
        return []
    at = listed.index(period)

    def to(place: int, label: str) -> discord.ui.Button[discord.ui.View]:
        is_there = 0 <= place < len(listed)
        # Two buttons of one message never have one address.
        address = Address("seasons", "turn", 0, 0, (listed[place] if is_there else label, label))
        button = controls.button(address, words.say(f"buttons.{label}"))
        button.disabled = not is_there
        return button

    return [to(at + 1, "before"), to(at - 1, "after")]


VERBS: Final[dict[str, Heard]] = {"look": _look, "turn": _turn}
