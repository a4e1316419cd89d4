"""A PostgreSQL that goes away, and several who write to it at once."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.club.deadlines import NO_DEADLINE, Deadline
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.database.driver import migrations
from bot.database.faces import StoredFaces
from bot.database.file import File, InPlay, NewerFile, Plain, Taken, Unopened
from bot.database.house import House
from bot.database.matches import StoredMatches
from bot.database.postgres import driver, growth, lines
from bot.database.where import Server, read_where
from bot.database.wiping import Wiping, note_erased
from tests.bot.wire import Cut, Wire
from tests.databases import PostgresServer, Stranger
from tests.patience import PATIENCE

pytestmark = pytest.mark.postgres

BREAK_ONE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'speltafel' ORDER BY random() LIMIT 1"
)
SET = "INSERT INTO house (name, value) VALUES (?, ?)"
COUNT = "UPDATE house SET value = value + ? WHERE value >= 0"
AT_ONCE = (Cut.BEFORE, Cut.AFTER)


@pytest.fixture
def server(postgres_server: PostgresServer) -> Iterator[Server]:
    database = postgres_server.new()
    yield database
    postgres_server.drop(database)


@pytest.fixture
async def file(server: Server) -> AsyncIterator[File]:
    file = await File.open(server)
    yield file
    await file.close()


@pytest.fixture
async def wire(server: Server) -> AsyncIterator[Wire]:
    folder = Path(tempfile.mkdtemp(prefix="wire-"))
    async with Wire(server, folder).laid() as wire:
        yield wire
    shutil.rmtree(folder)


@pytest.fixture
async def beyond(wire: Wire) -> AsyncIterator[File]:
    """The file at the other end of the wire."""
    file = await File.open(wire.where)
    yield file
    await file.close()


async def nowhere(_: Server) -> None:
    raise ConnectionRefusedError


# A connection is lost


async def test_who_was_silent_for_long_notices_nothing(beyond: File, wire: Wire) -> None:
    house = House(beyond)
    await house.note(before=1)
    assert await house.value("before") == 1
    wire.lose_all()
    assert await house.value("before") == 1
    await house.note(after=2)
    assert await house.value("after") == 2


async def test_what_was_not_committed_is_refused_and_not_there(beyond: File, wire: Wire) -> None:
    async def write() -> None:
        async with beyond.transaction() as writing:
            await writing.execute(SET, ("lost", 1))
            await writing.hold()
            wire.lose_all()
            await writing.execute(SET, ("never", 1))

    with pytest.raises(Refused) as refused:
        await write()
    assert refused.value.code == "unsaved"
    assert [await House(beyond).value(name) for name in ("lost", "never")] == [None, None]


async def test_what_has_not_been_sent_yet_is_sent_where_there_is_somebody(beyond: File, wire: Wire) -> None:
    async with beyond.transaction() as writing:
        await writing.execute("INSERT INTO house (name, value) VALUES ('one', ?)", (1,))
        wire.lose_all()
        await writing.execute("INSERT INTO house (name, value) VALUES ('two', ?)", (2,))
    assert [await House(beyond).value(name) for name in ("one", "two")] == [1, 2]


async def test_a_commit_whose_answer_is_lost_is_found_out_to_have_landed(beyond: File, wire: Wire) -> None:
    await House(beyond).note(one=1)
    wire.cut_at(b"COMMIT", Cut.AFTER)
    await House(beyond).note(two=2)
    assert wire.cuts == 1
    assert await House(beyond).value("two") == 2


async def test_a_commit_that_never_came_there_is_refused(beyond: File, wire: Wire) -> None:
    await House(beyond).note(one=1)
    wire.cut_at(b"COMMIT", Cut.BEFORE)
    with pytest.raises(Refused) as refused:
        await House(beyond).note(two=2)
    assert (wire.cuts, refused.value.code) == (1, "unsaved")
    assert await House(beyond).value("two") is None
    await House(beyond).note(two=3)
    assert await House(beyond).value("two") == 3


@pytest.mark.parametrize("when", AT_ONCE)
async def test_what_was_lost_before_its_commit_is_sent_again_and_done_once(
    beyond: File, wire: Wire, when: Cut
) -> None:
    await House(beyond).note(counted=0)
    wire.cut_at(b"BEGIN", when)
    async with beyond.transaction() as writing:
        await writing.execute(COUNT, (1,))
        await writing.hold()
    assert wire.cuts == 1
    assert await House(beyond).value("counted") == 1


@pytest.mark.parametrize("when", Cut)
async def test_what_was_lost_as_a_whole_is_done_once(beyond: File, wire: Wire, when: Cut) -> None:
    """Also if the server comes to what was lost after it was sent again."""
    await House(beyond).note(counted=0)
    for counted in range(1, 6):
        wire.cut_at(b"COMMIT", when)
        async with beyond.transaction() as writing:
            await writing.execute(COUNT, (1,))
        if when is Cut.LATE:
            await wire.arrives()
        assert await House(beyond).value("counted") == counted
    assert wire.cuts == 5


async def test_the_first_of_a_writer_is_done_once_if_it_comes_late(
    beyond: File, wire: Wire, file: File
) -> None:
    """Nothing had been written down of this writer before."""
    await House(file).note(counted=0)
    wire.cut_at(b"COMMIT", Cut.LATE)
    async with beyond.transaction() as writing:
        await writing.execute(COUNT, (1,))
    await wire.arrives()
    assert (wire.cuts, await House(beyond).value("counted")) == (1, 1)


async def test_what_was_refused_is_not_there_either_when_it_comes_late(beyond: File, wire: Wire) -> None:
    await House(beyond).note(counted=0)
    wire.cut_at(b"UPDATE house", Cut.LATE)
    wire.cut_at(b"UPDATE house", Cut.BEFORE)  # it is sent once more
    with pytest.raises(Refused) as refused:
        async with beyond.transaction() as writing:
            await writing.execute(COUNT, (1,))
    assert (wire.cuts, refused.value.code) == (2, "unsaved")
    await wire.arrives()
    assert await House(beyond).value("counted") == 0


async def test_what_nobody_could_find_out_is_lost_once_something_followed(
    beyond: File, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "_UNSURE", 0.0)
    await House(beyond).note(counted=0)
    wire.cut_at(b"COMMIT", Cut.LATE)

    with monkeypatch.context() as away:
        away.setattr(lines, "_AWAY", 0.0)
        away.setattr(lines, "opened", nowhere)
        with pytest.raises(Refused) as refused:
            async with beyond.transaction() as writing:
                await writing.execute(COUNT, (1,))
        assert refused.value.code == "unsure"
    await House(beyond).note(counted=7)
    await wire.arrives()
    assert await House(beyond).value("counted") == 7


@pytest.mark.parametrize("when", AT_ONCE)
async def test_what_was_sent_in_parts_is_not_sent_again(beyond: File, wire: Wire, when: Cut) -> None:
    """Whoever asked has decided something by the answers."""
    await House(beyond).note(counted=0)
    for counted in range(1, 6):
        wire.cut_at(b"COMMIT", when)
        with suppress(Refused):
            async with beyond.transaction() as writing:
                await writing.change(COUNT, (1,))
        assert await House(beyond).value("counted") == (counted if when is Cut.AFTER else 0)
    assert wire.cuts == 5


async def test_a_move_is_two_messages_and_a_note_is_one(beyond: File, wire: Wire) -> None:
    """A move is answered once, whether it came first; of a note it is enough that it is there."""
    await House(beyond).note(counted=0)
    before = wire.messages
    async with beyond.transaction() as writing:
        move = "INSERT INTO plies (match, ply, text, at) SELECT id, ?, ?, ? FROM matches WHERE id = ?"
        await writing.change(move, (3, Plain("b9-d9"), 0, 7))
        await writing.execute(COUNT, (1,))
        await writing.execute(COUNT, (1,))
    assert wire.messages == before + 2
    await beyond.note(COUNT, 1)
    assert wire.messages == before + 3
    assert await House(beyond).value("counted") == 3


@pytest.mark.parametrize("word", [b"BEGIN", b"COMMIT", b"ROLLBACK"])
async def test_what_nobody_needs_to_answer_is_not_sent_before_its_commit(
    beyond: File, wire: Wire, word: bytes
) -> None:
    """Nor is anything where nothing was asked, or it was given up."""
    await House(beyond).note(before=1)
    wire.cut_at(word, Cut.BEFORE)
    async with beyond.transaction():
        pass
    with suppress(ZeroDivisionError):
        async with beyond.transaction() as writing:
            await writing.execute(COUNT, (1,))
            1 / 0  # noqa: B018 - it is given up
    assert wire.cuts == 0


async def test_text_of_every_kind_comes_back_as_it_was(file: File) -> None:
    texts = ["plain", "", "it's", "a \\ b", "'; DROP TABLE house; --", "$1 ? :a", "-- no", "é\n", "50%"]
    async with file.transaction() as writing:
        for guild, kind in ((-7, str), (-8, Plain)):
            for member, text in enumerate(texts, start=1):
                await writing.execute(
                    "INSERT INTO people (guild, member, name) VALUES (?, ?, ?)", (guild, member, kind(text))
                )
    for guild in (-7, -8):
        rows = await file.rows("SELECT name FROM people WHERE guild = ? ORDER BY member", guild)
        assert [name for (name,) in rows] == texts


async def test_truth_is_a_number_where_one_is_kept_and_truth_where_one_is_asked(file: File) -> None:
    """Only the server knows which: a statement that is spelled out would have to be told."""
    await House(file).note(true=7)
    for kept in ("?", "CASE WHEN ? THEN 1 ELSE 0 END"):
        for truth in (True, False):
            async with file.transaction() as writing:
                await writing.execute(f"UPDATE house SET value = {kept} WHERE value >= ?", (truth, 0))
            assert await House(file).value("true") == truth


@pytest.mark.parametrize("when", AT_ONCE)
async def test_a_claim_that_is_lost_is_made_anew(
    beyond: File, wire: Wire, server: Server, monkeypatch: pytest.MonkeyPatch, when: Cut
) -> None:
    wire.cut_at(b"pg_try_advisory_lock", when)
    await beyond.claim()
    assert wire.cuts == 1
    monkeypatch.setattr(lines, "DYING", 0.2)
    other = await File.open(server)
    with pytest.raises(Taken):
        await other.claim()
    await other.close()


async def test_who_cannot_claim_it_is_told_why(
    beyond: File, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_AWAY", 0.0)

    monkeypatch.setattr(lines, "opened", nowhere)
    wire.lose_all()
    with pytest.raises(Unopened, match="cannot be reached"):
        await beyond.claim()


@pytest.mark.parametrize("when", AT_ONCE)
async def test_the_first_commit_of_all_can_be_lost_as_well(beyond: File, wire: Wire, when: Cut) -> None:
    """Nothing had been written down of this writer before."""
    wire.cut_at(b"COMMIT", when)
    if when is Cut.AFTER:
        await House(beyond).note(one=1)
    else:
        with pytest.raises(Refused):
            await House(beyond).note(one=1)
    assert (await House(beyond).value("one") == 1) == (when is Cut.AFTER)


async def test_if_nobody_can_find_it_out_that_is_what_is_said(
    beyond: File, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "_UNSURE", 0.0)
    monkeypatch.setattr(lines, "_AWAY", 0.0)
    await House(beyond).note(one=1)

    monkeypatch.setattr(lines, "opened", nowhere)
    wire.cut_at(b"COMMIT", Cut.AFTER)
    with pytest.raises(Refused) as refused:
        await House(beyond).note(two=2)
    assert refused.value.code == "unsure"
    with pytest.raises(Refused) as refused:
        await House(beyond).note(three=3)
    assert refused.value.code == "unsaved"
    wire.lose_all()
    with pytest.raises(Refused) as refused:
        await House(beyond).value("two")
    assert refused.value.code == "unread"


async def test_whoever_is_cut_off_while_writing_leaves_the_pen(file: File) -> None:
    for patience in range(30):
        task = asyncio.create_task(House(file).note(some=patience))
        for _ in range(patience):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(PATIENCE):
        await House(file).note(last=1)
    assert await House(file).value("last") == 1


# Several write at once


async def test_of_two_processes_one_writes_at_a_time_and_sees_what_the_other_wrote(server: Server) -> None:
    """Each reads a number, and writes the next one: not one is lost."""
    files = [await File.open(server) for _ in range(3)]
    await House(files[0]).note(counted=0)

    async def count(file: File) -> None:
        for _ in range(20):
            async with file.transaction() as writing:
                ((value,),) = await writing.execute_fetchall("SELECT value FROM house WHERE name = 'counted'")
                await asyncio.sleep(0)
                await writing.execute("UPDATE house SET value = ? WHERE name = 'counted'", (value + 1,))

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(count(file) for file in files))
    assert await House(files[0]).value("counted") == 60
    for file in files:
        await file.close()


async def test_who_decides_before_there_is_an_answer_has_the_pen(server: Server) -> None:
    """Else another process might write between what is decided and what is written."""
    file, looking = await File.open(server), Stranger(server)
    has_pen: list[int] = []

    def look() -> None:
        held = "locktype = 'advisory' AND granted AND objid = ?"
        ((pens,),) = looking.rows(f"SELECT count(*) FROM pg_locks WHERE {held}", (growth.PEN,))
        has_pen.append(pens)

    def deadline() -> Deadline:
        look()
        return NO_DEADLINE

    def may() -> bool:
        look()
        return False

    look()
    await StoredMatches(file).take_back(1, 2, 1, deadline=deadline, now=0)
    await StoredFaces(file).keep(guild=1, place=1, member=1000, avatar="a", picture=b"", now=0, may=may)
    async with Preferences(file).changing_vacations(1000):
        look()
    look()
    assert has_pen == [0, 1, 1, 1, 0]
    looking.close()
    await file.close()


async def test_one_bot_plays_with_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "DYING", 0.0)
    first, second = [await File.open(server) for _ in range(2)]
    await first.claim()
    with pytest.raises(Taken):
        await second.claim()
    await House(second).note(beside=1)
    await first.close()
    await second.claim()
    await second.close()


async def test_a_bot_that_has_lost_its_place_to_another_writes_no_more(
    beyond: File, wire: Wire, file: File, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_AWAY", 0.0)
    await beyond.claim()
    wire.lose_all()
    async with asyncio.timeout(PATIENCE):
        await file.claim()
    with pytest.raises(Refused):
        await House(beyond).note(late=1)
    assert "another bot plays" in caplog.text
    async with asyncio.timeout(PATIENCE):
        taken = asyncio.create_task(beyond.until_taken())
        await asyncio.sleep(0)
        assert not taken.done(), "it may be a line of its own that the server has not missed yet"
        monkeypatch.setattr(lines, "DYING", 0.0)
        with pytest.raises(Refused):
            await House(beyond).note(late=1)
        await taken
    caplog.clear()


# Everything breaks at any instant


class Busy:
    """Several who write and read all the time, whatever breaks below them."""

    def __init__(self) -> None:
        self.acknowledged: set[int] = set()
        self.unsure: set[int] = set()
        self.refused_as: set[str] = set()
        self.is_over = False
        self._numbers = count()

    async def write(self, file: File) -> None:
        while not self.is_over:
            number = next(self._numbers)
            try:
                async with file.transaction() as writing:
                    await writing.execute("INSERT INTO traces (what, number) VALUES ('match', ?)", (number,))
                    await writing.execute("UPDATE house SET value = value + 1 WHERE name = 'counted'")
            except Refused as refused:
                self.refused_as.add(refused.code)
                if refused.code == "unsure":
                    self.unsure.add(number)
            else:
                self.acknowledged.add(number)

    async def read(self, file: File) -> None:
        while not self.is_over:
            before = set(self.acknowledged)
            try:
                assert before <= set(await file.numbers("SELECT number FROM traces"))
            except Refused as refused:
                self.refused_as.add(refused.code)
            await asyncio.sleep(0.001)

    async def go_on(self) -> None:
        enough = len(self.acknowledged) + 3
        while len(self.acknowledged) < enough:  # noqa: ASYNC110 - tasks of its own go on
            await asyncio.sleep(0.003)


@pytest.mark.parametrize("breaking", ["a line", "the server"])
async def test_what_was_acknowledged_is_there_once_and_nothing_else_is(
    mortal_server: PostgresServer, breaking: str
) -> None:
    server = mortal_server.new()
    files = [await File.open(server) for _ in range(2)]
    await House(files[0]).note(counted=0)
    busy, instants = Busy(), Random(11)  # noqa: S311 - the same instants every time
    async with asyncio.timeout(PATIENCE):
        tasks = [
            asyncio.create_task(do(file)) for file in files for do in (busy.write, busy.write, busy.read)
        ]
        for _ in range(40 if breaking == "a line" else 3):
            await busy.go_on()
            await asyncio.sleep(instants.uniform(0, 0.01))
            if breaking == "a line":
                await asyncio.to_thread(mortal_server.sql, BREAK_ONE)
            else:
                await asyncio.to_thread(mortal_server.kill)
                await asyncio.to_thread(mortal_server.start)
        busy.is_over = True
        await asyncio.gather(*tasks)
        for file in files:
            await _insisted(file)
    there = set(await files[0].numbers("SELECT number FROM traces"))
    assert busy.acknowledged <= there <= busy.acknowledged | busy.unsure
    assert await House(files[0]).value("counted") == len(there)
    assert busy.refused_as <= {"unsaved", "unread", "unsure"}
    for file in files:
        await file.close()


async def _insisted(file: File) -> None:
    while True:
        with suppress(Refused):
            return await House(file).note(after=1)
        await asyncio.sleep(0.02)


# How it is opened


async def test_a_database_of_a_newer_version_is_left_alone(file: File, server: Server) -> None:
    await file.change("UPDATE file_version SET number = 10000")
    with pytest.raises(NewerFile):
        await File.open(server)


async def test_a_database_does_not_grow_beneath_a_bot_that_plays_with_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = [await File.open(server) for _ in range(2)]
    for file in older:
        await file.claim(shared=True)
    grow(monkeypatch)
    for file in older:
        with pytest.raises(InPlay):
            await File.open(server)
        await file.close()
    await (await File.open(server)).close()


async def test_where_one_got_through_nobody_finds_the_door_shut(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two who try while it comes back one is refused, and the other gets through a moment later."""
    door, is_there, opened = lines.Door(server), asyncio.Event(), lines.opened

    async def late(where: Server) -> lines.Connection:
        await is_there.wait()
        return await opened(where)

    monkeypatch.setattr(lines, "opened", late)
    trying = asyncio.create_task(door.connect())
    await asyncio.sleep(0)
    with monkeypatch.context() as refused:
        refused.setattr(lines, "opened", nowhere)
        refused.setattr(lines, "FIRST_PAUSE", PATIENCE)
        with pytest.raises(lines.Away):
            await door.connect()
    is_there.set()
    for connection in (await trying, await door.insist()):
        await connection.close()


async def test_a_bot_beneath_which_it_has_grown_writes_no_more_and_is_told_to_go(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the server was restarted while a newer version waited for it to end."""
    monkeypatch.setattr(lines, "_AWAY", 0.0)
    older = await File.open(server)
    neighbours = older.neighbours(1)
    assert neighbours
    with monkeypatch.context() as newer:
        grow(newer)
        await (await File.open(server)).close()
    with pytest.raises(NewerFile):
        await older.claim(shared=True)
    with pytest.raises(NewerFile):
        await neighbours.open()
    await older.close()


async def test_a_bot_that_has_lost_its_place_to_a_newer_one_writes_no_more(
    beyond: File,
    wire: Wire,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(lines, "_AWAY", 0.0)
    await beyond.claim(shared=True)
    wire.lose_all()
    with monkeypatch.context() as newer:
        grow(newer)
        async with asyncio.timeout(PATIENCE):
            await (await until_free(server)).close()
    with pytest.raises(Refused):
        await House(beyond).note(late=1)
    assert "a newer version" in caplog.text
    caplog.clear()


def grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the bot is a version that knows one more migration."""
    known = migrations()
    grown = [*known, (len(known) + 1, "ALTER TABLE house ADD COLUMN more INTEGER")]
    monkeypatch.setattr(growth, "migrations", lambda: grown)


async def until_free(server: Server) -> File:
    while True:
        try:
            return await File.open(server)
        except InPlay:
            await asyncio.sleep(0.01)


async def test_many_who_open_a_new_database_at_once_make_it_once(postgres_server: PostgresServer) -> None:
    server = postgres_server.empty()
    files = await asyncio.gather(*(File.open(server) for _ in range(4)))
    assert await files[0].numbers("SELECT count(*) FROM file_version") == [1]
    for file in files:
        await file.close()
    postgres_server.drop(server)


@pytest.mark.parametrize(
    "address", ["postgresql://nobody.invalid/x", "postgresql://speltafel@/x?host=/nowhere"]
)
async def test_where_there_is_none_that_is_said(address: str) -> None:
    with pytest.raises(Unopened):
        await File.open(Server(address))


def test_no_address_shows_its_password() -> None:
    server = read_where("postgresql://me:secret@host:5433/club?sslmode=require")
    assert str(server) == "postgresql://host:5433/club"
    assert "secret" not in repr(server)


# What was erased


async def test_of_what_was_erased_no_row_is_left_in_the_files_of_its_tables(
    file: File, postgres_server: PostgresServer
) -> None:
    """Not even one that nobody sees any more."""
    name = "Evangeline-Ottilie"
    await file.change("INSERT INTO people (guild, member, name) VALUES (1, 1000, ?)", name)
    assert name.encode() in await _bytes_of(file, postgres_server, "people")
    await file.change("DELETE FROM people")
    assert name.encode() in await _bytes_of(file, postgres_server, "people")
    await file.change("INSERT INTO people (guild, member, name) VALUES (1, 1001, 'Ann')")
    await file.write_anew()
    assert name.encode() not in await _bytes_of(file, postgres_server, "people")
    ((whole,),) = await file.rows("SELECT relallvisible = relpages FROM pg_class WHERE relname = 'people'")
    assert whole, "or no index would be enough to answer from"


async def test_what_is_large_is_written_anew_in_the_quietest_hour(
    file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiping, later = Wiping(file), (datetime.now(UTC).hour + 12) % 24
    async with file.transaction() as writing:
        await note_erased(writing)
    monkeypatch.setattr(driver, "_SMALL", 0)
    monkeypatch.setattr(driver, "_QUIET", later)
    assert not await wiping.wipe()
    assert await wiping.is_due()
    hours = []
    for hour in range(24):
        monkeypatch.setattr(driver, "_QUIET", hour)
        hours += [hour] * await file.may_be_written_anew()
    assert hours
    assert later not in hours
    monkeypatch.setattr(driver, "_QUIET", later)
    monkeypatch.setattr(driver, "_SMALL", 1 << 40)
    assert await wiping.wipe()
    assert not await wiping.is_due()


async def _bytes_of(file: File, server: PostgresServer, table: str) -> bytes:
    server.sql("CHECKPOINT")
    ((path,),) = await file.rows("SELECT pg_relation_filepath(CAST(? AS TEXT))", table)
    return await asyncio.to_thread(Path(server.data, path).read_bytes)
