"""Whose a match is: a process does what is due on the servers of its own shards, and on no others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.database.ours import Ours
from bot.hosting.environment import BadSetting, Settings
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member

QUICK = 300
"""Seconds a turn."""
SHARDS = 8
MANY = 1 << 40
"""So many shards that no server is of the first."""
DUE = {
    "matches": "due = 1, remind_at = 1, posted_ply = 0, fold_at = 1, patience_until = 1, awaits_computer = 1",
    "challenges": "state = 'open', expires_at = 1, shown_revision = -1",
}
"""Nothing but trouble, on every server."""


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, time=QUICK)


@contextmanager
def of_others(club: Club, *, keeps_first: bool = True) -> Iterator[None]:
    """Another process has the shard of this server; ours has the first, or neither."""
    ours = club.bot.table.ours
    before = ours.count, ours.shards
    ours.divide(MANY, ())
    shard = ours.shard_of(club.guild.id)
    ours.divide(MANY, {0} if keeps_first else {shard + 1})
    yield
    ours.divide(*before)


def test_every_server_belongs_to_one_shard_and_direct_messages_to_the_first() -> None:
    processes = [Ours(SHARDS, range(4)), Ours(SHARDS, range(4, SHARDS))]
    for guild in (None, 0, 5 << 22, 12 << 22 | 77, 1_290_000_000_000_000_000):
        assert sum(process.has(guild) for process in processes) == 1
    assert processes[0].has(None)
    assert [process.has_first for process in processes] == [True, False]


@pytest.mark.on_both
@pytest.mark.parametrize("shards", [(), (0,), (1, 3), range(8)])
async def test_the_database_counts_servers_as_we_do(club: Club, shards: tuple[int, ...]) -> None:
    ours = Ours(SHARDS, shards)
    guilds = [0, *(number << 22 | 4711 for number in range(40)), 1_290_000_000_000_000_000]
    rows = " UNION ALL ".join(f"SELECT {guild} AS guild" for guild in guilds)
    found = await club.file.numbers(f"SELECT guild FROM ({rows}) AS all_of_them WHERE {ours.sql}")
    assert sorted(found) == sorted(guild for guild in guilds if ours.has(guild))


@pytest.mark.on_both
async def test_silence_is_answered_by_the_process_that_has_the_server(club: Club, table: Table) -> None:
    with of_others(club):
        await club.wait(minutes=10)
        assert not (await table.match()).outcome
    await club.wait(minutes=2)
    assert (await table.match()).outcome


@pytest.mark.on_both
async def test_what_waits_to_be_shown_is_shown_by_the_process_that_has_the_server(
    club: Club, table: Table
) -> None:
    boards = len(table.boards)
    with of_others(club):
        await club.file.change("UPDATE matches SET posted_ply = 0, post = NULL")
        await club.wait(minutes=2)
        assert len(table.boards) == boards
    await club.wait(minutes=2)
    assert len(table.boards) == boards + 1


@pytest.mark.on_both
async def test_nothing_that_is_due_elsewhere_is_listed(club: Club, table: Table) -> None:
    """Whatever asks for all that is due gets nothing of a server that another process has."""
    for rows, values in DUE.items():
        await club.file.change(f"UPDATE {rows} SET {values}")
    await club.file.change("INSERT INTO traces (what, number) VALUES ('match', ?)", table.id)
    await club.file.change("INSERT INTO reviews (match, rules_version, level) VALUES (?, 1, 1)", table.id)
    bot = club.bot.table
    lists = {
        "turns": lambda: bot.timekeeper._deadlines.due(2),
        "boards": bot.outbox.unshown_matches,
        "challenges": bot.outbox.unshown_challenges,
        "computers": bot.matches.awaiting_computers,
        "traces": bot.traces.waiting,
        "reviews": bot.reviews._stored.wanted,
        "servers": bot.departures._erasure.servers,
    }
    listed = {name: bool(await asked()) for name, asked in lists.items()}
    assert listed == dict.fromkeys(lists, True)
    with of_others(club):
        listed = {name: bool(await asked()) for name, asked in lists.items()}
        assert listed == dict.fromkeys(lists, False)


@pytest.mark.on_both
async def test_a_server_of_another_process_has_not_sent_the_bot_away(club: Club, table: Table) -> None:
    with of_others(club):
        await club.bot.table.departures.compare_servers(())
    assert await club.file.rows("SELECT 1 FROM servers WHERE left_at IS NOT NULL") == []
    await club.bot.table.departures.compare_servers(())
    assert await club.file.rows("SELECT 1 FROM servers WHERE left_at IS NOT NULL")


@pytest.mark.on_both
async def test_only_who_has_the_first_shard_says_that_the_bot_is_alive(club: Club, table: Table) -> None:
    ((before,),) = await club.file.rows("SELECT value FROM house WHERE name = 'alive'")
    with of_others(club, keeps_first=False):
        await club.wait(minutes=10)
        assert await club.file.rows("SELECT value FROM house WHERE name = 'alive'") == [(before,)]


# The setting


@pytest.mark.parametrize(
    ("written", "own", "count"),
    [("0-3/8", [0, 1, 2, 3], 8), (" 4 - 7 / 8 ", [4, 5, 6, 7], 8), ("2/3", [2], 3), ("/2", [0, 1], 2)],
)
def test_the_shards_of_a_process_can_be_set(written: str, own: list[int], count: int) -> None:
    shards = Settings.read({"SPELTAFEL_SHARDS": written}).shards
    assert shards is not None
    assert (list(shards.own), shards.count) == (own, count)


def test_without_the_setting_a_process_has_all_shards() -> None:
    assert Settings.read({}).shards is None
    assert Settings.read({"SPELTAFEL_SHARDS": " "}).shards is None


@pytest.mark.parametrize(
    "written", ["8", "3-1/8", "0-8/8", "8/8", "0/0", "/0", "-1/8", "0,1/8", "all", "0-3/"]
)
def test_shards_that_make_no_sense_are_refused_in_one_sentence(written: str) -> None:
    with pytest.raises(BadSetting, match="SPELTAFEL_SHARDS must say which"):
        Settings.read({"SPELTAFEL_SHARDS": written})
