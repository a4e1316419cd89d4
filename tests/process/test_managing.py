"""kill -9 while managers decide: what was saved is shown once, and the ratings follow after a restart."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from random import Random

import pytest

from bot.club import club as rooms
from bot.database.file import File
from bot.words.language import language
from tests.process.club import Club, Match
from tests.process.test_kill import ANSWERS, POSTS, killed_at
from tests.standin import Person, When

TOLD = {
    "end_yes": "told.adjudicated",
    "award_yes": "told.adjudicated",
    "void_yes": "told.voided",
}


async def over(match: Match) -> None:
    """Somebody gives up, after enough has been played to be rated."""
    for _ in range(8):
        await match.play_turn()
    leaver = match.anna
    await leaver.send(leaver.pressing(leaver.whisper(match.venue), f"play:resign_yes:{match.number}:0"))
    await match.settled()


async def decides(manager: Person, match: Match, verb: str) -> None:
    page = manager.whisper(match.venue)
    await manager.send(manager.pressing(page, f"managing:{verb}:{match.number}:0:0"))


def telling(club: Club, match: Match, key: str) -> int:
    """How many posts tell it."""
    sentence = language("en").say(key)
    return sum(sentence in message.text for message in match.venue.messages)


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("path", [POSTS, ANSWERS], ids=["the post", "the answer"])
@pytest.mark.parametrize("verb", TOLD)
async def test_what_a_manager_decided_is_told_once_after_a_kill(
    club: Club, verb: str, path: str, when: When
) -> None:
    """Discord has forgotten the nonce by then, and the last board hangs there already when one is voided."""
    match, mona = await club.begin(), club.discord.join("Mona")
    if verb == "void_yes":
        await over(match)
    hold = club.discord.faults.hold("POST", path, when)
    await killed_at(club, hold, decides(mona, match, verb))
    club.discord.forget_nonces()
    await match.settled()
    assert telling(club, match, TOLD[verb]) == 1
    assert club.rows("SELECT count(*) FROM acts") == [(1,)]
    assert match.is_over


async def test_ratings_follow_however_often_it_is_killed(club: Club) -> None:
    *matches, _ = [await rated(club) for _ in range(4)]
    mona, instants = club.discord.join("Mona"), Random(7)  # noqa: S311 - the same instants every time
    for turn in range(5):  # the last of the three stays void
        match = matches[turn % 3]
        ((verdict,),) = club.rows("SELECT verdict FROM matches WHERE id = ?", match.number)
        verb = "restore_yes" if verdict == "voided" else "void_yes"
        task = asyncio.create_task(decides(mona, match, verb))
        await club.told("SELECT 1 FROM house WHERE name = 'rulings' AND value > ?", turn)
        await asyncio.sleep(instants.uniform(0, 0.1))
        await club.bot.kill()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await club.bot.start()
        await match.settled()
    await club.told(
        "SELECT 1 WHERE coalesce((SELECT value FROM house WHERE name = 'rulings'), 0)"
        " = coalesce((SELECT value FROM house WHERE name = 'rulings_counted'), 0)"
    )
    await club.bot.stop()
    await check_ledger(club)


async def rated(club: Club) -> Match:
    match = await club.begin()
    await over(match)
    return match


async def check_ledger(club: Club) -> None:
    """It is what it becomes when all of it is computed anew."""
    file = await File.open(club.database)
    try:
        tables = ("results", "standings", "ratings")
        before = [list(await file.rows(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4")) for name in tables]
        assert before[0], "something is rated"
        await rooms.Club(file, lambda: datetime.now(UTC)).recount.rebuild()
        after = [list(await file.rows(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4")) for name in tables]
        assert after == before
    finally:
        await file.close()
