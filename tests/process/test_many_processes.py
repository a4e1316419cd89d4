"""Several processes are one bot: each has its shards, and takes those of the dead."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path

import pytest

from bot.database.where import Server
from tests.costs import shared
from tests.databases import PostgresServer, setting_of
from tests.patience import PATIENCE
from tests.process.club import Match, Turn
from tests.process.many import COMES, ManyClub, many_bots
from tests.standin import BotProcess
from tests.standin.process import begun

HASTE = "30"
LESS_HASTE = "6"
A_SECOND = 12
"""Requests that Discord takes there; as busy as with fifty a machine may never get."""

pytestmark = pytest.mark.postgres


@pytest.fixture
def server(postgres_server: PostgresServer) -> Server:
    return postgres_server.new()


@pytest.fixture
async def many(tmp_path: Path, server: Server) -> AsyncIterator[ManyClub]:
    async with many_bots(tmp_path, server, test_haste=HASTE) as club:
        yield club


async def everywhere(many: ManyClub) -> list[Match]:
    """A match on a server of every shard."""
    return [await many.begin(channel=table) for table in many.tables]


async def test_each_process_plays_on_the_servers_of_its_shards(many: ManyClub) -> None:
    assert [many.holders(number) for number in (0, 1)] == [{0, 1}, {2, 3}]
    for match in await everywhere(many):
        await match.play_turn()
        match.check_boards()


async def test_sessions_of_all_processes_begin_one_after_the_other(tmp_path: Path, server: Server) -> None:
    async with many_bots(tmp_path, server, processes=4, test_haste=LESS_HASTE) as many:
        assert len(many.discord.gateway.sessions) == 4
        assert many.discord.gateway.too_early == []


async def test_all_processes_together_ask_no_more_than_discord_takes(tmp_path: Path, server: Server) -> None:
    async with many_bots(tmp_path, server, test_haste=HASTE, test_pace=str(A_SECOND)) as many:
        many.discord.limit(A_SECOND)
        asked = len(many.discord.calls)
        matches = await asyncio.gather(*(many.begin(channel=table) for table in (*many.tables, *many.tables)))
        await asyncio.gather(*(match.play_turn() for match in matches))
        assert len([call for call in many.discord.calls[asked:] if call.is_counted]) > 3 * A_SECOND
        assert not [call for call in many.discord.calls if call.status == HTTPStatus.TOO_MANY_REQUESTS]


async def test_the_shards_of_a_process_that_died_are_taken_over_and_given_back(many: ManyClub) -> None:
    matches = await everywhere(many)
    await many.bots[0].kill()
    await many.held(by=1)
    for match in matches:
        await match.play_turn()
    await many.bots[0].start()
    await many.shared_out()
    for match in matches:
        await match.play_turn()
        match.check_boards()
    many.check_words()


async def test_what_a_dead_process_had_saved_and_not_shown_is_shown_once_by_another(many: ManyClub) -> None:
    match, *_ = await everywhere(many)
    turn = match.next_turn()
    hold = many.discord.faults.hold("POST", "/channels/*/messages")
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await many.bots[0].kill()
    hold.lose()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await many.held(by=1)
    await match.settled(turn.ply + 1)
    assert match.record[turn.ply] == turn.text
    match.check_boards()


HANDED_OVER = '"what": "a shard is handed over"'


async def test_a_board_on_its_way_is_there_before_its_shard_is_handed_over(
    tmp_path: Path, server: Server
) -> None:
    async with many_bots(tmp_path, server, test_haste=HASTE, test_settling=str(PATIENCE)) as many:
        match, other, *_ = await everywhere(many)
        asked, parting = len(many.discord.calls), many.bots[0]
        hold = many.discord.faults.hold("POST", match.posts)
        playing = asyncio.create_task(match.next_turn().play())
        await hold.reached()
        parting.log.clear()
        stopping = asyncio.create_task(parting.stop())
        await parting.said("a shard is wanted")
        await other.play_turn()
        assert not [line for line in parting.log if HANDED_OVER in line], "and whoever acts is heard"
        hold.release()
        await playing
        assert await stopping == 0
        await many.held(by=1)
        await match.play_turn()
        match.check_boards()
        looked = [call for call in many.discord.calls[asked:] if call.method == "GET"]
        assert match.posts not in [call.path for call in looked], "the next one need not look for it"


async def test_a_board_that_takes_too_long_keeps_nobody_from_its_shard(
    tmp_path: Path, server: Server
) -> None:
    async with many_bots(tmp_path, server, test_haste=HASTE, test_settling="0.1") as many:
        match, *_ = await everywhere(many)
        hold = many.discord.faults.hold("POST", match.posts)
        playing = asyncio.create_task(match.next_turn().play())
        await hold.reached()
        assert await many.bots[0].stop() == 0
        await many.held(by=1)
        hold.lose()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await match.settled()
        match.check_boards()


@pytest.fixture
async def four(tmp_path: Path, server: Server) -> AsyncIterator[ManyClub]:
    async with many_bots(tmp_path, server, processes=4, test_haste=HASTE) as club:
        yield club


async def test_a_rolling_restart_of_four_processes_under_load_loses_no_click(four: ManyClub) -> None:
    many = four
    matches = await everywhere(many)
    turns: list[tuple[Match, Turn]] = []
    playing = [asyncio.create_task(play_on(many, match, turns)) for match in matches]
    for bot in many.bots:
        await played(many, playing, turns, 6)
        assert await bot.stop() == 0
        await played(many, playing, turns, 6)
        await bot.start()
        await many.shared_out()
    await played(many, playing, turns, 6)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for match, turn in turns:
        assert match.record[turn.ply] == turn.text
    for match in matches:
        await match.settled()
        match.check_boards()
    many.check_words()


GROWING = "ALTER TABLE house ADD COLUMN more INTEGER"
WAITS = "brings it up to date when the last of them has ended"


async def test_an_update_that_changes_the_database_waits_for_the_last_process_of_the_version_before(
    many: ManyClub, tmp_path: Path
) -> None:
    match, *_ = await everywhere(many)
    older, last = many.bots
    assert await older.stop() == 0
    newer = [BotProcess(many.discord, **bot.settings, test_grown=GROWING) for bot in many.bots]
    async with contextlib.AsyncExitStack() as stack:
        starting = [asyncio.create_task(stack.enter_async_context(bot)) for bot in newer]
        for bot in newer:
            await bot.said(WAITS)
        assert not any(task.done() for task in starting)
        await match.play_turn()
        assert await last.stop() == 0
        await asyncio.gather(*starting)
        many.bots = newer
        await many.shared_out()
        await match.play_turn()
        match.check_boards()
        with pytest.raises(AssertionError, match="written by a newer version"):
            await older.start()


async def played(
    many: ManyClub, playing: list[asyncio.Task[None]], turns: list[tuple[Match, Turn]], more: int
) -> None:
    """By whom a click was lost, plays no more."""
    wanted = len(turns) + more
    await many.discord.until(lambda: len(turns) >= wanted or any(task.done() for task in playing))
    for task in playing:
        assert not task.done(), task.exception()


async def play_on(many: ManyClub, match: Match, turns: list[tuple[Match, Turn]]) -> None:
    """Turn after turn: of every one somebody is answered, it is saved, and its board is there. Raises
    NoAnswerError if a click is lost. Where much else is done it takes long, and a match may be over: then the
    next one begins at the same table.
    """
    table = match.table
    while True:
        while not match.is_over:
            turn = match.next_turn()
            await turn.play()
            await match.settled(turn.ply + 1)
            turns.append((match, turn))
        match = await many.begin(channel=table)


async def test_what_somebody_likes_on_one_server_is_known_to_all_processes(many: ManyClub) -> None:
    anna, ben = many.discord.join("Anna"), many.discord.join("Ben")
    await anna.slash("block", channel=many.tables[0], member=ben)
    refused = await ben.slash("play knopen", channel=many.tables[3], opponent=anna)
    assert refused.private
    assert not many.rows("SELECT 1 FROM challenges")


async def test_all_play_on_when_the_database_was_killed(
    many: ManyClub, postgres_server: PostgresServer
) -> None:
    matches = await everywhere(many)
    with shared():  # what it did for all tests before
        postgres_server.kill()
    postgres_server.start()
    await many.shared_out()
    for match in matches:
        await match.play_turn()
        match.check_boards()


async def test_two_processes_never_count_in_different_numbers_of_shards(
    many: ManyClub, server: Server, tmp_path: Path
) -> None:
    stranger = BotProcess(many.discord, database=setting_of(server), shards="0/2", folder=str(tmp_path))
    with pytest.raises(AssertionError, match="another number of shards"):
        await stranger.start()


async def test_a_host_sees_which_process_holds_what(many: ManyClub) -> None:
    first, second = many.bots
    async with asyncio.timeout(PATIENCE):
        while "shard 0 " not in (at_first := await asked(many, "status")):  # noqa: ASYNC110 - another tells
            await asyncio.sleep(0.1)
    with_all = await asked(many, "status", shards="2-3/4")
    for said in (at_first, with_all):
        assert re.search(rf"^process +\S+ {first.pid}, since .* UTC: shards 0-1 of 4$", said, re.MULTILINE)
        assert re.search(rf"^process +\S+ {second.pid}, since .* UTC: shards 2-3 of 4$", said, re.MULTILINE)
        assert "nobody holds" not in said
    assert "shard 0 " not in with_all
    await first.kill()
    await many.held(by=1)
    told = json.loads(await asked(many, "status", "--json"))
    assert [process["shards"] for process in told["processes"]] == [[0, 1, 2, 3]]
    assert told["unheld_shards"] == []


async def test_a_host_sees_for_how_long_nobody_has_held_a_shard(many: ManyClub) -> None:
    for shard in (0, 1):  # somebody comes, and never gets there
        many.rows(f"SELECT pg_advisory_lock({COMES}, {4 << 16 | shard})")
    await many.bots[0].kill()
    said = re.compile(r"^ +nobody holds shards 0-1; the longest for \d", re.MULTILINE)
    async with asyncio.timeout(PATIENCE):
        while not said.search(await asked(many, "status", shards="2-3/4")):  # noqa: ASYNC110 - another sees it
            await asyncio.sleep(0.1)
    assert await asked(many, "health", shards="2-3/4") == "", "the other is well"


async def asked(many: ManyClub, *arguments: str, shards: str = "0-1/4") -> str:
    """What `python -m bot` says beside the process with these shards."""
    environment = many.bots[0].environment() | {"SPELTAFEL_SHARDS": shards}
    beside = await begun("bot", *arguments, environment=environment)
    assert beside.stdout
    said = (await beside.stdout.read()).decode()
    assert await beside.wait() == 0
    return said


async def test_ratings_are_not_computed_anew_by_hand_while_processes_play(many: ManyClub) -> None:
    environment = many.bots[0].environment() | {"SPELTAFEL_SHARDS": ""}
    rebuilding = await begun("bot", "ratings", "rebuild", environment=environment)
    assert rebuilding.stdout
    said = (await rebuilding.stdout.read()).decode()
    assert await rebuilding.wait() == 2
    assert "two would spoil each other's matches" in said
