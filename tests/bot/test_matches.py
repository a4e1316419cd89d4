"""The door to all matches, without Discord: who may do what, and what is saved."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.club import lots
from bot.club.matches import Match, Matches
from bot.club.refused import Refused, RefusedByGame
from bot.database.file import NewerFile
from bot.database.store import Store
from engines import GAMES
from engines.record import replay
from tests.bot.playing import A_SHORT_MATCH, AN_OFFENCE

ANN, BOB, EVE = 11, 22, 33
GUILD, CHANNEL = 1, 2


class Clock:
    """Tells the time it was set to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "matches.sqlite3")
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock)


async def begun(matches: Matches, **options: int) -> Match:
    challenge = await matches.challenge(
        "knopen", options, guild=GUILD, channel=CHANNEL, locale="en", challenger=ANN, opponent=BOB
    )
    return await matches.accept(challenge.id, BOB)


def mover(match: Match) -> int:
    (seat,) = match.position.to_move
    return match.members[seat]


async def played(matches: Matches, match: Match, *texts: str) -> Match:
    for text in texts:
        match = await matches.play(match.id, mover(match), match.ply, text)
    return match


async def refusal(asked: object) -> str:
    with pytest.raises(Refused) as caught:
        await asked  # type: ignore[misc]
    return caught.value.code


async def test_a_move_for_another_ply_is_stale(matches: Matches) -> None:
    match = await begun(matches)
    for ply in (0, 2, -1):
        assert await refusal(matches.play(match.id, mover(match), ply, "b7-c6")) == "stale"
    assert (await matches.load(match.id)).record == match.record


async def test_a_move_out_of_turn_is_refused(matches: Matches) -> None:
    match = await begun(matches)
    (other,) = {ANN, BOB} - {mover(match)}
    assert await refusal(matches.play(match.id, other, match.ply, "b7-c6")) == "not_your_turn"
    assert await refusal(matches.play(match.id, EVE, match.ply, "b7-c6")) == "stranger"


async def test_the_engines_refusals_come_through_with_their_game(matches: Matches) -> None:
    match = await begun(matches)
    with pytest.raises(RefusedByGame) as caught:
        await matches.play(match.id, mover(match), match.ply, "b7-b8")
    assert (caught.value.game, caught.value.kind, caught.value.code) == ("knopen", "illegal", "occupied")


async def test_people_cannot_write_what_is_the_tables(matches: Matches) -> None:
    match = await begun(matches)
    for text in ("drawn", "leave 0", "leave 1", "lot 0"):
        with pytest.raises(RefusedByGame):
            await matches.play(match.id, mover(match), match.ply, text)


async def test_of_many_moves_at_once_one_is_saved(matches: Matches) -> None:
    match = await begun(matches)
    tries = [
        matches.play(match.id, mover(match), match.ply, text) for text in ("b7-c6", "b7-a6", "b7-a8") * 5
    ]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert {result.code for result in results if isinstance(result, Refused)} == {"stale"}
    assert (await matches.load(match.id)).ply == 2


async def test_an_answer_to_an_older_offer_is_refused(matches: Matches) -> None:
    match = await begun(matches)
    other = next(member for member in match.members if member != mover(match))
    match = await matches.offer(match.id, other, "draw")
    await matches.disagree(match.id, mover(match), match.ply)
    match = await played(matches, match, "b7-c6")
    again = await matches.offer(match.id, mover(match), "draw")
    answerer = next(member for member in match.members if member != mover(match))
    assert await refusal(matches.agree(match.id, answerer, again.ply - 1)) == "no_offer"
    assert (await matches.agree(match.id, answerer, again.ply)).outcome is not None


async def test_nobody_offers_twice(matches: Matches) -> None:
    match = await begun(matches)
    await matches.offer(match.id, ANN, "draw")
    assert await refusal(matches.offer(match.id, ANN, "draw")) == "already_offered"


async def test_resigning_while_the_other_moves_comes_a_ply_later(matches: Matches) -> None:
    match = await begun(matches)
    other = next(member for member in match.members if member != mover(match))
    moved = matches.play(match.id, mover(match), match.ply, "b7-c6")
    results = await asyncio.gather(
        moved, *[matches.resign(match.id, other) for _ in range(3)], return_exceptions=True
    )
    end = await matches.load(match.id)
    assert end.outcome is not None
    assert end.outcome.reason == "left"
    refused = [result.code for result in results if isinstance(result, Refused)]
    assert set(refused) <= {"over", "stale"}
    assert sum(text.startswith("leave") for text in end.record) == 1


async def test_after_the_end_everything_is_refused(matches: Matches) -> None:
    match = await matches.resign((await begun(matches)).id, ANN)
    for asked in (
        matches.play(match.id, BOB, match.ply, "b7-c6"),
        matches.resign(match.id, BOB),
        matches.forfeit(match.id, 1),
        matches.offer(match.id, BOB, "draw"),
        matches.agree(match.id, BOB, 1),
    ):
        assert await refusal(asked) == "over"


async def test_an_expired_challenge_is_refused_before_anybody_swept(matches: Matches, clock: Clock) -> None:
    challenge = await matches.challenge(
        "knopen", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=ANN, opponent=None
    )
    clock.now += timedelta(hours=24)
    assert await refusal(matches.accept(challenge.id, BOB)) == "challenge_expired"
    assert (await matches.load_challenge(challenge.id)).state == "expired"


async def test_the_record_tells_the_whole_match(matches: Matches, store: Store) -> None:
    match = await played(matches, await begun(matches, target=8), *A_SHORT_MATCH)
    record = await store.record(match.id)
    again = replay(GAMES["knopen"], match.stored.options, 2, record)
    assert again == match.position
    assert match.outcome is not None
    stored = match.stored
    assert (stored.plies, stored.ended_at is not None) == (len(record), True)


async def test_another_process_reads_the_same_match(matches: Matches, store: Store, clock: Clock) -> None:
    match = await played(matches, await begun(matches), *AN_OFFENCE)
    assert await Matches(store, clock).load(match.id) == match


async def test_a_match_goes_on_after_others_were_remembered(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.club.matches._REMEMBERED", 2)
    several = [await begun(matches) for _ in range(4)]
    for match in several:
        assert (await played(matches, match, "b7-c6")).ply == 2


async def test_the_lot_follows_from_the_secret(matches: Matches) -> None:
    drawn = set()
    for _ in range(30):
        match = await begun(matches)
        start = match.game.start({}, 2)
        lot = match.game.write_move(start.draw_chance(lots.source(match.stored.secret, [])))
        assert match.record == (lot,)
        drawn.add(lot)
    assert drawn == {"lot 0", "lot 1"}


def test_chance_depends_on_the_whole_record() -> None:
    secret = bytes(range(32))
    seeds = {lots.seed(secret, record) for record in ([], ["lot 0"], ["lot 1"], ["lot 0", "b7-c6"])}
    assert len(seeds) == 4
    assert lots.seed(secret, ["a", "b"]) == lots.seed(secret, ("a", "b"))


# The file


async def test_a_full_disk_changes_nothing(matches: Matches, store: Store) -> None:
    match = await begun(matches)
    ((pages,),) = await store._reader.execute_fetchall("PRAGMA page_count")
    await store._writer.execute(f"PRAGMA max_page_count = {pages}")
    long = ["x" * 10_000]
    with pytest.raises(Refused) as caught:
        await store.add_plies(match.id, 1, long, outcome=None, keeps_offer_of=0, now=0)
    assert caught.value.code == "unsaved"
    assert await store.record(match.id) == match.record
    await store._writer.execute("PRAGMA max_page_count = 100000")
    assert (await played(matches, match, "b7-c6")).ply == 2


async def test_readers_see_only_what_is_committed(matches: Matches, store: Store) -> None:
    match = await begun(matches)
    async with store.transaction() as writing:
        await writing.execute(
            "INSERT INTO plies (match, ply, text, at) VALUES (?, 1, 'b7-c6', 0)", (match.id,)
        )
        assert await store.record(match.id) == match.record
        await writing.execute("DELETE FROM plies WHERE ply = 1")


async def test_a_task_cut_off_while_saving_leaves_the_file_whole(matches: Matches, store: Store) -> None:
    match = await begun(matches)
    for patience in range(40):
        task = asyncio.create_task(matches.play(match.id, mover(match), match.ply, "b7-c6"))
        for _ in range(patience):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        record, stored = await store.record(match.id), await store.match(match.id)
        assert stored is not None
        assert stored.plies == len(record)
        if len(record) > match.ply:
            match = await matches.resign(match.id, ANN)
            match = await begun(matches)
    assert (await played(matches, match, "b7-c6")).ply == 2, "and the next one is saved"


async def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    await (await Store.open(path)).close()
    await (await Store.open(path)).close()  # one of this version opens again
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerFile):
        await Store.open(path)


async def test_a_backup_is_a_whole_copy_taken_while_people_play(
    matches: Matches, store: Store, tmp_path: Path, clock: Clock
) -> None:
    match = await played(matches, await begun(matches), "b7-c6")
    copy = tmp_path / "backup.sqlite3"
    await asyncio.gather(store.backup(copy), played(matches, match, "b6-b7"))
    restored = await Store.open(copy)
    try:
        assert (await Matches(restored, clock).load(match.id)).record[:2] == match.record
    finally:
        await restored.close()
