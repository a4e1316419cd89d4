"""`python -m bot status`: what goes on, for a person in a terminal, or as JSON for a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from bot.club.troubles import Trouble
from bot.database.file import Unopened, processes
from bot.database.survey import Survey, survey
from bot.database.where import Where
from bot.hosting.health import fault, is_running, lasting
from bot.hosting.sign_of_life import SignOfLife, read

_WIDTH: Final = 12
_A_MEGABYTE: Final = 1_000_000


class Status:
    """As it is `now`: what the bot tells of itself, and what lies in its file."""

    def __init__(self, database: Where, now: float) -> None:
        self._database = database
        self._now = now
        self._sign = read(database)
        self._fault = fault(database, now)
        self._runs = self._sign is not None and is_running(self._sign, now)
        self._survey, self._unreadable = _surveyed(database)
        self._processes = processes(database) if self._survey else []

    def as_json(self) -> dict[str, Any]:
        found = self._survey
        return {
            "running": self._runs,
            "fault": self._fault,
            "sign_of_life": asdict(self._sign) if self._sign else None,
            "database": {"file": str(self._database), "unreadable": self._unreadable},
            **(asdict(found) if found else {}),
            "waits_since": self._waits_since(),
            "processes": [asdict(process) for process in self._processes],
            "unheld_shards": self._unheld(),
        }

    def lines(self) -> Iterator[str]:
        yield _line("bot", self._state())
        if self._fault and self._runs:
            yield _line("", self._fault)
        if self._sign and self._runs:
            yield from self._connections(self._sign)
        yield from self._shared_out()
        if self._survey:
            yield from self._contents(self._survey)
        else:
            yield _line("database", self._unreadable)
        if self._sign:
            yield from self._inside(self._sign)

    def _state(self) -> str:
        sign = self._sign
        if sign is None:
            where = "not running here" if self._processes else "not running"
            return f"{where}; there is no sign of life"
        last = f"last sign of life {_moment(sign.at)}, {lasting(self._now - sign.at)} ago"
        if not self._runs:
            return f"not running; {last}{f'. {sign.ended}' if sign.ended else ''}"
        return f"version {sign.version}, running since {_moment(sign.began_at)}; {last}"

    def _connections(self, sign: SignOfLife) -> Iterator[str]:
        for number, shard in sign.shards.items():
            latency = "" if shard.latency_ms is None else f", {shard.latency_ms} ms"
            yield _line(f"shard {number}", f"connected{latency}" if shard.connected else "not connected")

    def _shared_out(self) -> Iterator[str]:
        """Of several processes, which holds what."""
        for process in self._processes:
            held = f"shards {_ranges(process.shards)}" if process.shards else "no shard"
            yield _line(
                "process", f"{process.name}, since {_moment(process.since)}: {held} of {process.count}"
            )
        if unheld := self._unheld():
            yield _line("", f"nobody holds shards {_ranges(unheld)}{self._since(unheld)}")

    def _unheld(self) -> list[int]:
        held = {shard for process in self._processes for shard in process.shards}
        count = max((process.count for process in self._processes), default=0)
        return sorted(set(range(count)) - held)

    def _since(self, unheld: Sequence[int]) -> str:
        """As far as the process saw it that this one is beside."""
        seen = self._sign.unheld_since if self._sign and self._runs else {}
        since = min((seen[str(shard)] for shard in unheld if str(shard) in seen), default=None)
        return "" if since is None else f"; the longest for {lasting(self._now - since)}"

    def _contents(self, found: Survey) -> Iterator[str]:
        yield _line("matches", f"{found.running_matches} running")
        yield _line("challenges", f"{found.open_challenges} open")
        since = self._waits_since()
        oldest = "" if since is None else f"; the oldest for {lasting(self._now - since)}"
        waiting = f"boards: {found.waiting_boards}, challenges: {len(found.waiting_challenges)}"
        yield _line("unshown", f"{waiting}{oldest}")
        sizes = f"{found.file_size / _A_MEGABYTE:.1f} MB, journal {found.journal_size / _A_MEGABYTE:.1f} MB"
        yield _line("database", f"{self._database}, {sizes}")

    def _inside(self, sign: SignOfLife) -> Iterator[str]:
        for name, at in sign.rounds.items():
            yield _line("errand", f"{name}, {lasting(self._now - at)} ago")
        for trouble in sign.troubles:
            yield _line("trouble", self._trouble(trouble))
        for error in sign.errors:
            yield _line("log", f"{_moment(error.at)} {error.level} {error.source}: {error.what}")

    def _trouble(self, trouble: Trouble) -> str:
        since, until = lasting(self._now - trouble.since), lasting(trouble.next_at - self._now)
        tried = f"tries: {trouble.tries} in {since}, the next in {until}"
        return f"{trouble.what} {trouble.name}: {trouble.why}; {tried}"

    def _waits_since(self) -> float | None:
        """What waits longest to be shown."""
        if self._survey is None:
            return None
        board, noted = self._survey.board_waits_since, self._sign.challenges_wait_since if self._sign else {}
        challenges = [noted.get(str(number), self._now) for number in self._survey.waiting_challenges]
        return min([*challenges, *([] if board is None else [board])], default=None)


def _surveyed(database: Where) -> tuple[Survey | None, str]:
    if not database.exists():
        return None, f"there is none at {database}"
    try:
        return survey(database), ""
    except Unopened as unreadable:
        return None, f"{database} cannot be read: {unreadable}"


def _ranges(shards: Sequence[int]) -> str:
    """`0-3, 7`, of those in order."""
    runs: list[list[int]] = []
    for shard in shards:
        if runs and runs[-1][-1] == shard - 1:
            runs[-1].append(shard)
        else:
            runs.append([shard])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _line(name: str, what: str) -> str:
    return f"{name:<{_WIDTH}}{what}"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
