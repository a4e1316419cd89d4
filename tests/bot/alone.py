"""A match that a member plays against the computer, and a thinker that can be listened to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.club import thinker
from bot.club.match import Match
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.costs import shared
from tests.standin import pondering
from tests.standin.pondering import Pondering


@dataclass
class Alone:
    club: Club
    member: Member
    id: int

    @property
    def posts(self) -> list[Shown]:
        """All boards there are of it, the oldest first."""
        address = f":{self.id}:"
        return [
            post
            for post in self.club.posts(self.club.channel)
            if any(f"-{self.id}-" in picture.name for picture in post.pictures)
            or any(address in button.custom_id for button in post.buttons)
        ]

    @property
    def post(self) -> Shown:
        return self.posts[-1]

    async def match(self) -> Match:
        return await self.club.bot.table.matches.load(self.id)

    async def answered(self) -> None:
        """When nobody thinks any more."""
        await self.club.bot.table.posts.answers.done()
        await self.club.bot.table.posts.background.done()

    async def move(self, text: str | None = None) -> Answer:
        """In writing; the first that is suggested. What is asked back is confirmed."""
        if text is None:
            text = next(iter((await self.member.suggestions("move", "text", "", match=self.id)).values()))
        answer = await self.member.command("move", text=text, match=self.id)
        if answer.asks(":go:"):
            answer = await self.member.press(answer, ":go:")
        return answer

    async def record(self) -> tuple[str, ...]:
        return await self.club.stored.record(self.id)


async def alone(club: Club, member: Member, game: str = "knopen", **options: Any) -> Alone:
    """With the computer's first turn, if it begins."""
    await member.command(f"play {game}", **{"level": 1, **options})
    number = max(await club.stored.running_of(member.id, club.guild.id))
    match = Alone(club, member, number)
    await match.answered()
    return match


def make_pondering(folder: Path, patch: pytest.MonkeyPatch) -> Pondering:
    patch.setenv(pondering.FOLDER, str(folder))
    patch.setattr(thinker, "PROGRAM", (pondering.__file__,))
    with shared():
        thinker.end_all()  # those that know only how to think
    return Pondering(folder)
