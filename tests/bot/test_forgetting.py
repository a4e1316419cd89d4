"""Who is forgotten is gone: from every table, and from the bytes of the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from bot.club.challenge import Challenge
from bot.club.club import Club as TheClub
from bot.club.invitations import Opponent
from bot.database.file import File
from bot.database.wiping import written
from engines.moves import TABLE, Leave
from tests.bot.erased import path_of, places_in, places_of, traces_of
from tests.bot.finishing import begun, moved, won
from tests.bot.playing import begin, lobby
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say
from tests.bot.test_privacy import forgets

pytestmark = pytest.mark.on_both

OLDEST, NEWEST = 1 << 58, 1 << 60
"""About what numbers of Discord's are today."""
ANN, BEN, CAS = OLDEST + 1, OLDEST + 2, OLDEST + 3
NOW = datetime.fromisoformat("2026-11-20T12:00:00+00:00")


async def everything_by(club: Club, member: Member, alice: Member, stranger: Member) -> None:
    """They have played, are playing, challenge, are challenged, sit at a table, block and are blocked."""
    table, guild = club.bot.table, club.guild.id
    await won(table, (member.id, alice.id), guild=guild)
    await won(table, (alice.id, member.id, stranger.id), guild=guild, game="cubus")
    await begin(club, alice, member)
    await member.command("play krabcek")
    await alice.command("play krabcek", opponent=member)
    await lobby(club, "cubus", stranger, member)
    await member.command("block", member=stranger)
    await alice.command("block", member=member)
    await table.preferences.change_member(member.id, pings="none")


@pytest.mark.on_sqlite
async def test_nothing_is_left_in_any_table_nor_in_the_bytes_of_the_file(
    club: Club, alice: Member, stranger: Member
) -> None:
    member = club.join("Evangeline-Ottilie")
    await everything_by(club, member, alice, stranger)
    await club.wait(minutes=2)
    assert len(places_of(club.database.path, member.id)) > 8
    assert traces_of(club.database.path, member.id, "Evangeline-Ottilie")
    await forgets(member)
    assert places_of(club.database.path, member.id, "Evangeline") == set()
    assert traces_of(club.database.path, member.id, "Evangeline-Ottilie") == {}
    await club.wait(minutes=5)
    await club.restart()
    assert places_of(club.database.path, member.id, "Evangeline") == set()
    assert traces_of(club.database.path, member.id, "Evangeline-Ottilie") == {}


async def test_a_block_holds_against_who_was_forgotten_and_is_back(
    club: Club, alice: Member, bram: Member
) -> None:
    await alice.command("block", member=bram)
    await forgets(bram)
    assert "a former member" in (await alice.command("settings")).private.content
    await club.restart()
    refused = (await bram.command("play knopen", opponent=alice)).private.content
    assert refused == say(bram, "refusals.takes_no_challenge", opponent=alice.mention)
    again = (await alice.command("play knopen", opponent=bram)).private.content
    assert again == say(alice, "refusals.blocked_by_you", opponent=bram.mention)
    await alice.command("unblock", member=bram)
    assert "a former member" not in (await alice.command("settings")).private.content
    assert (await bram.command("play knopen", opponent=alice)).public


# In a club of many, and beside what others do at the same time


def club_over(file: File) -> TheClub:
    return TheClub(file, lambda: NOW)


def crowd(path: Path, matches: int) -> list[int]:
    """So many rated matches of a hundred members, a few of whom play much; who they are."""
    chance = Random(3)  # noqa: S311 - the same crowd every time
    members = [OLDEST + chance.getrandbits(56) for _ in range(100)]
    with closing(sqlite3.connect(path)) as writing, writing:
        for match in range(1, matches + 1):
            two = chance.sample(members[:10] if chance.random() < 0.3 else members, 2)
            row = {"match": match, "at": match, "merit": chance.randrange(3000), "one": two[0], "two": two[1]}
            for sql in _A_MATCH:
                writing.execute(sql, row)
            for seat, member in enumerate(two):
                seated = row | {"seat": seat, "member": member, "name": f"Name {member}"}
                for sql in _A_SEAT:
                    writing.execute(sql, seated)
    return members


_A_MATCH = (
    """
    INSERT INTO challenges (id, guild, channel, locale, game, options, challenger, opponent, secret,
    expires_at, state)
    VALUES (:match, 1, 2, 'en', 'knopen', '{}', :one, :two, x'00', 1, 'accepted')
    """,
    """
    INSERT INTO matches (id, challenge, guild, channel, locale, game, rules_version, options, secret,
    began_at, ended_at) VALUES (:match, :match, 1, 2, 'en', 'knopen', 1, '{}', x'00', 1, :at)
    """,
)
_A_SEAT = (
    "INSERT INTO seats (match, seat, member) VALUES (:match, :seat, :member)",
    """
    INSERT INTO results
    VALUES (:match, :seat, :member, 'knopen', 1, :at, 1, 'won', 1500, 3, 1, 1500, 3)
    """,
    "INSERT INTO people (guild, member, name) VALUES (1, :member, :name) ON CONFLICT DO NOTHING",
    *(
        f"""
        INSERT INTO standings (game, scope, period, member, points, settled, matches, won, drawn, lost,
        last_at, merit)
        VALUES ('knopen', 0, '{period}', :member, 1, 1, 1, 1, 0, 0, :at, :merit)
        ON CONFLICT DO UPDATE SET merit = excluded.merit
        """
        for period in ("all", "2026", "2026-10", "2026-11")
    ),
)


@pytest.mark.on_sqlite
async def test_what_sqlite_leaves_between_its_rows_is_gone_too(file: File) -> None:
    members = crowd(path_of(file), 1500)
    departures = club_over(file).departures
    for member in members[:25]:
        assert traces_of(path_of(file), member)
        assert (await departures.forget_member(member)).wiped
        assert traces_of(path_of(file), member, f"Name {member}") == {}


def test_numbers_are_searched_for_as_sqlite_writes_them(tmp_path: Path) -> None:
    for number in (1, 127, 128, 16384, (1 << 47) + 5, OLDEST + 77, NEWEST - 1):
        path = tmp_path / f"{number}.sqlite3"
        with closing(sqlite3.connect(path)) as writing, writing:
            writing.execute("CREATE TABLE keys (number INTEGER PRIMARY KEY)")
            writing.execute("CREATE TABLE numbers (number INTEGER)")
            writing.execute("CREATE TABLE texts (number TEXT)")
            for table in ("keys", "numbers", "texts"):
                writing.execute(f"INSERT INTO {table} VALUES (?)", (number,))
        if number > 1 << 40:  # smaller ones have other bytes
            assert all(form in path.read_bytes() for form in written(number))
        else:
            assert written(number)[1] in path.read_bytes()


@pytest.mark.on_sqlite
async def test_while_somebody_reads_it_is_wiped_a_little_later(file: File) -> None:
    members = crowd(path_of(file), 30)
    departures = club_over(file).departures
    with closing(sqlite3.connect(path_of(file))) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM seats").fetchall()
        assert not (await departures.forget_member(members[0])).wiped
        await departures.wipe_again()
        assert traces_of(path_of(file), members[0])
    await departures.wipe_again()
    assert traces_of(path_of(file), members[0]) == {}


async def test_what_one_process_could_not_wipe_the_next_one_does(tmp_path: Path) -> None:
    file = await File.open(tmp_path / "club.sqlite3")
    members = crowd(path_of(file), 300)
    with closing(sqlite3.connect(path_of(file))) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM seats").fetchall()
        await club_over(file).departures.forget_member(members[0])
        await file.close()
    again = await File.open(tmp_path / "club.sqlite3")
    await club_over(again).departures.wipe_again()
    assert traces_of(path_of(again), members[0]) == {}
    await again.close()


async def test_who_plays_on_with_what_was_read_before_brings_no_number_back(file: File) -> None:
    club = club_over(file)
    match = await moved(club, await begun(club, (ANN, BEN, CAS), game="cubus"))
    await club.departures.forget_member(CAS)
    now = await club.matches.load(match.id)
    stale = replace(now, stored=replace(now.stored, seats=match.seats))
    ended = await club.matches.save(stale, TABLE, Leave(1))
    assert ended is not None
    assert ended.outcome is not None
    assert await club.ledger.changes(match.id)
    assert await places_in(file, CAS) == set()


async def test_who_is_challenged_while_they_are_forgotten_is_forgotten_all_the_same(
    file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = club_over(file)
    leave_all = club.challenges.leave_all
    asked: list[Challenge] = []

    async def leave_and_be_challenged(member: int) -> list[int]:
        left = await leave_all(member)
        if not asked:
            asked.append(await challenged(club, BEN, member))
        return left

    monkeypatch.setattr(club.challenges, "leave_all", leave_and_be_challenged)
    left = await club.departures.forget_member(ANN)
    assert left.challenges == [asked[0].id]
    assert (await club.challenges.load(asked[0].id)).state == "declined"
    assert await places_in(file, ANN) == set()


async def challenged(club: TheClub, challenger: int, opponent: int) -> Challenge:
    return await club.challenges.challenge(
        *("knopen", {}),
        guild=1,
        channel=2,
        locale="en",
        challenger=challenger,
        opponent=Opponent(opponent),
    )


@pytest.mark.on_sqlite
async def test_of_a_server_nothing_is_left_in_the_bytes_of_the_file(file: File) -> None:
    club, guild = club_over(file), OLDEST + 9
    await won(club, (ANN, BEN), guild=guild)
    await club.names.meet(guild, ANN, "Evangeline-Ottilie", "Evangeline-Ottilie")
    await club.preferences.change_server(guild, language="nl")
    assert traces_of(path_of(file), guild, "Evangeline-Ottilie")
    vanished = await club.departures.forget_server(guild)
    assert (vanished.matches, vanished.challenges, vanished.wiped) == (1, 1, True)
    assert await places_in(file, guild) == set()
    assert traces_of(path_of(file), guild, "Evangeline-Ottilie") == {}
