"""Posts in letters, every word and every button with its colour: so that a change of them is seen.

`scripts/test tests/bot/test_golden_posts.py --renew-golden` writes them anew; then they are to be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from discord import ButtonStyle, ComponentType

from tests.bot.simulated import Shown

FOLDER: Final = Path(__file__).parent / "golden" / "posts"
Golden = Callable[[str, Shown], None]
SECRET: Final = bytes([1]) * 32
"""By it the lots fall the same way each time."""

_COLOURS: Final = {
    ButtonStyle.primary: "blue",
    ButtonStyle.secondary: "grey",
    ButtonStyle.success: "green",
    ButtonStyle.danger: "red",
    ButtonStyle.link: "link",
}


def written(post: Shown, names: Mapping[int, str]) -> str:
    """`names`: what the members are called, for numbers and times differ from run to run."""
    lines = [*_indented(post.payload["content"])] if post.payload["content"] else []
    for part in post.payload["components"]:
        lines += _part(part)
    shown = {number for part in lines for number, name in enumerate(post.pictures) if name.name in part}
    for number, one in enumerate(post.pictures):
        if number not in shown:
            lines += [f"file {one.name}", *_indented(one.alt)]
    calls = sorted(names.get(one, str(one)) for one in post.pinged)
    lines.append(f"calls {', '.join(calls) or 'nobody'}")
    return _named("\n".join(lines), names) + "\n"


def asked(form: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A form, in letters."""
    lines = [f"form {form['title']}", *chain.from_iterable(map(_part, form["components"]))]
    return _named("\n".join(lines), names) + "\n"


def compare(name: str, letters: str, *, renew: bool) -> None:
    """`name`: with the language."""
    path = FOLDER / f"{name}.txt"
    if renew:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(letters, encoding="utf-8")
    assert letters == path.read_text("utf-8"), f"{path.name}: --renew-golden takes it as new"


def _part(part: Mapping[str, Any]) -> Iterator[str]:
    match ComponentType(part["type"]):
        case ComponentType.container:
            edge = part.get("accent_color")
            yield "container" if edge is None else f"container with an edge of #{edge:06X}"
            for child in part["components"]:
                yield from (f"  {line}" for line in _part(child))
        case ComponentType.text_display:
            yield from _indented(part["content"])
        case ComponentType.media_gallery:
            for item in part["items"]:
                yield f"picture {item['media']['url'].rsplit('/', 1)[-1]}"
                yield from _indented(item["description"])
        case ComponentType.section:
            for child in part["components"]:
                yield from _part(child)
            yield f"beside {_button(part['accessory'])}"
        case ComponentType.action_row if part["components"][0]["type"] == ComponentType.button.value:
            yield "buttons " + " ".join(map(_button, part["components"]))
        case ComponentType.action_row:
            yield from _field(part["components"][0])
        case ComponentType.label:
            yield f"field {part['label']}"
            yield from _indented(part.get("description") or "")
            yield from (f"  {line}" for line in _field(part["component"]))
        case other:
            raise AssertionError(f"no words for a {other}")


def _field(field: Mapping[str, Any]) -> Iterator[str]:
    """A menu, what lies open, or a line to write."""
    kind = "line" if ComponentType(field["type"]) is ComponentType.text_input else "choice"
    yield f"{kind} {field.get('placeholder') or ''}".rstrip()
    for option in field.get("options", ()):
        said = ": ".join(filter(None, (option["label"], option.get("description"))))
        yield f"  {'*' if option.get('default') else '-'} {said}"


def _button(button: Mapping[str, Any]) -> str:
    colour = "off" if button.get("disabled") else _COLOURS[ButtonStyle(button["style"])]
    return f"[{button['label']}]{colour}"


def _indented(text: str) -> Iterator[str]:
    return (f"| {line}".rstrip() for line in text.splitlines())


def _named(text: str, names: Mapping[int, str]) -> str:
    text = re.sub(r"<@(\d+)>", lambda found: f"@{names[int(found[1])]}", text)
    text = re.sub(r"<t:\d+:(\w)>", r"<time:\1>", text)
    text = re.sub(r"https://discord\.com/channels/[@\w/]+", "<link>", text)
    return re.sub(r"<#\d+>", "#thread", text)
