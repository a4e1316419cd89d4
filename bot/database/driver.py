"""What a driver does: it reads and writes the file where it lies. Rooms have `file`, which has one of them.

There is one for SQLite and one for PostgreSQL. Rooms write SQL that both understand, and in it `?`, `?1` or
`:name` for values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final

NEWS: Final = "speltafel"
"""Where processes that share a file tell each other what they have changed."""


class Plain(str):
    """Text that names nobody and in which nothing has to be escaped, such as a written move: it may be sent
    within a statement, instead of beside it.
    """

    __slots__ = ()


Row = Sequence[Any]
Values = Sequence[object] | Mapping[str, object]


class NewerFile(Exception):
    """A later version of the bot has written this file; this one would spoil it."""


class InPlay(Exception):
    """It would have to be brought up to date, and a bot of an older version plays with it."""


class Unopened(Exception):
    """The file cannot be opened, or is none; the message says why."""


class Taken(Exception):
    """A bot plays with it already."""


class Clash(Exception):
    """A row with that key is there already, or one that it belongs to is not."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    """In their order."""
    key: tuple[str, ...]
    """The first of its columns by which rows are told apart."""
    belongs_to: tuple[str, ...] = ()
    """The tables whose rows its own belong to, by name."""


class Writing(ABC):
    """A transaction under way: what is written with it is committed together, or not at all."""

    @abstractmethod
    async def hold(self) -> None:
        """Returns when nobody else can write any more. So does whatever answers; to be called by who decides
        something before there is an answer.
        """

    @abstractmethod
    async def execute(self, sql: str, values: Values = ()) -> None:
        """At the latest with the commit; what is wrong with it may be told then only."""

    @abstractmethod
    async def executemany(self, sql: str, rows: Iterable[Values]) -> None: ...

    @abstractmethod
    async def execute_fetchall(self, sql: str, values: Values = ()) -> Iterable[Row]: ...

    @abstractmethod
    async def change(self, sql: str, values: Values = ()) -> int:
        """Returns how many rows it changed."""

    # The numbers that rows are given, which never begin again

    @abstractmethod
    async def last_number(self, table: str) -> int:
        """The last that was given; 0: none."""

    @abstractmethod
    async def go_on_after(self, table: str, number: int) -> None: ...

    # To be filled from another file

    @abstractmethod
    async def references_later(self) -> None:
        """Rows may belong to others that are not there yet. Each is remembered until that is looked after."""

    @abstractmethod
    async def references_now(self) -> None:
        """What rows belong to is there, and from now on is there before them. Raises Clash."""

    @abstractmethod
    async def fill(self, table: Table, rows: Sequence[Row]) -> None:
        """Whole rows, in the order of its columns."""

    @abstractmethod
    def seen(self) -> Reading:
        """All that is there for this transaction, once it holds."""


class Reading(ABC):
    """All that was committed at one moment, table by table."""

    @abstractmethod
    async def tables(self) -> list[Table]:
        """By name."""

    @abstractmethod
    def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        """All its rows by key, some at a time."""

    @abstractmethod
    async def last_number(self, table: str) -> int | None:
        """The last number that was given there; None: rows of this table are given none."""


class Driver(ABC):
    """One of this process writes at a time, between `begin` and `commit`: whoever has the pen."""

    writing: Writing
    is_alone_when_written_anew: ClassVar[bool]
    """Nobody can write meanwhile."""

    @abstractmethod
    def refusals(self) -> AbstractContextManager[None]:
        """Where nothing can be written just now, its errors become Refused("unsaved"), and the like."""

    # Writing

    @abstractmethod
    async def begin(self) -> None: ...

    @abstractmethod
    async def commit(self) -> None: ...

    @abstractmethod
    async def roll_back(self) -> None:
        """Does nothing after a commit."""

    @abstractmethod
    async def change_alone(self, sql: str, values: Values) -> int:
        """One statement, which is a transaction by itself. Returns how many rows it changed."""

    @abstractmethod
    async def claim(self, *, shared: bool) -> None:
        """From now on until it is closed no other bot plays with it; but, if it is `shared`, all processes
        that say so. Raises Taken and NewerFile.
        """

    @abstractmethod
    async def until_taken(self) -> None:
        """Until another bot has taken it, once it was lost: this one can write no more."""

    # Reading what is committed. Raises Refused

    @abstractmethod
    async def rows(self, sql: str, values: Values) -> Iterable[Row]: ...

    @abstractmethod
    async def named_rows(self, sql: str, values: Values) -> list[dict[str, Any]]:
        """With the names of the columns."""

    @abstractmethod
    async def tell(self, what: str) -> None:
        """All processes that have it open, this one included. Raises Refused."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Reading]: ...

    # The bytes

    @abstractmethod
    async def may_have_lost(self, known_as: int | None, *, was_open: bool) -> bool:
        """As the file says."""

    @abstractmethod
    async def known_as(self) -> int:
        """As the file says."""

    @abstractmethod
    async def checkpoint(self) -> None:
        """What is committed goes from the journal into the file itself; it waits for nobody who reads."""

    @abstractmethod
    async def write_back(self) -> bool:
        """The journal goes into the file, and nothing stays in it. False: somebody still reads there."""

    @abstractmethod
    async def may_be_written_anew(self) -> bool:
        """Nobody would have to wait for long, or as few do as at any hour."""

    @abstractmethod
    async def write_anew(self) -> None:
        """Every page of it, without whatever lies between the rows."""

    @abstractmethod
    async def may_hold(self, forms: Collection[bytes]) -> bool:
        """Whether one of these may be in the bytes of the file."""

    @abstractmethod
    async def back_up(self, path: Path) -> None:
        """A whole copy as a file of SQLite's, taken while matches go on. Raises FileExistsError."""

    @abstractmethod
    def copied(self) -> AbstractAsyncContextManager[Driver]:
        """All that is committed now, in a file of SQLite's without a name, which is gone with the process."""

    @abstractmethod
    async def close(self) -> None: ...


def migrations() -> list[tuple[int, str]]:
    """Their numbers, from 1, and what they do."""
    folder = files("bot.database") / "migrations"
    found = sorted(
        (file for file in folder.iterdir() if file.name[:4].isdecimal()), key=lambda file: file.name
    )
    return [(number, script.read_text("utf-8")) for number, script in enumerate(found, start=1)]
