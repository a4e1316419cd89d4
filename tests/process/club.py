"""Matches in a bot that is a process of its own: members who play, and the file beside them."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.database.where import Where
from bot.words.language import language
from engines import GAMES
from engines.game import Game, Position
from engines.record import replay
from tests import grown
from tests.databases import Stranger, setting_of
from tests.engines.walks import quick_play
from tests.patience import PATIENCE
from tests.standin import BotProcess, Channel, Interaction, Message, Person, StandIn

GAME = "knopen"
BEGUN_BY = (
    "SELECT matches.id FROM matches JOIN challenges ON challenges.id = matches.challenge"
    " WHERE challenges.message = ?"
)
"""The match that came of the challenge with that post."""
_OF_EVERY_LINE = ("at", "level", "from", "what", "why", "error")
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Fien")
PLAYED = language("en").say("played", told="").strip()
"""The answer to a move that was saved begins so."""
BROKEN = language("en").say("refusals.broken")
"""Never said once something was saved."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that somebody is about to make."""

    person: Person
    text: str
    ply: int
    venue: Channel
    match: int | None = None
    """None: the one that is played there."""

    async def play(self) -> Interaction:
        """Type the move, and confirm it where the bot asks whether it is meant. Returns the last answer."""
        which = {} if self.match is None else {"match": self.match}
        answer = await self.person.slash("move", channel=self.venue, text=self.text, **which)
        for asked in answer.private:
            if any(button["custom_id"].startswith("play:go:") for button in asked.buttons):
                return await self.person.click(asked, "play:go:")
        return answer


class Club:
    def __init__(self, discord: StandIn, bot: BotProcess, where: Where) -> None:
        self.discord = discord
        self.bot = bot
        self.stranger = Stranger(where)
        self.where = where

    @property
    def database(self) -> Path:
        """Of SQLite's."""
        assert isinstance(self.where, Path)
        return self.where

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a stranger reads in the file while the bot writes it."""
        return self.stranger.rows(sql, values)

    async def told(self, sql: str, *values: object) -> None:
        """Wait until the file has such a row. Nothing wakes us when another process writes it."""
        try:
            with self.stranger.asking(sql, values) as ask:
                async with asyncio.timeout(PATIENCE):
                    while not ask():  # noqa: ASYNC110 - another process writes it
                        await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"the file never told: {sql} {values}") from None

    def write(self, sql: str, *values: object) -> None:
        """What a stranger does to the file while the bot writes it."""
        self.stranger.write(sql, values)

    async def begin(self, **how: Any) -> Match:
        """A match whose first board is on the table."""
        match = Match(self, **how)
        challenge = await match.challenge()
        await match.accept(challenge)
        await self.told(BEGUN_BY, challenge.id)
        ((match.number,),) = self.rows(BEGUN_BY, challenge.id)
        await match.settled()
        return match

    # What must never be

    @property
    def complaints(self) -> Counter[str]:
        """Of the bot's own lines in the log, those that somebody has to look at: what each is about."""
        lines = [json.loads(line) for line in self.bot.log if line.startswith("{")]
        loud = (line for line in lines if line["level"] != "INFO" and line["from"].startswith("bot"))
        return Counter(
            ", ".join(f"{key} {value}" for key, value in line.items() if key not in _OF_EVERY_LINE)
            for line in loud
        )

    def check_log(self, lines: int = 1) -> None:
        """A line at most about each match, challenge or place that is in trouble, and no traceback."""
        log = "\n".join(self.bot.log)
        assert "Traceback" not in log, log
        assert max(self.complaints.values(), default=0) <= lines, self.complaints

    def check_words(self) -> None:
        """Nobody was told that something broke."""
        said = [interaction.text for interaction in self.discord.interactions]
        faults = [line for line in self.bot.log if "ERROR" in line]
        assert not [text for text in said if BROKEN in text], faults


class Match:
    """Anna challenges, Ben accepts; at a table for more the others join. The number is that of the file."""

    def __init__(
        self,
        club: Club,
        number: int = 1,
        *,
        game: str = GAME,
        seats: int = 2,
        channel: Channel | None = None,
        **options: Any,
    ) -> None:
        self.discord = club.discord
        self.number = number
        self.members = [club.discord.join(name) for name in NAMES[:seats]]
        self.anna, self.ben, *_ = self.members
        self._club = club
        self._game: Game[Any] = GAMES[game]
        self.table = channel or club.discord.table
        self._options = options

    @property
    def is_lobby(self) -> bool:
        return len(self.members) > 2

    async def challenge(self) -> Message:
        options = self._options if self.is_lobby else {"opponent": self.ben, **self._options}
        asked = await self.anna.slash(f"play {self._game.name}", channel=self.table, **options)
        return asked.messages[0]

    async def accept(self, challenge: Message) -> None:
        if not self.is_lobby:
            await self.ben.click(challenge, "challenge:accept:")
            return
        for guest in self.members[1:]:
            await guest.click(challenge, "challenge:join:")
        await self.anna.click(challenge, "challenge:start:")

    @property
    def record(self) -> list[str]:
        rows = self._club.rows("SELECT text FROM plies WHERE match = ? ORDER BY ply", self.number)
        return [text for (text,) in rows]

    @property
    def position(self) -> Position:
        ((options,),) = self._club.rows("SELECT options FROM matches WHERE id = ?", self.number)
        position: Position = replay(self._game, json.loads(options), len(self.seated), self.record)
        return position

    @property
    def seated(self) -> list[Person]:
        """The members by their seats."""
        rows = self._club.rows("SELECT member FROM seats WHERE match = ? ORDER BY seat", self.number)
        known = {person.user.id: person for person in self.members}
        return [known[member] for (member,) in rows]

    @property
    def venue(self) -> Channel:
        """The thread or channel it is played in."""
        ((venue,),) = self._club.rows("SELECT venue FROM matches WHERE id = ?", self.number)
        return self.discord.world.channels[venue]

    @property
    def posts(self) -> str:
        """Where its boards are posted."""
        return f"/channels/{self.venue.id}/messages"

    @property
    def is_over(self) -> bool:
        return not self.position.to_move

    def next_turn(self, chance: Random | None = None) -> Turn:
        """The first legal move of whoever is to move, or any: it captures whatever can be captured."""
        position, choose = self.position, chance or Random(len(self.record))  # noqa: S311 - no stakes
        seat = min(position.to_move) if chance is None else choose.choice(sorted(position.to_move))
        if not position.can_list_moves(seat):
            play = quick_play(self._game.name)
            assert play is not None
            move = play(position, choose)
        else:
            moves = position.legal_moves(seat)
            move = moves[0] if chance is None else choose.choice(moves)
        return self.turn(seat, self._game.write_move(move))

    def turn(self, seat: int, text: str) -> Turn:
        venue = self.discord.world.channels.get(self._venue, self.discord.table)
        return Turn(self.seated[seat], text, len(self.record), venue, self.number)

    @property
    def _venue(self) -> int:
        ((venue,),) = self._club.rows(
            "SELECT coalesce(venue, channel) FROM matches WHERE id = ?", self.number
        )
        return int(venue)

    async def play_turn(self) -> None:
        await self.next_turn().play()
        await self.settled()

    async def play(self, *texts: str) -> None:
        """These moves, each by whoever is to move; the last board is on the table then."""
        for text in texts:
            (seat,) = self.position.to_move
            await self.turn(seat, text).play()
        await self.settled()

    async def settled(self, plies: int = 0) -> None:
        """Wait until so many plies are saved, the newest board is on the table, and the file says so."""
        await self._club.told(
            "SELECT 1 FROM matches WHERE id = ? AND posted_ply = plies AND plies >= ?", self.number, plies
        )

    async def fall_silent(self, *, shown: bool = True) -> None:
        """The time of whoever is to move is over; wait until that is answered, and everybody sees it."""
        self._club.write("UPDATE matches SET due = 1 WHERE id = ? AND ended_at IS NULL", self.number)
        # A bot that was away for some seconds has given them back: that is no answer yet.
        await self._club.told(
            "SELECT 1 FROM matches WHERE id = ? AND coalesce(due, 86400) >= 86400", self.number
        )
        if shown:
            await self.settled()

    @property
    def board(self) -> Message:
        """The newest one that everybody can see."""
        ((post,),) = self._club.rows("SELECT post FROM matches WHERE id = ?", self.number)
        return self.discord.world.channels[self._venue].posts[post]

    def boards(self) -> Counter[int]:
        """The plies that boards show, wherever they hang, and how many boards show each."""
        names = (
            file.name
            for channel in self.discord.world.channels.values()
            for message in channel.messages
            for file in message.attachments
        )
        found = (re.fullmatch(rf"{self._game.name}-{self.number}-(\d+)\.png", name) for name in names)
        return Counter(int(match[1]) for match in found if match)

    def check_boards(self) -> None:
        """The newest board is there, and no board is there twice."""
        boards = self.boards()
        assert len(self.record) in boards
        assert set(boards.values()) == {1}, boards


@asynccontextmanager
async def club_with_bot(folder: Path, where: Where | None = None, **settings: str) -> AsyncIterator[Club]:
    if where is None:
        where = folder / "speltafel.sqlite3"
        grown.lay_out(where)
    settings = {"database": setting_of(where), "folder": str(folder), **settings}
    async with StandIn() as discord, BotProcess(discord, **settings) as bot:
        club = Club(discord, bot, where)
        try:
            yield club
        finally:
            club.stranger.close()
