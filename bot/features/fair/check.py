"""`/fair`: the promise of a running match, and every chance of a finished one drawn again."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.club import lots
from bot.club.match import Match
from bot.ui import controls
from bot.ui.addresses import Address
from bot.ui.feature import Command, Heard
from bot.ui.installs import where_it_posts
from bot.ui.readers import visible_match
from bot.ui.table import Interaction, table_of, words_for
from bot.words import sentences
from bot.words.command_names import named
from bot.words.language import Language
from engines.moves import CHANCE

_LISTED = 20
"""Chances shown, the newest ones: a post has room for 2,000 characters."""


@app_commands.command(name=named("commands.fair.name"), description=named("commands.fair.description"))
@where_it_posts
@app_commands.rename(match=named("commands.match.name"))
@app_commands.describe(match=named("commands.fair.match"))
async def fair(interaction: Interaction, match: int | None = None) -> None:
    matches = table_of(interaction).matches
    assert interaction.channel_id is not None
    if match is not None:
        found: Match | None = await visible_match(interaction, match)
    else:
        found = await matches.newest_at(interaction.channel_id)
    if found is None:
        await interaction.response.send_message(words_for(interaction).say("fair.what"), ephemeral=True)
        return
    await _show(interaction, found)


async def _check(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    await _show(interaction, await table_of(interaction).matches.load(address.number))


async def _show_seal(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    """[Fair?] under a challenge: the seal whole, before anybody accepts."""
    challenge = await table_of(interaction).challenges.load(address.number)
    words, seal = words_for(interaction), lots.commitment(challenge.secret)
    said = words.say("fair.whole", seal=seal, digits=sentences.SEAL)
    await interaction.response.send_message(said, ephemeral=True)


async def _show(interaction: Interaction, match: Match) -> None:
    words = words_for(interaction)
    record = controls.button(Address("archive", "record", match.id), words.say("buttons.record"))
    await interaction.response.send_message(
        _words(match, words), view=controls.view([record]), ephemeral=True
    )


def _words(match: Match, words: Language) -> str:
    if match.outcome is None:
        return words.say("fair.running", number=match.id, commitment=match.commitment)
    lines = [
        words.say("fair.over", number=match.id, commitment=match.commitment, secret=match.stored.secret.hex())
    ]
    lines += [_line(match, ply, words) for ply in _chances(match)[-_LISTED:]]
    return "\n".join([*lines, words.say("fair.recipe")])


def _chances(match: Match) -> list[int]:
    return [ply for ply, played in enumerate(match.played) if played.who == CHANCE]


def _line(match: Match, ply: int, words: Language) -> str:
    """The chance of a ply as it stands in the record, drawn once more from the secret."""
    played = match.played[ply]
    source = lots.source(match.stored.secret, match.record[:ply])
    again = match.game.write_move(played.before.draw_chance(source))
    key = "fair.holds" if again == played.text else "fair.differs"
    return words.say(key, ply=ply, text=played.text, again=again)


VERBS: Final[dict[str, Heard]] = {"check": _check, "seal": _show_seal}
COMMANDS: Final[list[Command]] = [fair]
