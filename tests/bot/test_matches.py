"""The door to all matches, without Discord: who may do what, and what is saved."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.club import lots
from bot.club.club import Club
from bot.club.deadlines import DAY
from bot.club.invitations import Opponent
from bot.club.match import Match
from bot.club.refused import Refused, RefusedByGame
from bot.database.file import File, NewerFile
from bot.database.matches import StoredMatches
from engines import GAMES
from engines.record import replay
from tests.bot import finishing
from tests.bot.clocks import Clock
from tests.bot.finishing import rested
from tests.bot.playing import A_SHORT_MATCH, AN_OFFENCE, write

pytestmark = pytest.mark.on_both

ANN, BOB, EVE = 1100, 2200, 3300
GUILD, CHANNEL = 1, 2


@pytest.fixture
def stored(file: File) -> StoredMatches:
    return StoredMatches(file)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-05-01")


@pytest.fixture
def club(file: File, clock: Clock) -> Club:
    return Club(file, clock)


async def begun(club: Club, **options: int) -> Match:
    rested(club)
    challenge = await club.challenges.challenge(
        "knopen", options, guild=GUILD, channel=CHANNEL, locale="en", challenger=ANN, opponent=Opponent(BOB)
    )
    return await club.challenges.accept(challenge.id, BOB)


def mover(match: Match) -> int:
    (seat,) = match.position.to_move
    return match.members[seat]


async def played(club: Club, match: Match, *texts: str) -> Match:
    for text in texts:
        match = await write(club.matches, match, mover(match), text)
    return match


async def refusal(asked: object) -> str:
    with pytest.raises(Refused) as caught:
        await asked  # type: ignore[misc]
    return caught.value.code


async def test_a_move_for_another_ply_is_stale(club: Club) -> None:
    match = await begun(club)
    for ply in (0, 2, -1):
        with pytest.raises(Refused, match="stale"):
            match.check_turn(match.seat_of(mover(match)), ply)
    after = await played(club, match, "b7-c6")
    assert await refusal(write(club.matches, match, mover(match), "b7-a6")) == "stale"
    assert (await club.matches.load(match.id)).record == after.record


async def test_a_move_out_of_turn_is_refused(club: Club) -> None:
    match = await begun(club)
    (other,) = {ANN, BOB} - {mover(match)}
    move = match.read_move(match.seat_of(mover(match)), "b7-c6")
    assert await refusal(club.matches.play(match, other, move)) == "not_your_turn"
    assert await refusal(club.matches.play(match, EVE, move)) == "stranger"


async def test_the_engines_refusals_come_through_with_their_game(club: Club) -> None:
    match = await begun(club)
    with pytest.raises(RefusedByGame) as caught:
        await write(club.matches, match, mover(match), "b7-b8")
    assert (caught.value.game, caught.value.kind, caught.value.code) == ("knopen", "illegal", "occupied")


async def test_people_cannot_write_what_is_the_tables(club: Club) -> None:
    match = await begun(club)
    for text in ("drawn", "leave 0", "leave 1", "lot 0"):
        with pytest.raises(RefusedByGame):
            await write(club.matches, match, mover(match), text)


async def test_of_many_moves_at_once_one_is_saved(club: Club) -> None:
    match = await begun(club)
    tries = [write(club.matches, match, mover(match), text) for text in ("b7-c6", "b7-a6", "b7-a8") * 5]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert {result.code for result in results if isinstance(result, Refused)} == {"stale"}
    assert (await club.matches.load(match.id)).ply == 2


async def test_a_move_made_before_others_were_taken_back_is_not_saved_after_them(club: Club) -> None:
    """Though there is no ply of its number any more."""
    match = await played(club, await begun(club), "b7-c6", "b6-b7")
    late = match.read_move(min(match.position.to_move), "take b7")
    back = await club.matches.take_back(match, 1)
    assert back is not None
    assert await club.matches.save(match, min(match.position.to_move), late) is None
    assert (await club.matches.load(match.id)).record == back.record
    again = await played(club, back, "b7-c6", "b6-b7")
    assert again.record == match.record
    assert await club.matches.save(match, min(match.position.to_move), late) is None


async def test_an_answer_to_an_older_offer_is_refused(club: Club) -> None:
    match = await begun(club)
    other = next(member for member in match.members if member != mover(match))
    await club.offers.offer(match.id, other, "draw")
    await club.offers.disagree(match.id, mover(match), match.ply)
    match = await played(club, match, "b7-c6")
    await club.offers.offer(match.id, mover(match), "draw")
    answerer = next(member for member in match.members if member != mover(match))
    assert await refusal(club.offers.agree(match.id, answerer, match.ply - 1)) == "no_offer"
    assert (await club.offers.agree(match.id, answerer, match.ply)).outcome is not None


async def test_nobody_offers_twice(club: Club) -> None:
    match = await begun(club)
    await club.offers.offer(match.id, ANN, "draw")
    assert await refusal(club.offers.offer(match.id, ANN, "draw")) == "already_offered"


async def test_resigning_while_the_other_moves_comes_a_ply_later(club: Club) -> None:
    match = await begun(club)
    other = next(member for member in match.members if member != mover(match))
    moved = write(club.matches, match, mover(match), "b7-c6")
    results = await asyncio.gather(
        moved, *[club.leaving.resign(match.id, other) for _ in range(3)], return_exceptions=True
    )
    end = await club.matches.load(match.id)
    assert end.outcome is not None
    assert end.outcome.reason == "left"
    refused = [result.code for result in results if isinstance(result, Refused)]
    assert set(refused) <= {"over", "stale"}
    assert sum(text.startswith("leave") for text in end.record) == 1


async def test_who_leaves_a_table_twice_at_once_has_left_it_once(club: Club) -> None:
    match = await finishing.begun(club, (ANN, BOB, EVE), game="cubus")
    results = await asyncio.gather(
        *[club.leaving.resign(match.id, BOB) for _ in range(3)], return_exceptions=True
    )
    assert sorted(one.code if isinstance(one, Refused) else "" for one in results) == [
        "",
        "stranger",
        "stranger",
    ]
    assert (await club.matches.load(match.id)).record.count("leave 1") == 1


async def test_after_the_end_everything_is_refused(club: Club) -> None:
    match = await club.leaving.resign((await begun(club)).id, ANN)
    for asked in (
        write(club.matches, match, BOB, "b7-c6"),
        club.leaving.resign(match.id, BOB),
        club.leaving.resign(match.id, ANN),
        club.leaving.forfeit(match.id, 1),
        club.offers.offer(match.id, BOB, "draw"),
        club.offers.agree(match.id, BOB, 1),
    ):
        assert await refusal(asked) == "over"


async def test_an_expired_challenge_is_refused_before_anybody_swept(club: Club, clock: Clock) -> None:
    challenge = await club.challenges.challenge(
        "knopen", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=ANN, opponent=None
    )
    clock.now += timedelta(hours=24)
    assert await refusal(club.challenges.accept(challenge.id, BOB)) == "challenge_expired"
    assert (await club.challenges.load(challenge.id)).state == "expired"


async def test_the_record_tells_the_whole_match(club: Club, stored: StoredMatches) -> None:
    match = await played(club, await begun(club, target=8), *A_SHORT_MATCH)
    record = await stored.record(match.id)
    again = replay(GAMES["knopen"], match.stored.options, 2, record)
    assert again == match.position
    assert match.outcome is not None
    assert (match.stored.plies, match.stored.ended_at is not None) == (len(record), True)


async def test_what_was_saved_is_what_is_loaded(club: Club, clock: Clock) -> None:
    """It is not read again: all of it is known."""
    match = await begun(club, target=8)
    for text in A_SHORT_MATCH:
        clock.now += timedelta(minutes=20)
        seat = match.seat_of(mover(match))
        if match.offer is None:
            await club.offers.offer(match.id, match.members[seat if match.ply % 2 else 1 - seat], "draw")
        match = await write(club.matches, await club.matches.load(match.id), match.members[seat], text)
        assert match == await club.matches.load(match.id)
    assert match.outcome is not None
    assert match.stored.winners == match.outcome.winners != ()


async def test_another_process_reads_the_same_match(club: Club, file: File, clock: Clock) -> None:
    match = await played(club, await begun(club), *AN_OFFENCE)
    assert await Club(file, clock).matches.load(match.id) == match


async def test_a_match_goes_on_after_others_were_remembered(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.club.courses._MOST", 2)
    several = [await begun(club) for _ in range(4)]
    for match in several:
        assert (await played(club, match, "b7-c6")).ply == 2


async def test_the_lot_follows_from_the_secret(club: Club) -> None:
    drawn = set()
    for _ in range(30):
        match = await begun(club)
        start = match.game.start({}, 2)
        lot = match.game.write_move(start.draw_chance(lots.source(match.stored.secret, [])))
        assert match.record == (lot,)
        drawn.add(lot)
        await club.leaving.abort(match.id, ANN)
    assert drawn == {"lot 0", "lot 1"}


def test_chance_depends_on_the_whole_record() -> None:
    secret = bytes(range(32))
    seeds = {lots.seed(secret, record) for record in ([], ["lot 0"], ["lot 1"], ["lot 0", "b7-c6"])}
    assert len(seeds) == 4
    assert lots.seed(secret, ["a", "b"]) == lots.seed(secret, ("a", "b"))


# The file


@pytest.mark.on_sqlite
async def test_a_full_disk_changes_nothing(club: Club, file: File, stored: StoredMatches) -> None:
    match = await begun(club)
    ((pages,),) = await file.rows("PRAGMA page_count")
    await file.change(f"PRAGMA max_page_count = {pages}")
    long = ["x" * 10_000]
    with pytest.raises(Refused) as caught:
        await stored.add_plies(match.id, 1, long, outcome=None, keeps_offer_of=0, now=0)
    assert caught.value.code == "unsaved"
    assert await stored.record(match.id) == match.record
    await file.change("PRAGMA max_page_count = 100000")
    assert (await played(club, match, "b7-c6")).ply == 2


async def test_readers_see_only_what_is_committed(club: Club, file: File, stored: StoredMatches) -> None:
    match = await begun(club)
    async with file.transaction() as writing:
        await writing.execute(
            "INSERT INTO plies (match, ply, text, at) VALUES (?, 1, 'b7-c6', 0)", (match.id,)
        )
        assert await stored.record(match.id) == match.record
        await writing.execute("DELETE FROM plies WHERE ply = 1")


async def test_a_task_cut_off_while_saving_leaves_the_file_whole(club: Club, stored: StoredMatches) -> None:
    match = await begun(club)
    for patience in range(40):
        task = asyncio.create_task(write(club.matches, match, mover(match), "b7-c6"))
        for _ in range(patience):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        record, saved = await stored.record(match.id), await stored.load(match.id)
        assert saved is not None
        assert saved.plies == len(record)
        if len(record) > match.ply:
            match = await club.leaving.resign(match.id, ANN)
            match = await begun(club)
    assert (await played(club, match, "b7-c6")).ply == 2, "and the next one is saved"


async def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    await (await File.open(path)).close()
    await (await File.open(path)).close()  # one of this version opens again
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerFile):
        await File.open(path)


async def test_a_backup_is_a_whole_copy_taken_while_people_play(
    club: Club, file: File, tmp_path: Path, clock: Clock
) -> None:
    match = await played(club, await begun(club), "b7-c6")
    copy = tmp_path / "backup.sqlite3"
    await asyncio.gather(file.backup(copy), played(club, match, "b6-b7"))
    restored = await File.open(copy)
    try:
        assert (await Club(restored, clock).matches.load(match.id)).record[:2] == match.record
    finally:
        await restored.close()


async def test_a_clock_put_back_while_the_bot_runs_takes_the_clocks_of_the_matches_along(
    club: Club, clock: Clock
) -> None:
    challenge = await club.challenges.challenge(
        *("knopen", {}),
        guild=GUILD,
        channel=CHANNEL,
        locale="en",
        challenger=ANN,
        opponent=Opponent(BOB),
        pace=DAY,
    )
    match = await club.challenges.accept(challenge.id, BOB)
    await club.timekeeper.note_alive()
    due = match.stored.due
    assert due is not None
    clock.now -= timedelta(days=10)
    assert await club.timekeeper.note_alive() == -10 * DAY
    assert (await club.matches.load(match.id)).stored.due == due - 10 * DAY
    clock.now += timedelta(hours=6)
    assert await club.timekeeper.note_alive() == 6 * 3600, "and the next absence is noticed"
