"""Names and descriptions of commands and options, in every language, from the same files as all sentences."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.words.language import LANGUAGES, language

_OURS: Final = {
    locale: code
    for locale in discord.Locale
    if (code := str(locale).split("-", maxsplit=1)[0]) in LANGUAGES[1:]
}
"""Of the locales of Discord those in whose language we say it; in all others it is said in the first."""


def named(key: str, **values: str) -> locale_str:
    """The text of a key for Discord to show in each reader's language."""
    return locale_str(language(LANGUAGES[0]).say(key, **values), key=key, values=values)


class Translations(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        del context
        extras: dict[str, Any] = string.extras
        if locale not in _OURS or "key" not in extras:
            return None
        return language(_OURS[locale]).say(extras["key"], **extras["values"])
