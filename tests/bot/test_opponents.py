"""Computers among members at one table: when they answer, and what they are told of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.club import opponents, thinker
from bot.club.club import Club
from bot.club.computers import computer, level_of
from bot.club.match import Match
from bot.club.opponents import Opponents
from bot.club.thinker import Thinker
from bot.database.file import File
from bot.database.matches import StoredMatches
from engines import GAMES
from engines.cubus.moves import AGREE
from engines.players.thinking import Thought, think
from engines.record import replay
from tests.bot.alone import make_pondering
from tests.bot.finishing import begun
from tests.bot.playing import write
from tests.bot.practising import alone as solo
from tests.bot.practising import written
from tests.bot.test_cubus_at_the_table import LAST_BUILD, overlooked
from tests.patience import PATIENCE
from tests.standin.pondering import Pondering

ANN, BEN = 1100, 2200
ADA = computer(5)
OPTIONS = {"claims": "free", "ending": "bid", "demolition": "on"}


class HeardThinker(Thinker):
    """It can be listened to."""

    def __init__(self) -> None:
        super().__init__()
        self.thoughts = asyncio.Semaphore(0)

    async def think(self, match: Match, seat: int) -> Thought:
        thought = await super().think(match, seat)
        self.thoughts.release()
        return thought


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    file = await File.open(tmp_path / "opponents.sqlite3")
    club = Club(file, lambda: datetime(2026, 5, 1, tzinfo=UTC))
    club.thinker = HeardThinker()
    club.opponents = Opponents(club.matches, club.thinker, club.waiting._turn_time, club.troubles)
    yield club
    await file.close()


@pytest.fixture
def pondering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pondering]:
    yield make_pondering(tmp_path, monkeypatch)
    thinker.end_all()


async def table(
    club: Club, plies: int | None, *, guests: tuple[int, ...] = (BEN, ADA), due: int | None = None
) -> Match:
    """Ann, Ben and a computer, where nobody has ever built; None: the last builds are due."""
    challenge = await club.challenges.challenge(
        "cubus", OPTIONS, guild=1, channel=2, locale="en", challenger=ANN, opponent=None, pace=0
    )
    for guest in guests:
        await club.lobbies.join(challenge.id, guest)
    match = await club.lobbies.start(challenge.id, ANN)
    await rewritten(club, match, overlooked(seats=len(match.members), **OPTIONS)[:plies])
    file = club.stored_challenges._file
    await file.change("UPDATE matches SET due = ? WHERE id = ?", due, match.id)
    club.matches.forget_courses()
    return await club.matches.load(match.id)


async def rewritten(club: Club, match: Match, record: tuple[str, ...]) -> Match:
    file = club.stored_challenges._file
    await file.change("DELETE FROM plies WHERE match = ?", match.id)
    await StoredMatches(file).add_plies(match.id, 0, record, outcome=None, keeps_offer_of=0, now=0)
    club.matches.forget_courses()
    return await club.matches.load(match.id)


def a_claim() -> int:
    """After so many plies Ann has seen nothing; Ben and the computer may knock, and the computer will, also
    when Ben has agreed.
    """
    game, record = GAMES["cubus"], overlooked(seats=3, **OPTIONS)
    options = game.read_options(OPTIONS)
    for plies in range(100, len(record)):
        position = replay(game, options, 3, record[:plies])
        if position.to_move == {1, 2} and all(
            game.write_move(think(game, asked, 2, level_of(ADA), f"1/{ply}").move) == "knock"
            for ply, asked in ((plies, position), (plies + 1, position.play(1, AGREE)))
        ):
            return plies
    raise AssertionError("nothing to be seen")


def patiently(club: Club, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    for name in ("QUICKEST", "SLOWEST", "SOON"):
        monkeypatch.setattr(opponents, name, seconds)


async def thought(club: Club, times: int = 1) -> None:
    """When so many thoughts have come to an end."""
    assert isinstance(club.thinker, HeardThinker)
    async with asyncio.timeout(PATIENCE):
        for _ in range(times):
            await club.thinker.thoughts.acquire()


@pytest.mark.parametrize(("pause", "window"), [(1e6, None), (0.0, 1_000_000)])
async def test_a_computer_that_has_seen_something_lets_people_answer_first(
    club: Club, monkeypatch: pytest.MonkeyPatch, pause: float, window: int | None
) -> None:
    """For as long as a person needs, and for half of the time that there is."""
    now = int(club.clock().timestamp())
    match = await table(club, a_claim(), due=window and now + window)
    assert match.position.to_move == {1, 2}
    patiently(club, monkeypatch, pause)
    answering = asyncio.create_task(club.opponents.answer(match.id))
    await thought(club)
    after = await write(club.matches, match, BEN, "agree")
    assert after.ply == match.ply + 1, "nobody had knocked before"
    club.opponents.notice(match.id)
    async with asyncio.timeout(PATIENCE):
        assert await answering, "now that nobody else may answer it waits for nobody"
    assert (await club.matches.load(match.id)).record[after.ply].endswith("knock")


async def test_when_the_time_is_up_that_people_need_it_answers(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table(club, a_claim())
    patiently(club, monkeypatch, 0.0)
    assert await club.opponents.answer(match.id)
    assert (await club.matches.load(match.id)).record[match.ply] == "2 knock"


async def test_nothing_is_thought_twice_while_nothing_happens(
    club: Club, pondering: Pondering, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table(club, a_claim())
    patiently(club, monkeypatch, 1e6)
    answering = asyncio.create_task(club.opponents.answer(match.id))
    await thought(club)
    club.opponents.notice(match.id)
    for _ in range(10):
        await match_is_looked_at(club, match.id)
    await write(club.matches, match, BEN, "agree")
    club.opponents.notice(match.id)
    async with asyncio.timeout(PATIENCE):
        assert await answering
    assert len(set(pondering.told)) == len(pondering.told) > 1


async def match_is_looked_at(club: Club, number: int) -> None:
    await asyncio.sleep(0)
    await club.matches.load(number)


async def test_what_somebody_has_sealed_is_nothing_that_a_thinker_is_told(
    club: Club, pondering: Pondering, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table(club, None)
    assert match.position.to_move == {0, 1, 2}
    match = await write(club.matches, match, ANN, LAST_BUILD)
    assert LAST_BUILD in match.game.write_position(match.position)
    patiently(club, monkeypatch, 0.0)
    await club.opponents.answer(match.id)
    (told,) = pondering.told
    assert LAST_BUILD not in told
    assert match.game.write_position(match.position.known_to(2)) in told
    assert (await club.matches.load(match.id)).ply == match.ply + 1


async def test_what_somebody_has_sealed_changes_no_judgement_of_an_offered_draw(club: Club) -> None:
    """The lowest level sees no build that comes near that one: if it knew of it, it would be worse off."""
    before = await table(club, None, guests=(computer(1),))
    judged = {}
    for sealed in (LAST_BUILD, "pass"):
        match = await write(club.matches, before, ANN, sealed)
        assert match.position.to_move == {1}
        judged[sealed] = await club.thinker.odds(match, 1)
        assert await rewritten(club, match, before.record) == before
    assert judged[LAST_BUILD] == judged["pass"]


async def test_a_match_of_members_alone_is_none_of_its_business(club: Club) -> None:
    match = await begun(club, (ANN, BEN))
    assert not await club.opponents.answer(match.id)
    assert (await club.matches.load(match.id)).ply == match.ply
    assert match.id not in await club.matches.awaiting_computers()


async def test_the_file_knows_where_a_computer_is_to_move(club: Club) -> None:
    match = await solo(club, ANN, first=1)
    assert await club.matches.awaiting_computers() == [match.id], "it begins"
    match = await written(club, match, await any_move(club, match.id))
    assert await club.matches.awaiting_computers() == []
    match = await written(club, match, await any_move(club, match.id))
    assert await club.matches.awaiting_computers() == [match.id]
    assert await club.matches.take_back(match, match.ply - 1)
    assert await club.matches.awaiting_computers() == []
    match = await written(club, await club.matches.load(match.id), await any_move(club, match.id))
    await club.leaving.forfeit(match.id, 0)
    assert await club.matches.awaiting_computers() == []


async def any_move(club: Club, number: int) -> str:
    match = await club.matches.load(number)
    (seat,) = match.position.to_move
    return match.game.write_move(match.position.legal_moves(seat)[0])
