"""Challenges and lobbies, as they lie in the file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.club.challenge import Challenge
from bot.club.tallies import Asked
from bot.database.file import File, Row, Writing
from bot.database.numbers import Numbers
from bot.database.preferences import ours
from bot.database.venues import KNOWN, read_known

_COLUMNS: Final = (
    *("id", "guild", "channel", "message", "locale", "game", "options", "challenger", "opponent", "secret"),
    *("expires_at", "state", "pace", "rematch_of", "revision", "shown_revision"),
    *("made_at", "stale", "renewed_as"),
)
_CHALLENGES: Final = (
    f"SELECT {', '.join(f'challenges.{name}' for name in _COLUMNS)}, {KNOWN}, guests.member, guests.sent_away"
    " FROM challenges LEFT JOIN guests ON guests.challenge = challenges.id"
    " LEFT JOIN venues ON venues.venue = challenges.channel"
)
_IN_ORDER: Final = "ORDER BY challenges.id, guests.number"
_ASKED: Final = (
    "SELECT count(*) FILTER (WHERE state = 'open' AND guild = :guild),"
    " count(*) FILTER (WHERE state = 'open' AND guild = :guild AND opponent = :opponent),"
    " count(*) FILTER (WHERE state <> 'accepted'"
    " AND coalesce(opponent, 0) = coalesce(CAST(:opponent AS BIGINT), 0) AND (opponent IS NOT NULL"
    " OR rematch_of IS NOT NULL AND CAST(:rematch_of AS BIGINT) IS NOT NULL))"
    " FROM challenges WHERE laid_by = :challenger AND expires_at > :now"
)
"""A challenge lasts a day, and is counted as long, for who made it, whoever is its host by now. An open one
that is for anybody calls nobody."""
_ADD: Final = (
    "INSERT INTO challenges (guild, channel, locale, game, options, challenger, opponent, secret,"
    " expires_at, pace, rematch_of, laid_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " RETURNING id"
)
_IS_REMATCH: Final = "rematch_of = ? AND state IN ('open', 'accepted')"


class StoredChallenges:
    def __init__(self, file: File) -> None:
        self._file = file
        self._numbers = Numbers(file)

    async def add(self, draft: Challenge, check: Callable[[Asked], None]) -> int | None:
        """None if there is a rematch of that match already, open or played. Guests sit there already.

        `check` raises where they have made too many; nobody else can write meanwhile.
        """
        async with self._file.transaction() as writing:
            if draft.rematch_of is not None and await _has_rematch(writing, draft.rematch_of):
                return None
            number = await _add(writing, draft, draft.made_at, check)
        await self._numbers.keep_ahead("challenges", number)
        return number

    async def renew(self, old: int, draft: Challenge, now: int, check: Callable[[Asked], None]) -> int | None:
        """Another takes its place. None if it was answered or renewed meanwhile, or there is a rematch of the
        same match by now. `check` as above.
        """
        async with self._file.transaction() as writing:
            if not await _run_out(writing, old):
                return None
            if draft.rematch_of is not None and await _has_rematch(writing, draft.rematch_of):
                return None  # this one had run out before, so nothing is lost by its end
            number = await _add(writing, draft, now, check)
            await writing.execute("UPDATE challenges SET renewed_as = ? WHERE id = ?", (number, old))
        await self._numbers.keep_ahead("challenges", number)
        return number

    async def load(self, challenge: int) -> Challenge | None:
        found = await self._where("id = ?", challenge)
        return found[0] if found else None

    async def rematch_of(self, match: int) -> int | None:
        """The challenge to it, open or taken up."""
        row = await self._file.row(f"SELECT id FROM challenges WHERE {_IS_REMATCH}", match)
        return row[0] if row else None

    async def open_for(self, member: int, guild: int) -> list[Challenge]:
        """Their own, those made to them, and those that anybody may take up."""
        return await self._where(
            "state = 'open' AND challenges.guild = ? AND (? IN (challenger, opponent) OR opponent IS NULL)",
            *(guild, member),
        )

    async def open_with(self, member: int) -> list[Challenge]:
        """On all servers: their own, those made to them, and the lobbies where they sit."""
        return await self._where(
            "state = 'open' AND (? IN (challenger, opponent)"
            " OR id IN (SELECT challenge FROM guests WHERE member = ? AND sent_away = 0))",
            *(member, member),
        )

    async def _where(self, condition: str, *values: object) -> list[Challenge]:
        return _read(await self._file.rows(f"{_CHALLENGES} WHERE {condition} {_IN_ORDER}", *values))

    async def join(self, challenge: int, member: int, most: int) -> bool:
        """False if the lobby is closed, full, or has or had this guest."""
        async with self._file.transaction() as writing:
            changed = await writing.change(
                "INSERT INTO guests (challenge, member, number) SELECT id, ?,"
                " (SELECT coalesce(max(number), 0) + 1 FROM guests WHERE challenge = id) FROM challenges"
                " WHERE id = ? AND state = 'open'"
                " AND (SELECT count(*) FROM guests WHERE challenge = id AND sent_away = 0) < ?"
                " ON CONFLICT (challenge, member) DO NOTHING",
                (member, challenge, most),
            )
            return await _revised(writing, challenge, changed)

    async def quit(self, challenge: int, member: int) -> bool:
        """False if the lobby is closed, or has no such guest."""
        async with self._file.transaction() as writing:
            changed = await writing.change(
                "DELETE FROM guests WHERE member = ? AND sent_away = 0"
                " AND challenge = (SELECT id FROM challenges WHERE id = ? AND state = 'open')",
                (member, challenge),
            )
            return await _revised(writing, challenge, changed)

    async def send_away(self, challenge: int, guest: int) -> bool:
        """They sit there no more, and never again. False if the lobby is closed, or has no such guest."""
        async with self._file.transaction() as writing:
            changed = await writing.change(
                "UPDATE guests SET sent_away = 1 WHERE member = ? AND sent_away = 0"
                " AND challenge = (SELECT id FROM challenges WHERE id = ? AND state = 'open')",
                (guest, challenge),
            )
            return await _revised(writing, challenge, changed)

    async def hand_on(self, challenge: int, host: int, guest: int) -> bool:
        """The guest is the host now, and the other way round. False if they are not, or it is closed."""
        async with self._file.transaction() as writing:
            changed = await writing.change(
                "UPDATE guests SET member = ? WHERE member = ? AND sent_away = 0"
                " AND challenge = (SELECT id FROM challenges"
                " WHERE id = ? AND challenger = ? AND state = 'open')",
                (host, guest, challenge, host),
            )
            if changed:
                await writing.execute("UPDATE challenges SET challenger = ? WHERE id = ?", (guest, challenge))
            return await _revised(writing, challenge, changed)

    async def close(self, challenge: int, state: str) -> bool:
        """Whether it was still open: of two answers at once only the first counts."""
        async with self._file.transaction() as writing:
            return await close(writing, challenge, state)

    async def expire(self, now: int) -> None:
        await self._file.change(
            "UPDATE challenges SET state = 'expired', revision = revision + 1"
            f" WHERE state = 'open' AND expires_at <= ? AND {ours(self._file)}",
            now,
        )

    async def note_stale(self, until: int) -> None:
        """Those to anybody that end by then may be renewed; their posts offer it."""
        where = (
            f"state = 'open' AND opponent IS NULL AND stale = 0 AND expires_at <= ? AND {ours(self._file)}"
        )
        if await self._file.row(f"SELECT 1 FROM challenges WHERE {where}", until):
            await self._file.change(
                f"UPDATE challenges SET stale = 1, revision = revision + 1 WHERE {where}", until
            )


async def _add(writing: Writing, draft: Challenge, now: int, check: Callable[[Asked], None]) -> int:
    """`check` raises where they have made too many of the kind."""
    kind = {
        "guild": draft.guild,
        "challenger": draft.challenger,
        "opponent": draft.opponent,
        "rematch_of": draft.rematch_of,
    }
    asked = await writing.execute_fetchall(_ASKED, {**kind, "now": now})
    check(Asked(*next(iter(asked))))
    number = await _insert(writing, draft)
    await _seat(writing, number, draft.guests, draft.sent_away)
    return number


async def _insert(writing: Writing, draft: Challenge) -> int:
    ((number,),) = await writing.execute_fetchall(
        _ADD,
        (
            *(draft.guild, draft.channel, draft.locale, draft.game_name, json.dumps(draft.options)),
            *(draft.challenger, draft.opponent, draft.secret, draft.expires_at, draft.pace),
            *(draft.rematch_of, draft.challenger, draft.made_at),
        ),
    )
    return int(number)


async def _seat(writing: Writing, challenge: int, guests: Sequence[int], away: Sequence[int] = ()) -> None:
    """`away` are those who may not sit down there again."""
    rows = [(guest, False) for guest in guests] + [(guest, True) for guest in away]
    await writing.executemany(
        "INSERT INTO guests (challenge, member, number, sent_away) VALUES (?, ?, ?, ?)",
        [(challenge, guest, place, is_away) for place, (guest, is_away) in enumerate(rows, start=1)],
    )


async def _run_out(writing: Writing, challenge: int) -> bool:
    """Whether nothing else has become of it."""
    changed = await writing.change(
        "UPDATE challenges SET state = 'expired', revision = revision + 1"
        " WHERE id = ? AND (state = 'open' OR state = 'expired') AND renewed_as IS NULL",
        (challenge,),
    )
    return changed == 1


async def add_accepted(writing: Writing, draft: Challenge) -> int | None:
    """One that nobody has to answer, and that hangs nowhere; None if there is a rematch of that match."""
    if draft.rematch_of is not None and await _has_rematch(writing, draft.rematch_of):
        return None
    number = await _insert(writing, draft)
    await writing.execute(
        "UPDATE challenges SET state = 'accepted', shown_revision = revision WHERE id = ?", (number,)
    )
    return number


async def close(writing: Writing, challenge: int, state: str, *, revision: int | None = None) -> bool:
    """Whether it was still open and, where a revision is named, had not changed since that one."""
    changed = await writing.change(
        "UPDATE challenges SET state = ?, revision = revision + 1"
        " WHERE id = ? AND state = 'open' AND revision = coalesce(?, revision)",
        (state, challenge, revision),
    )
    return changed == 1


async def _has_rematch(writing: Writing, match: int) -> bool:
    return bool(await writing.execute_fetchall(f"SELECT 1 FROM challenges WHERE {_IS_REMATCH}", (match,)))


async def _revised(writing: Writing, challenge: int, changed: int) -> bool:
    """Its post shows who sits there."""
    if changed:
        await writing.execute("UPDATE challenges SET revision = revision + 1 WHERE id = ?", (challenge,))
    return changed == 1


def _read(rows: Iterable[Row]) -> list[Challenge]:
    """From a row for each guest, or one without."""
    challenges = []
    for _, with_guests in groupby(rows, key=lambda row: row[0]):
        first, *others = with_guests
        values = dict(zip(_COLUMNS, first, strict=False))
        values["game_name"] = values.pop("game")
        values["options"] = json.loads(values["options"])
        values["is_stale"] = bool(values.pop("stale"))
        values["known"] = read_known(first[len(_COLUMNS) : -2])
        guests = [row[-2:] for row in (first, *others) if row[-2] is not None]
        challenges.append(
            Challenge(
                **values,
                guests=tuple(member for member, sent_away in guests if not sent_away),
                sent_away=tuple(member for member, sent_away in guests if sent_away),
            )
        )
    return challenges
