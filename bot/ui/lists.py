"""Lists, a line and its button each, with as many pages as they need; and whatever else is laid out so.

What hangs in Discord from before there were such lists is understood, too; but it cannot become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.ui import controls, limits
from bot.ui.addresses import ANY, Address
from bot.ui.layout import is_laid_out, laid_out
from bot.ui.table import Interaction
from bot.words.language import Language, shortened

_FRAME: Final = 1
"""Parts of what stands around all lines,"""
_LEAF: Final = 4
"""and of the row by which one leafs."""
_LONGEST: Final = limits.LAID_OUT // 4
"""Characters of one line. None of ours is so long."""

Button = ui.Button[Any]
LeafTo = Callable[[str, int], Address]
"""The address of a button, by its label and the page it leads to."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    button: Button | None = None
    """Beside it."""
    below: tuple[Button, ...] = ()
    heading: str = ""
    """Stands above the first of a page that has it."""

    def laid_out(self) -> Iterator[ui.Item[Any]]:
        text = shortened(self.text, _LONGEST)
        yield ui.Section(text, accessory=self.button) if self.button else ui.TextDisplay(text)
        if self.below:
            yield ui.ActionRow(*self.below)

    def needs(self, heading: str) -> tuple[int, int]:
        """How many parts, and how much text, with this heading above it."""
        parts = (3 if self.button else 1) + (1 + len(self.below) if self.below else 0)
        return parts + bool(heading), min(len(self.text), _LONGEST) + len(heading)


def paged(lines: Iterable[Line], *, parts: int = 0, length: int = 0) -> list[list[Line]]:
    """As many whole lines a page as Discord takes. So many parts, and so much text, stand there already."""
    pages: list[list[Line]] = []
    room = limits.PARTS - _FRAME - _LEAF - parts
    free = text = 0
    for line in lines:
        above = line.heading if not pages or pages[-1][-1].heading != line.heading else ""
        needed, long = line.needs(above)
        if not pages or needed > free or long > text:
            pages.append([])
            needed, long = line.needs(line.heading)
            free, text = room, limits.LAID_OUT - length
        pages[-1].append(line)
        free, text = free - needed, text - long
    return pages


def shown(lines: Sequence[Line]) -> Iterator[ui.Item[Any]]:
    """One page of them."""
    above = ""
    for line in lines:
        if line.heading and line.heading != above:
            yield ui.TextDisplay(line.heading)
        above = line.heading
        yield from line.laid_out()


def leaf(
    page: int, pages: int, words: Language, to: LeafTo, labels: tuple[str, str] = ("before", "after")
) -> Iterator[ui.Item[Any]]:
    """The row by which one leafs, if there is more than one page."""
    if pages < 2:
        return
    row: ui.ActionRow[Any] = ui.ActionRow()
    for label, there in zip(labels, (page - 1, page + 1), strict=True):
        button = controls.button(to(label, max(there, 0)), words.say(f"buttons.{label}"))
        button.disabled = not 0 <= there < pages
        row.add_item(button)
    here = words.say("rules.page", page=page + 1, pages=pages)
    row.add_item(ui.Button(label=here, disabled=True, custom_id="here"))
    yield row


def rows(items: Iterable[ui.Item[Any]]) -> Iterator[ui.ActionRow[Any]]:
    """Buttons side by side, as many as fit; a menu by itself."""
    buttons: list[ui.Item[Any]] = []
    for item in items:
        if not isinstance(item, ui.Button):
            yield ui.ActionRow(item)
        else:
            buttons.append(item)
    for row in controls.rows(buttons):
        yield ui.ActionRow(*row)


async def show(interaction: Interaction, items: Iterable[ui.Item[Any]]) -> None:
    """In the place of the page that was pressed on, and to whoever pressed alone."""
    message, response, view = interaction.message, interaction.response, laid_out(items)
    in_place = message is not None and message.flags.ephemeral and is_laid_out(message)
    if response.is_done():
        await (interaction.edit_original_response(view=view) if in_place else _send_after(interaction, view))
    elif in_place:
        await response.edit_message(view=view)
    else:
        await response.send_message(view=view, ephemeral=True)


async def _send_after(interaction: Interaction, view: ui.LayoutView) -> None:
    await interaction.followup.send(view=view, ephemeral=True)


async def tell_in_place(interaction: Interaction, said: str) -> None:
    """What became of something, in the place of its line in the list where it was pressed on."""
    message = interaction.message
    if message is None or not is_laid_out(message):
        await interaction.edit_original_response(content=said, view=None)
        return
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    for frame in view.children:
        if isinstance(frame, ui.Container):
            _settle(frame, _number(interaction), said)
    await interaction.edit_original_response(view=view)


def _settle(frame: ui.Container[Any], about: tuple[str, int], said: str) -> None:
    items, is_told = list(frame.children), False
    frame.clear_items()
    for item in items:
        inside = item.walk_children() if isinstance(item, ui.Section | ui.ActionRow) else ()
        if not any(_is_about(one, about) for one in inside):
            frame.add_item(item)
        elif not is_told:
            frame.add_item(ui.TextDisplay(said))
            is_told = True


def _is_about(item: ui.Item[Any], about: tuple[str, int]) -> bool:
    address = getattr(item, "custom_id", None) or ""
    if not ANY.fullmatch(address):
        return False
    read = Address.read(address)
    return (read.feature, read.number) == about


def _number(interaction: Interaction) -> tuple[str, int]:
    """Of which feature that was pressed, and its number."""
    data: Any = interaction.data
    address = Address.read(data["custom_id"])
    return address.feature, address.number
