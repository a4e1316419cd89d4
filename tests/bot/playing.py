"""A match of Alice and Bram at the simulated club, and the ways to bring it where a test wants it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import simcord

from bot.club.match import Match
from bot.club.matches import Matches
from tests.bot.simulated import Club, Member, Shown

THREE_TO_CAPTURE: Final = ("b7-c6", "b6-b7", "take b7", "c6-b6", "d2-d1")
"""After these Red may capture b4, b8 and more: a menu and two buttons."""
AN_OFFENCE: Final = ("e2-d3",)
"""Red breaks the rule of two: Blue may take a button."""
A_SHORT_MATCH: Final = (
    *("e2-g4", "d2-e2", "i6-g6", "hit c2 g2", "h2-h5", "h9-h10", "hit b5 i2", "e2-i6", "take h5"),
    *("g4-f4", "b6-b5", "take i5", "g6-j6", "hit b3 b7 i4 i8"),
)
"""Blue takes eight."""


@dataclass
class Table:
    """A match under way. `red` is who begins, by the lot, and `blue` the other: at Knopen they play these."""

    club: Club
    id: int
    red: Member
    blue: Member

    @property
    def venue(self) -> simcord.ChannelHandle:
        """Where it is played: its thread, if it has one."""
        threads = self.club.threads
        return threads[-1] if threads else self.club.channel

    @property
    def post(self) -> Shown:
        """The newest board."""
        return [post for post in self.club.posts(self.venue) if post.pictures or "```" in post.content][-1]

    @property
    def boards(self) -> list[Shown]:
        return [post for post in self.club.posts(self.venue) if post.pictures]

    async def match(self) -> Match:
        return await self.club.bot.table.matches.load(self.id)

    async def record(self) -> tuple[str, ...]:
        """What is in the file."""
        return await self.club.stored.record(self.id)

    async def mover(self) -> Member:
        """Whose turn it is."""
        match = await self.match()
        (seat,) = match.position.to_move
        return self.red if match.members[seat] == self.red.id else self.blue

    async def go_to(self, record: Sequence[str]) -> None:
        """Bring the match where another record left off: a record replays without any secret."""
        await self.club.rewrite(self.id, record)
        match = await self.match()
        positions = [*(played.before for played in match.played), match.position]
        first = next(min(position.to_move) for position in positions if min(position.to_move) >= 0)
        if match.members[first] != self.red.id:
            self.red, self.blue = self.blue, self.red
        await self.club.show_board(self.id)

    async def play(self, *texts: str) -> None:
        """Moves in writing, each by whoever is to move, in the bot's own room; then the board is shown."""
        for text in texts:
            match = await self.match()
            (seat,) = match.position.to_move
            await self.club.bot.table.matches.play(match, match.members[seat], match.read_move(seat, text))
        await self.club.show_board(self.id)


async def write(matches: Matches, match: Match, member: int, text: str) -> Match:
    """A member's move in writing, in the bot's own room."""
    return await matches.play(match, member, match.read_move(match.seat_of(member), text))


async def begin(
    club: Club, challenger: Member, opponent: Member, *, game: str = "knopen", **options: Any
) -> Table:
    """Challenge and accept."""
    challenge = await challenger.command(f"play {game}", opponent=opponent, **options)
    await opponent.press(challenge, "accept")
    number = max(await club.stored.running_of(challenger.id, club.guild.id))
    match = await club.bot.table.matches.load(number)
    (seat,) = match.position.to_move
    members = {member.id: member for member in (challenger, opponent)}
    first = members.pop(match.members[seat])
    return Table(club, number, first, *members.values())


@dataclass
class Round:
    """A match of more than two under way; the members by their seats, the host first."""

    club: Club
    id: int
    members: tuple[Member, ...]

    @property
    def venue(self) -> simcord.ChannelHandle:
        return self.club.threads[-1]

    @property
    def post(self) -> Shown:
        return [post for post in self.club.posts(self.venue) if post.pictures][-1]

    @property
    def boards(self) -> int:
        return len([post for post in self.club.posts(self.venue) if post.pictures])

    async def match(self) -> Match:
        return await self.club.bot.table.matches.load(self.id)

    async def record(self) -> tuple[str, ...]:
        return await self.club.stored.record(self.id)

    async def mover(self) -> Member:
        """Whose turn it is."""
        (seat,) = (await self.match()).position.to_move
        return self.members[seat]

    async def go_to(self, record: Sequence[str]) -> None:
        """Where another record left off, with the lot and the draws it had."""
        await self.club.rewrite(self.id, record)
        await self.club.show_board(self.id)


async def lobby(club: Club, game: str, host: Member, *guests: Member, **options: Any) -> Shown:
    """The post of a table that is laid, where these have sat down."""
    post = (await host.command(f"play {game}", **options)).public
    for guest in guests:
        await guest.press(post, "Join")
    return club.again(post)


async def started(club: Club, game: str, host: Member, *guests: Member, **options: Any) -> Round:
    post = await lobby(club, game, host, *guests, **options)
    await host.press(post, "Start")
    number = max(await club.stored.running_of(host.id, club.guild.id))
    return Round(club, number, (host, *guests))
