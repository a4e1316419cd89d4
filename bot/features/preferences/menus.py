"""Settings as a private message: all of them with what they are now, and a menu to change one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import SelectOption, ui

from bot.ui import controls, limits
from bot.ui.addresses import Address
from bot.ui.table import Interaction
from bot.words.language import Language
from engines.codes import Value


@dataclass(frozen=True, slots=True)
class Form:
    """A group of settings. `texts` is where its sentences stand; `verb` ends the verbs of its buttons."""

    texts: str
    verb: str
    values: Mapping[str, tuple[str, ...]]
    """What each setting may be, by codes that have words; empty where its own menu says."""

    def address(self, what: str, *rest: str) -> Address:
        return Address("preferences", f"{what}{self.verb}", 0, 0, rest)

    def name(self, setting: str, words: Language) -> str:
        return words.say(f"{self.texts}.{setting}.name")

    def said(self, setting: str, value: str, words: Language, **values: Value) -> str:
        return words.say(f"{self.texts}.{setting}.{value}", **values)

    async def show(
        self,
        interaction: Interaction,
        heading: str,
        now: Mapping[str, str],
        words: Language,
        *,
        first: bool,
        more: Iterable[ui.Item[Any]] = (),
    ) -> None:
        """All settings; `now` says in words what they are."""
        lines = [f"{self.name(setting, words)}: **{value}**" for setting, value in now.items()]
        menu = ui.Select[ui.View](
            custom_id=str(self.address("ask")),
            placeholder=words.say("preferences.change"),
            options=[
                SelectOption(label=self.name(setting, words)[: limits.OPTION], value=setting)
                for setting in now
            ],
        )
        await _answer(interaction, "\n".join([heading, *lines]), [menu, *more], first=first)

    async def ask(
        self,
        interaction: Interaction,
        setting: str,
        now: str,
        words: Language,
        *,
        without: Collection[str] = (),
        **values: Value,
    ) -> None:
        """The values of one setting to choose from, `without` some; `now` is the code of the present one.

        `values` are what their words need.
        """
        menu = ui.Select[ui.View](
            custom_id=str(self.address("set", setting)),
            options=[
                SelectOption(
                    label=self.said(setting, value, words, **values)[: limits.OPTION],
                    value=value,
                    default=value == now,
                )
                for value in self.values[setting]
                if value not in without
            ],
        )
        await self.ask_with(interaction, setting, [menu], words, **values)

    async def ask_with(
        self,
        interaction: Interaction,
        setting: str,
        items: Iterable[ui.Item[Any]],
        words: Language,
        **values: Value,
    ) -> None:
        back = controls.button(self.address("show"), words.say("buttons.back"))
        question = words.say(f"{self.texts}.{setting}.ask", **values)
        await _answer(interaction, question, [*items, back], first=False)


async def _answer(
    interaction: Interaction, content: str, items: Iterable[ui.Item[Any]], *, first: bool
) -> None:
    view = controls.view(items)
    if first:
        await interaction.response.send_message(content, view=view, ephemeral=True)
    else:
        quiet = discord.AllowedMentions.none()
        await interaction.response.edit_message(content=content, view=view, allowed_mentions=quiet)
