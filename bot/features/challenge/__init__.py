"""Challenges: `/play`, Challenge on a member, and the buttons Accept, Decline and Withdraw."""

from __future__ import annotations

from typing import Final

from bot.club.allowances import LOOKS
from bot.club.refused import Refused
from bot.club.whereabouts import DIRECT
from bot.features.challenge import buttons, commands, host, member
from bot.ui.addresses import Address
from bot.ui.feature import Feature, Heard, Values
from bot.ui.table import Interaction, is_direct, table_of

_AGAIN: Final = {"rematch", "level"}
"""On a board that is over."""
_ALONE: Final = {"begin"}
"""At the end of a lesson."""
_AMONG_PEOPLE: Final = {"accept", "decline", "join", "quit", "hand_on", "renew"}


def _where_it_is_asked(heard: Heard) -> Heard:
    """What is asked on a server is not answered in a direct message."""

    async def at_home(interaction: Interaction, address: Address, values: Values) -> None:
        if is_direct(interaction):
            challenge = await table_of(interaction).challenges.load(address.number)
            if challenge.guild != DIRECT:
                raise Refused("asked_elsewhere")
        await heard(interaction, address, values)

    return at_home


_VERBS: Final = {
    verb: heard if verb in _AGAIN | _AMONG_PEOPLE | _ALONE else _where_it_is_asked(heard)
    for verb, heard in {**buttons.VERBS, **host.VERBS}.items()
}

FEATURE: Final = Feature(
    "challenge",
    [*commands.COMMANDS, *member.COMMANDS],
    {**_VERBS, **member.VERBS},
    on_servers=_AMONG_PEOPLE | member.VERBS.keys(),
    of_matches=_AGAIN,
    of_challenges=_VERBS.keys() - _AGAIN - _ALONE,
    sparing={"accept": LOOKS, "join": LOOKS, "start": LOOKS},
)
