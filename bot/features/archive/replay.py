"""The film of a match for everybody, and the match step by step for one reader."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption, ui

from bot.club.allowances import FILMS
from bot.club.match import Match
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Values
from bot.ui.readers import visible_match, why_alone
from bot.ui.table import (
    Interaction,
    house_words,
    preferences_of,
    room_to_draw,
    table_of,
    words_for,
)
from bot.words import sentences
from bot.words.language import Language

# The film


async def show_film(interaction: Interaction, match: Match) -> None:
    """To everybody, where one plays and all who read along may see it; else to whoever asks."""
    await _show_film(interaction, match, alone=why_alone(interaction, match.stored))


async def _show_film(interaction: Interaction, match: Match, *, alone: str | None) -> None:
    """`alone`: to whoever asks, and why."""
    private = alone is not None
    words = words_for(interaction) if private else house_words(interaction)
    table, member = table_of(interaction), interaction.user.id
    with room_to_draw(interaction, FILMS):
        await interaction.response.defer(ephemeral=private, thinking=True)
        async with table.studio.turn_of(member):
            files, note = await pictures.film(match, words, most_bytes=interaction.filesize_limit)
        await interaction.edit_original_response(
            content="\n".join(filter(None, [_heading(match, words), note, alone])),
            attachments=files,
            view=controls.view(_buttons(match, words)),
            allowed_mentions=discord.AllowedMentions.none(),
        )


def _heading(match: Match, words: Language) -> str:
    state = sentences.ended(match, words) if match.outcome else words.say("replay.running")
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    return words.say("replay.film", game=match.game.title, number=match.id, members=members, state=state)


def _buttons(match: Match, words: Language) -> Iterator[ui.Button[ui.View]]:
    for verb, style in (("steps", ButtonStyle.primary), ("record", ButtonStyle.secondary)):
        yield controls.button(Address("archive", verb, match.id), words.say(f"buttons.{verb}"), style)


async def replay(interaction: Interaction, address: Address, _: Values) -> None:
    """[Replay] under the last board."""
    await show_film(interaction, await table_of(interaction).matches.load(address.number))


async def watch(interaction: Interaction, address: Address, _: Values) -> None:
    """From a list that only its reader sees."""
    await _show_film(interaction, await table_of(interaction).matches.load(address.number), alone="")


async def replay_chosen(interaction: Interaction, _: Address, chosen: Values) -> None:
    """From such a list as it was before each line had its button."""
    with understood():
        number = whole_number(chosen[0])
    await _show_film(interaction, await visible_match(interaction, number), alone="")


# Step by step


async def open_steps(interaction: Interaction, address: Address, _: Values) -> None:
    await _show_step(interaction, address.number, address.ply, first=True)


async def go(interaction: Interaction, address: Address, _: Values) -> None:
    await _show_step(interaction, address.number, address.ply)


async def jump(interaction: Interaction, address: Address, chosen: Values) -> None:
    with understood():
        ply = whole_number(chosen[0])
    await _show_step(interaction, address.number, ply)


async def _show_step(interaction: Interaction, number: int, ply: int, *, first: bool = False) -> None:
    """The board after the last turn that was over by that ply."""
    match = await table_of(interaction).matches.load(number)
    words = words_for(interaction)
    turns = match.turns
    step = max(0, bisect_right(turns, ply) - 1)
    then = match.at(turns[step])
    member = interaction.user.id
    seat = match.seen_from(match.seat_of(member)) if match.plays(member) else 0
    files, letters = await pictures.board(then, words, seat=seat, theme=preferences_of(interaction).theme)
    lines = [
        words.say("replay.step", game=match.game.title, number=match.id, step=step + 1, steps=len(turns)),
        sentences.told(then, words),
        sentences.ended(then, words) if then.outcome else "",
    ]
    content = "\n".join(filter(None, lines)) + letters
    view = controls.view(_ways(match, turns, step, words))
    if first:
        await interaction.response.send_message(content, files=files, view=view, ephemeral=True)
    else:
        await interaction.response.edit_message(content=content, attachments=files, view=view)


def _ways(match: Match, turns: tuple[int, ...], step: int, words: Language) -> Iterator[ui.Item[Any]]:
    if len(turns) > 1:
        yield _menu(match, turns, step, words)
    last = len(turns) - 1
    targets = {"first": 0, "before": step - 1, "after": step + 1, "last": last}
    for verb, target in targets.items():
        # The verbs do the same; but no two buttons of a message may have one address.
        there = min(max(target, 0), last)
        button = controls.button(
            Address("archive", verb, match.id, turns[there]), words.say(f"buttons.{verb}"), row=1
        )
        button.disabled = there == step
        yield button


def _menu(match: Match, turns: tuple[int, ...], step: int, words: Language) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=str(Address("archive", "jump", match.id, turns[step])),
        placeholder=words.say("replay.jump"),
        options=[
            SelectOption(label=_label(match, turns, there, words), value=str(turns[there]))
            for there in pictures.spread(range(len(turns)), limits.OPTIONS)
        ],
        row=0,
    )


def _label(match: Match, turns: tuple[int, ...], there: int, words: Language) -> str:
    """`7 of 60: b7-c6`"""
    then = match.at(turns[there])
    texts = tuple(played.text for played in then.last if then.is_open(played))
    where = words.say("rules.page", page=there + 1, pages=len(turns))
    return f"{where}: {', '.join(texts)}"[: limits.OPTION]


VERBS: Final = {
    "replay": replay,
    "watch": watch,
    "chosen": replay_chosen,
    "steps": open_steps,
    "first": go,
    "before": go,
    "after": go,
    "last": go,
    "jump": jump,
}
