"""Matches, their seats and their records, as they lie in the file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.club.challenge import Challenge
from bot.club.computers import FIRST, LAST, people
from bot.club.deadlines import DAY, NO_DEADLINE, PATIENCE, Deadline
from bot.club.stored import Offer, Seat, Stored
from bot.club.tallies import Running
from bot.club.whereabouts import DIRECT
from bot.database.challenges import add_accepted, close
from bot.database.file import Clash, File, Plain, Row, Writing, marks
from bot.database.numbers import Numbers
from bot.database.pen import Hurry
from bot.database.preferences import HERE, ours
from bot.database.venues import KNOWN, read_known
from engines.game import Outcome

_COLUMNS: Final = (
    *("id", "challenge", "guild", "channel", "venue", "locale", "game", "rules_version", "options", "secret"),
    *("began_at", "ended_at", "reason", "plies", "posted_ply", "post", "pace", "window", "due", "remind_at"),
    *("paused", "era", "adjudicated", "verdict", "rests_until", "patience_until"),
)
_OF_SEATS: Final = (
    "seats.member, seats.turned, seats.hinted, coalesce(people.name, ''), seats.gone_at, seats.coach,"
    " seats.coached, seats.won, seats.seat"
)
MATCHES: Final = (
    f"SELECT {', '.join(f'matches.{name}' for name in _COLUMNS)},"
    " (SELECT max(at) FROM plies WHERE match = matches.id AND ply >= matches.plies - 1),"
    f" offers.seat, offers.ply, offers.what, {KNOWN}, {_OF_SEATS}"
    " FROM matches JOIN seats ON seats.match = matches.id"
    " LEFT JOIN venues ON venues.venue = coalesce(matches.venue, matches.channel)"
    " LEFT JOIN people ON people.guild = matches.guild AND people.member = seats.member"
    " LEFT JOIN offers ON offers.match = matches.id"
)
"""A row a seat; `read_matches` reads them, if those of a match stand together, by seat."""
IS_PERSON: Final = f"member NOT BETWEEN {FIRST} AND {LAST}"
"""Of a seat: no computer sits there."""
IS_SOLO: Final = f"(SELECT count(*) FROM seats WHERE seats.match = matches.id AND {IS_PERSON}) = 1"
"""Of a match: one member plays, and nobody else but computers."""
_WENT_ON: Final = (
    "UPDATE matches SET due = ?, remind_at = ?, rests_until = ?, paused = NULL, plies = ?, ended_at = ?,"
    " reason = ?, patience_until = ?, fold_at = ?, awaits_computer = ?, patience_told = 0 WHERE id = ?"
)
Also = Callable[[Writing], Awaitable[None]]
Setting = Callable[[], Deadline]
"""Asked while nobody else can write, so that no vacation begins between the asking and the writing."""
Check = Callable[[Running], None]
"""Raises where somebody plays too many matches already."""


class StoredMatches:
    def __init__(self, file: File) -> None:
        self._file = file
        self._numbers = Numbers(file)

    async def add(
        self,
        challenge: Challenge,
        *,
        members: Sequence[int],
        rules_version: int,
        record: Sequence[str],
        venue: int | None = None,
        window: int | None = None,
        deadline: Setting,
        now: int,
        check: Check,
        awaits_computer: bool = False,
        coach: bool = False,
    ) -> int | None:
        """Close the challenge and begin its match, in one go; None if it has changed meanwhile.

        One that lies in no file yet is written at the same time, accepted; None if it is a rematch, and there
        is one already.
        """
        async with self._file.transaction() as writing:
            number = await _accept(writing, challenge)
            if number is None:
                return None
            sql, values = _running_of(members)
            check(_count(await writing.execute_fetchall(sql, values), challenge.guild, members))
            if len(members) == 2:  # Of an open challenge, whoever took it up.
                await writing.execute(
                    "UPDATE challenges SET opponent = ? WHERE id = ?", (members[-1], number)
                )
            first = deadline()
            ((match,),) = await writing.execute_fetchall(
                "INSERT INTO matches (challenge, guild, channel, venue, locale, game, rules_version, options,"
                " secret, began_at, plies, pace, window, due, remind_at, rests_until,"
                " patience_until, awaits_computer)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (
                    *(number, challenge.guild, challenge.channel, venue, challenge.locale),
                    *(challenge.game_name, rules_version, json.dumps(challenge.options), challenge.secret),
                    *(now, len(record), challenge.pace, window, first.due, first.remind_at),
                    *(first.rests_until, now + PATIENCE, awaits_computer),
                ),
            )
            await writing.executemany(
                "INSERT INTO seats (match, seat, member) VALUES (?, ?, ?)",
                [(match, seat, member) for seat, member in enumerate(members)],
            )
            await writing.execute(
                "UPDATE seats SET turned = 1 WHERE match = ?"
                " AND member IN (SELECT member FROM members WHERE turned = 1)",
                (match,),
            )
            if coach:
                await writing.execute(f"UPDATE seats SET coach = 1 WHERE match = ? AND {IS_PERSON}", (match,))
            await _add_plies(writing, match, 0, record, now)
        if not challenge.id:
            await self._numbers.keep_ahead("challenges", number)
        await self._numbers.keep_ahead("matches", match)
        return int(match)

    async def load(self, match: int) -> Stored | None:
        found = read_matches(
            await self._file.rows(f"{MATCHES} WHERE matches.id = ? ORDER BY seats.seat", match)
        )
        return found[0] if found else None

    async def record(self, match: int, *, since: int = 0) -> tuple[str, ...]:
        rows = await self._file.rows(
            "SELECT text FROM plies WHERE match = ? AND ply >= ? ORDER BY ply", match, since
        )
        return tuple(text for (text,) in rows)

    # What changes

    async def add_plies(
        self,
        match: int,
        ply: int,
        texts: Sequence[str],
        *,
        outcome: Outcome | None,
        keeps_offer_of: int,
        deadline: Setting = lambda: NO_DEADLINE,
        now: int,
        also: Sequence[Also] = (),
        era: int | None = None,
        hurry: Hurry = Hurry.PEOPLE,
        awaits_computer: bool = False,
    ) -> Deadline | None:
        """One transaction for the ply, all that follows from it, the outcome, and what `also` write.

        Returns the deadline; None: somebody was faster, or plies of that `era` were taken back meanwhile. An
        offer lapses with the other side's next ply; its own keep it.
        """
        try:
            async with self._file.transaction(hurry) as writing:
                await _go_on_with(writing, match, era, ply, texts, now)
                following = deadline()
                ended = (
                    (now, outcome.reason, None, now + DAY) if outcome else (None, None, now + PATIENCE, None)
                )
                clocks = (following.due, following.remind_at, following.rests_until)
                went_on = (*clocks, ply + len(texts), *ended, int(awaits_computer), match)
                await writing.execute(_WENT_ON, went_on)
                if outcome and outcome.winners:
                    await _note_winners(writing, match, outcome.winners)
                await writing.execute(
                    "DELETE FROM offers WHERE match = ? AND seat <> ?", (match, keeps_offer_of)
                )
                for write in also:
                    await write(writing)
        except _Taken:
            return None
        return following

    async def take_back(
        self, match: int, plies: int, to: int, *, deadline: Setting, now: int, awaits_computer: bool = False
    ) -> bool:
        """Tear the last plies off the record. False if it has changed meanwhile."""
        async with self._file.transaction() as writing:
            await writing.hold()
            again = deadline()
            changed = await writing.change(
                "UPDATE matches SET plies = ?, posted_ply = ?, era = era + 1, due = ?, remind_at = ?,"
                " rests_until = ?, paused = NULL, patience_until = ?, patience_told = 0, awaits_computer = ?"
                " WHERE id = ? AND plies = ? AND ended_at IS NULL",
                (
                    *(to, to - 1, again.due, again.remind_at, again.rests_until),
                    *(now + PATIENCE, awaits_computer, match, plies),
                ),
            )
            if changed:
                await writing.execute("DELETE FROM plies WHERE match = ? AND ply >= ?", (match, to))
                await writing.execute("DELETE FROM offers WHERE match = ?", (match,))
            return changed == 1

    async def set_turned(self, match: int, seat: int, *, turned: bool) -> None:
        await self._file.change(
            "UPDATE seats SET turned = ? WHERE match = ? AND seat = ?", turned, match, seat
        )

    async def note_hint(self, match: int, seat: int) -> bool:
        """False if the seat has had its hint."""
        noted = await self._file.change(
            "UPDATE seats SET hinted = 1 WHERE match = ? AND seat = ? AND hinted = 0", match, seat
        )
        return noted == 1

    async def set_coach(self, match: int, seat: int, *, on: bool) -> None:
        await self._file.change("UPDATE seats SET coach = ? WHERE match = ? AND seat = ?", on, match, seat)

    async def note_coached(self, match: int, seat: int) -> None:
        """The coach has spoken to it."""
        await self._file.change("UPDATE seats SET coached = 1 WHERE match = ? AND seat = ?", match, seat)

    async def note_gone(self, match: int, seat: int, since: int | None) -> None:
        """Since when the member is known to have left the server; None: is here."""
        await self._file.change(
            "UPDATE seats SET gone_at = ? WHERE match = ? AND seat = ?", since, match, seat
        )

    # Which there are

    async def left_since(self, moment: int) -> list[int]:
        """Those that run, and whose members have left the server since then, and are not known to be back."""
        return await self._file.numbers(
            "SELECT DISTINCT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            " WHERE seats.gone_at > ? AND matches.ended_at IS NULL"
            f" AND {ours(self._file)} ORDER BY matches.id",
            moment,
        )

    async def begun_by(self, challenge: int) -> int | None:
        """The match that came of a challenge."""
        row = await self._file.row("SELECT id FROM matches WHERE challenge = ?", challenge)
        return row[0] if row else None

    async def running_of(self, member: int, guild: int | None = None) -> list[int]:
        """On one server, or on all."""
        return await self._file.numbers(
            "SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            " WHERE seats.member = ? AND matches.guild = coalesce(?, matches.guild)"
            " AND matches.ended_at IS NULL ORDER BY matches.id",
            *(member, guild),
        )

    async def running_for(self, member: int, guild: int | None) -> list[int]:
        """Those that a member is told of on a server: played there, or in their direct messages; None: all,
        but where the bot was sent away.
        """
        return await self._file.numbers(
            "SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match"
            f" WHERE seats.member = ? AND matches.guild IN (coalesce(?, matches.guild), {DIRECT})"
            f" AND matches.ended_at IS NULL AND matches.{HERE} ORDER BY matches.id",
            *(member, guild),
        )

    async def running_among(self, guild: int, members: Sequence[int]) -> Running:
        sql, values = _running_of(members)
        return _count(await self._file.rows(sql, *values), guild, members)

    async def running_on(self, guild: int) -> list[int]:
        return await self._file.numbers("SELECT id FROM matches WHERE guild = ? AND ended_at IS NULL", guild)

    async def awaiting_computers(self) -> list[int]:
        """Those that run, and in which a computer is to move."""
        return await self._file.numbers(
            "SELECT id FROM matches WHERE awaits_computer = 1 AND ended_at IS NULL"
            f" AND {ours(self._file)} ORDER BY id"
        )

    async def running_at(self, venue: int) -> list[Stored]:
        return read_matches(
            await self._file.rows(
                f"{MATCHES} WHERE matches.venue = ? AND matches.ended_at IS NULL"
                " ORDER BY matches.id, seats.seat",
                venue,
            )
        )

    async def running_below(self, channel: int) -> list[int]:
        """Begun in that channel, or played there."""
        return await self._file.numbers(
            "SELECT id FROM matches WHERE (channel = ? OR venue = ?) AND ended_at IS NULL ORDER BY id",
            *(channel, channel),
        )

    async def newest_at(self, venue: int) -> int | None:
        row = await self._file.row("SELECT max(id) FROM matches WHERE venue = ?", venue)
        return row[0] if row else None

    async def have_met(self, member: int, other: int) -> bool:
        """Whether the two have sat in one match, on any server."""
        met = await self._file.row(
            "SELECT 1 FROM seats AS one JOIN seats AS two ON two.match = one.match"
            " WHERE one.member = ? AND two.member = ?",
            *(member, other),
        )
        return met is not None


async def _accept(writing: Writing, challenge: Challenge) -> int | None:
    """Its number, now that it is accepted."""
    if not challenge.id:
        return await add_accepted(writing, challenge)
    is_closed = await close(writing, challenge.id, "accepted", revision=challenge.revision)
    return challenge.id if is_closed else None


def _running_of(members: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """A row for each of these members in each match they play: which, who, where, and how many play; of
    these, how many are no computers; and the game.
    """
    at_it = "SELECT count(*) FROM seats AS all_seats WHERE all_seats.match = matches.id"
    asked = people(members)
    sql = (
        f"SELECT matches.id, seats.member, matches.guild, ({at_it}), ({at_it} AND {IS_PERSON}), matches.game"
        " FROM seats JOIN matches ON matches.id = seats.match"
        f" WHERE seats.member IN ({marks(asked)}) AND matches.ended_at IS NULL ORDER BY matches.id"
    )
    return sql, asked


def _count(rows: Iterable[Row], guild: int, members: Sequence[int]) -> Running:
    rows = list(rows)
    here = [row for row in rows if row[2] == guild and row[4] > 1]
    of_two = Counter(match for match, _, _, seats, *_ in here if seats == 2)
    return Running(
        of=Counter(member for _, member, *_ in here),
        between=sum(met == 2 for met in of_two.values()) if len(members) == 2 else 0,
        solo=tuple((row[5], row[0]) for row in rows if row[4] == 1),
    )


class _Taken(Exception):
    """A ply of that number is there already, or those before it are not: somebody was faster."""


async def _add_plies(writing: Writing, match: int, ply: int, texts: Sequence[str], now: int) -> None:
    await writing.executemany(
        "INSERT INTO plies (match, ply, text, at) VALUES (?, ?, ?, ?)",
        [(match, number, text, now) for number, text in enumerate(texts, start=ply)],
    )


async def _go_on_with(
    writing: Writing, match: int, era: int | None, ply: int, texts: Sequence[str], now: int
) -> None:
    """Raises _Taken."""
    sql = (
        "INSERT INTO plies (match, ply, text, at) SELECT id, ?, ?, ? FROM matches"
        " WHERE id = ? AND era = coalesce(?, era)"
    )
    try:
        for number, text in enumerate(texts[:-1], start=ply):
            await writing.execute(sql, (number, Plain(text), now, match, era))
        if not await writing.change(sql, (ply + len(texts) - 1, Plain(texts[-1]), now, match, era)):
            raise _Taken
    except Clash as error:
        raise _Taken from error


async def _note_winners(writing: Writing, match: int, winners: Sequence[int]) -> None:
    await writing.execute(
        f"UPDATE seats SET won = 1 WHERE match = ? AND seat IN ({marks(winners)})", (match, *winners)
    )


def read_matches(rows: Iterable[Row]) -> list[Stored]:
    return [_read(list(seats)) for _, seats in groupby(rows, key=lambda row: row[0])]


def _read(rows: Sequence[Row]) -> Stored:
    """From the rows of all seats of a match."""
    values = dict(zip(_COLUMNS, rows[0], strict=False))
    values["game_name"] = values.pop("game")
    values["options"] = json.loads(values["options"])
    values["adjudicated"] = bool(values["adjudicated"])
    moved_at, *offer = rows[0][len(_COLUMNS) : len(_COLUMNS) + 4]
    known = rows[0][len(_COLUMNS) + 4 : len(_COLUMNS) + 9]
    seats = [row[len(_COLUMNS) + 9 :] for row in rows]
    return Stored(
        **values,
        moved_at=moved_at,
        offer=Offer(*offer) if offer[0] is not None else None,
        known=read_known(known),
        seats=tuple(
            Seat(member, bool(turned), bool(hinted), name, gone_at, bool(coach), bool(coached))
            for member, turned, hinted, name, gone_at, coach, coached, *_ in seats
        ),
        winners=tuple(seat for *_, won, seat in seats if won),
    )
