"""Files that older versions have written: today's code opens them and finds everything again."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.club.club import Club
from bot.club.deadlines import PATIENCE
from bot.club.stored import Offer
from bot.club.tallies import Tally
from bot.club.vacations import BUDGET
from bot.club.wishes import MemberPreferences, ServerPreferences
from bot.database.file import File
from engines import GAMES
from engines.record import replay

DUMPS = Path(__file__).parent / "databases"
ANN, BOB, CAS, DOT, EVE = 1100, 2200, 3300, 4400, 5500
GUILD, ELSEWHERE = 1, 9


def restored(path: Path) -> Path:
    """The file of 0.1.0, as its code has left it."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript((DUMPS / "0.1.0.sql").read_text("utf-8"))
    return path


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as old:
        return old.execute(sql).fetchall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return restored(tmp_path / "old.sqlite3")


@pytest.fixture
async def club(path: Path) -> AsyncIterator[Club]:
    """Over the old file, as it is opened today."""
    file = await File.open(path)
    club = Club(file, lambda: datetime(2026, 10, 2, 12, tzinfo=UTC))
    await club.preferences.load()
    yield club
    await file.close()


async def test_the_file_is_as_whole_as_before(path: Path) -> None:
    await (await File.open(path)).close()
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert rows(path, "PRAGMA foreign_key_check") == []


async def test_every_match_and_its_record_are_found_again(club: Club, tmp_path: Path) -> None:
    before = restored(tmp_path / "before.sqlite3")
    for number, game, plies in rows(before, "SELECT id, game, plies FROM matches"):
        match = await club.matches.load(number)
        record = [text for (text,) in rows(before, f"SELECT text FROM plies WHERE match = {number}")]
        assert list(match.record) == record
        assert (match.game.name, match.ply) == (game, plies)
        assert match.position == replay(GAMES[game], match.stored.options, len(match.seats), record)


async def test_a_running_match_goes_on_where_it_stood(club: Club) -> None:
    match = await club.matches.load(1)
    assert match.members == (ANN, BOB)
    assert [(seat.name, seat.turned, seat.hinted) for seat in match.seats] == [
        ("Ann", False, True),
        ("Bob", True, False),
    ]
    stored = match.stored
    assert (stored.challenge, stored.venue, stored.post, stored.posted_ply) == (1, 70, 601, 1)
    assert (stored.pace, stored.due, stored.window, stored.moved_at) == (900, 1790886300, 300, 1790885340)
    assert stored.patience_until == 1790884860 + PATIENCE, "from when the bot was last alive"
    assert match.offer == Offer(seat=0, ply=4, what="draw")
    assert [one.id for one in await club.matches.running_at(70)] == [1]
    (seat,) = match.position.to_move
    moved = await club.matches.play(match, match.members[seat], match.position.legal_moves(seat)[0])
    assert moved.ply == 5


async def test_a_paused_match_stays_paused(club: Club) -> None:
    stored = (await club.matches.load(5)).stored
    assert (stored.paused, stored.due, stored.era) == (840, None, 1)


@pytest.mark.parametrize(("number", "winners"), [(1, ()), (2, (0,)), (3, ()), (4, ()), (6, (0,)), (7, (1,))])
async def test_who_won_is_known(club: Club, number: int, winners: tuple[int, ...]) -> None:
    match = await club.matches.load(number)
    assert match.stored.winners == winners
    assert winners == (match.outcome.winners if match.outcome else ())


async def test_who_won_together_is_known(path: Path) -> None:
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("UPDATE matches SET winners = '[0, 2]' WHERE id = 3")
    file = await File.open(path)
    assert (await Club(file, lambda: datetime.now(UTC)).matches.load(3)).stored.winners == (0, 2)
    await file.close()


async def test_the_history_and_how_two_stand_are_found_again(club: Club) -> None:
    finished = await club.archive.history(ANN, GUILD, most=10)
    assert [(one.id, one.result(ANN)) for one in finished] == [
        (7, "lost"),
        (4, "aborted"),
        (3, "drawn"),
        (2, "won"),
    ]
    assert await club.archive.tallies(ANN, GUILD, game=None, opponent=BOB) == [
        Tally("knopen", won=1, drawn=0, lost=1),
        Tally("cubus", won=0, drawn=1, lost=0),
    ]


async def test_every_challenge_is_found_again_with_its_guests_in_order(club: Club) -> None:
    found = {number: await club.challenges.load(number) for number in range(1, 14)}
    assert [one.state for one in found.values()] == [
        *["accepted"] * 7,
        *["open"] * 3,
        *("declined", "withdrawn", "open"),
    ]
    assert {number: one.guests for number, one in found.items() if one.guests} == {
        3: (BOB, CAS),
        6: (CAS, ANN),
        8: (CAS, BOB, EVE),
        9: (EVE,),
    }
    assert [found[8].message, found[8].is_lobby, found[8].challenger] == [511, True, ANN]
    assert (found[10].opponent, found[10].options["target"]) == (ANN, 8)
    assert (found[13].rematch_of, found[13].opponent) == (2, BOB)


async def test_a_lobby_goes_on_filling(club: Club) -> None:
    assert (await club.lobbies.join(9, 66)).guests == (EVE, 66)
    assert (await club.lobbies.quit(8, BOB)).guests == (CAS, EVE)
    match = await club.lobbies.start(8, ANN)
    assert match.members == (ANN, CAS, EVE)


async def test_numbers_are_given_once_for_all(club: Club) -> None:
    challenge = await club.challenges.challenge(
        "knopen", {}, guild=GUILD, channel=2, locale="en", challenger=CAS, opponent=None
    )
    assert challenge.id == 14
    assert (await club.challenges.accept(challenge.id, EVE)).id == 8


async def test_what_was_not_shown_still_waits(club: Club, tmp_path: Path) -> None:
    before = restored(tmp_path / "before.sqlite3")
    unshown = [
        number
        for (number,) in rows(
            before,
            "SELECT id FROM challenges WHERE shown <> look"
            " AND guild NOT IN (SELECT guild FROM servers WHERE left_at IS NOT NULL)",
        )
    ]
    assert await club.outbox.unshown_challenges() == unshown
    assert {1, 9, 11}.isdisjoint(unshown), "what its post shows is as it is"
    assert set(await club.outbox.unshown_matches()) == {1, 4, 5, 7}, (
        "and the sixth, where the bot was removed, rests"
    )


async def test_preferences_and_blocks_are_found_again(club: Club) -> None:
    preferences = club.preferences
    assert preferences.member(ANN) == MemberPreferences(language="nl", pings="message")
    assert preferences.member(BOB) == MemberPreferences(turned=True, challengers="known")
    (away,) = preferences.vacations(BOB)
    assert away.ends_at - away.began_at == BUDGET, (
        "who was away for years is so for as long as anybody can be"
    )
    assert preferences.member(CAS).hidden
    assert preferences.blocked_by(ANN) == preferences.blocked_by(BOB) == [DOT]


async def test_servers_keep_their_channels_in_order(club: Club) -> None:
    assert club.preferences.server(GUILD) == ServerPreferences(
        language="nl",
        channels=(7, 2),
        threads=False,
        pace=900,
        window=300,
        least_matches=2,
        starters=5,
    )
    assert club.preferences.server(ELSEWHERE) == ServerPreferences(left_at=1_790_000_000)


async def test_ratings_stay_until_they_are_made_anew_by_todays_rules(club: Club, path: Path) -> None:
    (ann, bob) = await club.ledger.changes(2)
    assert (ann.member, ann.rating, bob.member, bob.rating) == (ANN, 1579, BOB, 1421)
    tables = ("ratings", "standings", "results")
    before = [rows(path, f"SELECT * FROM {name}") for name in tables]
    assert [len(one) for one in before] == [14, 42, 10]
    club.recount.start()
    await club.recount.done()
    (ann, bob) = await club.ledger.changes(2)
    assert (ann.rating, bob.rating) == (1558, 1442)
    assert [len(rows(path, f"SELECT * FROM {name}")) for name in tables] == [14, 70, 10]
    assert not await club.recount._stored.is_due(), "once is enough"


async def test_somebody_of_then_can_be_forgotten_today(club: Club, path: Path) -> None:
    left = await club.departures.forget_member(BOB)
    assert left.matches == [1, 5]
    for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        if name not in {"blocks", "plies"}:  # these hold what is others', and no members
            assert not any(BOB in row for row in rows(path, f"SELECT * FROM {name}")), name
