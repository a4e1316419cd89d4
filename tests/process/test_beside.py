"""What whoever hosts the bot does beside it: look, copy, forget; and what is refused while it runs."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.words.language import language
from tests.bot.erased import places_of, traces_of
from tests.patience import PATIENCE
from tests.process.club import Club, Match, club_with_bot
from tests.standin import BotProcess
from tests.standin.process import begun

WIPED = "Nothing of it is left in the bytes of the file."
READY = '"what": "ready"'
EVERY_FILE = (
    *("speltafel.sqlite3", "speltafel.sqlite3-wal", "speltafel.sqlite3-shm"),
    *("speltafel.sqlite3-lock", "speltafel.sqlite3-alive", "copy.sqlite3"),
)


async def beside(database: Path, *arguments: str) -> tuple[int, str]:
    """`python -m bot ...` with the settings of the bot: the exit code, and all that it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL_")}
    process = await begun("bot", *arguments, environment=environment | {"SPELTAFEL_DATABASE": str(database)})
    assert process.stdout
    said = await process.stdout.read()
    return await process.wait(), said.decode()


async def status(club: Club) -> dict[str, Any]:
    code, said = await beside(club.database, "status", "--json")
    assert code == 0
    told: dict[str, Any] = json.loads(said)
    return told


# One bot a file


async def test_a_second_bot_on_the_same_file_is_refused(club: Club) -> None:
    second = BotProcess(club.discord, database=str(club.database))
    with pytest.raises(AssertionError, match="A bot is playing with"):
        async with second:
            pass
    assert await second.ended() == 2
    assert len(second.log) == 1
    await (await club.begin()).play_turn()


async def test_the_lock_ends_with_a_bot_that_is_killed(club: Club) -> None:
    await club.bot.kill()
    await club.bot.start()


async def test_ratings_are_not_computed_anew_beside_a_running_bot(club: Club) -> None:
    code, said = await beside(club.database, "ratings", "rebuild")
    assert (code, "Stop it first" in said) == (2, True)
    await club.bot.stop()
    assert await beside(club.database, "ratings", "rebuild") == (0, "0 finished matches read.\n")


# Whose the files are


@pytest.fixture
def _anybody_may_read() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes_in(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


@pytest.mark.usefixtures("_anybody_may_read")
async def test_every_file_beside_the_bot_is_its_owners(tmp_path: Path) -> None:
    async with club_with_bot(tmp_path) as club:
        await club.bot.said(READY)
        await club.begin()
        await beside(club.database, "backup", str(tmp_path / "copy.sqlite3"))
        assert modes_in(tmp_path) == dict.fromkeys(EVERY_FILE, "0o600")


# Looking


async def test_the_status_of_a_running_bot(club: Club) -> None:
    await club.begin()
    await Match(club).challenge()
    await club.told("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM challenges WHERE shown_revision < revision)")
    await club.bot.said(READY)
    told = await status(club)
    assert (told["running"], told["fault"]) == (True, None)
    assert (told["running_matches"], told["open_challenges"]) == (1, 1)
    assert (told["waiting_boards"], told["waiting_challenges"], told["waits_since"]) == (0, [], None)
    assert told["file_size"] > 0
    code, said = await beside(club.database, "status")
    assert code == 0
    assert "running since" in said
    assert "1 running" in said


async def test_the_status_tells_what_nobody_has_seen(club: Club) -> None:
    match = await club.begin()
    hold = club.discord.faults.hold("POST", "/channels/*/messages")
    playing = asyncio.create_task(match.next_turn().play())
    await hold.reached()
    told = await status(club)
    assert told["waiting_boards"] == 1
    ((since,),) = club.rows("SELECT max(at) FROM plies")
    assert told["waits_since"] == since
    hold.release()
    await playing


async def test_the_sign_of_life_tells_of_the_shards_and_what_went_wrong(tmp_path: Path) -> None:
    async with club_with_bot(tmp_path) as club:
        match = await club.begin()
        club.discord.faults.fail("POST", "/channels/*/messages", status=400, code=50_035)
        await match.next_turn().play()
        sign = await told_of_itself(club, "errors")
        assert sign["shards"]["0"]["connected"]
        assert sign["errors"][0]["level"] in ("ERROR", "WARNING")
        assert "bot." in sign["errors"][0]["source"]
        people = [match.anna.user, match.ben.user, club.discord.world.bot]
        assert not any(str(user.id) in json.dumps(sign) for user in people)
        assert not any(user.name in json.dumps(sign) for user in people[:2])


async def told_of_itself(club: Club, what: str) -> dict[str, Any]:
    """The sign of life, as soon as it tells of something."""
    async with asyncio.timeout(PATIENCE):
        while not ((sign := (await status(club))["sign_of_life"]) and sign[what]):  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # another process writes it
    told: dict[str, Any] = sign
    return told


async def test_the_status_of_a_bot_that_has_ended(club: Club) -> None:
    await club.bot.said(READY)
    await club.bot.stop()
    told = await status(club)
    assert (told["running"], told["running_matches"]) == (False, 0)
    assert "It was stopped" in told["fault"]
    assert "not running; last sign of life" in (await beside(club.database, "status"))[1]


async def test_the_status_tells_why_it_has_ended(club: Club) -> None:
    await club.bot.said(READY)
    await club.discord.gateway.hang_up(4004)
    await club.bot.ended()
    assert "does not know this token" in (await status(club))["fault"]


async def test_looking_at_a_bot_that_was_killed_leaves_its_journal_alone(club: Club) -> None:
    await club.begin()
    await club.bot.kill()
    journal = club.database.with_name(f"{club.database.name}-wal")
    before = journal.read_bytes()
    assert (await status(club))["running_matches"] == 1
    assert journal.read_bytes() == before


async def test_a_healthy_bot_has_nothing_to_say(club: Club) -> None:
    await club.bot.said(READY)
    await told_of_itself(club, "connected_at")
    assert await beside(club.database, "health") == (0, "")
    await club.bot.stop()
    code, said = await beside(club.database, "health")
    assert (code, said.count("\n")) == (1, 1)
    assert "has ended" in said


# Numbers


async def test_an_old_button_names_no_new_challenge_when_the_journal_is_lost(club: Club) -> None:
    match = Match(club)
    old = await match.challenge()
    await club.bot.kill()
    for companion in ("-wal", "-shm"):
        club.database.with_name(club.database.name + companion).unlink()
    await club.bot.start()
    await match.anna.slash("play knopen")
    clicked = await match.ben.click(old, "challenge:accept:")
    await club.discord.until(lambda: clicked.text)
    assert language("en").refusal("no_challenge", {}) in clicked.text
    assert club.rows("SELECT count(*) FROM matches") == [(0,)]


# Forgetting


async def test_a_member_is_forgotten_beside_the_running_bot(club: Club) -> None:
    match = await club.begin()
    await match.play_turn()
    await match.anna.slash("play knopen")
    number = match.anna.user.id
    code, said = await beside(club.database, "forget", "member", str(number))
    assert code == 0
    assert said.startswith(f"The member {number} is forgotten")
    assert "running matches: 1, open challenges: 1" in said
    assert club.rows("SELECT count(*) FROM seats WHERE member = ?", number) == [(0,)]
    assert club.rows("SELECT count(*) FROM people WHERE member = ?", number) == [(0,)]
    await Match(club).challenge()


async def test_a_server_is_forgotten_beside_the_running_bot(club: Club) -> None:
    await club.begin()
    guild = str(club.discord.world.guild_id)
    assert await beside(club.database, "forget", "server", guild) == (
        0,
        f"The server {guild} is forgotten (matches: 1, challenges: 1). {WIPED}\n",
    )
    assert club.rows("SELECT count(*) FROM matches") == [(0,)]
    assert traces_of(club.database, club.discord.world.guild_id) == {}


async def test_whoever_is_forgotten_beside_the_bot_is_gone_from_the_file_and_from_discord(
    hasty: Club,
) -> None:
    match = await hasty.begin(game="cubus", seats=3)
    board, thread = match.board, match.venue
    anna = match.anna.user
    assert "Anna" in thread.name
    assert places_of(hasty.database, anna.id)
    code, said = await beside(hasty.database, "forget", "member", str(anna.id))
    assert code == 0
    assert "changed while the bot runs: 2." in said
    await hasty.told("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM traces)")
    await hasty.told("SELECT 1 FROM house WHERE name = 'unwiped' AND value = 0")
    assert places_of(hasty.database, anna.id, "Anna") == set()
    assert traces_of(hasty.database, anna.id) == {}
    assert thread.name == "Cubus 1: a former member – Ben – Carl"  # noqa: RUF001 - as threads are called
    everywhere = [post for channel in hasty.discord.world.channels.values() for post in channel.messages]
    assert not [post for post in everywhere if f"<@{anna.id}>" in post.text and not post.is_private]
    assert board.edits > 0
    hasty.check_log()


async def test_who_was_never_here_is_said_to_be_unknown(club: Club) -> None:
    code, said = await beside(club.database, "forget", "member", "198622483471925248")
    assert (code, said) == (0, f"Nothing was stored of the member 198622483471925248. {WIPED}\n")


async def test_what_is_no_number_of_discords_is_forgotten_by_nobody(club: Club) -> None:
    assert await beside(club.database, "forget", "member", "-1") == (2, "That is no number of Discord's.\n")


async def test_while_somebody_reads_the_running_bot_wipes_it_later(hasty: Club) -> None:
    match = await hasty.begin()
    number = match.anna.user.id
    with closing(sqlite3.connect(hasty.database)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM seats").fetchall()
        code, said = await beside(hasty.database, "forget", "member", str(number))
        assert code == 0
        assert "wiped by the running bot" in said
    await hasty.told("SELECT 1 FROM house WHERE name = 'unwiped' AND value = 0")
    assert traces_of(hasty.database, number) == {}


@pytest.mark.parametrize("asked", ["forget member 1", "backup copy.sqlite3", "ratings rebuild"])
async def test_nothing_is_made_where_there_is_no_database(tmp_path: Path, asked: str) -> None:
    code, said = await beside(tmp_path / "nothing.sqlite3", *asked.split())
    assert (code, "There is no database" in said) == (2, True)
    assert modes_in(tmp_path) == {}
