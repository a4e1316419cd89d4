"""Direct messages with a bot that is a process of its own: a whole match there, and a door that is closed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.words.language import language
from engines import GAMES
from engines.game import Position
from engines.record import replay
from tests.patience import PATIENCE
from tests.process.club import Club
from tests.standin import BotProcess, Channel, Interaction, Message, Person, StandIn

EN = language("en")
THE_END = 400
"""Turns after which a match should be over."""


class Alone:
    """Anna plays against the computer in her direct messages."""

    def __init__(self, club: Club, game: str = "knopen") -> None:
        self.club = club
        self.anna: Person = club.discord.join("Anna")
        self.where: Channel = club.discord.direct(self.anna)
        self.number = 0
        self._game = game

    async def begin(self, level: int = 1) -> Interaction:
        answer = await self.anna.slash(f"play {self._game}", self.where, level=level)
        sql = "SELECT match FROM seats WHERE member = ?"
        await self.club.told(sql, self.anna.user.id)
        ((self.number,),) = self.club.rows(sql, self.anna.user.id)
        await self.answered()
        return answer

    @property
    def seat(self) -> int:
        ((seat,),) = self.club.rows(
            "SELECT seat FROM seats WHERE match = ? AND member = ?", self.number, self.anna.user.id
        )
        return int(seat)

    @property
    def record(self) -> list[str]:
        rows = self.club.rows("SELECT text FROM plies WHERE match = ? ORDER BY ply", self.number)
        return [text for (text,) in rows]

    @property
    def position(self) -> Position:
        ((options,),) = self.club.rows("SELECT options FROM matches WHERE id = ?", self.number)
        position: Position = replay(GAMES[self._game], json.loads(options), 2, self.record)
        return position

    @property
    def is_over(self) -> bool:
        return self.position.outcome is not None

    @property
    def boards(self) -> list[Message]:
        return [message for message in self.where.messages if message.attachments]

    async def answered(self, *, shown: bool = True) -> None:
        """Wait until it is her turn, or over; and until she sees it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (self._is_hers() and (self._is_shown() or not shown)):  # noqa: ASYNC110 - as in club.py
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"nobody answered: {self.record[-3:]}") from None

    def _is_hers(self) -> bool:
        return self.is_over or self.seat in self.position.to_move

    def _is_shown(self) -> bool:
        sql = "SELECT 1 FROM matches WHERE id = ? AND posted_ply = plies"
        return bool(self.club.rows(sql, self.number))

    async def move(self, where: Channel | None = None) -> Interaction:
        """Any move, also one of which the bot asks whether it is meant."""
        position = self.position
        chance = Random(len(self.record))  # noqa: S311 - nothing is at stake
        text = GAMES[self._game].write_move(chance.choice(position.legal_moves(self.seat)))
        answer = await self.anna.slash("move", where or self.where, text=text, match=self.number)
        for asked in answer.private:
            if any(button["custom_id"].startswith("play:go:") for button in asked.buttons):
                return await self.anna.click(asked, "play:go:")
        return answer


async def test_a_whole_match_is_played_there_over_kills_in_the_middle(club: Club) -> None:
    alone = Alone(club)
    await alone.begin()
    for turn in range(THE_END):
        plies = len(alone.record)
        await alone.move()
        assert len(alone.record) > plies
        if turn in (3, 6, 9):  # while the computer thinks, or just before, or just after
            await club.bot.kill()
            await club.bot.start()
        await alone.answered()
        if alone.is_over:
            break
    assert alone.is_over
    assert f"knopen-{alone.number}-{len(alone.record)}.png" in [
        file.name for file in alone.boards[-1].attachments
    ]
    assert len(alone.boards) <= 4, "one post, and another where a kill cut off an edit"
    assert not club.discord.table.messages
    assert not club.discord.threads
    boards = len(alone.boards)
    await alone.anna.click(alone.boards[-1], "challenge:rematch:")
    await club.told("SELECT 1 FROM matches WHERE guild = 0 AND ended_at IS NULL AND posted_ply = plies")
    assert len(alone.boards) == boards + 1
    club.check_log()
    club.check_words()


async def test_a_door_that_is_closed_costs_one_request_and_opens_again(club: Club) -> None:
    club.discord.age(2)  # each board is a new post
    alone = Alone(club, "kriskras")  # a turn of which is one move
    await alone.begin()
    club.discord.close_direct(alone.anna)
    posts = len(alone.boards)
    answer = await alone.move(club.discord.table)
    why = EN.say("refusals.cannot_write_to_you")
    await club.discord.until(lambda: EN.say("saved_not_shown", why=why) in answer.text)
    await alone.answered(shown=False)
    asked = len(club.discord.calls_of("POST", f"/channels/{alone.where.id}/messages"))
    second = await alone.anna.slash("board", match=alone.number)
    assert second.private
    assert len(club.discord.calls_of("POST", f"/channels/{alone.where.id}/messages")) == asked

    club.discord.open_direct(alone.anna)
    await alone.anna.slash("help", alone.where)
    await alone.answered()
    assert len(alone.boards) == posts + 1
    assert not any(str(alone.where.id) in line for line in club.bot.log)
    assert "Traceback" not in "\n".join(club.bot.log)


async def test_to_be_forgotten_in_the_middle_of_a_thought_leaves_nothing(club: Club) -> None:
    alone = Alone(club)
    await alone.begin()
    asked = await alone.anna.slash("privacy delete", alone.where)
    await alone.move()
    await alone.anna.click(asked.private[0], "preferences:erase:")
    await club.discord.until(lambda: asked.private[0].text == EN.say("privacy.done"))
    later = Alone(club)
    await later.begin()  # by then nobody thinks about the other any more
    for table in ("matches", "challenges"):
        assert club.rows(f"SELECT id FROM {table}") == [(later.number,)]
    assert {match for (match,) in club.rows("SELECT match FROM plies UNION SELECT match FROM seats")} == {
        later.number
    }
    club.check_log()


@pytest.fixture
async def sharded(tmp_path: Path) -> Any:
    """The guild belongs to the second shard; direct messages come to the first."""
    discord = StandIn()
    discord.gateway.shards = 2
    discord.world.guild_id |= 1 << 22
    discord.table.guild_id = discord.world.guild_id
    database = tmp_path / "speltafel.sqlite3"
    async with discord, BotProcess(discord, database=str(database)) as bot:
        await bot.said('"what": "ready"')
        yield Club(discord, bot, database)


async def test_direct_messages_come_to_the_first_shard(sharded: Club) -> None:
    alone = Alone(sharded)
    await alone.begin()
    await alone.move()
    await alone.answered()
    assert len(alone.boards) == 1
