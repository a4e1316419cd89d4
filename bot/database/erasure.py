"""All that is stored of a member, to be read or erased, and of a server, to be closed or erased.

What is stored of whom, and how it is forgotten, stands here and nowhere else: who adds a table that names
members or servers adds its lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.database import bars
from bot.database.file import File, Writing
from bot.database.house import count

_FORGET_SERVER: Final = (
    "DELETE FROM results WHERE guild = :guild",
    "DELETE FROM standings WHERE scope = :guild",
    "DELETE FROM ratings WHERE scope = :guild",
    "DELETE FROM offers WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM plies WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM seats WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "UPDATE challenges SET rematch_of = NULL WHERE guild = :guild",
    "DELETE FROM matches WHERE guild = :guild",
    "DELETE FROM guests WHERE challenge IN (SELECT id FROM challenges WHERE guild = :guild)",
    "DELETE FROM challenges WHERE guild = :guild",
    "DELETE FROM people WHERE guild = :guild",
    "DELETE FROM play_channels WHERE guild = :guild",
    "DELETE FROM bars WHERE guild = :guild",
    "DELETE FROM acts WHERE guild = :guild",
    "DELETE FROM servers WHERE guild = :guild",
)
_CLOSE_SERVER: Final = (
    "UPDATE challenges SET state = 'withdrawn' WHERE guild = :guild AND state = 'open'",
    "UPDATE challenges SET shown_revision = revision WHERE guild = :guild",
    "UPDATE matches SET posted_ply = plies WHERE guild = :guild",
)
# The number stands for the member from now on. Blocks against them stay: they are others'.
_FORGET_MEMBER: Final = (
    "UPDATE seats SET member = :number, turned = 0 WHERE member = :member",
    "UPDATE challenges SET challenger = :number WHERE challenger = :member",
    "UPDATE challenges SET opponent = :number WHERE opponent = :member",
    """
    UPDATE challenges SET revision = revision + 1
    WHERE id IN (SELECT challenge FROM guests WHERE member = :member)
    """,
    "UPDATE guests SET member = :number WHERE member = :member",
    # Ratings follow from the records: without those of this member, the others' could not be computed again.
    "UPDATE ratings SET member = :number WHERE member = :member",
    "UPDATE standings SET member = :number WHERE member = :member",
    "UPDATE results SET member = :number WHERE member = :member",
    "DELETE FROM people WHERE member = :member",
    "DELETE FROM members WHERE member = :member",
    "DELETE FROM blocks WHERE member = :member",
    "UPDATE bars SET manager = :number WHERE manager = :member",
    "UPDATE acts SET manager = :number WHERE manager = :member",
    "UPDATE acts SET member = :number WHERE member = :member",
)
_NEXT_FORGOTTEN: Final = (
    "INSERT INTO house (name, value) VALUES ('forgotten', 1)"
    " ON CONFLICT (name) DO UPDATE SET value = house.value + 1 RETURNING value"
)

# No secrets: those of running matches would tell what the dice bring.
_EXPORTED: Final = {
    "settings": "SELECT language, pings, turned, theme, hidden, challengers, away_until FROM members"
    " WHERE member = :member",
    "names": "SELECT guild, name FROM people WHERE member = :member",
    "blocked": "SELECT blocked AS member FROM blocks WHERE member = :member",
    "challenges": "SELECT id, guild, channel, message, game, options, challenger, opponent, state,"
    " expires_at, pace, rematch_of FROM challenges WHERE :member IN (challenger, opponent)"
    " OR id IN (SELECT challenge FROM guests WHERE member = :member) ORDER BY id",
    "matches": "SELECT id, challenge, guild, channel, venue, post, game, rules_version, options, pace,"
    " began_at, ended_at, due, paused, reason, seat, turned, hinted"
    " FROM seats JOIN matches ON id = match WHERE member = :member ORDER BY id",
    "ratings": "SELECT game, scope, mu, sigma, matches, streak, best_streak FROM ratings"
    " WHERE member = :member",
    "standings": "SELECT * FROM standings WHERE member = :member",
    "results": "SELECT match, seat, game, guild, at, rank, result, rating, gained, provisional,"
    " rating_everywhere, gained_everywhere FROM results WHERE member = :member ORDER BY match",
    # Not who barred them: whom to ask is the server's business. As managers, what they did, but to whom not.
    "bars": "SELECT guild, at FROM bars WHERE member = :member",
    "acts": "SELECT guild, at, what, match, setting, value FROM acts WHERE :member IN (manager, member)",
    "offers": "SELECT match, ply, what FROM offers JOIN seats USING (match, seat) WHERE member = :member",
}
# Lists that belong to a row of these, by the names of the columns they make.
_LISTS: Final[Mapping[str, Mapping[str, str]]] = {
    "challenges": {"guests": "SELECT member FROM guests WHERE challenge = ? ORDER BY number"},
    "matches": {
        "winners": "SELECT seat FROM seats WHERE match = ? AND won = 1 ORDER BY seat",
        "record": "SELECT text FROM plies WHERE match = ? ORDER BY ply",
        "played_at": "SELECT at FROM plies WHERE match = ? ORDER BY ply",
    },
}


class Erasure:
    def __init__(self, file: File) -> None:
        self._file = file

    async def stored_of(self, member: int) -> dict[str, list[dict[str, Any]]]:
        """All that is stored about a member, by kind; times are in seconds."""
        return {kind: await self._stored(kind, sql, member) for kind, sql in _EXPORTED.items()}

    async def _stored(self, kind: str, sql: str, member: int) -> list[dict[str, Any]]:
        rows = await self._file.named_rows(sql, member=member)
        for row in rows:
            if "options" in row:
                row["options"] = json.loads(row["options"])
            for name, listed in _LISTS.get(kind, {}).items():
                row[name] = [value for (value,) in await self._file.rows(listed, row["id"])]
        return rows

    async def forget_member(self, member: int) -> None:
        """A number below zero takes the member's place."""
        async with self._file.transaction() as writing:
            ((number,),) = await writing.execute_fetchall(_NEXT_FORGOTTEN)
            await _execute(writing, _FORGET_MEMBER, member=member, number=-number)
            await _draw_circles_anew(writing, -number)
            await bars.seal(writing, member, -number)
            await count(writing, "erasures")

    async def close_server(self, guild: int) -> None:
        """Nothing is open there any more, and nothing waits to be shown."""
        async with self._file.transaction() as writing:
            await _execute(writing, _CLOSE_SERVER, guild=guild)

    async def forget_server(self, guild: int) -> None:
        """As if the bot had never been there."""
        async with self._file.transaction() as writing:
            await _execute(writing, _FORGET_SERVER, guild=guild)
            await count(writing, "erasures")

    async def servers(self) -> list[int]:
        """Of which anything is stored."""
        return await self._file.numbers(
            "SELECT guild FROM servers UNION SELECT guild FROM matches UNION SELECT guild FROM challenges"
            " UNION SELECT guild FROM bars UNION SELECT guild FROM acts"
        )

    async def open_servers_left_before(self, moment: int) -> list[int]:
        """Of these, where a match runs, a challenge is open or something waits to be shown."""
        return await self._file.numbers(
            "SELECT guild FROM servers WHERE left_at <= ? AND (EXISTS"
            " (SELECT 1 FROM matches WHERE matches.guild = servers.guild"
            " AND (ended_at IS NULL OR posted_ply < plies)) OR EXISTS"
            " (SELECT 1 FROM challenges WHERE challenges.guild = servers.guild"
            " AND (state = 'open' OR shown_revision < revision)))",
            moment,
        )

    async def servers_left_before(self, moment: int) -> list[int]:
        return await self._file.numbers("SELECT guild FROM servers WHERE left_at <= ?", moment)


async def _draw_circles_anew(writing: Writing, member: int) -> None:
    """Who played a rated match with whom, by the numbers of now."""
    rows = await writing.execute_fetchall(
        "SELECT match, member FROM results"
        " WHERE match IN (SELECT match FROM results WHERE member = ?) ORDER BY match, member",
        (member,),
    )
    circles: dict[int, list[int]] = {}
    for match, other in rows:
        circles.setdefault(match, []).append(other)
    await writing.executemany(
        "UPDATE results SET circle = ? WHERE match = ?",
        [(json.dumps(members), match) for match, members in circles.items()],
    )


async def _execute(writing: Writing, statements: Sequence[str], **values: int) -> None:
    for sql in statements:
        await writing.execute(sql, values)
