"""Where files lie in tests: at a path, or in a PostgreSQL that a worker starts when a test first wants it.

PostgreSQL refuses to run for root: then it runs as `nobody`. Tests that ask `where` their file lies share one
database, which is emptied after each: to make one takes a quarter of a second of processor. Who wants more
of it has `new` ones, copies of one that was migrated once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeVar

import asyncpg
import pytest

from bot.database.file import File
from bot.database.postgres.dialect import translated
from bot.database.postgres.lines import LOST
from bot.database.where import Server, Where
from tests.costs import shared
from tests.patience import PATIENCE

_T = TypeVar("_T")
SQLITE: Final = "sqlite"
POSTGRES: Final = "postgres"
_TEMPLATE: Final = "template"
_SHARED: Final = "shared"
_SHAPE: Final = """
    SELECT string_agg(concat_ws(' ', relname, attname, atttypid, attnotnull), ', ' ORDER BY relname, attnum)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND attnum > 0
"""
"""What its tables are like."""
_EMPTY: Final = """
    DO $$ DECLARE named name; BEGIN
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
        SET LOCAL session_replication_role = replica;
        FOR named IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace
        AND relkind = 'r' AND relname <> 'file_version'
        LOOP EXECUTE format('DELETE FROM %I', named); END LOOP;
        FOR named IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace
        AND relkind = 'S' LOOP PERFORM setval(named::text::regclass, 1, false); END LOOP;
    END $$
"""
_SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "dynamic_shared_memory_type": "mmap",  # goes with its folder, also when it was killed
    "max_connections": "60",
    "autovacuum": "off",
    "timezone": "UTC",
    "lc_messages": "C",
}


def programs() -> Path | None:
    """Those of the newest PostgreSQL of this machine; None: there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class PostgresServer:
    """One of our own, in a folder of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        found = programs()
        assert found, "there is no PostgreSQL here"
        self._programs = found
        self._folder = folder
        self._settings = _SETTINGS | {"unix_socket_directories": str(folder)} | settings
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._has_template = False
        self._shape = ""
        """Of the database that tests share; empty: there is none."""

    def make(self) -> None:
        self._folder.chmod(0o700)
        if os.getuid() == 0:
            shutil.chown(self._folder, "nobody")
        how = ("-A", "trust", "-U", "speltafel", "--no-sync", "-E", "UTF8", "--locale=C")
        self._run("initdb", "-D", self.data, *how)
        self.start()

    def start(self) -> None:
        """Who was killed a moment ago may still hold its memory: it is tried until that is free."""
        until = time.monotonic() + PATIENCE
        self._begin()
        while not self.is_ready():
            assert time.monotonic() < until, (self._folder / "log").read_text()
            assert self._process
            if self._process.poll() is not None:
                self._begin()
            time.sleep(0.02)

    def _begin(self) -> None:
        given = [f"-c{name}={value}" for name, value in self._settings.items()]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._as_somebody_else(), self._programs / "postgres", "-D", self.data, *given],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
            )

    def is_ready(self) -> bool:
        return not subprocess.run(
            [self._programs / "pg_isready", "-q", "-h", self._folder, "-d", "postgres"], check=False
        ).returncode

    @property
    def pids(self) -> list[int]:
        """Of its processes, the one that has started the others first."""
        assert self._process
        first = self._process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def kill(self) -> None:
        """kill -9, all of it, as when the machine falls over; what its disk has been told is there."""
        assert self._process
        # Else it might begin another one meanwhile, whom nobody kills, and who waits for the dead for ever.
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(self._process.pid, os.WUNTRACED)
        for each in self.pids:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)

    def where(self, name: str) -> Server:
        return Server(f"postgresql://speltafel@/{name}?host={self._folder}", self._folder)

    def new(self) -> Server:
        """A database of today's version with nothing in it."""
        self._make_template()
        return self.empty(f"TEMPLATE {_TEMPLATE}")

    def _make_template(self) -> None:
        if not self._has_template:
            self.sql(f"CREATE DATABASE {_TEMPLATE}")
            _apart(_migrated(self.where(_TEMPLATE)))
            self._has_template = True

    @contextmanager
    def lent(self) -> Iterator[Server]:
        """The one that tests share. One that came to be like no other is made anew."""
        where = self.where(_SHARED)
        if not self._shape:
            self.sql(f"DROP DATABASE IF EXISTS {_SHARED} WITH (FORCE)")
            self._make_template()
            self.sql(f"CREATE DATABASE {_SHARED} TEMPLATE {_TEMPLATE}")
            self._shape = _apart(_asked(where, _SHAPE))
        yield where
        if _apart(_asked(where, _SHAPE, after=_EMPTY)) != self._shape:
            self._shape = ""

    def empty(self, how: str = "TEMPLATE template0") -> Server:
        """A database without tables."""
        name = f"test_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} {how}")
        return self.where(name)

    def sql(self, *statements: str) -> None:
        _apart(_executed(self.where("postgres"), statements))

    def drop(self, server: Server) -> None:
        self.sql(f"DROP DATABASE IF EXISTS {str(server).rpartition('/')[2]} WITH (FORCE)")

    @property
    def data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str | Path) -> None:
        subprocess.run(
            [*self._as_somebody_else(), self._programs / program, *arguments],
            check=True,
            capture_output=True,
            cwd="/",
        )

    @staticmethod
    def _as_somebody_else() -> list[str]:
        if os.getuid() != 0:
            return []
        return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]


def _apart(doing: Coroutine[Any, Any, _T]) -> _T:
    """A test may have a loop of its own."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, doing).result()


async def _migrated(server: Server) -> None:
    await (await File.open(server)).close()


async def _executed(server: Server, statements: Sequence[str]) -> None:
    connection = await asyncpg.connect(server.address)
    for sql in statements:
        await connection.execute(sql)
    await connection.close()


async def _asked(server: Server, question: str, *, after: str = "SELECT") -> str:
    connection = await asyncpg.connect(server.address)
    await connection.execute(after)
    answer: str = await connection.fetchval(question)
    await connection.close()
    return answer


def setting_of(where: Where) -> str:
    """As it is written for the bot."""
    return where.address if isinstance(where, Server) else str(where)


class Stranger:
    """Somebody who reads and writes in a file while the bot does, and waits for nobody's loop of events."""

    def __init__(self, where: Where) -> None:
        self._where = where
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Any = None

    def rows(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self.asking(sql, values) as ask:
            return ask()

    @contextmanager
    def asking(self, sql: str, values: Sequence[object]) -> Iterator[Callable[[], list[tuple[Any, ...]]]]:
        """For whoever asks the same again and again: to open a file takes longer than to look into it."""
        if not isinstance(self._where, Path):
            yield lambda: [tuple(row) for row in self._asked(sql, values)]
            return
        with closing(sqlite3.connect(f"file:{self._where}?mode=ro", uri=True)) as reading:
            yield lambda: reading.execute(sql, values).fetchall()

    def write(self, sql: str, values: Sequence[object]) -> None:
        if isinstance(self._where, Path):
            with closing(sqlite3.connect(self._where, timeout=PATIENCE)) as writing, writing:
                writing.execute(sql, values)
        else:
            self._asked(sql, values)

    def _asked(self, sql: str, values: Sequence[object]) -> list[Any]:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=self._loop.run_forever, daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(self._fetched(sql, values), self._loop).result(PATIENCE)

    async def _fetched(self, sql: str, values: Sequence[object]) -> list[Any]:
        """Also from a server that is just being started again."""
        assert isinstance(self._where, Server)
        written, pick = translated(sql)
        while True:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(self._where.address)
                found: list[Any] = await self._connection.fetch(written, *pick(values))
            except (*LOST, asyncpg.OperatorInterventionError):
                if self._connection is not None:
                    self._connection.terminate()
                await asyncio.sleep(0.05)
            else:
                return found

    def close(self) -> None:
        if self._loop is not None:
            if self._connection is not None:
                asyncio.run_coroutine_threadsafe(self._connection.close(), self._loop).result(PATIENCE)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(PATIENCE)
            self._loop.close()


# What conftest.py brings


def of_both(metafunc: pytest.Metafunc) -> None:
    """A test that asks `where` its file lies, in a module that says `pytest.mark.on_both`, runs on both."""
    marked = metafunc.definition.get_closest_marker
    if "where" in metafunc.fixturenames and marked("on_both") and not marked("on_sqlite"):
        kinds = [SQLITE, pytest.param(POSTGRES, marks=pytest.mark.postgres)]
        metafunc.parametrize("where", kinds, indirect=True)


@contextmanager
def started(**settings: str) -> Iterator[PostgresServer]:
    # Not below pytest's own folder, which nobody else may enter; and the name of a socket is not to be long.
    folder = Path(tempfile.mkdtemp(prefix="speltafel-"))
    server = PostgresServer(folder, **settings)
    try:
        server.make()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with started() as server:
        yield server
        with shared():
            server.stop()


@pytest.fixture
def mortal_server() -> Iterator[PostgresServer]:
    """One that the test may kill: it writes to its disk as one does that plays."""
    with started(fsync="on", full_page_writes="on") as server:
        yield server


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Where]:
    """Where a file of the test lies, or will."""
    if getattr(request, "param", SQLITE) == SQLITE:
        yield tmp_path / "club.sqlite3"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    with server.lent() as database:
        yield database
