"""Options that nobody was offered: Discord lets through only what is listed, and a forger does not ask it."""

from __future__ import annotations

import pytest

from bot.club.deadlines import PACES
from bot.words.language import language
from tests.process.club import Club


@pytest.mark.parametrize("pace", [1, -300, 10**15])
async def test_a_time_for_a_turn_that_is_not_listed_is_refused_and_not_saved(club: Club, pace: int) -> None:
    anna = club.discord.join("Anna")
    assert pace not in PACES
    answer = await anna.slash("play knopen", time=pace)
    assert [said.content for said in answer.private] == [language("en").say("refusals.not_listed")]
    assert club.rows("SELECT pace FROM challenges") == []
    assert language("en").say("list.none") in (await anna.slash("games")).text


async def test_every_time_that_is_listed_can_be_had(club: Club) -> None:
    for pace in PACES:
        await club.discord.join("Anna").slash("play knopen", time=pace)
    assert [pace or 0 for (pace,) in club.rows("SELECT pace FROM challenges ORDER BY id")] == list(PACES)
