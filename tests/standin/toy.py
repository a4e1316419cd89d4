"""The smallest bot that does what a table does: the stand-in is tested with it.

It is stopped by SIGTERM and reads its token where the real one does.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord
from discord import app_commands

PICTURE = b"\x89PNG" + bytes(50_000)


class Next(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"next:(?P<ply>\d+)"):
    def __init__(self, ply: int) -> None:
        super().__init__(discord.ui.Button(label="Next", custom_id=f"next:{ply}"))
        self.ply = ply

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["ply"]))

    async def callback(self, clicked: discord.Interaction[Any]) -> None:
        """A new post with the next button; the old one loses its own; a word in private."""
        assert clicked.message
        assert isinstance(clicked.channel, discord.abc.Messageable)
        await clicked.response.edit_message(view=None)
        await clicked.channel.send(
            f"ply {self.ply}", file=picture(), view=board(self.ply + 1), nonce=f"ply-{self.ply}"
        )
        await clicked.followup.send("done", ephemeral=True)


class Words(discord.ui.Modal, title="Words"):
    said: discord.ui.TextInput[Self] = discord.ui.TextInput(label="Say", custom_id="said")

    async def on_submit(self, form: discord.Interaction) -> None:
        await form.response.send_message(f"you said {self.said.value}", ephemeral=True)


class Toy(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(begin)
        self.tree.add_command(look)
        self.tree.add_command(later)
        self.tree.add_command(say)
        self.tree.add_command(attempt)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Next)
        await self.tree.sync()


def picture() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "board.png", description="a board")


def board(ply: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Next(ply))
    return view


@app_commands.command(description="Begin")
async def begin(asked: discord.Interaction, opponent: discord.Member) -> None:
    assert isinstance(asked.channel, discord.TextChannel)
    await asked.response.send_message(f"{asked.user.mention} against {opponent.mention}")
    thread = await (await asked.original_response()).create_thread(name="A match")
    await thread.send("ply 0", file=picture(), view=board(1), nonce="ply-0")


@app_commands.command(description="Look")
async def look(asked: discord.Interaction) -> None:
    """Components of the second version, with a picture among them."""
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://board.png")
    words: discord.ui.TextDisplay[discord.ui.LayoutView] = discord.ui.TextDisplay("Your board")
    view.add_item(discord.ui.Container(words, gallery))
    await asked.response.send_message(view=view, file=picture(), ephemeral=True)


@app_commands.command(description="Later")
async def later(asked: discord.Interaction) -> None:
    await asked.response.defer(ephemeral=True, thinking=True)
    await asked.edit_original_response(content="thought", attachments=[picture()])
    kept = (await asked.original_response()).attachments
    await asked.edit_original_response(content="thought twice", attachments=kept)


@app_commands.command(description="Say")
async def say(asked: discord.Interaction, word: str) -> None:
    await asked.response.send_modal(Words())


@say.autocomplete("word")
async def words(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=typed * 2, value=typed * 2)]


@app_commands.command(description="Attempt")
async def attempt(asked: discord.Interaction, what: str, where: str, message: str = "0") -> None:
    """Do it, and say what Discord answered."""
    await asked.response.defer(ephemeral=True)
    try:
        done = await ATTEMPTS[what](asked, int(where), int(message))
    except discord.HTTPException as error:
        done = f"{error.status} {error.code}"
    except Exception as error:  # noqa: BLE001 - to be told
        done = type(error).__name__
    await asked.followup.send("done" if done is None else str(done), ephemeral=True)


def place(asked: discord.Interaction, where: int) -> discord.PartialMessageable:
    return asked.client.get_partial_messageable(where, guild_id=asked.guild_id)


async def post(asked: discord.Interaction, where: int, _: int) -> None:
    await place(asked, where).send("said")


async def upload(asked: discord.Interaction, where: int, _: int) -> None:
    await place(asked, where).send("said", file=picture())


async def edit(asked: discord.Interaction, where: int, message: int) -> None:
    await place(asked, where).get_partial_message(message).edit(content="said once more")


async def look_back(asked: discord.Interaction, where: int, _: int) -> int:
    return len([one async for one in place(asked, where).history()])


async def branch(asked: discord.Interaction, where: int, message: int) -> None:
    await place(asked, where).get_partial_message(message).create_thread(name="A branch")


async def publish(asked: discord.Interaction, where: int, _: int) -> None:
    forum = asked.client.get_channel(where)
    assert isinstance(forum, discord.ForumChannel)
    await forum.create_thread(name="A post", content="the first", file=picture(), view=board(1))


async def know(asked: discord.Interaction, where: int, _: int) -> str:
    """What the bot has heard of it."""
    assert asked.guild
    channel = asked.guild.get_channel_or_thread(where)
    if channel is None:
        return "nothing"
    rights = channel.permissions_for(asked.guild.me)
    names = [name for name in ("view_channel", "send_messages", "attach_files") if getattr(rights, name)]
    return " ".join([type(channel).__name__, *names])


ATTEMPTS: dict[str, Callable[[discord.Interaction, int, int], Awaitable[object]]] = {
    "post": post,
    "upload": upload,
    "edit": edit,
    "look back": look_back,
    "branch": branch,
    "publish": publish,
    "know": know,
}


if __name__ == "__main__":
    Toy().run(os.environ["SPELTAFEL_TOKEN"])
