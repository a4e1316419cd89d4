"""What a feature brings to the bot: its commands, and what its buttons, menus and forms do.

They are heard by their addresses, at any time, also those that were sent before a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from discord import app_commands

from bot.club.allowances import Allowance
from bot.club.refused import Refused
from bot.ui.addresses import Address
from bot.ui.forms import filled_in
from bot.ui.installs import check_posting, check_server
from bot.ui.readers import check_challenge, check_match
from bot.ui.refusals import refuse
from bot.ui.table import Interaction, meet, table_of

Values = tuple[str, ...]
"""What was chosen in a menu, or written in a form."""
Heard = Callable[[Interaction, Address, Values], Awaitable[None]]
"""Does what a button, a menu or a form asks."""
Command = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu


@dataclass(frozen=True, slots=True)
class Feature:
    name: str
    """How the addresses begin that are its own."""
    commands: Sequence[Command]
    verbs: Mapping[str, Heard]
    everywhere: Collection[str] = ()
    """The verbs that are heard everywhere: what they do is for oneself alone."""
    on_servers: Collection[str] = ()
    """The verbs that are heard nowhere else: not in a direct message either."""
    of_matches: Collection[str] = ()
    """The verbs whose number is that of a match."""
    of_challenges: Collection[str] = ()
    """The verbs whose number is that of a challenge."""
    sparing: Mapping[str, Sequence[Allowance]] = field(default_factory=dict)
    """How often one member may use these verbs."""

    async def hear(self, interaction: Interaction, address: Address) -> None:
        """Somebody pressed, chose or wrote there."""
        try:
            self._check_place(interaction, address)
            await meet(interaction)
            await self._check_sight(interaction, address)
            self._spend(interaction, address)
            await self.verbs.get(address.verb, _forgotten)(interaction, address, _values(interaction))
        except Exception as error:  # noqa: BLE001 - the door sorts them
            await refuse(interaction, error)

    def _check_place(self, interaction: Interaction, address: Address) -> None:
        if address.verb in self.on_servers:
            check_server(interaction)
        elif address.verb not in self.everywhere:
            check_posting(interaction)

    async def _check_sight(self, interaction: Interaction, address: Address) -> None:
        if address.verb in self.of_matches:
            await check_match(interaction, address.number)
        elif address.verb in self.of_challenges:
            await check_challenge(interaction, address.number)

    def _spend(self, interaction: Interaction, address: Address) -> None:
        allowances = self.sparing.get(address.verb, ())
        table_of(interaction).allowances.spend(allowances, interaction.user.id)


async def _forgotten(_: Interaction, __: Address, ___: Values) -> None:
    """A button of a version that had others."""
    raise Refused("stale")


def _values(interaction: Interaction) -> Values:
    data: Any = interaction.data or {}
    written = chain.from_iterable(filled_in(interaction).values())
    return (*data.get("values", ()), *written)
