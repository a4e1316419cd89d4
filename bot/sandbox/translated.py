"""SimCord's list of commands in the words of who reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def worded(entry: dict[str, Any], command: Mapping[str, Any], locale: str) -> None:
    """Put an entry of SimCord's list of commands into a language, as Discord would show it.

    The names of options stay as they are: to SimCord's page they are the options themselves.
    """
    names = [_said(command, "name", locale)]
    part = command
    for name in entry["path"][1:]:
        part = _named(name, part)
        names.append(_said(part, "name", locale))
    entry["invocation"] = " ".join(names)
    entry["description"] = _said(part, "description", locale)
    for option in entry["options"]:
        registered = _named(option["name"], part)
        option["description"] = _said(registered, "description", locale)
        for choice, known in zip(option["choices"], registered.get("choices") or (), strict=True):
            choice["name"] = _said(known, "name", locale)


def _named(name: str, command: Mapping[str, Any]) -> Mapping[str, Any]:
    """The subcommand or the option of this name."""
    found: Mapping[str, Any] = next(option for option in command["options"] if option["name"] == name)
    return found


def _said(named: Mapping[str, Any], what: str, locale: str) -> str:
    said: str = (named.get(f"{what}_localizations") or {}).get(locale, named[what])
    return said
