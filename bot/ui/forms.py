"""Forms of several fields, and what was filled in. Like a button, a form is heard by its address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord
from discord import RadioGroupOption, SelectOption, ui

from bot.ui import limits
from bot.ui.addresses import Address
from bot.ui.table import Interaction

Kind = TypeVar("Kind")

_IN_SIGHT: Final = 5
"""As many options lie open; of more one is chosen in a menu, or a form would be too long for a phone."""
_FEWEST: Final = 2
"""Options that lie open."""

Filled = Mapping[str, tuple[str, ...]]
"""What was chosen or written in each field, by its name."""


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    hint: str = ""


def form(address: Address, title: str, items: Iterable[ui.Item[Any]]) -> ui.Modal:
    asked = ui.Modal(title=title[: limits.FORM_TITLE], timeout=limits.FORM_LIVES, custom_id=str(address))
    for item in items:
        asked.add_item(item)
    return asked


def field(label: str, component: ui.Item[Any], hint: str = "") -> ui.Label[Any]:
    shown = hint[: limits.FORM_HINT] or None
    return ui.Label(text=label[: limits.FORM_LABEL], description=shown, component=component)


def one_of(name: str, options: Sequence[Option], chosen: str | None) -> ui.Item[Any]:
    """One of these; `chosen` is the one that is so now. Where none is, none need be chosen."""
    is_known = chosen in {option.value for option in options}
    if _FEWEST <= len(options) <= _IN_SIGHT:
        radios = [_written(RadioGroupOption, option, chosen) for option in options]
        return ui.RadioGroup(custom_id=name, required=is_known, options=radios)
    listed = [_written(SelectOption, option, chosen) for option in options]
    return ui.Select(custom_id=name, required=is_known, min_values=int(is_known), options=listed)


def _written(kind: Callable[..., Kind], option: Option, chosen: str | None) -> Kind:
    """A radio and a line of a menu say the same."""
    return kind(
        label=option.label[: limits.OPTION],
        value=option.value,
        description=option.hint[: limits.OPTION] or None,
        default=option.value == chosen,
    )


def filled_in(interaction: Interaction) -> Filled:
    """Nothing of what is no form."""
    data: Any = interaction.data or {}
    return {field["custom_id"]: tuple(_entered(field)) for field in _fields(data)}


def _fields(data: Any) -> Iterator[Any]:
    """Out of their rows and labels; what only stands there has none."""
    for part in data.get("components", ()):
        if "component" in part:
            yield part["component"]
        yield from part.get("components", ())


def _entered(field: Any) -> Iterator[str]:
    if "values" in field:
        yield from field["values"]
    elif field.get("value") is not None:
        yield str(field["value"])


def chosen_channels(channels: Iterable[int]) -> list[discord.SelectDefaultValue]:
    kind = discord.SelectDefaultValueType.channel
    return [discord.SelectDefaultValue(id=each, type=kind) for each in channels]


def chosen_roles(roles: Iterable[int]) -> list[discord.SelectDefaultValue]:
    kind = discord.SelectDefaultValueType.role
    return [discord.SelectDefaultValue(id=each, type=kind) for each in roles]
