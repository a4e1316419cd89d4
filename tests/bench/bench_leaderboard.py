"""The leaderboards over a million finished matches: pages, the reader's own rank, a match entered.

    python tests/bench/bench_leaderboard.py [matches]

The matches are generated: three games in a hundred servers, by twenty thousand people, a few of them hidden.
Ratings are not computed, but there are as many rows as there would be. The times are those of the calls that
the bot makes, with the thread in which aiosqlite runs a query.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.club.podiums import Season
from bot.club.standings import EVERYWHERE, Finished, Ladder
from bot.database.file import File
from bot.database.leaderboards import PAGE_QUERY, Leaderboards
from bot.database.ledger import Ledger
from bot.database.seasons import StoredSeasons

MATCHES = 1_000_000
GAMES = ("knopen", "krabcek", "kriskras")
GUILDS = 100
IN_A_GUILD = 200
PEOPLE = GUILDS * IN_A_GUILD
BEGAN = 1_735_689_600
"""1 January 2025; the matches go on for two years."""
LASTS = 2 * 365 * 24 * 60 * 60
TIMES = 300
BAR = 1.0
"""Milliseconds."""
GUILD = 1007
FIRST = 7 * IN_A_GUILD + 1
"""The first member of that guild."""

GENERATED = f"""
CREATE TABLE parts (match INTEGER PRIMARY KEY, game, guild, at, one, two);
INSERT INTO parts
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :matches),
drawn AS (SELECT n, abs(random()) % {GUILDS} AS guild, abs(random()) AS a, abs(random()) AS b FROM numbers)
SELECT n, CASE n % 3 WHEN 0 THEN '{GAMES[0]}' WHEN 1 THEN '{GAMES[1]}' ELSE '{GAMES[2]}' END, 1000 + guild,
    {BEGAN} + n * {LASTS} / :matches,
    guild * {IN_A_GUILD} + a % {IN_A_GUILD} + 1,
    guild * {IN_A_GUILD} + (a + 1 + b % ({IN_A_GUILD} - 1)) % {IN_A_GUILD} + 1
FROM drawn;
INSERT INTO matches (id, guild, channel, locale, game, rules_version, options, secret, began_at, ended_at,
    reason, plies, posted_ply, ended_as)
SELECT match, guild, 1, 'en', game, 1, '{{}}', x'00', at, at, 'left', 60, 60, match - 1 FROM parts;
INSERT INTO seats (match, seat, member, won)
SELECT match, 0, one, 1 FROM parts UNION ALL SELECT match, 1, two, 0 FROM parts;
INSERT INTO results
SELECT match, seat, member, game, guild, at, 1 + seat,
    iif(seat, 'lost', 'won'), 1500 + member % 300, iif(seat, -9, 9), 0, 1500 + member % 300, iif(seat, -9, 9)
FROM parts JOIN seats USING (match);
INSERT INTO members (member, hidden) SELECT DISTINCT member, 1 FROM seats WHERE member % 100 = 0;
DROP TABLE parts;
"""
EXCHANGED = """
INSERT INTO exchanges
SELECT DISTINCT results.game, {scope} AS scope, results.member, other.member, 0, 1, 1
FROM results JOIN results AS other ON other.match = results.match AND other.seat <> results.seat;
"""
_PART = (
    "strftime('%Y', at, 'unixepoch') || '-{letter}' || (1 + (strftime('%m', at, 'unixepoch') - 1) / {months})"
)
ADDED_UP = """
INSERT INTO standings
    (game, scope, period, member, points, settled, matches, won, drawn, lost, last_at, merit)
SELECT game, {scope} AS scope, {period} AS period, member, {points}, 1, count(*), sum(result = 'won'), 0,
    sum(result = 'lost'), max(at), 1000000 + {points}
FROM results GROUP BY game, scope, period, member;
"""


def generate(path: Path, matches: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("BEGIN")
        for statement in filter(str.strip, GENERATED.split(";\n")):
            file.execute(statement, {"matches": matches})
        for scope in ("guild", str(EVERYWHERE)):
            for period, points in (
                ("'all'", "1500 + (member * 7919) % 600"),
                ("strftime('%Y', at, 'unixepoch')", "sum(gained)"),
                ("strftime('%Y-%m', at, 'unixepoch')", "sum(gained)"),
                (_PART.format(letter="H", months=6), "sum(gained)"),
                (_PART.format(letter="Q", months=3), "sum(gained)"),
            ):
                file.execute(ADDED_UP.format(scope=scope, period=period, points=points))
        file.execute(
            "INSERT INTO ratings SELECT game, scope, member, 25, 3, matches, 1, 5, matches, 20, 20, 20, 0,"
            f" {BEGAN}, last_at FROM standings WHERE period = 'all'"
        )
        for scope in ("results.guild", str(EVERYWHERE)):
            file.execute(EXCHANGED.format(scope=scope))
        file.execute("COMMIT")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def measured(what: str, ask: Callable[[int], Awaitable[object]], bar: float | None = BAR) -> str:
    times = []
    for number in range(TIMES):
        began = time.perf_counter()
        await ask(number)
        times.append((time.perf_counter() - began) * 1000)
    verdict = "" if bar is None else f"   under {bar:g} ms   {'ok' if median(times) < bar else 'MISSED'}"
    return f"{what:<40} median {median(times):6.3f} ms   p95 {quantiles(times, n=20)[-1]:6.3f} ms{verdict}\n"


async def measure(file: File) -> None:
    boards = Leaderboards(file)
    here, everywhere = Ladder(GAMES[0], GUILD), Ladder(GAMES[0], EVERYWHERE)
    this_month = Ladder(GAMES[0], GUILD, "2026-11")
    say = sys.stdout.write
    say(await measured("a page, here", lambda n: boards.page(here, n % 10, least=1)))
    say(await measured("a page, here, of a month", lambda n: boards.page(this_month, n % 10, least=1)))
    say(await measured("a page, everywhere", lambda n: boards.page(everywhere, n % 10, least=1)))
    say(await measured("page 1,000, everywhere", lambda _: boards.page(everywhere, 1000, least=1), None))
    say(await measured("one's own rank, here", lambda n: boards.standing(here, FIRST + n % 200, least=1)))
    say(
        await measured(
            "one's own rank, everywhere",
            lambda n: boards.standing(everywhere, 1 + n * 61 % PEOPLE, least=1),
        )
    )
    say(await measured("ratings of a profile", lambda n: boards.summaries(FIRST + n % 200, GUILD, GAMES)))
    say(await measured("results of a profile", lambda n: boards.newest_results(FIRST + n % 200, GUILD, 100)))
    say(await measured("the game most played here", lambda _: boards.most_played(GUILD, GAMES), None))
    seasons, quarter = StoredSeasons(file), Season.read("2026-Q4")
    assert quarter is not None
    say(
        await measured(
            "who contends in a quarter",
            lambda _: seasons.contenders(GAMES[0], GUILD, quarter, least=5),
            None,
        )
    )
    say(await measured("a match entered and committed", lambda n: entered(file, Ledger(file), n), None))
    asked = (*(here.game, here.scope, here.period), 1, 11, 0)
    say("\nThe page's query:\n")
    for *_, step in await file.rows(f"EXPLAIN QUERY PLAN {PAGE_QUERY}", *asked):
        say(f"    {step}\n")


async def entered(file: File, ledger: Ledger, number: int) -> None:
    async with file.transaction() as writing:
        ((match,),) = await writing.execute_fetchall(
            "INSERT INTO matches (guild, channel, locale, game, rules_version, options, secret, began_at)"
            " SELECT guild, channel, locale, game, rules_version, options, secret, began_at FROM matches"
            " WHERE id = 1 RETURNING id"
        )
        finished = Finished(
            match=match,
            game=GAMES[0],
            guild=GUILD,
            members=(FIRST, FIRST + 1 + number % 50),
            at=BEGAN + LASTS + number * 3600,
            is_rated=True,
            ranks=(1, 2),
            results=("won", "lost"),
        )
        await ledger.enter(writing, finished)


async def run(path: Path, matches: int) -> None:
    await (await File.open(path)).close()
    generate(path, matches)
    file = await File.open(path)
    try:
        counted = await file.row("SELECT (SELECT count(*) FROM results), (SELECT count(*) FROM standings)")
        assert counted is not None
        sys.stdout.write(f"{matches:,} matches, {counted[0]:,} results, {counted[1]:,} standings\n\n")
        await measure(file)
    finally:
        await file.close()


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "speltafel.sqlite3", matches))


if __name__ == "__main__":
    main()
