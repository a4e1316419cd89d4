"""Accept, Decline, Withdraw."""

from __future__ import annotations

import discord

from bot import telling
from bot.addresses import Address
from bot.hearing import hears
from bot.refused import Refused
from bot.table import Interaction, table_of, words_for


async def _accept(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    table = table_of(interaction)
    await _check_challenger(interaction, address.number)
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        # The process may have died between posting the challenge and noting where it hangs.
        await table.matches.note_post(address.number, interaction.message.id)
    match = await table.matches.accept(address.number, interaction.user.id)
    await interaction.response.defer()
    await table.posts.show_match(match.id)
    await _show(interaction, address.number)


async def _check_challenger(interaction: Interaction, number: int) -> None:
    """A challenge of somebody who left the server is withdrawn."""
    table = table_of(interaction)
    challenge = await table.matches.load_challenge(number)
    guild = interaction.guild
    if guild is None or challenge.state != "open" or interaction.user.id == challenge.challenger:
        return
    try:
        await guild.fetch_member(challenge.challenger)
    except discord.NotFound:
        await table.matches.withdraw_for_the_gone(number)
        await table.posts.show_challenge(number)
        raise Refused("challenger_gone", challenger=f"<@{challenge.challenger}>") from None


async def _decline(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    await table_of(interaction).matches.decline(address.number, interaction.user.id)
    await interaction.response.defer()
    await _show(interaction, address.number)


async def _withdraw(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    await table_of(interaction).matches.withdraw(address.number, interaction.user.id)
    await interaction.response.defer()
    await _show(interaction, address.number)


async def _show(interaction: Interaction, number: int) -> None:
    """On the challenge's own post and, where it was answered from a private list, there too."""
    table = table_of(interaction)
    await table.posts.show_challenge(number)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        challenge = await table.matches.load_challenge(number)
        content = telling.challenge(challenge, words_for(interaction))
        await interaction.edit_original_response(content=content, view=None)


ChallengeButtons = hears("challenge", {"accept": _accept, "decline": _decline, "withdraw": _withdraw})
