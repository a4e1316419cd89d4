"""Challenges, matches and their records, as they lie in the file: their SQL, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

import aiosqlite

from bot.club.deadlines import NO_DEADLINE, Deadline
from bot.club.stored import Challenge, Offer, Seat, Stored, Tally
from bot.database.file import File, Row
from engines.game import Chosen, Outcome

_IS_REMATCH = "rematch_of = ? AND state IN ('open', 'accepted')"
_CHALLENGE = (
    "id, guild, channel, message, locale, game, options, challenger, opponent, secret, expires_at,"
    " state, shown, guests, pace, rematch_of, look"
)
_MATCH_COLUMNS = (
    "id, guild, channel, place, locale, game, rules_version, options, secret, began_at, ended_at, reason,"
    " winners, plies, posted_ply, post, pace, due, paused, era"
)
_MATCH = (
    f"{_MATCH_COLUMNS},"
    " (SELECT window FROM servers WHERE guild = matches.guild),"
    " (SELECT max(at) FROM plies WHERE match = matches.id AND ply >= matches.plies - 1),"
    " (SELECT json_group_array(json_array(seat, seats.member, turned, hinted, coalesce(name, '')))"
    " FROM seats LEFT JOIN people ON people.guild = matches.guild AND people.member = seats.member"
    " WHERE match = matches.id),"
    " (SELECT json_array(seat, ply, what) FROM offers WHERE match = matches.id)"
)


_OWN = "seats AS own JOIN matches ON matches.id = own.match"
_OF_BOTH = f"{_OWN} JOIN seats AS theirs ON theirs.match = own.match AND theirs.member = ?4"
_FINISHED = "own.member = ?1 AND guild = ?2 AND ended_at IS NOT NULL AND game = ifnull(?3, game)"
Also = Callable[[aiosqlite.Connection], Awaitable[None]]
Setting = Callable[[], Deadline]
"""Asked while nobody else can write, so that no vacation begins between the asking and the writing."""


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
        pace: int | None,
        rematch_of: int | None,
    ) -> int | None:
        """None if there is a rematch of that match already, open or played."""
        async with self.transaction() as writing:
            cursor = await writing.execute(
                "INSERT INTO challenges (guild, channel, locale, game, options, challenger, opponent, secret,"
                " expires_at, pace, rematch_of) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
                f" WHERE NOT EXISTS (SELECT 1 FROM challenges WHERE {_IS_REMATCH})",
                (
                    guild,
                    channel,
                    locale,
                    game,
                    json.dumps(options),
                    challenger,
                    opponent,
                    secret,
                    expires_at,
                    pace,
                    rematch_of,
                    rematch_of,
                ),
            )
            return cursor.lastrowid if cursor.rowcount else None

    async def rematch_of(self, match: int) -> int | None:
        """The challenge to it, open or taken up."""
        row = await self.row(f"SELECT id FROM challenges WHERE {_IS_REMATCH}", match)
        return row[0] if row else None

    async def join(self, challenge: int, member: int, most: int) -> bool:
        """False if the lobby is closed, full, or has this guest."""
        joined = await self.change(
            "UPDATE challenges SET guests = json_insert(guests, '$[#]', ?)"
            " WHERE id = ? AND state = 'open' AND json_array_length(guests) < ?"
            " AND NOT EXISTS (SELECT 1 FROM json_each(guests) WHERE value = ?)",
            member,
            challenge,
            most,
            member,
        )
        return joined == 1

    async def quit(self, challenge: int, member: int) -> bool:
        """False if the lobby is closed, or has no such guest."""
        gone = await self.change(
            "UPDATE challenges SET guests ="
            " (SELECT json_group_array(value) FROM json_each(guests) WHERE value <> ?)"
            " WHERE id = ? AND state = 'open'"
            " AND EXISTS (SELECT 1 FROM json_each(guests) WHERE value = ?)",
            member,
            challenge,
            member,
        )
        return gone == 1

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

    async def open_challenges_with(self, member: int) -> list[Challenge]:
        """On all servers: his own, those made to him, and the lobbies where he sits."""
        rows = await self.rows(
            f"SELECT {_CHALLENGE} FROM challenges WHERE state = 'open' AND (?1 IN (challenger, opponent)"
            " OR EXISTS (SELECT 1 FROM json_each(guests) WHERE value = ?1)) ORDER BY id",
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
        clock: Setting,
        now: int,
    ) -> int | None:
        """Close the challenge and begin its match, in one go; None if it has changed meanwhile."""
        async with self.transaction() as writing:
            if not await _close_challenge(writing, challenge.id, "accepted", look=challenge.look):
                return None
            if len(members) == 2:  # Of an open challenge, whoever took it up.
                await writing.execute(
                    "UPDATE challenges SET opponent = ? WHERE id = ?", (members[-1], challenge.id)
                )
            first = clock()
            cursor = await writing.execute(
                "INSERT INTO matches (challenge, guild, channel, locale, game, rules_version, options,"
                " secret, began_at, plies, pace, due, remind_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                    challenge.pace,
                    first.due,
                    first.remind_at,
                ),
            )
            match = cursor.lastrowid
            assert match is not None
            await writing.executemany(
                "INSERT INTO seats (match, seat, member) VALUES (?, ?, ?)",
                [(match, seat, member) for seat, member in enumerate(members)],
            )
            await writing.execute(
                "UPDATE seats SET turned = 1 WHERE match = ?"
                " AND member IN (SELECT member FROM members WHERE turned)",
                (match,),
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
        clock: Setting = lambda: NO_DEADLINE,
        now: int,
        also: Also | None = None,
    ) -> bool:
        """One transaction for the ply, all that follows from it, the outcome, and what `also` writes.

        False: somebody was faster. An offer lapses with the other side's next ply; its own keep it.
        """
        try:
            async with self.transaction() as writing:
                await _add_plies(writing, match, ply, texts, now)
                next_clock = clock()
                await writing.execute(
                    "UPDATE matches SET plies = ?, due = ?, remind_at = ?, paused = NULL,"
                    " ended_at = ?, reason = ?, winners = ? WHERE id = ?",
                    (
                        ply + len(texts),
                        next_clock.due,
                        next_clock.remind_at,
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
        except _Taken:
            return False
        return True

    async def take_back(self, match: int, plies: int, to: int, *, clock: Setting) -> bool:
        """Tear the last plies off the record. False if it has changed meanwhile."""
        async with self.transaction() as writing:
            again = clock()
            cursor = await writing.execute(
                "UPDATE matches SET plies = ?, posted_ply = ? - 1, era = era + 1, due = ?, remind_at = ?,"
                " paused = NULL WHERE id = ? AND plies = ? AND ended_at IS NULL",
                (to, to, again.due, again.remind_at, match, plies),
            )
            if cursor.rowcount:
                await writing.execute("DELETE FROM plies WHERE match = ? AND ply >= ?", (match, to))
                await writing.execute("DELETE FROM offers WHERE match = ?", (match,))
            return cursor.rowcount == 1

    async def add_offer(self, match: int, seat: int, ply: int, what: str) -> bool:
        """False if the offer comes too late, or one stands already."""
        added = await self.change(
            "INSERT OR IGNORE INTO offers (match, seat, ply, what)"
            " SELECT id, ?, ?, ? FROM matches WHERE id = ? AND plies = ? AND ended_at IS NULL",
            seat,
            ply,
            what,
            match,
            ply,
        )
        return added == 1

    async def end_offer(self, match: int) -> bool:
        return await self.change("DELETE FROM offers WHERE match = ?", match) == 1

    async def set_turned(self, match: int, seat: int, *, turned: bool) -> None:
        await self.change("UPDATE seats SET turned = ? WHERE match = ? AND seat = ?", turned, match, seat)

    async def note_hint(self, match: int, seat: int) -> bool:
        """False if the seat has had its hint."""
        noted = await self.change(
            "UPDATE seats SET hinted = 1 WHERE match = ? AND seat = ? AND hinted = 0", match, seat
        )
        return noted == 1

    # Time

    async def due_matches(self, now: int) -> list[int]:
        rows = await self.rows("SELECT id FROM matches WHERE due <= ? ORDER BY due", now)
        return [row[0] for row in rows]

    async def next_due(self) -> int | None:
        row = await self.row("SELECT min(due) FROM matches WHERE due IS NOT NULL")
        return row[0] if row else None

    async def take_reminders(self, now: int) -> list[int]:
        """The matches whose reminder is due; it will not be due again."""
        if not await self.row("SELECT 1 FROM matches WHERE remind_at <= ?", now):
            return []
        async with self.transaction() as writing:
            rows = await writing.execute_fetchall(
                "UPDATE matches SET remind_at = NULL WHERE remind_at <= ? RETURNING id", (now,)
            )
            return [row[0] for row in rows]

    async def set_deadline(
        self, match: int, plies: int, clock: Deadline, *, paused: int | None, was: int | None
    ) -> bool:
        """`was` is `paused` as it stands now. False if the match has changed meanwhile."""
        changed = await self.change(
            "UPDATE matches SET due = ?, remind_at = ?, paused = ?"
            " WHERE id = ? AND plies = ? AND paused IS ? AND ended_at IS NULL",
            clock.due,
            clock.remind_at,
            paused,
            match,
            plies,
            was,
        )
        return changed == 1

    async def note_alive(self, now: int, longest_gap: int) -> int:
        """The bot is alive. After a longer gap all clocks are set on by it; returns that gap, or 0."""
        async with self.transaction() as writing:
            rows = list(await writing.execute_fetchall("SELECT value FROM house WHERE name = 'alive'"))
            gap = now - rows[0][0] if rows else 0
            await writing.execute("INSERT OR REPLACE INTO house (name, value) VALUES ('alive', ?)", (now,))
            if gap <= longest_gap:
                return 0
            await writing.execute(
                "UPDATE matches SET due = due + ?, remind_at = remind_at + ? WHERE due IS NOT NULL",
                (gap, gap),
            )
            await writing.execute(
                "UPDATE challenges SET expires_at = expires_at + ? WHERE state = 'open'", (gap,)
            )
            return gap

    # People

    async def note_name(self, guild: int, member: int, name: str) -> None:
        await self.change(
            "INSERT OR REPLACE INTO people (guild, member, name) VALUES (?, ?, ?)", guild, member, name
        )

    async def set_place(self, match: int, place: int) -> None:
        await self.change("UPDATE matches SET place = ?, post = NULL WHERE id = ?", place, match)

    async def match_was_shown(self, match: int, plies: int, post: int) -> None:
        await self.change(
            "UPDATE matches SET posted_ply = max(posted_ply, ?), post = ? WHERE id = ?", plies, post, match
        )

    async def unshown_matches(self) -> list[int]:
        return [row[0] for row in await self.rows("SELECT id FROM matches WHERE posted_ply < plies")]

    async def running_matches_of(self, member: int, guild: int | None = None) -> list[int]:
        """On one server, or on all."""
        rows = await self.rows(
            "SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            " WHERE seats.member = ? AND matches.guild = ifnull(?, matches.guild)"
            " AND matches.ended_at IS NULL ORDER BY matches.id",
            member,
            guild,
        )
        return [row[0] for row in rows]

    async def running_matches_on(self, guild: int) -> list[int]:
        rows = await self.rows("SELECT id FROM matches WHERE guild = ? AND ended_at IS NULL", guild)
        return [row[0] for row in rows]

    async def have_met(self, member: int, other: int) -> bool:
        """Whether the two have sat in one match, on any server."""
        met = await self.row(
            "SELECT 1 FROM seats AS one JOIN seats AS two ON two.match = one.match"
            " WHERE one.member = ? AND two.member = ?",
            *(member, other),
        )
        return met is not None

    async def history(
        self, member: int, guild: int, game: str | None, opponent: int | None, *, most: int, skip: int
    ) -> list[Stored]:
        """Finished matches of a member, the newest first; perhaps of one game, or with one opponent."""
        rows = await self.rows(
            f"SELECT {_MATCH} FROM {_OF_BOTH if opponent else _OWN} WHERE {_FINISHED}"
            " ORDER BY ended_at DESC, id DESC LIMIT ?5 OFFSET ?6",
            *(member, guild, game, opponent, most, skip),
        )
        return [_read_match(row) for row in rows]

    async def series(self, match: int) -> list[Stored]:
        """The match, what it is a rematch of, what that one is a rematch of, and so on; all that are over."""
        rows = await self.rows(
            "WITH RECURSIVE chain (number) AS (VALUES (?) UNION ALL"
            " SELECT rematch_of FROM chain JOIN matches ON matches.id = number"
            " JOIN challenges ON challenges.id = challenge WHERE rematch_of IS NOT NULL)"
            f" SELECT {_MATCH} FROM matches WHERE id IN (SELECT number FROM chain) AND ended_at IS NOT NULL",
            match,
        )
        return [_read_match(row) for row in rows]

    async def history_length(self, member: int, guild: int, game: str | None, opponent: int | None) -> int:
        values = (member, guild, game, opponent) if opponent else (member, guild, game)
        row = await self.row(
            f"SELECT count(*) FROM {_OF_BOTH if opponent else _OWN} WHERE {_FINISHED}", *values
        )
        assert row is not None
        return int(row[0])

    async def tallies(self, member: int, guild: int, game: str | None, opponent: int) -> list[Tally]:
        """How two members stand, by game. One won who is among the winners while the other is not."""
        rows = await self.rows(
            "SELECT game, sum(mine > his), sum(mine = his), sum(mine < his) FROM"
            " (SELECT game, own.seat IN (SELECT value FROM json_each(winners)) AS mine,"
            " theirs.seat IN (SELECT value FROM json_each(winners)) AS his"
            f" FROM {_OF_BOTH} WHERE {_FINISHED} AND reason <> 'aborted')"
            " GROUP BY game ORDER BY count(*) DESC, game",
            *(member, guild, game, opponent),
        )
        return [Tally(*row) for row in rows]

    async def matches_at(self, place: int) -> list[int]:
        rows = await self.rows(
            "SELECT id FROM matches WHERE place = ? AND ended_at IS NULL ORDER BY id", place
        )
        return [row[0] for row in rows]

    async def newest_match_at(self, place: int) -> int | None:
        row = await self.row("SELECT max(id) FROM matches WHERE place = ?", place)
        return row[0] if row else None


async def _close_challenge(
    writing: aiosqlite.Connection, challenge: int, state: str, *, look: str | None = None
) -> bool:
    """Whether it was still open and, where a look is named, still looked so."""
    cursor = await writing.execute(
        "UPDATE challenges SET state = ? WHERE id = ? AND state = 'open' AND look = coalesce(?, look)",
        (state, challenge, look),
    )
    return cursor.rowcount == 1


class _Taken(Exception):
    """A ply of that number is there already: somebody was faster."""


async def _add_plies(
    writing: aiosqlite.Connection, match: int, ply: int, texts: Sequence[str], now: int
) -> None:
    try:
        await writing.executemany(
            "INSERT INTO plies (match, ply, text, at) VALUES (?, ?, ?, ?)",
            [(match, number, text, now) for number, text in enumerate(texts, start=ply)],
        )
    except sqlite3.IntegrityError as error:
        raise _Taken from error


async def move_deadlines(writing: aiosqlite.Connection, matches: Iterable[int], seconds: int) -> None:
    await writing.executemany(
        "UPDATE matches SET due = due + ?, remind_at = remind_at + ? WHERE id = ?",
        [(seconds, seconds, match) for match in matches],
    )


def _read_challenge(row: Row) -> Challenge:
    values = dict(zip(_CHALLENGE.split(", "), row, strict=True))
    values["options"] = json.loads(values["options"])
    values["guests"] = tuple(json.loads(values["guests"]))
    return Challenge(**values)


def _read_match(row: Row) -> Stored:
    *plain, window, moved_at, seats, offer = row
    values = dict(zip(_MATCH_COLUMNS.split(", "), plain, strict=True))
    values["options"] = json.loads(values["options"])
    values["winners"] = tuple(json.loads(values["winners"] or "[]"))
    return Stored(
        **values,
        window=window,
        moved_at=moved_at,
        seats=tuple(
            Seat(member, bool(turned), bool(hinted), name)
            for _, member, turned, hinted, name in sorted(json.loads(seats))
        ),
        offer=Offer(*json.loads(offer)) if offer else None,
    )
