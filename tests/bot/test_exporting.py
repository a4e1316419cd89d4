"""The files with all that is stored about a member: whole, in parts, and nothing that is sealed."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from bot.club.club import Club as TheClub
from bot.club.export import REASONS
from bot.club.faces import Look
from bot.database.exports import KINDS, LEFT_OUT, Exports, exported_columns
from bot.database.file import File
from bot.features.preferences import privacy
from bot.words.language import LANGUAGES, language
from tests.bot.finishing import begun, moved, won
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say

pytestmark = pytest.mark.on_both

NOW = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
ANN, BEN, CAS = (1 << 58) + 1, (1 << 58) + 2, (1 << 58) + 3
REASONED = dict.fromkeys(REASONS, "because")


async def parts_of(club: TheClub, member: int, most_bytes: int = 10 << 20) -> list[dict[str, Any]]:
    parts = [part async for part in club.exports.parts(member, REASONED, most_bytes)]
    assert all(len(part) <= most_bytes for part in parts)
    return [json.loads(part) for part in parts]


# Nothing is missing


async def test_every_column_of_every_table_is_exported_or_left_out_for_a_reason(file: File) -> None:
    columns = set()
    async with file.reading() as reading:
        for table in await reading.tables():
            if table.name not in LEFT_OUT:
                columns |= {f"{table.name}.{column}" for column in table.columns}
    left_out = {name for name in LEFT_OUT if "." in name}
    # Of blocks a member gets their own, and not those of others.
    assert exported_columns() & left_out == {"blocks.blocked"}
    assert exported_columns() | left_out == columns


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_reason_has_a_sentence(code: str) -> None:
    assert all(language(code).has(f"privacy.left_out.{reason}") for reason in REASONS)


async def test_every_kind_is_there_with_all_its_columns(file: File) -> None:
    club = TheClub(file, lambda: NOW)
    await won(club, (ANN, BEN))
    await won(club, (BEN, ANN, CAS), game="cubus")
    running = await moved(club, await begun(club, (ANN, BEN)))
    await club.offers.offer(running.id, ANN, "draw")
    await club.preferences.block(ANN, BEN)
    await club.preferences.block(ANN, CAS)
    await club.preferences.change_member(ANN, pings="none")
    await club.names.meet(1, ANN, "Ann", "Ann Example")
    await file.change("INSERT INTO vacations (member, began_at, ends_at) VALUES (?, 2, 3)", ANN)
    await file.change("INSERT INTO lessons VALUES (?, 'knopen', 'holes', 2, 0)", ANN)
    await file.change("INSERT INTO puzzle_tries VALUES (?, 7, 'knopen', 2, 1000)", ANN)
    await file.change("INSERT INTO daily_tries VALUES (?, 20454, 2, 1000)", ANN)
    await file.change("INSERT INTO daily_players VALUES (1, 20454, ?)", ANN)
    await file.change("INSERT INTO puzzle_solvers VALUES (?, 'knopen', 25.5, 5.5)", ANN)
    await file.change("INSERT INTO bars (guild, member, manager, at) VALUES (1, ?, ?, 2)", ANN, BEN)
    await file.change("INSERT INTO acts (guild, at, manager, what) VALUES (1, 2, ?, 'set')", ANN)
    await file.change(
        "INSERT INTO seasons (id, guild, period, ended_at, posted) VALUES (7, 1, '2026-Q1', 2, 1)"
    )
    await file.change("INSERT INTO podiums VALUES (7, 'knopen', ?, 1, 1, 97, 5, 5, 0, 0)", ANN)
    await file.change("INSERT INTO crowns VALUES (1, 'knopen', ?, 7)", ANN)
    look = Look(1, ANN, "a1")
    assert await club.faces.lacks(look)
    await club.faces.keep(look, b"a picture")
    (over, *_) = await file.numbers("SELECT id FROM matches WHERE ended_at IS NOT NULL ORDER BY id")
    await file.change("INSERT INTO reviews VALUES (?, 1, 4, 2, 0)", over)
    await file.change("INSERT INTO review_seats VALUES (?, 0, 0.1, 0.4, 97.5)", over)
    await file.change("INSERT INTO review_seats VALUES (?, 1, -0.1, -0.4, NULL)", over)
    await club.departures.forget_member(CAS)
    (stored,) = await parts_of(club, ANN)
    assert stored["member"] == ANN
    assert set(KINDS) < set(stored)
    for kind, about in KINDS.items():
        names = {column.split(" AS ")[-1].split(".")[-1] for column in about.columns}
        assert names <= set(stored[kind][0]), kind
    assert {one["member"] for one in stored["blocked"]} == {BEN, None}
    assert stored["matches"][1]["members"] == [BEN, ANN, None]
    assert stored["matches"][0]["locale"] == "en"


async def test_who_was_forgotten_is_nobody_in_the_files_of_others(file: File) -> None:
    club = TheClub(file, lambda: NOW)
    await won(club, (ANN, BEN))
    await club.departures.forget_member(BEN)
    (stored,) = await parts_of(club, ANN)
    assert stored["matches"][0]["members"] == [ANN, None]
    assert stored["challenges"][0]["opponent"] is None


# Of any size


@pytest.mark.parametrize("most_bytes", [1500, 4000, 100_000])
async def test_the_parts_together_hold_everything_once(file: File, most_bytes: int) -> None:
    club = TheClub(file, lambda: NOW)
    for _ in range(4):
        await won(club, (ANN, BEN))
    (whole,) = await parts_of(club, ANN)
    parts = await parts_of(club, ANN, most_bytes)
    assert [part["part"] for part in parts] == list(range(1, len(parts) + 1))
    assert (len(parts) > 1) == (most_bytes < 100_000)
    for kind in KINDS:
        assert [row for part in parts for row in part.get(kind, [])] == whole.get(kind, []), kind


async def test_more_than_one_file_takes_comes_in_several_messages(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    (whole,) = await parts_of(club.bot.table, alice.id)
    monkeypatch.setattr(privacy, "_most_bytes", lambda _: 1500)
    answered = await alice.command("privacy export")
    sent = [message for message in answered.messages if not message.is_aside]
    *before, last = sent
    assert [one.content for one in before] == [
        say(alice, "privacy.export_part", part=part) for part in range(1, len(sent))
    ]
    assert last.content == say(alice, "privacy.export_whole", parts=len(sent))
    assert [one.picture.name for one in sent] == [
        f"speltafel-{part}.json" for part in range(1, len(sent) + 1)
    ]
    parts = [json.loads(one.picture.data) for one in sent]
    assert sum(len(part.get("matches", ())) for part in parts) == len(whole["matches"]) == 1
    assert all(one.private for one in sent)


async def test_what_is_very_much_is_read_in_pages(file: File) -> None:
    """Nobody's turn waits for all of it: at most a page of rows is in hand at once."""
    club = TheClub(file, lambda: NOW)
    match = await won(club, (ANN, BEN))
    await copied(file, match.id, 230)
    (stored,) = await parts_of(club, ANN)
    assert [one["id"] for one in stored["matches"]] == list(range(match.id, match.id + 231))
    assert all(len(one["record"]) == match.ply for one in stored["matches"])
    pages = [len(rows) async for _, rows in Exports(file).pages_of(ANN)]
    assert max(pages) == 50
    assert len(pages) > 5


_COPIED = "guild, channel, locale, game, rules_version, options, secret, began_at, ended_at, reason, plies"


async def copied(file: File, match: int, times: int) -> None:
    """As many more matches like that one."""
    async with file.transaction() as writing:
        for number in range(match + 1, match + 1 + times):
            await writing.execute(
                f"INSERT INTO matches (id, {_COPIED}) SELECT ?, {_COPIED} FROM matches WHERE id = ?",
                (number, match),
            )
            for sql in (
                "INSERT INTO seats (match, seat, member) SELECT ?, seat, member FROM seats WHERE match = ?",
                "INSERT INTO plies (match, ply, text, at) SELECT ?, ply, text, at FROM plies WHERE match = ?",
            ):
                await writing.execute(sql, (number, match))
