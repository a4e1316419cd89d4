"""The daily of today: asked with the composer of every match, and one try of it, which is looked at first.

Buttons say which day they are of, and which puzzle. Whether it is still that day, and whether it was tried,
is asked each time: until the try has ended nothing here tells the answer, and after midnight it is too late.
"""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle, ui

from bot.club.allowances import SHARES
from bot.club.days import Daily
from bot.club.exercises import laid_out_puzzle, played_on
from bot.club.match import Match
from bot.club.refused import Refused
from bot.features.daily import results
from bot.ui import controls
from bot.ui.acknowledgement import Acknowledgement
from bot.ui.addresses import Address
from bot.ui.composing import composer, drafts
from bot.ui.composing.drafts import Draft
from bot.ui.composing.verbs import exercise
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_server
from bot.ui.readers import why_alone
from bot.ui.table import Interaction, house_theme, house_words, table_of, words_for
from bot.words import puzzles
from bot.words.language import Language
from bot.words.naming import harmless
from engines.choices import Complete
from engines.moves import Move
from engines.players.decisions import quiz_of
from puzzles.puzzle import Puzzle, numbered

Button = ui.Button[ui.View]


async def begin(interaction: Interaction, *, first: bool = True) -> None:
    """Its task or, for who has tried it, what came of that."""
    dailies = table_of(interaction).dailies
    daily = await dailies.of_today()
    await results.take_seat(interaction, daily)
    if await dailies.share(interaction.user.id, daily.day) is None:
        await _go_on(interaction, daily, _draft(daily), first=first)
    else:
        await results.show(interaction, daily, first=first)


async def show_here(interaction: Interaction) -> None:
    """To everybody, where one plays; each who presses there tries it alone."""
    check_server(interaction)
    if why_alone(interaction) is not None:
        await begin(interaction)
        return
    await results.check_may_post(interaction)
    table = table_of(interaction)
    daily = await table.dailies.of_today()
    layout, files = await table.daily_posts.layout(daily, house_words(interaction), house_theme(interaction))
    table.allowances.spend(SHARES, interaction.user.id)
    await interaction.response.send_message(view=layout.view, files=files)


# It is asked


def _draft(daily: Daily) -> Draft:
    return Draft(daily.puzzle.number, daily.day, era=0, feature="daily")


def _table(interaction: Interaction, daily: Daily) -> Match:
    name = harmless(interaction.user.display_name)
    return laid_out_puzzle(daily.puzzle, interaction.user.id, name, daily.number)


async def _go_on(interaction: Interaction, daily: Daily, draft: Draft, *, first: bool = False) -> None:
    """The next question, the board as it would be, or what came of the try that is over."""
    if await _is_tried(interaction, daily):
        await results.show(interaction, daily, first=first)
        return
    table, words = _table(interaction, daily), words_for(interaction)
    asked = drafts.read(table, daily.seat, draft)
    above = [puzzles.heading(daily, words), puzzles.task(daily.puzzle, words)]
    if not isinstance(asked.step, Complete):
        above.insert(1, words.say("daily.rules", end=puzzles.ends(daily)))
        await composer.show(
            interaction,
            table,
            asked,
            asked.step,
            first=first,
            above="\n".join(above),
            besides=[_button("sure", daily, words, "give_up")],
        )
    elif asked.is_seen:
        await _judge(interaction, daily, table, asked.step.move)
    else:
        above.append(words.say("daily.sure"))
        await composer.look(interaction, table, asked, asked.step, first=first, above="\n".join(above))


async def _is_tried(interaction: Interaction, daily: Daily) -> bool:
    """Raises Refused where it is not the daily of today."""
    dailies = table_of(interaction).dailies
    if daily != await dailies.of_today():
        raise Refused("daily_over")
    return await dailies.share(interaction.user.id, daily.day) is not None


# It is tried


async def _play(interaction: Interaction, address: Address, _: Values) -> None:
    """What was looked at is meant."""
    daily = _daily_of(address)
    if await _is_tried(interaction, daily):
        await results.show(interaction, daily, first=False)
        return
    table = _table(interaction, daily)
    step = drafts.read(table, daily.seat, Draft.read(address)).step
    if not isinstance(step, Complete):
        raise Refused("stale")
    await _judge(interaction, daily, table, step.move)


async def _judge(interaction: Interaction, daily: Daily, table: Match, move: Move) -> None:
    puzzle = daily.puzzle
    share = quiz_of(table.game).share(table.position, puzzle.seat, puzzle.asked, move)
    noted = await table_of(interaction).dailies.note_try(interaction.user.id, daily, share)
    played = None
    if noted.is_first:
        played = await _played(interaction, puzzle, table, table.game.write_move(move), is_right=share == 1)
    await results.show(interaction, daily, first=False, played=played, noted=noted)


async def _played(
    interaction: Interaction, puzzle: Puzzle, table: Match, text: str, *, is_right: bool
) -> results.Played:
    """The board after it or, where it was not the answer, after what spoils it."""
    if is_right:
        return results.Played(played_on(table, [text]), None)
    member, thinker = interaction.user.id, table_of(interaction).thinker
    async with Acknowledgement(interaction):  # others may think about something else first
        miss = await thinker.miss(table, puzzle.seat, puzzle.asked, text, member)
    return results.Played(played_on(table, miss.line if miss else [text]), miss)


async def _sure(interaction: Interaction, address: Address, _: Values) -> None:
    daily, words = _daily_of(address), words_for(interaction)
    if await _is_tried(interaction, daily):
        await results.show(interaction, daily, first=False)
        return
    buttons = [
        _button("give_up", daily, words, "daily_given_up", ButtonStyle.danger),
        _button("task", daily, words, "back"),
    ]
    said = f"{puzzles.heading(daily, words)}\n{words.say('daily.give_up')}"
    await composer.respond(interaction, said, None, controls.view(buttons), first=False)


async def _give_up(interaction: Interaction, address: Address, _: Values) -> None:
    daily = _daily_of(address)
    noted = None
    if not await _is_tried(interaction, daily):
        noted = await table_of(interaction).dailies.note_try(interaction.user.id, daily, 0)
    await results.show(interaction, daily, first=False, noted=noted)


# It is over


def _in_time(heard: Heard) -> Heard:
    """Who is too late is told so in the place of what is over, with the way to today's."""

    async def hear(interaction: Interaction, address: Address, values: Values) -> None:
        try:
            await heard(interaction, address, values)
        except Refused as refused:
            today = table_of(interaction).dailies.today
            if refused.code != "daily_over" or address.ply >= today:
                raise
            words = words_for(interaction)
            said = words.refusal(refused.code, refused.values)
            await composer.respond(
                interaction, said, composer.NO_PICTURE, controls.view([results.to_today(words)]), first=False
            )

    return hear


# What is pressed


def _daily_of(address: Address) -> Daily:
    """Raises Refused for a puzzle that there is no longer."""
    try:
        return Daily(address.ply, numbered(address.number))
    except LookupError:
        raise Refused("no_puzzle") from None


def _button(
    verb: str, daily: Daily, words: Language, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    address = Address("daily", verb, daily.puzzle.number, daily.day)
    return controls.button(address, words.say(f"buttons.{label}"), style)


async def _open(interaction: Interaction, address: Address, _: Values) -> None:
    """Under a post. Where that is of a day that is over, how it went."""
    if address.number < table_of(interaction).dailies.today:
        await results.show_past(interaction, address.number, first=True)
    else:
        await begin(interaction)


async def _today(interaction: Interaction, _: Address, __: Values) -> None:
    await begin(interaction, first=False)


async def _lay(interaction: Interaction, address: Address, _: Values) -> None:
    daily = _daily_of(address)
    await _go_on(interaction, daily, _draft(daily))


_OF_ONE: Final[dict[str, Heard]] = {
    "task": _lay,
    **exercise(_daily_of, _table, _go_on).verbs,
    "play": _play,
    "sure": _sure,
    "give_up": _give_up,
}
VERBS: Final[dict[str, Heard]] = {
    "open": _open,
    "today": _today,
    **{verb: _in_time(heard) for verb, heard in _OF_ONE.items()},
}
