"""Settings as a private page: what they are now, by themes, and a form for each theme."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.club.refused import Refused
from bot.features.preferences.settings import Said, Setting
from bot.ui import controls, forms, lists
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard, Values
from bot.ui.forms import Filled, filled_in
from bot.ui.lists import Line
from bot.ui.table import Interaction


@dataclass(frozen=True, slots=True)
class Page:
    """`texts` is where its sentences stand; `verb` ends the verbs of its buttons and forms."""

    texts: str
    verb: str
    themes: Mapping[str, tuple[Setting, ...]]
    """What is asked in one form: five fields at most, what is explained there among them."""

    @property
    def settings(self) -> dict[str, Setting]:
        """By name, in their order."""
        return {setting.name: setting for theme in self.themes.values() for setting in theme}

    def address(self, what: str, *rest: str) -> Address:
        return Address("preferences", f"{what}{self.verb}", 0, 0, rest)

    def setting(self, name: str) -> Setting:
        """Raises Refused: an address and a form come from outside, and may name anything."""
        if name not in self.settings:
            raise Refused("no_setting")
        return self.settings[name]

    def theme_of(self, name: str) -> str:
        """Where this setting is asked."""
        setting = self.setting(name)
        return next(theme for theme, settings in self.themes.items() if setting in settings)

    def written(self, liked: object, **elsewhere: Values) -> dict[str, Values]:
        """What they are now; but for those `elsewhere`, by their names as they are liked."""
        settings = self.settings
        return {
            name: elsewhere[name] if name in elsewhere else settings[name].written(getattr(liked, name))
            for name in settings
        }

    # The page

    async def show(
        self,
        interaction: Interaction,
        heading: Iterable[str],
        now: Mapping[str, Values],
        said: Said,
        below: Iterable[ui.Item[Any]] = (),
    ) -> None:
        text = "\n".join(filter(None, heading))
        lines = [self._line(theme, now, said) for theme in self.themes]
        await lists.show(interaction, [ui.TextDisplay(text), *lists.shown(lines), *below])

    def _line(self, theme: str, now: Mapping[str, Values], said: Said) -> Line:
        text = [f"**{said.text('themes', theme)}**"]
        text += [f"{self.name(one, said)}: **{one.said(now[one.name], said)}**" for one in self.themes[theme]]
        change = controls.button(self.address("form", theme), said.words.say("buttons.change"))
        return Line("\n".join(text), change)

    def name(self, setting: Setting, said: Said) -> str:
        return said.text(setting.name, "name")

    # The forms

    async def ask(self, interaction: Interaction, theme: str, now: Mapping[str, Values], said: Said) -> None:
        if theme not in self.themes:
            raise Refused("no_setting")
        fields = [field for setting in self.themes[theme] for field in self._fields(setting, now, said)]
        form = forms.form(self.address("save", theme), said.text("themes", theme), fields)
        await interaction.response.send_modal(form)

    def _fields(self, setting: Setting, now: Mapping[str, Values], said: Said) -> Iterator[ui.Item[Any]]:
        name = setting.name
        if said.has(name, "explained"):
            yield ui.TextDisplay(said.text(name, "explained"))
        asked = setting.asked(now[name], said)
        yield forms.field(self.name(setting, said), asked, said.text(name, "ask"))

    def changes(self, filled: Filled, now: Mapping[str, Values]) -> dict[str, Values]:
        """What is to be otherwise than now. Raises Refused unless all of it can be."""
        if not filled:
            raise Refused("not_understood")
        answered = {
            name: written for name, written in filled.items() if written or self.setting(name).takes_none
        }
        for name, written in answered.items():
            self.setting(name).meant(written)
        return {name: written for name, written in answered.items() if set(written) != set(now[name])}

    def told(self, changed: Mapping[str, Values], said: Said) -> str:
        """What was changed, in a sentence."""
        if not changed:
            return said.words.say("preferences.unchanged")
        changes = [
            f"{self.name(self.setting(name), said)} → **{self.setting(name).said(written, said)}**"
            for name, written in changed.items()
        ]
        return said.words.say("preferences.changed", changes=tuple(changes))


@dataclass(frozen=True, slots=True)
class Changing:
    """What is pressed on a page, and filled in."""

    page: Page
    check: Callable[[Interaction], object]
    """Raises Refused for whoever may not change it."""
    now: Callable[[Interaction], Mapping[str, Values]]
    said: Callable[[Interaction], Said]
    save: Callable[[Interaction, Filled], Awaitable[None]]

    @property
    def verbs(self) -> dict[str, Heard]:
        heard = {"form": self._form, "save": self._save, "ask": self._ask, "set": self._set}
        return {f"{verb}{self.page.verb}": each for verb, each in heard.items()}

    async def _form(self, interaction: Interaction, address: Address, _: Values) -> None:
        self.check(interaction)
        with understood():
            (theme,) = address.rest
        await self._open(interaction, theme)

    async def _ask(self, interaction: Interaction, _: Address, chosen: Values) -> None:
        """In the menu of a page from before there were forms."""
        self.check(interaction)
        with understood():
            (setting,) = chosen
        await self._open(interaction, self.page.theme_of(setting))

    async def _open(self, interaction: Interaction, theme: str) -> None:
        await self.page.ask(interaction, theme, self.now(interaction), self.said(interaction))

    async def _save(self, interaction: Interaction, _: Address, __: Values) -> None:
        await self.save(interaction, filled_in(interaction))

    async def _set(self, interaction: Interaction, address: Address, chosen: Values) -> None:
        """In the menu of one setting from before there were forms."""
        with understood():
            (setting,) = address.rest
        await self.save(interaction, {setting: chosen})
