"""Tables of all games, played by members who never stop, in a bot that is killed again and again."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from engines import GAMES
from engines.record import BadRecord, replay
from tests.process.club import BEGUN_BY, PLAYED, Club, Match
from tests.standin import Channel, Hold, Message, When

SEATS: Final = (("knopen", 2), ("krabcek", 2), ("kriskras", 2), ("cubus", 2), ("cubus", 6))
MOST_REQUESTS: Final = 90
"""From a start to an instant at which it is killed. On a quiet machine it takes half a second."""
BETWEEN: Final = 0.01
"""Seconds from one request to another."""
LONGEST: Final = 0.6
"""Seconds to wait for a request that is aimed at, and may not come."""
AIMED: Final = (
    ("POST", "/channels/*/messages"),
    ("POST", "/channels/*/messages/*/threads"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*"),
    ("GET", "/channels/*/messages"),
)
"""Requests at which it is killed, before Discord did them or after."""
UNSHOWN: Final = (
    "SELECT id FROM matches WHERE posted_ply < plies UNION ALL"
    " SELECT -id FROM challenges WHERE shown_revision < revision"
)
BOARD: Final = re.compile(r"[a-z]+-(\d+)-(\d+)\.png")
_ANSWERED: Final = "play:"
"""How the addresses begin under a board that asks for the rest of a turn."""


@dataclass
class Toll:
    """What the kills cost."""

    kills: int = 0
    aimed: int = 0
    acknowledged: int = 0
    films: int = 0
    hints: int = 0
    lost: list[str] = field(default_factory=list)
    boards: int = 0
    twice: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    records: int = 0
    over: int = 0
    unreadable: list[str] = field(default_factory=list)

    @property
    def is_nothing(self) -> bool:
        return not (self.lost or self.twice or self.missing or self.unreadable)


class Table:
    """One match after the other in a channel of its own, each with members who have never played before."""

    def __init__(self, club: Club, game: str, seats: int, chance: Random, toll: Toll) -> None:
        self.acknowledged: dict[tuple[int, int], str] = {}
        self.channel = club.discord.world.open_channel(f"{game}-{seats}")
        self._club = club
        self._how: dict[str, Any] = {"game": game, "seats": seats, "channel": self.channel}
        if game == "cubus":
            self._how["hints"] = "on"
        self._chance = chance
        self._toll = toll
        self._match: Match | None = None
        self._is_begun = False

    async def play(self) -> None:
        """Until the bot dies."""
        while True:
            if self._match is None or (self._is_begun and self._match.is_over):
                self._match, self._is_begun = Match(self._club, **self._how), False
            if not self._is_begun:
                await self._begin(self._match)
            await self._play_turn(self._match)

    async def _begin(self, match: Match) -> None:
        """From wherever it was left off."""
        post = self._challenge(match) or await match.challenge()
        if not self._club.rows(BEGUN_BY, post.id):
            await self._take_up(match, post)
        await self._club.told(BEGUN_BY, post.id)
        ((match.number,),) = self._club.rows(BEGUN_BY, post.id)
        self._is_begun = True
        await match.settled()

    async def _take_up(self, match: Match, post: Message) -> None:
        sits = {member for (member,) in self._club.rows("SELECT member FROM guests")}
        for guest in match.members[1:]:
            if match.is_lobby and guest.user.id not in sits:
                await guest.click(post, "challenge:join:")
        await (match.anna if match.is_lobby else match.ben).click(post, f"challenge:{_last(match)}:")

    def _challenge(self, match: Match) -> Message | None:
        """The post of the match's own challenge, also if it came when nobody was waiting for it any more."""
        rows = self._club.rows(
            "SELECT message FROM challenges WHERE challenger = ? AND message IS NOT NULL", match.anna.user.id
        )
        return self.channel.posts[rows[0][0]] if rows else None

    async def _play_turn(self, match: Match) -> None:
        turn = match.next_turn(self._chance)
        whim = self._chance.random()
        if whim < 0.1:
            await turn.person.slash("replay", channel=self.channel, match=match.number)
            self._toll.films += 1
        elif whim < 0.3 and self._how["game"] == "cubus":
            await turn.person.slash("hint", channel=self.channel, match=match.number)
            self._toll.hints += 1
        answer = await turn.play()
        asks_on = any(str(part.get("custom_id")).startswith(_ANSWERED) for part in _parts(answer.private))
        if PLAYED in answer.text or asks_on:
            self._toll.acknowledged += 1
            self.acknowledged[match.number, turn.ply] = turn.text
        await match.settled(turn.ply + 1)


def _last(match: Match) -> str:
    return "start" if match.is_lobby else "accept"


def _parts(messages: list[Message]) -> list[dict[str, Any]]:
    return [part for message in messages for part in (*message.buttons, *message.selects)]


class Killing:
    def __init__(self, club: Club, seed: int) -> None:
        self.toll = Toll()
        self._club = club
        self._chance = Random(seed)  # noqa: S311 - nothing is at stake
        self._tables = [
            Table(club, game, seats, Random(seed + number), self.toll)  # noqa: S311
            for number, (game, seats) in enumerate(SEATS)
        ]

    async def go(self) -> None:
        """Play, kill, start again, and look whether all is there."""
        playing = [asyncio.create_task(table.play()) for table in self._tables]
        hold = await self._instant(playing)
        await self._club.bot.kill()
        if hold:
            hold.lose()
        self._club.discord.faults.clear()
        for task in playing:
            task.cancel()
        for ended in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        if self._chance.random() < 0.3:
            self._club.discord.forget_nonces()
        await self._club.bot.start()
        self.toll.kills += 1
        await self._settled()

    async def _instant(self, playing: list[asyncio.Task[None]]) -> Hold | None:
        """Any, or that of a request that is aimed at."""
        hold = None
        if self._chance.random() < 0.4:
            method, path = self._chance.choice(AIMED)
            when = self._chance.choice(list(When))
            await self._requests(MOST_REQUESTS // 2, playing)
            hold = self._club.discord.faults.hold(method, path, when)
            with suppress(TimeoutError):
                await hold.reached(LONGEST)
                self.toll.aimed += 1
        else:
            await self._requests(MOST_REQUESTS, playing)
            await asyncio.sleep(self._chance.uniform(0, BETWEEN))
        return hold

    async def _requests(self, most: int, playing: list[asyncio.Task[None]]) -> None:
        """So many or fewer, unless somebody cannot play any more."""
        calls = self._club.discord.calls
        wanted = len(calls) + self._chance.randint(0, most)
        coming = asyncio.create_task(self._club.discord.until(lambda: len(calls) >= wanted))
        await asyncio.wait({coming, *playing}, return_when=asyncio.FIRST_COMPLETED)
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)

    async def _settled(self) -> None:
        """Everything that was saved is shown."""
        try:
            await self._club.told(f"SELECT 1 WHERE NOT EXISTS ({UNSHOWN})")
        except AssertionError:
            self.toll.missing += [str(number) for (number,) in self._club.rows(UNSHOWN)]
        records = self._records()
        for table in self._tables:
            for (match, ply), text in table.acknowledged.items():
                line = (records.get(match, [])[ply : ply + 1] or ["nothing"])[0]
                if not line.endswith(text):  # where several answer, the seat stands before it
                    self.toll.lost.append(f"{match}.{ply} {text}, but there stands {line}")
            table.acknowledged.clear()

    def _records(self) -> dict[int, list[str]]:
        records: dict[int, list[str]] = {}
        for match, text in self._club.rows("SELECT match, text FROM plies ORDER BY match, ply"):
            records.setdefault(match, []).append(text)
        return records

    def count(self) -> Toll:
        """The dead and the living, at the end."""
        channels = list(self._club.discord.world.channels.values())
        boards = Counter(name for channel in channels for name in _boards(channel))
        self.toll.boards = boards.total()
        self.toll.twice = [name for name, count in boards.items() if count > 1]
        records = self._records()
        self.toll.records = len(records)
        matches = self._club.rows("SELECT id, game, options, plies, ended_at FROM matches")
        for number, game, options, plies, ended_at in matches:
            self.toll.over += ended_at is not None
            if f"{game}-{number}-{plies}.png" not in boards:
                self.toll.missing.append(f"{number}.{plies}")
            ((seats,),) = self._club.rows("SELECT count(*) FROM seats WHERE match = ?", number)
            try:
                replay(GAMES[game], json.loads(options), seats, records[number])
            except BadRecord as bad:
                self.toll.unreadable.append(f"{number}: {bad}")
        return self.toll


def _boards(channel: Channel) -> list[str]:
    return [file.name for post in channel.messages for file in post.attachments if BOARD.fullmatch(file.name)]
