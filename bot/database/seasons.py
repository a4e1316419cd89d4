"""Seasons: who contends, what the finished ones came to, and who has a champion's role."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Final

from bot.club.podiums import LEAST_OPPONENTS, NO_SEASONS, STEPS, Contender, Crown, Past, Place, Season
from bot.club.standings import EVERYWHERE, Standing
from bot.database.file import File, Row, marks
from bot.database.leaderboards import LEFT_OUT
from bot.database.preferences import ours

_STANDING: Final = "member, points, matches, won, drawn, lost, last_at"
_MOST: Final = 10
"""That are looked for to stand on a podium: so many share a step at most."""
_OPPONENTS: Final = """(
    SELECT count(DISTINCT other.member)
    FROM results AS own JOIN results AS other ON other.match = own.match AND other.member <> own.member
    WHERE own.member = standings.member AND own.guild = ?2 AND own.at >= ?6 AND own.at < ?7 AND own.game = ?1
)"""
_DUE: Final = f"""
    SELECT seasons.guild, podiums.game, podiums.member, seasons.id AS season
    FROM servers JOIN seasons ON seasons.guild = servers.guild JOIN podiums ON podiums.season = seasons.id
    WHERE servers.champions = 1 AND servers.left_at IS NULL AND coalesce(servers.season, '') <> '{NO_SEASONS}'
    AND podiums.champion = 1 AND podiums.member > 0 AND NOT EXISTS (
        SELECT 1 FROM seasons AS later
        WHERE later.guild = seasons.guild AND later.ended_at > seasons.ended_at
    )
"""
"""The champions of the last season, where the server wants them to have a role."""
_PAST: Final = "SELECT id, guild, period, channel, message FROM seasons"


class StoredSeasons:
    def __init__(self, file: File) -> None:
        self._file = file

    # While one runs

    async def contenders(self, game: str, guild: int, season: Season, *, least: int) -> list[Contender]:
        """The best of those who may be champions and, while there is room on the podium, of the others.

        The index of merits is read no further than that.
        """
        found: list[Contender] = []
        for enough in (">=", "<"):
            if len(found) < STEPS:
                rows = await self._file.rows(
                    f"SELECT * FROM (SELECT {_STANDING}, merit, {_OPPONENTS} AS opponents FROM standings"
                    " WHERE game = ?1 AND scope = ?2 AND period = ?3 AND matches >= ?4"
                    f" AND member NOT IN ({LEFT_OUT})) AS contenders"
                    f" WHERE opponents {enough} ?5 ORDER BY merit DESC, member LIMIT ?8",
                    *(game, guild, season.period, least, LEAST_OPPONENTS),
                    *(season.begins_at, season.ends_at, _MOST),
                )
                found += [_read_contender(row) for row in rows]
        return found

    async def played(self, guild: int, games: Collection[str]) -> set[str]:
        """The periods in which rated matches ended there."""
        rows = await self._file.rows(
            f"SELECT DISTINCT period FROM standings WHERE scope = ? AND game IN ({marks(games)})",
            *(guild, *games),
        )
        return {period for (period,) in rows}

    # When it is over

    async def servers(self) -> set[int]:
        """Where a rated match ended, or a season was closed, at any time."""
        return {
            *await self._file.numbers("SELECT DISTINCT scope FROM standings WHERE scope <> ?", EVERYWHERE),
            *await self._file.numbers("SELECT DISTINCT guild FROM seasons"),
        }

    async def close(self, guild: int, season: Season, places: Collection[Place], *, is_news: bool) -> None:
        """Write down what it came to. What was written down before stays as it is."""
        async with self._file.transaction() as writing:
            rows = await writing.execute_fetchall(
                "INSERT INTO seasons (guild, period, ended_at, posted) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (guild, period) DO NOTHING RETURNING id",
                (guild, season.period, season.ends_at, not is_news),
            )
            for (number,) in rows:
                await writing.executemany(
                    "INSERT INTO podiums (season, game, member, rank, champion,"
                    " points, matches, won, drawn, lost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [_written(number, place) for place in places],
                )

    async def closed(self, guild: int) -> list[str]:
        rows = await self._file.rows("SELECT period FROM seasons WHERE guild = ?", guild)
        return [period for (period,) in rows]

    async def with_podium(self, guild: int) -> list[str]:
        """Those of the closed ones in which somebody stood on a podium, the newest first."""
        rows = await self._file.rows(
            "SELECT period FROM seasons WHERE guild = ?"
            " AND EXISTS (SELECT 1 FROM podiums WHERE season = seasons.id) ORDER BY ended_at DESC",
            guild,
        )
        return [period for (period,) in rows]

    async def load(self, guild: int, period: str) -> Past | None:
        return await self._past(
            await self._file.row(f"{_PAST} WHERE guild = ? AND period = ?", guild, period)
        )

    async def numbered(self, number: int) -> Past | None:
        return await self._past(await self._file.row(f"{_PAST} WHERE id = ?", number))

    async def _past(self, row: Row | None) -> Past | None:
        if row is None:
            return None
        number, guild, period, channel, message = row
        season = Season.read(period)
        assert season is not None
        rows = await self._file.rows(
            "SELECT game, champion, rank, member, points, matches, won, drawn, lost FROM podiums"
            " WHERE season = ? ORDER BY game, rank, member",
            number,
        )
        placed = tuple(_read_place(season, row) for row in rows)
        return Past(number, guild, season, placed, channel, message)

    # The outbox

    async def unposted(self, since: int) -> list[int]:
        """Of those that ended since then."""
        return await self._file.numbers(
            f"SELECT id FROM seasons WHERE posted = 0 AND ended_at > ? AND {ours(self._file)} ORDER BY id",
            since,
        )

    async def about_to_post(self, number: int, channel: int) -> None:
        """Whoever comes after a crash looks for it there."""
        await self._file.change("UPDATE seasons SET channel = ? WHERE id = ?", channel, number)

    async def was_posted(self, number: int, message: int) -> None:
        await self._file.change("UPDATE seasons SET posted = 1, message = ? WHERE id = ?", message, number)

    async def channels(self, past: Past) -> list[int]:
        """Where those on its podium have played, the busiest first."""
        rows = await self._file.rows(
            "SELECT matches.channel FROM results JOIN matches ON matches.id = results.match"
            " WHERE results.member IN (SELECT member FROM podiums WHERE season = ?)"
            " AND results.guild = ? AND results.at >= ? AND results.at < ?"
            " GROUP BY matches.channel ORDER BY count(*) DESC, matches.channel",
            *(past.id, past.guild, past.season.begins_at, past.season.ends_at),
        )
        return [channel for (channel,) in rows]

    # Crowns

    async def crowns_to_do(self) -> dict[tuple[int, str], list[Crown]]:
        """By server and game: who is to lose one, and then who is to get one."""
        rows = await self._file.rows(
            f"WITH due AS ({_DUE}) SELECT guild, game, member, 0 AS season FROM crowns"
            " WHERE NOT EXISTS (SELECT 1 FROM due WHERE due.guild = crowns.guild AND due.game = crowns.game"
            f" AND due.member = crowns.member) AND {ours(self._file)}"
            " UNION SELECT guild, game, member, season FROM due"
            " WHERE NOT EXISTS (SELECT 1 FROM crowns WHERE crowns.guild = due.guild"
            " AND crowns.game = due.game AND crowns.member = due.member AND crowns.season = due.season)"
            f" AND {self._file.ours.sql}"
            " ORDER BY guild, game, season, member"
        )
        crowns = (Crown(*row) for row in rows)
        return {key: list(own) for key, own in groupby(crowns, key=lambda crown: (crown.guild, crown.game))}

    async def crowns_of(self, member: int) -> list[Crown]:
        """On all servers."""
        rows = await self._file.rows(
            "SELECT guild, game, member, season FROM crowns WHERE member = ? ORDER BY guild, game", member
        )
        return [Crown(*row) for row in rows]

    async def about_to_give(self, crown: Crown) -> None:
        """Whoever comes after a crash knows from whom it is to be taken."""
        await self._file.change(
            "INSERT INTO crowns (guild, game, member, season) VALUES (?, ?, ?, 0)"
            " ON CONFLICT (guild, game, member) DO NOTHING",
            *(crown.guild, crown.game, crown.member),
        )

    async def was_given(self, crown: Crown) -> None:
        """Or there is nobody to have it."""
        await self._file.change(
            "UPDATE crowns SET season = ? WHERE guild = ? AND game = ? AND member = ?",
            *(crown.season, crown.guild, crown.game, crown.member),
        )

    async def was_taken(self, crown: Crown) -> None:
        await self._file.change(
            "DELETE FROM crowns WHERE guild = ? AND game = ? AND member = ?",
            *(crown.guild, crown.game, crown.member),
        )

    async def role(self, guild: int, game: str) -> int | None:
        row = await self._file.row(
            "SELECT role FROM champion_roles WHERE guild = ? AND game = ?", guild, game
        )
        return row[0] if row else None

    async def roles(self, guild: int) -> list[int]:
        """All that the bot gives on a server."""
        return await self._file.numbers("SELECT role FROM champion_roles WHERE guild = ?", guild)

    async def set_role(self, guild: int, game: str, role: int) -> None:
        await self._file.change(
            "INSERT INTO champion_roles (guild, game, role) VALUES (?, ?, ?)"
            " ON CONFLICT (guild, game) DO UPDATE SET role = excluded.role",
            *(guild, game, role),
        )


def _written(number: int, place: Place) -> Sequence[object]:
    one = place.standing
    counted = (one.points, one.matches, one.won, one.drawn, one.lost)
    return number, place.game, one.member, one.rank, place.is_champion, *counted


def _read_contender(row: Row) -> Contender:
    *standing, merit, opponents = row
    return Contender(_standing(0, standing), merit, opponents)


def _read_place(season: Season, row: Row) -> Place:
    game, champion, rank, *standing = row
    return Place(game, _standing(rank, (*standing, season.ends_at)), is_champion=bool(champion))


def _standing(rank: int, row: Row) -> Standing:
    member, points, matches, won, drawn, lost, last_at = row
    return Standing(
        rank=rank,
        member=member,
        points=points,
        settled=True,
        matches=matches,
        won=won,
        drawn=drawn,
        lost=lost,
        last_at=last_at,
    )
