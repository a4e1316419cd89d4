"""Posts in letters, every word and every button with its colour: so that a change of them is seen.

`scripts/test tests/bot/test_golden_posts.py --renew-golden` writes them anew; then they are to be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from discord import ButtonStyle, ComponentType

from tests.bot.simulated import Shown

FOLDER: Final = Path(__file__).parent / "golden" / "posts"
Golden = Callable[[str, Shown], None]

_COLOURS: Final = {
    ButtonStyle.primary: "blue",
    ButtonStyle.secondary: "grey",
    ButtonStyle.success: "green",
    ButtonStyle.danger: "red",
}


def written(post: Shown, names: Mapping[int, str]) -> str:
    """`names`: what the members are called, for numbers and times differ from run to run."""
    lines = [*_indented(post.payload["content"])] if post.payload["content"] else []
    for part in post.payload["components"]:
        lines += _part(part)
    shown = {number for part in lines for number, name in enumerate(post.pictures) if name.name in part}
    lines += [f"picture {one.name}" for number, one in enumerate(post.pictures) if number not in shown]
    calls = sorted(names.get(one, str(one)) for one in post.pinged)
    lines.append(f"calls {', '.join(calls) or 'nobody'}")
    return _named("\n".join(lines), names) + "\n"


def _part(part: Mapping[str, Any]) -> Iterator[str]:
    match ComponentType(part["type"]):
        case ComponentType.container:
            yield f"container with an edge of #{part['accent_color']:06X}"
            for child in part["components"]:
                yield from (f"  {line}" for line in _part(child))
        case ComponentType.text_display:
            yield from _indented(part["content"])
        case ComponentType.media_gallery:
            for item in part["items"]:
                yield f"picture {item['media']['url'].rsplit('/', 1)[-1]}"
                yield from _indented(item["description"])
        case ComponentType.action_row:
            yield "buttons " + " ".join(map(_button, part["components"]))
        case other:
            raise AssertionError(f"no words for a {other}")


def _button(button: Mapping[str, Any]) -> str:
    return f"[{button['label']}]{_COLOURS[ButtonStyle(button['style'])]}"


def _indented(text: str) -> Iterator[str]:
    return (f"| {line}".rstrip() for line in text.splitlines())


def _named(text: str, names: Mapping[int, str]) -> str:
    text = re.sub(r"<@(\d+)>", lambda found: f"@{names[int(found[1])]}", text)
    text = re.sub(r"<t:\d+:(\w)>", r"<time:\1>", text)
    text = re.sub(r"https://discord\.com/channels/[@\w/]+", "<link>", text)
    return re.sub(r"<#\d+>", "#thread", text)
