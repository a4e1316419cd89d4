"""Where the file lies: at a path, for SQLite, or at an address, for PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

_SCHEMES: Final = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL."""

    address: str = field(repr=False)
    """As libpq understands it. It may hold a password: `str` is what may be shown."""
    folder: Path = Path()
    """Where what a bot leaves beside its file lies for this one."""
    name: str = "speltafel.postgresql"

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{parts.hostname or ''}{port}{parts.path}"

    def with_name(self, name: str) -> Path:
        return self.folder / name

    def exists(self) -> bool:
        """Nobody knows before it is opened."""
        return True


Where = Path | Server


def is_shared(where: Where) -> bool:
    """Whether other machines may open it, too: nobody can lock them out by what lies here."""
    return isinstance(where, Server)


def read_where(written: str, folder: Path = Path()) -> Where:
    """Raises ValueError where it begins as an address and is none."""
    if urlsplit(written).scheme not in _SCHEMES:
        return Path(written)
    server = Server(written, folder)
    str(server)  # a port that is no number
    return server


def of_one(where: Where, process: str) -> Where:
    """Where several processes share it, what lies beside it is of each of them, by its name."""
    if isinstance(where, Server) and process:
        return replace(where, name=f"{where.name}-{process}")
    return where
