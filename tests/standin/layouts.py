"""Messages that are laid out of components: what Discord takes of them, as its documents say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

LAID_OUT: Final = 1 << 15
"""IS_COMPONENTS_V2: all of the message is components."""
ROW, BUTTON, SECTION, TEXT, GALLERY, CONTAINER = 1, 2, 9, 10, 12, 17
SELECTS: Final = (3, 5, 6, 7, 8)
_AT_THE_TOP: Final = (ROW, SECTION, TEXT, GALLERY, 13, 14, CONTAINER)
_IN_A_CONTAINER: Final = tuple(kind for kind in _AT_THE_TOP if kind != CONTAINER)
_COMPONENTS: Final = 40
_CHARACTERS: Final = 4000
_IN_A_MESSAGE: Final = 2000
_ALT: Final = 1024
_IN_A_ROW: Final = 5


def walk(part: Any) -> Iterator[dict[str, Any]]:
    """Every component, however deep, from top to bottom."""
    if isinstance(part, list):
        for child in part:
            yield from walk(child)
    elif isinstance(part, dict):
        if "type" in part:
            yield part
        for key in ("components", "component", "accessory", "items"):
            yield from walk(part.get(key))


def fault(content: str, embeds: list[Any], components: list[Any], *, was: int, flags: int) -> str | None:
    """Why Discord would not take a message with these flags, which had those before; None where it does."""
    if was & LAID_OUT and not flags & LAID_OUT:
        return "The flag IS_COMPONENTS_V2 cannot be removed"
    if len(content) > _IN_A_MESSAGE:
        return "Must be 2000 or fewer in length"
    return _fault_laid_out(content, embeds, components) if flags & LAID_OUT else _fault_of_rows(components)


def _fault_of_rows(components: list[Any]) -> str | None:
    rows_alone = all(part["type"] == ROW for part in components) and len(components) <= _IN_A_ROW
    return None if rows_alone else "Without IS_COMPONENTS_V2 there are at most five rows, and nothing else"


def _fault_laid_out(content: str, embeds: list[Any], components: list[Any]) -> str | None:
    parts = list(walk(components))
    texts = [part.get("content", "") for part in parts if part["type"] == TEXT]
    pictures = [item for part in parts if part["type"] == GALLERY for item in part["items"]]
    faults = {
        "content and embeds cannot be used with IS_COMPONENTS_V2": content or embeds,
        "At least one component": not parts,
        "At most 40 components": len(parts) > _COMPONENTS,
        "At most 4000 characters": sum(map(len, texts)) > _CHARACTERS,
        "A text without words": not all(text.strip() for text in texts),
        "Not at the top": any(part["type"] not in _AT_THE_TOP for part in components),
        "Not in a container": not all(map(_holds_what_it_may, parts)),
        "A description is too long": any(len(one.get("description") or "") > _ALT for one in pictures),
    }
    return next((said for said, is_so in faults.items() if is_so), None)


def _holds_what_it_may(part: dict[str, Any]) -> bool:
    kinds = [child["type"] for child in part.get("components") or ()]
    if part["type"] == CONTAINER:
        return bool(kinds) and all(kind in _IN_A_CONTAINER for kind in kinds)
    if part["type"] == ROW:
        return 1 <= len(kinds) <= _IN_A_ROW and (set(kinds) == {BUTTON} or kinds[0] in SELECTS)
    return True
