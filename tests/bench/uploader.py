"""Empty handlers, the measure for a turn: they hear a command, say a word and upload a picture."""

from __future__ import annotations

import asyncio
import io
import os

import discord
from discord import app_commands

from engines import GAMES
from render import draw
from render.scene import Scene

SCENE = Scene("knopen", GAMES["knopen"].start({}, 2))
PICTURE = draw(SCENE)


class Uploader(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(upload)
        self.tree.add_command(draw_and_upload)

    async def setup_hook(self) -> None:
        await self.tree.sync()


@app_commands.command(description="Upload the picture that is there")
async def upload(asked: discord.Interaction) -> None:
    await asked.response.send_message("Here it is", ephemeral=True)
    await post(asked, PICTURE)


@app_commands.command(name="draw", description="Draw the picture, then upload it")
async def draw_and_upload(asked: discord.Interaction) -> None:
    await asked.response.send_message("Here it is", ephemeral=True)
    await post(asked, await asyncio.to_thread(draw, SCENE))


async def post(asked: discord.Interaction, picture: bytes) -> None:
    assert isinstance(asked.channel, discord.TextChannel)
    await asked.channel.send(file=discord.File(io.BytesIO(picture), "board.png"))


if __name__ == "__main__":
    Uploader().run(os.environ["SPELTAFEL_TOKEN"])
