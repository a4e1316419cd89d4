"""The kinds of settings there are: what each may be, how that is said, and how it is asked in a form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Protocol

import discord
from discord import ui

from bot.club.refused import Refused
from bot.ui import forms, limits
from bot.ui.addresses import understood, whole_number
from bot.ui.feature import Values
from bot.ui.forms import Option
from bot.words.language import Language
from engines.codes import Value

YES_NO: Final[Mapping[str, object]] = {"no": False, "yes": True}


def themselves(*codes: str) -> dict[str, object]:
    """Codes that stand in the file as they are."""
    return dict(zip(codes, codes, strict=True))


def numbers(given: Sequence[int]) -> dict[str, object]:
    return {str(number): number for number in given}


@dataclass(frozen=True, slots=True)
class Said:
    """In whose words settings are said, where these stand, and what they need besides."""

    words: Language
    texts: str
    values: Mapping[str, Value] = field(default_factory=dict)
    without: Collection[str] = ()
    """Codes that cannot be chosen just now."""
    guild: discord.Guild | None = None
    """Whose channels and roles they are: a form offers only what is there."""

    def text(self, setting: str, key: str) -> str:
        return self.words.say(f"{self.texts}.{setting}.{key}", **self.values)

    def has(self, setting: str, key: str) -> bool:
        return self.words.has(f"{self.texts}.{setting}.{key}")

    def has_channel(self, channel: int) -> bool:
        return self.guild is not None and self.guild.get_channel(channel) is not None

    def has_role(self, role: int) -> bool:
        return self.guild is not None and self.guild.get_role(role) is not None


class Setting(Protocol):
    """What it is lies in the file as `stored`, and in forms and addresses as `written`."""

    takes_none: ClassVar[bool]
    """Nothing chosen is an answer, too."""

    @property
    def name(self) -> str: ...

    def written(self, stored: Any) -> Values: ...

    def meant(self, written: Values) -> Any:
        """Raises Refused for what it cannot be: a form comes from outside."""

    def said(self, written: Values, said: Said) -> str: ...

    def act(self, written: Values) -> str:
        """How the list of acts calls it: a code that has words, or as Discord writes it."""

    def asked(self, now: Values, said: Said) -> ui.Item[Any]: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some codes that have words."""

    takes_none: ClassVar[bool] = False
    name: str
    codes: Mapping[str, object]
    """What each stands for in the file."""
    usual: str = ""
    """Where nothing stands there, or nothing that is known."""

    def written(self, stored: Any) -> Values:
        return (next((code for code, meant in self.codes.items() if meant == stored), self.usual),)

    def meant(self, written: Values) -> Any:
        if len(written) != 1 or written[0] not in self.codes:
            raise Refused("no_setting")
        return self.codes[written[0]]

    def said(self, written: Values, said: Said) -> str:
        return said.text(self.name, written[0])

    def act(self, written: Values) -> str:
        return written[0]

    def asked(self, now: Values, said: Said) -> ui.Item[Any]:
        offered = [code for code in self.codes if code not in said.without]
        options = [Option(code, said.text(self.name, code)) for code in offered]
        return forms.one_of(self.name, options, next(iter(now), None))


@dataclass(frozen=True, slots=True)
class Hour:
    """Of a day of UTC."""

    takes_none: ClassVar[bool] = False
    name: str
    usual: int

    def written(self, stored: Any) -> Values:
        return (str(self.usual if stored is None else stored),)

    def meant(self, written: Values) -> Any:
        if len(written) != 1 or written[0] not in _HOURS:
            raise Refused("no_setting")
        return int(written[0])

    def said(self, written: Values, said: Said) -> str:
        del said
        return self.act(written)

    def act(self, written: Values) -> str:
        return _HOURS[written[0]]

    def asked(self, now: Values, said: Said) -> ui.Item[Any]:
        del said
        options = [Option(code, name) for code, name in _HOURS.items()]
        return forms.one_of(self.name, options, next(iter(now), None))


_HOURS: Final = {str(hour): f"{hour:02}:00 UTC" for hour in range(24)}


@dataclass(frozen=True, slots=True)
class _Mentioned:
    """One that Discord mentions, or none: that has words of its own."""

    takes_none: ClassVar[bool] = True
    mention: ClassVar[str]
    """With its number."""
    name: str

    def written(self, stored: Any) -> Values:
        return (str(stored),) if stored else ()

    def meant(self, written: Values) -> Any:
        return _one(written)

    def said(self, written: Values, said: Said) -> str:
        return self._named(written) or said.text(self.name, "all")

    def act(self, written: Values) -> str:
        return self._named(written) or "all"

    def _named(self, written: Values) -> str:
        return "".join(self.mention.format(each) for each in written)


@dataclass(frozen=True, slots=True)
class Channel(_Mentioned):
    """One of the server's."""

    mention: ClassVar[str] = "<#{}>"
    kinds: Sequence[discord.ChannelType]

    def asked(self, now: Values, said: Said) -> ui.Item[Any]:
        return _channels(self, now, said, most=1)


@dataclass(frozen=True, slots=True)
class Channels:
    """Some of the server's, or none."""

    takes_none: ClassVar[bool] = True
    name: str
    kinds: Sequence[discord.ChannelType]

    def written(self, stored: Any) -> Values:
        return tuple(map(str, stored))

    def meant(self, written: Values) -> Any:
        with understood():
            return tuple(map(whole_number, written))

    def said(self, written: Values, said: Said) -> str:
        return said.words.listing(f"<#{each}>" for each in written) or said.text(self.name, "all")

    def act(self, written: Values) -> str:
        return "" if written else "all"

    def asked(self, now: Values, said: Said) -> ui.Item[Any]:
        return _channels(self, now, said, most=limits.OPTIONS)


@dataclass(frozen=True, slots=True)
class Role(_Mentioned):
    """One of the server's. Everybody has the one that bears the number of the server."""

    mention: ClassVar[str] = "<@&{}>"

    def asked(self, now: Values, said: Said) -> ui.Item[Any]:
        return ui.RoleSelect(
            custom_id=self.name,
            placeholder=said.text(self.name, "all")[: limits.PLACEHOLDER],
            required=False,
            min_values=0,
            default_values=forms.chosen_roles(each for each in map(int, now) if said.has_role(each)),
        )


def _one(written: Values) -> int | None:
    """Raises Refused."""
    with understood():
        (chosen,) = written or (None,)
        return None if chosen is None else whole_number(chosen)


def _channels(setting: Channel | Channels, now: Values, said: Said, *, most: int) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=setting.name,
        channel_types=list(setting.kinds),
        placeholder=said.text(setting.name, "all")[: limits.PLACEHOLDER],
        required=False,
        min_values=0,
        max_values=most,
        default_values=forms.chosen_channels(each for each in map(int, now) if said.has_channel(each)),
    )
