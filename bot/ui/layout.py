"""A post as everybody reads it: how it is laid out of its parts, and how one that hangs is read again.

All of it is components in one container: what happened, the picture, what is asked, the buttons, small print.
What hung there before posts were laid out so is read, too, and is laid out when it is next changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.ui import limits

Rows = Sequence[Sequence[ui.Item[Any]]]
_ASKED: Final = 1000
"""The number of what is asked, among the parts of a post. Discord numbers the others from 1."""


@dataclass(frozen=True, slots=True)
class Layout:
    """From top to bottom; what is empty is left out."""

    colour: int
    """Of the edge: of whoever is to move."""
    told: str
    above: Sequence[tuple[str, str]] = ()
    """Pictures of what is told, each by itself: the names of their files, and their alt texts."""
    picture: str = ""
    """The name of its file, which is sent along or hangs there already."""
    alt: str = ""
    asked: str = ""
    """Whose turn it is, and the like: true as long as this is the newest post."""
    result: str = ""
    """How it ended. That stays."""
    below: Sequence[tuple[str, str]] = ()
    """Pictures of what is said there, each by itself, as above."""
    rows: Rows = ()
    small: str = ""

    @property
    def view(self) -> ui.LayoutView:
        parts = [*_texts(self.told), *_galleries((*self.above, (self.picture, self.alt)))]
        parts += [*_texts(self.asked, _ASKED), *_texts(self.result), *_galleries(self.below)]
        parts += [*(ui.ActionRow(*row) for row in self.rows if row), *_texts(self.small)]
        return laid_out(parts, self.colour)

    def with_picture(self, files: Sequence[discord.File], letters: str) -> Layout:
        """The picture or, where drawing has failed, the board in letters."""
        if not files:
            return replace(self, told=f"{self.told}{letters}", picture="", alt="")
        return replace(self, picture=files[0].filename, alt=files[0].description or "")

    def begun_with(self, line: str) -> Layout:
        return replace(self, told=f"{line}\n{self.told}")

    @property
    def superseded(self) -> Layout:
        """As it stays when another has followed it: it asks nobody for anything."""
        return replace(self, asked="", rows=())


def laid_out(parts: Iterable[ui.Item[Any]], colour: int | None = None) -> ui.LayoutView:
    """In one frame, perhaps with an edge of some colour."""
    return _kept_by_nobody(ui.LayoutView(timeout=None).add_item(ui.Container(*parts, accent_colour=colour)))


def galleries(pictures: Iterable[discord.File]) -> list[ui.Item[Any]]:
    """As the post shows them that they are sent with."""
    return _galleries((picture.filename, picture.description or "") for picture in pictures)


def _texts(text: str, known_as: int | None = None) -> list[ui.Item[Any]]:
    return [ui.TextDisplay(text, id=known_as)] if text else []


def _galleries(pictures: Iterable[tuple[str, str]]) -> list[ui.Item[Any]]:
    """One each: side by side they would be cut to squares."""
    return [
        ui.MediaGallery(discord.MediaGalleryItem(_attached(name), description=alt or None))
        for name, alt in pictures
        if name
    ]


def _attached(name: str) -> str:
    return f"attachment://{name}"


def _kept_by_nobody(view: ui.LayoutView) -> ui.LayoutView:
    """Not by discord.py: its buttons are heard by address, also after a restart."""
    view.stop()
    return view


# What hangs there


def is_laid_out(message: discord.Message | None) -> bool:
    return message is not None and message.flags.components_v2


def words_of(message: discord.Message) -> str:
    """All that a message says, wherever it stands."""
    displayed = (part.content for part in _parts(message.components) if isinstance(part, discord.TextDisplay))
    return "\n".join(filter(None, (message.content, *displayed)))


def custom_ids(message: discord.Message) -> Iterator[str]:
    for part in _parts(message.components):
        custom_id = getattr(part, "custom_id", None)
        if custom_id:
            yield custom_id


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))
        yield from _parts(filter(None, [getattr(component, "accessory", None)]))


def reworded(
    message: discord.Message,
    reword: Callable[[str], str] = str,
    *,
    asks: bool = True,
    pictures: Mapping[str, str] | None = None,
) -> ui.LayoutView:
    """What hangs there, in other words, or asking nobody any more. Its pictures stay, by their names; or
    these do, by the names of their files, with these alt texts.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        match item:
            case ui.TextDisplay(id=number) if number == _ASKED and not asks:
                _holder_of(item, view).remove_item(item)
            case ui.TextDisplay():
                item.content = reword(item.content)
            case ui.MediaGallery():
                item.items = list(_by_name(item.items, pictures))
                if not item.items:
                    _holder_of(item, view).remove_item(item)
            case ui.ActionRow() if not asks:
                _holder_of(item, view).remove_item(item)
            case _:
                pass
    return _kept_by_nobody(view)


def _holder_of(item: ui.Item[Any], view: ui.LayoutView) -> ui.Container[Any] | ui.LayoutView:
    return item.parent if isinstance(item.parent, ui.Container) else view


def _by_name(
    items: Iterable[discord.MediaGalleryItem], pictures: Mapping[str, str] | None
) -> Iterator[discord.MediaGalleryItem]:
    """A picture that hangs there is named as when it was sent: its address is not for long."""
    for shown in items:
        name = _name_of(shown)
        if pictures is None or name in pictures:
            alt = shown.description if pictures is None else pictures[name]
            yield discord.MediaGalleryItem(_attached(name), description=alt or None)


def _name_of(shown: discord.MediaGalleryItem) -> str:
    return PurePosixPath(urlsplit(shown.media.url).path).name


async def supersede(post: discord.PartialMessage, layout: Layout | None) -> None:
    """Another has followed it. `layout`: as it hangs there; if that is not known, Discord is asked."""
    quiet = discord.AllowedMentions.none()
    if layout is not None:
        await post.edit(view=layout.superseded.view, allowed_mentions=quiet)
        return
    message = await post.fetch()
    if is_laid_out(message):
        await post.edit(view=reworded(message, asks=False), allowed_mentions=quiet)
    else:
        await post.edit(view=None)


class Hanging:
    """What was posted lately, to be changed without asking Discord how it looks."""

    def __init__(self) -> None:
        self._layouts: OrderedDict[int, Layout] = OrderedDict()

    def note(self, post: int, layout: Layout) -> None:
        self._layouts[post] = layout.superseded
        self._layouts.move_to_end(post)
        if len(self._layouts) > limits.HANGING:
            self._layouts.popitem(last=False)

    def take(self, post: int) -> Layout | None:
        return self._layouts.pop(post, None)
