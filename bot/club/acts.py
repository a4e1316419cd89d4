"""What managers did, and whom they have barred."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """What a manager did."""

    guild: int
    at: int
    manager: int
    what: str
    """`set`, `barred`, `lifted`, `ended`, `awarded`, `voided` or `restored`."""
    member: int | None = None
    """Whom it concerns; of a match that was awarded, its winner, if there is but one."""
    match: int | None = None
    setting: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A member who may not play on a server."""

    member: int
    manager: int
    at: int
    name: str
    """What they were called when last seen here; empty if never, or if they were forgotten."""
