"""How a feature hears its buttons and menus: by address, at any time, also those sent before a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Self

from discord import ui

from bot.ui.addresses import Address, pattern
from bot.ui.refusals import refuse
from bot.ui.table import Interaction, meet

Values = tuple[str, ...]
"""What was chosen in a menu, or written in a form."""
Heard = Callable[[Interaction, Address, Values], Awaitable[None]]
"""Does what a button or menu asks."""
Item = ui.DynamicItem[ui.Item[Any]]


def hears(feature: str, verbs: dict[str, Heard]) -> type[Any]:
    """The one class that hears all buttons, menus and forms of a feature."""

    class Hears(Item, template=pattern(feature)):
        addresses: ClassVar = tuple(f"{feature}:{verb}" for verb in verbs)
        """How all that it hears begins."""
        hears: ClassVar = pattern(feature)

        @classmethod
        async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Self:
            return cls(item)

        async def callback(self, interaction: Interaction) -> None:
            await self.hear(interaction, self.custom_id)

        @staticmethod
        async def hear(interaction: Interaction, custom_id: str) -> None:
            """A button, a menu or a form."""
            try:
                address = Address.read(custom_id)
                await meet(interaction)
                await verbs[address.verb](interaction, address, _values(interaction))
            except Exception as error:  # noqa: BLE001 - the door sorts them
                await refuse(interaction, error)

    return Hears


def _values(interaction: Interaction) -> Values:
    data: Any = interaction.data or {}
    written = (_field(part)["value"] for part in data.get("components", ()))
    return (*data.get("values", ()), *written)


def _field(part: Any) -> Any:
    """A field of a form, out of its row or its label."""
    return part["component"] if "component" in part else part["components"][0]
