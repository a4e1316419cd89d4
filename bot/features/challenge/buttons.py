"""Accept, Decline, Withdraw; Join, Leave and Start of a lobby; Rematch."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

from bot.club.challenge import Challenge
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.troubles import CHALLENGE
from bot.club.whereabouts import DIRECT
from bot.features.challenge.commands import play_alone
from bot.features.challenge.spot import known_opponent, spot_of
from bot.ui.acknowledgement import Acknowledgement, acknowledge
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard, Values
from bot.ui.lists import tell_in_place
from bot.ui.readers import sight_on_server
from bot.ui.saving import save_and_lay, save_and_post, save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words import challenging
from engines import GAMES


async def _accept(interaction: Interaction, address: Address, _: Values) -> None:
    challenge = await table_of(interaction).challenges.load(address.number)
    if await sight_on_server(interaction).is_shut_out(challenge):
        raise Refused("shut_out")
    await _check_challenger(interaction, challenge)
    accepting = table_of(interaction).challenges.accept(address.number, interaction.user.id)
    await _answered(interaction, address.number, accepting)


async def _join(interaction: Interaction, address: Address, _: Values) -> None:
    await _check_challenger(interaction, await table_of(interaction).challenges.load(address.number))
    joining = table_of(interaction).lobbies.join(address.number, interaction.user.id)
    await _answered(interaction, address.number, joining)


async def _quit(interaction: Interaction, address: Address, _: Values) -> None:
    leaving = table_of(interaction).lobbies.quit(address.number, interaction.user.id)
    await _answered(interaction, address.number, leaving)


async def _start(interaction: Interaction, address: Address, _: Values) -> None:
    """Who has left the server meanwhile does not play."""
    table = table_of(interaction)
    challenge = await table.challenges.load(address.number)
    is_host = challenge.challenger == interaction.user.id
    gone = await table.people.who_left(interaction.guild, challenge.guests) if is_host else []
    starting = table.lobbies.start(address.number, interaction.user.id, gone=gone)
    await _answered(interaction, address.number, starting)


async def _rematch(interaction: Interaction, address: Address, _: Values) -> None:
    """Another match of the same members: asked for by the first, agreed to by the others."""
    table, member = table_of(interaction), interaction.user.id
    table.invitations.check_spot(spot_of(interaction))
    assert interaction.channel_id is not None
    match = await table.matches.load(address.number)
    if match.stored.guild != (interaction.guild_id or DIRECT):
        raise Refused("played_elsewhere")
    if match.is_solo:
        await save_and_lay(interaction, table.solo.play_again(match.id, member, interaction.channel_id))
        return
    async with Acknowledgement(interaction):
        seat = match.seat_of(member)
        other = match.members[1 - seat] if len(match.seats) == 2 else None
        opponent = await known_opponent(interaction, other) if other is not None else None
        asking = table.rematches.play_again(match.id, member, interaction.channel_id, opponent)
        await save_and_show(interaction, asking, lambda _: acknowledge(interaction))


async def _level(interaction: Interaction, address: Address, _: Values) -> None:
    """Alone with computers once more, but of the level that was suggested."""
    table = table_of(interaction)
    table.invitations.check_spot(spot_of(interaction))
    assert interaction.channel_id is not None
    with understood():
        level = whole_number(address.rest[0])
    beginning = table.solo.play_again(address.number, interaction.user.id, interaction.channel_id, level)
    await save_and_lay(interaction, beginning)


async def _begin(interaction: Interaction, address: Address, _: Values) -> None:
    """The first match after a lesson: alone, with a computer of this level, and with the coach."""
    with understood():
        game = GAMES[address.rest[0]]
    await play_alone(interaction, game, {}, address.number, coach=True)


async def _check_challenger(interaction: Interaction, challenge: Challenge) -> None:
    """A challenge of somebody who left the server is withdrawn."""
    table = table_of(interaction)
    if challenge.state != "open" or interaction.user.id == challenge.challenger:
        return
    if await table.people.who_left(interaction.guild, [challenge.challenger]):
        await save_and_show(interaction, table.challenges.withdraw_for_the_gone(challenge.id))
        raise Refused("challenger_gone", challenger=challenge.challenger)


async def _decline(interaction: Interaction, address: Address, _: Values) -> None:
    declining = table_of(interaction).challenges.decline(address.number, interaction.user.id)
    await _answered(interaction, address.number, declining)


async def _withdraw(interaction: Interaction, address: Address, _: Values) -> None:
    withdrawing = table_of(interaction).challenges.withdraw(address.number, interaction.user.id)
    await _answered(interaction, address.number, withdrawing)


async def _renew(interaction: Interaction, address: Address, _: Values) -> None:
    """Once more, as a new post where it was asked for; the old one says so."""
    table, number = table_of(interaction), address.number
    table.invitations.check_spot(spot_of(interaction))
    assert interaction.channel_id is not None
    renewing = table.challenges.renew(number, interaction.user.id, interaction.channel_id)
    await save_and_post(interaction, renewing)
    closing = table.posts.show_waiting(CHALLENGE, number)
    table.posts.background.start(closing, "a renewed challenge looks open", challenge=number)


async def _answered(interaction: Interaction, number: int, saving: Awaitable[Match | Challenge]) -> None:
    """The post of the challenge says what became of it; so does a private list where it was answered."""

    async def respond(_: Match | Challenge) -> None:
        await acknowledge(interaction)
        if _is_in_private(interaction):
            challenge = await table_of(interaction).challenges.load(number)
            content = challenging.challenge(challenge, words_for(interaction))
            await tell_in_place(interaction, content)

    await save_and_show(interaction, saving, respond)


def _is_in_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _on_its_post(heard: Heard) -> Heard:
    """Acknowledged in time, for Discord may be slow to say who is here. And it tells where the post hangs:
    the process may have died between posting the challenge and noting that.
    """

    async def on_its_post(interaction: Interaction, address: Address, values: Values) -> None:
        async with Acknowledgement(interaction):
            if interaction.message is not None and not _is_in_private(interaction):
                await table_of(interaction).outbox.note_post(address.number, interaction.message.id)
            await heard(interaction, address, values)

    return on_its_post


VERBS: Final[dict[str, Heard]] = {
    "accept": _on_its_post(_accept),
    "decline": _on_its_post(_decline),
    "withdraw": _on_its_post(_withdraw),
    "join": _on_its_post(_join),
    "quit": _on_its_post(_quit),
    "start": _on_its_post(_start),
    "renew": _renew,
    "rematch": _rematch,
    "level": _level,
    "begin": _begin,
}
