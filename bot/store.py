"""Challenges, matches and their records, as they lie in the file: their SQL, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import aiosqlite

from bot.file import File, Row
from engines.game import Chosen, Outcome


@dataclass(frozen=True, slots=True)
class Challenge:
    id: int
    guild: int
    channel: int
    message: int | None
    locale: str
    game: str
    options: Mapping[str, Chosen]
    challenger: int
    opponent: int | None
    secret: bytes
    expires_at: int
    state: str
    shown: str
    """The look that its post has."""
    guests: tuple[int, ...]
    """Of a lobby: who joined, in order."""
    pace: int | None
    rematch_of: int | None
    look: str
    """All of it that its post shows and that may change."""


@dataclass(frozen=True, slots=True)
class Seat:
    member: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw is offered: by which seat, and after how many plies."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it lies in the file, without its record."""

    id: int
    guild: int
    channel: int
    place: int | None
    locale: str
    game: str
    rules_version: int
    options: Mapping[str, Chosen]
    secret: bytes
    began_at: int
    ended_at: int | None
    plies: int
    posted_ply: int
    post: int | None
    seats: tuple[Seat, ...]
    offer: Offer | None


_CHALLENGE = (
    "id, guild, channel, message, locale, game, options, challenger, opponent, secret, expires_at,"
    " state, shown, guests, pace, rematch_of, look"
)
_MATCH_COLUMNS = (
    "id, guild, channel, place, locale, game, rules_version, options, secret, began_at, ended_at, plies,"
    " posted_ply, post"
)
_MATCH = (
    f"{_MATCH_COLUMNS},"
    " (SELECT json_group_array(json_array(seat, member, turned)) FROM seats WHERE match = matches.id),"
    " (SELECT json_array(seat, ply) FROM offers WHERE match = matches.id)"
)


Also = Callable[[aiosqlite.Connection], Awaitable[None]]


class Store(File):
    """Challenges, matches and their records."""

    # Challenges

    async def add_challenge(
        self,
        *,
        guild: int,
        channel: int,
        locale: str,
        game: str,
        options: Mapping[str, Chosen],
        challenger: int,
        opponent: int | None,
        secret: bytes,
        expires_at: int,
    ) -> int:
        async with self.transaction() as writing:
            cursor = await writing.execute(
                "INSERT INTO challenges"
                " (guild, channel, locale, game, options, challenger, opponent, secret, expires_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (guild, channel, locale, game, json.dumps(options), challenger, opponent, secret, expires_at),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    async def challenge(self, challenge: int) -> Challenge | None:
        row = await self.row(f"SELECT {_CHALLENGE} FROM challenges WHERE id = ?", challenge)
        return _read_challenge(row) if row else None

    async def close_challenge(self, challenge: int, state: str) -> bool:
        """Whether it was still open: of two answers at once only the first counts."""
        async with self.transaction() as writing:
            return await _close_challenge(writing, challenge, state)

    async def expire_challenges(self, now: int) -> None:
        await self.change(
            "UPDATE challenges SET state = 'expired' WHERE state = 'open' AND expires_at <= ?", now
        )

    async def open_challenges_for(self, member: int, guild: int) -> list[Challenge]:
        """His own, those made to him, and those that anybody may take up."""
        rows = await self.rows(
            f"SELECT {_CHALLENGE} FROM challenges"
            " WHERE state = 'open' AND guild = ? AND (? IN (challenger, opponent) OR opponent IS NULL)"
            " ORDER BY id",
            guild,
            member,
        )
        return [_read_challenge(row) for row in rows]

    async def unshown_challenges(self) -> list[int]:
        return [row[0] for row in await self.rows("SELECT id FROM challenges WHERE shown <> look")]

    async def challenge_was_shown(self, challenge: int, look: str, message: int | None) -> None:
        await self.change(
            "UPDATE challenges SET shown = ?, message = ? WHERE id = ?", look, message, challenge
        )

    # Matches

    async def add_match(
        self,
        challenge: Challenge,
        *,
        members: Sequence[int],
        rules_version: int,
        record: Sequence[str],
        now: int,
    ) -> int | None:
        """Close the challenge and begin its match, in one go; None if somebody closed it before."""
        async with self.transaction() as writing:
            if not await _close_challenge(writing, challenge.id, "accepted"):
                return None
            # Of an open challenge, whoever took it up.
            await writing.execute(
                "UPDATE challenges SET opponent = ? WHERE id = ?", (members[-1], challenge.id)
            )
            cursor = await writing.execute(
                "INSERT INTO matches"
                " (challenge, guild, channel, locale, game, rules_version, options, secret, began_at, plies)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    challenge.id,
                    challenge.guild,
                    challenge.channel,
                    challenge.locale,
                    challenge.game,
                    rules_version,
                    json.dumps(challenge.options),
                    challenge.secret,
                    now,
                    len(record),
                ),
            )
            match = cursor.lastrowid
            assert match is not None
            await writing.executemany(
                "INSERT INTO seats (match, seat, member) VALUES (?, ?, ?)",
                [(match, seat, member) for seat, member in enumerate(members)],
            )
            await _add_plies(writing, match, 0, record, now)
            return match

    async def match(self, match: int) -> Stored | None:
        row = await self.row(f"SELECT {_MATCH} FROM matches WHERE id = ?", match)
        return _read_match(row) if row else None

    async def match_of_challenge(self, challenge: int) -> int | None:
        row = await self.row("SELECT id FROM matches WHERE challenge = ?", challenge)
        return row[0] if row else None

    async def challenge_of_match(self, match: int) -> Challenge | None:
        row = await self.row(
            f"SELECT {_CHALLENGE} FROM challenges WHERE id = (SELECT challenge FROM matches WHERE id = ?)",
            match,
        )
        return _read_challenge(row) if row else None

    async def record(self, match: int, *, since: int = 0) -> tuple[str, ...]:
        rows = await self.rows(
            "SELECT text FROM plies WHERE match = ? AND ply >= ? ORDER BY ply", match, since
        )
        return tuple(text for (text,) in rows)

    async def add_plies(
        self,
        match: int,
        ply: int,
        texts: Sequence[str],
        *,
        outcome: Outcome | None,
        keeps_offer_of: int,
        now: int,
        also: Also | None = None,
    ) -> bool:
        """One transaction for the ply, all that follows from it, and the outcome. False: somebody was faster.

        `also` writes more in the same transaction.
        An offer lapses with the other side's next ply; a seat's own plies keep its offer.
        """
        try:
            async with self.transaction() as writing:
                await _add_plies(writing, match, ply, texts, now)
                await writing.execute(
                    "UPDATE matches SET plies = ?, ended_at = ?, reason = ?, winners = ? WHERE id = ?",
                    (
                        ply + len(texts),
                        now if outcome else None,
                        outcome.reason if outcome else None,
                        json.dumps(outcome.winners) if outcome else None,
                        match,
                    ),
                )
                await writing.execute(
                    "DELETE FROM offers WHERE match = ? AND seat <> ?", (match, keeps_offer_of)
                )
                if also:
                    await also(writing)
        except sqlite3.IntegrityError:
            return False
        return True

    async def add_offer(self, match: int, seat: int, ply: int) -> bool:
        """False if the offer comes too late, or one stands already."""
        added = await self.change(
            "INSERT OR IGNORE INTO offers (match, seat, ply)"
            " SELECT id, ?, ? FROM matches WHERE id = ? AND plies = ? AND ended_at IS NULL",
            seat,
            ply,
            match,
            ply,
        )
        return added == 1

    async def end_offer(self, match: int) -> bool:
        return await self.change("DELETE FROM offers WHERE match = ?", match) == 1

    async def set_turned(self, match: int, seat: int, *, turned: bool) -> None:
        await self.change("UPDATE seats SET turned = ? WHERE match = ? AND seat = ?", turned, match, seat)

    async def set_place(self, match: int, place: int) -> None:
        await self.change("UPDATE matches SET place = ?, post = NULL WHERE id = ?", place, match)

    async def match_was_shown(self, match: int, plies: int, post: int) -> None:
        await self.change(
            "UPDATE matches SET posted_ply = max(posted_ply, ?), post = ? WHERE id = ?", plies, post, match
        )

    async def unshown_matches(self) -> list[int]:
        return [row[0] for row in await self.rows("SELECT id FROM matches WHERE posted_ply < plies")]

    async def running_matches_of(self, member: int, guild: int) -> list[int]:
        rows = await self.rows(
            "SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            " WHERE seats.member = ? AND matches.guild = ? AND matches.ended_at IS NULL ORDER BY matches.id",
            member,
            guild,
        )
        return [row[0] for row in rows]

    async def finished_matches_of(self, member: int, guild: int, most: int) -> list[int]:
        """The newest first."""
        rows = await self.rows(
            "SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            " WHERE seats.member = ? AND matches.guild = ? AND matches.ended_at IS NOT NULL"
            " ORDER BY matches.ended_at DESC, matches.id DESC LIMIT ?",
            member,
            guild,
            most,
        )
        return [row[0] for row in rows]

    async def matches_at(self, place: int) -> list[int]:
        rows = await self.rows(
            "SELECT id FROM matches WHERE place = ? AND ended_at IS NULL ORDER BY id", place
        )
        return [row[0] for row in rows]

    async def newest_match_at(self, place: int) -> int | None:
        row = await self.row("SELECT max(id) FROM matches WHERE place = ?", place)
        return row[0] if row else None


async def _close_challenge(writing: aiosqlite.Connection, challenge: int, state: str) -> bool:
    cursor = await writing.execute(
        "UPDATE challenges SET state = ? WHERE id = ? AND state = 'open'", (state, challenge)
    )
    return cursor.rowcount == 1


async def _add_plies(
    writing: aiosqlite.Connection, match: int, ply: int, texts: Sequence[str], now: int
) -> None:
    await writing.executemany(
        "INSERT INTO plies (match, ply, text, at) VALUES (?, ?, ?, ?)",
        [(match, number, text, now) for number, text in enumerate(texts, start=ply)],
    )


def _read_challenge(row: Row) -> Challenge:
    values = dict(zip(_CHALLENGE.split(", "), row, strict=True))
    values["options"] = json.loads(values["options"])
    values["guests"] = tuple(json.loads(values["guests"]))
    return Challenge(**values)


def _read_match(row: Row) -> Stored:
    *plain, seats, offer = row
    values = dict(zip(_MATCH_COLUMNS.split(", "), plain, strict=True))
    values["options"] = json.loads(values["options"])
    return Stored(
        **values,
        seats=tuple(Seat(member, bool(turned)) for _, member, turned in sorted(json.loads(seats))),
        offer=Offer(*json.loads(offer)) if offer else None,
    )
