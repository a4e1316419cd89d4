"""Who may not play on a server, as it lies in the file.

Of a member who was forgotten a salted seal is kept, by which they are known if they come back, and no number.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

from bot.club.acts import Act, Bar
from bot.club.wishes import sealed
from bot.database import acts
from bot.database.file import File, Writing, marks


class StoredBars:
    def __init__(self, file: File) -> None:
        self._file = file

    async def of(self, guild: int) -> list[Bar]:
        """The newest first."""
        rows = await self._file.rows(
            "SELECT bars.member, manager, at, coalesce(people.name, '') FROM bars"
            " LEFT JOIN people ON people.guild = bars.guild AND people.member = bars.member"
            " WHERE bars.guild = ? ORDER BY at DESC, bars.member",
            guild,
        )
        return [Bar(*row) for row in rows]

    async def among(self, guild: int, members: Collection[int]) -> set[int]:
        """Those of them who are barred there."""
        rows = await self._file.rows(
            "SELECT member, salt, seal FROM bars"
            f" WHERE guild = ? AND (member IN ({marks(members)}) OR seal IS NOT NULL)",
            *(guild, *members),
        )
        found = set()
        for member, salt, seal in rows:
            if seal is None:
                found.add(member)
            else:
                found |= {one for one in members if sealed(one, salt) == seal}
        return found

    async def add(self, act: Act) -> list[int] | None:
        """Their open challenges there end, and they leave tables. Returns which; None: they are barred."""
        async with self._file.transaction() as writing:
            added = await writing.change(
                "INSERT INTO bars (guild, member, manager, at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (guild, member) DO NOTHING",
                (act.guild, act.member, act.manager, act.at),
            )
            if not added:
                return None
            await acts.add(writing, act)
            assert act.member is not None
            return await _leave_challenges(writing, act.guild, act.member)

    async def remove(self, act: Act) -> bool:
        """False if they are not barred."""
        async with self._file.transaction() as writing:
            removed = await writing.change(
                "DELETE FROM bars WHERE guild = ? AND member = ?", (act.guild, act.member)
            )
            if removed:
                await acts.add(writing, act)
            return removed == 1


async def _leave_challenges(writing: Writing, guild: int, member: int) -> list[int]:
    """Nobody takes up theirs any more, nor do they those made to them; at tables of others they stand up."""
    rows = await writing.execute_fetchall(
        "SELECT id, ? IN (challenger, opponent) FROM challenges WHERE guild = ? AND state = 'open'"
        " AND (? IN (challenger, opponent)"
        " OR id IN (SELECT challenge FROM guests WHERE member = ?))",
        (member, guild, member, member),
    )
    left = [(number, bool(is_theirs)) for number, is_theirs in rows]
    for number, is_theirs in left:
        await writing.execute(
            "DELETE FROM guests WHERE challenge = ? AND member = ? AND sent_away = 0", (number, member)
        )
        await writing.execute(
            "UPDATE challenges SET revision = revision + 1,"
            " state = CASE WHEN ? THEN 'expired' ELSE state END WHERE id = ?",
            (is_theirs, number),
        )
    return [number for number, _ in left]


async def seal(writing: Writing, member: int, number: int) -> int:
    """The member is forgotten, and the number stands in their place: a bar is none that one escapes so.

    Returns how many bars there were.
    """
    rows = list(await writing.execute_fetchall("SELECT guild FROM bars WHERE member = ?", (member,)))
    for (guild,) in rows:
        salt = secrets.token_hex(16)
        await writing.execute(
            "UPDATE bars SET member = ?, salt = ?, seal = ? WHERE guild = ? AND member = ?",
            (number, salt, sealed(member, salt), guild, member),
        )
    return len(rows)
