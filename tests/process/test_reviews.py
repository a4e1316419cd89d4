"""A review under way when the bot is killed: it is begun anew, and is there for whoever asks again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.process.club import club_with_bot
from tests.standin import Person

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the processes of a process")

WANTED = "SELECT 1 FROM reviews WHERE made_at IS NULL"
MADE = "SELECT 1 FROM reviews WHERE made_at IS NOT NULL"


async def test_a_review_that_was_under_way_is_made_after_a_kill(tmp_path: Path) -> None:
    async with club_with_bot(tmp_path, reviews="asked") as club:
        match = await club.begin()
        await match.play_turn()
        leaver: Person = match.anna
        resigning = f"play:resign_yes:{match.number}:{len(match.record)}"
        await leaver.send(leaver.pressing(leaver.whisper(match.venue), resigning))
        await club.told("SELECT 1 FROM matches WHERE ended_at IS NOT NULL")
        review = f"archive:review:{match.number}:0"
        await leaver.send(leaver.pressing(leaver.whisper(match.venue), review))
        await club.told(WANTED)
        await club.bot.kill()
        assert club.rows(WANTED)
        await club.bot.start()
        await club.told(MADE)
        again = await leaver.send(leaver.pressing(leaver.whisper(match.venue), review))
        await club.discord.until(lambda: f"Knopen #{match.number}" in again.text)
