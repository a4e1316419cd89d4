"""How a feature hears its buttons and menus: by address, at any time, also those sent before a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Self

from discord import ui

from bot.addresses import Address, pattern
from bot.answers import refuse
from bot.table import Interaction, meet

Values = tuple[str, ...]
"""What was chosen in a menu."""
Heard = Callable[[Interaction, Address, Values], Awaitable[None]]
"""Does what a button or menu asks."""
Item = ui.DynamicItem[ui.Item[Any]]


def hears(feature: str, verbs: dict[str, Heard]) -> type[Item]:
    """The one class that hears all buttons and menus of a feature."""

    class Hears(Item, template=pattern(feature)):
        addresses: ClassVar = tuple(f"{feature}:{verb}" for verb in verbs)
        """How all that it hears begins."""

        @classmethod
        async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Self:
            return cls(item)

        async def callback(self, interaction: Interaction) -> None:
            try:
                address = Address.read(self.custom_id)
                await meet(interaction)
                await verbs[address.verb](interaction, address, _values(interaction))
            except Exception as error:  # noqa: BLE001 - the door sorts them
                await refuse(interaction, error)

    return Hears


def _values(interaction: Interaction) -> Values:
    data: Any = interaction.data or {}
    return tuple(data.get("values", ()))
