"""All that is stored of a member, to be erased, and of a server, to be closed or erased.

How that is done stands here and nowhere else: who adds a table that names members or servers adds its lines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.club.whereabouts import DIRECT
from bot.club.wishes import SealedBlock
from bot.database import bars
from bot.database.faces import EVERYWHERE
from bot.database.file import File, Writing
from bot.database.house import count
from bot.database.reviews import REVIEW_PARTS
from bot.database.wiping import note_erased, written

_FORGET_SERVER: Final = (
    """
    DELETE FROM traces WHERE (what = 'match' AND number IN (SELECT id FROM matches WHERE guild = :guild))
    OR (what = 'challenge' AND number IN (SELECT id FROM challenges WHERE guild = :guild))
    """,
    "DELETE FROM results WHERE guild = :guild",
    "DELETE FROM standings WHERE scope = :guild",
    "DELETE FROM ratings WHERE scope = :guild",
    "DELETE FROM exchanges WHERE scope = :guild",
    "DELETE FROM spreads WHERE scope = :guild",
    *(
        f"DELETE FROM {part} WHERE match IN (SELECT id FROM matches WHERE guild = :guild)"
        for part in (*REVIEW_PARTS, "reviews")
    ),
    "DELETE FROM offers WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM plies WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "DELETE FROM seats WHERE match IN (SELECT id FROM matches WHERE guild = :guild)",
    "UPDATE challenges SET rematch_of = NULL WHERE guild = :guild",
    "DELETE FROM matches WHERE guild = :guild",
    "DELETE FROM guests WHERE challenge IN (SELECT id FROM challenges WHERE guild = :guild)",
    "DELETE FROM challenges WHERE guild = :guild",
    "DELETE FROM podiums WHERE season IN (SELECT id FROM seasons WHERE guild = :guild)",
    "DELETE FROM seasons WHERE guild = :guild",
    "DELETE FROM crowns WHERE guild = :guild",
    "DELETE FROM champion_roles WHERE guild = :guild",
    "DELETE FROM people WHERE guild = :guild",
    "DELETE FROM faces WHERE guild = :guild",
    # Whom no other server knows needs no name among all of Discord either, and no face.
    f"""
    DELETE FROM people WHERE guild = 0
    AND NOT EXISTS (SELECT 1 FROM people AS known WHERE known.member = people.member AND known.guild <> 0)
    AND NOT EXISTS (SELECT 1 FROM seats JOIN matches ON matches.id = seats.match
    WHERE seats.member = people.member AND matches.guild = {DIRECT})
    """,
    f"""
    DELETE FROM faces WHERE guild = {EVERYWHERE}
    AND NOT EXISTS (SELECT 1 FROM people WHERE people.member = faces.member)
    """,
    "DELETE FROM daily_players WHERE guild = :guild",
    "DELETE FROM daily_posts WHERE guild = :guild",
    "DELETE FROM play_channels WHERE guild = :guild",
    "DELETE FROM bars WHERE guild = :guild",
    "DELETE FROM acts WHERE guild = :guild",
    "DELETE FROM venues WHERE guild = :guild",
    "DELETE FROM servers WHERE guild = :guild",
)
_CLOSE_SERVER: Final = (
    "UPDATE challenges SET state = 'withdrawn' WHERE guild = :guild AND state = 'open'",
    "UPDATE challenges SET shown_revision = revision WHERE guild = :guild",
    "UPDATE matches SET posted_ply = plies WHERE guild = :guild",
    "UPDATE seasons SET posted = 1 WHERE guild = :guild",
)
_COUNT_SERVER: Final = (
    "SELECT (SELECT count(*) FROM matches WHERE guild = :guild),"
    " (SELECT count(*) FROM challenges WHERE guild = :guild)"
)
_THEIRS_ALONE: Final = (
    "SELECT matches.id FROM matches JOIN challenges ON challenges.id = matches.challenge"
    f" WHERE matches.guild = {DIRECT} AND :member IN (challenger, laid_by)"
)
_LAID_ALONE: Final = f"guild = {DIRECT} AND :member IN (challenger, laid_by)"
# The number stands for the member from now on.
_FORGET_MEMBER: Final = (
    # Nobody else has played in their direct messages: of that nothing is left.
    *(f"DELETE FROM {part} WHERE match IN ({_THEIRS_ALONE})" for part in (*REVIEW_PARTS, "reviews")),
    f"DELETE FROM offers WHERE match IN ({_THEIRS_ALONE})",
    f"DELETE FROM plies WHERE match IN ({_THEIRS_ALONE})",
    f"DELETE FROM seats WHERE match IN ({_THEIRS_ALONE})",
    f"UPDATE challenges SET rematch_of = NULL WHERE rematch_of IN ({_THEIRS_ALONE})",
    f"DELETE FROM matches WHERE id IN ({_THEIRS_ALONE})",
    f"DELETE FROM guests WHERE challenge IN (SELECT id FROM challenges WHERE {_LAID_ALONE})",
    f"DELETE FROM challenges WHERE {_LAID_ALONE}",
    # What Discord shows of them is shown anew: boards that name them, and challenges.
    """
    INSERT INTO traces (what, number) SELECT 'match', match FROM seats WHERE member = :member
    ON CONFLICT (what, number) DO UPDATE SET done_to = 0
    """,
    """
    INSERT INTO traces (what, number) SELECT 'challenge', id FROM challenges
    WHERE message IS NOT NULL AND (:member IN (challenger, opponent)
    OR id IN (SELECT challenge FROM guests WHERE member = :member))
    ON CONFLICT (what, number) DO NOTHING
    """,
    "UPDATE seats SET member = :number, turned = 0, gone_at = NULL WHERE member = :member",
    "UPDATE challenges SET challenger = :number WHERE challenger = :member",
    "UPDATE challenges SET laid_by = :number WHERE laid_by = :member",
    "UPDATE challenges SET opponent = :number WHERE opponent = :member",
    "UPDATE guests SET member = :number WHERE member = :member",
    # Ratings follow from the records: without those of this member, the others' could not be computed again.
    "UPDATE ratings SET member = :number WHERE member = :member",
    "UPDATE standings SET member = :number WHERE member = :member",
    "UPDATE results SET member = :number WHERE member = :member",
    "UPDATE exchanges SET member = :number WHERE member = :member",
    "UPDATE exchanges SET opponent = :number WHERE opponent = :member",
    "UPDATE podiums SET member = :number WHERE member = :member",
    "DELETE FROM crowns WHERE member = :member",
    "DELETE FROM people WHERE member = :member",
    "DELETE FROM faces WHERE member = :member",
    "DELETE FROM members WHERE member = :member",
    "DELETE FROM vacations WHERE member = :member",
    "DELETE FROM lessons WHERE member = :member",
    "DELETE FROM puzzle_tries WHERE member = :member",
    "DELETE FROM puzzle_solvers WHERE member = :member",
    "DELETE FROM daily_tries WHERE member = :member",
    "DELETE FROM daily_players WHERE member = :member",
    "UPDATE bars SET manager = :number WHERE manager = :member",
    "UPDATE acts SET manager = :number WHERE manager = :member",
    "UPDATE acts SET member = :number WHERE member = :member",
    "DELETE FROM blocks WHERE :member IN (member, blocked)",
    "DELETE FROM sealed_blocks WHERE member = :member",
)
_NEXT_FORGOTTEN: Final = (
    "INSERT INTO house (name, value) VALUES ('forgotten', 1)"
    " ON CONFLICT (name) DO UPDATE SET value = house.value + 1 RETURNING value"
)


@dataclass(frozen=True, slots=True)
class ForgottenMember:
    rows: int
    """How many told of them."""
    forms: tuple[bytes, ...]
    """How they were written in the file, where they must no longer be found."""


@dataclass(frozen=True, slots=True)
class ForgottenServer:
    """What there was of a server."""

    matches: int
    challenges: int
    forms: tuple[bytes, ...]
    """How it was written in the file, where it must no longer be found."""


ERASED: Final = "erased"
"""What other processes are told: nobody is to be kept at hand who was there before."""


class Erasure:
    def __init__(self, file: File) -> None:
        self._file = file

    async def forget_member(self, member: int, left: Collection[int]) -> ForgottenMember | None:
        """A number below zero takes the member's place.

        None, and nothing is forgotten, if they play in other matches than those that they have left, or have
        an open challenge: somebody was faster.
        """
        async with self._file.transaction() as writing:
            if await _takes_part(writing, member, left):
                return None
            forms = [*await _names(writing, "member", member), *await _direct_messages(writing, member)]
            ((number,),) = await writing.execute_fetchall(_NEXT_FORGOTTEN)
            await _seal_blocks(writing, member)
            values = {"member": member, "number": -number}
            rows = sum([await writing.change(sql, values) for sql in _FORGET_MEMBER])
            rows += await bars.seal(writing, member, -number)
            await count(writing, "erasures")
            await note_erased(writing)
        await self._file.tell(ERASED)
        return ForgottenMember(rows, (*written(member), *forms))

    async def close_server(self, guild: int) -> None:
        """Nothing is open there any more, and nothing waits to be shown."""
        async with self._file.transaction() as writing:
            await _execute(writing, _CLOSE_SERVER, guild=guild)

    async def close_direct_messages(self, ended_before: int) -> None:
        """Of matches that ended there nothing waits any more to be shown to somebody who takes nothing."""
        waiting = f"guild = {DIRECT} AND posted_ply < plies AND ended_at <= ?"
        if await self._file.row(f"SELECT 1 FROM matches WHERE {waiting}", ended_before):
            await self._file.change(f"UPDATE matches SET posted_ply = plies WHERE {waiting}", ended_before)

    async def forget_server(self, guild: int) -> ForgottenServer:
        """As if the bot had never been there."""
        async with self._file.transaction() as writing:
            names = await _names(writing, "guild", guild)
            ((matches, challenges),) = await writing.execute_fetchall(_COUNT_SERVER, {"guild": guild})
            await _execute(writing, _FORGET_SERVER, guild=guild)
            await count(writing, "erasures")
            await note_erased(writing)
        await self._file.tell(ERASED)
        return ForgottenServer(matches, challenges, (*written(guild), *names))

    async def servers(self) -> list[int]:
        """Of those that this process looks after, on which anything is stored."""
        return await self._file.numbers(
            "SELECT guild FROM (SELECT guild FROM servers UNION SELECT guild FROM matches"
            " UNION SELECT guild FROM challenges UNION SELECT guild FROM bars UNION SELECT guild FROM acts)"
            f" AS known WHERE guild <> {DIRECT} AND {self._file.ours.sql}"
        )

    async def open_servers_left_before(self, moment: int) -> list[int]:
        """Of these, where a match runs, a challenge is open or something waits to be shown."""
        return await self._file.numbers(
            "SELECT guild FROM servers WHERE left_at <= ? AND (EXISTS"
            " (SELECT 1 FROM matches WHERE matches.guild = servers.guild"
            " AND (ended_at IS NULL OR posted_ply < plies)) OR EXISTS"
            " (SELECT 1 FROM challenges WHERE challenges.guild = servers.guild"
            " AND (state = 'open' OR shown_revision < revision)) OR EXISTS"
            " (SELECT 1 FROM seasons WHERE seasons.guild = servers.guild AND posted = 0))",
            moment,
        )

    async def servers_left_before(self, moment: int) -> list[int]:
        return await self._file.numbers("SELECT guild FROM servers WHERE left_at <= ?", moment)


async def _takes_part(writing: Writing, member: int, left: Collection[int]) -> bool:
    running = await writing.execute_fetchall(
        "SELECT match FROM seats JOIN matches ON id = match WHERE member = ? AND ended_at IS NULL", (member,)
    )
    challenges = await writing.execute_fetchall(
        "SELECT 1 FROM challenges WHERE state = 'open' AND (:member IN (challenger, opponent)"
        " OR id IN (SELECT challenge FROM guests WHERE member = :member))",
        {"member": member},
    )
    return bool(challenges) or any(match not in left for (match,) in running)


async def _names(writing: Writing, column: str, number: int) -> list[bytes]:
    """What they are called, or what the members of a server are called there."""
    rows = await writing.execute_fetchall(f"SELECT DISTINCT name FROM people WHERE {column} = ?", (number,))
    return [name.encode() for (name,) in rows if name]


async def _direct_messages(writing: Writing, member: int) -> list[bytes]:
    """The channel of a direct message is as good as a name: it leads to one member."""
    rows = await writing.execute_fetchall(
        f"SELECT DISTINCT channel FROM challenges WHERE guild = {DIRECT} AND ? IN (challenger, laid_by)",
        (member,),
    )
    return [form for (channel,) in rows for form in written(channel)]


async def _seal_blocks(writing: Writing, member: int) -> None:
    """Blocks against them still hold, but tell no longer whom: or to be forgotten would undo them."""
    rows = await writing.execute_fetchall("SELECT member FROM blocks WHERE blocked = ?", (member,))
    sealed = [(blocking, SealedBlock.against(member)) for (blocking,) in rows]
    await writing.executemany(
        "INSERT INTO sealed_blocks (member, salt, seal) VALUES (?, ?, ?)",
        [(blocking, one.salt, one.seal) for blocking, one in sealed],
    )


async def _execute(writing: Writing, statements: Sequence[str], **values: int) -> None:
    for sql in statements:
        await writing.execute(sql, values)
