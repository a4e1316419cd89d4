"""Without a token there is one clear sentence; with one, nobody ever reads it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from pathlib import Path

import pytest

from bot.hosting.log import _JsonLines, _PlainLines
from bot.words.language import language
from tests.process.club import Club, club_with_bot
from tests.standin import TOKEN, BotProcess, StandIn

ROOT = Path(__file__).parents[2]


async def run_without_token(folder: Path) -> tuple[int, str]:
    """`python -m bot` in an empty folder: its exit code, and all it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_without_a_token_one_sentence_names_the_sandbox(tmp_path: Path) -> None:
    code, said = await run_without_token(tmp_path)
    assert code != 0
    assert len(said.splitlines()) == 1
    assert "SPELTAFEL_TOKEN" in said
    assert "python -m bot sandbox" in said


def test_without_a_token_nothing_is_created(tmp_path: Path) -> None:
    asyncio.run(run_without_token(tmp_path))
    assert list(tmp_path.iterdir()) == []


async def test_a_token_that_discord_refuses_is_said_so_and_not_shown(tmp_path: Path) -> None:
    async with StandIn() as discord:
        discord.faults.fail("GET", "/users/@me", status=401)
        bot = BotProcess(discord, database=str(tmp_path / "club.sqlite3"))
        with pytest.raises(AssertionError):
            await bot.start()
        assert await bot.ended() != 0
        said = "\n".join(bot.log)
        assert "Discord does not know this token" in said
        assert TOKEN not in said
        assert "Traceback" not in said


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
async def test_the_log_is_json_line_by_line_and_never_shows_the_token(tmp_path: Path, level: str) -> None:
    """Also where Discord is out of order, and where something breaks."""
    async with club_with_bot(tmp_path, log_level=level) as club:
        await play_among_errors(club)
        await club.bot.stop()
        lines = [json.loads(line) for line in club.bot.log]
    assert {line["level"] for line in lines} >= {"INFO", "WARNING"}
    assert all({"at", "level", "from", "what"} <= set(line) for line in lines)
    assert TOKEN not in "\n".join(club.bot.log)


@pytest.mark.parametrize("lines", [_JsonLines, _PlainLines])
def test_a_token_that_comes_into_the_log_is_hidden(lines: type[_JsonLines | _PlainLines]) -> None:
    """In what is said, in what is said besides, and in a traceback."""
    try:
        int(f"Bot {TOKEN}")
    except ValueError:
        record = logging.LogRecord("bot", logging.ERROR, "", 0, "sent %s", (TOKEN,), sys.exc_info())
    record.header = TOKEN
    written = lines(TOKEN).format(record)
    assert "invalid literal" in written
    assert TOKEN not in written


async def play_among_errors(club: Club) -> None:
    match = await club.begin()
    club.discord.faults.fail("POST", "/channels/*/messages", status=400, code=50_035)
    answer = await match.next_turn().play()
    unseen = language("en").say("saved_not_shown", why="").strip()
    await club.discord.until(lambda: any(unseen in message.text for message in answer.messages))
    await club.discord.gateway.drop()
    await club.discord.until(lambda: club.discord.gateway.resumes == 1)
