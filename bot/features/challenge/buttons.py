"""Accept, Decline, Withdraw; Join, Leave and Start of a lobby; Rematch."""

from __future__ import annotations

from typing import Final

from bot.club.refused import Refused
from bot.features.challenge.rights import check_place
from bot.ui.addresses import Address
from bot.ui.feature import Heard
from bot.ui.table import Interaction, table_of, words_for
from bot.words import sentences


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


async def _join(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    await _check_challenger(interaction, address.number)
    await table_of(interaction).matches.join(address.number, interaction.user.id)
    await interaction.response.defer()
    await _show(interaction, address.number)


async def _quit(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    await table_of(interaction).matches.quit(address.number, interaction.user.id)
    await interaction.response.defer()
    await _show(interaction, address.number)


async def _start(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    """Who has left the server meanwhile does not play."""
    table = table_of(interaction)
    challenge = await table.matches.visit_challenge(address.number, interaction.guild_id)
    assert interaction.guild is not None
    if challenge.challenger == interaction.user.id:
        for guest in await table.people.who_left(interaction.guild, challenge.guests):
            await table.matches.quit(address.number, guest)
    match = await table.matches.start(address.number, interaction.user.id)
    await interaction.response.defer()
    await table.posts.show_match(match.id)
    await _show(interaction, address.number)


async def _rematch(interaction: Interaction, address: Address, _: tuple[str, ...]) -> None:
    """Another match of the same members: asked for by the first, agreed to by the others."""
    table = table_of(interaction)
    member = interaction.user.id
    check_place(interaction)
    assert interaction.channel_id is not None
    challenge = await table.matches.rematch(address.number, member, interaction.channel_id)
    await interaction.response.defer()
    if challenge.message is None and challenge.challenger == member:
        await table.posts.post_challenge(challenge.id)
    elif challenge.is_lobby:
        await table.matches.join(challenge.id, member)
        await table.posts.show_challenge(challenge.id)
    else:
        match = await table.matches.accept(challenge.id, member)
        await table.posts.show_match(match.id)
        await table.posts.show_challenge(challenge.id)


async def _check_challenger(interaction: Interaction, number: int) -> None:
    """A challenge of somebody who left the server is withdrawn."""
    table = table_of(interaction)
    challenge = await table.matches.visit_challenge(number, interaction.guild_id)
    if challenge.state != "open" or interaction.user.id == challenge.challenger:
        return
    assert interaction.guild is not None
    if await table.people.who_left(interaction.guild, [challenge.challenger]):
        await table.matches.withdraw_for_the_gone(number)
        await table.posts.show_challenge(number)
        raise Refused("challenger_gone", challenger=challenge.challenger)


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
        content = sentences.challenge(challenge, words_for(interaction))
        await interaction.edit_original_response(content=content, view=None)


VERBS: Final[dict[str, Heard]] = {
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "join": _join,
    "quit": _quit,
    "start": _start,
    "rematch": _rematch,
}
