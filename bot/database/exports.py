"""What is read to a member who wants to know what is stored of them: column by column.

Who adds a table or a column that has to do with members names it here: as exported, or as left out and why.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from bot.database.file import File, marks

_A_PAGE: Final = 50
"""Rows that are read at once: nobody's turn waits for more."""

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows of one kind in the file that a member gets."""

    columns: Sequence[str]
    """With their tables. `AS` gives one another name."""
    source: str
    """What they are selected from, which of them and in what order, of `:member`."""
    own: Collection[str] = ()
    """The columns where the member's own number stands: it is said once, at the top of the file."""

    @property
    def names(self) -> list[str]:
        """The columns, with their tables, as the database calls them."""
        return [*(column.split(" AS ")[0] for column in self.columns), *self.own]


KINDS: Final[Mapping[str, Kind]] = {
    "settings": Kind(
        [
            *("members.language", "members.pings", "members.turned", "members.theme", "members.hidden"),
            *("members.challengers", "members.nameless", "members.told", "members.at_once"),
            *("members.faceless", "members.coach"),
        ],
        "members WHERE member = :member",
        own=["members.member"],
    ),
    "vacations": Kind(
        ["vacations.began_at", "vacations.ends_at"],
        "vacations WHERE member = :member ORDER BY began_at",
        own=["vacations.member"],
    ),
    "lessons": Kind(
        ["lessons.game", "lessons.task", "lessons.done_at", "lessons.shown"],
        "lessons WHERE member = :member ORDER BY game, done_at, task",
        own=["lessons.member"],
    ),
    "puzzles": Kind(
        ["puzzle_tries.game", "puzzle_tries.puzzle", "puzzle_tries.tried_at", "puzzle_tries.share"],
        "puzzle_tries WHERE member = :member ORDER BY tried_at, puzzle",
        own=["puzzle_tries.member"],
    ),
    "puzzle ratings": Kind(
        ["puzzle_solvers.game", "puzzle_solvers.mu", "puzzle_solvers.sigma"],
        "puzzle_solvers WHERE member = :member ORDER BY game",
        own=["puzzle_solvers.member"],
    ),
    "dailies": Kind(
        ["daily_tries.day", "daily_tries.tried_at", "daily_tries.share"],
        "daily_tries WHERE member = :member ORDER BY day",
        own=["daily_tries.member"],
    ),
    "tables of dailies": Kind(
        ["daily_players.guild", "daily_players.day"],
        "daily_players WHERE member = :member ORDER BY day, guild",
        own=["daily_players.member"],
    ),
    "names": Kind(
        ["people.guild", "people.name", "people.left_at"],
        "people WHERE member = :member ORDER BY guild",
        own=["people.member"],
    ),
    "faces": Kind(
        ["faces.guild", "faces.avatar", "faces.picture", "faces.met_at"],
        "faces WHERE member = :member ORDER BY guild",
        own=["faces.member"],
    ),
    "blocked": Kind(
        ["blocks.blocked AS member"],
        # Somebody who was forgotten is nobody's number any more.
        "(SELECT member, blocked FROM blocks UNION ALL SELECT member, NULL FROM sealed_blocks) AS blocks"
        " WHERE blocks.member = :member ORDER BY blocked",
        own=["blocks.member", "sealed_blocks.member"],
    ),
    "challenges": Kind(
        [
            *("challenges.id", "challenges.guild", "challenges.channel", "challenges.message"),
            *("challenges.locale", "challenges.game", "challenges.options", "challenges.challenger"),
            *("challenges.opponent", "challenges.expires_at", "challenges.state", "challenges.pace"),
            *("challenges.rematch_of", "challenges.laid_by", "challenges.made_at"),
            "challenges.renewed_as",
        ],
        "challenges WHERE :member IN (challenger, opponent)"
        " OR id IN (SELECT challenge FROM guests WHERE member = :member) ORDER BY id",
    ),
    "matches": Kind(
        [
            *("matches.id", "matches.challenge", "matches.guild", "matches.channel", "matches.venue"),
            *("matches.post", "matches.locale", "matches.game", "matches.rules_version", "matches.options"),
            *("matches.pace", "matches.window", "matches.began_at", "matches.ended_at", "matches.ended_as"),
            *("matches.due", "matches.remind_at", "matches.paused", "matches.era", "matches.reason"),
            *("matches.adjudicated", "matches.verdict", "matches.rests_until", "matches.patience_until"),
            *("matches.patience_told", "seats.seat", "seats.turned", "seats.hinted", "seats.gone_at"),
            *("seats.coach", "seats.coached"),
        ],
        "seats JOIN matches ON id = match WHERE member = :member ORDER BY id",
    ),
    "reviews": Kind(
        [
            *("review_seats.match", "review_seats.seat", "review_seats.luck", "review_seats.skill"),
            "review_seats.accuracy",
        ],
        "review_seats JOIN seats USING (match, seat) WHERE member = :member ORDER BY match",
    ),
    "ratings": Kind(
        [
            *("ratings.game", "ratings.scope", "ratings.mu", "ratings.sigma", "ratings.matches"),
            *("ratings.streak", "ratings.best_streak", "ratings.proven", "ratings.opponents"),
            *("ratings.witnesses", "ratings.known", "ratings.strangers", "ratings.first_at"),
            "ratings.last_at",
        ],
        "ratings WHERE member = :member ORDER BY game, scope",
        own=["ratings.member"],
    ),
    "exchanges": Kind(
        [
            *("exchanges.game", "exchanges.scope", "exchanges.opponent", "exchanges.points"),
            *("exchanges.is_witness", "exchanges.is_known"),
        ],
        "exchanges WHERE member = :member ORDER BY game, scope, opponent",
        own=["exchanges.member"],
    ),
    "standings": Kind(
        [
            *("standings.game", "standings.scope", "standings.period", "standings.points"),
            *("standings.settled", "standings.matches", "standings.won", "standings.drawn"),
            *("standings.lost", "standings.last_at", "standings.merit", "standings.weight"),
            *("standings.against_known", "standings.against_strangers"),
        ],
        "standings WHERE member = :member ORDER BY game, scope, period",
        own=["standings.member"],
    ),
    "results": Kind(
        [
            *("results.match", "results.seat", "results.game", "results.guild", "results.at"),
            *("results.rank", "results.result", "results.rating", "results.gained"),
            *("results.provisional", "results.rating_everywhere", "results.gained_everywhere"),
        ],
        "results WHERE member = :member ORDER BY match",
        own=["results.member"],
    ),
    "bars": Kind(
        ["bars.guild", "bars.at"], "bars WHERE member = :member ORDER BY guild", own=["bars.member"]
    ),
    "acts": Kind(
        ["acts.guild", "acts.at", "acts.what", "acts.match", "acts.setting", "acts.value"],
        "acts WHERE :member IN (manager, member) ORDER BY id",
    ),
    "podiums": Kind(
        [
            *("seasons.guild", "seasons.period", "seasons.ended_at", "podiums.game", "podiums.rank"),
            *("podiums.champion", "podiums.points", "podiums.matches"),
            *("podiums.won", "podiums.drawn", "podiums.lost"),
        ],
        "podiums JOIN seasons ON seasons.id = podiums.season WHERE member = :member ORDER BY ended_at, game",
        own=["podiums.member"],
    ),
    "crowns": Kind(
        ["crowns.guild", "crowns.game", "crowns.season"],
        "crowns WHERE member = :member ORDER BY guild, game",
        own=["crowns.member"],
    ),
    "offers": Kind(
        ["offers.match", "offers.seat", "offers.ply", "offers.what"],
        "offers JOIN seats USING (match, seat) WHERE member = :member ORDER BY match",
    ),
}
_LISTS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "challenges": {
        "guests": Kind(
            ["guests.member"], "guests", own=["guests.challenge", "guests.number", "guests.sent_away"]
        )
    },
    "matches": {
        "members": Kind(["seats.member"], "seats", own=["seats.match"]),
        "winners": Kind(["seats.seat"], "seats", own=["seats.won"]),
        "record": Kind(["plies.text"], "plies", own=["plies.match", "plies.ply"]),
        "played_at": Kind(["plies.at"], "plies"),
    },
}
"""Lists that belong to each row of a kind, in their order."""
LEFT_OUT: Final[Mapping[str, str]] = {
    "challenges.secret": "secrets",
    "matches.secret": "secrets",
    "blocks.blocked": "blocks",
    "sealed_blocks.salt": "blocks",
    "sealed_blocks.seal": "blocks",
    # Whom to ask is the server's business; as managers they learn what they did, but to whom not.
    "bars.manager": "managers",
    "acts.manager": "managers",
    "acts.member": "managers",
    "bars.salt": "blocks",
    "bars.seal": "blocks",
    "puzzle_ratings": "no_member",
    "dailies": "no_member",
    "daily_posts": "no_member",
    # How far posts show what was saved: what of it is a member's stands in the records.
    "challenges.revision": "workings",
    "challenges.shown_revision": "workings",
    "matches.plies": "workings",
    "matches.posted_ply": "workings",
    "matches.awaits_computer": "workings",
    "matches.film_ply": "workings",
    "matches.fold_at": "workings",
    "challenges.stale": "workings",
    "traces": "workings",
    # What else a review says of a match follows from its record.
    "reviews": "computed",
    "review_odds": "computed",
    "review_turns": "computed",
    "review_points": "computed",
    "acts.id": "workings",
    "acts.told": "workings",
    # Of servers, and of the bot itself.
    "spreads": "no_member",
    "servers": "no_member",
    "champion_roles": "no_member",
    "seasons.id": "workings",
    "seasons.posted": "workings",
    "seasons.channel": "no_member",
    "seasons.message": "no_member",
    "podiums.season": "workings",
    "play_channels": "no_member",
    "venues": "no_member",
    "house": "no_member",
}
"""Columns and tables that nobody gets, each with the code of the reason.

Of the blocks a member gets their own: those that others made against them are the others'.
"""


class Exports:
    def __init__(self, file: File) -> None:
        self._file = file

    async def pages_of(self, member: int) -> AsyncIterator[tuple[str, Rows]]:
        """All that is stored of a member: some rows of a kind, then some more; times are in seconds."""
        for kind, about in KINDS.items():
            skip, rows = 0, await self._page(about, member, 0)
            while rows:
                await self._complete(kind, rows)
                yield kind, rows
                skip += _A_PAGE
                rows = await self._page(about, member, skip) if len(rows) == _A_PAGE else []

    async def _page(self, kind: Kind, member: int, skip: int) -> Rows:
        sql = f"SELECT {', '.join(kind.columns)} FROM {kind.source} LIMIT {_A_PAGE} OFFSET {skip}"
        return await self._file.named_rows(sql, member=member)

    async def _complete(self, kind: str, rows: Rows) -> None:
        """Read what is written as JSON, and add the lists."""
        for row in rows:
            if "options" in row:
                row["options"] = json.loads(row["options"])
        numbers = [row["id"] for row in rows if kind in _LISTS]
        if kind == "challenges":
            guests = await self._by_key("guests", "challenge, member, sent_away", "number", numbers)
            for row in rows:
                row["guests"] = [member for _, member, away in guests.get(row["id"], ()) if not away]
        if kind == "matches":
            seats = await self._by_key("seats", "match, seat, member, won", "seat", numbers)
            plies = await self._by_key("plies", "match, text, at", "ply", numbers)
            for row in rows:
                row["members"] = [member for _, _, member, _ in seats[row["id"]]]
                row["winners"] = [seat for _, seat, _, won in seats[row["id"]] if won]
                row["record"] = [text for _, text, _ in plies.get(row["id"], ())]
                row["played_at"] = [at for *_, at in plies.get(row["id"], ())]

    async def _by_key(
        self, table: str, columns: str, order: str, numbers: Sequence[int]
    ) -> dict[int, list[Sequence[Any]]]:
        """The rows that belong to these, by the first of the columns."""
        key, _, _ = columns.partition(",")
        rows = await self._file.rows(
            f"SELECT {columns} FROM {table} WHERE {key} IN ({marks(numbers)}) ORDER BY {key}, {order}",
            *numbers,
        )
        return {number: list(those) for number, those in groupby(rows, key=lambda row: row[0])}


def exported_columns() -> set[str]:
    """All that a member gets, with their tables."""
    lists = (kind for kinds in _LISTS.values() for kind in kinds.values())
    return {name for kind in (*KINDS.values(), *lists) for name in kind.names}
