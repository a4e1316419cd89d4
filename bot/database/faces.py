"""What members look like, as it lies in the file."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from bot.club.whereabouts import DIRECT
from bot.database.file import File, Writing, marks
from bot.database.pen import Hurry

EVERYWHERE: Final = DIRECT
"""In the place of a server: what is seen wherever they have chosen nothing else."""
_KNOWN: Final = "SELECT 1 FROM people WHERE guild = :guild AND member = :member AND left_at IS NULL"
"""Who was forgotten, or has left, is not known there any more."""
_KEEP: Final = (
    "INSERT INTO faces (guild, member, avatar, picture, met_at)"
    " SELECT :place, :member, :avatar, :picture, :now"
    f" WHERE EXISTS ({_KNOWN}) ON CONFLICT (member, guild) DO UPDATE"
    " SET avatar = excluded.avatar, picture = excluded.picture, met_at = excluded.met_at"
)
_DROP: Final = "DELETE FROM faces WHERE guild = ? AND member = ?"
_UNWANTED: Final = (
    "SELECT guild, member FROM faces WHERE met_at < ?"
    " OR member IN (SELECT member FROM members WHERE hidden = 1 OR faceless = 1)"
    " OR guild IN (SELECT guild FROM servers WHERE faces = 0)"
)
_DROP_WHO_LEFT: Final = (
    f"{_DROP} OR (guild = {EVERYWHERE} AND member = ? AND NOT EXISTS (SELECT 1 FROM people"
    f" WHERE people.member = faces.member AND people.guild <> {EVERYWHERE} AND people.left_at IS NULL))"
)


async def leave(writing: Writing, guild: int, members: Collection[int]) -> None:
    """They are no members of this server any more; of whom no other knows nothing is kept."""
    await writing.executemany(_DROP_WHO_LEFT, [(guild, member, member) for member in members])


class StoredFaces:
    def __init__(self, file: File) -> None:
        self._file = file

    async def of(self, guild: int, members: Collection[int]) -> dict[int, bytes]:
        """As they are seen there; nobody who is known to have left is."""
        rows = await self._file.rows(
            f"SELECT member, picture FROM faces WHERE guild IN (?, {EVERYWHERE})"
            f" AND member IN ({marks(members)}) AND member NOT IN"
            f" (SELECT member FROM people WHERE guild = ? AND member IN ({marks(members)})"
            f" AND left_at IS NOT NULL) ORDER BY guild <> {EVERYWHERE}",
            *(guild, *members, guild, *members),
        )
        return {member: picture for member, picture in rows}  # noqa: C416 - rows are of no certain length

    async def met(self, place: int, member: int) -> tuple[str, int] | None:
        """What their avatar there is called, and when they were last met with it."""
        row = await self._file.row(
            "SELECT avatar, met_at FROM faces WHERE guild = ? AND member = ?", place, member
        )
        return None if row is None else (row[0], row[1])

    async def meet(self, place: int, member: int, now: int) -> None:
        """Once more, with the same avatar."""
        await self._file.note(
            "UPDATE faces SET met_at = ? WHERE guild = ? AND member = ?", now, place, member
        )

    async def keep(
        self,
        *,
        guild: int,
        place: int,
        member: int,
        avatar: str,
        picture: bytes,
        now: int,
        may: Callable[[], bool],
    ) -> bool:
        """Of somebody met on that server. Whether it is kept: `may` is asked when nobody else can write."""
        values = {
            "guild": guild,
            "place": place,
            "member": member,
            "avatar": avatar,
            "picture": picture,
            "now": now,
        }
        async with self._file.transaction(Hurry.COMPUTERS) as writing:
            await writing.hold()
            return may() and await writing.change(_KEEP, values) > 0

    async def may_be_kept(self, guild: int, member: int) -> bool:
        return bool(await self._file.named_rows(_KNOWN, guild=guild, member=member))

    async def drop(self, place: int, member: int) -> None:
        if await self.met(place, member):
            await self._file.note(_DROP, place, member)

    async def drop_member(self, member: int) -> None:
        await self._file.change("DELETE FROM faces WHERE member = ?", member)

    async def drop_server(self, guild: int) -> None:
        """What was chosen for it alone."""
        await self._file.change("DELETE FROM faces WHERE guild = ?", guild)

    async def clear(self, met_before: int, most: int) -> list[int]:
        """What is old, or should not be there, and what are too many. Returns whose it was."""
        unwanted = list(await self._file.rows(_UNWANTED, met_before))
        ((count,),) = await self._file.rows("SELECT count(*) FROM faces")
        if count > most:
            longest_ago = "SELECT guild, member FROM faces ORDER BY met_at LIMIT ?"
            unwanted += await self._file.rows(longest_ago, count - most)
        if unwanted:
            async with self._file.transaction(Hurry.COMPUTERS) as writing:
                await writing.executemany(_DROP, unwanted)
        return [member for _, member in unwanted]
