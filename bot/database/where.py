"""Where the file lies: at a path, for SQLite, or at an address, for PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

_SCHEMES: Final = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL. What lies beside a path lies, for this, where the bot was started."""

    address: str = field(repr=False)
    """As libpq understands it. It may hold a password: `str` is what may be shown."""
    name: str = "speltafel.postgresql"

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{parts.hostname or ''}{port}{parts.path}"

    def with_name(self, name: str) -> Path:
        return Path(name)

    def exists(self) -> bool:
        """Nobody knows before it is opened."""
        return True


Where = Path | Server


def read_where(written: str) -> Where:
    """Raises ValueError where it begins as an address and is none."""
    if urlsplit(written).scheme not in _SCHEMES:
        return Path(written)
    server = Server(written)
    str(server)  # a port that is no number
    return server
