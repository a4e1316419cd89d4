"""Matches of Knopen in a bot that is a process of its own: two members who play, and the file beside them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from bot.words.language import language
from engines import GAMES
from engines.game import Position
from engines.record import replay
from tests.patience import PATIENCE
from tests.standin import BotProcess, Channel, Interaction, Message, Person, StandIn

GAME = "knopen"
PLAYED = language("en").say("played", told="").strip()
"""The answer to a move that was saved begins so."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that somebody is about to make."""

    person: Person
    text: str
    ply: int
    place: Channel

    async def play(self) -> Interaction:
        """Type the move, and confirm it where the bot asks whether it is meant. Returns the last answer."""
        answer = await self.person.slash("move", channel=self.place, text=self.text)
        for asked in answer.private:
            if any(button["custom_id"].startswith("play:go:") for button in asked.buttons):
                return await self.person.click(asked, "play:go:")
        return answer


class Club:
    def __init__(self, discord: StandIn, bot: BotProcess, database: Path) -> None:
        self.discord = discord
        self.bot = bot
        self.database = database

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a stranger reads in the file while the bot writes it."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as reading:
            return reading.execute(sql, values).fetchall()

    async def told(self, sql: str, *values: object) -> None:
        """Wait until the file has such a row. Nothing wakes us when another process writes it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self.rows(sql, *values):  # noqa: ASYNC110 - another process writes it
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"the file never told: {sql} {values}") from None

    async def begin(self) -> Match:
        """A match whose first board is on the table."""
        match = Match(self, 1 + len(self.rows("SELECT id FROM matches")))
        await match.accept(await match.challenge())
        await match.settled()
        return match


class Match:
    """Anna challenges, Ben accepts. The number is the one it will have in the file."""

    def __init__(self, club: Club, number: int = 1) -> None:
        self.discord = club.discord
        self.anna = club.discord.join("Anna")
        self.ben = club.discord.join("Ben")
        self._club = club
        self._number = number

    async def challenge(self) -> Message:
        await self.anna.slash(f"play {GAME}", opponent=self.ben)
        return self.discord.table.last

    async def accept(self, challenge: Message) -> None:
        await self.ben.click(challenge, "challenge:accept:")

    @property
    def record(self) -> list[str]:
        rows = self._club.rows("SELECT text FROM plies WHERE match = ? ORDER BY ply", self._number)
        return [text for (text,) in rows]

    @property
    def position(self) -> Position:
        position: Position = replay(GAMES[GAME], {}, 2, self.record)
        return position

    @cached_property
    def place(self) -> Channel:
        """The thread it is played in."""
        ((venue,),) = self._club.rows("SELECT venue FROM matches WHERE id = ?", self._number)
        return self.discord.world.channel(venue)

    def next_turn(self) -> Turn:
        """The first legal move of whoever is to move: it captures whatever can be captured."""
        position = self.position
        (seat,) = position.to_move
        move = position.legal_moves(seat)[0]
        person = (self.anna, self.ben)[seat]
        return Turn(person, GAMES[GAME].write_move(move), len(self.record), self.place)

    async def play_turn(self) -> None:
        await self.next_turn().play()
        await self.settled()

    async def settled(self, plies: int = 0) -> None:
        """Wait until so many plies are saved, the newest board is on the table, and the file says so."""
        await self._club.told(
            "SELECT 1 FROM matches WHERE id = ? AND posted_ply = plies AND plies >= ?", self._number, plies
        )

    def boards(self) -> Counter[int]:
        """The plies that boards show, and how many boards show each."""
        names = (file.name for message in self.place.messages for file in message.attachments)
        found = (re.fullmatch(rf"{GAME}-{self._number}-(\d+)\.png", name) for name in names)
        return Counter(int(match[1]) for match in found if match)

    def check_boards(self) -> None:
        """The newest board is there, and no board is there twice."""
        boards = self.boards()
        assert len(self.record) in boards
        assert set(boards.values()) == {1}, boards


@asynccontextmanager
async def club_with_bot(folder: Path, **settings: str) -> AsyncIterator[Club]:
    database = folder / "speltafel.sqlite3"
    async with StandIn() as discord, BotProcess(discord, database=str(database), **settings) as bot:
        yield Club(discord, bot, database)
